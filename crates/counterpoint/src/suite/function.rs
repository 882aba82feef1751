//! A test of a function, in C: its parameters and the globals it reads, the call, and what came of it.

mod words;

use std::collections::BTreeSet;

use engine::{ExploredPath, InputValue, Observed, ObservedPointer, ObservedValue, TestInput};
use ir::Program;
use ir::debug::{Type, TypeId, Variable};

use super::folder::TESTS_H;
use super::objects::{self, Expression, TestObjects};
use super::stubs::Stubs;
use super::{Explored, TestEnding, body, further};
use crate::c::literal::{self, string};
use crate::c::types;
use crate::c::value::{Bytes, LeafContent, Pointee, ValueLeaf, ValueWriter};
use crate::frontend::entry::{Entry, Param, ParamKind, is_function};
use crate::frontend::maker::Maker;
use crate::frontend::variadic::{self, ForwarderNames};

/// What the harness calls what the function returned.
const RETURN: &str = "return";

/// Writes tests of one function.
pub(super) struct FunctionTest<'x> {
    pub program: &'x Program,
    pub entry: &'x Entry,
    pub path: &'x ExploredPath,
    /// What stands for functions that the program doesn't have.
    pub stubs: Stubs<'x>,
    /// Expressions of which only the sign is checked.
    pub signs: &'x BTreeSet<String>,
}

/// A parameter as a local variable of the test.
struct Argument {
    /// Declares it, unless it is only an address.
    line: Vec<String>,
    /// What is passed to the function.
    passed: String,
}

/// How a function is called where the suite has macros: one in parentheses is none of these.
fn callable(name: &str) -> String {
    let is_macro = TESTS_H.lines().any(|line| line.strip_prefix("#undef ") == Some(name));
    if is_macro { format!("({name})") } else { name.to_owned() }
}

