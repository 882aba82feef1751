//! Progress while a program is explored: one line on the terminal, and nothing if there is none.

use std::cell::Cell;
use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ir::Program;

/// How often the line changes.
const RATE_HZ: u8 = 5;

/// The line.
pub(crate) struct ProgressLine {
    line: Option<ProgressBar>,
    branches: usize,
}

/// How far an exploration is, and when it has to end.
type ProgressUpdate = (engine::Progress, Option<Instant>);

/// The end at which an exploration tells how far it is, if that is wanted.
pub(crate) struct Telling {
    sender: Option<Sender<ProgressUpdate>>,
    told: Cell<Option<Instant>>,
}

impl Telling {
    pub(crate) fn new(sender: Option<Sender<ProgressUpdate>>) -> Telling {
        Telling { sender, told: Cell::new(None) }
    }

    /// Tells, unless that was done just now.
    pub(crate) fn tell(&self, now: &engine::Progress, deadline: Option<Instant>) {
        let Some(sender) = &self.sender else { return };
        let recently = |told: Instant| told.elapsed() < Duration::from_secs(1) / RATE_HZ.into();
        if !self.told.get().is_some_and(recently) {
            self.told.set(Some(Instant::now()));
            // The reader is gone, at worst.
            let _ = sender.send((*now, deadline));
        }
    }
}

impl ProgressLine {
    /// Shows progress from now on, if there is a terminal.
    pub(crate) fn start(program: &Program) -> ProgressLine {
        let line = stderr().is_terminal().then(|| {
            let target = ProgressDrawTarget::term(Term::stderr(), RATE_HZ);
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            let style = style.expect("the template is well-formed");
            ProgressBar::with_draw_target(None, target).with_style(style)
        });
        let branches = analysis::branches(program).len();
        ProgressLine { line, branches }
    }

    /// Is it seen?
    pub(crate) fn is_seen(&self) -> bool {
        self.line.is_some()
    }

    /// Shows how far explorations are until they have ended, and takes the line away.
    pub(crate) fn follow(&self, news: &Receiver<ProgressUpdate>) {
        while let Ok((now, deadline)) = news.recv() {
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            if let Some(line) = &self.line {
                line.set_message(words(&now, self.branches, left));
                line.tick();
            }
        }
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }
}

fn words(now: &engine::Progress, branches: usize, left: Option<Duration>) -> String {
    let engine::Progress { runs, covered, queries, bugs, dangling } = now;
    let mut words = format!(
        "{runs} runs, {covered} of {branches} branches, {queries} queries, {bugs} bugs, {dangling} to do"
    );
    if let Some(left) = left {
        words.push_str(&format!(", {} s left", left.as_secs()));
    }
    words
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::words;

    #[test]
    fn the_line_says_what_there_is() {
        let now = engine::Progress { runs: 7, covered: 3, queries: 9, bugs: 1, dangling: 2 };
        let all = "7 runs, 3 of 4 branches, 9 queries, 1 bugs, 2 to do";
        assert_eq!(words(&now, 4, None), all);
        assert_eq!(words(&now, 4, Some(Duration::from_secs(5))), format!("{all}, 5 s left"));
    }
}
