//! Native code that the program is linked with (`--link`): made a shared object, and loaded.

use std::env;

use analysis::native;
use ir::{CodeOrigin, Program};

use crate::error::{ExitCode, Failure};
use crate::host::library;
use crate::options::program_files::ProgramFiles;
use crate::toolchain::Toolchain;
use crate::toolchain::shared_object::{SharedObject, Unmade};

/// Loads it, once.
pub(super) fn load(input: &ProgramFiles, toolchain: &Toolchain) -> Result<(), Failure> {
    let files = input.native();
    let Some(object) = SharedObject::of(&files).filter(|_| !library::is_loaded()) else {
        return Ok(());
    };
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let refused = |why: String| {
        let message = format!("{}: can't be linked: {why}", names.join(", "));
        Failure::new(ExitCode::BadInput, message)
    };
    let io = |error: std::io::Error| Failure::new(ExitCode::Io, format!("temporary file: {error}"));
    let (here, folder) = (env::current_dir().map_err(io)?, tempfile::tempdir().map_err(io)?);
    let made = object.make(toolchain, &here, folder.path()).map_err(|unmade| match unmade {
        Unmade::Refused(why) => refused(why),
        Unmade::Failed(failed) => Failure::new(ExitCode::Stopped, failed.words("clang")),
    })?;
    library::load(&made).map_err(refused)
}

/// Refuses what it defines under the name of a function that we have or know: it would be taken for that one.
pub(super) fn check(program: &Program) -> Result<(), Failure> {
    let is_known = |function: &&ir::Function| {
        let is_ours = function.body.is_some() && function.origin == CodeOrigin::Runtime;
        let is_native = function.body.is_none() && native::effect(&function.name).is_some();
        (is_ours || is_native) && library::symbol(&function.name).is_some()
    };
    match program.functions.iter().find(is_known) {
        None => Ok(()),
        Some(function) => Err(Failure::new(
            ExitCode::BadInput,
            format!(
                "what is linked defines `{}`, which is taken for the C library's: it can't be called",
                function.name
            ),
        )),
    }
}
