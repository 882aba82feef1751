//! Functions on an array or a string and two numbers, which index it or say how long it is.
//!
//! A function returns what it decided, as a number in binary behind a leading one. Every statement that may leave the
//! array has a line of its own.

use crate::differential::random::Random;

/// What a function is given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    /// NULL, or an array of a type.
    Array(&'static str),
    /// A string.
    Text,
}

/// Writes one function.
struct Generator {
    random: Random,
    text: String,
    /// So many decisions may still be made, more or less.
    decisions: usize,
    given: Given,
    /// Is there a variable `k` that counts?
    counts: bool,
    /// Is there a pointer `p` into the array?
    walks: bool,
}

const ELEMENTS: [&str; 3] = ["short", "u32", "long"];
const NUMBERS: [&str; 6] = ["size", "int", "u32", "long", "u8", "short"];

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x6c65_6e67);
    let given = match random.percent(25) {
        true => Given::Text,
        false => Given::Array(random.pick::<&str>(&ELEMENTS)),
    };
    let decisions = 2 + random.below(4);
    let (counts, walks) = (false, false);
    let text = String::new();
    let mut generator = Generator { random, text, decisions, given, counts, walks };
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
        let is_short = self.random.percent(40);
        let numbers: &[&str] = if is_short { &["size", "long"] } else { &NUMBERS };
        let [i, n] = [(); 2].map(|()| *self.random.pick(numbers));
        let element = match self.given {
            Given::Array(element) => element,
            Given::Text => "char",
        };
        self.line(&format!("u32 f({element} *a, {i} i, {n} n, u8 x) {{"));
        self.line("u32 trace = 1;");
        if matches!(self.given, Given::Array(_)) && self.random.percent(60) {
            self.line("if (!a) return 0;");
        }
        self.walks = self.random.percent(30);
        if self.walks {
            self.line(&format!("{element} *p = a;"));
        }
        match is_short {
            // Whatever else is accessed may find by itself that arrays are longer than is explored.
            true => self.short(),
            false => (0..1 + self.random.below(5)).for_each(|_| self.statement(2)),
        }
        self.line("return trace;");
        self.line("}");
        self.caller(element, i, n);
    }

    /// An access, and what comes of it.
    fn short(&mut self) {
        let (number, value) = (self.number(), 2 + self.random.below(4));
        let change = self.random.pick::<&str>(&["", " + 1", " - 1"]);
        self.line(&format!("AT({number}{change}) = 1;"));
        self.line(&format!("if (DECIDE({number} == {value})) {{ }}"));
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(10) {
            0 | 1 => self.write(),
            2 if self.walks => self.step(),
            3 | 4 if depth > 0 && self.decisions > 1 && !self.counts => self.count(depth),
            5..=9 if depth > 0 && self.decisions > 0 => self.branch(depth),
            _ => self.write(),
        }
    }

    fn number(&mut self) -> &'static str {
        self.random.pick::<&str>(&["i", "n"])
    }

    fn index(&mut self) -> String {
        if self.counts && self.random.percent(70) {
            return self.random.pick::<&str>(&["k", "k", "k + 1", "n - k"]).to_string();
        }
        match self.random.below(8) {
            0..=3 => self.number().to_owned(),
            4 => format!("{} + 1", self.number()),
            5 => format!("{} - 1", self.number()),
            6 => "n - i".to_owned(),
            _ => self.random.below(6).to_string(),
        }
    }

    fn element(&mut self) -> String {
        match self.walks && self.random.percent(40) {
            true => "GET(p)".to_owned(),
            false => format!("AT({})", self.index()),
        }
    }

    /// A zero in the middle would make a string a shorter one.
    fn write(&mut self) {
        let (to, value) = (self.element(), 1 + self.random.below(2));
        self.line(&format!("{to} = {value};"));
    }

    /// Goes behind an element that is there.
    fn step(&mut self) {
        self.line("GET(p) = GET(p);");
        self.line("p++;");
    }

    fn count(&mut self, depth: usize) {
        self.decisions -= 2;
        let most = self.random.pick(&[2, 5]);
        let start = self.random.below(2);
        self.line(&format!("for (int k = {start}; k < {most} && DECIDE(k < n); k++) {{"));
        let counted = std::mem::replace(&mut self.counts, true);
        self.statement(depth - 1);
        self.counts = counted;
        self.line("}");
    }

    fn branch(&mut self, depth: usize) {
        self.decisions -= 1;
        let condition = self.condition();
        self.line(&format!("if (DECIDE({condition})) {{"));
        if self.counts && self.random.percent(40) {
            self.line("return trace;");
        }
        self.statement(depth - 1);
        if self.random.percent(50) {
            self.line("} else {");
            self.statement(depth - 1);
        }
        self.line("}");
    }

    fn condition(&mut self) -> String {
        let value = self.random.below(7);
        match self.random.below(9) {
            0 => format!("{} == {value}", self.number()),
            1 => format!("{} > {value}", self.number()),
            2 => "i < n".to_owned(),
            // An array may be so long, but only some of them are explored.
            3 | 4 => format!("{} == {}", self.number(), 3 + self.random.below(3)),
            5 => format!("{} == {}", self.element(), value % 3),
            6 => format!("{} == 0", self.element()),
            _ => format!("{} == x", self.element()),
        }
    }

    /// How the oracle calls it.
    fn caller(&mut self, element: &str, i: &str, n: &str) {
        let is_text = u8::from(self.given == Given::Text);
        self.line("#ifdef ORACLE");
        self.line("static void call(const u8 *contents, long long i, long long n, u8 x) {");
        self.line(&format!("{element} a[LONGEST + 1];"));
        self.line("for (int k = 0; contents && k <= LONGEST; k++) a[k] = contents[k];");
        self.line(&format!("note(f(contents ? a : 0, ({i})i, ({n})n, x));"));
        self.line("}");
        self.line(&format!("int main(void) {{ return all_arrays(2, {is_text}, call); }}"));
        self.line("#endif");
    }
}
