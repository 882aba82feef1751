//! The inputs that a path has made, in order. Forks share them.

use std::hash::BuildHasherDefault;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use rpds::{HashTrieMapSync, VectorSync};
use rustc_hash::FxHasher;

use crate::state::Input;
use crate::summary::origin::InputKey;
use crate::summary::origin::InputSource;

/// A list of inputs that knows which names are taken.
#[derive(Clone, Debug, Default)]
pub struct InputTable {
    inputs: VectorSync<Input>,
    /// The number that the next input has which the program calls so. Others of that name have all the smaller ones,
    /// or something else has a label that reads the same.
    numbers: HashTrieMapSync<Arc<str>, u32, BuildHasherDefault<FxHasher>>,
    /// Those that are pointers: accesses look for them, and mostly there are few.
    pointers: VectorSync<usize>,
}

impl InputTable {
    /// Adds an input.
    pub(crate) fn push(&mut self, input: Input) {
        if input.pointed.is_some() {
            self.pointers.push_back_mut(self.inputs.len());
        }
        self.inputs.push_back_mut(input);
    }

    /// What an input is to be known by that the program calls so: its label is no other's on this path.
    pub(crate) fn announce(&mut self, name: &str, source: InputSource) -> InputKey {
        let (name, nth) = match self.numbers.get_key_value(name) {
            Some((name, &nth)) => (name.clone(), nth),
            None => (name.into(), 0),
        };
        let mut key = InputKey { source, name, nth };
        while self.is_taken(&key) {
            key.nth += 1;
        }
        self.numbers.insert_mut(key.name.clone(), key.nth + 1);
        key
    }

    /// Does an input of another name have a label that reads like this one? That is `x#2`, which the program may also call
    /// an input, and the third `x`; so only names are kept, of which there are few, and no labels.
    fn is_taken(&self, key: &InputKey) -> bool {
        if key.nth > 0 {
            return self.numbers.contains_key(key.to_string().as_str());
        }
        let numbered = key.name.rsplit_once('#').and_then(|(name, nth)| {
            let nth: u32 = nth.parse().ok()?;
            // Of the ways to write a number, labels have one.
            nth.to_string().eq(&key.name[name.len() + 1..]).then_some((name, nth))
        });
        numbered.is_some_and(|(name, nth)| {
            nth > 0 && self.numbers.get(name).is_some_and(|&next| nth < next)
        })
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

#[cfg(test)]
mod tests {
    use super::InputTable;
    use crate::summary::origin::InputSource;

    fn labels(names: &[&str]) -> Vec<String> {
        let mut table = InputTable::default();
        names.iter().map(|name| table.announce(name, InputSource::Marked).to_string()).collect()
    }

    #[test]
    fn no_two_inputs_have_the_same_label() {
        assert_eq!(labels(&["x", "x", "y", "x"]), ["x", "x#1", "y", "x#2"]);
        // The program calls one as another is numbered, before or after.
        assert_eq!(labels(&["x#1", "x", "x", "x"]), ["x#1", "x", "x#2", "x#3"]);
        assert_eq!(labels(&["x", "x", "x#1", "x#1"]), ["x", "x#1", "x#1#1", "x#1#2"]);
        assert_eq!(labels(&["x", "x", "x#01", "x#+1", "x#0"]), ["x", "x#1", "x#01", "x#+1", "x#0"]);
        assert_eq!(labels(&["x#1#1", "x", "x", "x#1"]), ["x#1#1", "x", "x#1", "x#1#2"]);
    }
}
