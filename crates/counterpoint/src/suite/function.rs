//! A test of a function, in C: its parameters and the globals it reads, the call, and what came of it.

use std::collections::BTreeSet;

use engine::{ExploredPath, InputValue, Observed, ObservedValue, Source, TestInput};
use ir::Program;
use ir::debug::{TypeId, Variable};

use super::folder::TESTS_H;
use super::{Ending, Explored, body};
use crate::c::literal::{self, string};
use crate::c::types;
use crate::c::value::{Bytes, Content, Leaf, Values};
use crate::frontend::harness::{Entry, Param, ParamKind};

/// What the harness calls what the function returned.
const RETURN: &str = "return";

/// Writes tests of one function.
pub(super) struct FunctionTest<'x> {
    pub program: &'x Program,
    pub entry: &'x Entry,
    pub path: &'x ExploredPath,
    /// Expressions of which only the sign is checked.
    pub signs: &'x BTreeSet<String>,
}

/// A parameter as a local variable of the test.
struct Argument {
    /// Declares it.
    lines: Vec<String>,
    /// What is passed to the function.
    passed: String,
    /// What it points to, as the test gets at it: `a`, and `a[0]` is an element; or `*a` is the only one.
    target: Target,
}

/// How a test gets at what a parameter points to.
#[derive(Clone, PartialEq, Eq)]
enum Target {
    /// Nothing to get at.
    None,
    /// An array or string of that name.
    Array(String),
    /// One object of that name.
    Object(String),
}

/// How a function is called where the suite has macros: one in parentheses is none of these.
fn callable(name: &str) -> String {
    let is_macro = TESTS_H.lines().any(|line| line.strip_prefix("#undef ") == Some(name));
    if is_macro { format!("({name})") } else { name.to_owned() }
}

/// How a function ended, in words: for names and comments.
pub(super) struct Words {
    /// `returns_5`.
    pub name: String,
    /// `Returns 5.`
    pub sentence: String,
}

