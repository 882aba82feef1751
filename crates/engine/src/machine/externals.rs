//! The door to native code: what a program calls that is defined nowhere in it.
//!
//! The engine itself calls nothing native. Its embedder implements [`Externals`].

use ir::Ty;

use crate::memory::Memory;

/// Native functions and data.
pub trait Externals {
    /// The address of a native variable such as `optind`.
    fn variable(&mut self, name: &str) -> Option<u64>;

    /// Is there a native function of that name?
    fn has_function(&mut self, name: &str) -> bool;

    /// Is it a function of the user's own, that the program is linked with? Nothing is known of it, whatever its name.
    fn is_linked(&mut self, _name: &str) -> bool {
        false
    }

    /// Calls a native function, with `memory` visible to it at the same addresses.
    fn call(
        &mut self,
        call: &NativeCall<'_>,
        memory: &mut Memory,
    ) -> Result<NativeReturn, NativeError>;

    /// Reads standard input as `read(0, ...)` does: the number of bytes, 0 at the end, or an error.
    fn read_stdin(&mut self, buffer: &mut [u8]) -> std::io::Result<usize>;

    /// A native stream, with nothing in it yet, that collects what is written to it: its address, if there is one.
    fn collector(&mut self) -> Option<u64> {
        None
    }

    /// What was written to the collecting stream since it was asked for.
    fn collected(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Reads native memory, such as a string that `getenv` returned. False if there is none.
    fn read(&mut self, address: u64, buffer: &mut [u8]) -> bool;

    /// Writes native memory. False if there is none.
    fn write(&mut self, address: u64, bytes: &[u8]) -> bool;
}

/// A host that has nothing: for programs that need nothing from outside.
pub struct NoExternals;

impl Externals for NoExternals {
    fn variable(&mut self, _name: &str) -> Option<u64> {
        None
    }

    fn has_function(&mut self, _name: &str) -> bool {
        false
    }

    fn call(&mut self, _: &NativeCall<'_>, _: &mut Memory) -> Result<NativeReturn, NativeError> {
        Err(NativeError::Impossible("nothing is native here".to_owned()))
    }

    fn read_stdin(&mut self, _buffer: &mut [u8]) -> std::io::Result<usize> {
        Ok(0)
    }

    fn read(&mut self, _address: u64, _buffer: &mut [u8]) -> bool {
        false
    }

    fn write(&mut self, _address: u64, _bytes: &[u8]) -> bool {
        false
    }
}

/// A call of a native function.
#[derive(Clone, Copy, Debug)]
pub struct NativeCall<'a> {
    /// The linker's name.
    pub name: &'a str,
    /// The arguments' types and values.
    pub args: &'a [(Ty, u64)],
    /// How many of them are not variadic.
    pub fixed: usize,
    /// The parts of the result: none, one, or the members of a small struct.
    pub returns: &'a [Ty],
    /// The value of `errno` before the call.
    pub errno: i32,
    /// May it change the program's memory?
    pub writes: bool,
}

/// What a native function gave back.
#[derive(Clone, Debug, Default)]
pub struct NativeReturn {
    /// One per part of the result.
    pub values: Vec<u64>,
    /// The value of `errno` after the call.
    pub errno: i32,
}

/// Why a native call came to nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum NativeError {
    /// It can't be called from here; the text says why.
    Impossible(String),
    /// It received a signal such as SIGSEGV.
    Crashed {
        /// The signal's name.
        signal: &'static str,
        /// The address that it accessed, if that is why.
        address: Option<u64>,
    },
    /// It was still running when the end was asked for.
    Interrupted,
    /// It took so long that the rest of the exploration would have suffered.
    Late,
    /// It wrote to memory that it must not write to.
    BadWrite {
        /// The first such address.
        address: u64,
    },
}
