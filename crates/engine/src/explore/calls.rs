//! Who may call whom, by the code.

use std::mem;

use ir::{Callee, FuncId, Inst};
use rustc_hash::FxHashSet;

use crate::image::{CodeKind, Image};
use crate::tree::TreeId;

/// What each function calls; a call through a pointer may be of any function whose address is used.
fn direct_calls(image: &Image<'_>) -> Vec<Vec<FuncId>> {
    let functions = &image.functions;
    let all = (0..functions.len()).map(FuncId::new);
    let bodies: Vec<FuncId> =
        all.filter(|function| matches!(functions[function.index()].kind, CodeKind::Body)).collect();
    let of = |index: usize| -> Vec<FuncId> {
        let Some(body) = &functions[index].function.body else { return Vec::new() };
        let mut callees = Vec::new();
        for inst in &body.code {
            if let Inst::Call(call) = inst {
                match call.callee {
                    Callee::Direct(callee) => callees.push(callee),
                    Callee::Indirect(_) => callees.extend(&bodies),
                }
            }
        }
        callees.sort_unstable();
        callees.dedup();
        callees
    };
    (0..functions.len()).map(of).collect()
}

/// The call graph of a program.
pub(crate) struct Calls {
    /// What each function may call, perhaps through others.
    all: Vec<FxHashSet<FuncId>>,
    /// The longest way of calls from the entry to each function; functions that call each other are one there.
    rank: Vec<u32>,
}

impl Calls {
    pub(crate) fn new(image: &Image<'_>, entry: FuncId) -> Calls {
        let direct = direct_calls(image);
        let mut calls = Calls { all: closure(&direct), rank: vec![0; direct.len()] };
        let mut done = vec![false; direct.len()];
        for function in callers_first(&direct, entry) {
            if done[function.index()] {
                continue;
            }
            let rank = calls.rank[function.index()];
            let mut mates = vec![function];
            let callees = calls.all[function.index()].iter();
            mates.extend(callees.filter(|&&callee| calls.calls_back(callee, function)));
            for &mate in &mates {
                done[mate.index()] = true;
                calls.rank[mate.index()] = rank;
            }
            for callee in mates.iter().flat_map(|mate| &direct[mate.index()]) {
                if !done[callee.index()] {
                    let known = &mut calls.rank[callee.index()];
                    *known = (*known).max(rank + 1);
                }
            }
        }
        calls
    }

    /// May each of two functions be called by the other, perhaps through others?
    pub(crate) fn calls_back(&self, one: FuncId, other: FuncId) -> bool {
        let calls = |from: FuncId, to: FuncId| self.all[from.index()].contains(&to);
        calls(one, other) && calls(other, one)
    }

    /// May the one call the other, perhaps through others?
    pub(crate) fn may_call(&self, from: TreeId, to: TreeId) -> bool {
        let is_deeper = || to.level > from.level || !self.calls_back(from.function, to.function);
        self.all[from.function.index()].contains(&to.function) && is_deeper()
    }

    /// How far it is from the entry: callees after their callers.
    pub(crate) fn rank(&self, of: TreeId) -> Rank {
        (self.rank[of.function.index()], of.level)
    }
}

/// How far something is from the entry.
pub(crate) type Rank = (u32, u32);

fn closure(direct: &[Vec<FuncId>]) -> Vec<FxHashSet<FuncId>> {
    let of = |start: usize| {
        let mut seen = FxHashSet::default();
        let mut next = direct[start].clone();
        while let Some(function) = next.pop() {
            if seen.insert(function) {
                next.extend(&direct[function.index()]);
            }
        }
        seen
    };
    (0..direct.len()).map(of).collect()
}

/// The functions that calls from the entry lead to. Of functions that call each other, the first comes before all that
/// only one of them calls.
fn callers_first(direct: &[Vec<FuncId>], entry: FuncId) -> Vec<FuncId> {
    let mut order = Vec::new();
    let mut seen = vec![false; direct.len()];
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
        stack.extend(direct[function.index()].iter().map(|&callee| (callee, false)));
    }
    order.reverse();
    order
}
