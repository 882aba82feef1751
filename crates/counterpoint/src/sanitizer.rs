//! Sanitizers: what natively watches over a program, how it is switched on, and what it said when it stopped one.

use std::path::PathBuf;

use engine::BugKind;
use serde::{Deserialize, Serialize};

/// Errors that UndefinedBehaviorSanitizer reports but plain bitcode has no trace of: clang puts the checks into it.
pub(crate) const CHECKS: [&str; 2] = [
    "-fsanitize=alignment,array-bounds,bool,builtin,enum,float-cast-overflow,nonnull-attribute,null,pointer-overflow,\
     return,returns-nonnull-attribute,shift-base,vla-bound",
    "-fsanitize-trap=undefined,float-cast-overflow",
];

/// What natively watches over a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Sanitizer {
    /// AddressSanitizer and UndefinedBehaviorSanitizer.
    Address,
    /// MemorySanitizer: reads of what was never written. It can't be combined with the others.
    Memory,
    /// LeakSanitizer: blocks that nothing points to at the end.
    Leak,
}

impl Sanitizer {
    /// The exit code of a program that a sanitizer has stopped; no program's own, with luck.
    pub(crate) const EXIT_CODE: i32 = 86;

    /// What the sanitizers are told.
    pub(crate) const ENVIRONMENT: [(&str, &str); 4] = [
        (
            "ASAN_OPTIONS",
            "exitcode=86:detect_leaks=0:detect_stack_use_after_return=1:strict_string_checks=1",
        ),
        ("UBSAN_OPTIONS", "exitcode=86:print_stacktrace=1"),
        ("MSAN_OPTIONS", "exitcode=86"),
        ("LSAN_OPTIONS", "exitcode=86"),
    ];

    /// The one that sees bugs of that kind.
    pub(crate) fn of(kind: BugKind) -> Sanitizer {
        match kind {
            BugKind::UninitialisedRead => Sanitizer::Memory,
            BugKind::MemoryLeak => Sanitizer::Leak,
            _ => Sanitizer::Address,
        }
    }

    /// The compiler's flags for it.
    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            Sanitizer::Address => &[
                "-O0",
                "-fsanitize=address,undefined,float-cast-overflow",
                "-fno-sanitize-recover=all",
            ],
            Sanitizer::Memory => &["-O0", "-fsanitize=memory", "-fno-sanitize-recover=all"],
            Sanitizer::Leak => &["-O0", "-fsanitize=leak"],
        }
    }

    /// Its name in folders and makefiles.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sanitizer::Address => "address",
            Sanitizer::Memory => "memory",
            Sanitizer::Leak => "leak",
        }
    }
}

/// What a sanitizer reported.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Report {
    /// Which sanitizer it was.
    pub who: &'static str,
    /// The line that says what is wrong.
    pub headline: String,
    /// Files and lines that it names for the error itself, innermost first.
    pub places: Vec<(PathBuf, u32)>,
}

/// Finds the first report in what a program printed.
pub(crate) fn report(log: &str) -> Option<Report> {
    let mut lines = log.lines().skip_while(|line| headline(line).is_none());
    let first = lines.next()?;
    let mut places: Vec<_> = first.split(' ').next().and_then(place).into_iter().collect();
    // The first stack is the error's; those that follow say where a block was made or freed.
    let stack = lines.skip_while(|line| !is_frame(line)).take_while(|line| is_frame(line));
    places.extend(stack.filter_map(|line| place(line.rsplit(' ').next()?)));
    let (who, headline) = headline(first)?;
    Some(Report { who, headline: headline.to_owned(), places })
}

impl Report {
    /// The innermost place in the program: the library's sources aren't here, and what runs the tests is ours.
    pub(crate) fn place(&self) -> Option<&(PathBuf, u32)> {
        let own = self.places.iter().find(|(file, _)| file.exists());
        own.filter(|(file, _)| file.file_name().is_some_and(|name| name != "counterpoint_tests.c"))
    }

    /// In words: which sanitizer says what about which line.
    pub(crate) fn words(&self) -> String {
        let Report { who, headline, .. } = self;
        // What follows is addresses, which are others each time.
        let headline = headline.split(" on address ").next().unwrap_or(headline);
        match self.place() {
            Some((file, line)) => {
                let file = file.file_name().unwrap_or_default().display();
                format!("{who} stops it at {file}:{line}: {headline}")
            }
            None => format!("{who} stops it: {headline}"),
        }
    }
}

