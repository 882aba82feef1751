//! The report: what a person wants to know of explorations, on a screen.
//!
//! Bugs are not here: they are told one by one (`diagnostic::found`), as soon as they are known.

use std::collections::BTreeMap;
use std::path::Path;

use anstyle::Style;
use engine::Mode;

use super::{CountSummary, DroppedSummary, Open, Summary, coverage};
use crate::report::assertions;
use crate::report::demands::Demands;
use crate::suite;
use crate::terminal::layout::{self, LineWidth};

/// How the report is to be.
pub(crate) struct ReportStyle<'x> {
    /// Where the tests are.
    pub folder: &'x Path,
    /// Nothing is cut, and how it was done is told, too.
    pub verbose: bool,
    pub width: LineWidth,
}

/// Lines that continue another, and items of a list.
const INDENT: usize = 4;
const BOLD: Style = Style::new().bold();

impl Summary {
    /// What functions need, what is covered, what is open and why, and what that comes to.
    pub(crate) fn text(&self, manner: &ReportStyle<'_>) -> String {
        let sections =
            [self.demands(manner), self.coverage(manner), self.open(manner), self.totals(manner)];
        let sections: Vec<String> = sections.into_iter().filter(|text| !text.is_empty()).collect();
        sections.join("\n")
    }

    /// A line for each function that demands something of its callers. If there are many, those that only need non-NULL
    /// pointers, which is no surprise, share one.
    fn demands(&self, manner: &ReportStyle<'_>) -> String {
        const MOST: usize = 12;
        let line = |demands: &&Demands| format!("`{}` needs {}", demands.function, demands.words());
        if manner.verbose || self.suite.demands.len() <= MOST {
            let all: Vec<String> =
                self.suite.demands.iter().map(|demands| line(&demands)).collect();
            return lines(&all, manner.width);
        }
        let (plain, special): (Vec<&Demands>, Vec<&Demands>) =
            self.suite.demands.iter().partition(|demands| demands.is_only_non_null());
        let mut all: Vec<String> = special.iter().take(MOST).map(line).collect();
        if special.len() > MOST {
            let more = layout::count(special.len() - MOST, "more function");
            all.push(format!("and {more} with demands on callers (see --verbose)"));
        }
        let plain: Vec<String> = plain.iter().map(|it| format!("`{}`", it.function)).collect();
        match &plain[..] {
            [] => {}
            [one] => all.push(format!("{one} needs non-NULL pointers")),
            many => {
                let names = layout::few(many, MOST);
                all.push(format!("{names} need non-NULL pointers (see --verbose)"));
            }
        }
        lines(&all, manner.width)
    }

    fn coverage(&self, manner: &ReportStyle<'_>) -> String {
        match (&self.covered.coverage, &self.covered.unmeasured) {
            (Some(all), _) if all.is_empty() => {
                "coverage: nothing was compiled from source\n".to_owned()
            }
            (Some(all), _) => coverage::table(all, manner.verbose, manner.width),
            (None, Some(why)) => format!("{}\n", manner.width.wrap(why, INDENT)),
            (None, None) => String::new(),
        }
    }

    /// A line for each reason why not everything was explored, or why more is open than that explains.
    fn open(&self, manner: &ReportStyle<'_>) -> String {
        let most = if manner.verbose { usize::MAX - 1 } else { 4 };
        let item = |open: &Open| {
            let option = open.reason.option.map(|option| format!(" (see {option})"));
            let names: Vec<String> = open.functions.iter().map(|it| format!("`{it}`")).collect();
            let names = layout::few(&names, most);
            format!("  {}{}: {names}", open.reason.words, option.unwrap_or_default())
        };
        let (of_sides, unexplored): (Vec<&Open>, Vec<&Open>) =
            self.covered.open.iter().partition(|open| open.reason.is_of_sides);
        let mut all = Vec::new();
        for (heading, open) in [
            ("not everything was explored:", unexplored),
            ("sides of branches are open:", of_sides),
        ] {
            if !open.is_empty() {
                all.push(heading.to_owned());
                all.extend(open.into_iter().map(item));
            }
        }
        all.extend(self.assumed.iter().map(|assumed| assumed.words(most)));
        all.extend(self.dropped(most));
        lines(&all, manner.width)
    }

