//! LLVM bitcode to [`ir::Program`].
//!
//! The only crate that knows LLVM and its versions. `decode` reads the records of any writer from
//! LLVM 14 to 22 into [`module::Module`], plain data; `lower` turns that into our IR.

mod decode;
mod error;
mod module;

pub use error::Error;
