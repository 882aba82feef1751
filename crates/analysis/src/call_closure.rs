//! Who may call whom, by the code.

use std::mem;

use ir::{FuncId, Program};

use crate::call_graph::CallGraph;

/// The closure of a program's call graph, seen from its entry.
pub struct CallClosure {
    /// What each function may call, perhaps through others.
    all: Vec<Functions>,
    /// The longest way of calls from the entry to each function; functions that call each other are one there.
    rank: Vec<u32>,
}

impl CallClosure {
    /// The closure of a program's calls, with its entry.
    pub fn new(program: &Program, entry: FuncId) -> CallClosure {
        let graph = CallGraph::new(program);
        let count = program.functions.len();
        let mut calls = CallClosure { all: closure(&graph, count), rank: vec![0; count] };
        let mut done = vec![false; count];
        for function in callers_first(&graph, count, entry) {
            if done[function.index()] {
                continue;
            }
            let rank = calls.rank[function.index()];
            let mut mates = vec![function];
            let callees = calls.all[function.index()].iter();
            mates.extend(callees.filter(|&callee| calls.calls_back(callee, function)));
            for &mate in &mates {
                done[mate.index()] = true;
                calls.rank[mate.index()] = rank;
            }
            for callee in mates.iter().flat_map(|&mate| graph.callees(mate)) {
                if !done[callee.index()] {
                    let known = &mut calls.rank[callee.index()];
                    *known = (*known).max(rank + 1);
                }
            }
        }
        calls
    }

    /// May each of two functions be called by the other, perhaps through others?
    pub fn calls_back(&self, one: FuncId, other: FuncId) -> bool {
        let calls = |from: FuncId, to: FuncId| self.all[from.index()].contains(to);
        calls(one, other) && calls(other, one)
    }

    /// May the one call the other, perhaps through others?
    pub fn may_call(&self, from: FuncId, to: FuncId) -> bool {
        self.all[from.index()].contains(to)
    }

    /// The longest way of calls from the entry: callees after their callers.
    pub fn rank(&self, of: FuncId) -> u32 {
        self.rank[of.index()]
    }
}

/// A set of functions: a bit for each, as in a deep call graph most functions may call most.
#[derive(Default)]
struct Functions {
    words: Vec<u64>,
}

impl Functions {
    fn contains(&self, function: FuncId) -> bool {
        let index = function.index();
        self.words.get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }

    /// Adds a function; false if it was there.
    fn insert(&mut self, function: FuncId) -> bool {
        let (word, bit) = (function.index() / 64, 1 << (function.index() % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    fn iter(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.words.iter().enumerate().flat_map(|(word, &bits)| {
            let bits = (0..64).filter(move |bit| bits & (1 << bit) != 0);
            bits.map(move |bit| FuncId::new(64 * word + bit))
        })
    }
}

fn closure(graph: &CallGraph, count: usize) -> Vec<Functions> {
    let of = |start: usize| {
        let mut seen = Functions::default();
        let mut next = graph.callees(FuncId::new(start)).to_vec();
        while let Some(function) = next.pop() {
            if seen.insert(function) {
                next.extend(graph.callees(function));
            }
        }
        seen
    };
    (0..count).map(of).collect()
}

/// The functions that calls from the entry lead to. Of functions that call each other, the first comes before all that
/// only one of them calls.
fn callers_first(graph: &CallGraph, count: usize, entry: FuncId) -> Vec<FuncId> {
    let mut order = Vec::new();
    let mut seen = vec![false; count];
    let mut stack = vec![(entry, false)];
    while let Some((function, done)) = stack.pop() {
        if done {
            order.push(function);
            continue;
        }
        if mem::replace(&mut seen[function.index()], true) {
            continue;
        }
        stack.push((function, true));
        stack.extend(graph.callees(function).iter().map(|&callee| (callee, false)));
    }
    order.reverse();
    order
}
