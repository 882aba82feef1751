//! Reports of sanitizers: what one said when it stopped a program.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize};

use super::runner;
use super::symbols::NativeFrame;

/// What a sanitizer reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    /// Which one it is.
    pub sanitizer: &'static str,
    /// The line that says what is wrong.
    pub headline: String,
    /// Files and lines that it names for the error itself, innermost first.
    pub places: Vec<(PathBuf, u32)>,
}

/// A report in short: what a person is told, and the same from run to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReportDigest {
    #[serde(deserialize_with = "sanitizer_name")]
    pub sanitizer: SanitizerName,
    pub headline: String,
    /// The file without its folders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// As it calls itself.
type SanitizerName = &'static str;

/// There are few, and what was read from elsewhere lives as long as the process.
fn sanitizer_name<'de, D: Deserializer<'de>>(from: D) -> Result<SanitizerName, D::Error> {
    Ok(String::deserialize(from)?.leak())
}

impl Report {
    /// Where the program itself was: the library's sources aren't here, the program's are. A call of what is no
    /// function hides its caller: then what runs the test comes first, and the line is not known.
    pub(crate) fn own_place(&self) -> Option<(&str, u32)> {
        let is_here = |file: &Path| file.exists() || runner::is_its_file(file);
        let (file, line) = self.places.iter().find(|(file, _)| is_here(file))?;
        (!runner::is_its_file(file)).then_some((name(file), *line))
    }

    /// In short.
    pub(crate) fn said(&self) -> ReportDigest {
        let place = self.own_place();
        ReportDigest {
            sanitizer: self.sanitizer,
            headline: without_addresses(&self.headline),
            file: place.map(|(file, _)| file.to_owned()),
            line: place.map(|(_, line)| line),
        }
    }
}

impl fmt::Display for ReportDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(file), Some(line)) = (&self.file, self.line) {
            write!(f, "{file}:{line}: ")?;
        }
        write!(f, "{}: {}", self.sanitizer, self.headline)
    }
}

/// A path without its folders.
pub(crate) fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// Addresses are others in every run.
fn without_addresses(headline: &str) -> String {
    let end = [" on address ", " on unknown address", " (pc "].map(|mark| headline.find(mark));
    let end = end.into_iter().flatten().min().unwrap_or(headline.len());
    let mut parts = headline[..end].split("0x");
    let first = parts.next().unwrap_or_default().to_owned();
    let after = |part: &str| part.trim_start_matches(|c: char| c.is_ascii_hexdigit()).to_owned();
    parts.fold(first, |text, part| text + "0x.." + &after(part))
}

/// Finds the first report in what sanitizers wrote. `frames` has the calls that are under way at an address of a module.
pub(crate) fn first(
    log: &str,
    mut frames: impl FnMut(&Path, u64) -> Vec<NativeFrame>,
) -> Option<Report> {
    let mut lines = log.lines().skip_while(|line| headline(line).is_none());
    let first = lines.next()?;
    let (sanitizer, headline) = headline(first)?;
    let place_first = first.split_once(": runtime error: ").and_then(|(at, _)| place(at));
    let mut places: Vec<_> = place_first.into_iter().collect();
    let mut lines = lines.skip_while(|line| !is_frame(line) && !is_definition(line)).peekable();
    let definition = lines.next_if(|line| is_definition(line)).and_then(address);
    let callee = definition.and_then(|(module, offset)| {
        frames(module, offset).into_iter().next().and_then(|frame| frame.function)
    });
    // The first stack is the error's; those that follow say where a block was made or freed.
    let stack = lines.take_while(|line| is_frame(line)).filter_map(address);
    let calls = stack.flat_map(|(module, offset)| frames(module, offset));
    // What stands in for a function of the library is as little the program's as that.
    let is_ours =
        |call: &NativeFrame| call.function.as_ref().is_some_and(|name| name.starts_with("__wrap_"));
    places.extend(calls.filter(|call| !is_ours(call)).filter_map(|call| call.place));
    let headline = match callee {
        Some(callee) => headline.replace(UNKNOWN, &callee),
        None => headline.to_owned(),
    };
    Some(Report { sanitizer, headline, places })
}

/// A function, to a sanitizer that doesn't look for its name.
const UNKNOWN: &str = "(unknown)";

/// `(/x/a+0x1f): note: (unknown) defined here`: the function that a headline is about.
fn is_definition(line: &str) -> bool {
    line.contains(": note: ") && line.ends_with(" defined here")
}

