//! Coverage: which lines and which sides of branches native runs took, as clang's own tools measure it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::Toolchain;
use crate::host::child;

/// Clang's tools for coverage; they must be of clang's own version.
pub(crate) struct Tools<'x> {
    toolchain: &'x Toolchain,
    profdata: PathBuf,
    cov: PathBuf,
}

/// What was covered of the program.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Coverage {
    /// In the order of files and lines.
    pub functions: Vec<FunctionCoverage>,
    /// Lines with code, by the absolute path of the file.
    lines: BTreeMap<PathBuf, Lines>,
}

type Lines = BTreeMap<u32, Line>;

/// A line with code.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Line {
    executed: bool,
    /// Does a region begin there that is counted? Otherwise it is counted with the lines before it.
    is_counted: bool,
}

/// What was covered of a function.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FunctionCoverage {
    pub name: String,
    /// Its file, by the absolute path.
    pub file: PathBuf,
    /// Lines with code, and those of them that were executed.
    pub code_lines: CoverageCount,
    /// What its branches depend on.
    pub conditions: Vec<Condition>,
    /// Lines and columns of macros of the system, such as `assert`, that have several conditions. The compiler counts
    /// those without saying which is which, and some that are never computed, as in `sizeof`.
    pub system_macros: BTreeSet<(u32, u32)>,
}

/// How many of how many.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CoverageCount {
    pub covered: usize,
    pub total: usize,
}

/// A condition, or a label of a switch, that has two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Condition {
    /// Line and column.
    pub begin: (u32, u32),
    pub end: (u32, u32),
    /// Where it is in the function's own text.
    pub text: Text,
    /// Was it ever true (was the label ever come to)?
    pub held: bool,
    /// Was it ever false?
    pub failed: bool,
}

/// Where a condition is in a function's own text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) enum Text {
    /// As it stands.
    Plain,
    /// In a macro that is expanded at that line and column.
    Macro((u32, u32)),
    /// Nowhere: in a file that is included there.
    Elsewhere,
}

impl Condition {
    /// How many sides were taken.
    pub(crate) fn covered(self) -> usize {
        usize::from(self.held) + usize::from(self.failed)
    }
}

impl<'x> Tools<'x> {
    /// The tools of that clang, or what is missing.
    pub(crate) fn find(toolchain: &'x Toolchain) -> Result<Tools<'x>, String> {
        let find = |name: &str| {
            toolchain.tool(name).ok_or_else(|| {
                let version = toolchain.version_of_clang();
                format!(
                    "coverage can't be measured: there is no {name} of version {version} (Debian: `apt-get install \
                     llvm-{version}`)"
                )
            })
        };
        Ok(Tools { toolchain, profdata: find("llvm-profdata")?, cov: find("llvm-cov")? })
    }

    /// What the runs of these binaries left in a folder. `own` says which files are the program's.
    pub(crate) fn measure(
        &self,
        binaries: &[PathBuf],
        profiles: &Path,
        own: impl Fn(&Path) -> bool,
    ) -> Result<Coverage, String> {
        let Some((first, others)) = binaries.split_first() else { return Ok(Coverage::default()) };
        let merged = profiles.join("merged.profdata");
        let mut merge = child::command(&self.profdata);
        merge.args(["merge", "-sparse", "-o"]).arg(&merged).args(raw_profiles(profiles)?);
        self.output(&mut merge)?;
        let mut export = child::command(&self.cov);
        export.args(["export", "-format=text", "-instr-profile"]).arg(&merged).arg(first);
        for binary in others {
            export.arg("-object").arg(binary);
        }
        let text = self.output(&mut export)?;
        let export: Export = serde_json::from_slice(&text)
            .map_err(|error| format!("llvm-cov prints something unexpected: {error}"))?;
        Ok(summarise(&export, own))
    }

    fn output(&self, command: &mut Command) -> Result<Vec<u8>, String> {
        let program = command.get_program().display().to_string();
        let finished = self.toolchain.output(command).map_err(|failed| failed.words(&program));
        let finished = finished.map_err(|why| format!("coverage was not measured: {why}"))?;
        match finished.status.success() {
            true => Ok(finished.stdout),
            false => {
                let text = String::from_utf8_lossy(&finished.stderr);
                Err(format!("{program}: {}", text.lines().next().unwrap_or("no message")))
            }
        }
    }
}

impl Coverage {
    /// Was a line executed? Unknown, if there is no code on it.
    pub(crate) fn was_executed(&self, file: &Path, line: u32) -> Option<bool> {
        Some(self.lines.get(&tidy(file))?.get(&line)?.executed)
    }

