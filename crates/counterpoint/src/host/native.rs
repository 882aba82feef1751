//! The host: native functions and data, called in this process.
//!
//! The machine's reserved range is mapped here at the same addresses. Before a call, pages that changed
//! since the last one are copied there; afterwards, what the native function changed is copied back.

use std::collections::HashMap;
use std::ffi::{CString, c_int, c_void};
use std::io;

use engine::memory::{Layout, Memory, PAGE_SIZE, Page};
use engine::{Externals, NativeCall, NativeError, NativeReturn};
use ir::{FloatTy, TargetMachine, Ty};
use libffi::middle::{Cif, Type};
use triomphe::Arc;

use super::collector::Collector;
use super::{child, library};

/// A function, and whether it is of what the program is linked with.
#[derive(Clone, Copy)]
struct NativeFunction {
    address: *mut c_void,
    is_linked: bool,
}

/// Native functions and data of this process.
pub(crate) struct Host {
    layout: Layout,
    functions: HashMap<String, Option<NativeFunction>>,
    /// The pages that native code sees now, by address. Holding on to them makes the machine copy a
    /// page before it writes to it, so a changed page is a different one.
    visible: Vec<(u64, Arc<Page>)>,
    mapped: bool,
    /// Was a call ended in the middle? Then it is unknown which locks it holds.
    interrupted: bool,
    /// What collects the output to streams that are explored.
    collector: Collector,
}

unsafe extern "C" {
    fn cp_guard_install();
    fn cp_guard_interruption(number: c_int) -> c_int;
    fn cp_guarded_call(
        call: unsafe extern "C" fn(
            *mut libffi::raw::ffi_cif,
            Option<unsafe extern "C" fn()>,
            *mut c_void,
            *mut *mut c_void,
        ),
        cif: *mut c_void,
        function: *mut c_void,
        result: *mut c_void,
        args: *mut *mut c_void,
        error: *mut c_int,
        address: *mut *mut c_void,
    ) -> c_int;
}

/// Is there a native function of that name?
pub(crate) fn has(name: &str) -> bool {
    load_math();
    function(name).is_some()
}

