//! A test in C: its comment, its inputs, the call, and what is expected of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use engine::{Bug, ExploredPath, InputSource, InputValue, OpenError, TestInput};
use ir::Program;

use super::case::{Explored, TestCandidate, TestCase, TestEnding};
use super::objects::TestObjects;
use super::stubs::{self, Stubs};
use super::{brief, function};
use crate::c::literal::{bytes, integer, signed, string};
use crate::frontend::place;

/// What a test of that path would be called.
pub(super) fn test_name(program: &Program, candidate: &TestCandidate<'_>) -> String {
    let &TestCandidate { explored, path, ending } = candidate;
    let signs = BTreeSet::new();
    case_name(program, &TestCase { name: String::new(), explored, path, ending, signs })
}

/// What a test would be called, whatever it is called.
pub(super) fn case_name(program: &Program, case: &TestCase<'_>) -> String {
    let TestCase { explored, path, ending, signs, .. } = case;
    let name = &explored.entry.name;
    match (function::of(program, explored, path, signs, name), ending) {
        (Some(function), _) => format!("{name}_{}", function.words(*ending).name),
        (None, TestEnding::Exit(code)) => format!("{name}_exits_with_{code}"),
        (None, TestEnding::Bug(bug)) => format!("{name}_{}", bug.kind.name().replace('-', "_")),
    }
}

/// What a reproducer of that path would be called, behind its number.
pub(super) fn bug_name(candidate: &TestCandidate<'_>) -> String {
    let TestEnding::Bug(bug) = candidate.ending else { return String::new() };
    let culprit = bug.culprit().map_or("", |entry| entry.function.as_str());
    let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    format!("{}_{culprit}", bug.kind.name()).chars().map(word).collect()
}

/// Writes a test or a reproducer.
pub(crate) fn write_case(text: &mut String, program: &Program, case: &TestCase<'_>) {
    let function = function::of(program, case.explored, case.path, &case.signs, &case.name);
    let heading = comment(&match (&function, case.ending) {
        (_, TestEnding::Bug(bug)) => bug_heading(program, bug),
        (Some(function), ending) => function.words(ending).sentence,
        (None, TestEnding::Exit(code)) => format!("The program exits with {code}."),
    });
    let kind = if matches!(case.ending, TestEnding::Bug(_)) { "BUG" } else { "TEST" };
    *text += &match &function {
        Some(function) => function.above(),
        None => main_stubs(program, case, |stubs, objects| stubs.text(objects)),
    };
    let _ = write!(text, "\n/* {heading} */\n{kind}({}) {{\n", case.name);
    let lines = match function {
        Some(function) => function.lines(case.ending),
        None => main_lines(program, case),
    };
    for line in lines {
        let _ = writeln!(text, "    {line}");
    }
    *text += "}\n";
}

fn bug_heading(program: &Program, bug: &Bug) -> String {
    let at = bug.at().map(|at| format!(", at {}", place::words(program, at))).unwrap_or_default();
    format!("A bug, {}: {}{at}.", bug.kind, bug.message)
}

/// A message may quote the program; a comment must end where it is meant to.
fn comment(text: &str) -> String {
    text.replace(['\n', '\r', '\\'], " ").replace("*/", "* /").replace("/*", "/ *")
}

/// A test of a whole program: its inputs in the order in which it asks for them, and its exit code.
fn main_lines(program: &Program, case: &TestCase<'_>) -> Vec<String> {
    let is_marked = |input: &&TestInput| {
        // What a stub's pointers lead to is no variable of the program.
        input.source == InputSource::Marked && matches!(input.value, InputValue::Bytes(_))
    };
    let marked = case.path.inputs.iter().filter(is_marked);
    let mut lines: Vec<String> = marked.map(marked_input).collect();
    lines.extend(main_stubs(program, case, |stubs, objects| stubs.lines(objects)));
    lines.extend(given(case.path));
    if let TestEnding::Exit(code) = case.ending {
        lines.push(format!("EXPECT_EXIT({code});"));
    }
    lines.push("RUN_MAIN();".to_owned());
    lines
}

