//! The generator: programs of two to six functions that call each other, with two bytes of input.
//!
//! What matters is between functions: results, cells behind pointers, pointers that are returned, globals, calls in
//! conditions and loops, callees that don't come back, pointers to nothing, variables without a value and arguments that are the same object
//! (`handed_over`).
//! Expressions are simple; `differential` has the others. Many programs are in one file, so names begin with the program's.

mod handed_over;
mod loaded;

use std::fmt::Write as _;

use handed_over::HandedOver;

use crate::differential::random::Random;

/// Functions of a program, beside the topmost.
const FUNCTIONS: std::ops::RangeInclusive<i64> = 1..=5;
/// Inputs and parameters are so many times as likely to be named as other numbers.
const MATTERS: usize = 6;
/// Elements of every array.
const ELEMENTS: usize = 4;

/// So many programs in a hundred have arrays of different lengths.
const SIZED: usize = 6;

/// In so many, functions write through pointers that they have read from memory.
const LOADED: usize = 20;

/// In so many, every call returns, and calls are made whose results are of no use: then a path constraint may leave them out.
const CALM: usize = 15;

/// What a function takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    Number,
    /// A pointer to a number.
    Cell,
    /// A pointer to the first byte of an array.
    Bytes,
}

#[derive(Clone)]
struct Function {
    name: String,
    parameters: Vec<Parameter>,
}

/// What can be named.
#[derive(Clone, Default)]
struct Scope {
    /// Numbers that can be read and written.
    numbers: Vec<String>,
    /// Numbers that have an address, as it is written.
    cells: Vec<String>,
    arrays: Vec<String>,
    /// A function that returns a pointer to one of two numbers.
    picker: Option<String>,
    callees: Vec<Function>,
    /// What is handed from one call to the next.
    handed_over: Vec<HandedOver>,
    /// Expressions inside of loops call less, as paths multiply.
    in_loop: bool,
}

/// Writes one program.
struct Generator {
    random: Random,
    program: usize,
    text: String,
    indent: usize,
    decisions: usize,
    numbers: usize,
    /// So many decisions may still be made in this function, more or less.
    left: usize,
    /// Are there arrays of different lengths?
    is_sized: bool,
    /// Do functions write through pointers that they have read?
    is_loaded: bool,
    /// Does every call return, and may its result be dropped?
    is_calm: bool,
}

/// A program, the same for the same seed. Its topmost function is `p<number>_program`.
pub(super) fn program(seed: u64, number: usize) -> String {
    // By numbers of their own: all other programs are what they were before there were these kinds.
    let by_itself = |salt| Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt);
    let (is_sized, is_calm) = (by_itself(3).percent(SIZED), by_itself(5).percent(CALM));
    let is_loaded = by_itself(7).percent(LOADED);
    let mut generator = Generator {
        // The numbers of neighbouring seeds are the same, shifted by one: the factor takes them apart.
        random: Random::new(seed.wrapping_mul(0xd134_2543_de82_ef95)),
        program: number,
        text: String::new(),
        indent: 0,
        decisions: 0,
        numbers: 0,
        left: 0,
        is_sized,
        is_loaded,
        is_calm,
    };
    generator.program();
    generator.text
}

impl Generator {
    fn program(&mut self) {
        let p = self.program;
        self.line(&format!("static u32 p{p}_g, p{p}_h;"));
        self.line(&format!("static u8 p{p}_a[{ELEMENTS}];"));
        self.line(&format!("static void p{p}_none(void) {{}}"));
        let mut globals = Scope {
            numbers: vec![format!("p{p}_g"), format!("p{p}_h")],
            cells: vec![format!("&p{p}_g")],
            arrays: vec![format!("p{p}_a")],
            ..Scope::default()
        };
        if self.random.percent(40) {
            self.picker(&mut globals);
        }
        self.hand_over(&mut globals);
        let most = *FUNCTIONS.end() - globals.handed_over.len() as i64;
        for _ in 0..self.random.within(*FUNCTIONS.start(), most) {
            self.function(&mut globals);
        }
        self.topmost(globals);
    }

