//! Pointers that are a choice between objects, `c ? &a : &b`, or between an object and null.
//!
//! Going through such a pointer decides the choice first, so that each object is a path of its own. An
//! index that is a choice between numbers is left alone: it stays inside one object.

use smt::{Op, TermId, TermPool};

use crate::machine::Interpreter;
use crate::machine::context::{Context, Stop};
use crate::machine::fault::NULL_PAGE;
use crate::memory::Layout;
use crate::pointer::{constant_part, member};
use crate::state::State;
use crate::state::path_condition::PathCondition;
use crate::summary::origin::UnionWords;

/// A pointer without choices.
pub(crate) enum Settled {
    /// It is null, perhaps with something added.
    Null,
    /// It is that, made from the address that was chosen, if any was.
    Pointer(TermId, Option<u64>),
}

/// A pointer that is one of two.
struct PointerChoice {
    condition: TermId,
    then: TermId,
    otherwise: TermId,
    /// The addresses that are chosen between, if they are constant.
    bases: [Option<u64>; 2],
}

/// Decides all choices in a pointer.
pub(crate) fn settle(cx: &mut Context<'_, '_>, pointer: TermId) -> Result<Settled, Stop> {
    let layout = cx.memory.layout();
    settle_with(cx.pool, &cx.origins.unions, &mut cx.run.path.condition, layout, pointer)
}

impl Interpreter<'_, '_> {
    /// Like [`settle`], outside an instruction.
    pub(crate) fn settle(&mut self, state: &mut State, pointer: TermId) -> Result<Settled, Stop> {
        let layout = state.memory.layout();
        let (unions, path) = (&self.origins.unions, &mut state.path.condition);
        settle_with(self.pool, unions, path, layout, pointer)
    }
}

fn settle_with(
    pool: &mut TermPool,
    unions: &UnionWords,
    path: &mut PathCondition,
    layout: Layout,
    mut pointer: TermId,
) -> Result<Settled, Stop> {
    let mut base = None;
    while let Some(choice) = find(pool, layout, pointer) {
        let Some(holds) = path.knows(pool, choice.condition) else {
            path.ask(choice.condition);
            return Err(Stop::Decide(choice.condition));
        };
        base = choice.bases[usize::from(!holds)];
        if base.is_some_and(is_null) {
            return Ok(Settled::Null);
        }
        pointer = if holds { choice.then } else { choice.otherwise };
    }
    member::as_pointer(pool, unions, layout, pointer)?;
    Ok(Settled::Pointer(pointer, base))
}

/// Null, perhaps with something added or taken away.
fn is_null(address: u64) -> bool {
    (address as i64).unsigned_abs() < NULL_PAGE
}

fn find(pool: &mut TermPool, layout: Layout, pointer: TermId) -> Option<PointerChoice> {
    match pool.op(pointer) {
        Op::Ite => {
            let &[condition, then, otherwise] = pool.args(pointer) else { return None };
            let sides = [then, otherwise];
            if !sides.iter().any(|&side| points(pool, layout, side)) {
                return None;
            }
            let bases = sides.map(|side| pool.as_bits(side).and_then(|bits| bits.to_u64()));
            Some(PointerChoice { condition, then, otherwise, bases })
        }
        Op::Add => {
            let &[a, b] = pool.args(pointer) else { return None };
            let (choice, added) = match find(pool, layout, a) {
                Some(choice) => (choice, b),
                None => (find(pool, layout, b)?, a),
            };
            let then = pool.add(choice.then, added);
            let otherwise = pool.add(choice.otherwise, added);
            Some(PointerChoice { then, otherwise, ..choice })
        }
        _ => None,
    }
}

/// Is it an address in the program's memory, or made from one?
pub(crate) fn points(pool: &TermPool, layout: Layout, term: TermId) -> bool {
    let constant = match pool.op(term) {
        Op::Ite => {
            let &[_, then, otherwise] = pool.args(term) else { return false };
            return points(pool, layout, then) || points(pool, layout, otherwise);
        }
        Op::Add => constant_part(pool, term),
        _ => pool.as_bits(term).and_then(|bits| bits.to_u64()),
    };
    constant.is_some_and(|address| address >= NULL_PAGE && layout.zone(address).is_some())
}
