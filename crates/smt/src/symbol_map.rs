//! A map from symbols whose copies share what they have in common.
//!
//! Symbols are numbered one after the other, so it is a tree over the bits of the numbers: a copy that says something else
//! about one symbol has the way to it anew and all else from the original. Everything comes in the order of the symbols.

use std::sync::Arc;

use crate::term::SymbolId;

/// Each level of the tree tells so many bits of a number apart.
const BITS: u32 = 5;

/// A map from symbols to values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SymbolMap<V> {
    /// How many levels of branches are above the leaves.
    height: u32,
    root: Arc<TrieNode<V>>,
}

#[derive(Clone, Debug)]
struct TrieNode<V> {
    /// Which of the children are there.
    there: u32,
    children: Children<V>,
}

/// What a node has, without the gaps.
#[derive(Clone, Debug)]
enum Children<V> {
    Branch(Vec<Arc<TrieNode<V>>>),
    Leaf(Vec<V>),
}

impl<V: PartialEq> PartialEq for TrieNode<V> {
    fn eq(&self, other: &TrieNode<V>) -> bool {
        self.there == other.there
            && match (&self.children, &other.children) {
                (Children::Branch(a), Children::Branch(b)) => {
                    let same = |(a, b): (&Arc<TrieNode<V>>, &Arc<TrieNode<V>>)| {
                        Arc::ptr_eq(a, b) || a == b
                    };
                    a.iter().zip(b).all(same)
                }
                (Children::Leaf(a), Children::Leaf(b)) => a == b,
                _ => false,
            }
    }
}

impl<V: Eq> Eq for TrieNode<V> {}

impl<V> TrieNode<V> {
    fn leaf() -> TrieNode<V> {
        TrieNode { there: 0, children: Children::Leaf(Vec::new()) }
    }

    /// A child, if it is there.
    fn below(&self, child: u32) -> Child<'_, V> {
        match (self.place(child), &self.children) {
            (Ok(place), Children::Branch(nodes)) => Child::Node(Some(&nodes[place])),
            (Ok(place), Children::Leaf(values)) => Child::Value(&values[place]),
            (Err(_), _) => Child::Node(None),
        }
    }

    /// Where a child is, if it is there; else where it would be.
    fn place(&self, child: u32) -> Result<usize, usize> {
        let place = (self.there & ((1 << child) - 1)).count_ones() as usize;
        if self.there & (1 << child) == 0 { Err(place) } else { Ok(place) }
    }
}

