//! `printf` formats: which arguments are strings, and how much of them is read.

use ir::Ty;

use crate::summary::origin::FurtherKind;

/// What a format does with its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Conversions {
    /// The strings that are read, each with how many bytes at most.
    pub strings: Vec<(u64, u64)>,
    /// What is shown as a number.
    pub numbers: Vec<u64>,
}

/// What a format asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Int,
    Long,
    Real,
    Text,
}

impl Wanted {
    /// As what a function would take it.
    pub(crate) fn kind(self) -> FurtherKind {
        match self {
            Wanted::Int => FurtherKind::Int,
            Wanted::Real => FurtherKind::Real,
            Wanted::Long => FurtherKind::Word,
            Wanted::Text => FurtherKind::Text,
        }
    }
}

/// All that a format asks for; nothing if that is something else than numbers and strings, or isn't defined.
pub(crate) fn wanted(format: &[u8]) -> Option<Vec<Wanted>> {
    let mut all = Vec::new();
    let mut rest = format.iter().copied();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            one_wanted(&mut rest, &mut all)?;
        }
    }
    Some(all)
}

/// What is asked for behind a `%`.
fn one_wanted(rest: &mut impl Iterator<Item = u8>, all: &mut Vec<Wanted>) -> Option<()> {
    let mut long = false;
    let wanted = loop {
        match rest.next()? {
            b'0'..=b'9' | b'-' | b'+' | b' ' | b'#' | b'.' | b'h' => {}
            b'*' => all.push(Wanted::Int),
            b'l' | b'z' | b'j' | b't' => long = true,
            b'%' | b'm' => return Some(()),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' if long => break Wanted::Long,
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' if !long => break Wanted::Int,
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => break Wanted::Real,
            b's' if !long => break Wanted::Text,
            b'p' if !long => break Wanted::Long,
            _ => return None,
        }
    };
    all.push(wanted);
    Some(())
}

/// The string arguments that a format reads, each with how many bytes at most.
pub(crate) fn strings(format: &[u8], args: &[(Ty, u64)]) -> Vec<(u64, u64)> {
    conversions(format, args).strings
}

/// Goes through a format.
pub(crate) fn conversions(format: &[u8], args: &[(Ty, u64)]) -> Conversions {
    let mut found = Conversions::default();
    let mut args = args.iter().map(|arg| arg.1);
    let mut rest = format.iter().copied();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            conversion(&mut rest, &mut args, &mut found);
        }
    }
    found
}

/// What comes behind a `%`.
fn conversion(
    rest: &mut impl Iterator<Item = u8>,
    args: &mut impl Iterator<Item = u64>,
    found: &mut Conversions,
) {
    let (mut precision, mut after_dot, mut long) = (None, false, false);
    for byte in rest {
        match byte {
            b'.' => (after_dot, precision) = (true, Some(0)),
            b'0'..=b'9' if after_dot => {
                precision = precision.map(|p: u64| p.saturating_mul(10) + u64::from(byte - b'0'));
            }
            b'0'..=b'9' | b'-' | b'+' | b' ' | b'#' | b'\'' => {}
            b'*' => {
                let value = args.next().unwrap_or(0) as i32;
                if after_dot {
                    // A negative precision counts as none.
                    precision = u64::try_from(value).ok();
                }
            }
            b'l' => long = true,
            b'h' | b'z' | b'j' | b't' | b'q' | b'L' => {}
            b'%' | b'm' => return,
            b's' => {
                let string = args.next().unwrap_or(0);
                // glibc prints (null), and wide strings are not looked into.
                if string != 0 && !long {
                    found.strings.push((string, precision.unwrap_or(u64::MAX)));
                }
                return;
            }
            b'n' => {
                args.next();
                return;
            }
            _ => return found.numbers.extend(args.next()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Wanted, conversions, strings, wanted};
    use ir::Ty;

    #[test]
    fn finds_the_string_arguments_with_their_limits() {
        let args: Vec<(Ty, u64)> = (10..20).map(|value| (Ty::int(64), value)).collect();
        let check = |format: &str, expected: &[(u64, u64)]| {
            assert_eq!(strings(format.as_bytes(), &args), expected, "{format}");
        };
        check("%s", &[(10, u64::MAX)]);
        check("100%% %d %5s", &[(11, u64::MAX)]);
        check("%.3s %.*s", &[(10, 3), (12, 11)]);
        check("%-*d %s", &[(12, u64::MAX)]);
        check("%ls %lld %s", &[(12, u64::MAX)]);
        check("%", &[]);
    }

    #[test]
    fn finds_what_is_asked_for() {
        use Wanted::{Int, Long, Real, Text};
        let check = |format: &str, expected: Option<&[Wanted]>| {
            assert_eq!(wanted(format.as_bytes()).as_deref(), expected, "{format}");
        };
        check("100%% %d %5.1f %-*s", Some(&[Int, Real, Int, Text]));
        check("%hhx %lld %p %c%m", Some(&[Int, Long, Long, Int]));
        for format in ["%n", "%Lf", "%ls", "%", "%5"] {
            check(format, None);
        }
    }

    #[test]
    fn finds_what_is_shown_as_a_number() {
        let args: Vec<(Ty, u64)> = (10..20).map(|value| (Ty::int(64), value)).collect();
        let numbers = |format: &str| conversions(format.as_bytes(), &args).numbers;
        assert_eq!(numbers("%s %p %-*d %n %lx"), [11, 13, 15]);
    }
}
