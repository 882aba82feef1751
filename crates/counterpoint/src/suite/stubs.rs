//! The stubs of a test: C functions above it, for callbacks and for functions that nothing defines, which do call by call
//! what their calls did on the path.
//!
//! What they hand out that leads to objects of the test, the test itself puts into variables beside them. A function that
//! nothing defines is defined in the file of the tests, and calls what the test that runs has in its place.

use std::collections::BTreeMap;

use engine::{ExploredPath, InputSource, InputValue, StubPart, TestInput};
use ir::debug::{DebugInfo, Prototype, Type, TypeId};
use ir::{FuncId, Program};

use super::function::assignment;
use super::objects::TestObjects;
use crate::c::literal::string;
use crate::c::types;
use crate::c::value::{Bytes, ValueWriter};
use crate::frontend::stubs;

/// The stubs that a path needs.
pub(super) struct Stubs<'x> {
    program: &'x Program,
    path: &'x ExploredPath,
    /// The test that they are for.
    pub test: String,
    /// What each is called.
    names: BTreeMap<FuncId, String>,
}

/// What a call of a stub hands out, in the order in which it does.
type Call<'x> = Vec<(StubPart, &'x TestInput)>;

impl<'x> Stubs<'x> {
    /// Those of a path, for a test of that name.
    pub(super) fn of(program: &'x Program, path: &'x ExploredPath, test: &str) -> Stubs<'x> {
        let mut stubs = Stubs { program, path, test: test.to_owned(), names: BTreeMap::new() };
        for input in &path.inputs {
            if let InputValue::Function(function) = input.value
                && stubs::is_callback(program, function)
            {
                stubs.add(function, &format!("{test}_{}", words(&input.name)));
            }
            if let InputSource::Stub { function, .. } = input.source {
                let name = program.function(function).display_name();
                stubs.add(function, &format!("{test}_{name}"));
            }
        }
        stubs
    }

    fn add(&mut self, function: FuncId, name: &str) {
        if self.names.contains_key(&function) {
            return;
        }
        let mut name = name.to_owned();
        while self.names.values().any(|known| *known == name) {
            name.push('_');
        }
        self.names.insert(function, name);
    }

    /// How a test names a function.
    pub(super) fn name(&self, function: FuncId) -> String {
        let own = || self.program.function(function).display_name().to_owned();
        match stubs::is_callback(self.program, function) {
            true => self.names.get(&function).cloned().unwrap_or_else(own),
            false => own(),
        }
    }

    /// What a report calls a function.
    pub(super) fn in_report(&self, function: FuncId) -> String {
        match stubs::is_callback(self.program, function) {
            true => "a callback".to_owned(),
            false => self.name(function),
        }
    }

    /// What stubs hand out, each with its type: their pointers lead to objects of the test, too.
    pub(super) fn roots(&self) -> Vec<(&'x str, TypeId)> {
        let one = |input: &'x TestInput| match input.source {
            InputSource::Stub { function, part, .. } => {
                Some((&*input.name, self.type_of(&self.prototype(function)?, part)?))
            }
            _ => None,
        };
        self.path.inputs.iter().filter_map(one).collect()
    }

    fn prototype(&self, function: FuncId) -> Option<Prototype> {
        Some(self.program.function(function).debug.as_ref()?.prototype())
    }

    fn type_of(&self, prototype: &Prototype, part: StubPart) -> Option<TypeId> {
        match part {
            StubPart::Result => Some(types::unqualified(&self.program.debug, prototype.returns)),
            StubPart::Written(param) => {
                let param = *prototype.params.get((param as usize).checked_sub(1)?)?;
                let pointee = types::pointee(&self.program.debug, param)?;
                Some(types::unqualified(&self.program.debug, pointee))
            }
        }
    }

    /// The functions, as they stand above the test.
    pub(super) fn text(&self, objects: &TestObjects<'_>) -> String {
        let one = |(&function, name): (&FuncId, &String)| self.function(function, name, objects);
        let texts: Vec<String> = self.names.iter().filter_map(one).collect();
        self.early(&texts) + &texts.concat()
    }

    /// Declares the stubs that others hand out before they are defined.
    fn early(&self, texts: &[String]) -> String {
        let is_early = |name: &str| {
            let defined = |text: &&String| text.contains(&format!("{name}("));
            texts.iter().take_while(|text| !defined(text)).any(|text| mentions(text, name))
        };
        let early = self.names.iter().filter(|(_, name)| is_early(name));
        let lines = early.filter_map(|(&function, name)| {
            let prototype = self.prototype(function)?;
            let heading = stubs::heading(&self.program.debug, &prototype, name, "arg")?;
            Some(format!("static {heading};\n"))
        });
        let lines: String = lines.collect();
        if lines.is_empty() { lines } else { format!("\n{lines}") }
    }

    /// What the test says about them: what their variables are, and which of them stand for functions that nothing defines.
    pub(super) fn lines(&self, objects: &TestObjects<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        for (&function, name) in &self.names {
            let Some(prototype) = self.prototype(function) else { continue };
            for (number, call) in self.calls(function).iter().enumerate() {
                for &(part, input) in call {
                    let Some(ty) = self.type_of(&prototype, part) else { continue };
                    if self.needs_variable(input, ty, objects) {
                        let variable = variable(name, number, part);
                        lines.extend(self.assign(&variable, input, ty, objects));
                    }
                }
            }
            if !stubs::is_callback(self.program, function) {
                lines.push(format!("{} = {name};", in_place_of(self.program, function)));
            }
        }
        lines
    }

    /// What each of its calls hands out.
    fn calls(&self, function: FuncId) -> Vec<Call<'x>> {
        let mut calls: Vec<Call<'x>> = Vec::new();
        for input in &self.path.inputs {
            if let InputSource::Stub { function: of, call, part } = input.source
                && of == function
            {
                let call = call as usize;
                calls.resize_with(calls.len().max(call + 1), Vec::new);
                calls[call].push((part, input));
            }
        }
        calls
    }

    fn function(&self, id: FuncId, name: &str, objects: &TestObjects<'_>) -> Option<String> {
        let prototype = self.prototype(id)?;
        let heading = stubs::heading(&self.program.debug, &prototype, name, "arg")?;
        let calls = self.calls(id);
        let mut bodies = Vec::new();
        let mut text = String::new();
        for (number, call) in calls.iter().enumerate() {
            for &(part, input) in call {
                let ty = self.type_of(&prototype, part)?;
                if self.needs_variable(input, ty, objects) {
                    let variable = variable(name, number, part);
                    text += &format!("static {};\n", self.declare(ty, &variable));
                }
            }
            bodies.push(self.call(name, number, call, &prototype, objects)?);
        }
        text += &format!("static {heading} {{\n");
        let is_used = |param: usize| {
            let mut lines = bodies.iter().flatten();
            lines.any(|line| mentions(line, &format!("arg{param}")))
        };
        let unused = (1..=prototype.params.len()).filter(|&param| !is_used(param));
        let unused: Vec<String> = unused.map(|param| format!("(void)arg{param};")).collect();
        if !unused.is_empty() {
            text += &format!("    {}\n", unused.join(" "));
        }
        let otherwise = nothing(&self.program.debug, &prototype);
        match &bodies[..] {
            [] => text += &indented(&otherwise, 1),
            [first, rest @ ..]
                if rest.iter().all(|body| body == first) && calls_once(rest, first) =>
            {
                text += &indented(first, 1);
            }
            all => text += &switch(all, &otherwise),
        }
        Some(format!("\n{text}}}\n"))
    }

    /// What one call does.
    fn call(
        &self,
        name: &str,
        number: usize,
        call: &Call<'x>,
        prototype: &Prototype,
        objects: &TestObjects<'_>,
    ) -> Option<Vec<String>> {
        let mut lines = Vec::new();
        let mut result = None;
        for &(part, input) in call {
            let ty = self.type_of(prototype, part)?;
            let value = match self.needs_variable(input, ty, objects) {
                true => Some(variable(name, number, part)),
                false => self.literal(input, ty, objects),
            };
            match part {
                StubPart::Result => result = Some(self.returned(value, input, ty)),
                StubPart::Written(param) => lines.extend(self.write(param, value, input, ty)),
            }
        }
        lines.extend(result.unwrap_or_else(|| nothing(&self.program.debug, prototype)));
        Some(lines)
    }

    fn returned(&self, value: Option<String>, input: &TestInput, ty: TypeId) -> Vec<String> {
        match (value, &input.value) {
            (Some(value), _) => vec![format!("return {value};")],
            (None, InputValue::Bytes(bytes)) => vec![
                format!("{};", self.declare(ty, "value")),
                format!("__builtin_memcpy(&value, {}, sizeof value);", string(bytes)),
                "return value;".to_owned(),
            ],
            (None, _) => vec!["return 0;".to_owned()],
        }
    }

    /// Writes to where a parameter points. Pointers in an object stay what they are.
    fn write(
        &self,
        param: u32,
        value: Option<String>,
        input: &TestInput,
        ty: TypeId,
    ) -> Vec<String> {
        let debug = &self.program.debug;
        let InputValue::Bytes(bytes) = &input.value else {
            return value.map(|value| format!("*arg{param} = {value};")).into_iter().collect();
        };
        if types::is_char(debug, ty) && bytes.len() > 1 {
            // A string, whatever its last byte is called.
            let (text, size) = (string(&bytes[..bytes.len() - 1]), bytes.len());
            return vec![format!("__builtin_memcpy(arg{param}, {text}, {size});")];
        }
        let size = types::size(debug, ty).unwrap_or(1).max(1) as usize;
        if bytes.len() == size
            && let Some(value) = value.filter(|_| !types::has_pointers(debug, ty))
        {
            return vec![format!("*arg{param} = {value};")];
        }
        let undef = self.without_pointers(ty, bytes.len());
        let (value, values) = (Bytes { bytes, undef: &undef }, ValueWriter { debug, targets: &[] });
        let mut leaves = Vec::new();
        match bytes.len() == size {
            true => leaves = values.leaves(ty, value, None, &format!("(*arg{param})")),
            false => {
                let array = format!("arg{param}");
                values.collect_elements(ty, value, None, &array, 32, &mut leaves);
            }
        }
        for leaf in &mut leaves {
            leaf.expression = plain(&leaf.expression, param);
        }
        leaves.iter().map(assignment).collect()
    }

    /// Which bits of a value say nothing: those of its pointers.
    fn without_pointers(&self, ty: TypeId, size: usize) -> Vec<u8> {
        let pointer = self.program.target.pointer_bits as usize / 8;
        let mut undef = vec![0; size];
        for member in self.program.debug.members(ty).pointers {
            undef.iter_mut().skip(member.offset as usize).take(pointer).for_each(|it| *it = 255);
        }
        undef
    }

    /// Does it lead to objects of the test, which only the test can name?
    fn needs_variable(&self, input: &TestInput, ty: TypeId, objects: &TestObjects<'_>) -> bool {
        let is_function = matches!(input.value, InputValue::Function(_));
        match types::pointee(&self.program.debug, ty) {
            Some(_) => !is_function && objects.address(&input.name).is_some(),
            None => input.pointers.iter().any(|(_, name)| objects.address(name).is_some()),
        }
    }

    /// How C writes it.
    fn literal(&self, input: &TestInput, ty: TypeId, objects: &TestObjects<'_>) -> Option<String> {
        let debug = &self.program.debug;
        match &input.value {
            InputValue::Bytes(bytes) => {
                let values = ValueWriter { debug, targets: &[] };
                let value = values.initializer(ty, bytes)?;
                match value.starts_with('{') {
                    true => Some(format!("({}){value}", self.declare(ty, ""))),
                    false => Some(value),
                }
            }
            _ => Some(objects.address(&input.name).unwrap_or_else(|| "NULL".to_owned())),
        }
    }

    fn assign(
        &self,
        variable: &str,
        input: &TestInput,
        ty: TypeId,
        objects: &TestObjects<'_>,
    ) -> Vec<String> {
        let InputValue::Bytes(bytes) = &input.value else {
            let address = objects.address(&input.name);
            return address.map(|it| format!("{variable} = {it};")).into_iter().collect();
        };
        let whole = objects.with_pointers(input, bytes, &|_| false);
        let (undef, targets) = (vec![0; whole.len()], objects.targets());
        let values = ValueWriter { debug: &self.program.debug, targets: &targets };
        let value = Bytes { bytes: &whole, undef: &undef };
        let before = vec![0; whole.len()];
        values.leaves(ty, value, Some(&before), variable).iter().map(assignment).collect()
    }

    fn declare(&self, ty: TypeId, name: &str) -> String {
        types::declare_by_members(&self.program.debug, ty, name)
            .unwrap_or_else(|why| format!("/* {why} */ {name}"))
    }

    /// What calls of stubs returned and wrote, for reports.
    pub(super) fn in_words(&self, objects: &TestObjects<'_>) -> Vec<String> {
        let one =
            |(name, ty): (&str, TypeId)| Some(format!("{name} = {}", objects.in_words(name, ty)?));
        self.roots().into_iter().filter_map(one).collect()
    }
}

