//! Progress while a program is explored: one line on the terminal, and nothing if there is none.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, IsTerminal, stderr};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ir::Program;

use crate::quiet;

/// How often the line changes.
const RATE_HZ: u8 = 5;

/// The line.
pub(crate) struct Progress {
    line: Option<ProgressBar>,
    branches: usize,
    deadline: Option<Instant>,
    shown: Cell<Option<Instant>>,
}

impl Progress {
    /// Shows progress from now on, if somebody is there to see it.
    pub(crate) fn start(program: &Program, deadline: Option<Instant>) -> Progress {
        let terminal = stderr().is_terminal().then(terminal).and_then(Result::ok);
        let line = terminal.map(|terminal| {
            let target = ProgressDrawTarget::term(terminal, RATE_HZ);
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            let style = style.expect("the template is well-formed");
            ProgressBar::with_draw_target(None, target).with_style(style)
        });
        let branches = engine::branches(program).len();
        Progress { line, branches, deadline, shown: Cell::new(None) }
    }

    /// Shows how far an exploration is.
    pub(crate) fn show(&self, now: &engine::Progress) {
        let Some(line) = &self.line else { return };
        let recently = |shown: Instant| shown.elapsed() < Duration::from_secs(1) / RATE_HZ.into();
        if self.shown.get().is_some_and(recently) {
            return;
        }
        self.shown.set(Some(Instant::now()));
        line.set_message(words(now, self.branches, self.time_left()));
        line.tick();
    }

    /// Takes the line away.
    pub(crate) fn end(&self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }

    fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

/// The terminal by descriptors of our own: the standard ones lead nowhere while a program is explored.
fn terminal() -> io::Result<Term> {
    let [input, output] = [(); 2].map(|()| quiet::duplicate(libc::STDERR_FILENO).map(File::from));
    Ok(Term::read_write_pair(input?, output?))
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
