//! Which functions an exploration starts from, and the program with the harnesses that this takes.

use std::collections::BTreeSet;
use std::fs;

use analysis::footprint;
use ir::{CodeOrigin, FuncId, Program};

use super::entry::{self, Entries, Entry, LeftOut, Refusal};
use super::harness;
use super::load::{self, Loaded, Variant};
use super::precondition::Predicates;
use super::stubs;
use crate::error::{ExitCode, Failure};
use crate::options::program_files::{self, ProgramFiles};
use crate::toolchain::Toolchain;

/// A program, and where to start.
pub(crate) struct Chosen {
    pub loaded: Loaded,
    /// In the order of the source.
    pub entries: Vec<Entry>,
    /// Functions that can't be started from, with the reason.
    pub left_out: Vec<LeftOut>,
}

/// Chooses the entries: the one that is asked for; or `main`, if it takes symbolic input (as `has_input`
/// says, or because it marks some); or else every function of the given C files.
pub(crate) fn choose(
    input: &ProgramFiles,
    toolchain: &Toolchain,
    wanted: Option<&str>,
    has_input: bool,
    assumed: &[String],
) -> Result<Chosen, Failure> {
    let load = |variant| load::load_variant(input, toolchain, &variant);
    let no_sources = input.files().iter().all(|file| !program_files::is_c(file));
    let needs_main = wanted.is_some() || has_input || no_sources;
    let whole = match needs_main || mentions_main(input) {
        true => None,
        // As nearly always, there is nothing else to compile.
        false => Some(load(Variant::Whole)?),
    };
    let has_main = |whole: &Loaded| whole.program.function_named("main").is_some();
    if wanted.is_none_or(|wanted| wanted == "main") && whole.as_ref().is_none_or(has_main) {
        let loaded = load(Variant::Plain)?;
        if needs_main || marks_input(&loaded.program) {
            no_assumptions(assumed)?;
            let loaded = with_stubs(input, toolchain, loaded)?;
            return main_alone(input, loaded);
        }
    }
    let whole = whole.map_or_else(|| load(Variant::Whole), Ok)?;
    functions(input, toolchain, &whole, wanted, assumed)
}

/// Chooses functions without a harness: the one that is asked for, or every one of the given C files.
fn functions(
    input: &ProgramFiles,
    toolchain: &Toolchain,
    whole: &Loaded,
    wanted: Option<&str>,
    assumed: &[String],
) -> Result<Chosen, Failure> {
    let mut planned = entry::find(&whole.program, input.files());
    match wanted {
        Some(wanted) => planned = only(planned, wanted)?,
        None => leave_linked(input, &whole.program, &mut planned),
    }
    let assume = |program: &Program, entries: &mut [Entry]| {
        Predicates::find(program, input.files(), assumed)?.attach(entries)
    };
    assume(&whole.program, &mut planned.entries)?;
    let mut chosen = with_harnesses(input, toolchain, &whole.program, planned)?;
    assume(&chosen.loaded.program, &mut chosen.entries)?;
    match chosen.entries.is_empty() {
        true => Err(nothing_to_explore(&chosen.left_out)),
        false => Ok(chosen),
    }
}

/// A program that is started by its `main` says itself what its inputs are.
fn no_assumptions(assumed: &[String]) -> Result<(), Failure> {
    match assumed.first() {
        None => Ok(()),
        Some(name) => Err(Failure::new(
            ExitCode::BadInput,
            format!(
                "`main` takes no inputs that `{name}` could be asked about (--assume): say --entry, or call cp_assume"
            ),
        )),
    }
}

/// May a program have a `main`? What its C files include may have it all the same.
fn mentions_main(input: &ProgramFiles) -> bool {
    let mentions = |text: Vec<u8>| text.windows(4).any(|word| word == b"main");
    // Bitcode has its names packed.
    input
        .files()
        .iter()
        .any(|file| !program_files::is_c(file) || fs::read(file).is_ok_and(mentions))
}

/// The program with stubs for what it declares and nothing defines.
fn with_stubs(
    input: &ProgramFiles,
    toolchain: &Toolchain,
    plain: Loaded,
) -> Result<Loaded, Failure> {
    if stubs::undefined(&plain.program, input.files()).is_empty() {
        return Ok(plain);
    }
    let mut loaded = load_harnesses(input, toolchain, &plain.program, &[], &mut Vec::new())?;
    hide_harnesses(&mut loaded.program);
    Ok(loaded)
}

fn main_alone(input: &ProgramFiles, loaded: Loaded) -> Result<Chosen, Failure> {
    let entries = entry::find(&loaded.program, input.files()).entries;
    let found = entries.into_iter().find(|entry| entry.name == "main");
    let main = match (found, loaded.program.function_named("main")) {
        (Some(entry), _) => entry,
        // Bitcode names sources that aren't given.
        (None, Some(main)) if loaded.program.function(main).body.is_some() => {
            Entry::of_main(main, input.files()[0].clone())
        }
        (None, _) => {
            let message = "the program has no function `main`";
            return Err(Failure::new(ExitCode::BadInput, message));
        }
    };
    Ok(Chosen { loaded, entries: vec![main], left_out: Vec::new() })
}

/// Does `main`, or anything it calls, mark memory as input?
pub(crate) fn marks_input(program: &Program) -> bool {
    const MARKING: &[&str] =
        &["cp_symbolic", "cp_range", "klee_make_symbolic", "klee_range", "klee_int", "klee_choose"];
    let marking = |name: &str| MARKING.contains(&name) || name.starts_with("__VERIFIER_nondet_");
    let Some(main) = program.function_named("main") else { return false };
    let called = footprint::of(program, main).functions;
    called.iter().any(|&function| marking(&program.function(function).name))
}

