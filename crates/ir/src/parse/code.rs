//! Function bodies in text form.

use std::collections::HashMap;

use super::{Parsed, Parser};
use crate::mnemonic::{
    self, BINARY, CHECK, COMPARE, FLOAT_BINARY, FLOAT_COMPARE, FLOAT_UNARY, POINTER_USE, UNARY,
};
use crate::passes::number_consts;
use crate::token::TokenKind;
use crate::{
    ArgKind, BlockRange, Body, Call, Callee, Convert, FileId, FloatTy, Inst, Operand, Reg, RegInfo,
    Signature, Slot, SlotId, SourceLoc, Switch, TargetMachine, Ty, Wide, WideOp, Width,
};

/// The registers and slots declared so far.
#[derive(Default)]
pub(super) struct Declarations {
    regs: Vec<RegInfo>,
    /// The first register of each name.
    named_regs: HashMap<String, Reg>,
    slots: Vec<Slot>,
    named_slots: HashMap<String, SlotId>,
}

impl Declarations {
    /// Reads the name of a register that is declared here.
    pub(super) fn declare_reg(&mut self, parser: &mut Parser, ty: Ty) -> Parsed<()> {
        let index = self.regs.len();
        let name = declaration(parser, '%', index)?;
        if let Some(name) = &name {
            self.named_regs.entry(name.clone()).or_insert(Reg::new(index));
        }
        self.regs.push(RegInfo { ty, name });
        Ok(())
    }

    fn declare_slot(&mut self, parser: &mut Parser) -> Parsed<()> {
        let index = self.slots.len();
        let name = declaration(parser, '$', index)?;
        if let Some(name) = &name {
            self.named_slots.entry(name.clone()).or_insert(SlotId::new(index));
        }
        parser.keyword("size")?;
        let size = parser.integer()?;
        parser.keyword("align")?;
        let align = parser.integer()?;
        let scoped = parser.has_word("scoped");
        self.slots.push(Slot { size, align, name, scoped });
        Ok(())
    }
}

fn declaration(parser: &mut Parser, sigil: char, index: usize) -> Parsed<Option<String>> {
    let (name, number) = match parser.next() {
        TokenKind::Name { sigil: found, name, apart } if found == sigil => (Some(name), apart),
        TokenKind::Numbered { sigil: found, number } if found == sigil => (None, Some(number)),
        _ => return Err(parser.error_before(&format!("expected a name after `{sigil}`"))),
    };
    if number.is_some_and(|number| number as usize != index) {
        return Err(parser.error_before(&format!("this is number {index}")));
    }
    Ok(name)
}

impl Parser {
    /// A body in braces.
    pub(super) fn body(
        &mut self,
        mut names: Declarations,
        signature: &Signature,
        target: TargetMachine,
    ) -> Parsed<Body> {
        if names.regs.len() != signature.params.len() {
            return Err(self.error("every parameter of a function with a body has a name"));
        }
        self.expect('{')?;
        self.end_of_line()?;
        while self.has_word("regs") {
            self.regs(&mut names)?;
        }
        while self.has_word("slot") {
            names.declare_slot(self)?;
            self.end_of_line()?;
        }
        let body = Body { regs: std::mem::take(&mut names.regs), ..Body::default() };
        let mut code = CodeParser {
            parser: self,
            body,
            names,
            returns: &signature.returns,
            pointer: target.pointer(),
        };
        code.blocks()?;
        let CodeParser { mut body, names, .. } = code;
        body.slots = names.slots;
        number_consts(&mut body);
        Ok(body)
    }

    fn regs(&mut self, names: &mut Declarations) -> Parsed<()> {
        loop {
            let ty = self.ty()?;
            while let TokenKind::Name { .. } | TokenKind::Numbered { .. } = self.peek() {
                names.declare_reg(self, ty)?;
            }
            if !self.has(',') {
                return self.end_of_line();
            }
        }
    }
}

/// The instructions of one function.
struct CodeParser<'p> {
    parser: &'p mut Parser,
    body: Body,
    names: Declarations,
    returns: &'p [Ty],
    pointer: Ty,
}

