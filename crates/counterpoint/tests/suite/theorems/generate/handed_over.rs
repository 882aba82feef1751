//! What one call leaves and the next one takes, where it may be nothing: pointers that are null, that are marked, that lead
//! into or just behind an array, or to a function; variables that a call fills on some paths only, and such that it only
//! looks at on some; and what a call is given twice.
//!
//! Each kind is a pair of functions, one that makes the pointer or fills the variable and one that takes it, and a
//! statement that calls both.

use super::{ELEMENTS, Generator, Scope};

/// How something gets from one call to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HandedOver {
    /// A pointer to a number, or one that is no pointer, as a result.
    Result,
    /// The same, in a struct that the first call fills.
    Field,
    /// The same, in a global variable.
    Global,
    /// A pointer with a mark in its lowest bit.
    Marked,
    /// A pointer to an element of an array, or null.
    Found,
    /// The same, by a search of the library's.
    Searched,
    /// A pointer behind the last element.
    End,
    /// A pointer to a function, which is called or only compared.
    Function,
    /// Two pointers to one number, perhaps to one that the function names itself.
    Twice,
    /// Two pointers to pieces of one array, which overlap.
    Overlapping,
    /// A variable that is filled on some paths only.
    Output,
    /// A global variable that is looked at on one path only, and changes between two calls that are given the same.
    Changed,
    /// A pointer to an element, handed on by a function that is given arrays of different lengths.
    Sized,
    /// Pointers in a struct, through which calls write.
    Cursor,
    /// A list, at whose end calls write.
    List,
}

/// Kinds in one program: paths multiply.
const MOST: usize = 2;

/// All but those that programs of their own have.
const ALL: [HandedOver; 12] = [
    HandedOver::Result,
    HandedOver::Field,
    HandedOver::Global,
    HandedOver::Marked,
    HandedOver::Found,
    HandedOver::Searched,
    HandedOver::End,
    HandedOver::Function,
    HandedOver::Twice,
    HandedOver::Overlapping,
    HandedOver::Output,
    HandedOver::Changed,
];

impl Generator {
    /// Perhaps some kinds, with their functions.
    pub(super) fn hand_over(&mut self, globals: &mut Scope) {
        for _ in 0..self.random.below(MOST + 1) {
            let kind = *self.random.pick(&ALL);
            if !globals.handed_over.contains(&kind) {
                self.makes_and_takes(globals, kind);
                globals.handed_over.push(kind);
            }
        }
        if self.is_sized {
            self.makes_and_takes(globals, HandedOver::Sized);
            globals.handed_over.push(HandedOver::Sized);
        }
        if self.is_loaded {
            let kind = *self.random.pick(&[HandedOver::Cursor, HandedOver::List]);
            self.makes_and_takes(globals, kind);
            globals.handed_over.push(kind);
        }
    }

    fn makes_and_takes(&mut self, globals: &Scope, kind: HandedOver) {
        match kind {
            HandedOver::Result => self.result(globals),
            HandedOver::Field => self.field(globals),
            HandedOver::Global => self.global(globals),
            HandedOver::Marked => self.marked(globals),
            HandedOver::Found => self.found(),
            HandedOver::Searched => self.searched(),
            HandedOver::End => self.end(),
            HandedOver::Function => self.function_pointer(globals),
            HandedOver::Twice => self.twice(),
            HandedOver::Overlapping => self.overlapping(),
            HandedOver::Output => self.output(globals),
            HandedOver::Changed => self.changed(),
            HandedOver::Sized => self.sized(),
            HandedOver::Cursor => self.cursor(),
            HandedOver::List => self.list(),
        }
    }

    /// What is no pointer to a number: null, or a number that is none, or a function.
    fn no_pointer(&mut self) -> String {
        match self.random.below(4) {
            0 | 1 => "(u32 *)0".to_owned(),
            2 => "(u32 *)-1".to_owned(),
            _ => format!("(u32 *)p{}_none", self.program),
        }
    }

