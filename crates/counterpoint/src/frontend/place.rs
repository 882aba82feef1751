//! Places in the source, as people know them: the files as the compiler was given them.

use engine::Bug;
use ir::{Program, SourceLoc};

/// `file:line:column`, as the compiler was given the file.
pub(crate) fn words(program: &Program, at: SourceLoc) -> String {
    let path = &program.debug.file(at.file).path;
    match at.column {
        0 => format!("{path}:{}", at.line),
        column => format!("{path}:{}:{column}", at.line),
    }
}

/// The file of a bug without its folders, and the line.
pub(crate) fn file_and_line(program: &Program, bug: &Bug) -> Option<(String, u32)> {
    let at = bug.at()?;
    let path = &program.debug.file(at.file).path;
    Some((path.rsplit('/').next()?.to_owned(), at.line))
}
