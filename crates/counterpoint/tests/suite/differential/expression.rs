//! Expressions of generated programs. Each is one operand: parenthesised, a call or a name.

use super::generate::Generator;
use super::scope::{Array, Callee, Int, Parameter, Pointer, Scope};

/// What an array or a pointer is accessed for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
}

impl Generator {
    /// A value of a type that arithmetic is done in. No value is constant: what clang computes itself isn't
    /// checked.
    pub(super) fn value(&mut self, scope: &Scope, ty: Int, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(scope, ty);
        }
        match self.random.below(100) {
            0..=24 => self.leaf(scope, ty),
            25..=54 => self.arithmetic(scope, ty, depth),
            55..=66 => self.bitwise(scope, ty, depth),
            67..=74 => self.shift(scope, ty, depth),
            75..=79 => self.unary(scope, ty, depth),
            80..=84 => self.narrowed(scope, ty, depth),
            85..=88 => format!("({}){}", ty.name(), self.comparison(scope, depth - 1)),
            89..=93 => self.choice(scope, ty, depth),
            _ => self.call(scope, ty, depth),
        }
    }

    /// A condition that decides nothing by itself.
    pub(super) fn comparison(&mut self, scope: &Scope, depth: usize) -> String {
        let ty = *self.random.pick(&Int::WIDE);
        let left = self.value(scope, ty, depth);
        if self.random.percent(10) {
            return format!("(!{left})");
        }
        let right = match self.random.percent(60) {
            true => self.constant(ty),
            false => self.value(scope, ty, depth),
        };
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        format!("({left} {operator} {right})")
    }

    /// A condition for a branch, with every part that decides something recorded.
    pub(super) fn guard(&mut self, scope: &Scope) -> String {
        let first = self.decision(scope);
        match self.random.below(10) {
            0 | 1 if self.decisions > 0 => format!("{first} && {}", self.decision(scope)),
            2 | 3 if self.decisions > 0 => format!("{first} || {}", self.decision(scope)),
            4 => format!("!{first}"),
            _ => first,
        }
    }

    pub(super) fn decision(&mut self, scope: &Scope) -> String {
        let condition = self.comparison(scope, 1);
        self.decided(&condition)
    }

    /// Records a condition.
    pub(super) fn decided(&mut self, condition: &str) -> String {
        self.decisions = self.decisions.saturating_sub(1);
        format!("DECIDE({}, {condition})", self.number())
    }

    pub(super) fn constant(&mut self, ty: Int) -> String {
        let low = if ty.is_signed() { -20 } else { 0 };
        let value = match self.random.below(10) {
            0..=5 => self.random.within(low, 20),
            6 | 7 => self.random.within(low * 7, 260),
            8 => 1 << self.random.below(17),
            _ => *self.random.pick(&[0, 1, 127, 255, 0x7fff_ffff]),
        };
        format!("({}){value}", ty.name())
    }

    /// The right side of an operation: this one may be constant.
    fn operand(&mut self, scope: &Scope, ty: Int, depth: usize) -> String {
        match self.random.percent(35) {
            true => self.constant(ty),
            false => self.value(scope, ty, depth),
        }
    }

    fn leaf(&mut self, scope: &Scope, ty: Int) -> String {
        match self.random.below(10) {
            0..=2 if !scope.arrays.is_empty() => {
                let array = self.random.pick(&scope.arrays).clone();
                format!("({}){}", ty.name(), self.element(scope, &array, Use::Read))
            }
            3 if !scope.pointers.is_empty() => {
                let pointer = self.random.pick(&scope.pointers).clone();
                format!("({}){}", ty.name(), self.target(scope, &pointer, Use::Read))
            }
            4 if self.random.percent(20) => {
                let scalar = &self.random.pick(&scope.scalars).name;
                let mask = self.random.pick(&[4, 4, 4, 7]);
                format!("({})WORD(words, (i32){scalar} & {mask})", ty.name())
            }
            _ => format!("({}){}", ty.name(), self.random.pick(&scope.scalars).name),
        }
    }

    fn arithmetic(&mut self, scope: &Scope, ty: Int, depth: usize) -> String {
        let name = *self.random.pick(&["ADD", "ADD", "ADD", "SUB", "SUB", "MUL", "DIV", "REM"]);
        let left = self.value(scope, ty, depth - 1);
        // Products and quotients of two inputs are hard to solve: one of them a level.
        let right = match name {
            "MUL" | "DIV" | "REM" if self.random.percent(70) => self.constant(ty),
            "MUL" | "DIV" | "REM" => self.leaf(scope, ty),
            _ => self.operand(scope, ty, depth - 1),
        };
        format!("{name}({}, {left}, {right})", ty.name())
    }

    fn bitwise(&mut self, scope: &Scope, ty: Int, depth: usize) -> String {
        let operator = *self.random.pick(&["&", "|", "^"]);
        let (left, right) = (self.value(scope, ty, depth - 1), self.operand(scope, ty, depth - 1));
        format!("({left} {operator} {right})")
    }

    fn shift(&mut self, scope: &Scope, ty: Int, depth: usize) -> String {
        let name = if self.random.percent(50) { "SHL" } else { "SHR" };
        let value = self.value(scope, ty, depth - 1);
        let amount = self.value(scope, Int::I32, depth - 1);
        let mask = *self.random.pick(&[3, 7, 15, 31, 31, 63]);
        match self.random.percent(85) {
            true => format!("{name}({}, {value}, ({amount} & {mask}))", ty.name()),
            false => format!("{name}({}, {value}, {amount})", ty.name()),
        }
    }

    fn unary(&mut self, scope: &Scope, ty: Int, depth: usize) -> String {
        let value = self.value(scope, ty, depth - 1);
        match self.random.percent(60) {
            true => format!("NEG({}, {value})", ty.name()),
            false => format!("(~{value})"),
        }
    }

    fn narrowed(&mut self, scope: &Scope, ty: Int, depth: usize) -> String {
        let from = *self.random.pick(&Int::WIDE);
        let value = self.value(scope, from, depth - 1);
        format!("({})({}){value}", ty.name(), self.random.pick(&Int::ALL).name())
    }

    /// A conditional expression. Clang branches only if a side is more than a constant.
    fn choice(&mut self, scope: &Scope, ty: Int, depth: usize) -> String {
        if self.decisions == 0 {
            return self.arithmetic(scope, ty, depth);
        }
        let decision = self.decision(scope);
        let first = self.arithmetic(scope, ty, depth);
        let second = self.operand(scope, ty, depth - 1);
        format!("({decision} ? {first} : {second})")
    }

    fn call(&mut self, scope: &Scope, ty: Int, depth: usize) -> String {
        if let Some(functions) = scope.table
            && self.random.percent(20)
        {
            let which = self.value(scope, Int::I32, depth - 1);
            let argument = self.value(scope, Int::I32, depth - 1);
            let mask = if functions > 3 { 3 } else { 1 };
            return format!("({})CALL(table, {which} & {mask}, {argument})", ty.name());
        }
        let Some(callee) = self.any_callee(scope) else {
            return self.arithmetic(scope, ty, depth);
        };
        format!("({}){}", ty.name(), self.call_of(scope, &callee, depth - 1))
    }

    pub(super) fn any_callee(&mut self, scope: &Scope) -> Option<Callee> {
        match scope.callees.is_empty() {
            true => None,
            false => Some(self.random.pick(&scope.callees).clone()),
        }
    }

    pub(super) fn call_of(&mut self, scope: &Scope, callee: &Callee, depth: usize) -> String {
        let mut arguments = Vec::new();
        for parameter in &callee.parameters {
            arguments.push(self.argument(scope, parameter, depth));
        }
        format!("{}({})", callee.name, arguments.join(", "))
    }

    fn argument(&mut self, scope: &Scope, parameter: &Parameter, depth: usize) -> String {
        match parameter {
            Parameter::Scalar(ty) => {
                let value = self.operand(scope, ty.promoted(), depth);
                format!("({}){value}", ty.name())
            }
            Parameter::Depth => {
                let value = self.value(scope, Int::I32, depth);
                format!("({value} & {})", self.random.pick(&[1, 3]))
            }
            Parameter::Record => self.random.pick(&scope.records).clone(),
            Parameter::Pointer(ty) => self.pointer_argument(scope, *ty),
            Parameter::RecordPointer => self.record_pointer_argument(scope),
        }
    }

    /// A pointer of that type, or the array that every function can name.
    fn pointer_argument(&mut self, scope: &Scope, ty: Int) -> String {
        let fits = |array: &&Array| {
            array.ty == ty && array.field.is_empty() && !array.constant && !array.inner
        };
        let arrays: Vec<&Array> = scope.arrays.iter().filter(fits).collect();
        let pointers: Vec<&Pointer> = {
            let fits = |pointer: &&Pointer| pointer.ty == ty && pointer.field.is_empty();
            scope.pointers.iter().filter(fits).collect()
        };
        if !pointers.is_empty() && self.random.percent(50) {
            return format!("PASS({})", self.random.pick(&pointers).name);
        }
        let array = *self.random.pick(&arrays);
        format!("PASS_ARRAY({}, {})", array.name, array.len)
    }

    fn record_pointer_argument(&mut self, scope: &Scope) -> String {
        let pointers: Vec<&Pointer> =
            scope.pointers.iter().filter(|pointer| !pointer.field.is_empty()).collect();
        if !pointers.is_empty() && self.random.percent(50) {
            return format!("PASS({})", self.random.pick(&pointers).name);
        }
        match scope.arrays.iter().find(|array| array.name == "records") {
            Some(array) if self.random.percent(50) => format!("PASS_ARRAY(records, {})", array.len),
            _ => format!("PASS_ARRAY(&{}, 1)", self.random.pick(&scope.records)),
        }
    }

    /// An element of an array.
    pub(super) fn element(&mut self, scope: &Scope, array: &Array, access: Use) -> String {
        // An element of a constant array at a constant index is a constant.
        let index = match array.constant {
            true => self.computed_index(scope, array.len),
            false => self.index(scope, array.len),
        };
        let name = match access {
            _ if array.inner => "INNER",
            Use::Read => "READ",
            Use::Write => "WRITE",
        };
        format!("{name}({}, {index}, {}){}", array.name, array.len, array.field)
    }

    /// What a pointer points to, or something near it.
    pub(super) fn target(&mut self, scope: &Scope, pointer: &Pointer, access: Use) -> String {
        let name = if access == Use::Read { "LOAD" } else { "STORE" };
        let distance = match self.random.below(4) {
            // A struct that is alone keeps only its own size free beside it.
            0 if !pointer.field.is_empty() => self.index(scope, 1),
            0 => self.index(scope, 3),
            1 => format!("(i32){}", self.random.within(0, 1)),
            _ => "(i32)0".to_owned(),
        };
        format!("{name}({}, {distance}){}", pointer.name, pointer.field)
    }

    /// An index: most often a good one, sometimes one that may be a little too large or too small. An index far away
    /// might lie in another object, where no native check would see it.
    pub(super) fn index(&mut self, scope: &Scope, len: usize) -> String {
        if self.random.percent(30) {
            return format!("(i32){}", self.random.below(len));
        }
        self.computed_index(scope, len)
    }

    fn computed_index(&mut self, scope: &Scope, len: usize) -> String {
        let value = format!("(i32){}", self.random.pick(&scope.scalars).name);
        let below = (len + 1).next_power_of_two() / 2;
        match self.random.below(20) {
            0..=13 => format!("({value} & {})", below - 1),
            14 => format!("({value} & {})", 2 * below - 1),
            15 => format!("REM(i32, {value}, {len})"),
            16 => format!("(({value} & {}) - 1)", below - 1),
            17 => format!("({value} & {below})"),
            _ => format!("(i32)((u32){value} % {len})"),
        }
    }
}
