//! Targets: what `reach` is to come to, found in the program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use ir::{Body, Callee, CodeOrigin, FileId, FuncId, Inst, Program, ProgramPoint, SourceLoc};

use super::named;
use super::place;
use crate::error::{ExitCode, Failure};

/// Instructions that are to be reached, as one.
pub(crate) struct Target {
    /// As people call it: `parser.c:73`, `parse_name`.
    pub name: String,
    /// The functions that it is in: of a line in a header, there may be several.
    pub functions: BTreeSet<FuncId>,
    pub kind: TargetKind,
    pub sites: Vec<ProgramPoint>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TargetKind {
    /// Code on that line of that file.
    Line(FileId, u32),
    /// The end of a block or function on that line, and nothing else.
    End(FileId, u32),
    Function,
    /// An assertion on that line of that file fails.
    Assertion(FileId, u32),
}

impl Target {
    fn new(name: String, kind: TargetKind, sites: Vec<ProgramPoint>) -> Target {
        let functions = sites.iter().map(|site| site.function).collect();
        Target { name, functions, kind, sites }
    }
}

/// What a failed assertion calls.
const FAILED: [&str; 6] = [
    "cp_assert_failed",
    "__assert_fail",
    "__assert",
    "reach_error",
    "__VERIFIER_error",
    "klee_report_error",
];
/// A message lists no more of anything.
const MOST_NAMES: usize = 8;

/// What the user wants to reach: `FILE:LINE`, a function, or `assert` for every assertion.
pub(crate) fn find(program: &Program, wanted: &str) -> Result<Vec<Target>, Failure> {
    if wanted == "assert" {
        return match assertions(program) {
            none if none.is_empty() => Err(Failure::new(
                ExitCode::BadInput,
                "the program has no assertion: no call of `assert`, `cp_assert` or `reach_error`",
            )),
            some => Ok(some),
        };
    }
    let line = wanted.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    match line {
        Some((file, line)) => Ok(vec![on_line(program, file, line)?]),
        None => {
            let functions = named::functions(program, wanted)?.into_iter();
            let sites = functions.map(|function| ProgramPoint { function, pc: 0 }).collect();
            Ok(vec![Target::new(wanted.to_owned(), TargetKind::Function, sites)])
        }
    }
}

/// The program's own functions.
fn own(program: &Program) -> impl Iterator<Item = (FuncId, &Body)> {
    let all = program.functions.iter().enumerate();
    all.filter(|(_, function)| function.origin == CodeOrigin::Program)
        .filter_map(|(index, function)| Some((FuncId::new(index), function.body.as_ref()?)))
}

/// The program's own instructions whose place in the source is known.
fn placed(program: &Program) -> impl Iterator<Item = (ProgramPoint, &Inst, SourceLoc)> {
    own(program).flat_map(|(function, body)| {
        let all = body.code.iter().zip(&body.locs).enumerate();
        all.filter_map(move |(pc, (inst, at))| {
            Some((ProgramPoint { function, pc: pc as u32 }, inst, (*at)?))
        })
    })
}

/// The failure of every assertion, in the order of files and lines; one on a line, for each function that has that line.
pub(crate) fn assertions(program: &Program) -> Vec<Target> {
    let mut by_line: BTreeMap<(FileId, u32, FuncId), Vec<ProgramPoint>> = BTreeMap::new();
    for (site, inst, at) in placed(program) {
        let Inst::Call(call) = inst else { continue };
        let Callee::Direct(callee) = call.callee else { continue };
        // What a failed assertion calls may be written with one itself.
        let is_within = FAILED.contains(&program.function(site.function).display_name());
        if FAILED.contains(&program.function(callee).display_name()) && !is_within {
            by_line.entry((at.file, at.line, site.function)).or_default().push(site);
        }
    }
    let target = |((file, line, _), sites): ((FileId, u32, FuncId), Vec<ProgramPoint>)| {
        let name = place::words(program, SourceLoc { file, line, column: 0 });
        Target::new(name, TargetKind::Assertion(file, line), sites)
    };
    by_line.into_iter().map(target).collect()
}

fn on_line(program: &Program, wanted: &str, line: u32) -> Result<Target, Failure> {
    let file = file_named(program, wanted)?;
    let in_file = || placed(program).filter(|(_, _, at)| program.debug.file(at.file).path == file);
    let here = || in_file().filter(|(_, _, at)| at.line == line);
    let Some((_, _, at)) = here().next() else {
        let lines: BTreeSet<u32> =
            in_file().map(|(_, _, at)| at.line).filter(|&at| at > 0).collect();
        let near = [lines.range(..line).next_back(), lines.range(line..).next()];
        let near: Vec<String> = near.into_iter().flatten().map(u32::to_string).collect();
        let near = near.join(" and ");
        let message = format!("there is no code on line {line} of {file}; next to it, on {near}");
        return Err(Failure::new(ExitCode::BadInput, message));
    };
    let name = place::words(program, SourceLoc { column: 0, ..at });
    // Every return comes by the closing brace: if there is something else on its line, that is what is meant.
    let is_end = |site: &ProgramPoint, at: SourceLoc| ends_at(program, site.function).contains(&at);
    let (ends, code): (Vec<_>, Vec<_>) = here().partition(|(site, _, at)| is_end(site, *at));
    let kind = if code.is_empty() { TargetKind::End } else { TargetKind::Line };
    let sites = if code.is_empty() { ends } else { code };
    let sites = sites.into_iter().map(|(site, _, _)| site).collect();
    Ok(Target::new(name, kind(at.file, line), sites))
}

/// Where a function's blocks end, and it itself: there it returns, and its variables come to their end.
fn ends_at(program: &Program, function: FuncId) -> BTreeSet<SourceLoc> {
    let Some(body) = &program.function(function).body else { return BTreeSet::new() };
    let ends = body.code.iter().zip(&body.locs).filter(|(inst, _)| {
        matches!(inst, Inst::Return { .. } | Inst::SlotDead { .. } | Inst::StackRestore { .. })
    });
    ends.filter_map(|(_, at)| *at).collect()
}

/// The path of the one file that has code and is meant: its name will do, or as many folders as tell it from others.
fn file_named<'p>(program: &'p Program, wanted: &str) -> Result<&'p str, Failure> {
    let all: BTreeMap<&str, &str> = placed(program)
        .map(|(_, _, at)| program.debug.file(at.file))
        .map(|file| (&*file.path, &*file.directory))
        .collect();
    // A path begins with `./` in shells, and nowhere else.
    let end: PathBuf =
        Path::new(wanted).components().skip_while(|&c| c == Component::CurDir).collect();
    let is_meant = |(path, folder): &(&&str, &&str)| Path::new(folder).join(path).ends_with(&end);
    let meant: Vec<&str> = all.iter().filter(is_meant).map(|(path, _)| *path).collect();
    let message = match meant[..] {
        [file] => return Ok(file),
        [] => {
            let files: Vec<&str> = all.into_keys().take(MOST_NAMES).collect();
            format!("no code comes from a file `{wanted}`; there is `{}`", files.join("`, `"))
        }
        _ => match meant.iter().find(|path| Path::new(path) == end) {
            Some(file) => return Ok(file),
            None => format!("`{wanted}` may be `{}`", meant.join("`, `")),
        },
    };
    Err(Failure::new(ExitCode::BadInput, message))
}
