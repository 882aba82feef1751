//! Coverage in a report: what the tests cover of each function, and where something is open.

use serde::Serialize;

use super::BranchSummary;
use crate::terminal::layout::{self, LineWidth};
use crate::terminal::table;
use crate::toolchain::coverage::{Coverage, CoverageCount};
use crate::validate::sides::BranchSides;

/// What is covered of a function.
#[derive(Serialize)]
pub(super) struct Covered {
    name: String,
    lines: LineSummary,
    branches: BranchSummary,
    /// Where conditions with open sides are.
    open: Vec<LineColumn>,
}

/// Lines with code, and those of them that tests execute.
#[derive(Serialize, Default, Clone, Copy)]
struct LineSummary {
    total: usize,
    covered: usize,
}

#[derive(Serialize, Clone, Copy)]
struct LineColumn {
    line: u32,
    column: u32,
}

/// Looks at every function that was measured.
pub(super) fn all(sides: &[BranchSides], coverage: &Coverage) -> Vec<Covered> {
    let one = |(sides, measured): (&BranchSides, &crate::toolchain::coverage::FunctionCoverage)| {
        let CoverageCount { covered, total } = measured.code_lines;
        Covered {
            name: sides.name.clone(),
            lines: LineSummary { total, covered },
            branches: super::branches([sides]),
            open: sides.open.iter().map(|&(line, column)| LineColumn { line, column }).collect(),
        }
    };
    sides.iter().zip(&coverage.functions).map(one).collect()
}

impl Covered {
    fn open_sides(&self) -> usize {
        let BranchSummary { total, covered, unreachable } = self.branches;
        total - covered - unreachable
    }

    /// Is there nothing to say but that?
    fn is_fully_covered(&self) -> bool {
        self.branches.covered == self.branches.total && self.lines.covered == self.lines.total
    }

    fn row(&self) -> [String; 5] {
        let of = |covered: usize, total: usize| match total {
            0 => "-".to_owned(),
            total => format!("{covered}/{total}"),
        };
        let count = |number: usize| match number {
            0 => "-".to_owned(),
            number => number.to_string(),
        };
        let BranchSummary { total, covered, unreachable } = self.branches;
        [
            self.name.clone(),
            of(self.lines.covered, self.lines.total),
            of(covered, total),
            count(unreachable),
            count(self.open_sides()),
        ]
    }

    /// `lines 12, 15 and 4 more`, where something is open.
    fn places(&self) -> String {
        let mut lines: Vec<String> = self.open.iter().map(|place| place.line.to_string()).collect();
        lines.dedup();
        match lines.len() {
            0 => String::new(),
            1 => format!("line {}", lines[0]),
            _ => format!("lines {}", layout::few(&lines, 4)),
        }
    }
}

/// More functions than this don't fit a screen.
const MOST: usize = 16;

/// A row for each function. If there are many, those that are fully covered are only counted, and if there are still many,
/// those with the most open sides are shown.
pub(super) fn table(all: &[Covered], verbose: bool, width: LineWidth) -> String {
    let shown = if verbose { all.iter().collect() } else { worth_showing(all) };
    let sum = sum(all);
    let mut rows =
        vec![["function", "lines", "branches", "unreachable", "open"].map(str::to_owned)];
    rows.extend(shown.iter().map(|function| function.row()));
    rows.push(sum.row());
    let mut lines = table::lines(&rows, width);
    for (line, function) in lines[1..].iter_mut().zip(&shown) {
        *line = width.cut(format!("{line}  {}", function.places()).trim_end());
    }
    let last = lines.len() - 1;
    lines.splice(last..last, hidden(all, &shown));
    lines.join("\n") + "\n"
}

fn worth_showing(all: &[Covered]) -> Vec<&Covered> {
    if all.len() <= MOST {
        return all.iter().collect();
    }
    let partly: Vec<_> = all.iter().filter(|function| !function.is_fully_covered()).collect();
    if partly.len() <= MOST {
        return partly;
    }
    // The most open sides; in the order of the source.
    let mut order: Vec<usize> = (0..partly.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(partly[index].open_sides()));
    order.truncate(MOST);
    order.sort_unstable();
    order.into_iter().map(|index| partly[index]).collect()
}

/// What the rows don't show.
fn hidden(all: &[Covered], shown: &[&Covered]) -> Vec<String> {
    let is_shown = |function: &&Covered| shown.iter().any(|it| std::ptr::eq(*it, *function));
    let (fully, partly): (Vec<&Covered>, Vec<&Covered>) =
        all.iter().filter(|it| !is_shown(it)).partition(|it| it.is_fully_covered());
    let mut lines = Vec::new();
    if !partly.is_empty() {
        let open = partly.iter().map(|function| function.open_sides()).sum();
        let functions = layout::count(partly.len(), "more function");
        let sides = layout::count(open, "open side");
        lines.push(format!("and {functions} with {sides} (see --verbose)"));
    }
    if !fully.is_empty() {
        let what = if shown.is_empty() { "function" } else { "more function" };
        let and = if shown.is_empty() { "" } else { "and " };
        lines.push(format!("{and}{} fully covered", layout::count(fully.len(), what)));
    }
    lines
}

fn sum(all: &[Covered]) -> Covered {
    let mut sum = Covered {
        name: "all".to_owned(),
        lines: LineSummary::default(),
        branches: BranchSummary::default(),
        open: Vec::new(),
    };
    for Covered { lines, branches, .. } in all {
        sum.lines.total += lines.total;
        sum.lines.covered += lines.covered;
        sum.branches.add(*branches);
    }
    sum
}
