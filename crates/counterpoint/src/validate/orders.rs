//! Orders: what C leaves open of the library's comparisons. `memcmp` returns a number of which only the sign is
//! promised; its size depends on the library and on the processor, and a sanitizer's `strcmp` has one of its own.
//!
//! So tests are also run with comparisons of ours (`orders.c`), with numbers of different sizes. A test that holds with
//! our runtime library's and fails with others depends on the size. If it checks only the sign instead, it may hold
//! everywhere.

use std::collections::BTreeSet;

use ir::Program;
use serde::{Deserialize, Serialize};

use crate::c::literal;

/// The comparisons, in C.
pub(crate) const SOURCE: &str = include_str!("orders.c");

/// How large what comparisons return is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum ComparisonSize {
    /// The difference of the first bytes that differ, as our runtime library has it.
    Difference,
    /// One.
    Sign,
    /// More than any difference of bytes.
    Large,
}

impl ComparisonSize {
    /// The variable of the environment that says so to the comparisons.
    pub(crate) fn variable(self) -> (&'static str, &'static str) {
        let name = match self {
            ComparisonSize::Difference => "difference",
            ComparisonSize::Sign => "sign",
            ComparisonSize::Large => "large",
        };
        ("COUNTERPOINT_ORDERS", name)
    }

    /// May a number that a comparison returned, or that was computed from it, be this instead of that? Another one was
    /// chosen by it, and its sign means nothing.
    fn explains(self, actual: f64, expected: f64) -> bool {
        let same_side = actual * expected > 0.0;
        same_side
            && match self {
                ComparisonSize::Difference => false,
                ComparisonSize::Sign => actual.abs() < expected.abs(),
                ComparisonSize::Large => actual.abs() > expected.abs().max(255.0),
            }
    }
}

/// What a test that depends on it is dropped for, if checking the sign doesn't help.
pub(crate) const OPEN: &str =
    "it depends on the size of what a comparison returns, and C promises only the sign";

/// Does the program compare with a function of the library's?
pub(crate) fn matter(program: &Program) -> bool {
    program.functions.iter().any(analysis::orders::is_comparison)
}

/// The expressions that a test got wrong with comparisons of that size, if it got nothing wrong but the size of numbers.
/// A failure is what the runner says: `x.c:7: result is -1, expected -97`, with `; ` between several.
pub(crate) fn wrong_sizes(size: ComparisonSize, failure: &str) -> Option<BTreeSet<String>> {
    failure.split("; ").map(|line| wrong_size(size, line)).collect()
}

fn wrong_size(size: ComparisonSize, line: &str) -> Option<String> {
    let (_place, said) = line.split_once(": ")?;
    let (said, expected) = said.rsplit_once(", expected ")?;
    let (expression, actual) = said.rsplit_once(" is ")?;
    size.explains(literal::number(actual)?, literal::number(expected)?)
        .then(|| expression.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{ComparisonSize, wrong_sizes};

    fn check(size: ComparisonSize, failure: &str, expected: Option<&[&str]>) {
        let expected = expected.map(|all| all.iter().map(|&it| it.to_owned()).collect());
        assert_eq!(wrong_sizes(size, failure), expected, "{failure}");
    }

    #[test]
    fn only_numbers_of_one_sign_differ_in_size() {
        check(ComparisonSize::Sign, "x.c:7: result is -1, expected -97", Some(&["result"]));
        check(ComparisonSize::Large, "x.c:7: result is -1, expected -97", None);
        let two = "x.c:7: r.x is 98304, expected 3L; x.c:8: a[1] is 65793, expected 1";
        check(ComparisonSize::Large, two, Some(&["r.x", "a[1]"]));
        check(ComparisonSize::Sign, two, None);
        check(ComparisonSize::Sign, "x.c:7: result is 1, expected -97", None);
        check(ComparisonSize::Sign, "x.c:7: result is 0, expected 3", None);
        check(ComparisonSize::Large, "x.c:7: result is 1000, expected 0", None);
        check(ComparisonSize::Sign, "x.c:7: s is \"b\", expected \"a\"", None);
        check(
            ComparisonSize::Sign,
            "x.c:7: r is -1, expected -97; it exits with 3, expected to return",
            None,
        );
        check(ComparisonSize::Sign, "it exits with 3, expected 4", None);
    }

    #[test]
    fn a_number_that_was_chosen_is_another_number() {
        check(ComparisonSize::Large, "x.c:7: result is 6, expected 5", None);
        check(ComparisonSize::Sign, "x.c:7: result is 6, expected 5", None);
    }
}
