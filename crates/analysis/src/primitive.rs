//! Primitives: the functions of the runtime library that the machine itself performs.

/// A function that the runtime library declares and the machine performs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primitive {
    /// `void *__cp_malloc(size_t size, size_t align)`
    Malloc,
    /// `int __cp_allocation_fails(void)`
    AllocationFails,
    /// `void __cp_free(void *p)`
    Free,
    /// `size_t __cp_heap_size(void *p, int is_copied)`
    HeapSize,
    /// `void __cp_resized(void *p, void *moved, size_t size)`
    Resized,
    /// `void __cp_exit(int code)`
    Exit,
    /// `void __cp_abort(void)`
    Abort,
    /// `void __cp_assert_fail(const char *expr, const char *file, unsigned line, const char *function)`
    AssertFail,
    /// `void __cp_assuming(int begins)`
    Assuming,
    /// `void __cp_assume_failed(void)`
    AssumeFailed,
    /// `void __cp_make_symbolic(void *bytes, size_t size, const char *name)`
    MakeSymbolic,
    /// `void __cp_input(void *variable, const char *name)`
    Input,
    /// `void __cp_called(void)`: the stub that calls it is called once more.
    Called,
    /// `void __cp_result(void *variable)`: what the stub that calls it returns.
    Result,
    /// `void __cp_write(void *to, void *variable, unsigned param)`: what the stub that calls it may write through that
    /// parameter, whose elements have the type of the variable.
    Write,
    /// `void __cp_observe(const void *bytes, size_t size, const char *name)`
    Observe,
    /// `void __cp_observe_inputs(void)`
    ObserveInputs,
    /// `void __cp_observe_pointer(const void *pointer, int is_text, const char *name)`
    ObservePointer,
    /// `int __cp_explores_files(void)`
    ExploresFiles,
    /// `FILE *__cp_open(const char *path, int how)`: `how` has a bit for reading and one for writing.
    Open,
    /// `int __cp_explores_environment(void)`
    ExploresEnvironment,
    /// `void __cp_environment(void *bytes, size_t size, const char *function)`
    Environment,
    /// `void __cp_environment_variable(void *bytes, size_t size, const char *name)`
    EnvironmentVariable,
    /// `unsigned long __cp_longest(void)`
    Longest,
    /// `unsigned long __cp_stream(FILE *file)`
    Stream,
    /// `int __cp_output_fails(unsigned long number, int is_closed)`: is there no room for what was written to that stream?
    OutputFails,
    /// `void __cp_look_back(unsigned long number, int is_moved)`: it matters what was written to that stream.
    LookBack,
    /// `void __cp_left_out(const char *what)`: the path isn't all that could be, as it says.
    LeftOut,
    /// `void __cp_look_at_errno(void)`: what calls the function that calls it looks at `errno`, or sets it.
    LookAtErrno,
    /// `long __cp_read_stream(unsigned long number, void *buffer, unsigned long size, unsigned long needed)`
    ReadStream,
    /// `long __cp_read_stdin(void *buffer, unsigned long size, unsigned long needed)`
    ReadStdin,
}

impl Primitive {
    /// Does it only look at its arguments, as they are in this run?
    pub fn only_looks(self) -> bool {
        matches!(self, Primitive::Observe | Primitive::ObserveInputs | Primitive::ObservePointer)
    }

    /// The primitive of that name.
    pub fn named(name: &str) -> Option<Primitive> {
        Some(match name {
            "__cp_malloc" => Primitive::Malloc,
            "__cp_allocation_fails" => Primitive::AllocationFails,
            "__cp_free" => Primitive::Free,
            "__cp_heap_size" => Primitive::HeapSize,
            "__cp_resized" => Primitive::Resized,
            "__cp_exit" => Primitive::Exit,
            "__cp_abort" => Primitive::Abort,
            "__cp_assert_fail" => Primitive::AssertFail,
            "__cp_assuming" => Primitive::Assuming,
            "__cp_assume_failed" => Primitive::AssumeFailed,
            "__cp_make_symbolic" => Primitive::MakeSymbolic,
            "__cp_input" => Primitive::Input,
            "__cp_called" => Primitive::Called,
            "__cp_result" => Primitive::Result,
            "__cp_write" => Primitive::Write,
            "__cp_observe" => Primitive::Observe,
            "__cp_observe_inputs" => Primitive::ObserveInputs,
            "__cp_observe_pointer" => Primitive::ObservePointer,
            "__cp_explores_files" => Primitive::ExploresFiles,
            "__cp_open" => Primitive::Open,
            "__cp_explores_environment" => Primitive::ExploresEnvironment,
            "__cp_environment" => Primitive::Environment,
            "__cp_environment_variable" => Primitive::EnvironmentVariable,
            "__cp_longest" => Primitive::Longest,
            "__cp_output_fails" => Primitive::OutputFails,
            "__cp_look_back" => Primitive::LookBack,
            "__cp_left_out" => Primitive::LeftOut,
            "__cp_look_at_errno" => Primitive::LookAtErrno,
            "__cp_stream" => Primitive::Stream,
            "__cp_read_stream" => Primitive::ReadStream,
            "__cp_read_stdin" => Primitive::ReadStdin,
            _ => return None,
        })
    }
}
