//! Trials that are known: what came of the same tests, natively, of the same program.
//!
//! A native run depends on what is compiled (every byte of it, as macros and lines are in it, too) and on the compiler. Where that
//! is all the same, and every exploration was reused, the trial need not be made again. One that was cut off, in which something
//! couldn't be built, or that speaks of a folder that is gone, is not kept.

use std::cell::Cell;
use std::fs;
use std::hash::Hash as _;
use std::path::Path;

use analysis::fingerprint::{Digest, Fingerprint};
use serde::{Deserialize, Serialize};
use store::{Key, Record, Store};

use super::trial::{self, BugRun, TestRun, Trial, TrialInput};
use super::workshop::Workshop;
use crate::toolchain::coverage::Coverage;

/// Where trials are kept, if they are, and looked for.
#[derive(Default)]
pub(crate) struct KnownTrials<'x> {
    pub store: Option<&'x dyn Store>,
    /// Of what is tried, and by what, beside the tests.
    pub of: Fingerprint,
    /// Is what is kept to be used?
    pub reads: bool,
    /// How many trials were made after all.
    pub made: Cell<usize>,
}

/// A trial as it is kept, to be written and read.
#[derive(Serialize)]
struct Written<'t> {
    tests: &'t [TestRun],
    bugs: &'t [BugRun],
    coverage: &'t Coverage,
}

#[derive(Deserialize)]
struct Read {
    tests: Vec<TestRun>,
    bugs: Vec<BugRun>,
    coverage: Coverage,
}

impl KnownTrials<'_> {
    /// What is known of a trial, or what comes of it now.
    pub(super) fn or_run(&self, workshop: &Workshop<'_>, given: &TrialInput<'_>) -> Trial {
        let Some(store) = self.store else { return trial::run(workshop, given) };
        let key = self.key(workshop, given);
        let found = self.reads.then(|| store.get(&[key]).ok()?.pop()?).flatten();
        if let Some(trial) = found.and_then(|bytes| read(&bytes, given)) {
            return trial;
        }
        self.made.set(self.made.get() + 1);
        let trial = trial::run(workshop, given);
        if let Some(bytes) = written(&trial, workshop.scratch()) {
            let label = format!("native runs of {}", given.suite.display());
            // That it can't be kept was said before, when explorations were.
            let _ = store.put(&[Record { key, label, bytes }], &[]);
        }
        trial
    }

    fn key(&self, workshop: &Workshop<'_>, given: &TrialInput<'_>) -> Key {
        let TrialInput { suite, tests, bugs, together, orders } = given;
        let mut digest = Digest::new("trial");
        (self.of, suite, orders).hash(&mut digest);
        let text = |file: &Path| {
            let text = String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned();
            text.replace(&*workshop.scratch().to_string_lossy(), "@")
        };
        for test in *tests {
            (&test.name, test.about, text(&suite.join(format!("{}.c", test.name))))
                .hash(&mut digest);
        }
        for (about, file) in *together {
            (about, file.file_name(), text(file)).hash(&mut digest);
        }
        for attempts in *bugs {
            attempts.len().hash(&mut digest);
            for attempt in attempts {
                (&attempt.name, attempt.batch, attempt.about).hash(&mut digest);
                (&attempt.sanitizers, format!("{:?}", attempt.expected)).hash(&mut digest);
                (attempt.source.file_name(), text(&attempt.source)).hash(&mut digest);
            }
        }
        digest.done()
    }
}

/// A trial, if it can be kept.
fn written(trial: &Trial, scratch: &Path) -> Option<Vec<u8>> {
    let Trial { tests, bugs, coverage: Ok(coverage), unbuilt, refused } = trial else {
        return None;
    };
    let text = serde_json::to_string(&Written { tests, bugs, coverage }).ok()?;
    let is_whole = unbuilt.is_empty() && refused.is_empty();
    (is_whole && !text.contains(&*scratch.to_string_lossy())).then(|| text.into_bytes())
}

/// A trial that was kept, if it is about this.
fn read(bytes: &[u8], given: &TrialInput<'_>) -> Option<Trial> {
    let Read { tests, bugs, coverage } = serde_json::from_slice(bytes).ok()?;
    let fits = bugs.len() == given.bugs.len();
    let coverage = Ok(coverage);
    fits.then(|| Trial { tests, bugs, coverage, unbuilt: Vec::new(), refused: Vec::new() })
}
