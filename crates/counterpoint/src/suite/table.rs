//! A test's inputs as a C table: whole numbers as numbers, everything else as text.

use std::fmt::Write as _;

use engine::{Bug, InputValue};
use ir::Program;

use super::{Case, Ending};
use crate::report;

/// The C file of a test.
pub(super) fn file(program: &Program, case: &Case<'_>) -> String {
    let inputs = &case.path.inputs;
    let mut text = format!("// {}\n#include \"inputs.h\"\n\n", heading(program, case.ending));
    text += "const struct counterpoint_input counterpoint_inputs[] = {\n";
    for input in inputs {
        let _ = writeln!(text, "    {}", row(&input.name, bytes(&input.value)));
    }
    if inputs.is_empty() {
        // C has no empty arrays.
        text += "    {\"\", 0, \"\"},\n";
    }
    let _ = write!(text, "}};\n\nconst size_t counterpoint_input_count = {};\n", inputs.len());
    text
}

fn heading(program: &Program, ending: Ending<'_>) -> String {
    match ending {
        Ending::Exit(code) => format!("The program exits with {code}."),
        Ending::Bug(bug) => bug_heading(program, bug),
    }
}

fn bug_heading(program: &Program, bug: &Bug) -> String {
    let at = bug.at().map(|at| format!(", at {}", report::place(program, at))).unwrap_or_default();
    one_line(&format!("A bug, {}: {}{at}.", bug.kind, bug.message))
}

/// A message may quote the program; a comment must end where its line does.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\\'], " ")
}

fn row(name: &str, bytes: &[u8]) -> String {
    let (name, size) = (string(name.as_bytes()), bytes.len());
    let number = integer(bytes);
    let ty = match size {
        2 => "short",
        4 => "int",
        8 => "long long",
        _ => {
            let value = number.map(|value| format!(" // {value}")).unwrap_or_default();
            return format!("{{{name}, {size}, {}}},{value}", string(bytes));
        }
    };
    let number = number.unwrap_or_default();
    format!("{{{name}, {size}, (const {ty}[]){{{}}}}},{}", literal(number), remark(bytes, number))
}

/// The bytes of an input; a null pointer has none.
pub(crate) fn bytes(value: &InputValue) -> &[u8] {
    match value {
        InputValue::Bytes(bytes) | InputValue::Text(bytes) | InputValue::Buffer { bytes, .. } => {
            bytes
        }
        InputValue::Null => &[],
    }
}

/// What input bytes are as a signed number, if they are as many as a number has.
pub(crate) fn integer(bytes: &[u8]) -> Option<i64> {
    match *bytes {
        [a] => Some(i64::from(a as i8)),
        [a, b] => Some(i64::from(i16::from_le_bytes([a, b]))),
        [a, b, c, d] => Some(i64::from(i32::from_le_bytes([a, b, c, d]))),
        _ => Some(i64::from_le_bytes(bytes.try_into().ok()?)),
    }
}

/// A number in C, where the least one has no literal.
fn literal(number: i64) -> String {
    match number {
        i64::MIN => "-9223372036854775807 - 1".to_owned(),
        number => number.to_string(),
    }
}

/// What else a number may be: bits or text.
fn remark(bytes: &[u8], number: i64) -> String {
    let digits: String = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    let is_text = bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) && !bytes.contains(&b'\\');
    match number {
        0..=255 => String::new(),
        _ if is_text => format!(" // 0x{digits}, {}", string(bytes)),
        _ => format!(" // 0x{digits}"),
    }
}

/// A C string literal. Octal escapes have an end, hexadecimal ones take every digit that follows; `?` could
/// begin a trigraph.
fn string(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte as char]),
            b'\n' => text += "\\n",
            b'\t' => text += "\\t",
            b'?' => text += "\\?",
            b' '..=b'~' => text.push(byte as char),
            _ => text += &format!("\\{byte:03o}"),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::row;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(row("x", bytes), expected);
    }

    #[test]
    fn numbers_are_numbers() {
        check(&[5, 0, 0, 0], "{\"x\", 4, (const int[]){5}},");
        check(&[255; 2], "{\"x\", 2, (const short[]){-1}}, // 0xffff");
        check(b"exit", "{\"x\", 4, (const int[]){1953069157}}, // 0x74697865, \"exit\"");
        let least =
            "{\"x\", 8, (const long long[]){-9223372036854775807 - 1}}, // 0x8000000000000000";
        check(&i64::MIN.to_le_bytes(), least);
        check(&[128], "{\"x\", 1, \"\\200\"}, // -128");
    }

    #[test]
    fn text_is_text() {
        check(b"GET\0\x0142", r#"{"x", 7, "GET\000\00142"},"#);
        check(b"\"\\\n", r#"{"x", 3, "\"\\\n"},"#);
        check(b"??/", r#"{"x", 3, "\?\?/"},"#);
        check(b"", r#"{"x", 0, ""},"#);
    }
}
