//! Targets: what `reach` is to come to, found in the program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use engine::Site;
use ir::{Body, Callee, FileId, FuncId, Inst, Origin, Program, SourceLoc};

use crate::error::{ExitCode, Failure};
use crate::named;
use crate::report;

/// Instructions that are to be reached, as one.
pub(crate) struct Target {
    /// As people call it: `parser.c:73`, `parse_name`.
    pub name: String,
    /// The function that it is in.
    pub function: FuncId,
    pub kind: Kind,
    pub sites: Vec<Site>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Code on that line of that file.
    Line(FileId, u32),
    Function,
    /// An assertion fails.
    Assertion,
}

/// What a failed assertion calls.
const FAILED: [&str; 4] = ["cp_assert_failed", "__assert_fail", "__assert", "reach_error"];
/// A message lists no more of anything.
const MOST_NAMES: usize = 8;

/// What the user wants to reach: `FILE:LINE`, a function, or `assert` for every assertion.
pub(crate) fn find(program: &Program, wanted: &str) -> Result<Vec<Target>, Failure> {
    if wanted == "assert" {
        return assertions(program);
    }
    let line = wanted.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    match line {
        Some((file, line)) => Ok(vec![on_line(program, file, line)?]),
        None => {
            let function = named::function(program, wanted)?;
            let sites = vec![Site { function, pc: 0 }];
            let kind = Kind::Function;
            Ok(vec![Target { name: wanted.to_owned(), function, kind, sites }])
        }
    }
}

/// The program's own functions.
fn own(program: &Program) -> impl Iterator<Item = (FuncId, &Body)> {
    let all = program.functions.iter().enumerate();
    all.filter(|(_, function)| function.origin == Origin::Program)
        .filter_map(|(index, function)| Some((FuncId::new(index), function.body.as_ref()?)))
}

/// The program's own instructions whose place in the source is known.
fn placed(program: &Program) -> impl Iterator<Item = (Site, &Inst, SourceLoc)> {
    own(program).flat_map(|(function, body)| {
        let all = body.code.iter().zip(&body.locs).enumerate();
        all.filter_map(move |(pc, (inst, at))| {
            Some((Site { function, pc: pc as u32 }, inst, (*at)?))
        })
    })
}

fn assertions(program: &Program) -> Result<Vec<Target>, Failure> {
    let mut by_line: BTreeMap<(FileId, u32, FuncId), Vec<Site>> = BTreeMap::new();
    for (site, inst, at) in placed(program) {
        let Inst::Call(call) = inst else { continue };
        let Callee::Direct(callee) = call.callee else { continue };
        if FAILED.contains(&program.function(callee).display_name()) {
            by_line.entry((at.file, at.line, site.function)).or_default().push(site);
        }
    }
    if by_line.is_empty() {
        let message =
            "the program has no assertion: no call of `assert`, `cp_assert` or `reach_error`";
        return Err(Failure::new(ExitCode::BadInput, message));
    }
    let target = |((file, line, function), sites): ((FileId, u32, FuncId), Vec<Site>)| Target {
        name: report::place(program, SourceLoc { file, line, column: 0 }),
        function,
        kind: Kind::Assertion,
        sites,
    };
    Ok(by_line.into_iter().map(target).collect())
}

fn on_line(program: &Program, file: &str, line: u32) -> Result<Target, Failure> {
    let is_file = |at: &SourceLoc| Path::new(&program.debug.file(at.file).path).ends_with(file);
    let in_file = || placed(program).filter(|(_, _, at)| is_file(at));
    let here: Vec<(Site, SourceLoc)> =
        in_file().filter(|(_, _, at)| at.line == line).map(|(site, _, at)| (site, at)).collect();
    if let Some(&(first, at)) = here.first() {
        return Ok(Target {
            name: report::place(program, SourceLoc { column: 0, ..at }),
            function: first.function,
            kind: Kind::Line(at.file, line),
            sites: here.into_iter().map(|(site, _)| site).collect(),
        });
    }
    let lines: BTreeSet<u32> = in_file().map(|(_, _, at)| at.line).filter(|&at| at > 0).collect();
    let message = match lines.is_empty() {
        true => {
            let files: BTreeSet<&str> = placed(program)
                .map(|(_, _, at)| program.debug.file(at.file).path.as_ref())
                .collect();
            let files: Vec<&str> = files.into_iter().take(MOST_NAMES).collect();
            format!("no code comes from a file `{file}`; there is `{}`", files.join("`, `"))
        }
        false => {
            let before = lines.range(..line).next_back();
            let after = lines.range(line..).next();
            let near: Vec<String> = before.into_iter().chain(after).map(u32::to_string).collect();
            format!(
                "there is no code on line {line} of {file}; next to it, on {}",
                near.join(" and ")
            )
        }
    };
    Err(Failure::new(ExitCode::BadInput, message))
}
