//! From files to a program that is ready to run: compile, read, link, tidy up.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use engine::Arithmetic;
use ir::{CodeOrigin, Program};
use llvm::ChoiceLowering;

use super::linked;
use crate::error::{ExitCode, Failure};
use crate::host::child::{self, Failed};
use crate::host::parallel;
use crate::options::program_files::{self, ProgramFiles};
use crate::toolchain::Toolchain;

include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// A loaded program.
pub(crate) struct Loaded {
    pub program: Program,
    /// How undefined arithmetic is to be treated in it.
    pub arithmetic: Arithmetic,
    /// Has clang optimised it for us? Then errors may be gone that its source has.
    pub optimised: bool,
    /// Was it compiled to let any pointer lead to objects of any type?
    pub untyped: bool,
    /// All files that it was made of, headers among them.
    pub sources: BTreeSet<PathBuf>,
}

/// What is made of C files.
pub(crate) enum Variant<'t> {
    /// What a compiler makes of them.
    Plain,
    /// That, and functions that nothing calls.
    Whole,
    /// These texts, each in the place of the file that it includes. (Bitcode files have one that isn't used.)
    Harnessed(&'t [String]),
}

/// Compiles C files, reads them and bitcode files, and links everything with the runtime library: to run it.
pub(crate) fn load(input: &ProgramFiles, toolchain: &Toolchain) -> Result<Loaded, Failure> {
    load_with(input, toolchain, &Variant::Plain, ChoiceLowering::Values)
}

/// Like [`load`], to explore it: with all branches of the source.
pub(crate) fn load_variant(
    input: &ProgramFiles,
    toolchain: &Toolchain,
    variant: &Variant<'_>,
) -> Result<Loaded, Failure> {
    load_with(input, toolchain, variant, ChoiceLowering::Branches)
}

fn load_with(
    input: &ProgramFiles,
    toolchain: &Toolchain,
    variant: &Variant<'_>,
    choices: ChoiceLowering,
) -> Result<Loaded, Failure> {
    let cflags = input.cflags();
    let optimised = cflags.iter().any(|flag| is_optimisation(flag));
    let untyped = is_untyped(&cflags);
    input.check()?;
    linked::load(input, toolchain)?;
    // It is unknown what an optimiser moved, here or in bitcode.
    let as_written = !optimised && input.files().iter().all(|file| program_files::is_c(file));
    let arithmetic = if as_written { Arithmetic::Trap } else { Arithmetic::Defer };
    let choices = if as_written { choices } else { ChoiceLowering::Values };
    let read = |&index: &usize| {
        let file = &input.files()[index];
        let (bytes, sources) = match program_files::is_c(file) {
            true => compile(toolchain, file, &cflags, CompilerInput::of(variant, index))?,
            false => (read_file(file)?, BTreeSet::from([file.clone()])),
        };
        let name = file.display().to_string();
        let mut program = llvm::read_with(&bytes, &name, choices)
            .map_err(|error| Failure::new(ExitCode::BadInput, error.to_string()))?;
        name_as_given(&mut program, file);
        Ok(((name, program), sources))
    };
    let indices: Vec<usize> = (0..input.files().len()).collect();
    let programs: Result<Vec<_>, Failure> = parallel::map(&indices, read).into_iter().collect();
    let (programs, sources): (Vec<_>, Vec<_>) = programs?.into_iter().unzip();
    let sources = sources.into_iter().flatten().collect();
    Ok(Loaded { program: link(programs)?, arithmetic, optimised, untyped, sources })
}

/// One program of several and the runtime library, ready to be run.
fn link(programs: Vec<(String, Program)>) -> Result<Program, Failure> {
    let runtime = runtime(&programs)?;
    let linked = ir::link(programs, Some(runtime), ROOTS);
    let mut program =
        linked.map_err(|error| Failure::new(ExitCode::BadInput, error.to_string()))?;
    linked::check(&program)?;
    hide_headers(&mut program);
    ir::passes::run(&mut program);
    program.debug.add_untyped(u64::from(program.target.pointer_bits) / 8);
    if let Err(error) = ir::verify(&program) {
        panic!("the program that was made of the input is malformed: {error}");
    }
    Ok(program)
}