impl FunctionTest<'_> {
    /// The lines of the test's body.
    pub(super) fn lines(&self, ending: TestEnding<'_>) -> Vec<String> {
        let objects = self.objects();
        let params = self.entry.params.iter().map(|param| self.argument(param, &objects));
        let further = further::all(self.path).map(|input| self.further(input, &objects));
        let arguments: Vec<Argument> = params.chain(further).collect();
        let pointed: BTreeSet<&str> = objects.globals().collect();
        let elsewhere = self.entry.globals.iter().filter(|global| global.elsewhere);
        let pointed = elsewhere.filter(|global| pointed.contains(&*global.name));
        let mut lines: Vec<String> =
            pointed.filter_map(|global| self.declare_elsewhere(global)).collect();
        lines.extend(objects.declarations());
        // What makes an input allocates, too, and calls stubs.
        let is_made = self.entry.params.iter().any(|param| !param.makers.is_empty());
        let given = || self.stubs.lines(&objects).into_iter().chain(body::given(self.path));
        lines.extend(given().filter(|_| is_made));
        for argument in &arguments {
            lines.extend(argument.line.iter().cloned());
        }
        let is_used = |global: &&Param| {
            !self.assign(global, &objects).is_empty() || self.is_checked(global, &objects, ending)
        };
        let elsewhere = self.entry.globals.iter().filter(|global| global.elsewhere);
        lines.extend(elsewhere.filter(is_used).filter_map(|it| self.declare_elsewhere(it)));
        for global in &self.entry.globals {
            lines.extend(self.assign(global, &objects));
        }
        lines.extend(given().filter(|_| !is_made));
        let passed: Vec<String> = arguments.into_iter().map(|argument| argument.passed).collect();
        let call = self.call(passed);
        match ending {
            TestEnding::Exit(code) if !self.has_returned() => {
                lines.push(format!("EXPECT_EXIT({code});"));
                lines.push(format!("{call};"));
            }
            TestEnding::Exit(_) => lines.extend(self.call_and_checks(&call, &objects)),
            TestEnding::Bug(_) => lines.push(format!("{call};")),
        }
        lines
    }

    /// The call of the function, or of what calls it with a `va_list`.
    fn call(&self, mut passed: Vec<String>) -> String {
        let name = match self.forwarder() {
            Some(_) => {
                // The last one that has a name.
                passed.insert(self.entry.params.len(), "0".to_owned());
                self.forwarder_name()
            }
            None => callable(&self.entry.name),
        };
        format!("{name}({})", passed.join(", "))
    }

    fn forwarder_name(&self) -> String {
        format!("call_{}", self.stubs.test)
    }

    /// What calls the function with a `va_list`, if it takes one.
    fn forwarder(&self) -> Option<String> {
        let (name, function) = (self.forwarder_name(), callable(&self.entry.name));
        let names = ForwarderNames { name: &name, function: &function, prefix: "" };
        variadic::forwarder(self.program, self.entry, &names)
    }

    /// What stands above the test.
    pub(super) fn above(&self) -> String {
        let forwarder = self.forwarder().map(|text| format!("\n{text}\n"));
        self.stubs.text(&self.objects()) + &forwarder.unwrap_or_default()
    }

    /// Does the test look at a global that is an input after the call?
    fn is_checked(
        &self,
        global: &Param,
        objects: &TestObjects<'_>,
        ending: TestEnding<'_>,
    ) -> bool {
        let written = self.entry.written.iter().any(|written| written.name == global.name);
        let checked = matches!(ending, TestEnding::Exit(_)) && self.has_returned() && written;
        checked && !self.global_checks(global, objects).is_empty()
    }

    /// Did the function return, rather than end the program?
    pub(super) fn has_returned(&self) -> bool {
        !self.path.observed.is_empty()
    }

    /// What its pointers point to.
    fn objects(&self) -> TestObjects<'_> {
        let makers = self.entry.params.iter().flat_map(|param| &param.makers);
        let made = makers.flat_map(|maker| &maker.params);
        let roots = self.entry.params.iter().chain(made).chain(&self.entry.globals);
        let roots = roots.map(|root| (root.label.as_str(), root.ty));
        let further = further::all(self.path);
        let further = further.filter_map(|it| Some((&*it.name, further::ty(self.program, it)?)));
        let roots = roots.chain(further);
        TestObjects::find(self.program, self.path, &self.stubs, roots, &|name| self.variable(name))
    }

    /// A variable for what a pointer points to that C calls so. Parameters that are no pointers have theirs.
    fn variable(&self, pointer: &str) -> String {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words = pointer.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
        let mut name = self.local(&words.collect::<Vec<&str>>().join("_"));
        let is_taken = |name: &str| {
            let mut params = self.entry.params.iter();
            params.any(|param| self.local(&param.name) == name && param.label != pointer)
        };
        while is_taken(&name) {
            name.push('_');
        }
        name
    }

    fn values<'v>(&'v self, targets: &'v [Pointee]) -> ValueWriter<'v> {
        ValueWriter { debug: &self.program.debug, targets }
    }

    /// The bytes of a parameter or global that is no pointer, with the pointers in it.
    fn bytes(&self, param: &Param, objects: &TestObjects<'_>) -> Option<Vec<u8>> {
        let input = objects::find(self.path, &param.label)?;
        let InputValue::Bytes(bytes) = &input.value else { return None };
        Some(objects.with_pointers(input, bytes, &|_| false))
    }

    fn observed(&self, name: &str) -> Option<&ObservedValue> {
        let observed = self.path.observed.iter().find(|observed: &&Observed| observed.name == name);
        observed.map(|observed| &observed.value)
    }

    /// A name for a local variable that hides nothing which the test needs.
    fn local(&self, name: &str) -> String {
        let globals = self.entry.globals.iter().chain(&self.entry.written);
        let mut taken: Vec<&str> = globals.map(|global| global.name.as_str()).collect();
        taken.push(&self.entry.name);
        // What comes behind it may be declared by these names.
        taken.extend(self.program.debug.types.iter().filter_map(|ty| match ty {
            Type::Typedef { name, .. } => Some(name.as_str()),
            _ => None,
        }));
        let mut local = name.to_owned();
        while taken.contains(&local.as_str()) {
            local.push('_');
        }
        local
    }

    fn argument(&self, param: &Param, objects: &TestObjects<'_>) -> Argument {
        let name = self.local(&param.name);
        let declared = self.declare(param.ty, &name);
        if let Some(maker) = self.made_by(param) {
            let (mut line, mut passed) = (Vec::new(), Vec::new());
            for argument in maker.params.iter().map(|param| self.argument(param, objects)) {
                line.extend(argument.line);
                passed.push(argument.passed);
            }
            line.push(format!("{declared} = {}({});", callable(&maker.name), passed.join(", ")));
            return Argument { line, passed: name };
        }
        let line = match (param.kind, objects.address(&param.label)) {
            (ParamKind::Value, _) => match self.bytes(param, objects) {
                Some(bytes) => self.object(param, &name, &bytes, &objects.targets()),
                None => vec![format!("{declared};")],
            },
            (_, Some(address)) => return Argument { line: Vec::new(), passed: address },
            (ParamKind::Nameless, None) => {
                return Argument { line: Vec::new(), passed: "NULL".to_owned() };
            }
            (_, None) => vec![format!("{declared} = NULL;")],
        };
        Argument { line, passed: name }
    }

    /// An argument beyond the parameters, as what the function took it for.
    fn further(&self, input: &TestInput, objects: &TestObjects<'_>) -> Argument {
        let name = self.variable(&input.name);
        let pointer = input.pointers.first().map(|(_, pointer)| &**pointer);
        let (ty, bytes) = match (&input.value, pointer) {
            (InputValue::Bytes(bytes), None) => (further::number(input), bytes),
            (_, pointer) => {
                let address = objects.address(pointer.unwrap_or(&input.name));
                let passed = address.unwrap_or_else(|| "(char *)0".to_owned());
                return Argument { line: Vec::new(), passed };
            }
        };
        let number = further::member(self.program, ty);
        let value = number.and_then(|ty| self.values(&[]).initializer(ty, bytes));
        let c = if ty == "real" {
            "double"
        } else if ty == "narrow" {
            "int"
        } else {
            "long"
        };
        let line = vec![format!("{c} {name} = {};", value.unwrap_or_default())];
        Argument { line, passed: name }
    }

    /// The function that makes an input, if it is there.
    fn made_by<'m>(&self, param: &'m Param) -> Option<&'m Maker> {
        let InputValue::Bytes(bytes) = &objects::find(self.path, &param.label)?.value else {
            return None;
        };
        let number = usize::from(*bytes.first()?);
        param.makers.get(number.checked_sub(1)?)
    }

    fn declare(&self, ty: TypeId, name: &str) -> String {
        // Entries have only parameters that can be declared.
        types::declare_by_members(&self.program.debug, ty, name)
            .unwrap_or_else(|why| format!("/* {why} */ {name}"))
    }

    /// A parameter with a value.
    fn object(&self, param: &Param, name: &str, bytes: &[u8], targets: &[Pointee]) -> Vec<String> {
        let ty = types::unqualified(&self.program.debug, param.ty);
        let declared = self.declare(ty, name);
        match self.values(targets).initializer(ty, bytes) {
            Some(value) => {
                let character = as_character(&self.program.debug, ty, &param.name, bytes);
                vec![format!("{declared} = {};", character.unwrap_or(value))]
            }
            None => vec![format!("{declared};"), format!("FILL({name}, {});", string(bytes))],
        }
    }

    fn declare_elsewhere(&self, global: &Param) -> Option<String> {
        let declared = types::declare(&self.program.debug, global.ty, &global.name).ok()?;
        Some(format!("extern {declared};"))
    }

    /// Sets a global to its input, where that isn't what it is anyway.
    fn assign(&self, global: &Param, objects: &TestObjects<'_>) -> Vec<String> {
        if types::pointee(&self.program.debug, global.ty).is_some() {
            let holds =
                |it: &ir::Global| it.init.as_ref().is_some_and(|it| !it.relocations.is_empty());
            let has_initial = self.definition(global).is_some_and(holds);
            let null = has_initial.then(|| "NULL".to_owned());
            let address = objects.address(&global.label).or(null);
            return address.map(|it| format!("{} = {it};", global.name)).into_iter().collect();
        }
        let Some(bytes) = self.bytes(global, objects) else { return Vec::new() };
        let initial = self.initial(global).map(|bytes| self.without_functions(global, bytes));
        if initial.as_ref() == Some(&bytes) {
            return Vec::new();
        }
        let undef = vec![0; bytes.len()];
        let value = Bytes { bytes: &bytes, undef: &undef };
        let targets = objects.targets();
        let has_words = self.values(&targets).initializer(global.ty, &bytes).is_some();
        let is_fixed = types::has_constants(&self.program.debug, global.ty)
            && !types::has_pointers(&self.program.debug, global.ty);
        if !has_words || is_fixed {
            return vec![format!("FILL({}, {});", global.name, string(&bytes))];
        }
        let values = self.values(&targets);
        let leaves = values.leaves(global.ty, value, initial.as_deref(), &global.name);
        leaves.iter().map(assignment).collect()
    }

    /// The first contents, but where they are addresses of functions, which are never what a path has there.
    fn without_functions(&self, global: &Param, mut bytes: Vec<u8>) -> Vec<u8> {
        let size = self.program.target.pointer_bits as usize / 8;
        let relocations = self.definition(global).and_then(|it| it.init.as_ref());
        for at in relocations.iter().flat_map(|init| &init.relocations).filter(|it| is_function(it))
        {
            bytes.iter_mut().skip(at.at as usize).take(size).for_each(|byte| *byte = u8::MAX);
        }
        bytes
    }

    /// A global as the program defines it.
    fn definition(&self, global: &Param) -> Option<&ir::Global> {
        let debug = &self.program.debug;
        let is_it = |variable: &Variable| {
            variable.name == global.name && types::unqualified(debug, variable.ty) == global.ty
        };
        let mut all = self.program.globals.iter();
        all.find(|found| found.init.is_some() && found.debug.as_ref().is_some_and(is_it))
    }

    /// The first contents of a global.
    fn initial(&self, global: &Param) -> Option<Vec<u8>> {
        let found = self.definition(global)?;
        let mut bytes = found.init.as_ref()?.bytes.clone();
        bytes.resize(usize::try_from(found.size).ok()?, 0);
        Some(bytes)
    }

    fn call_and_checks(&self, call: &str, objects: &TestObjects<'_>) -> Vec<String> {
        let result = self.result_name();
        let mut checks = self.return_checks(&result, objects);
        let mut lines = Vec::new();
        match self.entry.returns {
            Some(ty) if !checks.is_empty() => {
                lines.push(format!("{} = {call};", self.declare(ty, &result)));
            }
            _ => lines.push(format!("{call};")),
        }
        for observed in &self.path.observed {
            checks.extend(self.object_checks(observed, objects));
        }
        for global in &self.entry.written {
            checks.extend(self.global_checks(global, objects));
        }
        lines.extend(checks);
        lines
    }

    fn result_name(&self) -> String {
        let mut name = self.local("result");
        while self.entry.params.iter().any(|param| self.local(&param.name) == name) {
            name = self.local(&format!("{name}_"));
        }
        name
    }

    fn return_checks(&self, result: &str, objects: &TestObjects<'_>) -> Vec<String> {
        let (Some(ty), Some(value)) = (self.entry.returns, self.observed(RETURN)) else {
            return Vec::new();
        };
        match value {
            ObservedValue::Bytes { bytes, undef, pointers } => {
                let mut targets = objects.targets();
                let (bytes, undef) = objects.seen((bytes, undef), pointers, &mut targets);
                let value = Bytes { bytes: &bytes, undef: &undef };
                let leaves = self.values(&targets).leaves(ty, value, None, result);
                leaves.iter().map(|leaf| self.check(leaf)).collect()
            }
            ObservedValue::Written(_) => Vec::new(),
            ObservedValue::Pointer(pointer) => vec![match pointer {
                ObservedPointer::Null => format!("CHECK({result} == NULL);"),
                ObservedPointer::Text(text) => format!("CHECK_TEXT({result}, {});", string(text)),
                ObservedPointer::Into { input, offset } => {
                    check_pointer(result, objects.address(input), *offset)
                }
                ObservedPointer::Function(function) => {
                    format!("CHECK_SAME({result}, {});", self.stubs.name(*function))
                }
                ObservedPointer::Elsewhere => format!("CHECK({result} != NULL);"),
            }],
        }
    }

    /// What a function has changed where a pointer points to, if that is what was seen.
    fn object_checks(&self, observed: &Observed, objects: &TestObjects<'_>) -> Vec<String> {
        let Observed { name, value: ObservedValue::Bytes { bytes, undef, pointers } } = observed
        else {
            return written_check(observed, objects).into_iter().collect();
        };
        let before = name.strip_prefix('*').and_then(|input| objects.before(input));
        let Some((element, before, expression)) = before else { return Vec::new() };
        let mut targets = objects.targets();
        let (bytes, undef) = objects.seen((bytes, undef), pointers, &mut targets);
        let shown = before.len().min(bytes.len());
        let value = Bytes { bytes: &bytes[..shown], undef: &undef[..shown] };
        let before = &before[..shown];
        if value.bytes == before {
            return Vec::new();
        }
        let (mut leaves, values) = (Vec::new(), self.values(&targets));
        match &expression {
            Expression::Object(name) => {
                leaves = values.leaves_of_object(element, value, Some(before), name)
            }
            Expression::Array(name) => {
                values.collect_elements(element, value, Some(before), name, 32, &mut leaves);
            }
        }
        leaves.iter().map(|leaf| self.check(leaf)).collect()
    }

    fn global_checks(&self, global: &Param, objects: &TestObjects<'_>) -> Vec<String> {
        let Some(ObservedValue::Bytes { bytes, undef, pointers }) = self.observed(&global.label)
        else {
            return Vec::new();
        };
        let mut targets = objects.targets();
        let (bytes, undef) = objects.seen((bytes, undef), pointers, &mut targets);
        let before = self.bytes(global, objects).or_else(|| self.initial(global));
        let value = Bytes { bytes: &bytes, undef: &undef };
        let values = self.values(&targets);
        let leaves = values.leaves(global.ty, value, before.as_deref(), &global.name);
        let checks: Vec<String> = leaves.iter().map(|leaf| self.check(leaf)).collect();
        let is_input = self.entry.globals.iter().any(|input| input.name == global.name);
        let declared = global.elsewhere && !is_input && !checks.is_empty();
        let declared = declared.then(|| self.declare_elsewhere(global)).flatten();
        declared.into_iter().chain(checks).collect()
    }

    fn check(&self, leaf: &ValueLeaf) -> String {
        let ValueLeaf { expression, content } = leaf;
        match content {
            LeafContent::Number(number) if self.signs.contains(expression) => {
                format!("CHECK({expression} {});", side(number).0)
            }
            LeafContent::Number(number) => format!("CHECK_EQUAL({expression}, {number});"),
            LeafContent::NotANumber => format!("CHECK_NAN({expression});"),
            LeafContent::Text(text) => format!("CHECK_TEXT({expression}, {text});"),
            LeafContent::Pointer(null) if null == "NULL" => format!("CHECK({expression} == NULL);"),
            LeafContent::Pointer(address) => format!("CHECK_SAME({expression}, {address});"),
            LeafContent::NotNull => format!("CHECK({expression} != NULL);"),
        }
    }
}

