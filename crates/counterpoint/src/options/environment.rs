//! What surrounds a function, as the command line says it: what do its inputs satisfy, does memory run out?

use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use engine::SymbolicEnvironment;
use ir::Program;

/// The options.
#[derive(Args)]
pub(crate) struct Environment {
    /// Explore only inputs that this function of the program accepts: it returns a `bool` or an integer, and its parameters
    /// match those of the functions that are explored. May be given several times
    #[arg(long, value_name = "FUNCTION")]
    assume: Vec<String>,

    /// May memory run out? Each call of malloc, calloc, realloc, strdup and their kin then succeeds or fails, and tests
    /// make it fail
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t = MayFail::Checked,
        default_missing_value = "on",
        num_args = 0..=1,
        require_equals = true
    )]
    allocations_may_fail: MayFail,

    /// What of its surroundings is an input of a program: the files that it opens with fopen, and what time, clock, rand,
    /// random, getenv, getpid and their kin give. What is not is asked for here and now, and nothing is proved
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t = EnvSymbolic::Files,
        default_missing_value = "on",
        num_args = 0..=1,
        require_equals = true
    )]
    env_symbolic: EnvSymbolic,

    /// Does the program check its allocations? Found out when it is first asked.
    #[arg(skip)]
    are_checked: OnceLock<bool>,
}

/// When allocations may fail.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MayFail {
    /// Always
    On,
    /// Never
    Off,
    /// In functions that are explored without a harness, if the program compares what any of its allocations gave it with
    /// NULL: a check that is missing is a bug then
    Checked,
}

/// What of a program's surroundings is an input.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EnvSymbolic {
    /// All of that
    On,
    /// Nothing: all of it is what it is here and now
    Off,
    /// The files that functions open which are explored without a harness: each may be missing, or have any contents
    Files,
}

impl Environment {
    /// What of a program's surroundings is an input, where it is explored from a function without a harness, or from `main`?
    pub(crate) fn symbolic(&self, is_function: bool) -> SymbolicEnvironment {
        let is_on = self.env_symbolic == EnvSymbolic::On;
        let files = is_on || is_function && self.env_symbolic == EnvSymbolic::Files;
        SymbolicEnvironment { files, values: is_on }
    }

    /// Do tests say what the program's surroundings are?
    pub(crate) fn is_symbolic(&self) -> bool {
        self.env_symbolic == EnvSymbolic::On
    }

    /// The functions that say what inputs satisfy.
    pub(crate) fn assumed(&self) -> &[String] {
        &self.assume
    }

    /// May the allocations of a program fail, where it is explored from a function without a harness, or from `main`?
    pub(crate) fn allocations_may_fail(&self, program: &Program, is_function: bool) -> bool {
        match self.allocations_may_fail {
            MayFail::On => true,
            MayFail::Off => false,
            MayFail::Checked => {
                let are_checked = || analysis::allocations::are_checked(program);
                is_function && *self.are_checked.get_or_init(are_checked)
            }
        }
    }
}
