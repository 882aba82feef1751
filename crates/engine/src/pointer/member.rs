//! Unions in inputs: which member of one is there is found out by what is done with it.
//!
//! A word that is a pointer in one member and a number in another is the term `is_member ? pointer : number`. Copying
//! it, comparing it for equality and adding to it say nothing about which it is. Going through it takes the pointer, and
//! computing with it the number: that decides the member, and the other side is no input that is asked about.

use ir::debug::TypeId;
use ir::{BinaryOp, CodeOrigin, CompareOp};
use smt::{Op, Sort, SymbolId, TermId, TermPool};

use crate::machine::context::{Context, Stop};
use crate::machine::fault::{Fault, NULL_PAGE};
use crate::memory::Layout;
use crate::pointer::choice;
use crate::summary::origin::UnionWords;
use crate::value::Value;

/// Terms with more parts than this are looked at no further.
const MOST_PARTS: usize = 256;

impl Context<'_, '_> {
    /// A value is looked at as nothing but a number.
    pub(crate) fn look_at_number(&mut self, value: Value) -> Result<(), Stop> {
        self.as_number(value)?;
        self.look_at(value);
        Ok(())
    }

    /// Operands are computed with: only what is added to, or subtracted from, may be a pointer.
    pub(crate) fn compute_with(&mut self, op: BinaryOp, a: Value, b: Value) -> Result<(), Stop> {
        match op {
            BinaryOp::Sub => Ok(()),
            // The index of an array is added to its address.
            BinaryOp::Add if self.is_pointer(a) => self.as_number(b),
            BinaryOp::Add if self.is_pointer(b) => self.as_number(a),
            BinaryOp::Add => Ok(()),
            _ => self.as_number(a).and_then(|()| self.as_number(b)),
        }
    }

