//! Structures in registers: small ones are given and returned in one or two, which the source doesn't know.

use ir::debug::TypeId;
use ir::{FuncId, Ty};
use smt::{Op, SymbolId, TermId};

use crate::search::render::names::{Meaning, SymbolNames, Whole};
use crate::search::render::phrase::Phrase;
use crate::search::render::spot::Spot;
use crate::summary::tree::NodeId;

/// A register, as a part of a variable of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ParamPart {
    /// The parameter it is of.
    pub param: usize,
    /// Where in that it begins.
    pub offset: u64,
}

/// Whose members they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Owner {
    Parameter(usize),
    Result(NodeId),
}

/// What one register holds of a structure.
const WORD: u64 = 8;
/// Larger ones aren't written down.
const LARGEST: u64 = 64;

impl SymbolNames<'_> {
    /// What each parameter register of a function holds, if the source's parameters account for all of them.
    pub(super) fn passed(&self, function: FuncId) -> Option<Vec<ParamPart>> {
        let function = self.image.program.function(function);
        let registers = &function.signature.params;
        let mut passed = Vec::new();
        for (param, variable) in function.debug.as_ref()?.params.iter().enumerate() {
            let rest = registers.get(passed.len()..)?;
            let count = match self.is_scalar(variable.ty) {
                true => 1,
                false => self.registers_of(variable.ty, rest)?,
            };
            passed.extend((0..count).map(|index| ParamPart { param, offset: index * WORD }));
        }
        (passed.len() == registers.len()).then_some(passed)
    }

    /// How many of these registers a structure takes; a large one is behind a pointer.
    fn registers_of(&self, ty: TypeId, registers: &[Ty]) -> Option<u64> {
        let size = self.debug().size(ty)?;
        if size > 2 * WORD {
            return Some(1);
        }
        let count = size.div_ceil(WORD);
        let holds = |index: u64| {
            let needed = (size - index * WORD).min(WORD);
            let register = registers.get(index as usize);
            register.is_some_and(|register| u64::from(register.bits()) >= 8 * needed)
        };
        (0..count).all(holds).then_some(count)
    }

    /// Makes a register parts of the members of a structure; false if it is another value.
    pub(super) fn introduce_members(
        &mut self,
        symbol: SymbolId,
        ty: TypeId,
        offset: u64,
        variable: &str,
        owner: Owner,
    ) -> bool {
        let size = self.debug().size(ty).unwrap_or(0);
        if self.is_scalar(ty) || size == 0 || size > 2 * WORD {
            return false;
        }
        let meaning = match owner {
            Owner::Parameter(_) => Meaning::Parameter,
            Owner::Result(_) => Meaning::Result,
        };
        let register = self.pool.variable(symbol);
        let bytes = u64::from(self.pool.width(register)) / 8;
        let parts: Vec<TermId> = (offset..offset + bytes)
            .map(|at| {
                let spot = self.member_spot(ty, at, variable);
                let low = 8 * (at - spot.start as u64) as u32;
                let key = Whole::Member(owner, spot.start as u64);
                let meaning = if spot.ty.is_some() { meaning } else { Meaning::Padding };
                let whole = self.whole(key, spot, meaning);
                self.pool.extract(low + 7, low, whole)
            })
            .collect();
        let joined = self.pool.join(&parts);
        self.found.parts.insert(register, joined);
        true
    }

    fn member_spot(&self, ty: TypeId, at: u64, variable: &str) -> Spot {
        match self.debug().member(ty, at) {
            Some(member) => Spot {
                phrase: Phrase::primary(format!("{variable}{}", member.suffix)),
                ty: Some(member.ty),
                start: member.start as i64,
                size: member.size,
            },
            None => Spot {
                phrase: Phrase::words(format!("byte {at} of {variable}")),
                ty: None,
                start: at as i64,
                size: 1,
            },
        }
    }

    /// A structure in registers, as C writes one down. Padding isn't said.
    pub(super) fn structure(&mut self, ty: TypeId, registers: &[TermId]) -> Option<String> {
        let size = self.debug().size(ty).filter(|&size| size <= LARGEST && !self.is_scalar(ty))?;
        let registers: Vec<TermId> = registers.iter().map(|&it| self.reworded(it)).collect();
        let mut members = Vec::new();
        let mut at = 0;
        while at < size {
            let Some(member) = self.debug().member(ty, at) else {
                at += 1;
                continue;
            };
            // A harness sees it as a whole.
            let (register, low) = match registers[..] {
                [whole] => (whole, 8 * at as u32),
                _ => (*registers.get((at / WORD) as usize)?, 8 * (at % WORD) as u32),
            };
            let high = low + 8 * member.size as u32 - 1;
            if high >= self.pool.width(register) {
                return None;
            }
            let value = self.pool.extract(high, low, register);
            members.push((member.suffix, value, member.ty));
            at += member.size;
        }
        if let Some(whole) = self.same_structure(&members) {
            return Some(whole);
        }
        let members: Vec<String> = members
            .into_iter()
            .map(|(suffix, value, ty)| format!("{suffix} = {}", self.shown_value(value, Some(ty))))
            .collect();
        Some(format!("{{{}}}", members.join(", ")))
    }

    /// The variable all of whose members these are.
    fn same_structure(&self, members: &[(String, TermId, TypeId)]) -> Option<String> {
        let mut variable: Option<&str> = None;
        for (suffix, value, _) in members {
            let Op::Symbol(symbol) = self.pool.op(*value) else { return None };
            let name = self.name(symbol)?.phrase.text.strip_suffix(suffix.as_str())?;
            if *variable.get_or_insert(name) != name {
                return None;
            }
        }
        variable.map(str::to_owned)
    }
}
