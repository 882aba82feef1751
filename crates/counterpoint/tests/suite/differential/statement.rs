//! Statements of generated programs.

use super::expression::Use;
use super::generate::Generator;
use super::scope::{Array, Int, Pointer, Scalar, Scope, Writes};

impl Generator {
    /// A few statements.
    pub(super) fn block(&mut self, scope: &Scope, depth: usize) {
        self.indent += 1;
        // No side of a decision is empty: sides with the same code are the same to us.
        self.mix(scope);
        for _ in 0..self.random.within(0, 2) {
            self.statement(scope, depth);
        }
        self.indent -= 1;
    }

    pub(super) fn statement(&mut self, scope: &Scope, depth: usize) {
        if depth > 0 && self.decisions > 0 && self.random.percent(55) {
            return match self.random.below(20) {
                0..=7 => self.conditional(scope, depth),
                8..=10 => self.counted_loop(scope, depth),
                11 => self.while_loop(scope, depth),
                12 => self.do_loop(scope, depth),
                13..=15 => self.switch(scope, depth),
                16 if !scope.repeated => self.unset(scope),
                17 => self.leave(scope),
                _ => self.conditional(scope, depth),
            };
        }
        match self.random.below(20) {
            0..=5 => self.assign(scope),
            6..=8 => self.compound(scope),
            9..=12 => self.write_element(scope),
            13 | 14 => self.write_through(scope),
            15 | 16 => self.aim(scope),
            17 => self.check(scope),
            18 => self.call_statement(scope),
            _ => self.mix(scope),
        }
    }

    /// Lets the exit code depend on a value.
    pub(super) fn mix(&mut self, scope: &Scope) {
        let salt = self.number();
        let value = self.value(scope, Int::U32, 1);
        self.line(&format!("acc = acc * 31 + {salt} + {value};"));
    }

    fn conditional(&mut self, scope: &Scope, depth: usize) {
        let guard = self.guard(scope);
        self.line(&format!("if ({guard}) {{"));
        self.block(scope, depth - 1);
        if self.random.percent(50) {
            self.line("} else {");
            self.block(scope, depth - 1);
        }
        self.line("}");
    }

    /// How often a loop runs: a small number, or what inputs say.
    fn bound(&mut self, scope: &Scope) -> String {
        match self.random.percent(60) {
            true => self.random.within(1, 3).to_string(),
            false => {
                let value = self.value(scope, Int::I32, 1);
                format!("({value} & 3)")
            }
        }
    }

    fn counted_loop(&mut self, scope: &Scope, depth: usize) {
        let name = format!("k{}", self.number());
        let bound = self.bound(scope);
        let going_on = self.decided(&format!("{name} < {bound}"));
        self.line(&format!("for (i32 {name} = 0; {going_on}; {name}++) {{"));
        let mut inside = Scope { in_loop: true, repeated: true, ..scope.clone() };
        inside.scalar(name, Int::I32, Writes::Never);
        self.block(&inside, depth - 1);
        self.line("}");
    }

    fn while_loop(&mut self, scope: &Scope, depth: usize) {
        let name = format!("k{}", self.number());
        let going_on = self.guard(scope);
        let limit = self.random.within(1, 3);
        let counted = self.decided(&format!("{name} < {limit}"));
        self.line(&format!("i32 {name} = 0;"));
        self.line(&format!("while ({counted} && ({going_on})) {{"));
        let mut inside = Scope { in_loop: true, repeated: true, ..scope.clone() };
        inside.scalar(&name, Int::I32, Writes::Never);
        // Counted first, as there may be a `continue`.
        self.indent += 1;
        self.line(&format!("{name}++;"));
        self.indent -= 1;
        self.block(&inside, depth - 1);
        self.line("}");
    }

    fn do_loop(&mut self, scope: &Scope, depth: usize) {
        let name = format!("k{}", self.number());
        let bound = self.bound(scope);
        self.line(&format!("i32 {name} = 0;"));
        self.line("do {");
        let mut inside = Scope { in_loop: true, repeated: true, ..scope.clone() };
        inside.scalar(&name, Int::I32, Writes::Never);
        self.block(&inside, depth - 1);
        let going_on = self.decided(&format!("++{name} < {bound}"));
        self.line(&format!("}} while ({going_on});"));
    }