impl FunctionTest<'_> {
    /// The lines of the test's body.
    pub(super) fn lines(&self, ending: Ending<'_>) -> Vec<String> {
        let arguments: Vec<Argument> =
            (0..self.entry.params.len()).map(|index| self.argument(index)).collect();
        let mut lines: Vec<String> = Vec::new();
        for argument in &arguments {
            lines.extend(argument.lines.iter().cloned());
        }
        for global in self.entry.globals.iter().filter(|global| global.elsewhere) {
            if !self.assign(global).is_empty() || self.is_checked(global, ending) {
                lines.extend(self.declare_elsewhere(global));
            }
        }
        for global in &self.entry.globals {
            lines.extend(self.assign(global));
        }
        lines.extend(body::given(self.path));
        let passed: Vec<&str> = arguments.iter().map(|argument| argument.passed.as_str()).collect();
        let call = format!("{}({})", callable(&self.entry.name), passed.join(", "));
        match ending {
            Ending::Exit(code) if !self.has_returned() => {
                lines.push(format!("EXPECT_EXIT({code});"));
                lines.push(format!("{call};"));
            }
            Ending::Exit(_) => lines.extend(self.call_and_checks(&call, &arguments)),
            Ending::Bug(_) => lines.push(format!("{call};")),
        }
        lines
    }

    /// Does the test look at a global that is an input after the call?
    fn is_checked(&self, global: &Param, ending: Ending<'_>) -> bool {
        let written = self.entry.written.iter().any(|written| written.name == global.name);
        let checked = matches!(ending, Ending::Exit(_)) && self.has_returned() && written;
        checked && !self.global_checks(global).is_empty()
    }

    /// Did the function return, rather than end the program?
    pub(super) fn has_returned(&self) -> bool {
        !self.path.observed.is_empty()
    }

    fn values(&self) -> Values<'_> {
        Values { debug: &self.program.debug }
    }

    fn input(&self, param: &Param) -> Option<&InputValue> {
        let is_it =
            |input: &&TestInput| input.source == Source::Marked && *input.name == *param.label;
        self.path.inputs.iter().find(is_it).map(|input| &input.value)
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
        let mut local = name.to_owned();
        while taken.contains(&local.as_str()) {
            local.push('_');
        }
        local
    }

    fn argument(&self, index: usize) -> Argument {
        let param = &self.entry.params[index];
        let name = self.local(&param.name);
        match (param.kind, self.input(param)) {
            (ParamKind::Value, Some(InputValue::Bytes(bytes))) => Argument {
                lines: self.object(param.ty, &name, &param.name, bytes),
                passed: name,
                target: Target::None,
            },
            (_, Some(InputValue::Text(text))) => self.text(param, name, text),
            (ParamKind::Array { element }, Some(InputValue::Buffer { bytes, freed })) => {
                self.array(element, name, bytes, *freed)
            }
            (ParamKind::Text, Some(InputValue::Buffer { bytes, freed })) => {
                let element = types::pointee(&self.program.debug, param.ty).unwrap_or(param.ty);
                self.array(element, name, bytes, *freed)
            }
            // A pointer that the function never looked at may as well be null.
            (ParamKind::Text | ParamKind::Array { .. }, _) => Argument {
                lines: vec![format!("{} = NULL;", self.declare(param.ty, &name))],
                passed: name,
                target: Target::None,
            },
            (ParamKind::Value, _) => Argument {
                lines: vec![format!("{};", self.declare(param.ty, &name))],
                passed: name,
                target: Target::None,
            },
        }
    }

    fn declare(&self, ty: TypeId, name: &str) -> String {
        // Entries have only parameters that can be declared.
        types::declare(&self.program.debug, ty, name)
            .unwrap_or_else(|why| format!("/* {why} */ {name}"))
    }

    /// An object with a value.
    fn object(&self, ty: TypeId, name: &str, param: &str, bytes: &[u8]) -> Vec<String> {
        let ty = types::unqualified(&self.program.debug, ty);
        let declared = self.declare(ty, name);
        match self.values().initializer(ty, bytes) {
            Some(value) => {
                let value = as_character(&self.program.debug, ty, param, bytes).unwrap_or(value);
                vec![format!("{declared} = {value};")]
            }
            None => vec![format!("{declared};"), format!("FILL({name}, {});", string(bytes))],
        }
    }

    fn text(&self, param: &Param, name: String, text: &[u8]) -> Argument {
        let element = types::pointee(&self.program.debug, param.ty).unwrap_or(param.ty);
        // Compilers merge literals that are the same, but here they are two strings.
        let is_this = |input: &&TestInput| matches!(&input.value, InputValue::Text(t) if t == text);
        let alone = self.path.inputs.iter().filter(is_this).count() == 1;
        let declared = match param.constant && alone {
            true => self.declare(param.ty, &name),
            false => self.declare(element, &format!("{name}[]")),
        };
        Argument {
            lines: vec![format!("{declared} = {};", string(text))],
            passed: name.clone(),
            target: Target::Array(name),
        }
    }

    fn array(&self, element: TypeId, name: String, bytes: &[u8], freed: bool) -> Argument {
        let debug = &self.program.debug;
        let size = types::size(debug, element).unwrap_or(1).max(1) as usize;
        let count = bytes.len() / size;
        if count == 1 && !freed {
            let lines = self.object(element, &name, "", bytes);
            return Argument { lines, passed: format!("&{name}"), target: Target::Object(name) };
        }
        let plain = types::unqualified(debug, element);
        let block = if freed { format!("{name}_contents") } else { name.clone() };
        let text = bytes.strip_suffix(&[0]).filter(|text| !text.contains(&0));
        let text = text.filter(|_| types::is_char(debug, plain)).map(string);
        let mut lines = match text.or_else(|| self.values().list(plain, bytes)) {
            Some(list) => vec![format!("{} = {list};", self.declare(plain, &format!("{block}[]")))],
            None => vec![
                format!("{};", self.declare(plain, &format!("{block}[{count}]"))),
                format!("FILL({block}, {});", string(bytes)),
            ],
        };
        if freed {
            lines.push(format!("{} = ON_HEAP({block});", self.declare(plain, &format!("*{name}"))));
        }
        let target = if freed { Target::None } else { Target::Array(name.clone()) };
        Argument { lines, passed: name, target }
    }

    fn declare_elsewhere(&self, global: &Param) -> Option<String> {
        let declared = types::declare(&self.program.debug, global.ty, &global.name).ok()?;
        Some(format!("extern {declared};"))
    }

    /// Sets a global to its input, where that isn't what it is anyway.
    fn assign(&self, global: &Param) -> Vec<String> {
        let Some(InputValue::Bytes(bytes)) = self.input(global) else { return Vec::new() };
        let initial = self.initial(global);
        if initial.as_ref() == Some(bytes) {
            return Vec::new();
        }
        let undef = vec![0; bytes.len()];
        let value = Bytes { bytes, undef: &undef };
        if self.values().initializer(global.ty, bytes).is_none() {
            return vec![format!("FILL({}, {});", global.name, string(bytes))];
        }
        let leaves = self.values().leaves(global.ty, value, initial.as_deref(), &global.name);
        leaves.into_iter().map(|leaf| assignment(&leaf)).collect()
    }

    /// The first contents of a global.
    fn initial(&self, global: &Param) -> Option<Vec<u8>> {
        let debug = &self.program.debug;
        let is_it = |variable: &Variable| {
            variable.name == global.name && types::unqualified(debug, variable.ty) == global.ty
        };
        let mut all = self.program.globals.iter();
        let found =
            all.find(|found| found.init.is_some() && found.debug.as_ref().is_some_and(is_it))?;
        let mut bytes = found.init.as_ref()?.bytes.clone();
        bytes.resize(usize::try_from(found.size).ok()?, 0);
        Some(bytes)
    }

    fn call_and_checks(&self, call: &str, arguments: &[Argument]) -> Vec<String> {
        let result = self.result_name();
        let mut checks = self.return_checks(&result);
        let mut lines = Vec::new();
        match self.entry.returns {
            Some(ty) if !checks.is_empty() => {
                lines.push(format!("{} = {call};", self.declare(ty, &result)));
            }
            _ => lines.push(format!("{call};")),
        }
        for (param, argument) in self.entry.params.iter().zip(arguments) {
            checks.extend(self.param_checks(param, argument));
        }
        for global in &self.entry.written {
            checks.extend(self.global_checks(global));
        }
        lines.extend(checks);
        lines
    }

    fn result_name(&self) -> String {
        let mut name = "result".to_owned();
        while self.entry.params.iter().any(|param| param.name == name) {
            name.push('_');
        }
        self.local(&name)
    }

    fn return_checks(&self, result: &str) -> Vec<String> {
        let (Some(ty), Some(value)) = (self.entry.returns, self.observed(RETURN)) else {
            return Vec::new();
        };
        match value {
            ObservedValue::Bytes { bytes, undef } => {
                let leaves = self.values().leaves(ty, Bytes { bytes, undef }, None, result);
                leaves.iter().map(|leaf| self.check(leaf)).collect()
            }
            ObservedValue::Null => vec![format!("CHECK({result} == NULL);")],
            ObservedValue::Text(text) => vec![format!("CHECK_TEXT({result}, {});", string(text))],
            ObservedValue::Into { input, offset } => {
                vec![self.check_pointer(result, input, *offset)]
            }
            ObservedValue::Elsewhere => vec![format!("CHECK({result} != NULL);")],
        }
    }

    /// A pointer into what a parameter points to.
    fn check_pointer(&self, result: &str, input: &str, offset: u64) -> String {
        let index = self.entry.params.iter().position(|param| param.label == input);
        let argument = index.map(|index| self.argument(index));
        match argument.map(|argument| argument.passed) {
            Some(passed) if offset == 0 => {
                format!("CHECK((const void *){result} == (const void *)({passed}));")
            }
            Some(passed) => {
                format!("CHECK((const char *){result} == (const char *)({passed}) + {offset});")
            }
            None => format!("CHECK({result} != NULL);"),
        }
    }

    /// What a function has written where a parameter points to.
    fn param_checks(&self, param: &Param, argument: &Argument) -> Vec<String> {
        let Some(ObservedValue::Bytes { bytes, undef }) = self.observed(&param.label) else {
            return Vec::new();
        };
        let before = match self.input(param) {
            Some(InputValue::Text(text)) => [text.as_slice(), &[0]].concat(),
            Some(InputValue::Buffer { bytes, .. }) => bytes.clone(),
            _ => return Vec::new(),
        };
        let shown = before.len().min(bytes.len());
        let value = Bytes { bytes: &bytes[..shown], undef: &undef[..shown] };
        let before = &before[..shown];
        let element = match param.kind {
            ParamKind::Array { element } => element,
            _ => types::pointee(&self.program.debug, param.ty).unwrap_or(param.ty),
        };
        if value.bytes == before {
            return Vec::new();
        }
        let mut leaves = Vec::new();
        match &argument.target {
            Target::None => {}
            Target::Object(name) => {
                leaves = self.values().leaves(element, value, Some(before), name);
            }
            Target::Array(name) => {
                self.values().collect_elements(element, value, Some(before), name, 32, &mut leaves);
            }
        }
        leaves.iter().map(|leaf| self.check(leaf)).collect()
    }

    fn global_checks(&self, global: &Param) -> Vec<String> {
        let Some(ObservedValue::Bytes { bytes, undef }) = self.observed(&global.label) else {
            return Vec::new();
        };
        let before = match self.input(global) {
            Some(InputValue::Bytes(bytes)) => Some(bytes.clone()),
            _ => self.initial(global),
        };
        let value = Bytes { bytes, undef };
        let leaves = self.values().leaves(global.ty, value, before.as_deref(), &global.name);
        let checks: Vec<String> = leaves.iter().map(|leaf| self.check(leaf)).collect();
        let is_input = self.entry.globals.iter().any(|input| input.name == global.name);
        let declared = global.elsewhere && !is_input && !checks.is_empty();
        let declared = declared.then(|| self.declare_elsewhere(global)).flatten();
        declared.into_iter().chain(checks).collect()
    }

    /// How the function ended.
    pub(super) fn words(&self, ending: Ending<'_>) -> Words {
        let say = |name: String, sentence: String| Words { name, sentence };
        match ending {
            Ending::Exit(code) if !self.has_returned() => {
                say(format!("exits_with_{code}"), format!("Exits with {code}."))
            }
            Ending::Bug(bug) => say(bug.kind.name().replace('-', "_"), bug.message.clone()),
            Ending::Exit(_) => match self.returned_value() {
                Some(value) => {
                    say(format!("returns_{}", word(&value)), format!("Returns {value}."))
                }
                None => match &self.changed()[..] {
                    [] => say("returns".to_owned(), "Returns.".to_owned()),
                    changed => {
                        let name = format!("changes_{}", changed.join("_and_"));
                        say(name, format!("Changes {}.", changed.join(" and ")))
                    }
                },
            },
        }
    }

    /// The parameters and globals that it changes in a way that a test sees; two will do.
    fn changed(&self) -> Vec<&str> {
        let params =
            self.entry.params.iter().enumerate().filter(|(index, param)| {
                !self.param_checks(param, &self.argument(*index)).is_empty()
            });
        let globals = self.entry.written.iter().filter(|it| !self.global_checks(it).is_empty());
        let names = params.map(|(_, param)| param).chain(globals);
        names.map(|param| param.name.as_str()).take(2).collect()
    }

    /// What it returned, if that is one number, one pointer or one string.
    fn returned_value(&self) -> Option<String> {
        match self.observed(RETURN)? {
            ObservedValue::Null => Some("NULL".to_owned()),
            ObservedValue::Text(text) => Some(string(text)),
            ObservedValue::Into { input, offset: 0 } => Some(input.clone()),
            ObservedValue::Into { input, offset } => Some(format!("{input} + {offset}")),
            ObservedValue::Elsewhere => Some("a pointer".to_owned()),
            ObservedValue::Bytes { bytes, undef } => {
                let value = Bytes { bytes, undef };
                let leaves = self.values().leaves(self.entry.returns?, value, None, "");
                let signed = self.signs.contains(&self.result_name());
                match <[Leaf; 1]>::try_from(leaves).ok()?.map(|leaf| leaf.content) {
                    [Content::Number(number)] if signed => Some(side(&number).1.to_owned()),
                    [Content::Number(number)] => Some(without_suffix(&number).to_owned()),
                    [Content::Text(text)] => Some(text),
                    [Content::NotANumber] => Some("NAN".to_owned()),
                }
            }
        }
    }

    fn check(&self, leaf: &Leaf) -> String {
        let Leaf { expression, content } = leaf;
        match content {
            Content::Number(number) if self.signs.contains(expression) => {
                format!("CHECK({expression} {});", side(number).0)
            }
            Content::Number(number) => format!("CHECK_EQUAL({expression}, {number});"),
            Content::NotANumber => format!("CHECK_NAN({expression});"),
            Content::Text(text) => format!("CHECK_TEXT({expression}, {text});"),
        }
    }

    /// The inputs, each with its name, for reports.
    pub(super) fn inputs(&self) -> Vec<String> {
        let one = |param: &Param| {
            let value = match (param.kind, self.input(param)?) {
                (_, InputValue::Null) => "NULL".to_owned(),
                (_, InputValue::Text(text)) => string(text),
                (ParamKind::Value, InputValue::Bytes(bytes)) => {
                    self.values().initializer(param.ty, bytes).unwrap_or_else(|| string(bytes))
                }
                (ParamKind::Array { element }, InputValue::Buffer { bytes, .. }) => {
                    self.values().list(element, bytes).unwrap_or_else(|| string(bytes))
                }
                (_, InputValue::Bytes(bytes) | InputValue::Buffer { bytes, .. }) => string(bytes),
            };
            Some(format!("{} = {value}", param.name))
        };
        let globals = self.entry.globals.iter().filter(|global| !self.assign(global).is_empty());
        let mut all: Vec<String> =
            self.entry.params.iter().chain(globals).filter_map(one).collect();
        all.extend(body::given(self.path).iter().map(|line| line.trim_end_matches(';').to_owned()));
        all
    }
}