/// What a function has written to a stream that it was given, or to a file.
fn written_check(observed: &Observed, objects: &TestObjects<'_>) -> Option<String> {
    let Observed { name, value: ObservedValue::Written(bytes) } = observed else { return None };
    let bytes = string(bytes);
    match name.strip_prefix("file ") {
        Some(number) => Some(format!("CHECK_FILE({number}, {bytes});")),
        None => {
            let stream = objects.address(name.strip_prefix('*')?)?;
            Some(format!("CHECK_WRITTEN({stream}, {bytes});"))
        }
    }
}

/// That a pointer leads to some place in an object.
fn check_pointer(result: &str, address: Option<String>, offset: u64) -> String {
    match address {
        Some(address) if offset == 0 => format!("CHECK_SAME({result}, {address});"),
        Some(address) => {
            format!("CHECK((const char *){result} == (const char *)({address}) + {offset});")
        }
        None => format!("CHECK({result} != NULL);"),
    }
}

/// The test of a path under that name, if it is about a function rather than a whole program.
pub(super) fn of<'x>(
    program: &'x Program,
    explored: &'x Explored,
    path: &'x ExploredPath,
    signs: &'x BTreeSet<String>,
    name: &str,
) -> Option<FunctionTest<'x>> {
    let entry = &explored.entry;
    let stubs = Stubs::of(program, path, name);
    entry.harness.is_some().then_some(FunctionTest { program, entry, path, stubs, signs })
}

