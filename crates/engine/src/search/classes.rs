//! Dangling sides in classes, the class of the lowest rank first.

use std::collections::{BTreeSet, VecDeque};
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::search::frontier::SideId;

/// Sides by class. Sides that were taken by others stay in their class until somebody comes upon them.
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
    members: VecDeque<SideId>,
}

impl<K> Default for Classes<K> {
    fn default() -> Classes<K> {
        Classes { positions: FxHashMap::default(), classes: Vec::new(), queue: BTreeSet::new() }
    }
}

impl<K: Copy + Eq + Hash> Classes<K> {
    /// Adds a side to a class. `rank` says where a class belongs, by how often it was chosen.
    pub(crate) fn add(&mut self, key: K, side: SideId, rank: impl FnOnce(u32) -> u64) {
        let position = *self.positions.entry(key).or_insert_with(|| {
            let class = Class { key, chosen: 0, rank: rank(0), members: VecDeque::new() };
            self.classes.push(class);
            self.classes.len() - 1
        });
        let class = &mut self.classes[position];
        if class.members.is_empty() {
            self.queue.insert((class.rank, position));
        }
        class.members.push_back(side);
    }

    /// Takes a side that is `there` of the first class, by turns the oldest and the newest. `rank` says where the
    /// class belongs from now on.
    pub(crate) fn take(
        &mut self,
        there: impl Fn(SideId) -> bool,
        rank: impl Fn(K, u32) -> u64,
    ) -> Option<SideId> {
        loop {
            let (_, position) = self.queue.pop_first()?;
            let class = &mut self.classes[position];
            let side = class.take(&there);
            if side.is_some() {
                class.chosen += 1;
                class.rank = rank(class.key, class.chosen);
            }
            if !class.members.is_empty() {
                self.queue.insert((class.rank, position));
            }
            if side.is_some() {
                return side;
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
    fn take(&mut self, there: impl Fn(SideId) -> bool) -> Option<SideId> {
        loop {
            let side = match self.chosen % 2 {
                0 => self.members.pop_front(),
                _ => self.members.pop_back(),
            };
            if side.is_none_or(&there) {
                return side;
            }
        }
    }
}
