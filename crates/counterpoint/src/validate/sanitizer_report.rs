//! Reports of sanitizers: what one said when it stopped a program.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Said {
    pub sanitizer: &'static str,
    pub headline: String,
    /// The file without its folders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl Report {
    /// Where the program itself was: the library's sources aren't here, the program's are. A call of what is no
    /// function hides its caller: then what runs the test comes first, and the line is not known.
    pub(crate) fn own_place(&self) -> Option<(&str, u32)> {
        let (file, line) = self.places.iter().find(|(file, _)| file.exists())?;
        (name(file) != "counterpoint_tests.c").then_some((name(file), *line))
    }

    /// In short.
    pub(crate) fn said(&self) -> Said {
        let place = self.own_place();
        Said {
            sanitizer: self.sanitizer,
            headline: without_addresses(&self.headline),
            file: place.map(|(file, _)| file.to_owned()),
            line: place.map(|(_, line)| line),
        }
    }
}

impl fmt::Display for Said {
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
    let word =
        |word: &str| if word.starts_with("0x") { "0x..".to_owned() } else { word.to_owned() };
    headline[..end].split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Finds the first report in what a program printed.
pub(crate) fn first(log: &str) -> Option<Report> {
    let mut lines = log.lines().skip_while(|line| headline(line).is_none());
    let first = lines.next()?;
    let place_first = first.split_once(": runtime error: ").and_then(|(at, _)| place(at));
    let mut places: Vec<_> = place_first.into_iter().collect();
    // The first stack is the error's; those that follow say where a block was made or freed.
    let stack = lines.skip_while(|line| !is_frame(line)).take_while(|line| is_frame(line));
    // What stands in for a function of the library is as little the program's as that.
    let stack = stack.filter(|line| !line.contains(" in __wrap_"));
    // `#0 0x1 in f /x/a b.c:5:9`: functions of C have no spaces in their names, but files may.
    places.extend(stack.filter_map(|line| place(line.split_once(" in ")?.1.split_once(' ')?.1)));
    let (sanitizer, headline) = headline(first)?;
    Some(Report { sanitizer, headline: headline.to_owned(), places })
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
    use super::first;

    #[test]
    fn the_first_report_says_what_and_where() {
        let log = "noise\n/x/a.c:12:9: runtime error: division by zero\n    #0 0x1 in f /x/a.c:12:9\n    #1 0x2 in g /x/a.c:20:3\n\nmore";
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
        let log = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x1\nREAD of size 4\n    #0 0x1 in f /x/a.c:5:9\n    #1 0x2 (/lib/libc.so+0x3)\n\nfreed by thread T0 here:\n    #0 0x1 in free /x/b.c:7:1\n";
        let found = first(log).expect("there is one");
        assert_eq!(found.places, [("/x/a.c".into(), 5)]);
        assert_eq!(found.said().to_string(), "AddressSanitizer: heap-use-after-free");
        assert!(first("nothing\nhere").is_none());
    }
}