/// What is below a node.
enum Child<'a, V> {
    Node(Option<&'a TrieNode<V>>),
    Value(&'a V),
}

/// The child of a node of that height under which a number is.
fn child(number: u32, height: u32) -> u32 {
    (number >> (height * BITS)) & ((1 << BITS) - 1)
}

impl<V> Default for SymbolMap<V> {
    fn default() -> SymbolMap<V> {
        SymbolMap { height: 0, root: Arc::new(TrieNode::leaf()) }
    }
}

impl<V: PartialEq> SymbolMap<V> {
    /// The symbols of which another map doesn't say the same. What both share isn't looked at.
    pub(crate) fn differing(&self, other: &SymbolMap<V>) -> Vec<SymbolId> {
        let mut found = Vec::new();
        let roots = [Some(&*self.root), Some(&*other.root)];
        differing([self.height, other.height], roots, 0, &mut found);
        found
    }
}

impl<V: Clone> SymbolMap<V> {
    /// What is known of a symbol.
    pub(crate) fn get(&self, symbol: SymbolId) -> Option<&V> {
        if !fits(symbol.0, self.height) {
            return None;
        }
        let (mut node, mut height) = (&self.root, self.height);
        loop {
            let place = node.place(child(symbol.0, height)).ok()?;
            match &node.children {
                Children::Leaf(values) => return Some(&values[place]),
                Children::Branch(nodes) => (node, height) = (&nodes[place], height - 1),
            }
        }
    }

    /// Says what a symbol is.
    pub(crate) fn set(&mut self, symbol: SymbolId, value: V) {
        while !fits(symbol.0, self.height) {
            let is_empty = self.root.there == 0;
            let below = Children::Branch(vec![self.root.clone()]);
            self.height += 1;
            self.root = Arc::new(match is_empty {
                true => TrieNode { there: 0, children: Children::Branch(Vec::new()) },
                false => TrieNode { there: 1, children: below },
            });
        }
        let (mut node, mut height) = (&mut self.root, self.height);
        loop {
            let TrieNode { there, children } = Arc::make_mut(node);
            let child = child(symbol.0, height);
            let place = (*there & ((1 << child) - 1)).count_ones() as usize;
            let is_new = *there & (1 << child) == 0;
            *there |= 1 << child;
            match children {
                Children::Leaf(values) if is_new => return values.insert(place, value),
                Children::Leaf(values) => {
                    values[place] = value;
                    return;
                }
                Children::Branch(nodes) => {
                    if is_new {
                        let fresh = match height {
                            1 => TrieNode::leaf(),
                            _ => TrieNode { there: 0, children: Children::Branch(Vec::new()) },
                        };
                        nodes.insert(place, Arc::new(fresh));
                    }
                    (node, height) = (&mut nodes[place], height - 1);
                }
            }
        }
    }

    /// Everything, in order.
    pub(crate) fn iter(&self) -> Vec<(SymbolId, &V)> {
        let mut all = Vec::new();
        collect(&self.root, self.height, 0, &mut all);
        all
    }
}

fn fits(number: u32, height: u32) -> bool {
    number.checked_shr((height + 1) * BITS).unwrap_or(0) == 0
}

/// Adds the symbols from `first` on of which two nodes of these heights don't say the same.
fn differing<V: PartialEq>(
    heights: [u32; 2],
    nodes: [Option<&TrieNode<V>>; 2],
    first: u32,
    found: &mut Vec<SymbolId>,
) {
    if let [Some(a), Some(b)] = nodes
        && std::ptr::eq(a, b)
    {
        return;
    }
    let height = heights[0].max(heights[1]);
    for number in 0..1 << BITS {
        let below = [0, 1].map(|side| match nodes[side] {
            // A map that is less high is what the first child of a higher one is.
            Some(node) if heights[side] < height => Child::Node(Some(node).filter(|_| number == 0)),
            Some(node) => node.below(number),
            None => Child::Node(None),
        });
        let at = first + (number << (height * BITS));
        match below {
            [Child::Node(None), Child::Node(None)] => {}
            [Child::Value(a), Child::Value(b)] if a == b => {}
            [Child::Value(_), _] | [_, Child::Value(_)] => found.push(SymbolId(at)),
            [Child::Node(a), Child::Node(b)] => {
                let heights = heights.map(|it| it.min(height - 1));
                differing(heights, [a, b], at, found);
            }
        }
    }
}

fn collect<'a, V>(
    node: &'a TrieNode<V>,
    height: u32,
    first: u32,
    all: &mut Vec<(SymbolId, &'a V)>,
) {
    let numbers = (0..32).filter(|child| node.there & (1 << child) != 0);
    match &node.children {
        Children::Leaf(values) => {
            all.extend(numbers.zip(values).map(|(child, value)| (SymbolId(first + child), value)));
        }
        Children::Branch(nodes) => {
            for (child, node) in numbers.zip(nodes) {
                collect(node, height - 1, first + (child << (height * BITS)), all);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::SymbolMap;
    use crate::term::SymbolId;

    #[test]
    fn says_what_it_was_told_and_copies_stay_as_they_were() {
        let mut number = 1_u32;
        let (mut map, mut oracle) = (SymbolMap::default(), BTreeMap::new());
        let mut copies = Vec::new();
        for round in 0..2_000 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Numbers of all sizes, up to the largest.
            let symbol = number >> (number % 32);
            map.set(SymbolId(symbol), round);
            oracle.insert(symbol, round);
            if round % 100 == 0 {
                copies.push((map.clone(), oracle.clone()));
            }
        }
        copies.push((map, oracle));
        for (map, oracle) in &copies {
            let all: Vec<(u32, i32)> =
                map.iter().into_iter().map(|(key, &it)| (key.0, it)).collect();
            assert_eq!(all, oracle.iter().map(|(&key, &it)| (key, it)).collect::<Vec<_>>());
            for at in oracle.keys().flat_map(|&key| [key, key.wrapping_add(1)]) {
                assert_eq!(map.get(SymbolId(at)), oracle.get(&at));
            }
        }
    }

    #[test]
    fn knows_where_two_differ() {
        let mut number = 7_u32;
        let mut next = || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            number
        };
        for round in 0..200 {
            let mut maps = [SymbolMap::default(), SymbolMap::default()];
            let mut oracles = [BTreeMap::new(), BTreeMap::new()];
            for _ in 0..round {
                let (symbol, value) = (next() >> (next() % 32), next() >> 30);
                // One of them, or both: as a copy would have it.
                for side in [0..1, 1..2, 0..2, 0..2][next() as usize >> 30].clone() {
                    maps[side].set(SymbolId(symbol), value);
                    oracles[side].insert(symbol, value);
                }
                if next() >> 27 == 0 {
                    maps[1] = maps[0].clone();
                    oracles[1] = oracles[0].clone();
                }
            }
            let all: BTreeMap<u32, ()> =
                oracles.iter().flat_map(|it| it.keys().map(|&key| (key, ()))).collect();
            let differ = |it: &&u32| oracles[0].get(it) != oracles[1].get(it);
            let expected: Vec<SymbolId> =
                all.keys().filter(differ).map(|&it| SymbolId(it)).collect();
            assert_eq!(maps[0].differing(&maps[1]), expected);
        }
    }

    #[test]
    fn equal_if_they_say_the_same() {
        let (mut a, mut b) = (SymbolMap::default(), SymbolMap::default());
        let symbols = [5, 70_000, 0, 31, 32, 1_023];
        symbols.iter().for_each(|&symbol| a.set(SymbolId(symbol), symbol));
        symbols.iter().rev().for_each(|&symbol| b.set(SymbolId(symbol), symbol));
        assert_eq!(a, b);
        b.set(SymbolId(31), 0);
        assert_ne!(a, b);
    }
}