/// The test of a path, if it is about a function rather than a whole program.
pub(super) fn of<'x>(
    program: &'x Program,
    explored: &'x Explored,
    path: &'x ExploredPath,
    signs: &'x BTreeSet<String>,
) -> Option<FunctionTest<'x>> {
    let entry = &explored.entry;
    entry.harness.is_some().then_some(FunctionTest { program, entry, path, signs })
}

/// On which side of zero a number is, in C and in words.
fn side(number: &str) -> (&'static str, &'static str) {
    match literal::is_negative(number) {
        true => ("< 0", "a negative number"),
        false => ("> 0", "a positive number"),
    }
}

fn assignment(leaf: &Leaf) -> String {
    let Leaf { expression, content } = leaf;
    match content {
        Content::Number(number) => format!("{expression} = {number};"),
        Content::NotANumber => format!("{expression} = NAN;"),
        Content::Text(text) => format!("FILL({expression}, {text} \"\\0\");"),
    }
}

/// `5u` as people say it.
fn without_suffix(number: &str) -> &str {
    match number.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        true => number.trim_end_matches(['u', 'f', 'L']),
        false => number,
    }
}

/// A value as a part of a name: `-5` is `minus_5`.
fn word(value: &str) -> String {
    let value = match value.strip_prefix('-') {
        Some(positive) => format!("minus_{positive}"),
        None => value.replace(" + ", "_plus_"),
    };
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let word: String = value.chars().map(letter).collect();
    let words: Vec<&str> = word.split('_').filter(|part| !part.is_empty()).collect();
    let word = words.join("_");
    match word.char_indices().nth(24) {
        Some((end, _)) => word[..end].to_owned(),
        None => word,
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
