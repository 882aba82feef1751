//! Literals of C: numbers, characters and strings.

use engine::InputValue;

/// The bytes of an input; a null pointer has none.
pub(crate) fn bytes(value: &InputValue) -> &[u8] {
    match value {
        InputValue::Bytes(bytes) | InputValue::Text(bytes) | InputValue::Buffer { bytes, .. } => {
            bytes
        }
        InputValue::Null
        | InputValue::Function(_)
        | InputValue::Opaque { .. }
        | InputValue::Alias(_)
        | InputValue::Into { .. } => &[],
    }
}

/// What bytes are as a signed number, if they are as many as a number has.
pub(crate) fn integer(bytes: &[u8]) -> Option<i64> {
    match *bytes {
        [a] => Some(i64::from(a as i8)),
        [a, b] => Some(i64::from(i16::from_le_bytes([a, b]))),
        [a, b, c, d] => Some(i64::from(i32::from_le_bytes([a, b, c, d]))),
        _ => Some(i64::from_le_bytes(bytes.try_into().ok()?)),
    }
}

/// A signed number, where the least one of each type has no literal.
pub(crate) fn signed(number: i128) -> String {
    match number {
        -2_147_483_648 => "(-2147483647 - 1)".to_owned(),
        -9_223_372_036_854_775_808 => "(-9223372036854775807 - 1)".to_owned(),
        number => number.to_string(),
    }
}

/// A character, where it is a `char`.
pub(crate) fn character(byte: u8) -> String {
    match byte {
        b'\'' | b'\\' => format!("'\\{}'", byte as char),
        b' '..=b'~' => format!("'{}'", byte as char),
        0 => "'\\0'".to_owned(),
        b'\n' => "'\\n'".to_owned(),
        b'\t' => "'\\t'".to_owned(),
        _ => (byte as i8).to_string(),
    }
}

/// A string literal. Octal escapes have an end, hexadecimal ones take every digit that follows; `?` could
/// begin a trigraph.
pub(crate) fn string(bytes: &[u8]) -> String {
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

/// A number as C writes it, or nearly that.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = text.trim_matches(['(', ')']).trim_end_matches(['u', 'l', 'f', 'L']);
    // The least of a type has none of its own: `(-2147483647 - 1)`.
    text.strip_suffix(" - 1").unwrap_or(text).parse().ok()
}

/// Is a number as C writes it less than zero?
pub(crate) fn is_negative(text: &str) -> bool {
    number(text).is_some_and(|number| number < 0.0)
}

#[cfg(test)]
mod tests {
    use super::{character, signed, string};

    #[test]
    fn characters_are_characters() {
        let all = [b'a', b'\'', b'\\', 0, b'\n', 200].map(character);
        assert_eq!(all, ["'a'", r"'\''", r"'\\'", r"'\0'", r"'\n'", "-56"]);
    }

    #[test]
    fn text_is_text() {
        assert_eq!(string(b"GET\0\x0142"), r#""GET\000\00142""#);
        assert_eq!(string(b"\"\\\n"), r#""\"\\\n""#);
        assert_eq!(string(b"??/"), r#""\?\?/""#);
        assert_eq!(string(b""), r#""""#);
    }

    #[test]
    fn the_least_numbers_are_differences() {
        assert_eq!(signed(i128::from(i32::MIN)), "(-2147483647 - 1)");
        assert_eq!(signed(i128::from(i64::MIN)), "(-9223372036854775807 - 1)");
        assert_eq!(signed(-5), "-5");
    }
}