/// What a stub does where the path says nothing.
fn nothing(debug: &DebugInfo, prototype: &Prototype) -> Vec<String> {
    let returns = types::unqualified(debug, prototype.returns);
    match debug.ty(debug.resolve(returns)) {
        Type::Void => Vec::new(),
        Type::Pointer { .. } => vec!["return NULL;".to_owned()],
        Type::Struct { .. } | Type::Union { .. } => {
            let ty = types::declare(debug, returns, "").unwrap_or_default();
            vec![format!("return ({ty}){{0}};")]
        }
        _ => vec!["return 0;".to_owned()],
    }
}

/// Is one body for all calls the same as one for each? A switch over a single call says no more, unless it writes: another
/// call may be given NULL, and writes nothing.
fn calls_once(rest: &[Vec<String>], first: &[String]) -> bool {
    let writes = first.iter().any(|line| line.contains("arg") && !line.starts_with("return"));
    !writes && (rest.is_empty() || first.len() == 1)
}

fn switch(bodies: &[Vec<String>], otherwise: &[String]) -> String {
    let mut text = "    static int call;\n    switch (call++) {\n".to_owned();
    for (number, body) in bodies.iter().enumerate() {
        text += &format!("    case {number}:{}\n", block(body));
        text += &indented(body, 2);
        let returns = body.last().is_some_and(|line| line.starts_with("return"));
        text += if returns { "" } else { "        break;\n" };
        text += if block(body).is_empty() { "" } else { "    }\n" };
    }
    text += "    }\n";
    text + &indented(otherwise, 1)
}