/// What the system's headers define belongs to its library.
fn hide_headers(program: &mut Program) {
    let Program { functions, debug, .. } = program;
    let is_system = |function: &ir::Function| {
        let file = function.debug.as_ref().map(|subprogram| debug.file(subprogram.file));
        file.is_some_and(|file| is_system(&Path::new(&file.directory).join(&file.path)))
    };
    for function in functions.iter_mut().filter(|function| is_system(function)) {
        function.origin = CodeOrigin::Runtime;
    }
}

/// Is it a file of the system's, not of the program's?
pub(crate) fn is_system(file: &Path) -> bool {
    ["/usr/include", "/usr/lib"].iter().any(|folder| file.starts_with(folder))
}

/// What programs that mark their inputs include; found without any flag.
pub(crate) const COUNTERPOINT_H: &str = include_str!("../../../../runtime/counterpoint.h");

/// What the machine calls by itself.
const ROOTS: &[&str] = &["exit", "atexit", "__cp_errno"];

/// What programs may need of the runtime library. A part of it that defines nothing they refer to, directly or through other
/// parts, is not read: that would take longer than all else that is done for a small program.
fn runtime(programs: &[(String, Program)]) -> Result<Program, Failure> {
    let bits = programs.first().map_or(64, |(_, program)| program.target.pointer_bits);
    let mut named: BTreeSet<String> = ROOTS.iter().map(|root| (*root).to_owned()).collect();
    named.extend(programs.iter().flat_map(|(_, program)| names(program)));
    let mut unread: Vec<_> = RUNTIME.iter().filter(|part| part.0 == bits).enumerate().collect();
    let mut parts = BTreeMap::new();
    let is_needed = |defined: &[&str], named: &BTreeSet<String>| {
        defined.iter().any(|symbol| named.contains(*symbol))
    };
    while let Some(next) = unread.iter().position(|(_, part)| is_needed(part.2, &named)) {
        let (place, &(_, name, _, bytes)) = unread.remove(next);
        let mut program = llvm::read(bytes, name).map_err(in_library)?;
        program.functions.iter_mut().for_each(|function| function.origin = CodeOrigin::Runtime);
        program.globals.iter_mut().for_each(|global| global.origin = CodeOrigin::Runtime);
        named.extend(names(&program));
        parts.insert(place, (name.to_owned(), program));
    }
    ir::link(parts.into_values().collect(), None, &[]).map_err(in_library)
}

/// What a program defines or refers to.
fn names(program: &Program) -> impl Iterator<Item = String> {
    let functions = program.functions.iter().map(|function| function.name.clone());
    functions.chain(program.globals.iter().map(|global| global.name.clone()))
}

fn in_library(error: impl std::fmt::Display) -> Failure {
    Failure::new(ExitCode::BadInput, format!("runtime library: {error}"))
}

/// A file that a harness includes is called what the user calls it, as if it had been compiled by itself.
fn name_as_given(program: &mut Program, given: &Path) {
    let Ok(canonical) = given.canonicalize() else { return };
    let Ok(here) = std::env::current_dir() else { return };
    for file in &mut program.debug.files {
        let path = Path::new(&file.directory).join(&file.path);
        if path.canonicalize().is_ok_and(|path| path == canonical) {
            file.path = given.display().to_string();
            file.directory = here.display().to_string();
        }
    }
}

fn read_file(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|error| {
        Failure::new(ExitCode::NoInput, format!("{}: can't be read: {error}", file.display()))
    })
}

fn is_optimisation(flag: &str) -> bool {
    flag.starts_with("-O") && flag != "-O0"
}

fn is_untyped(cflags: &[String]) -> bool {
    let said = |flag: &String| match flag.as_str() {
        "-fno-strict-aliasing" => Some(true),
        "-fstrict-aliasing" => Some(false),
        _ => None,
    };
    cflags.iter().rev().find_map(said).unwrap_or(false)
}

/// What the compiler is given for a file.
#[derive(Clone, Copy)]
enum CompilerInput<'t> {
    File,
    WholeFile,
    Text(&'t str),
}

