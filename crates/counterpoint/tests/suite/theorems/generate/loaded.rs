//! Calls that write through pointers which they have read from memory: where they write depends on what calls before them
//! have stored there, and whether they do on their own path. What the caller knows of other numbers must stay, and what it
//! knows of these must not.

use super::{Generator, Scope};

impl Generator {
    /// One call aims a struct's pointers, the others write through them; one in between looks before and after.
    pub(super) fn cursor(&mut self) {
        let p = self.program;
        let bound = self.constant();
        let aims = self.decided(&format!("x0 > {bound}"));
        let fallback = *self.random.pick(&["h", "g"]);
        self.line(&format!("struct p{p}_cursor {{ u32 n; u32 *at; u32 *other; }};"));
        self.line(&format!("static void p{p}_aim(struct p{p}_cursor *s, u32 x0, u32 *c) {{"));
        self.indented(|this| {
            this.line(&format!("s->n = x0, s->other = &p{p}_g, s->at = &p{p}_{fallback};"));
            this.line(&format!("if ({aims}) s->at = c;"));
        });
        self.line("}");
        self.shift();
        let (differs, goes_on) =
            (self.decided("*s->at != was"), self.decided(&format!("d < {bound}")));
        self.line(&format!("static u32 p{p}_watch(struct p{p}_cursor *s, u32 d) {{"));
        self.indented(|this| {
            this.line("u32 was = *s->at, v = 0;");
            this.line(&format!("v += p{p}_shift(s, d ^ 1);"));
            this.line(&format!("if ({differs}) return 1;"));
            this.line(&format!("if ({goes_on}) v ^= p{p}_shift(s, d);"));
            this.line("return v;");
        });
        self.line("}");
    }

    /// Writes through one pointer or two, and perhaps looks by its name at a variable where one may lead, without a branch.
    fn shift(&mut self) {
        let p = self.program;
        let (wanted, bound, written) = (self.constant(), self.constant(), self.constant());
        let operator = *self.random.pick(&[">", "=="]);
        let writes = self.decided(&format!("d {operator} {bound}"));
        let writes_other = self.decided(&format!("*s->other == {wanted}"));
        let value = match self.random.below(3) {
            0 => "*s->at | 1".to_owned(),
            1 => "*s->at + d".to_owned(),
            _ => written.clone(),
        };
        let (is_both, is_named) = (self.random.percent(50), self.random.percent(50));
        self.line(&format!("static u32 p{p}_shift(struct p{p}_cursor *s, u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("if ({writes}) *s->at = {value};"));
            if is_both {
                this.line(&format!("if ({writes_other}) *s->other = d ^ 3;"));
            }
            this.line(&match is_named {
                true => format!("return s->n ^ (p{p}_g == {written});"),
                false => "return s->n;".to_owned(),
            });
        });
        self.line("}");
    }

    /// Two calls through one struct, perhaps aimed anew in between, and a look at what they did.
    pub(super) fn use_cursor(&mut self, scope: &Scope, first: &str, second: &str) {
        let p = self.program;
        let name = format!("k{}", self.number());
        let (cell, other) = (self.cell(scope), self.cell(scope));
        self.line(&format!("struct p{p}_cursor {name};"));
        self.line(&format!("p{p}_aim(&{name}, {first}, {cell});"));
        let callee = *self.random.pick(&["shift", "watch"]);
        self.line(&format!("v += p{p}_{callee}(&{name}, {second});"));
        if self.random.percent(40) {
            self.line(&format!("p{p}_aim(&{name}, {second}, {other});"));
            self.line(&format!("v ^= p{p}_shift(&{name}, {first});"));
        }
        let constant = self.constant();
        let is_it = self.decided(&format!("*{name}.at == {constant}"));
        self.hit_if(&is_it);
    }

    /// A list of up to three, and functions that write at its end and somewhere in it.
    pub(super) fn list(&mut self) {
        let p = self.program;
        let (wanted, bound) = (self.constant(), self.constant());
        self.line(&format!("struct p{p}_link {{ u32 n; struct p{p}_link *next; }};"));
        let goes_on = self.decided("l->next != 0");
        self.line(&format!("static void p{p}_last(struct p{p}_link *l, u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("while ({goes_on}) l = l->next;"));
            this.line("l->n = d;");
        });
        self.line("}");
        let (goes_on, is_it) = (self.decided("l"), self.decided(&format!("l->n == {wanted}")));
        self.line(&format!("static u32 p{p}_mend(struct p{p}_link *l, u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("for (; {goes_on}; l = l->next)"));
            this.line(&format!("    if ({is_it}) {{ l->n = d + 1; return 1; }}"));
            this.line("return 0;");
        });
        self.line("}");
        let is_large = self.decided(&format!("d > {bound}"));
        let called = *self.random.pick(&["last(l, d)", "mend(l, d)"]);
        self.line(&format!("static u32 p{p}_maybe(struct p{p}_link *l, u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_large}) p{p}_{called};"));
            this.line("return l->n;");
        });
        self.line("}");
    }

    /// How long the list is, the first number says; what its elements are, the second.
    pub(super) fn use_list(&mut self, first: &str, second: &str) {
        let p = self.program;
        let name = format!("e{}", self.number());
        let (bound, given) = (self.constant(), self.constant());
        self.line(&format!("u32 {name} = {first}, {name}_was = {second};"));
        self.line(&format!("struct p{p}_link {name}_b = {{{name}_was, 0}};"));
        self.line(&format!("struct p{p}_link {name}_a = {{{given}, 0}};"));
        let is_long = self.decided(&format!("{name} > {bound}"));
        self.line(&format!("if ({is_long}) {name}_a.next = &{name}_b;"));
        for _ in 0..1 + self.random.below(2) {
            let (callee, value) = (*self.random.pick(&["mend", "maybe"]), self.constant());
            let value = if self.random.percent(50) { name.clone() } else { value };
            self.line(&format!("v += p{p}_{callee}(&{name}_a, {value});"));
        }
        let differs = self.decided(&format!("{name}_b.n != {name}_was"));
        self.hit_if(&differs);
    }
}
