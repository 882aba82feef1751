//! Sides: which sides of a function's branches the tests take, which no input can take, and which are open.
//!
//! A side that no native run took is proved unreachable if the exploration of its function is complete and never took
//! that side either. Conditions that the machine computes without a branch, as optimised code may, prove nothing.
//!
//! The compiler counts one side of a condition and infers the other: as often as the condition was come to, less the
//! first. If computing the condition ends the program, the difference is no side. So a side counts if the same tests take
//! it in the machine too.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use engine::ExploredPath;
use ir::{BlockId, Body, CodeOrigin, Edge, FuncId, Inst, Program, ProgramPoint};

use super::confirmed::Confirmed;
use super::reason::{self, Reason};
use crate::frontend::entry::LeftOut;
use crate::suite::{self, Explored};
use crate::toolchain::coverage::{Condition, Coverage, FunctionCoverage, Text};

/// What is known about the sides of a function's branches.
#[derive(Debug)]
pub(crate) struct BranchSides {
    pub name: String,
    /// Which of the explorations was its own, if one was.
    pub explored: Option<usize>,
    pub total: usize,
    pub covered: usize,
    pub unreachable: usize,
    /// Lines and columns of conditions with sides of which nothing is known.
    pub open: Vec<(u32, u32)>,
    /// Why they are open.
    pub why: Vec<Reason>,
}

/// Looks at every function that was measured.
pub(crate) fn all(
    program: &Program,
    coverage: &Coverage,
    explored: &[Explored],
    left_out: &[LeftOut],
    confirmed: &Confirmed<'_>,
) -> Vec<BranchSides> {
    let paths = explored.iter().flat_map(|explored| &explored.exploration.paths);
    let (taken, kept) = (branches(paths), kept(confirmed));
    let judge = SideJudge { program, explored, left_out, confirmed, taken, kept };
    coverage.functions.iter().map(|function| judge.function(function)).collect()
}

/// The sides that tests and reproducers take in the machine, in the program's own code: `f 12:9 1/2` is the first of two
/// sides of the branch there.
pub(crate) fn taken(program: &Program, confirmed: &Confirmed<'_>) -> Vec<String> {
    let kept = kept(confirmed).into_iter();
    let own =
        kept.filter(|side| program.function(side.from.function).origin == CodeOrigin::Program);
    let mut taken: Vec<String> = own.filter_map(|side| words(program, side)).collect();
    taken.sort();
    taken
}

fn words(program: &Program, side: Edge) -> Option<String> {
    let function = program.function(side.from.function);
    let body = function.body.as_ref()?;
    let mut targets: Vec<u32> = Vec::new();
    body.code[side.from.pc as usize].for_each_target(|block| {
        let start = body.blocks[block.index()].start;
        if !targets.contains(&start) {
            targets.push(start);
        }
    });
    let (number, of) = (targets.iter().position(|&to| to == side.to)? + 1, targets.len());
    let (line, column) = body.locs[side.from.pc as usize].map_or((0, 0), |at| (at.line, at.column));
    Some(format!("{} {line}:{column} {number}/{of}", function.display_name()))
}

/// The sides that tests and reproducers take.
fn kept(confirmed: &Confirmed<'_>) -> BTreeSet<Edge> {
    let reproducers = confirmed.reproducers.iter().map(|reproducer| &reproducer.case);
    branches(confirmed.tests.iter().chain(reproducers).map(|case| case.path))
}

/// The sides that paths take.
fn branches<'x>(paths: impl Iterator<Item = &'x ExploredPath>) -> BTreeSet<Edge> {
    paths.flat_map(|path| path.branches.iter().copied()).collect()
}

struct SideJudge<'x> {
    program: &'x Program,
    explored: &'x [Explored],
    left_out: &'x [LeftOut],
    confirmed: &'x Confirmed<'x>,
    /// By any path of any exploration.
    taken: BTreeSet<Edge>,
    /// By the paths that were tried natively.
    kept: BTreeSet<Edge>,
}