    fn switch(&mut self, scope: &Scope, depth: usize) {
        let ty = *self.random.pick(&Int::WIDE);
        let value = self.value(scope, ty, 1);
        let start =
            if ty.is_signed() { self.random.within(-5, 5) } else { self.random.within(0, 9) };
        self.line(&format!("switch ({value}) {{"));
        for i in 0..self.random.within(1, 4) {
            self.decisions = self.decisions.saturating_sub(1);
            self.line(&format!("case {}:", start + 3 * i));
            if self.random.percent(25) {
                self.line(&format!("case {}:", start + 3 * i + 1));
            }
            self.case_body(scope, depth);
        }
        self.line("default:");
        self.case_body(scope, depth);
        self.line("}");
    }

    fn case_body(&mut self, scope: &Scope, depth: usize) {
        self.indent += 1;
        let number = self.number();
        self.line(&format!("CASE({number});"));
        self.line("{");
        // A `break` here would leave the switch, not the loop.
        self.block(&Scope { in_loop: false, ..scope.clone() }, depth - 1);
        self.line("}");
        if self.random.percent(80) {
            self.line("break;");
        }
        self.indent -= 1;
    }

    /// Ends a loop, a function or the program early.
    fn leave(&mut self, scope: &Scope) {
        let guard = self.guard(scope);
        self.line(&format!("if ({guard}) {{"));
        self.indent += 1;
        self.mix(scope);
        match (self.random.below(4), scope.in_loop) {
            (0, _) => self.line("ABORT();"),
            (1, true) => self.line("continue;"),
            (_, true) => self.line("break;"),
            (_, false) => self.finish(scope),
        }
        self.indent -= 1;
        self.line("}");
    }

    /// Returns from a function.
    pub(super) fn finish(&mut self, scope: &Scope) {
        match scope.result {
            None => self.line("return acc % 64;"),
            Some(ty) => {
                let value = self.value(scope, ty.promoted(), 1);
                self.line(&format!("return ({}){value};", ty.name()));
            }
        }
    }

    /// A variable that gets its value on one side of a branch only. Not in a loop: natively, the value of the
    /// iteration before would still be there.
    fn unset(&mut self, scope: &Scope) {
        let ty = *self.random.pick(&Int::ALL);
        let name = format!("unset{}", self.number());
        self.line(&format!("UNSET({}, {name});", ty.name()));
        let guard = self.guard(scope);
        self.set_if(scope, &guard, &name, ty);
        if self.random.percent(60) {
            let other = self.decision(scope);
            self.set_if(scope, &other, &name, ty);
        }
        // Below a negative number is no unsigned value: then nothing depends on it.
        let constant = self.random.within(1, 100);
        let decided = self.decided(&format!("USE({name}) < {constant}"));
        let salt = self.number();
        self.line(&format!("if ({decided}) acc += {salt};"));
    }

    fn set_if(&mut self, scope: &Scope, guard: &str, name: &str, ty: Int) {
        let (salt, value) = (self.number(), self.value(scope, ty.promoted(), 1));
        self.line(&format!("if ({guard}) {{ acc += {salt}; SET({name}, {value}); }}"));
    }

    fn written(&mut self, scope: &Scope, least: &[Writes]) -> Option<Scalar> {
        let fits = |scalar: &&Scalar| least.contains(&scalar.writes);
        let scalars: Vec<&Scalar> = scope.scalars.iter().filter(fits).collect();
        match scalars.is_empty() {
            true => None,
            false => Some((*self.random.pick(&scalars)).clone()),
        }
    }

    fn assign(&mut self, scope: &Scope) {
        if self.random.percent(10) && scope.records.len() > 1 {
            let (to, from) =
                (self.random.pick(&scope.records), self.random.below(scope.records.len()));
            return self.line(&format!("{to} = {};", scope.records[from]));
        }
        let Some(to) = self.written(scope, &[Writes::Assign, Writes::Any]) else { return };
        let depth = 1 + self.random.below(2);
        let value = self.value(scope, to.ty.promoted(), depth);
        self.line(&format!("{} = ({}){value};", to.name, to.ty.name()));
    }

