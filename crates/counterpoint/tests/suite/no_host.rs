//! A host that has nothing: for programs that need nothing from outside.

use engine::memory::Memory;
use engine::{Externals, NativeCall, NativeError, NativeReturn};

/// A world in which nothing is native.
pub(crate) struct NoHost;

impl Externals for NoHost {
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
