//! Inputs for reports: what is long is cut, wherever it is. The test itself has all of it.

/// What a report shows of the inputs of a path.
const MOST: usize = 200;

/// Inputs, each as C writes it, on one line that isn't too long.
pub(super) fn line(inputs: &[String]) -> String {
    let all = inputs.join(", ");
    if all.chars().count() <= MOST {
        return all;
    }
    // Of many inputs, those that are not 0 say more.
    let is_zero = |input: &&String| input.ends_with(" = 0");
    let (zeros, others): (Vec<_>, Vec<_>) = inputs.iter().partition(is_zero);
    let parts: Vec<ValuePart> = others.into_iter().chain(zeros).map(|input| parse(input)).collect();
    // Elements of a list, and characters of a string: fewer and fewer, until it fits.
    let limits = [(8, 40), (4, 24), (2, 16), (1, 8)];
    let lines = limits.map(|(elements, characters)| list(&parts, elements, characters));
    let [.., shortest] = &lines;
    lines.iter().find(|line| line.chars().count() <= MOST).unwrap_or(shortest).clone()
}

/// An input, or an element of one.
type ValuePart = Vec<ValuePiece>;

/// A piece of a value as C writes it.
enum ValuePiece {
    Text(String),
    /// A string literal, character by character, escaped ones as one.
    Quoted(Vec<String>),
    /// What is in braces or parentheses.
    List(char, Vec<ValuePart>, char),
}

fn parse(text: &str) -> ValuePart {
    let mut chars = text.chars().peekable();
    let mut part = ValuePart::new();
    while let Some(c) = chars.next() {
        part.extend(piece(c, &mut chars));
    }
    part
}

type Chars<'t> = std::iter::Peekable<std::str::Chars<'t>>;

/// The piece that begins with a character.
fn piece(first: char, chars: &mut Chars<'_>) -> Option<ValuePiece> {
    match first {
        '"' => Some(quoted(chars)),
        '{' => Some(ValuePiece::List('{', parts(chars, '}'), '}')),
        '(' => Some(ValuePiece::List('(', parts(chars, ')'), ')')),
        // A character may be one of those above.
        '\'' => {
            let mut text = String::from('\'');
            while let Some(c) = chars.next() {
                text.push(c);
                match c {
                    '\\' => text.extend(chars.next()),
                    '\'' => break,
                    _ => {}
                }
            }
            Some(ValuePiece::Text(text))
        }
        other => Some(ValuePiece::Text(other.to_string())),
    }
}

/// The rest of a string literal.
fn quoted(chars: &mut Chars<'_>) -> ValuePiece {
    let mut characters = Vec::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => {
                let mut escape = String::from('\\');
                let is_octal = chars.peek().is_some_and(char::is_ascii_digit);
                escape.extend(chars.by_ref().take(if is_octal { 3 } else { 1 }));
                characters.push(escape);
            }
            other => characters.push(other.to_string()),
        }
    }
    ValuePiece::Quoted(characters)
}

/// What is between commas, up to the closing bracket.
fn parts(chars: &mut Chars<'_>, close: char) -> Vec<ValuePart> {
    let mut parts = vec![ValuePart::new()];
    while let Some(c) = chars.next() {
        match c {
            _ if c == close => break,
            ',' => {
                parts.push(ValuePart::new());
                while chars.next_if_eq(&' ').is_some() {}
            }
            _ => parts.last_mut().expect("there is one from the start").extend(piece(c, chars)),
        }
    }
    parts
}

fn list(parts: &[ValuePart], elements: usize, characters: usize) -> String {
    let text = |part: &ValuePart| -> String {
        part.iter().map(|piece| text(piece, elements, characters)).collect()
    };
    // "and 1 more" would save nothing.
    let shown = if parts.len() <= elements + 1 { parts.len() } else { elements };
    let mut shown: Vec<String> = parts[..shown].iter().map(text).collect();
    match parts.len() - shown.len() {
        0 => {}
        more => shown.push(format!("... and {more} more")),
    }
    shown.join(", ")
}

fn text(piece: &ValuePiece, elements: usize, characters: usize) -> String {
    match piece {
        ValuePiece::Text(text) => text.clone(),
        ValuePiece::Quoted(all) if all.len() > characters => {
            format!("\"{}\"... ({} characters)", all[..characters].concat(), all.len())
        }
        ValuePiece::Quoted(all) => format!("\"{}\"", all.concat()),
        ValuePiece::List(open, parts, close) => {
            format!("{open}{}{close}", list(parts, elements, characters))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    fn check(inputs: &[&str], expected: &str) {
        let inputs: Vec<String> = inputs.iter().map(|&input| input.to_owned()).collect();
        assert_eq!(line(&inputs), expected);
    }

    #[test]
    fn short_inputs_are_as_they_are() {
        check(
            &["x = (-2147483647 - 1)", "c = ','", "p = {.a = {1, 2}, .s = \"}\\\"\"}"],
            "x = (-2147483647 - 1), c = ',', p = {.a = {1, 2}, .s = \"}\\\"\"}",
        );
        check(&["an open { name = 1"], "an open { name = 1");
    }

    #[test]
    fn many_inputs() {
        let many: Vec<String> = (1..=511).map(|number| format!("int#{number} = 0")).collect();
        let first: Vec<&str> = many.iter().take(8).map(String::as_str).collect();
        assert_eq!(line(&many), format!("{}, ... and 503 more", first.join(", ")));
        let last = [&many[..], &["last = 7".to_owned()]].concat();
        assert_eq!(line(&last), format!("last = 7, {}, ... and 504 more", first[..7].join(", ")));
    }

    #[test]
    fn long_values_wherever_they_are() {
        let list = vec!["{.name = \"a\", .value = 0.0}"; 32].join(", ");
        let variables = format!("variables = {{{{.list = {{{list}}}, .count = 33}}}}");
        check(
            &[&variables, "name = \"\""],
            "variables = {{.list = {{.name = \"a\", .value = 0.0}, {.name = \"a\", .value = 0.0}, \
             {.name = \"a\", .value = 0.0}, {.name = \"a\", .value = 0.0}, ... and 28 more}, .count = 33}}, \
             name = \"\"",
        );
        let text = format!("s = \"{}\"", "\\000x".repeat(200));
        let shown = "\\000x".repeat(20);
        check(&[&text], &format!("s = \"{shown}\"... (400 characters)"));
    }
}
