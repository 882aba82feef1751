//! Functions on objects that may overlap: arrays, members, signed and unsigned numbers, global variables.
//!
//! As in `generate.rs`, a function returns what it decided, and every statement that may fail has a line of its own.

use crate::differential::random::Random;

/// What a parameter points to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unsigned,
    Signed,
    Constant,
    Pair,
}

impl Kind {
    fn ty(self) -> &'static str {
        match self {
            Kind::Unsigned => "u16",
            Kind::Signed => "i16",
            Kind::Constant => "const u16",
            Kind::Pair => "struct pair",
        }
    }
}

/// Writes one function.
struct Generator {
    random: Random,
    text: String,
    kinds: [Kind; 2],
    /// Is a parameter declared as `void *`?
    untyped: [bool; 2],
    /// Is there a number, or a pair, that is a global variable?
    has_number: bool,
    has_pair: bool,
    /// So many decisions may still be made.
    decisions: usize,
}

const NAMES: [&str; 2] = ["a", "b"];

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x6f76_6572);
    let all = [Kind::Unsigned, Kind::Unsigned, Kind::Signed, Kind::Constant, Kind::Pair];
    let kinds = [*random.pick(&all), *random.pick(&all)];
    let (has_number, has_pair) = (random.percent(40), random.percent(25));
    let decisions = 3 + random.below(4);
    let text = String::new();
    let untyped = [seed.is_multiple_of(4), seed % 8 >= 6];
    let mut generator = Generator { random, text, kinds, untyped, has_number, has_pair, decisions };
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
        if self.has_number {
            self.line("static u16 number;");
        }
        if self.has_pair {
            self.line("static struct pair both;");
        }
        let params = [0, 1].map(|index| self.param(index));
        self.line(&format!("u32 f({}) {{", params.join(", ")));
        for index in [0, 1] {
            if !self.untyped[index] {
                continue;
            }
            let (ty, name) = (self.kinds[index].ty(), NAMES[index]);
            self.line(&format!("{ty} *{name} = {name}_;"));
        }
        self.line("u32 trace = 1;");
        for _ in 0..4 + self.random.below(5) {
            self.statement(2);
        }
        self.line("return trace;");
        self.line("}");
        self.caller();
    }

    fn param(&self, index: usize) -> String {
        let (kind, name) = (self.kinds[index], NAMES[index]);
        match (self.untyped[index], kind) {
            (true, Kind::Constant) => format!("const void *{name}_"),
            (true, _) => format!("void *{name}_"),
            (false, _) => format!("{} *{name}", kind.ty()),
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(10) {
            0..=4 => self.write(),
            _ if depth > 0 && self.decisions > 0 => self.branch(depth),
            _ => self.write(),
        }
    }

    /// A number somewhere.
    fn number(&mut self, is_written: bool) -> String {
        let which = self.random.below(8);
        if self.has_number && which == 0 {
            return "number".to_owned();
        }
        if self.has_pair && which == 1 {
            return format!("both.{}", self.member());
        }
        let constant = |index: usize, kinds: &[Kind; 2]| kinds[index] == Kind::Constant;
        let mut index = self.random.below(2);
        if is_written && constant(index, &self.kinds) {
            index = 1 - index;
        }
        let name = NAMES[index];
        match self.kinds[index] {
            Kind::Pair => format!("AT({name}, 0).{}", self.member()),
            _ => format!("AT({name}, {})", self.random.below(2)),
        }
    }

    fn member(&mut self) -> &'static str {
        self.random.pick::<&str>(&["first", "second"])
    }

    fn write(&mut self) {
        if self.kinds == [Kind::Constant; 2] && !self.has_number {
            return;
        }
        let constant = self.kinds == [Kind::Constant; 2];
        let to = if constant { "number".to_owned() } else { self.number(true) };
        let (from, add) = (self.number(false), self.random.below(2));
        self.line(&format!("{to} = ({from} + {add}) & 1;"));
    }

    fn branch(&mut self, depth: usize) {
        self.decisions -= 1;
        let condition = self.condition();
        self.line(&format!("if (DECIDE({condition})) {{"));
        for _ in 0..1 + self.random.below(2) {
            self.statement(depth - 1);
        }
        if self.random.percent(60) {
            self.line("} else {");
            self.statement(depth - 1);
        }
        self.line("}");
    }

    fn condition(&mut self) -> String {
        let name = *self.random.pick(&NAMES);
        match self.random.below(11) {
            9 => "BEFORE(a, b)".to_owned(),
            10 => format!("a && b && APART(a, b) == {}", 2 * self.random.below(3)),
            0 => "(const void *)a == (const void *)b".to_owned(),
            1 if self.has_number => format!("(const void *){name} == &number"),
            2 if self.has_pair => format!("(const void *){name} == &both.second"),
            3 => format!("{name} != NULL"),
            4 => {
                let (x, y) = if self.random.percent(50) { ("a", "b") } else { ("b", "a") };
                let far = 1 + self.random.below(2);
                format!("a && b && (const void *)({x} + {far}) == (const void *){y}")
            }
            5 | 6 => {
                let (x, y) = (self.number(false), self.number(false));
                format!("({x} & 1) == ({y} & 1)")
            }
            _ => format!("({} & 1) == {}", self.number(false), self.random.below(2)),
        }
    }

    /// How the oracle calls it.
    fn caller(&mut self) {
        self.line("#ifdef ORACLE");
        self.line("static void call(void *a, void *b) { note(f(a, b)); }");
        self.line("int main(void) {");
        let mut globals = Vec::new();
        if self.has_number {
            globals.push("{(char *)&number, sizeof number}");
        }
        if self.has_pair {
            globals.push("{(char *)&both, sizeof both}");
        }
        let count = globals.len();
        globals.push("{0}");
        self.line(&format!("struct object globals[] = {{{}}};", globals.join(", ")));
        let [a, b] = self.kinds.map(Kind::ty);
        self.line(&format!("unsigned long size[] = {{sizeof({a}), sizeof({b})}};"));
        self.line(&format!("return all_heaps(size, globals, {count}, call);"));
        self.line("}");
        self.line("#endif");
    }
}
