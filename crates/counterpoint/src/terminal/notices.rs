//! Notices: lines that are said on the terminal while a program is explored, above the line of progress.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};

use super::layout::LineWidth;
use crate::host::quiet;

/// Lines on a terminal. It stays one while a program is explored, whose output goes nowhere.
pub(crate) struct Notices {
    file: fs::File,
    width: LineWidth,
}

impl Notices {
    /// On standard error, if it is a terminal.
    pub(crate) fn open() -> Option<Notices> {
        let copy = io::stderr().is_terminal().then(|| quiet::duplicate(libc::STDERR_FILENO))?;
        copy.ok().map(|copy| Notices { file: copy.into(), width: LineWidth::of_stderr() })
    }

    /// The line of progress gives way, and is drawn again.
    pub(crate) fn say(&mut self, words: &str) {
        let words = self.width.wrap(words, 4).replace('\n', "\r\n");
        // The reader is gone, at worst.
        let _ = self.file.write_all(format!("\r\x1b[2K{words}\r\n").as_bytes());
    }
}
