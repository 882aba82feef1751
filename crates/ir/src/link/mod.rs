//! Joins the programs of several files into one, as a linker does, and takes from a library what they
//! need.
//!
//! - A symbol of one file stays apart from others of its name: it gets a suffix, `name.1`.
//! - A strong definition wins over tentative ones (the largest of which wins), those over weak ones
//!   (the first of which wins); two strong ones are an error. A definition that is only a hint for
//!   inlining is the last resort.
//! - The library is an archive: a symbol that the files define is never taken from it, and only what
//!   is referenced, directly or through other library code, is taken at all.
//! - Declarations that nothing refers to are dropped. What stays undefined is for the machine to find
//!   when it is executed.

mod debug;
mod merge;
mod resolve;

use std::fmt;

use crate::Program;

/// Why files can't be one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// Two files define a symbol.
    Duplicate { symbol: String, first: String, second: String },
    /// Two files are made for machines whose pointers have different widths.
    Target { first: (String, u32), second: (String, u32) },
}

/// Links programs, each with the name of its file. `roots` are names that the caller will look for:
/// they are taken from the library even if no program refers to them. The programs and the library
/// must [`verify`](crate::verify()); the result does too.
pub fn link(
    programs: Vec<(String, Program)>,
    library: Option<Program>,
    roots: &[&str],
) -> Result<Program, LinkError> {
    let mut units: Vec<LinkUnit> = programs
        .into_iter()
        .map(|(file, program)| LinkUnit { file, program, library: false })
        .collect();
    units.extend(library.map(|program| {
        let file = "the runtime library".into();
        LinkUnit { file, program, library: true }
    }));
    check_targets(&units)?;
    let symbols = resolve::SymbolTable::new(&units)?;
    let needed = resolve::Needed::new(&units, &symbols, roots);
    Ok(merge::merge(units, &symbols, &needed))
}

/// One of the files to link.
struct LinkUnit {
    file: String,
    program: Program,
    library: bool,
}

fn check_targets(units: &[LinkUnit]) -> Result<(), LinkError> {
    let describe = |unit: &LinkUnit| (unit.file.clone(), unit.program.target.pointer_bits);
    let Some(first) = units.first() else { return Ok(()) };
    match units.iter().find(|unit| unit.program.target != first.program.target) {
        Some(second) => Err(LinkError::Target { first: describe(first), second: describe(second) }),
        None => Ok(()),
    }
}

/// Arrays that LLVM makes of what several files contribute (its "appending" linkage).
fn is_appended(name: &str) -> bool {
    matches!(name, "llvm.global_ctors" | "llvm.global_dtors" | "llvm.used" | "llvm.compiler.used")
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Duplicate { symbol, first, second } => {
                write!(f, "`{symbol}` is defined in {first} and again in {second}")
            }
            LinkError::Target { first, second } => {
                let ((a, a_bits), (b, b_bits)) = (first, second);
                write!(f, "{a} is made for {a_bits}-bit pointers, {b} for {b_bits}-bit ones")
            }
        }
    }
}

impl std::error::Error for LinkError {}