    /// Was the end of a block, or of a function, executed? To the compiler it belongs to the statement before it, as often
    /// as that was executed; but a return from the midst comes there too. If it isn't counted by itself, the
    /// function must have been entered.
    pub(crate) fn was_end_executed(&self, file: &Path, line: u32, function: &str) -> Option<bool> {
        let file = tidy(file);
        let here = self.lines.get(&file)?.get(&line)?;
        let is_it = |it: &&FunctionCoverage| it.file == file && it.name == function;
        let mut functions = self.functions.iter().filter(is_it);
        let was_entered = functions.any(|function| function.code_lines.covered > 0);
        Some(here.executed || !here.is_counted && was_entered)
    }

    /// The sides of all functions together.
    pub(crate) fn sides(&self) -> CoverageCount {
        self.functions
            .iter()
            .map(FunctionCoverage::counted_sides)
            .fold(CoverageCount::default(), CoverageCount::plus)
    }

    /// The lines of all functions together.
    pub(crate) fn lines(&self) -> CoverageCount {
        self.functions
            .iter()
            .map(|function| function.code_lines)
            .fold(CoverageCount::default(), CoverageCount::plus)
    }
}

impl FunctionCoverage {
    /// How many sides there are, and how many were taken.
    pub(crate) fn counted_sides(&self) -> CoverageCount {
        let covered = self.conditions.iter().map(|condition| condition.covered()).sum();
        CoverageCount { covered, total: 2 * self.conditions.len() }
    }
}

impl CoverageCount {
    fn plus(self, other: CoverageCount) -> CoverageCount {
        CoverageCount { covered: self.covered + other.covered, total: self.total + other.total }
    }

    /// In per cent; everything, if there is nothing.
    pub(crate) fn percent(self) -> f64 {
        if self.total == 0 { 100.0 } else { 100.0 * self.covered as f64 / self.total as f64 }
    }
}

fn raw_profiles(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut raw: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    raw.retain(|path| path.extension().is_some_and(|extension| extension == "profraw"));
    raw.sort();
    match raw.is_empty() {
        true => Err("coverage can't be measured: no run left a profile".to_owned()),
        false => Ok(raw),
    }
}

/// What `llvm-cov export` prints, as far as we need it.
#[derive(Deserialize)]
struct Export {
    data: Vec<ExportData>,
}

#[derive(Deserialize)]
struct ExportData {
    files: Vec<ExportFile>,
    functions: Vec<ExportFunction>,
}

#[derive(Deserialize)]
struct ExportFile {
    filename: PathBuf,
    segments: Vec<Segment>,
}

/// Where something begins in a file.
#[derive(Deserialize, Clone, Copy)]
#[serde(from = "(u32, u32, u64, bool, bool, bool)")]
struct Segment {
    line: u32,
    count: u64,
    has_count: bool,
    /// Is it the beginning of code?
    begins: bool,
    /// Is what follows no code?
    skips: bool,
}

impl From<(u32, u32, u64, bool, bool, bool)> for Segment {
    fn from((line, _, count, has_count, entry, gap): (u32, u32, u64, bool, bool, bool)) -> Segment {
        let begins = has_count && entry && !gap;
        Segment { line, count, has_count, begins, skips: !has_count && entry }
    }
}

#[derive(Deserialize)]
struct ExportFunction {
    name: String,
    filenames: Vec<PathBuf>,
    /// First line and column, last line and column, count, file, expanded file, kind.
    regions: Vec<Vec<u64>>,
    /// First line and column, last line and column, how often it held, how often not, file, ...
    #[serde(default)]
    branches: Vec<Vec<u64>>,
}

/// A condition of a function: where it is, and which of several with the same text in a macro it is.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ConditionKey {
    begin: (u32, u32),
    end: (u32, u32),
    text: Text,
    number: usize,
}