/// What is to be said about the stubs of a test of a whole program.
fn main_stubs<T>(
    program: &Program,
    case: &TestCase<'_>,
    say: impl Fn(&Stubs<'_>, &TestObjects<'_>) -> T,
) -> T {
    let stubs = Stubs::of(program, case.path, &case.name);
    let none = std::iter::empty();
    let objects = TestObjects::find(program, case.path, &stubs, none, &stubs::words);
    say(&stubs, &objects)
}

/// The numbers of the allocations that fail.
pub(super) fn failing(path: &ExploredPath) -> Vec<u32> {
    let number = |input: &TestInput| match input.source {
        InputSource::Allocation(number) => Some(number),
        _ => None,
    };
    path.inputs.iter().filter_map(number).collect()
}

/// The files that are opened, in their order.
fn files(path: &ExploredPath) -> impl Iterator<Item = String> + '_ {
    let contents = |name: &str| {
        let is_it = |input: &&TestInput| {
            input.source == InputSource::Stream && input.name.strip_prefix('*') == Some(name)
        };
        path.inputs.iter().find(is_it).map_or(&[][..], |stream| bytes(&stream.value))
    };
    let is_full = |file: InputSource| {
        let InputSource::File(number) = file else { return false };
        path.inputs.iter().any(|input| input.source == InputSource::Full(number))
    };
    let opened = path.inputs.iter().filter(|it| matches!(it.source, InputSource::File(_)));
    opened.map(move |file| match bytes(&file.value) {
        [0] if is_full(file.source) => "FILE_FULL();".to_owned(),
        [0] => format!("FILE_CONTENTS({});", string(contents(&file.name))),
        &[why] if OpenError::of(why) != OpenError::MISSING => {
            format!("FILE_FAILS({});", OpenError::of(why).0)
        }
        _ => "FILE_MISSING();".to_owned(),
    })
}

/// What the program's surroundings answer.
fn answer(input: &TestInput) -> Option<String> {
    // A function is asked several times, a variable is not.
    let name = input.name.split('#').next().unwrap_or_default();
    match (input.source, bytes(&input.value)) {
        (InputSource::Environment, bytes) => {
            let value = integer(bytes).unwrap_or_default();
            Some(match name {
                // As the runtime library computes it.
                "drand48" => format!("RETURNS_REAL({name}, {:?});", value as f64 / 48f64.exp2()),
                _ => format!("RETURNS({name}, {});", signed(i128::from(value))),
            })
        }
        (InputSource::Variable, [0, value @ ..]) => {
            let length = value.iter().position(|&byte| byte == 0).unwrap_or(value.len());
            Some(format!("VARIABLE({}, {});", variable(input), string(&value[..length])))
        }
        (InputSource::Variable, _) => Some(format!("NO_VARIABLE({});", variable(input))),
        _ => None,
    }
}

/// The name of an environment variable, of which each byte is a character.
fn variable(input: &TestInput) -> String {
    let bytes: Vec<u8> = input.name.chars().map(|byte| byte as u8).collect();
    string(&bytes)
}

/// Arguments, standard input, files, and the allocations that fail, which are counted from there.
pub(super) fn given(path: &ExploredPath) -> Vec<String> {
    let is_argument = |input: &&TestInput| matches!(input.source, InputSource::Argument(_));
    let arguments = path.inputs.iter().filter(is_argument);
    let arguments: Vec<String> = arguments.map(|input| string(bytes(&input.value))).collect();
    let read = path.inputs.iter().filter(|input| input.source == InputSource::StandardInput);
    let read: Vec<u8> = read.flat_map(|input| bytes(&input.value)).copied().collect();
    let mut lines = Vec::new();
    if !arguments.is_empty() {
        lines.push(format!("ARGUMENTS({});", arguments.join(", ")));
    }
    if !read.is_empty() {
        lines.push(format!("STANDARD_INPUT({});", string(&read)));
    }
    lines.extend(path.inputs.iter().filter_map(answer));
    lines.extend(files(path));
    lines.extend(failing(path).iter().map(|number| format!("FAIL_ALLOCATION({number});")));
    lines
}

