//! Verdicts: does what a native run did agree with a bug that was found?

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::ExitStatus;

use crate::natively::{Ended, LIMIT};
use crate::sanitizer::{self, Report, Sanitizer};

/// What the native program made of a bug's inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Confirmed,
    /// With the reason.
    Unconfirmed(String),
}

/// The bug that a native run should show.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    /// The name of its kind.
    pub kind: String,
    /// The file without its folders, and the line.
    pub at: Option<(String, u32)>,
}

/// What the runner of the tests exits with when the inputs don't fit the program.
const DIVERGED: i32 = 79;
/// How many seconds of the processor's time it gives a test.
const PROCESSOR_SECONDS: u64 = 10;

/// Has the run failed, of the same error, on the same line?
pub(crate) fn judge(ended: &Ended, expected: &Expected) -> Verdict {
    let Some(status) = ended.status else {
        return still_runs(LIMIT.as_secs());
    };
    match (status.code(), sanitizer::report(&ended.stderr)) {
        (Some(Sanitizer::EXIT_CODE) | None, Some(report)) => judge_report(&report, expected),
        // A program may have closed its standard error.
        (Some(Sanitizer::EXIT_CODE), None) => Verdict::Confirmed,
        (Some(DIVERGED), _) => unconfirmed("natively, it takes another path".to_owned()),
        (Some(code), _) => unconfirmed(format!("natively, it exits with {code}")),
        (None, None) => judge_signal(status, expected),
    }
}

fn judge_report(report: &Report, expected: &Expected) -> Verdict {
    let Report { headline, places, .. } = report;
    if !sanitizer::is_about(headline, &expected.kind) {
        return unconfirmed(format!("natively, the error is another one: {headline}"));
    }
    // A call of what is no function hides its caller: then what runs the test comes first, and the line is not known.
    match (report.place(), &expected.at) {
        // Which call of a recursion finds the stack full, and whether at the call or on entry, differs from run to
        // run: the call that was found is among those under way.
        (Some(_), Some(at))
            if expected.kind == "stack-overflow"
                && places
                    .iter()
                    .any(|(file, line)| (name(file), *line) == (at.0.as_str(), at.1)) =>
        {
            Verdict::Confirmed
        }
        // An address is checked where it is computed, or where it is an argument, which may be lines before the
        // access.
        (Some((file, _)), Some(at)) if is_early(headline) && name(file) == at.0 => {
            Verdict::Confirmed
        }
        (Some((file, line)), Some(at)) if (name(file), *line) != (at.0.as_str(), at.1) => {
            unconfirmed(format!(
                "natively, the error is on line {line} of {}: {headline}",
                name(file)
            ))
        }
        _ => Verdict::Confirmed,
    }
}

/// Is it about an address that nothing was done with yet?
fn is_early(headline: &str) -> bool {
    let index = headline.starts_with("index ") && headline.contains("out of bounds for type");
    let offset = headline.starts_with("applying ") && headline.ends_with("to null pointer");
    // Bitcode says only at its end that a function returns.
    let null = ["null pointer passed as argument", "null pointer returned from function"];
    index || offset || null.iter().any(|words| headline.starts_with(words))
}

/// Without a sanitizer's word, the signal must fit.
fn judge_signal(status: ExitStatus, expected: &Expected) -> Verdict {
    const ABORT: &[&str] =
        &["abort", "assertion-failure", "unreachable", "double-free", "invalid-free"];
    const ACCESS: &[&str] = &[
        "null-dereference",
        "out-of-bounds-read",
        "out-of-bounds-write",
        "use-after-free",
        "write-to-constant",
        "stack-overflow",
        "uninitialised-read",
        "invalid-call",
    ];
    let kinds: &[&str] = match status.signal() {
        Some(libc::SIGXCPU) => return still_runs(PROCESSOR_SECONDS),
        Some(libc::SIGABRT) => ABORT,
        Some(libc::SIGFPE) => &["division-by-zero", "signed-overflow"],
        Some(libc::SIGILL | libc::SIGTRAP) => &["unreachable", "abort"],
        Some(libc::SIGSEGV | libc::SIGBUS) => ACCESS,
        _ => &[],
    };
    match kinds.contains(&expected.kind.as_str()) {
        true => Verdict::Confirmed,
        false => unconfirmed(format!(
            "natively, it is stopped by signal {}",
            status.signal().unwrap_or_default()
        )),
    }
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

fn still_runs(seconds: u64) -> Verdict {
    unconfirmed(format!("natively, it still runs after {seconds} seconds"))
}

fn unconfirmed(why: String) -> Verdict {
    Verdict::Unconfirmed(why)
}

#[cfg(test)]
mod tests {
    use super::{Expected, Verdict, judge_report};
    use crate::sanitizer::Report;

    /// The recursion `half` calls itself on line 7 and begins on line 4, of a file that exists.
    fn verdict_on(kind: &str, headline: &str) -> Verdict {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/verdict.rs");
        let places = [4, 7, 7].map(|line| (file.into(), line)).to_vec();
        let expected = Expected { kind: kind.to_owned(), at: Some(("verdict.rs".to_owned(), 7)) };
        let report = Report { who: "AddressSanitizer", headline: headline.to_owned(), places };
        judge_report(&report, &expected)
    }

    #[test]
    fn a_stack_overflow_may_show_on_entry_of_the_call_that_was_found() {
        assert_eq!(verdict_on("stack-overflow", "stack-overflow on address"), Verdict::Confirmed);
    }

    #[test]
    fn any_other_error_must_be_on_its_line() {
        let verdict = verdict_on("use-after-free", "heap-use-after-free on address");
        assert!(matches!(verdict, Verdict::Unconfirmed(_)), "{verdict:?}");
    }
}
