//! Where the libraries of the backends are found.
//!
//! They are loaded when the first solver is made, and not linked, which has three merits: a build needs neither headers nor
//! the libraries, a binary starts and runs programs concretely where they are missing, and an installed one finds them
//! beside itself.

use std::env;
use std::ffi::{CStr, c_char};
use std::path::PathBuf;

use libloading::Library;

/// A library to look for.
pub(super) struct WantedLibrary<'a> {
    /// Names the library for those who have their own.
    pub(super) variable: &'a str,
    /// What it is called beside the program.
    pub(super) name: &'a str,
    /// Where its script puts it.
    pub(super) built: &'a str,
    /// What it may be called on the system.
    pub(super) installed: &'a [&'a str],
    /// What puts it there.
    pub(super) script: &'a str,
}

impl WantedLibrary<'_> {
    /// What `read` makes of the first library that has all it looks for; or a message that says what to do.
    pub(super) fn load<T>(&self, read: impl Fn(Library) -> Result<T, String>) -> Result<T, String> {
        let mut tried = Vec::new();
        for path in self.candidates() {
            // SAFETY: the solvers' initialisers have no preconditions.
            let loaded = unsafe { Library::new(&path) }.map_err(|error| error.to_string());
            match loaded.and_then(&read) {
                Ok(read) => return Ok(read),
                Err(error) => tried.push(format!("  {}: {error}", path.display())),
            }
        }
        Err(format!(
            "the solver's library, {}, was not found: run {}, put it beside the program, or name it in ${}; tried\n{}",
            self.name,
            self.script,
            self.variable,
            tried.join("\n")
        ))
    }

    /// Where the library may be, the most particular first.
    fn candidates(&self) -> Vec<PathBuf> {
        if let Some(path) = env::var_os(self.variable) {
            return vec![path.into()];
        }
        let mut paths = Vec::new();
        let program = env::current_exe().ok();
        if let Some(folder) = program.as_deref().and_then(|program| program.parent()) {
            paths.extend([folder, &folder.join("../lib")].map(|folder| folder.join(self.name)));
        }
        paths.push(self.built.into());
        paths.extend(self.installed.iter().map(PathBuf::from));
        paths
    }
}

/// A string that a library owns until its next call.
pub(super) fn text(raw: *const c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: the libraries' strings end with a zero.
    unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned()
}
