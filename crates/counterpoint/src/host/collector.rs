//! A native stream in memory that collects what one call of a printing function writes.

use std::ffi::c_char;
use std::ptr;

/// The stream; it is opened when it is needed first, and stays open.
pub(super) struct Collector {
    stream: *mut libc::FILE,
    /// Where the stream keeps what was written, and how much that is. It has their addresses, so they never move.
    written: Box<(*mut c_char, usize)>,
}

impl Default for Collector {
    fn default() -> Collector {
        Collector { stream: ptr::null_mut(), written: Box::new((ptr::null_mut(), 0)) }
    }
}

impl Collector {
    /// The address of the stream, with nothing in it.
    pub(super) fn begin(&mut self) -> Option<u64> {
        if self.stream.is_null() {
            let (buffer, size) = &mut *self.written;
            // SAFETY: both live as long as the stream.
            self.stream = unsafe { libc::open_memstream(buffer, size) };
        }
        if self.stream.is_null() {
            return None;
        }
        // SAFETY: it is open. What is behind the position doesn't count.
        let is_empty = unsafe { libc::fseeko(self.stream, 0, libc::SEEK_SET) == 0 };
        is_empty.then_some(self.stream as u64)
    }

    /// What was written since.
    pub(super) fn take(&mut self) -> Vec<u8> {
        // SAFETY: it is open; once it is flushed, the buffer has so many bytes.
        unsafe {
            if self.stream.is_null() || libc::fflush(self.stream) != 0 {
                return Vec::new();
            }
            let (buffer, size) = *self.written;
            match buffer.is_null() {
                true => Vec::new(),
                false => std::slice::from_raw_parts(buffer.cast::<u8>(), size).to_vec(),
            }
        }
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        if !self.stream.is_null() {
            // SAFETY: it is open, and the buffer is the caller's to free then.
            unsafe {
                libc::fclose(self.stream);
                libc::free(self.written.0.cast());
            }
        }
    }
}