impl SideJudge<'_> {
    fn function(&self, coverage: &FunctionCoverage) -> BranchSides {
        let id = self.find(coverage);
        let explored = self.exploration(coverage);
        let is_complete = explored.is_some_and(|index| self.is_complete(index));
        let evidence = |taken| id.map(|id| PathEvidence::of(self.program, id, taken));
        let trace = evidence(&self.kept);
        let proof = evidence(&self.taken).filter(|_| is_complete);
        let source = fs::read(&coverage.file).unwrap_or_default();
        let source = String::from_utf8_lossy(&source);
        let mut count =
            Count { coverage, trace, proof, known: BranchSides::none(coverage, explored) };
        count.plain(&source);
        count.macros();
        count.system_macros();
        let mut known = count.known;
        known.open.sort_unstable();
        if !known.open.is_empty() {
            known.why = self.why(coverage, explored, is_complete);
        }
        known
    }

    /// Does an exploration say what can't be reached?
    fn is_complete(&self, index: usize) -> bool {
        let explored = &self.explored[index];
        explored.exploration.complete && self.confirmed.all_hold(explored)
    }

    /// The function in the program.
    fn find(&self, coverage: &FunctionCoverage) -> Option<FuncId> {
        let is_it = |index: &usize| {
            let function = &self.program.functions[*index];
            let Some(debug) = &function.debug else { return false };
            let file = self.program.debug.file(debug.file);
            function.origin == CodeOrigin::Program
                && debug.name == coverage.name
                && same_file(&Path::new(&file.directory).join(&file.path), &coverage.file)
        };
        (0..self.program.functions.len()).find(is_it).map(FuncId::new)
    }

    /// The exploration that says what can be reached in a function: its own, or that of the whole program.
    fn exploration(&self, coverage: &FunctionCoverage) -> Option<usize> {
        let own = |explored: &Explored| {
            explored.entry.name == coverage.name
                && same_file(&explored.entry.source, &coverage.file)
        };
        let whole = self.explored.len() == 1 && self.explored[0].entry.harness.is_none();
        self.explored.iter().position(own).or(whole.then_some(0))
    }

    fn why(
        &self,
        coverage: &FunctionCoverage,
        explored: Option<usize>,
        complete: bool,
    ) -> Vec<Reason> {
        match explored.map(|index| &self.explored[index]) {
            Some(explored) if explored.exploration.paths.iter().any(suite::is_beyond_tests) => {
                vec![Reason::of_sides("paths that depend on uninitialised memory have no test")]
            }
            Some(_) if complete => vec![Reason::of_sides("a value is computed without a branch")],
            Some(explored) => reason::all(explored, self.confirmed),
            None => {
                let left_out = self.left_out.iter().find(|left_out| left_out.name == coverage.name);
                vec![
                    left_out
                        .map_or_else(|| Reason::of_sides("it was not explored"), Reason::left_out),
                ]
            }
        }
    }
}

impl BranchSides {
    /// How many sides are open.
    pub(crate) fn open_sides(&self) -> usize {
        self.total - self.covered - self.unreachable
    }

    /// Nothing is known yet.
    fn none(coverage: &FunctionCoverage, explored: Option<usize>) -> BranchSides {
        BranchSides {
            name: coverage.name.clone(),
            explored,
            total: 0,
            covered: 0,
            unreachable: 0,
            open: Vec::new(),
            why: Vec::new(),
        }
    }

    /// Adds conditions at a place, with that many sides; what is neither covered nor proved is open.
    fn add(&mut self, at: (u32, u32), total: usize, covered: usize, proved: usize) {
        let proved = proved.min(total - covered);
        self.total += total;
        self.covered += covered;
        self.unreachable += proved;
        if covered + proved < total {
            self.open.push(at);
        }
    }
}

/// Counts the sides of a function.
struct Count<'x> {
    coverage: &'x FunctionCoverage,
    /// What the kept tests do.
    trace: Option<PathEvidence>,
    /// What any path does, if all paths are known.
    proof: Option<PathEvidence>,
    known: BranchSides,
}