    /// One of two numbers: a global, and what it is given or another global.
    fn picker(&mut self, globals: &mut Scope) {
        let p = self.program;
        let constant = self.constant();
        let first = self.decided(&format!("x0 > {constant}"));
        let second = match self.random.percent(50) {
            true => "c1".to_owned(),
            false => format!("&p{p}_h"),
        };
        self.line(&format!("static u32 *p{p}_pick(u32 x0, u32 *c1) {{"));
        self.indented(|this| {
            this.line(&format!("if ({first}) return &p{p}_g;"));
            this.line(&format!("return {second};"));
        });
        self.line("}");
        globals.picker = Some(format!("p{p}_pick"));
    }

    /// A pointer to a number.
    fn cell(&mut self, scope: &Scope) -> String {
        let cell = self.random.pick(&scope.cells).clone();
        match &scope.picker {
            Some(picker) if self.random.percent(40) => {
                format!("{picker}({}, {cell})", self.random.pick(&scope.numbers))
            }
            _ => cell,
        }
    }

    fn function(&mut self, globals: &mut Scope) {
        let name = format!("p{}_f{}", self.program, globals.callees.len());
        let mut parameters = vec![Parameter::Number];
        if self.random.percent(40) {
            parameters.push(Parameter::Number);
        }
        if self.random.percent(35) {
            parameters.push(Parameter::Cell);
        }
        if self.random.percent(30) {
            parameters.push(Parameter::Bytes);
        }
        let mut scope = globals.clone();
        let mut declared = Vec::new();
        for (i, parameter) in parameters.iter().enumerate() {
            declared.push(declare(&mut scope, i, *parameter));
        }
        self.line(&format!("static u32 {name}({}) {{", declared.join(", ")));
        self.left = 2 + self.random.below(2);
        let recursive = self.random.percent(15);
        let function = Function { name, parameters };
        self.indented(|this| {
            this.line("u32 v = 1;");
            let mut scope = scope;
            scope.numbers.push("v".to_owned());
            if recursive {
                this.recursion(&scope, &function);
            }
            this.body(&scope);
        });
        self.line("}");
        globals.callees.push(function);
    }

    /// `x0` counts down: the function ends at zero, and otherwise first calls itself.
    fn recursion(&mut self, scope: &Scope, function: &Function) {
        let (ends, too_deep) = (self.decided("x0 == 0"), self.decided("x0 > 3"));
        self.line(&format!("if ({ends} || {too_deep}) return {};", scope.numbers[0]));
        let mut arguments = vec!["x0 - 1".to_owned()];
        for parameter in &function.parameters[1..] {
            arguments.push(self.argument(scope, *parameter, 0));
        }
        self.line(&format!("v += {}({});", function.name, arguments.join(", ")));
    }

    fn topmost(&mut self, mut scope: Scope) {
        let p = self.program;
        self.line(&format!("static u32 p{p}_program(void) {{"));
        self.indented(|this| {
            this.line("u8 x, y;");
            this.line(&format!("p{p}_g = 3, p{p}_h = 0;"));
            for i in 0..ELEMENTS {
                this.line(&format!("p{p}_a[{i}] = {};", 3 * i));
            }
            this.line(&format!("u8 l[{ELEMENTS}];"));
            for i in 0..ELEMENTS {
                this.line(&format!("l[{i}] = {};", 2 * i));
            }
            this.line("INPUT(x);");
            this.line("INPUT(y);");
            this.line("u32 v = x, w = y;");
            // The inputs matter more than other numbers.
            for name in ["v", "w"].repeat(MATTERS) {
                scope.numbers.push(name.to_owned());
            }
            scope.cells.extend(["&v".to_owned(), "&w".to_owned()]);
            scope.arrays.push("l".to_owned());
            this.left = 3;
            let last = scope.callees.last().expect("there is a function").clone();
            let call = this.call_of(&scope, &last, 1);
            this.line(&match this.is_calm {
                true => format!("{call};"),
                false => format!("v ^= {call};"),
            });
            if !scope.handed_over.is_empty() {
                this.handed_over(&scope);
            }
            this.body(&scope);
        });
        self.line("}");
        self.line(&format!("ENTRY({p})"));
    }