/// `#0 0x1  (/x/a b+0x1f) (BuildId: 2c)`: the module, and the address in it.
fn address(line: &str) -> Option<(&Path, u64)> {
    let (_, module) = line.split_once('(')?;
    let (module, rest) = module.rsplit_once("+0x")?;
    let digits = rest.split(')').next()?;
    Some((Path::new(module), u64::from_str_radix(digits, 16).ok()?))
}

/// `==1==ERROR: AddressSanitizer: ...`, `==1==WARNING: MemorySanitizer: ...`,
/// `a.c:1:2: runtime error: ...`.
fn headline(line: &str) -> Option<(&'static str, &str)> {
    const MARKS: [(&str, &str); 6] = [
        (" runtime error: ", "UndefinedBehaviorSanitizer"),
        ("ERROR: AddressSanitizer: ", "AddressSanitizer"),
        ("WARNING: MemorySanitizer: ", "MemorySanitizer"),
        ("ERROR: UndefinedBehaviorSanitizer: ", "UndefinedBehaviorSanitizer"),
        ("ERROR: MemorySanitizer: ", "MemorySanitizer"),
        ("ERROR: LeakSanitizer: ", "LeakSanitizer"),
    ];
    MARKS.iter().find_map(|(mark, name)| Some((*name, line.split_once(mark)?.1)))
}

fn is_frame(line: &str) -> bool {
    let number = line.trim_start().strip_prefix('#');
    number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// `/a/b.c:12:5` or `b.c:12` as file and line. A file may have a colon in its name.
fn place(text: &str) -> Option<(PathBuf, u32)> {
    let (before, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let with_column =
        before.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?)));
    let (path, line) = with_column.unwrap_or((before, last));
    Some((PathBuf::from(path), line))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{NativeFrame, Report};

    /// What is at an address is on that line of a file that is called like the module.
    fn first(log: &str) -> Option<Report> {
        super::first(log, |module: &Path, line| {
            let place = Some((module.with_extension("c"), line as u32));
            vec![NativeFrame { function: Some("f".to_owned()), place }]
        })
    }

    #[test]
    fn the_first_report_says_what_and_where() {
        let log = "noise\n/x/a.c:12:9: runtime error: division by zero\n    #0 0x1  (/x/a+0xc)\n    #1 0x2  (/x/a+0x14)\n\nmore";
        let found = first(log).expect("there is one");
        assert_eq!(
            (found.sanitizer, &*found.headline),
            ("UndefinedBehaviorSanitizer", "division by zero")
        );
        let lines: Vec<u32> = found.places.iter().map(|place| place.1).collect();
        assert_eq!(lines, [12, 12, 20]);
    }

    #[test]
    fn later_stacks_are_not_the_error() {
        let log = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x1\nREAD of size 4\n    #0 0x1  (/x (y)/a+0x5) (BuildId: 2c1f)\n    #1 0x2  (<unknown module>)\n\nfreed by thread T0 here:\n    #0 0x1  (/x/b+0x7)\n";
        let found = first(log).expect("there is one");
        assert_eq!(found.places, [("/x (y)/a.c".into(), 5)]);
        assert_eq!(found.said().to_string(), "AddressSanitizer: heap-use-after-free");
        assert!(first("nothing\nhere").is_none());
    }

    #[test]
    fn what_is_said_is_the_same_from_run_to_run() {
        let overlap = "memcpy-param-overlap: memory ranges [0x7f56f021,0x7f56f023) and [0x7f56f020, 0x7f56f022) overlap";
        let without = "memcpy-param-overlap: memory ranges [0x..,0x..) and [0x.., 0x..) overlap";
        assert_eq!(super::without_addresses(overlap), without);
    }

    #[test]
    fn a_function_that_is_called_by_another_type_has_a_name() {
        let log = "a.c:3:5: runtime error: call to function (unknown) through pointer to incorrect function type 'int (*)(int)'\n(/x/a+0x9): note: (unknown) defined here\n    #0 0x1  (/x/a+0x3)\n";
        let found = first(log).expect("there is one");
        assert_eq!(
            found.headline,
            "call to function f through pointer to incorrect function type 'int (*)(int)'"
        );
        assert_eq!(found.places, [("a.c".into(), 3), ("/x/a.c".into(), 3)]);
    }
}
