//! Primitives: the functions of the runtime library that the machine itself performs.

/// A function that the runtime library declares and the machine performs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Primitive {
    /// `void *__cp_malloc(size_t size, size_t align)`
    Malloc,
    /// `void __cp_free(void *p)`
    Free,
    /// `size_t __cp_heap_size(void *p)`
    HeapSize,
    /// `void __cp_exit(int code)`
    Exit,
    /// `void __cp_abort(void)`
    Abort,
    /// `void __cp_assert_fail(const char *expr, const char *file, unsigned line, const char *function)`
    AssertFail,
    /// `void __cp_assume_failed(void)`
    AssumeFailed,
    /// `void __cp_make_symbolic(void *bytes, size_t size, const char *name)`
    MakeSymbolic,
    /// `long __cp_read_stdin(void *buffer, unsigned long size, unsigned long needed)`
    ReadStdin,
}

impl Primitive {
    /// The primitive of that name.
    pub(crate) fn named(name: &str) -> Option<Primitive> {
        Some(match name {
            "__cp_malloc" => Primitive::Malloc,
            "__cp_free" => Primitive::Free,
            "__cp_heap_size" => Primitive::HeapSize,
            "__cp_exit" => Primitive::Exit,
            "__cp_abort" => Primitive::Abort,
            "__cp_assert_fail" => Primitive::AssertFail,
            "__cp_assume_failed" => Primitive::AssumeFailed,
            "__cp_make_symbolic" => Primitive::MakeSymbolic,
            "__cp_read_stdin" => Primitive::ReadStdin,
            _ => return None,
        })
    }
}