/// A function while its copies are put together: each binary has one.
struct Gathered {
    lines: (u32, u32),
    /// How often each condition held, how often it didn't, and how often it was come to.
    conditions: BTreeMap<ConditionKey, (u64, u64, u64)>,
    system_macros: BTreeSet<(u32, u32)>,
}

fn summarise(export: &Export, own: impl Fn(&Path) -> bool) -> Coverage {
    let mut gathered: BTreeMap<(PathBuf, u32, String), Gathered> = BTreeMap::new();
    let mut lines: BTreeMap<PathBuf, Lines> = BTreeMap::new();
    for data in &export.data {
        for file in &data.files {
            lines.insert(tidy(&file.filename), executed_lines(&file.segments));
        }
        for function in &data.functions {
            let Some(file) = function.filenames.first().map(|file| tidy(file)) else { continue };
            if let Some(range) = body(function).filter(|_| own(&file)) {
                let key = (file, range.0, plain_name(&function.name).to_owned());
                gathered.entry(key).or_insert_with(|| Gathered::new(range)).add(function);
            }
        }
    }
    let none = BTreeMap::new();
    let finish = |((file, _, name), function): ((PathBuf, u32, String), Gathered)| {
        let lines = lines.get(&file).unwrap_or(&none);
        function.finish(name, file, lines)
    };
    let functions = gathered.into_iter().map(finish).collect();
    Coverage { functions, lines }
}

impl Gathered {
    fn new(lines: (u32, u32)) -> Gathered {
        Gathered { lines, conditions: BTreeMap::new(), system_macros: BTreeSet::new() }
    }

    fn add(&mut self, function: &ExportFunction) {
        let mut seen: Vec<ConditionKey> = Vec::new();
        let alone = places_alone(function);
        for branch in &function.branches {
            let [line, column, last, end, held, failed, file, ..] = branch[..] else { continue };
            let begin = (line as u32, column as u32);
            let end = (last as u32, end as u32);
            let mut text = text_of(function, file);
            if begin == end {
                let at = system_place(text, begin);
                if !alone.contains(&at) {
                    self.system_macros.insert(at);
                    continue;
                }
                text = Text::Macro(at);
            }
            let same =
                |place: &&ConditionKey| (place.begin, place.end, place.text) == (begin, end, text);
            let number = seen.iter().filter(same).count();
            seen.push(ConditionKey { begin, end, text, number });
            let counts =
                self.conditions.entry(ConditionKey { begin, end, text, number }).or_default();
            let reached = reached(function, file, (line, column));
            *counts = (counts.0 + held, counts.1 + failed, counts.2 + reached);
        }
    }

    fn finish(self, name: String, file: PathBuf, lines: &Lines) -> FunctionCoverage {
        let in_body = || lines.range(self.lines.0..=self.lines.1);
        let code_lines = CoverageCount {
            covered: in_body().filter(|(_, line)| line.executed).count(),
            total: in_body().count(),
        };
        let system_macros = self.system_macros;
        let is_own = |place: &ConditionKey| match place.text {
            Text::Macro(at) => !system_macros.contains(&at),
            Text::Plain | Text::Elsewhere => true,
        };
        // A condition that was come to and went neither way is a constant: the compiler counts no sides.
        let real = self
            .conditions
            .iter()
            .filter(|(place, counts)| is_own(place) && (counts.0 + counts.1 > 0 || counts.2 == 0));
        let conditions = real.map(|(place, &(held, failed, _))| Condition {
            begin: place.begin,
            end: place.end,
            text: place.text,
            held: held > 0,
            failed: failed > 0,
        });
        let conditions = conditions.collect();
        FunctionCoverage { name, file, code_lines, conditions, system_macros }
    }
}