impl<'t> CompilerInput<'t> {
    fn of(variant: &Variant<'t>, index: usize) -> CompilerInput<'t> {
        match variant {
            Variant::Plain => CompilerInput::File,
            Variant::Whole => CompilerInput::WholeFile,
            Variant::Harnessed(texts) => CompilerInput::Text(&texts[index]),
        }
    }
}

/// Errors that UndefinedBehaviorSanitizer reports but plain bitcode has no trace of: clang puts the checks into it.
const CHECKS: [&str; 2] = [
    "-fsanitize=alignment,array-bounds,bool,builtin,enum,float-cast-overflow,nonnull-attribute,null,pointer-overflow,\
     return,returns-nonnull-attribute,shift-base,vla-bound",
    "-fsanitize-trap=undefined,float-cast-overflow",
];

fn compile(
    toolchain: &Toolchain,
    file: &Path,
    cflags: &[String],
    source: CompilerInput<'_>,
) -> Result<(Vec<u8>, BTreeSet<PathBuf>), Failure> {
    let io = |error: std::io::Error| Failure::new(ExitCode::Io, format!("temporary file: {error}"));
    let folder = tempfile::tempdir().map_err(io)?;
    let bitcode = folder.path().join("program.bc");
    fs::write(folder.path().join("counterpoint.h"), COUNTERPOINT_H).map_err(io)?;
    let clang = &toolchain.clang()?.program;
    let mut command = child::command(clang);
    command.args(["-c", "-emit-llvm", "-g"]).args(flags(cflags));
    command.args(cflags).arg("-idirafter").arg(folder.path());
    command.arg("-o").arg(&bitcode);
    let listed = folder.path().join("sources");
    command.args(["-MD", "-MT", "program", "-MF"]).arg(&listed);
    match source {
        CompilerInput::File => command.arg(file),
        CompilerInput::WholeFile => command.arg("-femit-all-decls").arg(file),
        // Read from standard input, a harness is in the folder that paths are relative to.
        CompilerInput::Text(_) => command.args(["-x", "c", "-"]),
    };
    let text = if let CompilerInput::Text(text) = source { text } else { "" };
    let finished = child::output(&mut command, text, &toolchain.budget);
    let output = finished.map_err(|failed| match failed {
        Failed::Start(_) => Failure::new(ExitCode::Unavailable, failed.words(clang)),
        Failed::Cut(cut) => Failure::new(
            ExitCode::Stopped,
            format!("{} was not compiled to its end: {cut}", file.display()),
        ),
    })?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let message = format!("{} does not compile:\n{}", file.display(), text.trim_end());
        return Err(Failure::new(ExitCode::BadInput, message));
    }
    let mut sources = dependencies(&fs::read_to_string(&listed).unwrap_or_default());
    sources.retain(|source| !source.starts_with(folder.path()));
    Ok((fs::read(bitcode).map_err(io)?, sources))
}

/// The files that a rule of a makefile names, as a compiler writes it.
fn dependencies(rule: &str) -> BTreeSet<PathBuf> {
    let names = rule.split_once(": ").map_or("", |(_, names)| names).replace("\\\n", " ");
    // A space in a name has a backslash before it.
    let names = names.replace("\\ ", "\0").replace("\\#", "#").replace("$$", "$");
    names.split_whitespace().map(|name| PathBuf::from(name.replace('\0', " "))).collect()
}

/// What the compiler is told that the user's flags don't contradict.
fn flags(cflags: &[String]) -> Vec<&'static str> {
    let mut flags = Vec::new();
    if !cflags.iter().any(|flag| flag.starts_with("-O")) {
        // Branches still match the source, but scopes of variables are marked.
        // Without inline functions, input macros call our C library instead of looking into a FILE.
        flags.extend(["-O1", "-Xclang", "-disable-llvm-passes", "-D__NO_INLINE__"]);
    }
    if !cflags.iter().any(|flag| is_optimisation(flag)) {
        flags.extend(CHECKS);
    }
    flags
}

#[cfg(test)]
mod tests {
    use ir::Linkage;

    use super::RUNTIME;

    /// What isn't said would not be found. The names are those for 64 bits, and suffice for 32.
    #[test]
    fn every_part_of_the_library_says_what_it_defines() {
        for (bits, name, defined, bytes) in RUNTIME {
            let program = llvm::read(bytes, name).unwrap();
            let functions = program.functions.iter().filter(|it| it.body.is_some());
            let globals = program.globals.iter().filter(|it| it.init.is_some());
            let all = functions.map(|it| (&it.name, it.linkage));
            let all = all.chain(globals.map(|it| (&it.name, it.linkage)));
            let all = all.chain(program.aliases.iter().map(|it| (&it.name, it.linkage)));
            let seen = all.filter(|(_, linkage)| *linkage != Linkage::Internal);
            let unsaid = seen.filter(|(symbol, _)| !defined.contains(&symbol.as_str()));
            assert_eq!(unsaid.collect::<Vec<_>>(), [], "{name}, {bits} bits");
        }
    }
}
