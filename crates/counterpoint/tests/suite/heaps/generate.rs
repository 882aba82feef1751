//! Functions on linked structures, few enough of whose heaps matter that all can be tried.
//!
//! A function returns what it decided, as a number in binary behind a leading one. Every statement that may go through a
//! null pointer has a line of its own.

use crate::differential::random::Random;

/// How a function is given its nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Roots {
    /// As two parameters.
    Parameters,
    /// As a global variable and a parameter.
    Global,
    /// In a struct that is passed by value, and as a parameter.
    Pair,
    /// Behind two pointers to pointers.
    Slots,
}

/// Writes one function.
struct Generator {
    random: Random,
    text: String,
    /// So many decisions may still be made, more or less.
    decisions: usize,
    /// Numbers are less than this.
    values: u32,
    roots: Roots,
}

/// The pointers that statements are about.
const POINTERS: [&str; 3] = ["p", "q", "r"];

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x6865_6170);
    let roots = *random.pick(&[
        Roots::Parameters,
        Roots::Parameters,
        Roots::Global,
        Roots::Pair,
        Roots::Slots,
    ]);
    let values = if roots == Roots::Slots || random.percent(50) { 2 } else { 4 };
    let decisions = 3 + random.below(4);
    let mut generator = Generator { random, text: String::new(), decisions, values, roots };
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
        let (globals, params, first, second) = match self.roots {
            Roots::Parameters => ("", "struct node *a, struct node *b", "a", "b"),
            Roots::Global => ("static struct node *head;", "struct node *b", "head", "b"),
            Roots::Pair => ("", "struct pair s, struct node *b", "s.node", "b"),
            Roots::Slots => ("", "struct node **s, struct node **t", "GET(s)", "GET(t)"),
        };
        self.line(globals);
        self.text.push_str(HELPERS);
        self.line(&format!("u32 f({params}, u8 x) {{"));
        self.line("u32 trace = 1;");
        self.line(&format!("struct node *p = {first};"));
        self.line(&format!("struct node *q = {second};"));
        let third = self.random.pick::<&str>(&["p", "q", "NULL"]).to_string();
        self.line(&format!("struct node *r = {third};"));
        if self.roots == Roots::Slots && self.random.percent(60) {
            self.line("if (DECIDE(s == t)) r = p;");
            self.line("GET(s) = q;");
            self.line("p = GET(t);");
        }
        for _ in 0..4 + self.random.below(5) {
            self.statement(2);
        }
        self.line("return trace;");
        self.line("}");
        self.caller();
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(12) {
            0..=3 => self.follow(),
            4 => self.copy(),
            5 => self.write_number(),
            6 => self.link(),
            7 if depth > 0 && self.decisions > 1 => self.walk(),
            _ if depth > 0 && self.decisions > 0 => self.branch(depth),
            _ => self.follow(),
        }
    }

    fn pointer(&mut self) -> &'static str {
        self.random.pick::<&str>(&POINTERS)
    }

    fn member(&mut self) -> &'static str {
        self.random.pick::<&str>(&["next", "next", "other"])
    }

    fn follow(&mut self) {
        let (to, from, member) = (self.pointer(), self.pointer(), self.member());
        match self.random.percent(25) {
            true => self.line(&format!("{to} = {member}_of({from});")),
            false => self.line(&format!("{to} = GET({from}).{member};")),
        }
    }

    fn copy(&mut self) {
        let (to, from) = (self.pointer(), self.pointer());
        self.line(&format!("{to} = {from};"));
    }

    fn write_number(&mut self) {
        let (to, from) = (self.pointer(), self.pointer());
        let (add, mask) = (self.random.below(3), self.values - 1);
        self.line(&format!("GET({to}).elem = (GET({from}).elem + {add}) & {mask};"));
    }

    fn link(&mut self) {
        let (to, from, member) = (self.pointer(), self.pointer(), self.member());
        self.line(&format!("GET({to}).{member} = {from};"));
    }

    /// A loop of at most two rounds.
    fn walk(&mut self) {
        self.decisions -= 2;
        let (pointer, member) = (self.pointer(), self.member());
        self.line(&format!("for (int i = 0; i < 2 && DECIDE({pointer} != NULL); i++)"));
        self.line(&format!("{pointer} = GET({pointer}).{member};"));
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
        let (a, b) = (self.pointer(), self.pointer());
        let mask = self.values - 1;
        match self.random.below(9) {
            8 => format!("is_less({a}, {b}, {mask})"),
            0 | 1 => format!("{a} != NULL"),
            2 => format!("{a} == {b}"),
            3 => format!("GET({a}).{} == {b}", self.member()),
            4 => format!("(GET({a}).elem & {mask}) < (GET({b}).elem & {mask})"),
            5 => format!("(GET({a}).elem & {mask}) == (x & {mask})"),
            6 => format!("(GET({a}).elem & {mask}) == {}", self.random.below(self.values as usize)),
            _ => format!("GET({a}).{} == GET({b}).{}", self.member(), self.member()),
        }
    }

    /// How the oracle calls it.
    fn caller(&mut self) {
        self.line("#ifdef ORACLE");
        self.line("static void call(struct node *first, struct node *second, u8 x) {");
        match self.roots {
            Roots::Parameters => self.line("note(f(first, second, x));"),
            Roots::Global => self.line("head = first; note(f(second, x));"),
            Roots::Pair => self.line("note(f((struct pair){.node = first}, second, x));"),
            Roots::Slots => self.line(SLOTS),
        }
        self.line("}");
        let values = self.values;
        self.line(&format!("int main(void) {{ return all_heaps({values}, call); }}"));
        self.line("#endif");
    }
}

/// What is called, so that calls are composed.
const HELPERS: &str = "\
static struct node *next_of(struct node *p) {
return p ? p->next : NULL;
}
static struct node *other_of(struct node *p) {
return p ? p->other : NULL;
}
static int is_less(const struct node *p, const struct node *q, u8 mask) {
if (p == q) return 0;
if (!p || !q) return p == NULL;
return (p->elem & mask) < (q->elem & mask);
}
";

/// Both pointers to pointers may be null, and may be the same. Each is tried with the heap as it was.
const SLOTS: &str = "\
static struct node before[NODES];
for (int i = 0; i < NODES; i++) before[i] = nodes[i];
for (volatile int which = 0; which < 9; which++) {
    slots[0] = first, slots[1] = second;
    for (int i = 0; i < NODES; i++) nodes[i] = before[i];
    int s = which % 3, t = which / 3;
    if (!setjmp(failed)) note(f(s ? &slots[s - 1] : NULL, t ? &slots[t - 1] : NULL, x));
}";
