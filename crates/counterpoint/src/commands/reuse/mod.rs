//! Reuse: what was found out about an entry is kept in the store, and taken from there as long as it is true.
//!
//! What an exploration depends on is a list of parts, each with a fingerprint (`parts.rs`); all of them together are the key of
//! its record (`kept.rs`), which is written as soon as the entry was explored (`keeping.rs`). The list itself is kept under the entry's name, so that a report can say which part has changed.
//! Trees of functions that are called are not kept yet: they would be records of their own, under the keys of their functions.

mod keeping;
mod kept;
mod native;
mod parts;

use std::cell::Cell;
use std::path::PathBuf;

use analysis::fingerprint::{Fingerprint, Fingerprints};
use store::{Disk, Key, Store as _, Trouble};

use super::exploring::Exploring;
use crate::frontend::entry::Entry;
use crate::frontend::load::Loaded;
use crate::host::budget::Budget;
use crate::options::program_files::ProgramFiles;
use crate::options::store::StoreOptions;
use crate::report::summary::{ReusedEntry, StoreSummary};
use crate::suite::{Explored, Keep};
use crate::toolchain::Toolchain;
use crate::validate::known::KnownTrials;

use kept::Kept;
use parts::Parts;

/// A store that is in use, or none.
pub(crate) struct Reuse {
    store: Option<(PathBuf, Disk)>,
    /// Is what it has not to be looked at?
    fresh: bool,
}

/// An entry, and what is known of it.
pub(crate) struct Planned {
    pub entry: Entry,
    parts: Parts,
    /// What was explored before.
    known: Option<Kept>,
    /// Why it is to be explored now.
    why: String,
}

/// What is explored now, and what need not be.
pub(crate) struct Plan {
    entries: Vec<Planned>,
}

impl Reuse {
    /// The store that the options ask for. What is linked may do anything: then there is none.
    pub(crate) fn new(options: &StoreOptions, exploring: &Exploring) -> Reuse {
        let store = options.open(exploring.input.files());
        let is_native = !exploring.input.native().is_empty();
        Reuse { store: store.filter(|_| !is_native), fresh: options.fresh }
    }

    /// The store itself.
    pub(crate) fn store(&self) -> Option<&Disk> {
        self.store.as_ref().map(|(_, store)| store)
    }

    /// Looks for what is known. Without a store, nothing is.
    pub(crate) fn plan(
        &self,
        (exploring, budget, keep): (&Exploring, &Budget, Keep),
        (loaded, prints): (&Loaded, &Fingerprints<'_>),
        entries: Vec<Entry>,
    ) -> Plan {
        let Some(store) = self.store() else {
            let unknown =
                |entry| Planned { entry, parts: Parts::default(), known: None, why: String::new() };
            return Plan { entries: entries.into_iter().map(unknown).collect() };
        };
        let with_parts = entries.into_iter().map(|entry| {
            let settings = exploring.settings(budget, loaded, &entry, keep);
            (Parts::of(prints, &entry, settings), entry)
        });
        let with_parts: Vec<(Parts, Entry)> = with_parts.collect();
        let keys: Vec<Key> = with_parts.iter().flat_map(|(parts, _)| parts.keys()).collect();
        let found = store.get(&keys).unwrap_or_else(|trouble| {
            self.complain(&trouble);
            vec![None; keys.len()]
        });
        let entries = with_parts.into_iter().zip(found.chunks(2)).map(|((parts, entry), found)| {
            let known = match (found, self.fresh) {
                ([Some(bytes), _], false) => Kept::read(bytes, &loaded.program, prints, &parts),
                _ => None,
            };
            let earlier = found.get(1).and_then(Option::as_deref);
            let why = if self.fresh { "--fresh".to_owned() } else { parts.why_not(earlier) };
            Planned { entry, parts, known, why }
        });
        Plan { entries: entries.collect() }
    }

    /// Where to look for native runs of what was planned.
    pub(crate) fn trials(
        &self,
        toolchain: &Toolchain,
        input: &ProgramFiles,
        loaded: &Loaded,
        plan: &Plan,
    ) -> KnownTrials<'_> {
        let Some(store) = self.store() else { return KnownTrials::default() };
        match native::fingerprint(toolchain, input, &loaded.sources) {
            None => KnownTrials::default(),
            Some(native) => KnownTrials {
                store: Some(store),
                of: plan.fingerprint(native),
                reads: plan.is_all_known(),
                made: Cell::default(),
            },
        }
    }

    /// Nothing stops for want of a store.
    fn complain(&self, trouble: &Trouble) {
        if let Some((folder, _)) = &self.store {
            anstream::eprintln!(
                "warning: the store in {} is not used: {trouble}",
                folder.display()
            );
        }
    }

    /// What the report says about it.
    pub(crate) fn summary(&self, plan: &Plan, trials: &KnownTrials<'_>) -> Option<StoreSummary> {
        let (folder, _) = self.store.as_ref()?;
        let one = |planned: &Planned| ReusedEntry {
            name: planned.entry.name.clone(),
            reused: planned.known.is_some(),
            why: planned.known.is_none().then(|| planned.why.clone()),
        };
        Some(StoreSummary {
            folder: folder.display().to_string(),
            entries: plan.entries.iter().map(one).collect(),
            native: trials.reads && trials.made.get() == 0,
        })
    }
}

impl Plan {
    /// Is there nothing to explore?
    pub(crate) fn is_all_known(&self) -> bool {
        self.entries.iter().all(|planned| planned.known.is_some())
    }

    /// The entries that are to be explored.
    pub(crate) fn unknown(&self) -> Vec<Entry> {
        let unknown = self.entries.iter().filter(|planned| planned.known.is_none());
        unknown.map(|planned| planned.entry.clone()).collect()
    }

    /// Everything, in the order of the entries: what is known, and what was explored now.
    pub(crate) fn merged(
        &mut self,
        file_of: impl Fn(&Entry) -> usize,
        explored: Vec<Explored>,
    ) -> Vec<Explored> {
        let mut explored = explored.into_iter();
        let mut all = Vec::new();
        for planned in &mut self.entries {
            let Some(known) = &mut planned.known else {
                all.extend(explored.next());
                continue;
            };
            let (entry, file) = (planned.entry.clone(), file_of(&planned.entry));
            let (exploration, promising) = known.take();
            all.push(Explored { exploration, promising, ..Explored::nothing(entry, file, None) });
        }
        all
    }

    /// What all of it depended on, and this.
    fn fingerprint(&self, native: Fingerprint) -> Fingerprint {
        let keys = self.entries.iter().flat_map(|planned| planned.parts.keys());
        parts::of_all(&keys.chain([native]).collect::<Vec<Key>>())
    }
}
