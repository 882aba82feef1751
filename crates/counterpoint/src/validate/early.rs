//! Bugs that are tried natively as soon as they are found, and said on the terminal while the exploration goes on.
//!
//! What is reported in the end hardly depends on it: there, all bugs are tried again, with the simplest inputs. Only what the
//! time doesn't suffice for then counts with the inputs that have shown it here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use engine::ExploredPath;

use super::trial;
use super::verdict::{self, BugVerdict, Expected};
use super::workshop::{Flavour, NativeBinary, Workshop};
use crate::terminal::notices::Notices;
use crate::toolchain::sanitizer::Sanitizer;

/// Inputs that lead to a bug.
pub(crate) struct Suspect {
    /// What they are called in C: with this text, behind the head of a file.
    pub name: String,
    pub head: String,
    pub text: String,
    /// Which of the program's files it is about.
    pub about: usize,
    pub sanitizer: Sanitizer,
    pub expected: Expected,
    /// What is said if the bug is there.
    pub words: String,
    /// The function that was explored, and the path.
    pub entry: String,
    pub path: ExploredPath,
}

/// Inputs that have shown a bug.
pub(crate) struct ShownBug {
    pub entry: String,
    pub path: ExploredPath,
    pub sanitizer: Sanitizer,
    /// What shows it.
    pub how: String,
}

/// Tries what is found, until the exploration is over: then everything is tried anyway.
pub(crate) fn confirm(
    workshop: &Workshop<'_>,
    found: &Receiver<Suspect>,
    is_over: &AtomicBool,
    mut notices: Option<Notices>,
) -> Vec<ShownBug> {
    const LOOK: Duration = Duration::from_millis(20);
    let begin = Instant::now();
    let mut shown = Vec::new();
    while let Ok(suspect) = found.recv() {
        while begin.elapsed() < workshop.toolchain().budget.long()
            && !is_over.load(Ordering::Relaxed)
        {
            thread::sleep(LOOK);
        }
        // What has come in the meantime is built with it.
        for batch in batches(std::iter::once(suspect).chain(found.try_iter().take(MOST - 1))) {
            if is_over.load(Ordering::Relaxed) {
                return shown;
            }
            let Some(binary) = build(workshop, &batch) else { continue };
            for suspect in batch {
                if is_over.load(Ordering::Relaxed) {
                    return shown;
                }
                let Some(how) = how_it_shows(workshop, &binary, &suspect) else { continue };
                if let Some(notices) = &mut notices {
                    notices.say(&suspect.words);
                }
                let Suspect { entry, path, sanitizer, .. } = suspect;
                shown.push(ShownBug { entry, path, sanitizer, how });
            }
        }
    }
    shown
}

/// As many are built together at most.
const MOST: usize = 8;

/// Those that a sanitizer and a file of the program have in common.
fn batches(suspects: impl Iterator<Item = Suspect>) -> Vec<Vec<Suspect>> {
    let mut batches: BTreeMap<(usize, Sanitizer), Vec<Suspect>> = BTreeMap::new();
    for suspect in suspects {
        batches.entry((suspect.about, suspect.sanitizer)).or_default().push(suspect);
    }
    batches.into_values().collect()
}

fn build(workshop: &Workshop<'_>, batch: &[Suspect]) -> Option<PathBuf> {
    let first = batch.first()?;
    let source = workshop.scratch().join(format!("{}.c", first.name));
    let tests: String = batch.iter().map(|suspect| suspect.text.as_str()).collect();
    fs::write(&source, first.head.clone() + &tests).ok()?;
    let flavour = Flavour { sanitizer: Some(first.sanitizer), ..trial::FLAVOURS[0] };
    let unit = NativeBinary { source, about: first.about, flavour };
    workshop.build(&[unit]).into_iter().next()?.ok()
}

fn how_it_shows(workshop: &Workshop<'_>, binary: &Path, suspect: &Suspect) -> Option<String> {
    let ended = workshop.judge(binary, &suspect.name, "early").ok()?;
    match verdict::judge(&ended, &suspect.expected) {
        BugVerdict::Confirmed(how) => Some(how),
        BugVerdict::Unconfirmed(_) => None,
    }
}