    fn body(&mut self, scope: &Scope) {
        for _ in 0..self.random.within(2, 4) {
            self.statement(scope, 2);
        }
        let value = self.value(scope, 1);
        self.line(&format!("return {value};"));
    }

    fn statement(&mut self, scope: &Scope, depth: usize) {
        match self.random.below(20) {
            0..=7 if depth > 0 && self.left > 0 => self.conditional(scope, depth),
            8 if depth > 0 && self.left > 0 && !scope.in_loop => self.repeated(scope, depth),
            9 | 10 if self.left > 0 => self.leave(scope),
            11..=13 if self.is_calm => self.call_in_passing(scope),
            // Most inputs get past it.
            11 => {
                let (value, constant) = (self.value(scope, 1), self.constant());
                self.line(&format!("CHECK({value} != {constant});"));
            }
            12 => {
                let (value, by) = (self.value(scope, 1), self.leaf(scope));
                self.line(&format!("v = DIV({value}, ({by} ^ 9));"));
            }
            13 => {
                let (array, value) = (self.array(scope), self.value(scope, 1));
                let i = self.index(scope);
                self.line(&format!("WRITE({array}, {i}) = (u8){value};"));
            }
            14 | 15 => self.assign(scope, "v"),
            16 | 17 if !scope.handed_over.is_empty() => self.handed_over(scope),
            _ => {
                let to = self.random.pick(&scope.numbers).clone();
                self.assign(scope, &to);
            }
        }
    }

    /// A call whose result is of no use, if there is anything to call.
    fn call_in_passing(&mut self, scope: &Scope) {
        let Some(callee) = scope.callees.last().cloned() else { return };
        let call = self.call_of(scope, &callee, 1);
        self.line(&format!("{call};"));
    }

    fn assign(&mut self, scope: &Scope, to: &str) {
        let value = self.value(scope, 2);
        self.line(&format!("{to} = {value};"));
    }

    fn conditional(&mut self, scope: &Scope, depth: usize) {
        let guard = self.guard(scope);
        self.line(&format!("if ({guard}) {{"));
        self.block(scope, depth);
        if self.random.percent(60) {
            self.line("} else {");
            self.block(scope, depth);
        }
        self.line("}");
    }

    fn block(&mut self, scope: &Scope, depth: usize) {
        self.indented(|this| {
            // No side is empty: sides with the same code are the same to us.
            let salt = this.number();
            this.line(&format!("HIT(v += {salt});"));
            for _ in 0..this.random.within(0, 2) {
                this.statement(scope, depth - 1);
            }
        });
    }

    fn repeated(&mut self, scope: &Scope, depth: usize) {
        let name = format!("i{}", self.number());
        let bound = match self.random.percent(50) {
            true => "2".to_owned(),
            false => format!("({} & 3)", self.random.pick(&scope.numbers)),
        };
        self.line(&format!("u32 {name}_end = {bound};"));
        let goes_on = self.decided(&format!("{name} < {name}_end"));
        self.line(&format!("for (u32 {name} = 0; {goes_on}; {name}++) {{"));
        self.block(&Scope { in_loop: true, ..scope.clone() }, depth);
        self.line("}");
    }

    /// Ends the function or the program early.
    fn leave(&mut self, scope: &Scope) {
        let guard = self.guard(scope);
        let end = match self.random.below(6) {
            0 | 1 if self.is_calm => format!("return {};", self.value(scope, 1)),
            0 => "ABORT();".to_owned(),
            1 => format!("LEAVE({});", self.random.below(60)),
            _ => format!("return {};", self.value(scope, 1)),
        };
        self.line(&format!("if ({guard}) {end}"));
    }

    fn guard(&mut self, scope: &Scope) -> String {
        let first = self.comparison(scope);
        let first = self.decided(&first);
        if self.left == 0 || self.random.percent(75) {
            return first;
        }
        let second = self.comparison(scope);
        let operator = *self.random.pick(&["&&", "||"]);
        format!("{first} {operator} {}", self.decided(&second))
    }

    fn decided(&mut self, condition: &str) -> String {
        self.left = self.left.saturating_sub(1);
        let decision = self.decisions;
        self.decisions += 1;
        format!("DECIDE({decision}, {condition})")
    }

