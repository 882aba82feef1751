//! The generator: writes small programs whose inputs are few enough to try them all.
//!
//! Every decision and every operation that may fail goes through a macro of `plain.h` or `oracle.h`, and a
//! statement has a line of its own, so that a line and a kind name a failing site.

use super::random::Random;
use super::scope::{Array, Callee, Int, Parameter, Scope, Writes};

/// Inputs and parameters are so many times as likely to be named as other variables.
const MATTERS: usize = 4;

/// Writes one program.
pub(super) struct Generator {
    pub(super) random: Random,
    /// So many decisions may still be made, more or less.
    pub(super) decisions: usize,
    pub(super) indent: usize,
    text: String,
    /// What sets the globals to their first values.
    reset: Vec<String>,
    numbers: usize,
}

/// A program; the same for the same seed.
pub(super) fn program(seed: u64) -> String {
    let mut generator = Generator {
        random: Random::new(seed),
        decisions: 0,
        indent: 0,
        text: String::new(),
        reset: Vec::new(),
        numbers: 0,
    };
    generator.program();
    generator.text
}

impl Generator {
    pub(super) fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A number that is given once.
    pub(super) fn number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers
    }

    fn program(&mut self) {
        for line in
            ["#ifdef ORACLE", "#include \"oracle.h\"", "#else", "#include \"plain.h\"", "#endif"]
        {
            self.line(line);
        }
        let mut globals = Scope::default();
        self.globals(&mut globals);
        if self.random.percent(40) {
            self.table(&mut globals);
        }
        for _ in 0..self.random.below(4) {
            self.function(&mut globals);
        }
        self.main(globals);
    }

    fn globals(&mut self, scope: &mut Scope) {
        self.line("static u32 acc;");
        let fields = [(); 3].map(|()| *self.random.pick(&Int::ALL));
        scope.fields = Some(fields);
        let [a, b, c] = fields.map(Int::name);
        self.line(&format!("struct record {{ {a} a; {b} b; {c} c; }};"));
        self.line("struct flags { unsigned a : 3; int b : 5; unsigned c : 8; };");
        for i in 0..self.random.below(3) {
            let ty = *self.random.pick(&Int::ALL);
            self.line(&format!("static {} g{i};", ty.name()));
            let value = self.constant(ty);
            self.reset.push(format!("g{i} = {value};"));
            scope.scalar(format!("g{i}"), ty, Writes::Any);
        }
        // Every function can name an array of i32, so that there is always one to pass.
        self.global_array(scope, "a", Int::I32);
        if self.random.percent(50) {
            let ty = *self.random.pick(&Int::ALL);
            self.global_array(scope, "b", ty);
        }
        self.constant_table(scope);
        self.inner_array(scope);
        self.line("static const u8 words[12] = {1, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 4};");
        if self.random.percent(50) {
            self.record_array(scope, fields);
        }
        self.line("static struct record shared;");
        self.reset.push("shared = (struct record){1, 2, 3};".to_owned());
        self.record(scope, "shared", fields);
    }

    fn record(&mut self, scope: &mut Scope, name: &str, fields: [Int; 3]) {
        scope.records.push(name.to_owned());
        for (field, ty) in ["a", "b", "c"].into_iter().zip(fields) {
            scope.scalar(format!("{name}.{field}"), ty, Writes::Any);
        }
    }

    fn numbers(&mut self, ty: Int, len: usize) -> String {
        let numbers: Vec<String> = (0..len).map(|_| self.constant(ty)).collect();
        numbers.join(", ")
    }

    fn global_array(&mut self, scope: &mut Scope, name: &str, ty: Int) {
        let len = 2 + self.random.below(5);
        self.line(&format!("static {} {name}[{len}];", ty.name()));
        for i in 0..len {
            let value = self.constant(ty);
            self.reset.push(format!("{name}[{i}] = {value};"));
        }
        let (name, field) = (name.to_owned(), String::new());
        scope.arrays.push(Array { name, field, ty, len, constant: false, inner: false });
    }

    fn constant_table(&mut self, scope: &mut Scope) {
        let (ty, len) = (*self.random.pick(&Int::ALL), 3 + self.random.below(6));
        let numbers = self.numbers(ty, len);
        self.line(&format!("static const {} t[{len}] = {{{numbers}}};", ty.name()));
        let (name, field) = ("t".to_owned(), String::new());
        scope.arrays.push(Array { name, field, ty, len, constant: true, inner: false });
    }

    /// An array between other members.
    fn inner_array(&mut self, scope: &mut Scope) {
        let (ty, len) = (*self.random.pick(&Int::ALL), 2 + self.random.below(4));
        let name = ty.name();
        self.line(&format!(
            "static struct {{ {name} first; {name} of[{len}]; {name} last; }} box;"
        ));
        for i in 0..len {
            let value = self.constant(ty);
            self.reset.push(format!("box.of[{i}] = {value};"));
        }
        self.reset.push("box.first = 1, box.last = 2;".to_owned());
        scope.scalar("box.last", ty, Writes::Any);
        let (name, field) = ("box.of".to_owned(), String::new());
        scope.arrays.push(Array { name, field, ty, len, constant: false, inner: true });
    }

    fn record_array(&mut self, scope: &mut Scope, fields: [Int; 3]) {
        let len = 2 + self.random.below(3);
        self.line(&format!("static struct record records[{len}];"));
        for i in 0..len {
            // Field by field, as a whole struct would bring undefined padding along: then every index is a path
            // of its own.
            self.reset.push(format!("records[{i}].a = {i};"));
            self.reset.push(format!("records[{i}].b = {};", 10 * i));
            self.reset.push(format!("records[{i}].c = 7;"));
        }
        for (field, ty) in [".a", ".b", ".c"].into_iter().zip(fields) {
            let (name, field) = ("records".to_owned(), field.to_owned());
            scope.arrays.push(Array { name, field, ty, len, constant: false, inner: false });
        }
    }

    /// Functions that are called through a table.
    fn table(&mut self, scope: &mut Scope) {
        let len = *self.random.pick(&[2, 4]);
        for i in 0..len {
            let mut inside = Scope { result: Some(Int::I32), ..scope.clone() };
            inside.scalar("x", Int::I32, Writes::Any);
            self.decisions = 0;
            self.line(&format!("static i32 entry{i}(i32 x) {{"));
            self.indent = 1;
            // No two are the same.
            self.line(&format!("acc += {i};"));
            self.finish(&inside);
            self.indent = 0;
            self.line("}");
        }
        let names: Vec<String> = (0..len).map(|i| format!("entry{i}")).collect();
        self.line(&format!("static i32 (*const table[{len}])(i32) = {{{}}};", names.join(", ")));
        scope.table = Some(len);
    }

    fn function(&mut self, globals: &mut Scope) {
        let name = format!("f{}", globals.callees.len());
        let result = *self.random.pick(&Int::ALL);
        let mut inside = Scope { result: Some(result), ..globals.clone() };
        let recursive = self.random.percent(25);
        let parameters = self.parameters(recursive);
        let declared: Vec<String> = (0..)
            .zip(&parameters)
            .map(|(i, parameter)| declare(&mut inside, i, parameter))
            .collect();
        self.line(&format!("static {} {name}({}) {{", result.name(), declared.join(", ")));
        self.indent = 1;
        self.decisions = 1 + self.random.below(3);
        let callee = Callee { name, parameters };
        if recursive {
            self.recursion(&inside, &callee);
        }
        for _ in 0..self.random.within(1, 3) {
            self.statement(&inside, 1);
        }
        self.finish(&inside);
        self.indent = 0;
        self.line("}");
        globals.callees.push(callee);
    }

    fn parameters(&mut self, recursive: bool) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        if recursive {
            parameters.push(Parameter::Depth);
        }
        for _ in 0..self.random.within(1, 2) {
            parameters.push(Parameter::Scalar(*self.random.pick(&Int::ALL)));
        }
        if self.random.percent(35) {
            parameters.push(Parameter::Pointer(Int::I32));
        }
        if self.random.percent(25) {
            parameters.push(Parameter::Record);
        }
        if self.random.percent(25) {
            parameters.push(Parameter::RecordPointer);
        }
        parameters
    }

    /// `n` is the depth that is left: the function ends at zero, and otherwise first calls itself.
    fn recursion(&mut self, inside: &Scope, callee: &Callee) {
        let ends = self.decided("n <= 0");
        self.line(&format!("if ({ends}) {{"));
        self.block(inside, 0);
        self.indent += 1;
        self.finish(inside);
        self.indent -= 1;
        self.line("}");
        let others = Callee { parameters: callee.parameters[1..].to_vec(), ..callee.clone() };
        let call = self.call_of(inside, &others, 1);
        let arguments = call.strip_prefix(&format!("{}(", callee.name)).expect("a call of it");
        self.line(&format!("acc = acc * 7 + (u32){}(n - 1, {arguments};", callee.name));
    }

    fn main(&mut self, globals: Scope) {
        self.line("static u32 program(void) {");
        self.indent = 1;
        self.line("acc = 0;");
        for line in std::mem::take(&mut self.reset) {
            self.line(&line);
        }
        let mut scope = globals;
        self.inputs(&mut scope);
        self.locals(&mut scope);
        self.decisions = 3 + self.random.below(4);
        for _ in 0..self.random.within(4, 8) {
            self.statement(&scope, 3);
        }
        self.mix(&scope);
        self.finish(&scope);
        self.indent = 0;
        self.line("}");
        self.line("MAIN(program)");
    }

    /// Sixteen bits in one of several shapes.
    fn inputs(&mut self, scope: &mut Scope) {
        let inputs: &[(&str, Int)] = match self.random.below(7) {
            0 | 1 => {
                self.declare_inputs(&["i8 x", "u8 y"], &["INPUT(x)", "INPUT(y)"]);
                &[("x", Int::I8), ("y", Int::U8)]
            }
            2 => {
                self.declare_inputs(&["i16 x"], &["INPUT(x)"]);
                &[("x", Int::I16)]
            }
            3 => {
                self.declare_inputs(&["u8 in[2]"], &["INPUT(in)"]);
                &[("in[0]", Int::U8), ("in[1]", Int::U8)]
            }
            4 => {
                self.declare_inputs(&["struct { i8 x; u8 y; } in"], &["INPUT(in)"]);
                &[("in.x", Int::I8), ("in.y", Int::U8)]
            }
            5 => {
                // The bytes of a whole struct of bit-fields are an input, but there would be too many.
                let set = ["INPUT(x)", "flags.a = x", "flags.b = x >> 3", "flags.c = x >> 8"];
                self.declare_inputs(&["u16 x", "struct flags flags"], &set);
                scope.scalar("flags.a", Int::I32, Writes::Assign);
                scope.scalar("flags.b", Int::I32, Writes::Assign);
                &[("flags.b", Int::I32), ("flags.c", Int::I32)]
            }
            _ => {
                let set = ["INPUT_RANGE(x, -100, 100)", "INPUT_RANGE(y, 0, 50)"];
                self.declare_inputs(&["i32 x", "i32 y"], &set);
                &[("x", Int::I32), ("y", Int::I32)]
            }
        };
        for &(name, ty) in inputs {
            let writes = if name.starts_with("flags") { Writes::Assign } else { Writes::Any };
            for _ in 0..MATTERS {
                scope.scalar(name, ty, writes);
            }
        }
    }

    fn declare_inputs(&mut self, variables: &[&str], set: &[&str]) {
        for line in variables.iter().chain(set) {
            self.line(&format!("{line};"));
        }
    }

    fn locals(&mut self, scope: &mut Scope) {
        for i in 0..1 + self.random.below(3) {
            let ty = *self.random.pick(&Int::ALL);
            let value = self.value(scope, ty.promoted(), 1);
            self.line(&format!("{} v{i} = ({0}){value};", ty.name()));
            scope.scalar(format!("v{i}"), ty, Writes::Any);
        }
        if self.random.percent(50) {
            let len = 2 + self.random.below(4);
            let numbers = self.numbers(Int::I32, len);
            self.line(&format!("i32 l[{len}] = {{{numbers}}};"));
            let (name, field) = ("l".to_owned(), String::new());
            scope.arrays.push(Array {
                name,
                field,
                ty: Int::I32,
                len,
                constant: false,
                inner: false,
            });
        }
        if self.random.percent(60) {
            self.line("POINTER(i32, p);");
            scope.pointer("p", Int::I32);
            self.aim_last(scope);
        }
        if self.random.percent(40) {
            self.line("POINTER(struct record, q);");
            scope.record_pointer("q");
            self.aim_last(scope);
        }
        if self.random.percent(20) {
            let size = self.value(scope, Int::I32, 1);
            self.line("POINTER(u8, h);");
            self.line(&format!("BLOCK(u8, h, 1 + ({size} & 3));"));
            scope.pointer("h", Int::U8);
        }
    }

    /// Lets the newest pointer point somewhere.
    fn aim_last(&mut self, scope: &Scope) {
        if let Some(pointer) = scope.pointers.last() {
            let aimed = self.aimed(scope, pointer);
            self.line(&format!("{aimed};"));
        }
    }
}

/// A parameter, as it is declared and as it can be named.
fn declare(scope: &mut Scope, i: usize, parameter: &Parameter) -> String {
    match parameter {
        Parameter::Scalar(ty) => {
            for _ in 0..MATTERS {
                scope.scalar(format!("x{i}"), *ty, Writes::Any);
            }
            format!("{} x{i}", ty.name())
        }
        Parameter::Depth => {
            scope.scalar("n", Int::I32, Writes::Never);
            "i32 n".to_owned()
        }
        Parameter::Pointer(ty) => {
            scope.pointer(&format!("p{i}"), *ty);
            format!("PARAMETER({}, p{i})", ty.name())
        }
        Parameter::RecordPointer => {
            scope.record_pointer(&format!("q{i}"));
            format!("PARAMETER(struct record, q{i})")
        }
        Parameter::Record => {
            scope.records.push(format!("r{i}"));
            format!("struct record r{i}")
        }
    }
}
