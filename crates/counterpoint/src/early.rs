//! Bugs that are tried natively as soon as they are found, and said on the terminal while the exploration goes on.
//!
//! What is reported in the end doesn't depend on it: there, all bugs are tried again, with the simplest inputs.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use crate::layout::Width;
use crate::natively::{Flavour, Unit, Workshop};
use crate::quiet;
use crate::sanitizer::Sanitizer;
use crate::trial;
use crate::verdict::{self, Expected};

/// Inputs that lead to a bug.
pub(crate) struct Suspect {
    /// What they are called in a C file of this text.
    pub name: String,
    pub text: String,
    /// Which of the program's files it is about.
    pub about: usize,
    pub sanitizer: Sanitizer,
    pub expected: Expected,
    /// What is said if the bug is there.
    pub words: String,
}

/// A terminal that somebody looks at. It stays one while a program is explored, whose output goes nowhere.
pub(crate) struct Terminal {
    file: fs::File,
    width: Width,
}

impl Terminal {
    /// Standard error, if it is one.
    pub(crate) fn open() -> Option<Terminal> {
        let copy = io::stderr().is_terminal().then(|| quiet::duplicate(libc::STDERR_FILENO))?;
        copy.ok().map(|copy| Terminal { file: copy.into(), width: Width::of_stderr() })
    }

    /// The line of progress gives way, and is drawn again.
    fn say(&mut self, words: &str) {
        let words = self.width.wrap(words, 4).replace('\n', "\r\n");
        // Nobody is there any more, at worst.
        let _ = self.file.write_all(format!("\r\x1b[2K{words}\r\n").as_bytes());
    }
}

/// Tries what is found, until the exploration is over: then everything is tried anyway.
pub(crate) fn confirm(
    workshop: &Workshop<'_>,
    found: &Receiver<Suspect>,
    is_over: &AtomicBool,
    mut terminal: Terminal,
) {
    /// What is over by then says everything at once.
    const LONG: Duration = Duration::from_secs(1);
    const LOOK: Duration = Duration::from_millis(20);
    let begin = Instant::now();
    while let Ok(suspect) = found.recv() {
        while begin.elapsed() < LONG && !is_over.load(Ordering::Relaxed) {
            thread::sleep(LOOK);
        }
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        if is_there(workshop, &suspect) {
            terminal.say(&suspect.words);
        }
    }
}

fn is_there(workshop: &Workshop<'_>, suspect: &Suspect) -> bool {
    let source = workshop.scratch().join(format!("{}.c", suspect.name));
    if fs::write(&source, &suspect.text).is_err() {
        return false;
    }
    let flavour = Flavour { sanitizer: Some(suspect.sanitizer), ..trial::FLAVOURS[0] };
    let unit = Unit { source, about: suspect.about, flavour };
    let built = workshop.build(&[unit]).into_iter().next();
    let Some(Ok(binary)) = built else { return false };
    let ended = workshop.judge(&binary, &suspect.name, "early");
    ended.is_ok_and(|ended| verdict::judge(&ended, &suspect.expected).is_confirmed())
}
