//! Who may call whom, by the code.

use std::mem;

use ir::{Callee, FuncId, Inst};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::image::{CodeKind, Image};

/// What each function calls; a call through a pointer may be of any function whose address is used.
pub(crate) fn direct_calls(image: &Image<'_>) -> Vec<Vec<FuncId>> {
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

/// What each function may call, perhaps through others.
pub(crate) fn closure(direct: &[Vec<FuncId>]) -> Vec<FxHashSet<FuncId>> {
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

/// The longest way of calls from the entry to each function, recursion apart.
pub(crate) fn ranks(direct: &[Vec<FuncId>], entry: FuncId) -> Vec<u32> {
    let mut rank = vec![0; direct.len()];
    let mut order = Vec::new();
    let mut seen = vec![false; direct.len()];
    // Callees before callers.
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
    let place: FxHashMap<FuncId, usize> =
        order.iter().enumerate().map(|(place, &function)| (function, place)).collect();
    for &caller in order.iter().rev() {
        for callee in &direct[caller.index()] {
            // Only those that come later in the order of calls: the others call themselves.
            if place.get(callee).is_some_and(|&at| at < place[&caller]) {
                rank[callee.index()] = rank[callee.index()].max(rank[caller.index()] + 1);
            }
        }
    }
    rank
}