/// `==1==ERROR: AddressSanitizer: ...`, `==1==WARNING: MemorySanitizer: ...`,
/// `a.c:1:2: runtime error: ...`: who says it, and what.
fn headline(line: &str) -> Option<(&'static str, &str)> {
    const MARKS: [(&str, &str); 6] = [
        (" runtime error: ", "UndefinedBehaviorSanitizer"),
        ("ERROR: AddressSanitizer: ", "AddressSanitizer"),
        ("WARNING: MemorySanitizer: ", "MemorySanitizer"),
        ("ERROR: UndefinedBehaviorSanitizer: ", "UndefinedBehaviorSanitizer"),
        ("ERROR: MemorySanitizer: ", "MemorySanitizer"),
        ("ERROR: LeakSanitizer: ", "LeakSanitizer"),
    ];
    MARKS.iter().find_map(|(mark, who)| Some((*who, line.split_once(mark)?.1)))
}

fn is_frame(line: &str) -> bool {
    let number = line.trim_start().strip_prefix('#');
    number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// `/a/b.c:12:5` or `b.c:12` as file and line.
fn place(text: &str) -> Option<(PathBuf, u32)> {
    let mut parts = text.trim_end_matches(':').split(':');
    let (path, line) = (parts.next()?, parts.next()?.parse().ok()?);
    Some((PathBuf::from(path), line))
}

/// May this headline be about a bug of the kind of that name?
pub(crate) fn is_about(headline: &str, kind: &str) -> bool {
    words(kind).iter().any(|words| headline.contains(words))
}

/// What the sanitizers say about bugs of a kind. A wild access may hit anything.
fn words(kind: &str) -> &'static [&'static str] {
    match kind {
        "null-dereference" => &["null pointer", "SEGV", "applying"],
        "out-of-bounds-read" | "out-of-bounds-write" => &[
            "buffer-overflow",
            "buffer-underflow",
            "overflowed",
            "out of bounds",
            "insufficient space",
            "unknown-crash",
            "SEGV",
            "BUS",
            "negative-size-param",
            "misaligned",
            "use-after",
            "wild",
        ],
        "write-to-constant" => &["SEGV", "BUS", "global-buffer-overflow"],
        "use-after-free" => &["use-after-free", "SEGV"],
        "use-after-return" => {
            &["stack-use-after-return", "use-after-scope", "SEGV", "null pointer"]
        }
        "use-after-scope" => &["use-after-scope", "stack-use-after-return"],
        "double-free" => &["double-free"],
        "invalid-free" => &["bad-free", "not malloc()-ed", "not owned", "SEGV"],
        "division-by-zero" => &["division by zero", "FPE"],
        "signed-overflow" => &["cannot be represented", "FPE"],
        "bad-shift" | "shift-overflow" => &["shift"],
        "index-out-of-bounds" => &["out of bounds for type"],
        "pointer-overflow" => &["to null pointer", "overflowed to"],
        "misaligned-access" => &["misaligned address", "upcast of misaligned"],
        "float-cast-overflow" => &["is outside the range of representable values"],
        "invalid-value" => &["which is not a valid value for type"],
        "null-argument" => &["null pointer passed as argument"],
        "null-return" => &["null pointer returned from function"],
        "missing-return" => &["reached the end of a value-returning function"],
        "vla-bound" => &["variable length array bound evaluates to non-positive"],
        "invalid-builtin" => &["passing zero to"],
        "uninitialised-read" => &["use-of-uninitialized-value", "SEGV"],
        "unreachable" => &["unreachable", "ILL", "TRAP"],
        "stack-overflow" => &["stack-overflow", "SEGV"],
        "overlapping-copy" => &["param-overlap"],
        "invalid-call" => &[
            "null pointer",
            "SEGV",
            "incorrect function type",
            "overflow",
            "out-of-memory",
            "too-big",
        ],
        "memory-leak" => &["leak"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::report;

    #[test]
    fn the_first_report_says_what_and_where() {
        let log = "noise\n/x/a.c:12:9: runtime error: division by zero\n    #0 0x1 in f /x/a.c:12:9\n    #1 0x2 in g /x/a.c:20:3\n\nmore";
        let found = report(log).expect("there is one");
        assert_eq!(found.headline, "division by zero");
        let lines: Vec<u32> = found.places.iter().map(|place| place.1).collect();
        assert_eq!(lines, [12, 12, 20]);
    }

    #[test]
    fn later_stacks_are_not_the_error() {
        let log = "==1==ERROR: AddressSanitizer: heap-use-after-free on address\nREAD of size 4\n    #0 0x1 in f /x/a.c:5:9\n    #1 0x2 (/lib/libc.so+0x3)\n\nfreed by thread T0 here:\n    #0 0x1 in free /x/b.c:7:1\n";
        let found = report(log).expect("there is one");
        assert_eq!(found.places, [("/x/a.c".into(), 5)]);
        assert!(report("nothing\nhere").is_none());
    }
}