/// On which side of zero a number is, in C and in words.
fn side(number: &str) -> (&'static str, &'static str) {
    match literal::is_negative(number) {
        true => ("< 0", "a negative number"),
        false => ("> 0", "a positive number"),
    }
}

/// Gives a leaf its value.
pub(super) fn assignment(leaf: &ValueLeaf) -> String {
    let ValueLeaf { expression, content } = leaf;
    match content {
        LeafContent::Number(number) | LeafContent::Pointer(number) => {
            format!("{expression} = {number};")
        }
        // Inputs lead to objects that have names.
        LeafContent::NotNull => String::new(),
        LeafContent::NotANumber => format!("{expression} = NAN;"),
        LeafContent::Text(text) => format!("FILL({expression}, {text} \"\\0\");"),
    }
}

/// An `int` that is called `c` holds a character, as `getchar` returns it.
fn as_character(
    debug: &ir::debug::DebugInfo,
    ty: TypeId,
    name: &str,
    bytes: &[u8],
) -> Option<String> {
    let named = matches!(name, "c" | "ch" | "chr" | "character");
    let is_int = matches!(debug.ty(debug.resolve(ty)), ir::debug::Type::Int { bytes: 4, .. });
    match bytes {
        [byte @ b' '..=b'~', 0, 0, 0] if named && is_int => Some(literal::character(*byte)),
        _ => None,
    }
}