/// Is that word in it?
fn mentions(line: &str, word: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|it| it == word)
}

/// A body that declares something is a block.
fn block(body: &[String]) -> &'static str {
    if body.iter().any(|line| line.contains("&value")) { " {" } else { "" }
}

fn indented(lines: &[String], depth: usize) -> String {
    lines.iter().map(|line| format!("{}{line}\n", "    ".repeat(depth))).collect()
}

/// The variable for what a call hands out.
fn variable(stub: &str, call: usize, part: StubPart) -> String {
    match part {
        StubPart::Result => format!("{stub}_{call}"),
        StubPart::Written(param) => format!("{stub}_{call}_arg{param}"),
    }
}

/// `(*p).x` as people write it.
fn plain(expression: &str, param: u32) -> String {
    let object = format!("(*arg{param})");
    match expression.strip_prefix(&object) {
        Some("") => format!("*arg{param}"),
        Some(member) if member.starts_with('.') => format!("arg{param}->{}", &member[1..]),
        _ => expression.to_owned(),
    }
}

/// A name of C's as a part of a name.
pub(super) fn words(name: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = name.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<&str>>().join("_")
}

/// What a function that nothing defines calls.
fn in_place_of(program: &Program, function: FuncId) -> String {
    format!("in_place_of_{}", program.function(function).display_name())
}

