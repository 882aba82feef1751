//! Sides: which sides of a function's branches the tests take, which no input can take, and which are open.
//!
//! A side that no native run took is proved unreachable if the exploration of its function is complete and never took
//! that side either. Conditions that the machine computes without a branch, as optimised code may, prove nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use engine::Branch;
use ir::{Body, FuncId, Inst, Origin, Program, SourceLoc};

use crate::coverage::{Condition, Coverage, FunctionCoverage};
use crate::harness::LeftOut;
use crate::suite::Explored;

/// What is known about the sides of a function's branches.
#[derive(Debug)]
pub(crate) struct Sides {
    pub name: String,
    /// Which of the explorations was its own, if one was.
    pub explored: Option<usize>,
    pub total: usize,
    pub covered: usize,
    pub unreachable: usize,
    /// Lines and columns of conditions with sides that nobody knows about.
    pub open: Vec<(u32, u32)>,
    /// Why they are open.
    pub why: Option<String>,
}

/// Looks at every function that was measured.
pub(crate) fn all(
    program: &Program,
    coverage: &Coverage,
    explored: &[Explored],
    left_out: &[LeftOut],
    all_tests_hold: bool,
) -> Vec<Sides> {
    let paths = explored.iter().flat_map(|explored| &explored.exploration.paths);
    let taken: BTreeSet<Branch> = paths.flat_map(|path| path.branches.iter().copied()).collect();
    let judge = Judge { program, explored, left_out, taken, all_tests_hold };
    coverage.functions.iter().map(|function| judge.function(function)).collect()
}

struct Judge<'x> {
    program: &'x Program,
    explored: &'x [Explored],
    left_out: &'x [LeftOut],
    /// By any path of any exploration.
    taken: BTreeSet<Branch>,
    /// Otherwise natively something else happens than we think.
    all_tests_hold: bool,
}

impl Judge<'_> {
    fn function(&self, coverage: &FunctionCoverage) -> Sides {
        let counted = coverage.counted_sides();
        let id = self.find(coverage);
        let explored = self.exploration(coverage);
        let is_complete = self.all_tests_hold
            && explored.is_some_and(|index| self.explored[index].exploration.complete);
        let evidence =
            id.filter(|_| is_complete).map(|id| Evidence::of(self.program, id, &self.taken));
        let source = fs::read(&coverage.file).unwrap_or_default();
        let source = String::from_utf8_lossy(&source);
        let mut known = Sides {
            name: coverage.name.clone(),
            explored,
            total: counted.total,
            covered: counted.covered,
            unreachable: 0,
            open: Vec::new(),
            why: None,
        };
        let labels = evidence.as_ref().map_or(0, |evidence| evidence.untaken_labels);
        let mut labels_left = labels;
        for condition in coverage.conditions.iter().filter(|condition| condition.covered() < 2) {
            let missing = 2 - condition.covered();
            let proved = match &evidence {
                None => 0,
                Some(_) if is_label(&source, condition) => {
                    let proved = usize::from(!condition.held && labels_left > 0);
                    labels_left -= proved;
                    proved
                }
                Some(evidence) => evidence.untaken(condition, &coverage.conditions).min(missing),
            };
            known.unreachable += proved;
            if proved < missing {
                known.open.push(condition.begin);
            }
        }
        known.why = (!known.open.is_empty()).then(|| self.why(coverage, explored, is_complete));
        known
    }

    /// The function in the program.
    fn find(&self, coverage: &FunctionCoverage) -> Option<FuncId> {
        let is_it = |index: &usize| {
            let function = &self.program.functions[*index];
            let Some(debug) = &function.debug else { return false };
            let file = self.program.debug.file(debug.file);
            function.origin == Origin::Program
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

    fn why(&self, coverage: &FunctionCoverage, explored: Option<usize>, complete: bool) -> String {
        match explored.map(|index| &self.explored[index].exploration) {
            Some(_) if complete => "a value is computed without a branch".to_owned(),
            Some(_) if !self.all_tests_hold => "not all tests hold natively".to_owned(),
            Some(exploration) => {
                let reasons: Vec<String> =
                    exploration.incomplete.iter().map(ToString::to_string).collect();
                reasons.join("; ")
            }
            None => {
                let left_out = self.left_out.iter().find(|left_out| left_out.name == coverage.name);
                left_out.map_or("it was not explored", |left_out| &left_out.why).to_owned()
            }
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

/// What no path does in a function.
struct Evidence {
    /// Where the condition of each branch is computed, and how many of its sides no path takes.
    branches: Vec<(SourceLoc, usize)>,
    /// Labels of switches that no path goes to.
    untaken_labels: usize,
}

impl Evidence {
    fn of(program: &Program, id: FuncId, taken: &BTreeSet<Branch>) -> Evidence {
        let mut evidence = Evidence { branches: Vec::new(), untaken_labels: 0 };
        let Some(body) = &program.function(id).body else { return evidence };
        for (pc, inst) in body.code.iter().enumerate() {
            let is_untaken = |to: ir::BlockId| {
                let to = body.blocks[to.index()].start;
                !taken.contains(&Branch { function: id, pc: pc as u32, to })
            };
            match inst {
                Inst::Branch { then, otherwise, .. } => {
                    let untaken =
                        usize::from(is_untaken(*then)) + usize::from(is_untaken(*otherwise));
                    evidence.branches.extend(condition_place(body, pc).map(|at| (at, untaken)));
                }
                Inst::Switch(switch) => {
                    let targets = switch.cases.iter().map(|case| case.1).chain([switch.default]);
                    evidence.untaken_labels += targets.filter(|&target| is_untaken(target)).count();
                }
                _ => {}
            }
        }
        evidence
    }

    /// How many sides of a condition no path takes. A branch belongs to the smallest condition around it.
    fn untaken(&self, condition: &Condition, all: &[Condition]) -> usize {
        let inside = |at: &SourceLoc, condition: &Condition| {
            let at = (at.line, at.column);
            condition.begin <= at && at < condition.end
        };
        let innermost = |at: &SourceLoc| {
            all.iter().filter(|condition| inside(at, condition)).max_by_key(|inner| inner.begin)
        };
        let own = self.branches.iter().filter(|(at, _)| innermost(at) == Some(condition));
        // One condition may be several branches, where a function is expanded: all must agree.
        own.map(|(_, untaken)| *untaken).min().unwrap_or(0)
    }
}

/// Where the condition of a branch is computed: by the instruction that writes its register last.
fn condition_place(body: &Body, pc: usize) -> Option<SourceLoc> {
    let Inst::Branch { cond, .. } = &body.code[pc] else { return None };
    let reg = cond.reg()?;
    let defines = |index: &usize| {
        let mut found = false;
        body.code[*index].for_each_def(|def| found |= def == reg);
        found
    };
    (0..pc).rev().find(defines).and_then(|index| body.locs[index])
}