    /// Operands are compared: what is greater or less than a number is one.
    pub(crate) fn order_members(&mut self, op: CompareOp, a: Value, b: Value) -> Result<(), Stop> {
        if matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Ok(());
        }
        if !self.is_pointer(b) {
            self.as_number(a)?;
        }
        if !self.is_pointer(a) {
            self.as_number(b)?;
        }
        Ok(())
    }

    /// Is it certainly an address, or a choice between addresses?
    fn is_pointer(&self, value: Value) -> bool {
        let layout = self.memory.layout();
        match self.shades.term(value) {
            None => value.bits >= NULL_PAGE && layout.zone(value.bits).is_some(),
            Some(term) => choice::points(self.pool, layout, term),
        }
    }

    /// A value is used as nothing but a number.
    pub(crate) fn as_number(&mut self, value: Value) -> Result<(), Stop> {
        let is_library =
            self.image.program.function(self.frame.function).origin == CodeOrigin::Runtime;
        if self.origins.unions.conditions.is_empty() || is_library {
            return Ok(());
        }
        let Some(term) = self.shades.term(value) else { return Ok(()) };
        for (condition, holds) in pointer_conditions(self.pool, &self.origins.unions, term) {
            match self.run.path.condition.knows(self.pool, condition) {
                None => return Err(Stop::Decide(condition)),
                Some(known) if known == holds => return Err(Fault::OtherMember.into()),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// A value is used as a pointer: if it is from a union, that decides its choices.
    pub(crate) fn as_member(&mut self, pointer: TermId) -> Result<(), Stop> {
        let unions = &self.origins.unions;
        if !unions.conditions.is_empty()
            && !pointer_conditions(self.pool, unions, pointer).is_empty()
        {
            choice::settle(self, pointer)?;
        }
        Ok(())
    }
}

/// Is what is accessed through a pointer what its type says, rather than what that of another member says? So many bytes
/// are: `u.text[0]` is a character, `u.node->key` a number.
pub(crate) fn fits(cx: &mut Context<'_, '_>, pointer: TermId, bytes: u64) -> Result<(), Stop> {
    if cx.origins.unions.pointees.is_empty() {
        return Ok(());
    }
    let Some((mut word, offset)) = at_offset(cx.pool, pointer) else { return Ok(()) };
    let (mut chosen, mut others) = (None, Vec::new());
    while let (Op::Ite, &[condition, then, otherwise]) = (cx.pool.op(word), cx.pool.args(word))
        && let Some(&pointee) = cx.origins.unions.pointees.get(&then)
    {
        match cx.run.path.condition.knows(cx.pool, condition) {
            Some(true) => chosen = Some(pointee),
            _ => others.push(pointee),
        }
        word = otherwise;
    }
    let debug = &cx.image.program.debug;
    let fits = |pointee: TypeId| {
        let element = debug.size(pointee).unwrap_or(1).max(1);
        debug.has_number(pointee, offset, bytes) || offset == 0 && bytes == element
    };
    match chosen {
        Some(chosen) if !fits(chosen) && others.into_iter().any(fits) => {
            Err(Fault::OtherMember.into())
        }
        _ => Ok(()),
    }
}

/// A pointer as a word and a constant that is added to it.
fn at_offset(pool: &TermPool, pointer: TermId) -> Option<(TermId, u64)> {
    match (pool.op(pointer), pool.args(pointer)) {
        (Op::Ite, _) => Some((pointer, 0)),
        (Op::Add, &[a, b]) => {
            let constant = |term: TermId| pool.as_bits(term).and_then(|bits| bits.to_u64());
            constant(a).map(|offset| (b, offset)).or_else(|| constant(b).map(|offset| (a, offset)))
        }
        _ => None,
    }
}

/// A pointer without choices is gone through: it must not be a number.
pub(crate) fn as_pointer(
    pool: &mut TermPool,
    unions: &UnionWords,
    layout: Layout,
    pointer: TermId,
) -> Result<(), Stop> {
    let none = unions.bytes.is_empty() && unions.untyped.is_empty();
    if none || choice::points(pool, layout, pointer) {
        return Ok(());
    }
    as_typed(pool, unions, layout, pointer)?;
    let symbols = pool.free_symbols(pointer);
    match symbols.iter().any(|symbol| unions.bytes.contains(symbol)) {
        true => Err(Fault::OtherMember.into()),
        false => Ok(()),
    }
}

/// A pointer is used: it must not be made of bytes that a `void *` leads to, which may have been any.
pub(crate) fn as_typed(
    pool: &mut TermPool,
    unions: &UnionWords,
    layout: Layout,
    pointer: TermId,
) -> Result<(), Stop> {
    if unions.untyped.is_empty() || has_base(pool, layout, pointer) {
        return Ok(());
    }
    let is_byte = |symbol: &SymbolId| unions.untyped.contains(symbol);
    match pool.free_symbols(pointer).iter().any(is_byte) {
        true => Err(Fault::UntypedValue.into()),
        false => Ok(()),
    }
}

/// Is it an address, or one that something is added to? What is added is an index, of whatever bytes.
fn has_base(pool: &TermPool, layout: Layout, pointer: TermId) -> bool {
    let is_sum = matches!(pool.op(pointer), Op::Add);
    choice::points(pool, layout, pointer)
        || is_sum && pool.args(pointer).iter().any(|&part| has_base(pool, layout, part))
}

/// The conditions under which parts of a term are pointers of unions: each with what it is then.
fn pointer_conditions(
    pool: &mut TermPool,
    unions: &UnionWords,
    term: TermId,
) -> Vec<(TermId, bool)> {
    let (mut found, mut pending, mut seen) = (Vec::new(), vec![term], Vec::new());
    while let Some(term) = pending.pop() {
        if seen.contains(&term) || seen.len() > MOST_PARTS {
            continue;
        }
        seen.push(term);
        let args = pool.args(term).to_vec();
        match (pool.op(term), &args[..]) {
            (Op::Ite, &[condition, then, otherwise]) => {
                pending.extend([then, otherwise]);
                let negated = pool.not(condition);
                let both = [(condition, true), (negated, false)];
                let is_one = |it: &&(TermId, bool)| unions.conditions.contains(&it.0);
                found.extend(both.iter().find(is_one).map(|it| (condition, it.1)));
            }
            _ => pending.extend(args.into_iter().filter(|&arg| pool.sort(arg) != Sort::Bool)),
        }
    }
    found
}
