//! Sanitizers: what natively watches over a program, and how it is switched on.
//!
//! Where no sanitizer sees that a value was never written, different fillings of memory may.

use serde::{Deserialize, Serialize};

/// What natively watches over a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Sanitizer {
    /// AddressSanitizer and UndefinedBehaviorSanitizer.
    Address,
    /// MemorySanitizer: values that were never written, where they decide something. It can't be combined with the
    /// others.
    Memory,
    /// MemorySanitizer, which complains about such values as soon as a function is given them, or returns them: those
    /// that only a library looks at, which is not compiled for MemorySanitizer.
    Arguments,
    /// LeakSanitizer: blocks that nothing points to at the end.
    Leak,
    /// No sanitizer, but several builds, in which fresh memory of the stack and the heap is filled in different ways.
    /// A program that ends in different ways has read what it never wrote. That is all that is left where there is no
    /// MemorySanitizer, and where it knows nothing about a library's function.
    Fillings,
}

impl Sanitizer {
    /// What the sanitizers are told. The runner of the tests is called when they stop a program, so that no exit code
    /// has to say so; where it isn't (gcc has two libraries, and only one of them calls), a signal comes of it. A block
    /// that is too large to be had is no error: the program gets NULL, as it does without them.
    pub(crate) const ENVIRONMENT: [(&str, &str); 4] = [
        (
            "ASAN_OPTIONS",
            "abort_on_error=1:allocator_may_return_null=1:detect_leaks=0:detect_stack_use_after_return=1",
        ),
        ("UBSAN_OPTIONS", "abort_on_error=1:print_stacktrace=1"),
        ("MSAN_OPTIONS", "abort_on_error=1:allocator_may_return_null=1"),
        ("LSAN_OPTIONS", "abort_on_error=1:allocator_may_return_null=1"),
    ];

    /// The compiler's flags for each build that it takes.
    pub(crate) fn builds(self) -> &'static [&'static [&'static str]] {
        match self {
            Sanitizer::Address => &[&[
                "-O0",
                "-fsanitize=address,undefined,float-cast-overflow",
                "-fno-sanitize-recover=all",
            ]],
            Sanitizer::Memory => &[&[
                "-O0",
                "-fsanitize=memory",
                "-fno-sanitize-memory-param-retval",
                "-fno-sanitize-recover=all",
            ]],
            Sanitizer::Arguments => &[&[
                "-O0",
                "-fsanitize=memory",
                "-fsanitize-memory-param-retval",
                "-fno-sanitize-recover=all",
            ]],
            Sanitizer::Leak => &[&["-O0", "-fsanitize=leak"]],
            // What the compiler puts into every variable is thorough, but it knows only these two values; what the
            // runner of the tests does to the stack is not, but it may be any: the digit 5, which many would take.
            Sanitizer::Fillings => &[
                &["-O0", "-ftrivial-auto-var-init=zero", "-DCOUNTERPOINT_FILL=0x00"],
                &["-O0", "-ftrivial-auto-var-init=pattern", "-DCOUNTERPOINT_FILL=0xaa"],
                &["-O0", "-DCOUNTERPOINT_FILL=0x35"],
            ],
        }
    }

    /// Its name in folders and makefiles.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sanitizer::Address => "address",
            Sanitizer::Memory => "memory",
            Sanitizer::Arguments => "arguments",
            Sanitizer::Leak => "leak",
            Sanitizer::Fillings => "fillings",
        }
    }
}
