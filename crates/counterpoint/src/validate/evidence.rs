//! Evidence: what shows natively that there is a bug of a kind.
//!
//! One table, with an arm for every kind, so that a new one can't be forgotten.

use engine::BugKind;
use libc::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

use crate::toolchain::sanitizer::Sanitizer;

/// What confirms bugs of a kind.
pub(crate) struct Evidence {
    /// The sanitizers that may see them, the most exact one first.
    pub sanitizers: &'static [Sanitizer],
    /// What these say about them.
    words: &'static [&'static str],
    /// The signals that come of them where no sanitizer has a word.
    signals: &'static [i32],
}

/// Most errors are seen by it and by UndefinedBehaviorSanitizer, which share a build.
const ADDRESS: &[Sanitizer] = &[Sanitizer::Address];
/// An access that the processor refuses.
const ACCESS: &[i32] = &[SIGSEGV, SIGBUS];
const NONE: &[i32] = &[];

impl Evidence {
    /// The evidence for bugs of a kind. A wild access may hit anything.
    pub(crate) fn of(kind: BugKind) -> Evidence {
        let (sanitizers, words, signals): (&[Sanitizer], &[&str], &[i32]) = match kind {
            BugKind::NullDereference => (ADDRESS, &["null pointer", "SEGV", "applying"], ACCESS),
            BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite => (
                ADDRESS,
                &[
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
                ACCESS,
            ),
            BugKind::WriteToConstant => {
                (ADDRESS, &["SEGV", "BUS", "global-buffer-overflow"], ACCESS)
            }
            BugKind::UseAfterFree => (ADDRESS, &["use-after-free", "SEGV"], ACCESS),
            BugKind::UseAfterReturn => (
                ADDRESS,
                &["stack-use-after-return", "use-after-scope", "SEGV", "null pointer"],
                NONE,
            ),
            BugKind::UseAfterScope => {
                (ADDRESS, &["use-after-scope", "stack-use-after-return"], NONE)
            }
            BugKind::DoubleFree => (ADDRESS, &["double-free"], &[SIGABRT]),
            BugKind::InvalidFree => {
                (ADDRESS, &["bad-free", "not malloc()-ed", "not owned", "SEGV"], &[SIGABRT])
            }
            BugKind::DivisionByZero => (ADDRESS, &["division by zero", "FPE"], &[SIGFPE]),
            BugKind::SignedOverflow => (ADDRESS, &["cannot be represented", "FPE"], &[SIGFPE]),
            BugKind::BadShift | BugKind::ShiftOverflow => (ADDRESS, &["shift"], NONE),
            BugKind::UninitialisedRead => (
                &[Sanitizer::Memory, Sanitizer::Arguments, Sanitizer::Fillings],
                &["use-of-uninitialized-value", "SEGV"],
                ACCESS,
            ),
            BugKind::AssertionFailure => (ADDRESS, &[], &[SIGABRT]),
            BugKind::Abort => (ADDRESS, &[], &[SIGABRT, SIGILL, SIGTRAP]),
            BugKind::Unreachable => {
                (ADDRESS, &["unreachable", "ILL", "TRAP"], &[SIGABRT, SIGILL, SIGTRAP])
            }
            BugKind::StackOverflow => (ADDRESS, &["stack-overflow", "SEGV"], ACCESS),
            BugKind::OverlappingCopy => (ADDRESS, &["param-overlap"], NONE),
            BugKind::InvalidCall => (
                ADDRESS,
                &[
                    "null pointer",
                    "SEGV",
                    "incorrect function type",
                    "overflow",
                    "out-of-memory",
                    "too-big",
                ],
                ACCESS,
            ),
            BugKind::IndexOutOfBounds => (ADDRESS, &["out of bounds for type"], NONE),
            BugKind::PointerOverflow => (ADDRESS, &["to null pointer", "overflowed to"], NONE),
            BugKind::MisalignedAccess => {
                (ADDRESS, &["misaligned address", "byte alignment for pointer"], NONE)
            }
            BugKind::FloatCastOverflow => {
                (ADDRESS, &["is outside the range of representable values"], NONE)
            }
            BugKind::InvalidValue => (ADDRESS, &["which is not a valid value for type"], NONE),
            BugKind::NullArgument => (ADDRESS, &["null pointer passed as argument"], NONE),
            BugKind::NullReturn => (ADDRESS, &["null pointer returned from function"], NONE),
            BugKind::MissingReturn => {
                (ADDRESS, &["reached the end of a value-returning function"], NONE)
            }
            BugKind::VlaBound => {
                (ADDRESS, &["variable length array bound evaluates to non-positive"], NONE)
            }
            BugKind::InvalidBuiltin => (ADDRESS, &["passing zero to"], NONE),
            BugKind::MemoryLeak => (&[Sanitizer::Leak], &["leak"], NONE),
        };
        Evidence { sanitizers, words, signals }
    }

    /// May a sanitizer's headline be about such a bug?
    pub(crate) fn has_words(&self, headline: &str) -> bool {
        self.words.iter().any(|words| headline.contains(words))
    }

    /// May such a bug end in this signal?
    pub(crate) fn has_signal(&self, signal: i32) -> bool {
        self.signals.contains(&signal)
    }
}