impl Count<'_> {
    /// Conditions that stand in the function's own text, or at an unknown place.
    fn plain(&mut self, source: &str) {
        let all = &self.coverage.conditions;
        let mut labels_left = self.proof.as_ref().map_or(0, PathEvidence::untaken_labels);
        for condition in all.iter().filter(|it| !matches!(it.text, Text::Macro(_))) {
            let is_label = is_label(source, condition);
            let most = self.trace.as_ref().map_or(2, |trace| match is_label {
                true => trace.ways_of_label(condition),
                false => trace.taken(condition, self.coverage),
            });
            let proved = match &self.proof {
                None => 0,
                Some(proof) if is_label => {
                    let never = usize::from(!condition.held && labels_left > 0);
                    labels_left -= never;
                    // If nothing comes to a label of the switch, nothing passes one by either.
                    never + usize::from(proof.ways_of_label(condition) == 0)
                }
                Some(proof) => proof.untaken(condition, self.coverage),
            };
            self.known.add(condition.begin, 2, condition.covered().min(most), proved);
        }
    }

    /// Conditions in macros of the program. The machine sees them all where the macro is expanded: which is which isn't
    /// known, but how many there are is.
    fn macros(&mut self) {
        let all = &self.coverage.conditions;
        let place = |condition: &Condition| match condition.text {
            Text::Macro(at) => Some(at),
            Text::Plain | Text::Elsewhere => None,
        };
        for at in all.iter().filter_map(place).collect::<BTreeSet<_>>() {
            let here: Vec<&Condition> = all.iter().filter(|it| place(it) == Some(at)).collect();
            let total = 2 * here.len();
            let covered = here.iter().map(|condition| condition.covered()).sum::<usize>();
            let taken = |evidence: &Option<PathEvidence>| {
                let (branches, taken) = evidence.as_ref()?.at(at);
                (branches == here.len()).then_some(taken)
            };
            let most = taken(&self.trace).unwrap_or(total);
            let proved = taken(&self.proof).map_or(0, |taken| total - taken);
            self.known.add(at, total, covered.min(most), proved);
        }
    }

    /// Conditions in macros of the system: only the machine knows.
    fn system_macros(&mut self) {
        let Some(trace) = &self.trace else { return };
        for &at in &self.coverage.system_macros {
            let (branches, covered) = trace.at(at);
            let proved = self.proof.as_ref().map_or(0, |proof| 2 * branches - proof.at(at).1);
            self.known.add(at, 2 * branches, covered, proved);
        }
    }
}

fn same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| one == other)
}

/// Is it a label of a switch? The text says so.
fn is_label(source: &str, condition: &Condition) -> bool {
    let (line, column) = condition.begin;
    let line = source.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default();
    let text = line.get(column.saturating_sub(1) as usize..).unwrap_or_default();
    text.starts_with("case") || text.starts_with("default")
}

/// What some paths do in a function.
struct PathEvidence {
    branches: Vec<BranchEvidence>,
    switches: Vec<Labels>,
}

/// How many sides of a branch are taken.
struct BranchEvidence {
    /// Where its condition is computed.
    at: (u32, u32),
    /// Where that is computed which the condition compares. In `while (n)`, the comparison with zero stands at the `while`.
    compared: Option<(u32, u32)>,
    taken: usize,
}

/// The labels of a switch.
struct Labels {
    /// Where the switch is, and the last of what its labels lead to.
    begin: (u32, u32),
    end: (u32, u32),
    /// How many there are, with the default one, and how many of them lead to what is taken.
    total: usize,
    taken: usize,
}

impl PathEvidence {
    fn of(program: &Program, id: FuncId, taken: &BTreeSet<Edge>) -> PathEvidence {
        let mut evidence = PathEvidence { branches: Vec::new(), switches: Vec::new() };
        let Some(body) = &program.function(id).body else { return evidence };
        for (pc, inst) in body.code.iter().enumerate() {
            let is_taken = |to: &BlockId| {
                let to = body.blocks[to.index()].start;
                taken.contains(&Edge { from: ProgramPoint::new(id, pc), to })
            };
            match inst {
                Inst::Branch { then, otherwise, .. } => {
                    let taken = usize::from(is_taken(then)) + usize::from(is_taken(otherwise));
                    evidence.branches.extend(BranchEvidence::of(body, pc, taken));
                }
                Inst::Switch(switch) => {
                    let targets: Vec<BlockId> =
                        switch.cases.iter().map(|case| case.1).chain([switch.default]).collect();
                    let places = targets.iter().filter_map(|&to| block_place(body, to));
                    evidence.switches.push(Labels {
                        begin: body.locs[pc].map_or((0, 0), |at| (at.line, at.column)),
                        end: places.max().unwrap_or_default(),
                        total: targets.len(),
                        taken: targets.iter().filter(|to| is_taken(to)).count(),
                    });
                }
                _ => {}
            }
        }
        evidence
    }

