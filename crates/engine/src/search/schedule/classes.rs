//! Candidates in classes, the class of the lowest rank first.

use std::collections::{BTreeSet, VecDeque};
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::queue::CandidateId;

/// Candidates by class. One that was taken for another class it is in stays until its turn comes.
#[derive(Debug)]
pub(crate) struct Classes<K> {
    positions: FxHashMap<K, usize>,
    classes: Vec<Class<K>>,
    /// The classes that have members: rank and position.
    queue: BTreeSet<(u64, usize)>,
}

#[derive(Debug)]
struct Class<K> {
    key: K,
    /// How often it was chosen, since it was last worth it.
    chosen: u32,
    /// In the queue, or where it goes when it has members again.
    rank: u64,
    members: VecDeque<CandidateId>,
}

impl<K> Default for Classes<K> {
    fn default() -> Classes<K> {
        Classes { positions: FxHashMap::default(), classes: Vec::new(), queue: BTreeSet::new() }
    }
}

impl<K: Copy + Eq + Hash> Classes<K> {
    /// Adds a candidate to a class. `rank` says where a class belongs, by how often it was chosen.
    pub(crate) fn add(&mut self, key: K, candidate: CandidateId, rank: impl FnOnce(u32) -> u64) {
        let position = *self.positions.entry(key).or_insert_with(|| {
            let class = Class { key, chosen: 0, rank: rank(0), members: VecDeque::new() };
            self.classes.push(class);
            self.classes.len() - 1
        });
        let class = &mut self.classes[position];
        if class.members.is_empty() {
            self.queue.insert((class.rank, position));
        }
        class.members.push_back(candidate);
    }

    /// Takes a candidate that is `there` of the first class, by turns the oldest and the newest. `rank` says where the
    /// class belongs from now on.
    pub(crate) fn take(
        &mut self,
        there: impl Fn(CandidateId) -> bool,
        rank: impl Fn(K, u32) -> u64,
    ) -> Option<CandidateId> {
        loop {
            let (_, position) = self.queue.pop_first()?;
            let class = &mut self.classes[position];
            let candidate = class.take(&there);
            if candidate.is_some() {
                class.chosen += 1;
                class.rank = rank(class.key, class.chosen);
            }
            if !class.members.is_empty() {
                self.queue.insert((class.rank, position));
            }
            if candidate.is_some() {
                return candidate;
            }
        }
    }

    /// Choosing a class was worth it.
    pub(crate) fn reward(&mut self, key: K) {
        if let Some(&position) = self.positions.get(&key) {
            self.classes[position].chosen = 0;
        }
    }

    /// Ranks all classes anew.
    pub(crate) fn rank(&mut self, rank: impl Fn(K, u32) -> u64) {
        self.queue.clear();
        for (position, class) in self.classes.iter_mut().enumerate() {
            class.rank = rank(class.key, class.chosen);
            if !class.members.is_empty() {
                self.queue.insert((class.rank, position));
            }
        }
    }
}

impl<K> Class<K> {
    fn take(&mut self, there: impl Fn(CandidateId) -> bool) -> Option<CandidateId> {
        loop {
            let candidate = match self.chosen % 2 {
                0 => self.members.pop_front(),
                _ => self.members.pop_back(),
            };
            if candidate.is_none_or(&there) {
                return candidate;
            }
        }
    }
}