/// Where a macro of the system is expanded, whose conditions have no text in the program.
fn system_place(text: Text, begin: (u32, u32)) -> (u32, u32) {
    match text {
        Text::Macro(at) => at,
        Text::Plain | Text::Elsewhere => begin,
    }
}

/// Where macros of the system are expanded that have one condition only: it is clear which that is.
fn places_alone(function: &ExportFunction) -> BTreeSet<(u32, u32)> {
    let mut counts: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    for branch in &function.branches {
        let [line, column, last, end, _, _, file, ..] = branch[..] else { continue };
        if (line, column) == (last, end) {
            let at = system_place(text_of(function, file), (line as u32, column as u32));
            *counts.entry(at).or_default() += 1;
        }
    }
    counts.into_iter().filter(|(_, count)| *count == 1).map(|(at, _)| at).collect()
}

/// Where a file of a function is in its own text: the first file is that text, and the others are macros, each expanded
/// in another of the files.
fn text_of(function: &ExportFunction, file: u64) -> Text {
    const EXPANSION: u64 = 1;
    let (mut file, mut at) = (file, None);
    // Expansions are nested, but never in themselves.
    for _ in &function.filenames {
        if file == 0 {
            break;
        }
        let expansion = function.regions.iter().find_map(|region| match region[..] {
            [line, column, _, _, _, within, expanded, EXPANSION, ..] if expanded == file => {
                Some((within, (line as u32, column as u32)))
            }
            _ => None,
        });
        let Some((within, place)) = expansion else { return Text::Elsewhere };
        (file, at) = (within, Some(place));
    }
    at.map_or(Text::Plain, Text::Macro)
}

/// How often the smallest region around a place was executed.
fn reached(function: &ExportFunction, file: u64, place: (u64, u64)) -> u64 {
    const CODE: u64 = 0;
    let around = function.regions.iter().filter_map(|region| match region[..] {
        [line, column, last, end, count, of, _, CODE, ..]
            if of == file && (line, column) <= place && place <= (last, end) =>
        {
            Some(((line, column), count))
        }
        _ => None,
    });
    // The innermost one begins last.
    around.max_by_key(|(begin, _)| *begin).map_or(0, |(_, count)| count)
}

/// The first region is the function's body.
fn body(function: &ExportFunction) -> Option<(u32, u32)> {
    match function.regions.first()?[..] {
        [line, _, last, ..] => Some((line as u32, last as u32)),
        _ => None,
    }
}

/// A static function's name begins with its file.
fn plain_name(name: &str) -> &str {
    name.rsplit([':', ';']).next().unwrap_or(name)
}

/// Without `..`, so that every build calls a file the same.
fn tidy(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The lines that have code, and whether they were executed: as `llvm-cov` counts them.
fn executed_lines(segments: &[Segment]) -> Lines {
    let mut lines = BTreeMap::new();
    let (Some(first), Some(last)) = (segments.first(), segments.last()) else { return lines };
    let mut wrapped: Option<Segment> = None;
    let mut rest = segments;
    for line in first.line..=last.line {
        let (here, after) = rest.split_at(rest.iter().take_while(|it| it.line == line).count());
        rest = after;
        let continued = wrapped.filter(|segment| segment.has_count);
        let counts = here.iter().filter(|segment| segment.begins).chain(&continued);
        let most = counts.map(|segment| segment.count).max();
        if let Some(most) = most.filter(|_| !here.first().is_some_and(|first| first.skips)) {
            let is_counted = here.iter().any(|segment| segment.begins);
            lines.insert(line, Line { executed: most > 0, is_counted });
        }
        wrapped = here.last().copied().or(wrapped);
    }
    lines
}
