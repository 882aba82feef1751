//! The native code that a program is linked with, loaded into this process.
//!
//! There is one at most. What it defines itself comes before what this process has under the same name, as it does for
//! a binary that is linked with it.

use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::OnceLock;

/// What `dlopen` gave us.
static LOADED: OnceLock<usize> = OnceLock::new();

/// Is it there?
pub(crate) fn is_loaded() -> bool {
    LOADED.get().is_some()
}

/// Loads a shared object, or says why that fails.
pub(crate) fn load(file: &Path) -> Result<(), String> {
    let path = CString::new(file.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
    // SAFETY: its constructors run here, as the user asked for; nothing of it is used before all is resolved.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if handle.is_null() {
        // SAFETY: the message stays until the next call of such a function, in this thread.
        let message = unsafe { CStr::from_ptr(libc::dlerror()) };
        return Err(message.to_string_lossy().into_owned());
    }
    LOADED.get_or_init(|| handle as usize);
    Ok(())
}

/// The address of what the loaded code defines under that name.
pub(crate) fn symbol(name: &str) -> Option<*mut c_void> {
    let handle = *LOADED.get()? as *mut c_void;
    let name = CString::new(name).ok()?;
    // SAFETY: looks a name up.
    let find = |from: *mut c_void| unsafe { libc::dlsym(from, name.as_ptr()) };
    let own = find(handle);
    // What the system's libraries define is found there, too, also what this executable defines in their place.
    let is_other = [libc::RTLD_DEFAULT, libc::RTLD_NEXT].into_iter().any(|from| find(from) == own);
    (!own.is_null() && !is_other).then_some(own)
}
