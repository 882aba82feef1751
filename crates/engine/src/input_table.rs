//! The inputs that a path has made, in order. Forks share them.

use std::hash::BuildHasherDefault;
use std::ops::{Index, IndexMut};

use rpds::{HashTrieMapSync, VectorSync};
use rustc_hash::FxHasher;

use crate::state::Input;

/// A list of inputs that knows which names are taken.
#[derive(Clone, Debug, Default)]
pub struct InputTable {
    inputs: VectorSync<Input>,
    /// How many inputs the program calls so, and whether anything is labelled so.
    names: HashTrieMapSync<String, Name, BuildHasherDefault<FxHasher>>,
    /// Those that are pointers: accesses look for them, and mostly there are few.
    pointers: VectorSync<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Name {
    called: u32,
    is_label: bool,
}

impl InputTable {
    /// Adds an input.
    pub(crate) fn push(&mut self, input: Input) {
        if input.pointed.is_some() {
            self.pointers.push_back_mut(self.inputs.len());
        }
        self.inputs.push_back_mut(input);
    }

    /// An input is to be added that the program calls so, and people are told is called that.
    pub(crate) fn announce(&mut self, name: &str, label: &str) {
        self.note(name, |known| known.called += 1);
        self.note(label, |known| known.is_label = true);
    }

    fn note(&mut self, name: &str, change: impl FnOnce(&mut Name)) {
        match self.names.get_mut(name) {
            Some(known) => change(known),
            None => {
                let mut known = Name::default();
                change(&mut known);
                self.names.insert_mut(name.to_owned(), known);
            }
        }
    }

    /// How many inputs the program calls so.
    pub(crate) fn called(&self, name: &str) -> u32 {
        self.names.get(name).map_or(0, |known| known.called)
    }

    /// Are people told that some input is called so?
    pub(crate) fn has_label(&self, label: &str) -> bool {
        self.names.get(label).is_some_and(|known| known.is_label)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Input> {
        self.inputs.iter()
    }

    /// Those that are pointers, oldest first, each with its place.
    pub(crate) fn pointers(&self) -> impl Iterator<Item = (usize, &Input)> {
        self.pointers.iter().map(|&place| (place, &self[place]))
    }

    /// The one made last.
    pub(crate) fn last_mut(&mut self) -> Option<&mut Input> {
        let last = self.inputs.len().checked_sub(1)?;
        self.inputs.get_mut(last)
    }
}

impl Index<usize> for InputTable {
    type Output = Input;

    fn index(&self, place: usize) -> &Input {
        self.inputs.get(place).expect("inputs are never taken away")
    }
}

impl IndexMut<usize> for InputTable {
    fn index_mut(&mut self, place: usize) -> &mut Input {
        self.inputs.get_mut(place).expect("inputs are never taken away")
    }
}
