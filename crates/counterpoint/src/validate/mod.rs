//! Validation: tests and bugs are built and run natively before they are reported.
//! May use: `c`, `frontend`, `host`, `suite`, `terminal`, `toolchain`.

pub(crate) mod bug_inputs;
pub(crate) mod confirm;
pub(crate) mod confirmed;
pub(crate) mod early;
pub(crate) mod evidence;
pub(crate) mod known;
pub(crate) mod native_run;
pub(crate) mod orders;
pub(crate) mod reason;
pub(crate) mod runner;
pub(crate) mod sanitizer_report;
pub(crate) mod sides;
pub(crate) mod symbols;
pub(crate) mod trial;
pub(crate) mod untried;
pub(crate) mod verdict;
pub(crate) mod workshop;