    fn comparison(&mut self, scope: &Scope) -> String {
        let left = self.value(scope, 1);
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "==", "!="]);
        match self.random.below(10) {
            0..=6 => format!("{left} {operator} {}", self.constant()),
            7 => format!("(i32){left} {operator} (i32){}", self.constant()),
            _ => format!("{left} {operator} {}", self.value(scope, 0)),
        }
    }

    fn constant(&mut self) -> String {
        match self.random.percent(70) {
            true => format!("{}u", self.random.below(20)),
            false => format!("{}u", self.random.below(260)),
        }
    }

    fn value(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(scope);
        }
        match self.random.below(20) {
            0..=5 => self.leaf(scope),
            6..=8 => format!("({} + {})", self.value(scope, depth - 1), self.operand(scope)),
            9 | 10 => format!("({} - {})", self.value(scope, depth - 1), self.operand(scope)),
            11 => format!("({} ^ {})", self.value(scope, depth - 1), self.operand(scope)),
            12 => {
                let mask = *self.random.pick(&[1, 3, 7, 15, 63]);
                format!("({} & {mask}u)", self.value(scope, depth - 1))
            }
            13 => format!("({} >> {})", self.value(scope, depth - 1), 1 + self.random.below(4)),
            14 => format!("({} * {}u)", self.value(scope, depth - 1), 2 + self.random.below(4)),
            _ if scope.callees.is_empty() || (scope.in_loop && self.random.percent(60)) => {
                self.leaf(scope)
            }
            _ => {
                let callee = self.random.pick(&scope.callees).clone();
                self.call_of(scope, &callee, depth - 1)
            }
        }
    }

    fn operand(&mut self, scope: &Scope) -> String {
        match self.random.percent(50) {
            true => self.constant(),
            false => self.leaf(scope),
        }
    }

    fn leaf(&mut self, scope: &Scope) -> String {
        match self.random.percent(15) {
            true => {
                let (array, i) = (self.array(scope), self.index(scope));
                format!("READ({array}, {i})")
            }
            false if scope.picker.is_some() && self.random.percent(10) => {
                format!("*{}", self.cell(scope))
            }
            false => self.random.pick(&scope.numbers).clone(),
        }
    }

    fn array(&mut self, scope: &Scope) -> String {
        self.random.pick(&scope.arrays).clone()
    }

    /// An index that is mostly right.
    fn index(&mut self, scope: &Scope) -> String {
        match self.random.below(if self.is_calm { 9 } else { 10 }) {
            0..=4 => self.random.below(ELEMENTS).to_string(),
            5..=8 => format!("({} & 3)", self.random.pick(&scope.numbers)),
            _ => format!("({} % 5)", self.random.pick(&scope.numbers)),
        }
    }

    fn call_of(&mut self, scope: &Scope, callee: &Function, depth: usize) -> String {
        let mut arguments = Vec::new();
        for parameter in &callee.parameters {
            arguments.push(self.argument(scope, *parameter, depth));
        }
        format!("{}({})", callee.name, arguments.join(", "))
    }

    fn argument(&mut self, scope: &Scope, parameter: Parameter, depth: usize) -> String {
        match parameter {
            Parameter::Number => match self.random.percent(10) {
                true => self.constant(),
                false => self.value(scope, depth),
            },
            Parameter::Cell => self.cell(scope),
            Parameter::Bytes => self.array(scope),
        }
    }

    fn number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{:1$}{line}", "", 4 * self.indent).expect("a string takes it");
    }

    fn indented(&mut self, write: impl FnOnce(&mut Generator)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }
}

/// A parameter, as it is declared and as it can be named.
fn declare(scope: &mut Scope, i: usize, parameter: Parameter) -> String {
    match parameter {
        Parameter::Number => {
            // A function is about its parameters more than about globals.
            for _ in 0..MATTERS {
                scope.numbers.push(format!("x{i}"));
            }
            format!("u32 x{i}")
        }
        Parameter::Cell => {
            scope.numbers.push(format!("*c{i}"));
            scope.cells.push(format!("c{i}"));
            format!("u32 *c{i}")
        }
        Parameter::Bytes => {
            scope.arrays.push(format!("b{i}"));
            format!("u8 *b{i}")
        }
    }
}
