//! The suite: which of the explored paths become tests, what they say in C, and the folder that they are in.
//! May use: `c`, `frontend`, `toolchain`.
//!
//! Whether a test holds natively is found out in `validate`.

mod body;
mod brief;
mod case;
mod choice;
mod edited;
mod folder;
mod function;
mod further;
mod makefile;
mod manifest;
mod object;
mod objects;
mod place;
mod stubs;

pub(crate) use body::{InputLength, inputs_on_one_line, write_case};
pub(crate) use case::{Explored, Numbers, Suite, TestCase, TestEnding, site};
pub(crate) use choice::{Keep, candidates, choose, is_beyond_tests, promising};
pub(crate) use folder::{
    Reproducer, SuiteFolder, TESTS_C, TESTS_H, check as check_folder, is_name_of_ours,
    write_headers,
};
pub(crate) use makefile::shell_word;
pub(crate) use manifest::{BugFile, Manifest, TestFile};
