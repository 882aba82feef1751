//! Keeping: what was found out about an entry is written down while the next one is explored, so that whatever ends the run
//! takes hardly more than what it was at.
//!
//! A thread of its own writes: the one that explores has another current folder if the program wants one, and is not to
//! wait for the disk. What is found while it writes goes into the next writing.

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;

use analysis::fingerprint::Fingerprints;
use store::{Disk, Record, Store as _, Trouble};

use super::kept::Kept;
use super::{Plan, Planned, Reuse};
use crate::commands::exploring::OnDone;
use crate::frontend::load::Loaded;
use crate::suite::Explored;

impl Reuse {
    /// Explores, and keeps what was found, as far as it will be true the next time.
    pub(crate) fn while_keeping<T>(
        &self,
        (loaded, prints): (&Loaded, Fingerprints<'_>),
        plan: &Plan,
        explore: impl FnOnce(&OnDone<'_>) -> T,
    ) -> T {
        let Some((folder, store)) = &self.store else { return explore(&|_| {}) };
        let (sender, found) = mpsc::channel();
        // Types are hashed as they are come to.
        let prints = Mutex::new(prints);
        let (explored, written) = thread::scope(|scope| {
            let writing = scope.spawn(move || write_all((folder, store), &found));
            let explored = explore(&|explored| {
                let prints = prints.lock().unwrap_or_else(PoisonError::into_inner);
                let mut all = plan.entries.iter();
                if let Some(planned) = all.find(|planned| planned.is_about(explored)) {
                    // The thread that would write it has ended, at worst.
                    let _ = sender.send(records(planned, explored, loaded, &prints));
                }
            });
            drop(sender);
            (explored, writing.join())
        });
        match written {
            Ok(Err(trouble)) => self.complain(&trouble),
            Ok(Ok(())) => {}
            Err(panic) => std::panic::resume_unwind(panic),
        }
        explored
    }

    /// Notes that what was reused is still of use.
    pub(crate) fn note_use(&self, plan: &Plan) {
        let Some(store) = self.store() else { return };
        let used = plan.entries.iter().filter(|planned| planned.known.is_some());
        let used: Vec<_> = used.flat_map(|planned| planned.parts.keys()).collect();
        if let Err(trouble) = store.put(&[], &used) {
            self.complain(&trouble);
        }
    }
}

impl Planned {
    fn is_about(&self, explored: &Explored) -> bool {
        let (own, other) = (&self.entry, &explored.entry);
        (own.function, &own.name) == (other.function, &other.name)
    }
}

/// What was found, if it can be kept, and what it depended on in any case.
fn records(
    planned: &Planned,
    explored: &Explored,
    loaded: &Loaded,
    prints: &Fingerprints<'_>,
) -> Vec<Record> {
    let kept = Kept::of(explored, &loaded.program, prints, &planned.parts);
    let unkept = kept.as_ref().err().copied();
    let [key, name] = planned.parts.keys();
    let label = format!("{} in {}", explored.entry.name, explored.entry.source.display());
    let found = kept.ok().map(|bytes| Record { key, label: label.clone(), bytes });
    let bytes = planned.parts.bytes(unkept);
    let list = Record { key: name, label: format!("what {label} depended on"), bytes };
    found.into_iter().chain([list]).collect()
}

/// Writes what comes, until nothing will. What can't be written when it comes is tried once more at the end, and no more, as
/// a store that another process doesn't let go of takes long to refuse.
fn write_all(
    (folder, store): (&Path, &Disk),
    found: &Receiver<Vec<Record>>,
) -> Result<(), Trouble> {
    let is_new = !folder.exists();
    let (mut waiting, mut is_in_trouble) = (Vec::new(), false);
    while let Ok(first) = found.recv() {
        waiting.extend(first.into_iter().chain(found.try_iter().flatten()));
        if !is_in_trouble {
            match store.put(&waiting, &[]) {
                Ok(()) => waiting.clear(),
                Err(_) => is_in_trouble = true,
            }
        }
    }
    if !waiting.is_empty() {
        store.put(&waiting, &[])?;
    }
    if is_new && folder.exists() {
        anstream::eprintln!("note: what was found out is kept in {}", folder.display());
    }
    Ok(())
}
