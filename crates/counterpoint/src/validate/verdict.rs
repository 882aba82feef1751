//! Verdicts: does what a native run did agree with a bug that was found?

use engine::BugKind;
use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::native_run::{Ended, NativeEnd};
use super::sanitizer_report::{self, Report, ReportDigest};

/// What the native program made of a bug's inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum BugVerdict {
    /// With what shows it.
    Confirmed(String),
    Unconfirmed(Doubt),
}

/// Why the native program doesn't do what it should.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Doubt {
    pub why: String,
    /// What a sanitizer said about it, if one did.
    pub said: Option<ReportDigest>,
}

impl BugVerdict {
    /// Does the native program fail, too?
    pub(crate) fn is_confirmed(&self) -> bool {
        matches!(self, BugVerdict::Confirmed(_))
    }
}

impl Doubt {
    /// Without a sanitizer's word.
    pub(crate) fn new(why: impl Into<String>) -> Doubt {
        Doubt { why: why.into(), said: None }
    }

    /// A sanitizer stopped what should go on.
    pub(crate) fn stopped(report: Option<&Report>) -> Doubt {
        match report.map(Report::said) {
            Some(said) => Doubt { why: format!("it is stopped: {said}"), said: Some(said) },
            None => Doubt::new("a sanitizer stops it, but doesn't say why"),
        }
    }
}

/// The bug that a native run should show.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    pub kind: BugKind,
    /// The file without its folders, and the line.
    pub at: Option<(String, u32)>,
}

/// Has the run failed, of the same error, on the same line?
pub(crate) fn judge(ended: &Ended, expected: &Expected) -> BugVerdict {
    match &ended.how {
        NativeEnd::Stopped(Some(report)) => judge_report(report, expected),
        NativeEnd::Signal(signal) => judge_signal(*signal, expected),
        how => unconfirmed(format!("natively, {how}")),
    }
}

/// Does it end, or print, something else if memory is filled with something else? Every filling is given with two runs: if
/// they differ, something else than the filling differs.
pub(crate) fn judge_fillings(runs: &[[Ended; 2]]) -> BugVerdict {
    if runs.iter().any(|[run, again]| run != again) {
        return unconfirmed("natively, it ends differently each time");
    }
    let Some(([first, _], others)) = runs.split_first() else {
        return unconfirmed("it can't be built natively");
    };
    let different = others.iter().map(|[run, _]| run).find(|run| *run != first);
    match different {
        Some(run) if run.how == first.how => BugVerdict::Confirmed(
            "it prints something else if fresh memory is filled with something else".to_owned(),
        ),
        Some(run) => BugVerdict::Confirmed(format!(
            "{}; if fresh memory is filled with something else, {}",
            first.how, run.how
        )),
        None => {
            unconfirmed(format!("natively, {}, whatever fresh memory is filled with", first.how))
        }
    }
}

fn judge_report(report: &Report, expected: &Expected) -> BugVerdict {
    let Report { headline, places, .. } = report;
    let said = report.said();
    let doubt = |words: &str| {
        let why = format!("natively, the error is {words}: {said}");
        BugVerdict::Unconfirmed(Doubt { why, said: Some(said.clone()) })
    };
    if !Evidence::of(expected.kind).has_words(headline) {
        return doubt("another one");
    }
    match (report.own_place(), &expected.at) {
        // Which call of a recursion finds the stack full, and whether at the call or on entry, differs from run to
        // run: the call that was found is among those under way.
        (Some(_), Some(at))
            if expected.kind == BugKind::StackOverflow
                && places.iter().any(|(file, line)| {
                    (sanitizer_report::name(file), *line) == (at.0.as_str(), at.1)
                }) =>
        {
            BugVerdict::Confirmed(said.to_string())
        }
        // An address is checked where it is computed, or where it is an argument, which may be lines before the
        // access.
        (Some((file, _)), Some(at)) if is_early(headline) && file == at.0 => {
            BugVerdict::Confirmed(said.to_string())
        }
        (Some(place), Some(at)) if place != (at.0.as_str(), at.1) => doubt("on another line"),
        _ => BugVerdict::Confirmed(said.to_string()),
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
fn judge_signal(signal: i32, expected: &Expected) -> BugVerdict {
    match Evidence::of(expected.kind).has_signal(signal) {
        true => BugVerdict::Confirmed(format!("signal {signal}")),
        false => unconfirmed(format!("natively, {}", NativeEnd::Signal(signal))),
    }
}

fn unconfirmed(why: impl Into<String>) -> BugVerdict {
    BugVerdict::Unconfirmed(Doubt::new(why))
}

#[cfg(test)]
mod tests {
    use engine::BugKind;

    use super::{BugVerdict, Expected, judge_fillings, judge_report};
    use crate::validate::native_run::{Ended, NativeEnd};
    use crate::validate::sanitizer_report::Report;

    /// The recursion `half` calls itself on line 7 and begins on line 4, of a file that exists.
    fn verdict_on(kind: BugKind, headline: &str) -> BugVerdict {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/validate/verdict.rs");
        let places = [4, 7, 7].map(|line| (file.into(), line)).to_vec();
        let expected = Expected { kind, at: Some(("verdict.rs".to_owned(), 7)) };
        let headline = headline.to_owned();
        judge_report(&Report { sanitizer: "AddressSanitizer", headline, places }, &expected)
    }

    #[test]
    fn a_stack_overflow_may_show_on_entry_of_the_call_that_was_found() {
        assert!(verdict_on(BugKind::StackOverflow, "stack-overflow on address").is_confirmed());
    }

    #[test]
    fn only_the_filling_may_make_the_difference() {
        let run =
            |code: i32, output: &str| Ended { how: NativeEnd::Exit(code), output: output.into() };
        let twice = |code: i32, output: &str| [run(code, output), run(code, output)];
        assert!(judge_fillings(&[twice(1, "a"), twice(1, "a"), twice(2, "a")]).is_confirmed());
        assert!(judge_fillings(&[twice(1, "a"), twice(1, "b")]).is_confirmed());
        assert!(!judge_fillings(&[twice(1, "a"), twice(1, "a")]).is_confirmed());
        assert!(!judge_fillings(&[twice(1, "a"), [run(1, "b"), run(1, "c")]]).is_confirmed());
        assert!(!judge_fillings(&[]).is_confirmed());
    }

    #[test]
    fn any_other_error_must_be_on_its_line() {
        let verdict = verdict_on(BugKind::UseAfterFree, "heap-use-after-free on address");
        assert!(matches!(verdict, BugVerdict::Unconfirmed(_)), "{verdict:?}");
    }
}