    /// How many labels no path goes to.
    fn untaken_labels(&self) -> usize {
        self.switches.iter().map(|labels| labels.total - labels.taken).sum()
    }

    /// How many branches there are at a place, and how many of their sides are taken.
    fn at(&self, place: (u32, u32)) -> (usize, usize) {
        let here = self.branches.iter().filter(|branch| branch.at == place);
        here.fold((0, 0), |(branches, sum), branch| (branches + 1, sum + branch.taken))
    }

    /// How many sides of a condition no path takes, at least.
    fn untaken(&self, condition: &Condition, coverage: &FunctionCoverage) -> usize {
        // One condition may be several branches, where a function is expanded: all must agree.
        let own = self.own(condition, coverage);
        own.map(|taken| 2 - taken).min().unwrap_or(0)
    }

    /// How many sides of a condition paths take, at most: several branches may take different ones, and what is no
    /// branch may take both.
    fn taken(&self, condition: &Condition, coverage: &FunctionCoverage) -> usize {
        let own = self.own(condition, coverage);
        own.reduce(|sum, taken| sum + taken).unwrap_or(2)
    }

    /// How many sides of each branch of a condition are taken. A branch belongs to the macro that is expanded there, or
    /// else to the smallest condition around it.
    fn own<'s>(
        &'s self,
        condition: &'s Condition,
        coverage: &'s FunctionCoverage,
    ) -> impl Iterator<Item = usize> + 's {
        let all = &coverage.conditions;
        let in_macro = |at: (u32, u32)| {
            coverage.system_macros.contains(&at) || all.iter().any(|it| it.text == Text::Macro(at))
        };
        let innermost = move |at: (u32, u32)| {
            let around = all
                .iter()
                .filter(move |it| it.text == Text::Plain && it.begin <= at && at < it.end);
            around.max_by_key(|inner| inner.begin).filter(|_| !in_macro(at))
        };
        let own = self.branches.iter().filter(move |branch| {
            let compared = branch.compared.filter(|_| !in_macro(branch.at));
            let of_compared = || compared.and_then(innermost);
            innermost(branch.at).or_else(of_compared).is_some_and(|it| it == condition)
        });
        own.map(|branch| branch.taken)
    }

    /// How many sides of a label paths take, at most: it itself, and any other of its switch, which is the innermost
    /// one around it.
    fn ways_of_label(&self, label: &Condition) -> usize {
        let around = self.switches.iter().filter(|labels| {
            label.text == Text::Plain && labels.begin <= label.begin && label.begin <= labels.end
        });
        around.max_by_key(|labels| labels.begin).map_or(2, |labels| labels.taken)
    }
}

/// Where the code of a block begins.
fn block_place(body: &Body, block: BlockId) -> Option<(u32, u32)> {
    let mut locs = body.locs[body.blocks[block.index()].start as usize..].iter().flatten();
    locs.find(|at| at.line > 0).map(|at| (at.line, at.column))
}

impl BranchEvidence {
    /// A condition is computed by the instruction that writes its register last.
    fn of(body: &Body, pc: usize, taken: usize) -> Option<BranchEvidence> {
        let place = |index: usize| body.locs[index].map(|at| (at.line, at.column));
        let Inst::Branch { cond, .. } = &body.code[pc] else { return None };
        let defined = definition(body, pc, cond.reg()?)?;
        let compared = match &body.code[defined] {
            Inst::Compare { a, .. } if body.locs[defined] == body.locs[pc] => a.reg(),
            _ => None,
        };
        let compared = compared.and_then(|reg| definition(body, defined, reg)).and_then(place);
        Some(BranchEvidence { at: place(defined)?, compared, taken })
    }
}

/// The instruction before another one that writes a register last.
fn definition(body: &Body, before: usize, reg: ir::Reg) -> Option<usize> {
    let defines = |index: &usize| {
        let mut found = false;
        body.code[*index].for_each_def(|def| found |= def == reg);
        found
    };
    (0..before).rev().find(defines)
}