    /// Tests that were dropped, reason by reason.
    fn dropped(&self, most: usize) -> Vec<String> {
        let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for DroppedSummary { id, why, .. } in &self.suite.dropped {
            by_reason.entry(why).or_default().push(id);
        }
        let line = |(why, tests): (&str, Vec<&str>)| {
            format!("dropped: {}: {why}", layout::few(&tests, most))
        };
        by_reason.into_iter().map(line).collect()
    }

    /// A few lines that say what it comes to.
    fn totals(&self, manner: &ReportStyle<'_>) -> String {
        let folder = manner.folder.display();
        let make = format!("make -C {}", suite::shell_word(&folder.to_string()));
        let mut all = vec![self.bugs_line()];
        let asserted = assertions::words(&self.suite.assertions);
        all.extend(asserted.map(|words| ("assertions", words)));
        all.push(("complete", self.complete_words()));
        if self.counts.uninitialised > 0 {
            let words = "of the paths, which depend on uninitialised memory: natively, its contents can't be chosen";
            all.push(("without a test", format!("{} {words}", self.counts.uninitialised)));
        }
        let tests = self.suite.tests.len() - self.suite.reproducers + self.suite.untried.len();
        let untried = match self.suite.untried.len() {
            0 => String::new(),
            count => format!(", {count} of them not tried natively"),
        };
        all.push(("tests", format!("{tests} in {folder}{untried}; {make} check")));
        if self.suite.reproducers > 0 {
            let words = format!("{} in {folder}; {make} bugs", self.suite.reproducers);
            all.push(("reproducers", words));
        }
        let mut all: Vec<String> =
            all.into_iter().map(|(name, words)| format!("{BOLD}{name}{BOLD:#}: {words}")).collect();
        let stored = self.store.as_ref().map(|store| store.words(manner.verbose));
        all.extend(stored.map(|words| format!("{BOLD}store{BOLD:#}: {words}")));
        if manner.verbose {
            all.extend(self.how_it_was_done());
        }
        lines(&all, manner.width)
    }

    fn bugs_line(&self) -> (&'static str, String) {
        let real = self.suite.bugs.iter().filter(|bug| bug.is_own()).count();
        let confirmed = self.confirmed();
        let demands = match self.suite.demands.len() {
            0 => String::new(),
            1 => "; 1 function has demands on callers".to_owned(),
            count => format!("; {count} functions have demands on callers"),
        };
        ("bugs", format!("{confirmed} confirmed, {} unconfirmed{demands}", real - confirmed))
    }

    fn complete_words(&self) -> String {
        let effort = format!("{}, {:.1} s", layout::count(self.counts.paths, "path"), self.seconds);
        match (&self.extent.stopped, self.extent.mode == Mode::Dart.name()) {
            (None, true) => format!("yes, every path was explored ({effort})"),
            (None, false) => format!("yes, every path of every function was explored ({effort})"),
            (Some(why), _) if self.covered.open.is_empty() => format!("no: {why} ({effort})"),
            (Some(_), _) => format!("no, see above ({effort})"),
        }
    }

    /// How it was done, which only those want to know who want it quicker.
    fn how_it_was_done(&self) -> Vec<String> {
        let CountSummary {
            runs, infeasible, restarts, divergences, decisions, instructions, ..
        } = &self.counts;
        let mut lines = vec![
            format!("mode: {}", self.extent.mode),
            format!(
                "runs: {runs}, of them {restarts} restarts and {divergences} divergences; {instructions} instructions"
            ),
            format!("decisions: {decisions}, of them {infeasible} with an infeasible side"),
        ];
        lines.extend(self.composition.lines());
        lines.push(self.solver_line());
        lines
    }

    /// How many queries there were, and which layer answered how many.
    fn solver_line(&self) -> String {
        let total = self.layers.first().map_or(0, |top| top.queries);
        let each = self.layers.iter().map(|layer| format!("{} {}", layer.name, layer.answered));
        let each = each.collect::<Vec<_>>().join(", ");
        format!("solver: {total} queries; answered by {each} ({:.2} s)", self.solver.seconds)
    }
}

fn lines(all: &[String], width: LineWidth) -> String {
    all.iter().map(|line| width.wrap(line, INDENT) + "\n").collect()
}