impl CodeParser<'_> {
    fn blocks(&mut self) -> Parsed<()> {
        while !self.parser.has('}') {
            let block = self.parser.block()?;
            if block.index() != self.body.blocks.len() {
                return Err(self.parser.error_before("the blocks aren't in order"));
            }
            self.parser.expect(':')?;
            self.parser.end_of_line()?;
            let start = self.body.code.len() as u32;
            while !self.at_block_end() {
                let inst = self.inst()?;
                self.body.code.push(inst);
                let loc = self.loc()?;
                self.body.locs.push(loc);
                self.parser.end_of_line()?;
            }
            self.body.blocks.push(BlockRange { start, end: self.body.code.len() as u32 });
        }
        Ok(())
    }

    fn at_block_end(&self) -> bool {
        let labelled = self.parser.token(self.parser.at + 1).kind == TokenKind::Mark(':');
        match self.parser.peek() {
            TokenKind::Mark('}') | TokenKind::End => true,
            TokenKind::Word(_) => labelled,
            _ => false,
        }
    }

    fn loc(&mut self) -> Parsed<Option<SourceLoc>> {
        if !self.parser.has('!') {
            return Ok(None);
        }
        let file = FileId(self.parser.integer()?);
        self.parser.expect(':')?;
        let line = self.parser.integer()?;
        self.parser.expect(':')?;
        Ok(Some(SourceLoc { file, line, column: self.parser.integer()? }))
    }

    fn inst(&mut self) -> Parsed<Inst> {
        let results = self.results()?;
        let word = self.parser.word()?;
        match (results.as_slice(), word.as_str()) {
            (_, "call") => self.call(results),
            (&[low, high], "wide") => self.wide([low, high]),
            (&[dst], _) => self.computation(&word, dst),
            ([], _) => self.statement(&word),
            _ => Err(self.parser.error_before("this doesn't have several results")),
        }
    }

    fn results(&mut self) -> Parsed<Vec<Reg>> {
        let mut results = vec![];
        if let TokenKind::Name { .. } | TokenKind::Numbered { .. } = self.parser.peek() {
            results.push(self.reg()?);
            while self.parser.has(',') {
                results.push(self.reg()?);
            }
            self.parser.expect('=')?;
        }
        Ok(results)
    }

    /// What gives one result.
    fn computation(&mut self, word: &str, dst: Reg) -> Parsed<Inst> {
        let ty = self.body.ty(dst);
        if let Some(op) = mnemonic::value(&BINARY, word) {
            let nsw = self.parser.has_word("nsw");
            let width = self.width()?;
            let (a, b) = self.pair(Ty::Int(width))?;
            return Ok(Inst::Binary { op, width, nsw, dst, a, b });
        }
        if let Some(op) = mnemonic::value(&UNARY, word) {
            let width = self.width()?;
            return Ok(Inst::Unary { op, width, dst, a: self.operand(Ty::Int(width))? });
        }
        if let Some(op) = mnemonic::value(&COMPARE, word) {
            let width = self.width()?;
            let (a, b) = self.pair(Ty::Int(width))?;
            return Ok(Inst::Compare { op, width, dst, a, b });
        }
        if let Some(op) = convert(word) {
            let op = self.conversion(op)?;
            return Ok(Inst::Convert { op, dst, a: self.operand(op.types().0)? });
        }
        match word {
            "copy" => Ok(Inst::Copy { dst, src: self.operand(ty)? }),
            "freeze" => Ok(Inst::Freeze { dst, src: self.operand(ty)? }),
            "sext" | "zext" => {
                let from = self.width()?;
                self.parser.keyword("to")?;
                let to = self.width()?;
                let a = self.operand(Ty::Int(from))?;
                Ok(Inst::Extend { signed: word == "sext", from, to, dst, a })
            }
            "trunc" => {
                self.parser.keyword("to")?;
                Ok(Inst::Truncate { to: self.width()?, dst, a: self.untyped()? })
            }
            "select" => {
                let cond = self.operand(Ty::BOOL)?;
                self.parser.expect(',')?;
                let (a, b) = self.pair(ty)?;
                Ok(Inst::Select { dst, cond, a, b })
            }
            "load" => {
                let ty = self.parser.ty()?;
                let (addr, offset) = self.address()?;
                Ok(Inst::Load { ty, dst, addr, offset })
            }
            "slot" => Ok(Inst::SlotAddr { dst, slot: self.slot()? }),
            "stacksave" => Ok(Inst::StackSave { dst }),
            "alloca" => {
                let size = self.untyped()?;
                self.parser.keyword("align")?;
                Ok(Inst::Alloca { dst, size, align: self.parser.integer()? })
            }
            _ => self.float(word, dst),
        }
    }

    fn float(&mut self, word: &str, dst: Reg) -> Parsed<Inst> {
        if let Some(op) = mnemonic::value(&FLOAT_BINARY, word) {
            let ty = self.float_ty()?;
            let (a, b) = self.pair(Ty::Float(ty))?;
            return Ok(Inst::FloatBinary { op, ty, dst, a, b });
        }
        if let Some(op) = mnemonic::value(&FLOAT_UNARY, word) {
            let ty = self.float_ty()?;
            return Ok(Inst::FloatUnary { op, ty, dst, a: self.operand(Ty::Float(ty))? });
        }
        if let Some(op) = mnemonic::value(&FLOAT_COMPARE, word) {
            let ty = self.float_ty()?;
            let (a, b) = self.pair(Ty::Float(ty))?;
            return Ok(Inst::FloatCompare { op, ty, dst, a, b });
        }
        if word == "fmuladd" {
            let ty = self.float_ty()?;
            let (a, b) = self.pair(Ty::Float(ty))?;
            self.parser.expect(',')?;
            return Ok(Inst::FloatMulAdd { ty, dst, a, b, c: self.operand(Ty::Float(ty))? });
        }
        Err(self.parser.error_before(&format!("`{word}` isn't an instruction with a result")))
    }

    /// Fills in the types of a conversion.
    fn conversion(&mut self, op: Convert) -> Parsed<Convert> {
        let from = self.parser.ty()?;
        self.parser.keyword("to")?;
        let to = self.parser.ty()?;
        match (op, from, to) {
            (Convert::ToInt { signed, saturate, .. }, Ty::Float(from), Ty::Int(to)) => {
                Ok(Convert::ToInt { from, to, signed, saturate })
            }
            (Convert::FromInt { signed, .. }, Ty::Int(from), Ty::Float(to)) => {
                Ok(Convert::FromInt { from, signed, to })
            }
            _ if op.types() == (from, to) => Ok(op),
            _ => Err(self.parser.error_before("this doesn't convert between these types")),
        }
    }

    /// What gives no result.
    fn statement(&mut self, word: &str) -> Parsed<Inst> {
        let pointer = self.pointer;
        match word {
            "store" => {
                let ty = self.parser.ty()?;
                let (addr, offset) = self.address()?;
                self.parser.expect(',')?;
                Ok(Inst::Store { ty, addr, offset, value: self.operand(ty)? })
            }
            "live" => Ok(Inst::SlotLive { slot: self.slot()? }),
            "dead" => Ok(Inst::SlotDead { slot: self.slot()? }),
            "stackrestore" => Ok(Inst::StackRestore { token: self.operand(pointer)? }),
            "memcpy" | "memmove" => {
                let (dst, src) = self.pair(pointer)?;
                self.parser.expect(',')?;
                let may_overlap = word == "memmove";
                Ok(Inst::MemCopy { may_overlap, dst, src, len: self.untyped()? })
            }
            "memset" => {
                let dst = self.operand(pointer)?;
                self.parser.expect(',')?;
                let value = self.operand(Ty::Int(Width::W8))?;
                self.parser.expect(',')?;
                Ok(Inst::MemSet { dst, value, len: self.untyped()? })
            }
            "vastart" => Ok(Inst::VaStart { list: self.operand(pointer)? }),
            "check" => {
                let kind = mnemonic::value(&CHECK, &self.parser.word()?);
                let kind = kind.ok_or_else(|| self.parser.error_before("expected what is checked"));
                Ok(Inst::Check { kind: kind?, cond: self.operand(Ty::BOOL)? })
            }
            "checkpointer" => {
                let usage = mnemonic::value(&POINTER_USE, &self.parser.word()?);
                let usage = usage.ok_or_else(|| self.parser.error_before("expected its use"))?;
                let addr = self.operand(pointer)?;
                self.parser.keyword("align")?;
                Ok(Inst::CheckPointer { addr, align: self.parser.integer()?, usage })
            }
            _ => self.terminator(word),
        }
    }

    fn terminator(&mut self, word: &str) -> Parsed<Inst> {
        match word {
            "jump" => Ok(Inst::Jump { target: self.parser.block()? }),
            "branch" => {
                let cond = self.operand(Ty::BOOL)?;
                self.parser.expect(',')?;
                let then = self.parser.block()?;
                self.parser.expect(',')?;
                Ok(Inst::Branch { cond, then, otherwise: self.parser.block()? })
            }
            "switch" => self.switch(),
            "indirect" => {
                let addr = self.operand(self.pointer)?;
                let mut targets = vec![];
                self.parser.expect('[')?;
                while !self.parser.has(']') {
                    if !targets.is_empty() {
                        self.parser.expect(',')?;
                    }
                    targets.push(self.parser.block()?);
                }
                Ok(Inst::IndirectJump { addr, targets: targets.into() })
            }
            "return" => {
                let mut values = vec![];
                for (index, ty) in self.returns.iter().enumerate() {
                    if index > 0 {
                        self.parser.expect(',')?;
                    }
                    values.push(self.operand(*ty)?);
                }
                Ok(Inst::Return { values: values.into() })
            }
            "unreachable" => Ok(Inst::Unreachable),
            "trap" => Ok(Inst::Trap),
            "unsupported" => Ok(Inst::Unsupported { what: self.parser.string()?.into() }),
            _ => Err(self.parser.error_before(&format!("`{word}` isn't an instruction"))),
        }
    }

    fn switch(&mut self) -> Parsed<Inst> {
        let width = self.width()?;
        let value = self.operand(Ty::Int(width))?;
        self.parser.expect(',')?;
        let default = self.parser.block()?;
        let mut cases = vec![];
        self.parser.expect('[')?;
        while !self.parser.has(']') {
            if !cases.is_empty() {
                self.parser.expect(',')?;
            }
            let crate::Const::Bits(case) = self.parser.constant(Some(Ty::Int(width)))? else {
                return Err(self.parser.error_before("expected a number"));
            };
            self.parser.expect(':')?;
            cases.push((case, self.parser.block()?));
        }
        Ok(Inst::Switch(Box::new(Switch { value, width, cases, default })))
    }

    fn wide(&mut self, dst: [Reg; 2]) -> Parsed<Inst> {
        let word = self.parser.word()?;
        let op = if let Some(op) = mnemonic::value(&BINARY, &word) {
            WideOp::Binary { op, nsw: self.parser.has_word("nsw") }
        } else if let Some(op) = mnemonic::value(&COMPARE, &word) {
            WideOp::Compare(op)
        } else if word == "from" {
            WideOp::FromFloat { from: self.float_ty()?, signed: self.signed()? }
        } else if word == "to" {
            WideOp::ToFloat { to: self.float_ty()?, signed: self.signed()? }
        } else {
            return Err(self.parser.error_before("this isn't an operation on 128 bits"));
        };
        let first = match op {
            WideOp::FromFloat { from, .. } => Ty::Float(from),
            _ => Ty::Int(Width::W64),
        };
        let a = self.halves(first)?;
        self.parser.expect(',')?;
        let b = self.halves(Ty::Int(Width::W64))?;
        Ok(Inst::Wide(Box::new(Wide { op, dst, a, b })))
    }

    fn signed(&mut self) -> Parsed<bool> {
        match self.parser.word()?.as_str() {
            "signed" => Ok(true),
            "unsigned" => Ok(false),
            _ => Err(self.parser.error_before("expected `signed` or `unsigned`")),
        }
    }

    fn halves(&mut self, first: Ty) -> Parsed<[Operand; 2]> {
        self.parser.expect('[')?;
        let low = self.operand(first)?;
        self.parser.expect(',')?;
        let high = self.operand(Ty::Int(Width::W64))?;
        self.parser.expect(']')?;
        Ok([low, high])
    }

    fn call(&mut self, results: Vec<Reg>) -> Parsed<Inst> {
        let callee = if self.parser.has('*') {
            Callee::Indirect(self.operand(self.pointer)?)
        } else {
            Callee::Direct(self.parser.function_id()?)
        };
        let (mut args, mut kinds, mut fixed) = (vec![], vec![], None);
        self.parser.expect('(')?;
        while !self.parser.has(')') {
            if fixed.is_none() && self.parser.has('|') {
                fixed = Some(args.len() as u32);
            } else if !args.is_empty() {
                self.parser.expect(',')?;
            }
            let (kind, ty) = self.arg_kind()?;
            args.push(self.operand(ty)?);
            kinds.push(kind);
        }
        let fixed = fixed.unwrap_or(args.len() as u32);
        let unwind = if self.parser.has_word("unwind") { Some(self.parser.block()?) } else { None };
        Ok(Inst::Call(Box::new(Call { callee, args, kinds, fixed, results, unwind })))
    }

    fn arg_kind(&mut self) -> Parsed<(ArgKind, Ty)> {
        if self.parser.has_word("byval") {
            let size = self.parser.integer()?;
            self.parser.keyword("align")?;
            let align = self.parser.integer()?;
            return Ok((ArgKind::ByValue { size, align }, self.pointer));
        }
        if self.parser.has_word("signed") {
            let width = self.width()?;
            return Ok((ArgKind::Signed(width), Ty::Int(width)));
        }
        let part = self.parser.has_word("part");
        let ty = self.parser.ty()?;
        Ok((if part { ArgKind::Part(ty) } else { ArgKind::Value(ty) }, ty))
    }

    /// `[addr]` or `[addr, offset]`.
    fn address(&mut self) -> Parsed<(Operand, i32)> {
        self.parser.expect('[')?;
        let addr = self.operand(self.pointer)?;
        let offset = if self.parser.has(',') { self.parser.integer()? } else { 0 };
        self.parser.expect(']')?;
        Ok((addr, offset))
    }

    fn pair(&mut self, ty: Ty) -> Parsed<(Operand, Operand)> {
        let a = self.operand(ty)?;
        self.parser.expect(',')?;
        Ok((a, self.operand(ty)?))
    }

    fn operand(&mut self, ty: Ty) -> Parsed<Operand> {
        self.read(Some(ty))
    }

    /// An operand whose type the instruction doesn't name: numbers are unsigned.
    fn untyped(&mut self) -> Parsed<Operand> {
        self.read(None)
    }

    fn read(&mut self, ty: Option<Ty>) -> Parsed<Operand> {
        match self.parser.peek() {
            TokenKind::Name { sigil: '%', .. } | TokenKind::Numbered { sigil: '%', .. } => {
                Ok(self.reg()?.into())
            }
            _ => {
                let constant = self.parser.constant(ty)?;
                Ok(self.body.add_const(constant))
            }
        }
    }

    fn reg(&mut self) -> Parsed<Reg> {
        let reg = match self.parser.next() {
            TokenKind::Name { sigil: '%', name, apart: None } => {
                self.names.named_regs.get(&name).copied()
            }
            TokenKind::Name { sigil: '%', apart: Some(number), .. }
            | TokenKind::Numbered { sigil: '%', number } => Some(Reg(number)),
            _ => None,
        };
        let known = reg.filter(|reg| reg.index() < self.body.regs.len());
        known.ok_or_else(|| self.parser.error_before("there is no such register"))
    }

    fn slot(&mut self) -> Parsed<SlotId> {
        let slot = match self.parser.next() {
            TokenKind::Name { sigil: '$', name, apart: None } => {
                self.names.named_slots.get(&name).copied()
            }
            TokenKind::Name { sigil: '$', apart: Some(number), .. }
            | TokenKind::Numbered { sigil: '$', number } => Some(SlotId(number)),
            _ => None,
        };
        let known = slot.filter(|slot| slot.index() < self.names.slots.len());
        known.ok_or_else(|| self.parser.error_before("there is no such slot"))
    }

    fn width(&mut self) -> Parsed<Width> {
        match self.parser.ty()? {
            Ty::Int(width) => Ok(width),
            Ty::Float(_) => Err(self.parser.error_before("expected an integer type")),
        }
    }

    fn float_ty(&mut self) -> Parsed<FloatTy> {
        match self.parser.ty()? {
            Ty::Float(ty) => Ok(ty),
            Ty::Int(_) => Err(self.parser.error_before("expected a float type")),
        }
    }
}

/// The conversion of that name; its types are still to come.
fn convert(word: &str) -> Option<Convert> {
    let to_int =
        |signed, saturate| Convert::ToInt { from: FloatTy::F64, to: Width::W64, signed, saturate };
    let from_int = |signed| Convert::FromInt { from: Width::W64, signed, to: FloatTy::F64 };
    match word {
        "fwiden" => Some(Convert::Widen),
        "fnarrow" => Some(Convert::Narrow),
        "ftosi" => Some(to_int(true, false)),
        "ftoui" => Some(to_int(false, false)),
        "ftosi.sat" => Some(to_int(true, true)),
        "ftoui.sat" => Some(to_int(false, true)),
        "sitof" => Some(from_int(true)),
        "uitof" => Some(from_int(false)),
        _ => None,
    }
}
