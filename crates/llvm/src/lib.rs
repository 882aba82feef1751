//! LLVM bitcode to [`ir::Program`].
//!
//! The only crate that knows LLVM and its versions. `decode` reads the records of any writer from
//! LLVM 14 to 22 into `module::Module`, plain data; `lower` turns that into our IR.

#![forbid(unsafe_code)]

mod debuginfo;
mod decode;
mod error;
mod layout;
mod lower;
mod module;

pub use error::Error;

pub use lower::ChoiceLowering;

/// The program in a bitcode file; `source` is its name in messages. The program is verified.
pub fn read(bytes: &[u8], source: &str) -> Result<ir::Program, Error> {
    read_with(bytes, source, ChoiceLowering::Values)
}

/// [`read`], with choices between values made that way.
pub fn read_with(
    bytes: &[u8],
    source: &str,
    choices: ChoiceLowering,
) -> Result<ir::Program, Error> {
    let module = decode::decode(bytes, source)?;
    let program = lower::lower(&module, choices)?;
    // Whatever the bitcode says, nothing behind this has to check ids and types again.
    ir::verify(&program).map_err(|problem| Error::new(source, problem.to_string()))?;
    Ok(program)
}