    /// A function that takes a pointer, if it is one, and may write there.
    fn taker(&mut self, name: &str, none: &str) {
        let p = self.program;
        let is_none = self.decided(&format!("r == {none}"));
        let (bound, other) = (self.constant(), self.constant());
        let writes = self.decided(&format!("d > {bound}"));
        self.line(&format!("static u32 p{p}_{name}(u32 *r, u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_none}) return {other};"));
            this.line(&format!("if ({writes}) *r += d;"));
            this.line("return *r;");
        });
        self.line("}");
    }

    fn result(&mut self, globals: &Scope) {
        let p = self.program;
        let none = self.no_pointer();
        let (cell, bound) = (self.random.pick(&globals.cells).clone(), self.constant());
        let is_some = self.decided(&format!("x0 == {bound}"));
        self.line(&format!("static u32 *p{p}_look(u32 x0) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_some}) return {cell};"));
            this.line(&format!("return {none};"));
        });
        self.line("}");
        self.taker("take", &none);
    }

    fn field(&mut self, globals: &Scope) {
        let p = self.program;
        let none = self.no_pointer();
        let (cell, bound) = (self.random.pick(&globals.cells).clone(), self.constant());
        let is_some = self.decided(&format!("x0 > {bound}"));
        self.line(&format!("struct p{p}_box {{ u32 n; u32 *at; }};"));
        self.line(&format!("static void p{p}_fill(struct p{p}_box *s, u32 x0) {{"));
        self.indented(|this| {
            this.line(&format!("s->n = x0, s->at = {none};"));
            this.line(&format!("if ({is_some}) s->at = {cell};"));
        });
        self.line("}");
        self.taker("unbox", &none);
    }

    fn global(&mut self, globals: &Scope) {
        let p = self.program;
        let none = self.no_pointer();
        let (cell, bound) = (self.random.pick(&globals.cells).clone(), self.constant());
        let is_some = self.decided(&format!("x0 < {bound}"));
        self.line(&format!("static u32 *p{p}_current;"));
        self.line(&format!("static void p{p}_bind(u32 x0) {{"));
        self.indented(|this| {
            this.line(&format!("p{p}_current = {none};"));
            this.line(&format!("if ({is_some}) p{p}_current = {cell};"));
        });
        self.line("}");
        self.taker("follow", &none);
    }

    fn marked(&mut self, globals: &Scope) {
        let p = self.program;
        let (cell, bound) = (self.random.pick(&globals.cells).clone(), self.constant());
        let is_marked = self.decided(&format!("x0 == {bound}"));
        self.line(&format!("static u32 *p{p}_mark(u32 x0) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_marked}) return (u32 *)((uptr){cell} | 1);"));
            this.line(&format!("return {cell};"));
        });
        self.line("}");
        let is_marked = self.decided("(uptr)r & 1");
        let (bound, other) = (self.constant(), self.constant());
        let writes = self.decided(&format!("d > {bound}"));
        self.line(&format!("static u32 p{p}_unmark(u32 *r, u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_marked}) {{"));
            this.line("    r = (u32 *)((uptr)r & ~(uptr)1);");
            this.line(&format!("    if ({writes}) *r ^= d;"));
            this.line(&format!("    return *r + {other};"));
            this.line("}");
            this.line("return *r;");
        });
        self.line("}");
    }

    fn found(&mut self) {
        let p = self.program;
        let (goes_on, is_it) = (self.decided("i < 4"), self.decided("b[i] == (u8)x0"));
        self.line(&format!("static u8 *p{p}_find(u8 *b, u32 x0) {{"));
        self.indented(|this| {
            this.line(&format!("for (u32 i = 0; {goes_on}; i++)"));
            this.line(&format!("    if ({is_it}) return b + i;"));
            this.line("return 0;");
        });
        self.line("}");
        self.byte_taker("put");
    }

    fn searched(&mut self) {
        let p = self.program;
        let is_text = self.random.percent(50);
        self.line(&format!("static u8 *p{p}_seek(u8 *b, u32 x0) {{"));
        self.indented(|this| {
            if is_text {
                this.line(&format!("b[{}] = 0;", ELEMENTS - 1));
                this.line("return FIND_CHARACTER(b, x0);");
            } else {
                this.line("return FIND_BYTE(b, x0);");
            }
        });
        self.line("}");
        self.byte_taker("store");
    }

    /// A function that takes a pointer to a byte, and may forget that it may be null.
    fn byte_taker(&mut self, name: &str) {
        let p = self.program;
        let checked = self.random.percent(60);
        let is_null = self.decided("r == 0");
        let (bound, other) = (self.constant(), self.constant());
        let writes = self.decided(&format!("d > {bound}"));
        self.line(&format!("static u32 p{p}_{name}(u8 *r, u32 d) {{"));
        self.indented(|this| {
            if checked {
                this.line(&format!("if ({is_null}) return {other};"));
            }
            this.line(&format!("if ({writes}) BYTE_AT(r) = (u8)d;"));
            this.line("return d;");
        });
        self.line("}");
    }

    fn end(&mut self) {
        let p = self.program;
        let (bound, other) = (self.constant(), self.constant());
        let goes_on = self.decided("e > b");
        let is_it = self.decided(&format!("e[-1] == {bound}"));
        self.line(&format!("static u32 p{p}_back(u8 *b, u8 *e, u32 d) {{"));
        self.indented(|this| {
            this.line("u32 n = 0;");
            this.line(&format!("for (; {goes_on}; e--)"));
            this.line(&format!("    if ({is_it}) e[-1] = (u8)d, n++;"));
            this.line(&format!("return n + {other};"));
        });
        self.line("}");
    }

    fn function_pointer(&mut self, globals: &Scope) {
        let p = self.program;
        let (bound, number) = (self.constant(), self.random.pick(&globals.numbers).clone());
        let is_large = self.decided(&format!("x0 > {bound}"));
        self.line(&format!("static u32 p{p}_up(u32 x0) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_large}) return x0 + 1;"));
            this.line(&format!("return {number};"));
        });
        self.line("}");
        self.line(&format!("static u32 p{p}_down(u32 x0) {{ p{p}_h = x0; return x0 - 1; }}"));
        let (one, other) = (self.constant(), self.constant());
        let (is_one, is_other) =
            (self.decided(&format!("x0 == {one}")), self.decided(&format!("x0 > {other}")));
        self.line(&format!("static u32 (*p{p}_choose(u32 x0))(u32) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_one}) return p{p}_up;"));
            this.line(&format!("if ({is_other}) return p{p}_down;"));
            this.line("return 0;");
        });
        self.line("}");
        let (is_null, is_up) = (self.decided("f == 0"), self.decided(&format!("f == p{p}_up")));
        let (other, is_compared, is_called) =
            (self.constant(), self.random.percent(60), self.random.percent(60));
        self.line(&format!("static u32 p{p}_apply(u32 (*f)(u32), u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_null}) return {other};"));
            if is_compared || !is_called {
                this.line(&format!("if ({is_up}) return d ^ 5;"));
            }
            this.line(if is_called { "return f(d);" } else { "return d;" });
        });
        self.line("}");
    }

    fn twice(&mut self) {
        let p = self.program;
        let (bound, wanted) = (self.constant(), self.constant());
        let is_large = self.decided(&format!("d > {bound}"));
        let is_it = self.decided(&format!("*b == {wanted}"));
        let uses_global = self.random.percent(50);
        self.line(&format!("static u32 p{p}_both(u32 *a, u32 *b, u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_large}) *a += d;"));
            if uses_global {
                this.line(&format!("p{p}_g += 2;"));
            }
            this.line(&format!("if ({is_it}) *b = d ^ 1;"));
            this.line("return *a + *b;");
        });
        self.line("}");
        self.line(&format!("static u32 p{p}_same(u32 *a, u32 d) {{ return p{p}_both(a, a, d); }}"));
    }

    fn overlapping(&mut self) {
        let p = self.program;
        let bound = self.constant();
        let (goes_on, is_large) =
            (self.decided("i < 2"), self.decided(&format!("from[i] > {bound}")));
        self.line(&format!("static u32 p{p}_move(u8 *to, u8 *from, u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("for (u32 i = 0; {goes_on}; i++)"));
            this.line(&format!("    if ({is_large}) to[i] = (u8)(from[i] + d);"));
            this.line("return to[1] + from[0];");
        });
        self.line("}");
    }

    fn output(&mut self, globals: &Scope) {
        let p = self.program;
        let (bound, other) = (self.constant(), self.constant());
        let fills = self.decided(&format!("x0 > {bound}"));
        let number = self.random.pick(&globals.numbers).clone();
        self.line(&format!("static u32 p{p}_get(u32 x0, u32 *o) {{"));
        self.indented(|this| {
            this.line(&format!("if ({fills}) {{ *o = x0 + {number}; return 1; }}"));
            this.line(&format!("return {other} + 2;"));
        });
        self.line("}");
        if self.random.percent(50) {
            // Through a function between, which may fill it as well.
            let (bound, other) = (self.constant(), self.constant());
            let fills = self.decided(&format!("x0 == {bound}"));
            self.line(&format!("static u32 p{p}_ask(u32 x0, u32 *o) {{"));
            self.indented(|this| {
                this.line(&format!("if ({fills}) *o = {other};"));
                this.line(&format!("return p{p}_get(x0, o);"));
            });
        } else {
            self.line(&format!("static u32 p{p}_ask(u32 x0, u32 *o) {{"));
            self.indented(|this| this.line(&format!("return p{p}_get(x0 ^ 1, o);")));
        }
        self.line("}");
    }

    fn changed(&mut self) {
        let p = self.program;
        let (bound, other) = (self.constant(), self.constant());
        let looks = self.decided(&format!("x0 == {bound}"));
        self.line(&format!("static u32 p{p}_peek(u32 x0) {{"));
        self.indented(|this| {
            this.line(&format!("if ({looks}) return p{p}_g;"));
            this.line(&format!("return {other};"));
        });
        self.line("}");
        // Perhaps it is another function that looks.
        let (bound, called) = (self.constant(), *self.random.pick(&["peek(x0)", "peek(x0 ^ 2)"]));
        let looks = self.decided(&format!("x0 < {bound}"));
        self.line(&format!("static u32 p{p}_glance(u32 x0) {{"));
        self.indented(|this| {
            this.line(&format!("if ({looks}) return p{p}_{called} + 1;"));
            this.line("return 0;");
        });
        self.line("}");
    }

    /// The function between knows neither the array's length nor which element it is, and perhaps writes one before.
    fn sized(&mut self) {
        let p = self.program;
        let (wanted, other) = (self.constant(), self.constant());
        let is_it = self.decided(&format!("*r == (u8){wanted}"));
        let writes = self.random.percent(50);
        self.line(&format!("static u32 p{p}_touch(u8 *r, u32 d) {{"));
        self.indented(|this| {
            this.line(&format!("if ({is_it}) return {other};"));
            if writes {
                this.line("*r = (u8)d;");
            }
            this.line("return *r;");
        });
        self.line("}");
        self.line(&format!("static void p{p}_lay(u8 *b, u32 i, u32 d) {{ b[i] = (u8)d; }}"));
        let before = self.random.below(4);
        let other = *self.random.pick(&["i", "(i ^ 1)"]);
        self.line(&format!("static u32 p{p}_step(u8 *b, u32 i, u32 d) {{"));
        self.indented(|this| {
            match before {
                0 => this.line("b[1] = (u8)d;"),
                1 | 2 => this.line(&format!("p{p}_lay(b, i, d);")),
                _ => {}
            }
            this.line(&format!("return p{p}_touch(b + {other}, d);"));
        });
        self.line("}");
    }

    /// A short array and a long one, whichever is first.
    fn use_sized(&mut self, first: &str, second: &str) {
        let p = self.program;
        let name = format!("z{}", self.number());
        let (at, given) = (self.random.below(ELEMENTS), self.constant());
        self.line(&format!("u8 {name}[2] = {{1, {given}}}, {name}_long[4] = {{9, 8, 7, 6}};"));
        self.line(&format!("{name}_long[{at}] = (u8){second};"));
        let mut calls = [
            format!("v += p{p}_step({name}, {first} & 1, {second});"),
            format!("v ^= p{p}_step({name}_long, {second} & 3, {first});"),
        ];
        if self.random.percent(30) {
            calls.reverse();
        }
        for call in calls {
            self.line(&call);
        }
    }

    /// Both calls, one after the other.
    pub(super) fn handed_over(&mut self, scope: &Scope) {
        let p = self.program;
        let (first, second) = (self.value(scope, 1), self.value(scope, 1));
        let array = self.random.pick(&scope.arrays).clone();
        match *self.random.pick(&scope.handed_over) {
            HandedOver::Result => {
                self.line(&format!("v += p{p}_take(p{p}_look({first}), {second});"));
            }
            HandedOver::Field => {
                let name = format!("s{}", self.number());
                self.line(&format!("struct p{p}_box {name};"));
                self.line(&format!("p{p}_fill(&{name}, {first});"));
                self.line(&format!("v += p{p}_unbox({name}.at, {second});"));
            }
            HandedOver::Global => {
                self.line(&format!("p{p}_bind({first});"));
                self.line(&format!("v ^= p{p}_follow(p{p}_current, {second});"));
            }
            HandedOver::Marked => {
                self.line(&format!("v += p{p}_unmark(p{p}_mark({first}), {second});"));
            }
            HandedOver::Found => {
                self.line(&format!("v += p{p}_put(p{p}_find({array}, {first}), {second});"));
            }
            HandedOver::Searched => {
                self.line(&format!("v += p{p}_store(p{p}_seek({array}, {first}), {second});"));
            }
            HandedOver::Function => {
                self.line(&format!("v += p{p}_apply(p{p}_choose({first}), {second});"));
            }
            HandedOver::Twice => self.use_twice(scope, &first),
            HandedOver::Overlapping => {
                let (to, from) = (self.random.below(3), self.random.below(3));
                self.line(&format!("v += p{p}_move({array} + {to}, {array} + {from}, {first});"));
            }
            HandedOver::End => {
                self.line(&format!("v += p{p}_back({array}, {array} + {ELEMENTS}, {second});"));
            }
            HandedOver::Output => self.use_output(&first),
            HandedOver::Changed => self.use_changed(&first, &second),
            HandedOver::Sized => self.use_sized(&first, &second),
            HandedOver::Cursor => self.use_cursor(scope, &first, &second),
            HandedOver::List => self.use_list(&first, &second),
        }
    }

    /// Mostly the same number twice.
    fn use_twice(&mut self, scope: &Scope, given: &str) {
        let p = self.program;
        let cell = self.cell(scope);
        if self.random.percent(40) {
            self.line(&format!("v += p{p}_same({cell}, {given});"));
            return;
        }
        let other = match self.random.percent(60) {
            true => cell.clone(),
            false => self.cell(scope),
        };
        self.line(&format!("v += p{p}_both({cell}, {other}, {given});"));
    }

    /// Two calls with the same argument, and a change of the global variable between them.
    fn use_changed(&mut self, given: &str, change: &str) {
        let p = self.program;
        let name = format!("t{}", self.number());
        let callee = *self.random.pick(&["peek", "glance"]);
        self.line(&format!("u32 {name} = {given}, {name}_was = p{p}_{callee}({name});"));
        self.line(&format!("p{p}_g ^= {change} | 1;"));
        let differs = self.decided(&format!("p{p}_{callee}({name}) != {name}_was"));
        self.hit_if(&differs);
    }

    /// A mark has a line of its own: a path to the condition isn't there yet.
    pub(super) fn hit_if(&mut self, condition: &str) {
        self.line(&format!("if ({condition}) {{"));
        self.indented(|this| this.line("HIT(v += 7);"));
        self.line("}");
    }

    /// A variable that is filled if the call says so, or perhaps not.
    fn use_output(&mut self, given: &str) {
        let p = self.program;
        let name = format!("o{}", self.number());
        let callee = *self.random.pick(&["get", "ask"]);
        let constant = self.constant();
        self.line(&format!("OUTPUT({name});"));
        match self.random.below(3) {
            0 => {
                let is_filled = self.decided(&format!("p{p}_{callee}({given}, &{name}) == 1"));
                self.line(&format!("if ({is_filled}) v += {name};"));
            }
            1 => {
                self.line(&format!("p{p}_{callee}({given}, &{name});"));
                let is_small = self.decided(&format!("USE({name}) < {constant}"));
                self.line(&format!("if ({is_small}) v ^= {name};"));
            }
            _ => {
                self.line(&format!("v += p{p}_{callee}({given}, &{name});"));
                let is_that = self.decided(&format!("USE({name}) == {constant}"));
                self.hit_if(&is_that);
            }
        }
    }
}