/// The math library need not be loaded yet; the others are.
fn load_math() {
    // SAFETY: opening a system library runs its initialisers only.
    unsafe { libc::dlopen(c"libm.so.6".as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
}

impl Host {
    /// A host for programs of that target.
    pub(crate) fn new(target: TargetMachine) -> Host {
        load_math();
        // SAFETY: installs signal handlers, nothing else.
        unsafe { cp_guard_install() };
        Host {
            layout: Layout::of(target),
            functions: HashMap::new(),
            visible: Vec::new(),
            mapped: false,
            interrupted: false,
            collector: Collector::default(),
        }
    }

    /// Writes out what the program printed.
    pub(crate) fn flush(&mut self) {
        if self.interrupted {
            return;
        }
        // SAFETY: flushes all C streams.
        unsafe { libc::fflush(std::ptr::null_mut()) };
    }

    fn function(&mut self, name: &str) -> Option<NativeFunction> {
        if let Some(&known) = self.functions.get(name) {
            return known;
        }
        let found = function(name);
        self.functions.insert(name.to_owned(), found);
        found
    }

    /// Reserves the machine's range in this process.
    fn map(&mut self) -> Result<(), NativeError> {
        if self.mapped {
            return Ok(());
        }
        let wanted = self.layout.base as *mut c_void;
        let flags = libc::MAP_PRIVATE
            | libc::MAP_ANONYMOUS
            | libc::MAP_NORESERVE
            | libc::MAP_FIXED_NOREPLACE;
        // SAFETY: NOREPLACE leaves every existing mapping alone.
        let got = unsafe {
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            libc::mmap(wanted, 4 << self.layout.zone_bits, protection, flags, -1, 0)
        };
        if got != wanted {
            let error = io::Error::last_os_error();
            let why = format!("the address range at {wanted:p} can't be reserved: {error}");
            return Err(NativeError::Impossible(why));
        }
        self.mapped = true;
        Ok(())
    }

    /// Makes native code see the program's memory.
    fn copy_out(&mut self, memory: &Memory) {
        let mut next = 0;
        for (address, page) in memory.pages() {
            match self.visible.get(next) {
                Some((at, seen)) if *at == address && Arc::ptr_eq(seen, page) => {}
                seen => {
                    let replaces = seen.is_some_and(|(at, _)| *at == address);
                    show(address, page);
                    let entry = (address, page.clone());
                    match replaces {
                        true => self.visible[next] = entry,
                        false => self.visible.insert(next, entry),
                    }
                }
            }
            next += 1;
        }
        self.visible.truncate(next);
    }

    /// Takes over what native code wrote.
    fn copy_back(&mut self, memory: &mut Memory) -> Result<(), NativeError> {
        let mut taken = Ok(());
        self.visible.retain(|(address, page)| {
            // SAFETY: the page lies in the range that `map` reserved for it, and was copied out.
            let now = unsafe { &*(*address as *const [u8; PAGE_SIZE]) };
            if now == page.bytes() {
                return true;
            }
            if taken.is_ok() {
                let written = memory.take_over(*address, now);
                taken = written.map_err(|address| NativeError::BadWrite { address });
            }
            // Another state may still have the page as it was before: it has to be shown again.
            false
        });
        taken
    }
}

impl Externals for Host {
    fn variable(&mut self, name: &str) -> Option<u64> {
        library::symbol(name).or_else(|| symbol(name)).map(|address| address as u64)
    }

    fn is_linked(&mut self, name: &str) -> bool {
        self.function(name).is_some_and(|function| function.is_linked)
    }

    fn has_function(&mut self, name: &str) -> bool {
        self.function(name).is_some()
    }

    fn call(
        &mut self,
        call: &NativeCall<'_>,
        memory: &mut Memory,
    ) -> Result<NativeReturn, NativeError> {
        let function = self.function(call.name);
        let function =
            function.ok_or_else(|| NativeError::Impossible("there is none of that name".into()))?;
        self.map()?;
        self.copy_out(memory);
        let result = invoke(function.address, call);
        if result.is_err() {
            // It is unknown what it wrote before it crashed.
            self.visible.clear();
            self.interrupted |= matches!(result, Err(NativeError::Interrupted | NativeError::Late));
            if matches!(result, Err(NativeError::Late)) {
                // Nothing waits any more for what it has started, such as the shell of `system`.
                child::end_strangers();
            }
        } else if call.writes {
            self.copy_back(memory)?;
        }
        result
    }

    fn collector(&mut self) -> Option<u64> {
        if self.interrupted { None } else { self.collector.begin() }
    }

    fn collected(&mut self) -> Vec<u8> {
        if self.interrupted { Vec::new() } else { self.collector.take() }
    }

    fn read_stdin(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // As natively, a prompt is seen before the program waits for the answer.
        // SAFETY: asks about a file descriptor.
        if unsafe { libc::isatty(1) } == 1 {
            self.flush();
        }
        // SAFETY: both only look at file descriptors and streams.
        unsafe {
            if libc::isatty(0) == 1 {
                // A prompt must be seen before the answer is waited for.
                libc::fflush(std::ptr::null_mut());
            }
        }
        // SAFETY: the buffer is as long as we say.
        let count = unsafe { libc::read(0, buffer.as_mut_ptr().cast(), buffer.len()) };
        usize::try_from(count).map_err(|_| io::Error::last_os_error())
    }

    fn read(&mut self, address: u64, buffer: &mut [u8]) -> bool {
        let local = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
        let remote = libc::iovec { iov_base: address as *mut c_void, iov_len: buffer.len() };
        // SAFETY: the kernel checks the remote side and refuses what isn't mapped.
        let count = unsafe { libc::process_vm_readv(libc::getpid(), &local, 1, &remote, 1, 0) };
        usize::try_from(count).is_ok_and(|count| count == buffer.len())
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let local = libc::iovec { iov_base: bytes.as_ptr() as *mut c_void, iov_len: bytes.len() };
        let remote = libc::iovec { iov_base: address as *mut c_void, iov_len: bytes.len() };
        // SAFETY: the kernel refuses what isn't mapped writable; native data is the program's to change.
        let count = unsafe { libc::process_vm_writev(libc::getpid(), &local, 1, &remote, 1, 0) };
        usize::try_from(count).is_ok_and(|count| count == bytes.len())
    }
}

/// Copies a page to where native code sees it.
fn show(address: u64, page: &Page) {
    // SAFETY: the page lies in the range that `map` reserved for it.
    unsafe {
        std::ptr::copy_nonoverlapping(page.bytes().as_ptr(), address as *mut u8, PAGE_SIZE);
    }
}

/// What is called in the place of a function that would concern all of this process.
fn stand_in(name: &str) -> Option<*mut c_void> {
    unsafe extern "C" {
        fn cp_system();
        fn cp_wait();
        fn cp_wait3();
        fn cp_wait4();
        fn cp_waitid();
        fn cp_waitpid();
    }
    let function: unsafe extern "C" fn() = match name {
        "system" => cp_system,
        "wait" => cp_wait,
        "wait3" => cp_wait3,
        "wait4" => cp_wait4,
        "waitid" => cp_waitid,
        "waitpid" => cp_waitpid,
        _ => return None,
    };
    Some(function as *mut c_void)
}

/// The native function of that name.
fn function(name: &str) -> Option<NativeFunction> {
    if let Some(address) = library::symbol(name) {
        return Some(NativeFunction { address, is_linked: true });
    }
    let address = stand_in(name).or_else(|| symbol(name))?;
    Some(NativeFunction { address, is_linked: false })
}

fn symbol(name: &str) -> Option<*mut c_void> {
    let name = CString::new(name).ok()?;
    // SAFETY: looks a name up.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// Calls a native function as the C calling convention says.
fn invoke(function: *mut c_void, call: &NativeCall<'_>) -> Result<NativeReturn, NativeError> {
    let types = call.args.iter().map(|&(ty, _)| ffi_type(ty));
    let result = match call.returns {
        [] => Type::void(),
        [one] => ffi_type(*one),
        parts => Type::structure(parts.iter().map(|&part| ffi_type(part))),
    };
    let variadic = call.fixed < call.args.len();
    let cif = match variadic {
        true => Cif::try_new_variadic(types, call.fixed, result),
        false => Cif::try_new(types, result),
    };
    let cif = cif.map_err(|error| NativeError::Impossible(format!("libffi: {error:?}")))?;
    let mut values: Vec<u64> = call.args.iter().map(|&(_, bits)| bits).collect();
    let mut pointers: Vec<*mut c_void> =
        values.iter_mut().map(|value| std::ptr::from_mut(value).cast()).collect();
    // libffi writes at least a whole register; a struct of more than two words doesn't come here.
    let mut result = [0u64; 8];
    let mut errno = call.errno;
    let mut address = std::ptr::null_mut();
    // SAFETY: the types were given by the program's declaration, and the pointers live until the end of
    // this function. If the declaration is wrong, the guard turns a crash into an error.
    let signal = unsafe {
        cp_guarded_call(
            libffi::raw::ffi_call,
            cif.as_raw_ptr().cast(),
            function,
            result.as_mut_ptr().cast(),
            pointers.as_mut_ptr(),
            &mut errno,
            &mut address,
        )
    };
    match signal {
        0 => Ok(NativeReturn { values: split_result(call.returns, &result), errno }),
        number => Err(crashed(number, address as u64)),
    }
}

fn crashed(number: c_int, address: u64) -> NativeError {
    // SAFETY: compares numbers.
    match unsafe { cp_guard_interruption(number) } {
        0 => {}
        1 => return NativeError::Interrupted,
        2 => return NativeError::Late,
        _ => return NativeError::Impossible("it ends the process".to_owned()),
    }
    let (signal, address) = match number {
        libc::SIGSEGV => ("SIGSEGV", Some(address)),
        libc::SIGBUS => ("SIGBUS", Some(address)),
        libc::SIGFPE => ("SIGFPE", None),
        libc::SIGABRT => ("SIGABRT", None),
        _ => ("SIGILL", None),
    };
    NativeError::Crashed { signal, address }
}

fn ffi_type(ty: Ty) -> Type {
    match ty {
        Ty::Float(FloatTy::F32) => Type::f32(),
        Ty::Float(FloatTy::F64) => Type::f64(),
        Ty::Int(width) => match width.bits() {
            1..=8 => Type::u8(),
            9..=16 => Type::u16(),
            17..=32 => Type::u32(),
            _ => Type::u64(),
        },
    }
}

/// The parts of a result, at their offsets in it.
fn split_result(parts: &[Ty], result: &[u64; 8]) -> Vec<u64> {
    let bytes: Vec<u8> = result.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut offset = 0usize;
    let mut values = Vec::new();
    for part in parts {
        let size = part.bytes().next_power_of_two() as usize;
        offset = offset.next_multiple_of(size);
        let mut word = [0; 8];
        word[..size].copy_from_slice(&bytes[offset..offset + size]);
        values.push(u64::from_le_bytes(word) & part.mask());
        offset += size;
    }
    values
}

#[cfg(test)]
mod tests {
    use std::ffi::{c_ulong, c_void};
    use std::hint::black_box;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use engine::{NativeCall, NativeError};

    use super::{cp_guard_install, invoke};

    unsafe extern "C" {
        fn cp_guard_interrupt(call: c_ulong);
    }

    /// Blocks that are so large take the lock of the allocator.
    unsafe extern "C" fn allocate_for_ever() {
        loop {
            // SAFETY: what is allocated is freed.
            unsafe { libc::free(black_box(libc::malloc(100_000))) };
        }
    }

    #[test]
    fn a_call_that_was_ended_leaves_the_allocator_alone() {
        const CALLS: usize = 100;
        let (sender, ended) = mpsc::channel();
        thread::spawn(move || {
            // SAFETY: installs signal handlers, nothing else.
            unsafe { cp_guard_install() };
            for _ in 0..CALLS {
                let call = NativeCall {
                    name: "f",
                    args: &[],
                    fixed: 0,
                    returns: &[],
                    errno: 0,
                    writes: false,
                };
                let result = invoke(allocate_for_ever as *mut c_void, &call);
                assert!(matches!(result, Err(NativeError::Interrupted)), "{result:?}");
                // SAFETY: what is allocated is freed.
                unsafe { libc::free(black_box(libc::malloc(100_000))) };
                sender.send(()).unwrap();
            }
        });
        for number in 0..CALLS {
            let until = std::time::Instant::now() + Duration::from_secs(10);
            while ended.recv_timeout(Duration::from_millis(2)).is_err() {
                assert!(std::time::Instant::now() < until, "call {number} doesn't end");
                // SAFETY: sends a signal, if a call is under way.
                unsafe { cp_guard_interrupt(0) };
            }
        }
    }
}
