//! What is known about native functions: what they read through their pointers, and what we refuse.
//!
//! A native function sees only bytes, so a pointer into the wrong place would go unnoticed there. For the
//! functions that C programs print with, the arguments are checked before the call.

/// What a native function does with the program's memory.
#[derive(Debug)]
pub struct NativeEffect {
    /// What it reads.
    pub reads: &'static [NativeRead],
    /// May it write?
    pub writes: bool,
    /// Does it nothing but put out what it reads?
    pub prints: bool,
    /// Does its result depend on nothing but its arguments, and on what they point to?
    pub pure: bool,
}

/// Something that a native function reads through an argument.
#[derive(Clone, Copy, Debug)]
pub enum NativeRead {
    /// The string that argument points to.
    Text(usize),
    /// A `printf` format, and what the variadic arguments need.
    Format(usize),
    /// As many bytes as the product of these arguments says.
    Bytes(usize, &'static [usize]),
}

use NativeRead::{Bytes, Format, Text};

const fn reads(reads: &'static [NativeRead]) -> NativeEffect {
    NativeEffect { reads, writes: false, prints: false, pure: false }
}

/// A function of numbers.
const fn computes() -> NativeEffect {
    NativeEffect { reads: &[], writes: false, prints: false, pure: true }
}

/// A function from text to text or numbers.
const fn converts(reads: &'static [NativeRead]) -> NativeEffect {
    NativeEffect { reads, writes: true, prints: false, pure: true }
}

const fn prints(reads: &'static [NativeRead]) -> NativeEffect {
    NativeEffect { reads, writes: false, prints: true, pure: false }
}

const fn writes(reads: &'static [NativeRead]) -> NativeEffect {
    NativeEffect { reads, writes: true, prints: false, pure: false }
}

/// Sorted by name.
static EFFECTS: &[(&str, NativeEffect)] = &[
    ("abs", computes()),
    ("acos", computes()),
    ("acosf", computes()),
    ("acosh", computes()),
    ("asin", computes()),
    ("asinf", computes()),
    ("asinh", computes()),
    ("atan", computes()),
    ("atan2", computes()),
    ("atan2f", computes()),
    ("atanf", computes()),
    ("atanh", computes()),
    ("cbrt", computes()),
    ("cbrtf", computes()),
    ("ceil", computes()),
    ("ceilf", computes()),
    ("clock", reads(&[])),
    ("close", reads(&[])),
    ("copysign", computes()),
    ("copysignf", computes()),
    ("cos", computes()),
    ("cosf", computes()),
    ("cosh", computes()),
    ("coshf", computes()),
    ("div", computes()),
    ("dprintf", prints(&[Format(1)])),
    ("erf", computes()),
    ("erfc", computes()),
    ("exp", computes()),
    ("exp2", computes()),
    ("exp2f", computes()),
    ("expf", computes()),
    ("expm1", computes()),
    ("fabs", computes()),
    ("fabsf", computes()),
    ("fclose", reads(&[])),
    ("fdim", computes()),
    ("fdopen", reads(&[Text(1)])),
    ("fflush", reads(&[])),
    ("floor", computes()),
    ("floorf", computes()),
    ("fma", computes()),
    ("fmax", computes()),
    ("fmaxf", computes()),
    ("fmin", computes()),
    ("fminf", computes()),
    ("fmod", computes()),
    ("fmodf", computes()),
    ("fopen", reads(&[Text(0), Text(1)])),
    ("fprintf", prints(&[Format(1)])),
    ("fputc", prints(&[])),
    ("fputs", prints(&[Text(0)])),
    ("fseek", reads(&[])),
    ("ftell", reads(&[])),
    ("fwrite", prints(&[Bytes(0, &[1, 2])])),
    ("getenv", reads(&[Text(0)])),
    ("getpid", reads(&[])),
    ("hypot", computes()),
    ("hypotf", computes()),
    ("ilogb", computes()),
    ("isatty", reads(&[])),
    ("labs", computes()),
    ("ldexp", computes()),
    ("ldiv", computes()),
    ("lgamma", computes()),
    ("llabs", computes()),
    ("llrint", computes()),
    ("llround", computes()),
    ("log", computes()),
    ("log10", computes()),
    ("log10f", computes()),
    ("log1p", computes()),
    ("log2", computes()),
    ("log2f", computes()),
    ("logb", computes()),
    ("logf", computes()),
    ("lrint", computes()),
    ("lround", computes()),
    ("lroundf", computes()),
    ("nan", computes()),
    ("nearbyint", computes()),
    ("nextafter", computes()),
    ("open", reads(&[Text(0)])),
    ("perror", prints(&[Text(0)])),
    ("pow", computes()),
    ("powf", computes()),
    ("printf", prints(&[Format(0)])),
    ("putc", prints(&[])),
    ("putchar", prints(&[])),
    ("puts", prints(&[Text(0)])),
    ("remainder", computes()),
    ("remove", reads(&[Text(0)])),
    ("rename", reads(&[Text(0), Text(1)])),
    ("rint", computes()),
    ("round", computes()),
    ("roundf", computes()),
    ("scalbln", computes()),
    ("scalbn", computes()),
    ("setvbuf", writes(&[])),
    ("sin", computes()),
    ("sinf", computes()),
    ("sinh", computes()),
    ("sinhf", computes()),
    ("snprintf", converts(&[Format(2)])),
    ("sprintf", converts(&[Format(1)])),
    ("sqrt", computes()),
    ("sqrtf", computes()),
    ("strtod", converts(&[Text(0)])),
    ("strtof", converts(&[Text(0)])),
    ("system", reads(&[Text(0)])),
    ("tan", computes()),
    ("tanf", computes()),
    ("tanh", computes()),
    ("tanhf", computes()),
    ("tgamma", computes()),
    ("trunc", computes()),
    ("truncf", computes()),
    ("unlink", reads(&[Text(0)])),
    ("vfprintf", prints(&[Text(1)])),
    ("vprintf", prints(&[Text(0)])),
    ("vsnprintf", converts(&[Text(2)])),
    ("vsprintf", converts(&[Text(1)])),
    ("write", prints(&[Bytes(1, &[2])])),
];

/// What is known about a native function.
pub fn effect(name: &str) -> Option<&'static NativeEffect> {
    let name = host_name(name);
    let index = EFFECTS.binary_search_by_key(&name, |entry| entry.0).ok()?;
    Some(&EFFECTS[index].1)
}

