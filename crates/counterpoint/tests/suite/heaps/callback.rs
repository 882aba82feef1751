//! Functions that are given functions: parameters, and pointers in a struct.
//!
//! As in `generate.rs`, a function returns what it decided, and every statement that may fail has a line of its own. Of what
//! an unknown function returns or writes, only the lowest bits matter, and few calls of one are made.

use crate::differential::random::Random;

/// Writes one function.
struct Generator {
    random: Random,
    text: String,
    /// So many decisions may still be made.
    decisions: usize,
    /// So many calls may still be made, on all paths together.
    calls: usize,
    /// Of numbers, what is below this matters; a power of two.
    values: u32,
}

/// So many calls, at most, as all that comes of them is tried. The oracle knows of no more than four.
fn most_calls(values: u32) -> usize {
    if values == 2 { 4 } else { 2 }
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x6361_6c6c);
    let decisions = 3 + random.below(4);
    let values = if random.percent(70) { 2 } else { 4 };
    let text = String::new();
    let mut generator = Generator { random, text, decisions, calls: most_calls(values), values };
    generator.function();
    generator.text
}

impl Generator {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn function(&mut self) {
        self.line("#ifdef ORACLE\n#include \"oracle.h\"\n#else\n#include \"plain.h\"\n#endif");
        self.text.push_str(FUNCTIONS);
        self.line("u32 f(unary *p, unary *q, visitor *w, struct hooks *h, u8 x) {");
        self.line("u32 trace = 1;");
        self.line("u16 cell = x;");
        self.line("u8 v = x;");
        for _ in 0..4 + self.random.below(4) {
            self.statement(2);
        }
        self.line("return trace;");
        self.line("}");
        self.caller();
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(8) {
            0 | 1 if self.calls > 0 => {
                let call = self.call();
                self.line(&format!("v = {call};"));
            }
            2 => self.line("cell = v + cell;"),
            3 => {
                let (to, from) = (self.pointer(), self.pointer());
                self.line(&format!("{to} = {from};"));
            }
            _ if depth > 0 && self.decisions > 0 => self.branch(depth),
            _ => self.line("v ^= cell;"),
        }
    }

    /// A pointer to a function of one parameter.
    fn pointer(&mut self) -> &'static str {
        self.random.pick::<&str>(&["p", "q", "GET(h).get"])
    }

    fn visitor(&mut self) -> &'static str {
        self.random.pick::<&str>(&["w", "w", "GET(h).visit"])
    }

    /// A call of something.
    fn call(&mut self) -> String {
        self.calls -= 1;
        let argument = *self.random.pick(&["v", "x", "cell"]);
        match self.random.below(5) {
            0 => format!("apply({}, {argument})", self.pointer()),
            1 | 2 => format!("CALL({}, &cell)", self.visitor()),
            _ => format!("CALL({}, {argument})", self.pointer()),
        }
    }

    fn branch(&mut self, depth: usize) {
        self.decisions -= 1;
        let condition = self.condition();
        self.line(&format!("if (DECIDE({condition})) {{"));
        self.statement(depth - 1);
        if self.random.percent(60) {
            self.line("} else {");
            self.statement(depth - 1);
        }
        self.line("}");
    }

    fn condition(&mut self) -> String {
        let mask = self.values - 1;
        let number = self.random.below(self.values as usize);
        match self.random.below(9) {
            0 => format!("{} != NULL", self.pointer()),
            1 => format!("{} == {}", self.pointer(), self.pointer()),
            2 => format!("{} == {}", self.pointer(), self.random.pick(&["twice", "flip"])),
            3 => format!("{} == {}", self.visitor(), self.random.pick(&["bump", "w", "NULL"])),
            4 => "h != NULL".to_owned(),
            5 | 6 if self.calls > 0 => format!("({} & {mask}) == {number}", self.call()),
            7 => format!("(cell & {mask}) == {number}"),
            _ => format!("(v & {mask}) == {number}"),
        }
    }

    /// How the oracle calls it.
    fn caller(&mut self) {
        let values = self.values;
        // A call of an unknown function may return and write.
        let answers = (values * (values + 1)).pow((most_calls(values) - self.calls) as u32);
        self.line("#ifdef ORACLE");
        self.line("static void call(unary *p, unary *q, visitor *w, struct hooks *h, u8 x) {");
        self.line("note(f(p, q, w, h, x));");
        self.line("}");
        self.line(&format!(
            "int main(void) {{ return all_callbacks({values}, {answers}, call); }}"
        ));
        self.line("#endif");
    }
}

/// What the program has itself: functions whose addresses are used, and one that calls what it is given.
const FUNCTIONS: &str = "\
static u8 twice(u8 x) { return 2 * x; }
static u8 flip(u8 x) { return x ^ 1; }
static u8 bump(u16 *cell) { return (*cell)++; }
unary *const known[] = {twice, flip};
visitor *const visitors[] = {bump};
static u8 apply(unary *function, u8 x) {
return function ? function(x) : 0;
}
";