/// Leaves out what is only there to be called by the rest of the program.
fn leave_linked(input: &ProgramFiles, program: &Program, planned: &mut Entries) {
    let is_linked = |function: FuncId| {
        let file = program.function(function).debug.as_ref().map(|debug| debug.file);
        let file = file.and_then(|file| entry::given(program, input.files(), file));
        file.is_some_and(|file| input.is_linked(&input.files()[file]))
    };
    planned.entries.retain(|entry| !is_linked(entry.function));
    planned.left_out.retain(|left_out| !is_linked(left_out.function));
}

/// The entry of that name; there may be several, static in different files.
fn only(entries: Entries, wanted: &str) -> Result<Entries, Failure> {
    let names: Vec<String> = entries.entries.iter().map(|entry| entry.name.clone()).collect();
    let left_out = entries.left_out.iter().find(|left_out| left_out.name == wanted);
    let message = match left_out {
        Some(LeftOut { why, .. }) => format!("`{wanted}` can't be an entry: {why}"),
        None if names.is_empty() => {
            format!("there is no function `{wanted}` that can be an entry, and no other")
        }
        None => {
            let names = names.join("`, `");
            format!("there is no function `{wanted}`; those that can be an entry are `{names}`")
        }
    };
    let entries: Vec<Entry> =
        entries.entries.into_iter().filter(|entry| entry.name == wanted).collect();
    match entries.is_empty() {
        true => Err(Failure::new(ExitCode::BadInput, message)),
        false => Ok(Entries { entries, left_out: Vec::new() }),
    }
}

/// Compiles the harnesses. A function whose harness doesn't compile is left out.
fn with_harnesses(
    input: &ProgramFiles,
    toolchain: &Toolchain,
    whole: &Program,
    planned: Entries,
) -> Result<Chosen, Failure> {
    let Entries { entries, mut left_out } = planned;
    let mut loaded = load_harnesses(input, toolchain, whole, &entries, &mut left_out)?;
    let names: BTreeSet<String> = entries.into_iter().map(|entry| entry.name).collect();
    let wanted = |entry: &Entry| {
        names.contains(&entry.name) && (entry.name == "main" || entry.harness.is_some())
    };
    let mut found = entry::find(&loaded.program, input.files()).entries;
    found.retain(wanted);
    hide_harnesses(&mut loaded.program);
    let here = |left_out: &mut LeftOut| {
        let same = loaded.program.functions.iter().position(|function| {
            function.origin == CodeOrigin::Program && function.display_name() == left_out.name
        });
        same.map(|index| left_out.function = ir::FuncId::new(index)).is_some()
    };
    left_out.retain_mut(here);
    Ok(Chosen { loaded, entries: found, left_out })
}

/// The program with the harnesses of the entries, except for those to blame if it doesn't compile.
fn load_harnesses(
    input: &ProgramFiles,
    toolchain: &Toolchain,
    whole: &Program,
    entries: &[Entry],
    left_out: &mut Vec<LeftOut>,
) -> Result<Loaded, Failure> {
    let mut without = BTreeSet::new();
    loop {
        let text = |file: usize| harness::text(whole, entries, input.files(), file, &without);
        let texts: Vec<String> = (0..input.files().len()).map(text).collect();
        let failure = match load::load_variant(input, toolchain, &Variant::Harnessed(&texts)) {
            Ok(loaded) => return Ok(loaded),
            Err(failure) => failure,
        };
        let blamed = |entry: &&Entry| {
            !without.contains(&entry.name) && failure.message.contains(&harness::place(&entry.name))
        };
        if let Some(stub) = blamed_stub(whole, entries, input, &failure.message, &without) {
            without.insert(stub);
            continue;
        }
        let Some(entry) = entries.iter().find(blamed) else { return Err(failure) };
        without.insert(entry.name.clone());
        left_out.push(LeftOut {
            name: entry.name.clone(),
            function: entry.function,
            why: Refusal::new("the C that would call it doesn't compile"),
        });
    }
}

/// A stub that a compiler's message is about, if it hasn't been left out.
fn blamed_stub(
    whole: &Program,
    entries: &[Entry],
    input: &ProgramFiles,
    message: &str,
    without: &BTreeSet<String>,
) -> Option<String> {
    let files = 0..input.files().len();
    let stubs = files.flat_map(|file| stubs::of_file(whole, entries, input.files(), file));
    let mut places = stubs.map(|stub| stub.place);
    places.find(|place| message.contains(place.as_str()) && !without.contains(place))
}

/// Harnesses and stubs are ours: no report speaks of them.
fn hide_harnesses(program: &mut Program) {
    let ours = |id: FuncId| {
        program.function(id).name.starts_with(harness::PREFIX) || stubs::is_stub(program, id)
    };
    let ids = (0..program.functions.len()).map(FuncId::new);
    for id in ids.filter(|&id| ours(id)).collect::<Vec<_>>() {
        program.functions[id.index()].origin = CodeOrigin::Runtime;
    }
}

fn nothing_to_explore(left_out: &[LeftOut]) -> Failure {
    let mut message = "there is no function to start from".to_owned();
    for LeftOut { name, why, .. } in left_out {
        message.push_str(&format!("\n  `{name}`: {why}"));
    }
    Failure::new(ExitCode::BadInput, message)
}