/// Is it a function whose results can be inputs (`--env-symbolic`)?
pub fn is_environment(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "clock",
        "clock_gettime",
        "fopen",
        "fopen64",
        "getegid",
        "getenv",
        "geteuid",
        "getgid",
        "getpid",
        "getppid",
        "gettimeofday",
        "getuid",
        "secure_getenv",
        "time",
    ];
    NAMES.contains(&name)
}

/// Does it change environment variables?
pub fn changes_variables(name: &str) -> bool {
    ["clearenv", "putenv", "setenv", "unsetenv"].contains(&name)
}

/// The host's name of a function: the runtime library says `__cp_native_f` where it means the host's `f`.
pub fn host_name(name: &str) -> &str {
    name.strip_prefix("__cp_native_").unwrap_or(name)
}

/// Functions whose effect on control flow or memory the machine can't follow.
pub fn is_unsupported(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "_longjmp",
        "_setjmp",
        "__sigsetjmp",
        "__longjmp_chk",
        "clone",
        "fork",
        "getcontext",
        "longjmp",
        "makecontext",
        "mmap",
        "munmap",
        "setcontext",
        "setitimer",
        "setjmp",
        "sigaction",
        "siglongjmp",
        "signal",
        "sigsetjmp",
        "swapcontext",
        "timer_create",
        "vfork",
        "alarm",
        "raise",
        "kill",
        "syscall",
        "brk",
        "sbrk",
        // What they do to a process, they would do to ours.
        "chroot",
        "daemon",
        "killpg",
        "nice",
        "prctl",
        "prlimit",
        "prlimit64",
        "ptrace",
        "setegid",
        "seteuid",
        "setgid",
        "setgroups",
        "setpgid",
        "setpgrp",
        "setpriority",
        "setregid",
        "setresgid",
        "setresuid",
        "setreuid",
        "setrlimit",
        "setrlimit64",
        "setsid",
        "setuid",
        "sigprocmask",
        "sigqueue",
        "ualarm",
        "unshare",
        "dlopen",
        "dlsym",
    ];
    NAMES.contains(&name)
        || ["pthread_", "thrd_", "exec", "posix_spawn", "sem_", "cnd_", "mtx_"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::EFFECTS;

    #[test]
    fn effects_are_sorted() {
        assert!(EFFECTS.is_sorted_by_key(|entry| entry.0));
    }
}