    fn compound(&mut self, scope: &Scope) {
        let Some(to) = self.written(scope, &[Writes::Any]) else { return };
        let ty = *self.random.pick(&Int::WIDE);
        let common = to.ty.common(ty).name();
        if to.ty.promoted() == to.ty && self.random.percent(25) {
            return self.line(&format!("INCREMENT({}, {});", to.ty.name(), to.name));
        }
        let value = self.value(scope, ty, 1);
        let name = *self.random.pick(&["ADD_TO", "SUB_FROM"]);
        self.line(&format!("{name}({common}, {}, {value});", to.name));
    }

    fn write_element(&mut self, scope: &Scope) {
        let arrays: Vec<&Array> = scope.arrays.iter().filter(|array| !array.constant).collect();
        if arrays.is_empty() {
            return self.assign(scope);
        }
        let array = (*self.random.pick(&arrays)).clone();
        let value = self.value(scope, array.ty.promoted(), 1);
        let element = self.element(scope, &array, Use::Write);
        self.line(&format!("{element} = ({}){value};", array.ty.name()));
    }

    fn write_through(&mut self, scope: &Scope) {
        if scope.pointers.is_empty() {
            return self.assign(scope);
        }
        let pointer = self.random.pick(&scope.pointers).clone();
        let value = self.value(scope, pointer.ty.promoted(), 1);
        let target = self.target(scope, &pointer, Use::Write);
        self.line(&format!("{target} = ({}){value};", pointer.ty.name()));
    }

    /// Lets a pointer point somewhere else.
    fn aim(&mut self, scope: &Scope) {
        if scope.pointers.is_empty() {
            return self.assign(scope);
        }
        let pointer = self.random.pick(&scope.pointers).clone();
        let aimed = self.aimed(scope, &pointer);
        self.line(&format!("{aimed};"));
    }

    pub(super) fn aimed(&mut self, scope: &Scope, pointer: &Pointer) -> String {
        let fits = |array: &&Array| {
            array.ty == pointer.ty
                && array.field == pointer.field
                && !array.constant
                && !array.inner
        };
        let arrays: Vec<&Array> = scope.arrays.iter().filter(fits).collect();
        if self.random.percent(8) {
            return aim_at_null(pointer);
        }
        let objects = objects(scope, pointer);
        if !objects.is_empty() && (arrays.is_empty() || self.random.percent(30)) {
            let object = self.random.pick(&objects);
            return format!("AIM({}, &{object}, &{object}, 1)", pointer.name);
        }
        if arrays.is_empty() {
            return aim_at_null(pointer);
        }
        let Array { name, len, .. } = (*self.random.pick(&arrays)).clone();
        let start = match self.random.percent(50) {
            true => self.random.below(len).to_string(),
            false => {
                let value = self.value(scope, Int::I32, 1);
                format!("({value} & {})", (len + 1).next_power_of_two() / 2 - 1)
            }
        };
        format!("AIM({}, {name} + {start}, {name}, {len})", pointer.name)
    }

    fn check(&mut self, scope: &Scope) {
        let condition = self.comparison(scope, 1);
        self.line(&format!("CHECK({condition});"));
    }

    fn call_statement(&mut self, scope: &Scope) {
        let Some(callee) = self.any_callee(scope) else { return self.mix(scope) };
        let call = self.call_of(scope, &callee, 1);
        self.line(&format!("acc += (u32){call};"));
    }
}

fn aim_at_null(pointer: &Pointer) -> String {
    let ty = if pointer.field.is_empty() { pointer.ty.name() } else { "struct record" };
    format!("AIM({}, 0, ({ty} *)0, 0)", pointer.name)
}

/// Variables that a pointer may point to. What lies beside a field or an element is no error to see.
fn objects(scope: &Scope, pointer: &Pointer) -> Vec<String> {
    if !pointer.field.is_empty() {
        return scope.records.clone();
    }
    let fits = |scalar: &&Scalar| {
        scalar.ty == pointer.ty && scalar.writes == Writes::Any && !scalar.name.contains(['.', '['])
    };
    scope.scalars.iter().filter(fits).map(|scalar| scalar.name.clone()).collect()
}