/// Whole numbers as numbers, everything else as text.
fn marked_input(input: &TestInput) -> String {
    let (name, bytes) = (string(input.name.as_bytes()), bytes(&input.value));
    let ty = match bytes.len() {
        1 => "signed char",
        2 => "short",
        4 => "int",
        8 => "long long",
        _ => return format!("INPUT_BYTES({name}, {});", string(bytes)),
    };
    let number = integer(bytes).unwrap_or_default();
    let remark = remark(bytes, number);
    format!("INPUT({name}, {ty}, {});{remark}", signed(i128::from(number)))
}

/// What else a number may be: bits or text.
fn remark(bytes: &[u8], number: i64) -> String {
    let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    let is_text = bytes.iter().all(|byte| matches!(byte, b' '..=b'~'))
        && !bytes.iter().any(|byte| b"\\*/".contains(byte));
    match number {
        _ if is_text => format!(" /* {} */", string(bytes)),
        -255..=4095 => String::new(),
        _ => format!(" /* 0x{digits} */"),
    }
}

/// How much of long inputs is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputLength {
    Whole,
    /// No longer than a report should be.
    Brief,
}

/// The inputs of a path on one line.
pub(crate) fn inputs_on_one_line(
    program: &Program,
    explored: &Explored,
    path: &ExploredPath,
    length: InputLength,
) -> String {
    match (&inputs(program, explored, path)[..], length) {
        ([], _) => "no inputs".to_owned(),
        (all, InputLength::Whole) => all.join(", "),
        (all, InputLength::Brief) => brief::line(all),
    }
}

/// The inputs of a path, each with its name, as C writes it.
fn inputs(program: &Program, explored: &Explored, path: &ExploredPath) -> Vec<String> {
    if let Some(function) = function::of(program, explored, path, &BTreeSet::new(), "stub") {
        return function.inputs();
    }
    // Arguments and standard input are text, however short.
    let number = |input: &TestInput| match input.source {
        InputSource::Marked
        | InputSource::Uninitialised
        | InputSource::Further(..)
        | InputSource::Stub { .. } => integer(bytes(&input.value)),
        InputSource::Argument(_)
        | InputSource::StandardInput
        | InputSource::Stream
        | InputSource::File(_)
        | InputSource::Full(_)
        | InputSource::Environment
        | InputSource::Variable
        | InputSource::Allocation(_) => None,
    };
    let one = |input: &TestInput| match number(input) {
        Some(value) => format!("{} = {value}", input.name),
        None if matches!(input.source, InputSource::Allocation(_)) => {
            format!("{} fails", input.name)
        }
        None => format!("{} = {}", input.name, string(bytes(&input.value))),
    };
    let is_file = |input: &TestInput| matches!(input.source, InputSource::File(_));
    let has_files = path.inputs.iter().any(is_file);
    // What is in a file is said with it.
    let is_said = |input: &&TestInput| match input.source {
        InputSource::File(_)
        | InputSource::Full(_)
        | InputSource::Environment
        | InputSource::Variable => false,
        InputSource::Stream => !has_files,
        _ => true,
    };
    let said = path.inputs.iter().filter(is_said).map(one);
    let answers = path.inputs.iter().filter_map(answer).chain(files(path));
    said.chain(answers.map(|line| line.trim_end_matches(';').to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use engine::{InputSource, InputValue, TestInput};

    use super::marked_input;

    fn check(bytes: &[u8], expected: &str) {
        let value = InputValue::Bytes(bytes.to_vec());
        let (name, pointers) = ("x".into(), Vec::new());
        let (source, pointee, compared) = (InputSource::Marked, None, false);
        let input = TestInput { name, source, value, pointee, pointers, compared };
        assert_eq!(marked_input(&input), expected);
    }

    #[test]
    fn numbers_are_numbers_and_text_is_text() {
        check(&[5, 0, 0, 0], "INPUT(\"x\", int, 5);");
        check(&[255; 2], "INPUT(\"x\", short, -1);");
        check(b"exit", "INPUT(\"x\", int, 1953069157); /* \"exit\" */");
        let least = "INPUT(\"x\", long long, (-9223372036854775807 - 1)); /* 0x8000000000000000 */";
        check(&i64::MIN.to_le_bytes(), least);
        check(&[128], "INPUT(\"x\", signed char, -128);");
        check(b"GET\0\x0142", r#"INPUT_BYTES("x", "GET\000\00142");"#);
    }
}