/// Defines what nothing defines, so that the tests can be linked.
pub(super) fn definitions(program: &Program) -> String {
    let ids = (0..program.functions.len()).map(FuncId::new);
    let undefined =
        ids.filter(|&id| stubs::is_stub(program, id) && !stubs::is_callback(program, id));
    undefined.filter_map(|id| definition(program, id)).collect()
}

fn definition(program: &Program, id: FuncId) -> Option<String> {
    let name = program.function(id).display_name();
    let prototype = program.function(id).debug.as_ref()?.prototype();
    let pointer = in_place_of(program, id);
    let debug = &program.debug;
    let declared = stubs::heading(debug, &prototype, &format!("(*{pointer})"), "arg")?;
    let heading = stubs::heading(debug, &prototype, &format!("({name})"), "arg")?;
    let args: Vec<String> = (1..=prototype.params.len()).map(|it| format!("arg{it}")).collect();
    let call = format!("{pointer}({})", args.join(", "));
    if stubs::never_comes_back(program, id) {
        let unused: Vec<String> = args.iter().map(|arg| format!("    (void){arg};\n")).collect();
        return Some(format!(
            "\n/* The program calls `{name}`, which is defined nowhere: it ends the program. */\n\
             {heading} {{\n    void exit(int);\n{}    exit(1);\n}}\n",
            unused.concat()
        ));
    }
    let nothing = nothing(debug, &prototype);
    let body = match nothing.is_empty() {
        true => format!("    if ({pointer})\n        {call};\n"),
        false => {
            let otherwise = indented(&nothing, 2);
            format!("    if (!{pointer})\n{otherwise}    return {call};\n")
        }
    };
    Some(format!(
        "\n/* The program calls `{name}`, which is defined nowhere: each test says what it does. */\n\
         static {declared};\n{heading} {{\n{body}}}\n"
    ))
}
