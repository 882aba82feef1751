//! The text form of a program, as `docs/ir.md` shows it.
//!
//! It carries everything that execution depends on, and the source positions; of the debug tables
//! only the files. [`crate::parse()`] reads it back. Printing never panics, even on a program that
//! doesn't verify: an id out of range is shown as `?`.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter, Write};

use crate::mnemonic::{
    BINARY, CHECK, COMPARE, FLOAT_BINARY, FLOAT_COMPARE, FLOAT_UNARY, LINKAGE, POINTER_USE, UNARY,
    word,
};
use crate::{
    ArgKind, Body, Call, Callee, CodeOrigin, Const, Convert, FloatTy, FuncId, Function, Global,
    Inst, Operand, OperandKind, Program, Reg, Signature, SlotId, SourceLoc, Switch, Symbol, Ty,
    Wide, WideOp, Width,
};

/// Where a line of registers is broken.
const LINE: usize = 96;

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "target {}", self.target.pointer_bits)?;
        for (index, file) in self.debug.files.iter().enumerate() {
            writeln!(f, "file {index} {} in {}", quoted(&file.path), quoted(&file.directory))?;
        }
        for index in 0..self.globals.len() {
            print_global(f, self, index)?;
        }
        for alias in &self.aliases {
            write!(
                f,
                "alias {} {} = ",
                word(&LINKAGE, alias.linkage),
                QuotedName('@', &alias.name)
            )?;
            writeln!(f, "{}", ConstText(self, Const::Address(alias.target, alias.offset), None))?;
        }
        for index in 0..self.functions.len() {
            write!(f, "\n{}", self.function_text(FuncId::new(index)))?;
        }
        Ok(())
    }
}

impl Program {
    /// The text form of one function.
    pub fn function_text(&self, id: FuncId) -> impl Display + '_ {
        FunctionText { program: self, id }
    }
}

fn print_global(f: &mut Formatter<'_>, program: &Program, index: usize) -> fmt::Result {
    let global: &Global = &program.globals[index];
    write!(f, "global {}{} ", word(&LINKAGE, global.linkage), origin(global.origin))?;
    write!(
        f,
        "{} size {} align {}",
        symbol_name('@', &global.name, index),
        global.size,
        global.align
    )?;
    if global.constant {
        f.write_str(" constant")?;
    }
    let Some(init) = &global.init else { return writeln!(f) };
    f.write_str(" = ")?;
    if init.bytes.is_empty() {
        f.write_str("zero")?;
    } else {
        f.write_str(&quoted_bytes(&init.bytes))?;
    }
    if !init.relocations.is_empty() {
        f.write_str(" [")?;
        for (index, relocation) in init.relocations.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let value = ConstText(program, relocation.value, None);
            write!(f, "{comma}{} i{}: {value}", relocation.at, u64::from(relocation.size) * 8)?;
            if let Some(minus) = relocation.minus {
                write!(f, " minus {}", ConstText(program, minus, None))?;
            }
        }
        f.write_str("]")?;
    }
    writeln!(f)
}

struct FunctionText<'p> {
    program: &'p Program,
    id: FuncId,
}

impl Display for FunctionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let function = self.program.function(self.id);
        let Signature { params, returns, variadic } = &function.signature;
        write!(f, "function {}{} ", word(&LINKAGE, function.linkage), origin(function.origin))?;
        write!(f, "{}(", symbol_name('&', &function.name, self.id.index()))?;
        let names = function.body.as_ref().map(RegisterNames::new);
        let mut parts: Vec<String> = vec![];
        for (index, ty) in params.iter().enumerate() {
            parts.push(match &names {
                Some(names) => format!("{ty} {}", names.reg(Reg::new(index))),
                None => ty.to_string(),
            });
        }
        parts.extend(variadic.then(|| "...".into()));
        write!(f, "{})", parts.join(", "))?;
        if !returns.is_empty() {
            let returns: Vec<String> = returns.iter().map(Ty::to_string).collect();
            write!(f, " -> {}", returns.join(", "))?;
        }
        match (&function.body, names) {
            (Some(body), Some(names)) => self.print_body(f, function, body, names),
            _ => writeln!(f),
        }
    }
}

impl FunctionText<'_> {
    fn print_body(
        &self,
        f: &mut Formatter<'_>,
        function: &Function,
        body: &Body,
        names: RegisterNames,
    ) -> fmt::Result {
        writeln!(f, " {{")?;
        print_regs(f, body, &names, function.signature.params.len())?;
        for (index, slot) in body.slots.iter().enumerate() {
            let scoped = if slot.scoped { " scoped" } else { "" };
            let name = names.slot(SlotId::new(index));
            writeln!(f, "  slot {name} size {} align {}{scoped}", slot.size, slot.align)?;
        }
        let returns = &function.signature.returns;
        let code = CodeText { program: self.program, body, names, returns };
        for (index, range) in body.blocks.iter().enumerate() {
            writeln!(f, "b{index}:")?;
            for at in range.start as usize..range.end as usize {
                let Some(inst) = body.code.get(at) else { break };
                f.write_str("  ")?;
                code.print(f, inst)?;
                writeln!(f, "{}", LocText(body.locs.get(at).copied().flatten()))?;
            }
        }
        writeln!(f, "}}")
    }
}

/// The registers that aren't parameters, with their types: `regs i32 %i %s, i1 %4`.
fn print_regs(
    f: &mut Formatter<'_>,
    body: &Body,
    names: &RegisterNames,
    params: usize,
) -> fmt::Result {
    let mut line = String::new();
    let mut last = None;
    for (index, info) in body.regs.iter().enumerate().skip(params) {
        if line.len() > LINE {
            writeln!(f, "{line}")?;
            line.clear();
        }
        if line.is_empty() {
            write!(line, "  regs {}", info.ty)?;
        } else if last != Some(info.ty) {
            write!(line, ", {}", info.ty)?;
        }
        write!(line, " {}", names.reg(Reg::new(index)))?;
        last = Some(info.ty);
    }
    if line.is_empty() { Ok(()) } else { writeln!(f, "{line}") }
}

/// What printing an instruction needs to know about its function.
struct CodeText<'p> {
    program: &'p Program,
    body: &'p Body,
    names: RegisterNames,
    returns: &'p [Ty],
}

impl CodeText<'_> {
    fn print(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        self.print_results(f, inst)?;
        match inst {
            Inst::Copy { dst, src } => write!(f, "copy {}", self.read(*src, self.ty(*dst))),
            Inst::Freeze { dst, src } => write!(f, "freeze {}", self.read(*src, self.ty(*dst))),
            Inst::Binary { op, width, nsw, a, b, .. } => {
                let nsw = if *nsw { " nsw" } else { "" };
                write!(f, "{}{nsw} ", word(&BINARY, *op))?;
                self.print_typed(f, Ty::Int(*width), &[*a, *b])
            }
            Inst::Unary { op, width, a, .. } => {
                write!(f, "{} ", word(&UNARY, *op))?;
                self.print_typed(f, Ty::Int(*width), &[*a])
            }
            Inst::Compare { op, width, a, b, .. } => {
                write!(f, "{} ", word(&COMPARE, *op))?;
                self.print_typed(f, Ty::Int(*width), &[*a, *b])
            }
            Inst::Extend { signed, from, to, a, .. } => {
                let op = if *signed { "sext" } else { "zext" };
                write!(f, "{op} {from} to {to} {}", self.read(*a, Some(Ty::Int(*from))))
            }
            Inst::Truncate { to, a, .. } => write!(f, "trunc to {to} {}", self.read(*a, None)),
            Inst::Select { dst, cond, a, b } => {
                let (cond, ty) = (self.read(*cond, Some(Ty::BOOL)), self.ty(*dst));
                write!(f, "select {cond}, {}, {}", self.read(*a, ty), self.read(*b, ty))
            }
            Inst::Wide(wide) => self.print_wide(f, wide),
            Inst::FloatBinary { op, ty, a, b, .. } => {
                write!(f, "{} ", word(&FLOAT_BINARY, *op))?;
                self.print_typed(f, Ty::Float(*ty), &[*a, *b])
            }
            Inst::FloatUnary { op, ty, a, .. } => {
                write!(f, "{} ", word(&FLOAT_UNARY, *op))?;
                self.print_typed(f, Ty::Float(*ty), &[*a])
            }
            Inst::FloatMulAdd { ty, a, b, c, .. } => {
                f.write_str("fmuladd ")?;
                self.print_typed(f, Ty::Float(*ty), &[*a, *b, *c])
            }
            Inst::FloatCompare { op, ty, a, b, .. } => {
                write!(f, "{} ", word(&FLOAT_COMPARE, *op))?;
                self.print_typed(f, Ty::Float(*ty), &[*a, *b])
            }
            Inst::Convert { op, a, .. } => {
                let (from, to) = op.types();
                write!(f, "{} {from} to {to} {}", convert(*op), self.read(*a, Some(from)))
            }
            Inst::Call(call) => self.print_call(f, call),
            Inst::Unsupported { what } => write!(f, "unsupported {}", quoted(what)),
            _ if inst.is_terminator() => self.print_terminator(f, inst),
            _ => self.print_memory(f, inst),
        }
    }

    fn print_results(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        let mut names = vec![];
        inst.for_each_def(|reg| names.push(self.names.reg(reg)));
        if names.is_empty() { Ok(()) } else { write!(f, "{} = ", names.join(", ")) }
    }

    fn print_memory(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        match inst {
            Inst::Load { ty, addr, offset, .. } => {
                write!(f, "load {ty} {}", self.address(*addr, *offset))
            }
            Inst::Store { ty, addr, offset, value } => {
                let value = self.read(*value, Some(*ty));
                write!(f, "store {ty} {}, {value}", self.address(*addr, *offset))
            }
            Inst::SlotAddr { slot, .. } => write!(f, "slot {}", self.names.slot(*slot)),
            Inst::SlotLive { slot } => write!(f, "live {}", self.names.slot(*slot)),
            Inst::SlotDead { slot } => write!(f, "dead {}", self.names.slot(*slot)),
            Inst::Alloca { size, align, .. } => {
                write!(f, "alloca {} align {align}", self.read(*size, None))
            }
            Inst::StackSave { .. } => f.write_str("stacksave"),
            Inst::StackRestore { token } => write!(f, "stackrestore {}", self.pointer(*token)),
            Inst::MemCopy { may_overlap, dst, src, len } => {
                let op = if *may_overlap { "memmove" } else { "memcpy" };
                let (dst, src) = (self.pointer(*dst), self.pointer(*src));
                write!(f, "{op} {dst}, {src}, {}", self.read(*len, None))
            }
            Inst::MemSet { dst, value, len } => {
                let value = self.read(*value, Some(Ty::Int(Width::W8)));
                write!(f, "memset {}, {value}, {}", self.pointer(*dst), self.read(*len, None))
            }
            Inst::VaStart { list } => write!(f, "vastart {}", self.pointer(*list)),
            Inst::Check { kind, cond } => {
                write!(f, "check {} {}", word(&CHECK, *kind), self.read(*cond, Some(Ty::BOOL)))
            }
            Inst::CheckPointer { addr, align, usage } => {
                let usage = word(&POINTER_USE, *usage);
                write!(f, "checkpointer {usage} {} align {align}", self.pointer(*addr))
            }
            other => write!(f, "{other:?}"),
        }
    }

    fn print_terminator(&self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        match inst {
            Inst::Jump { target } => write!(f, "jump {target:?}"),
            Inst::Branch { cond, then, otherwise } => {
                let cond = self.read(*cond, Some(Ty::BOOL));
                write!(f, "branch {cond}, {then:?}, {otherwise:?}")
            }
            Inst::Switch(switch) => self.print_switch(f, switch),
            Inst::IndirectJump { addr, targets } => {
                write!(f, "indirect {} {targets:?}", self.pointer(*addr))
            }
            Inst::Return { values } => {
                f.write_str("return")?;
                for (index, value) in values.iter().enumerate() {
                    let comma = if index == 0 { " " } else { ", " };
                    let value = self.read(*value, self.returns.get(index).copied());
                    write!(f, "{comma}{value}")?;
                }
                Ok(())
            }
            Inst::Unreachable => f.write_str("unreachable"),
            Inst::Trap => f.write_str("trap"),
            other => write!(f, "{other:?}"),
        }
    }

    fn print_switch(&self, f: &mut Formatter<'_>, switch: &Switch) -> fmt::Result {
        let Switch { value, width, cases, default } = switch;
        write!(f, "switch {width} {}, {default:?} [", self.read(*value, Some(Ty::Int(*width))))?;
        for (index, (case, target)) in cases.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}: {target:?}", number(*case, Some(Ty::Int(*width))))?;
        }
        f.write_str("]")
    }

    fn print_wide(&self, f: &mut Formatter<'_>, wide: &Wide) -> fmt::Result {
        let signs = |signed| if signed { "signed" } else { "unsigned" };
        let mut first = Ty::Int(Width::W64);
        match wide.op {
            WideOp::Binary { op, nsw } => {
                write!(f, "wide {}{}", word(&BINARY, op), if nsw { " nsw" } else { "" })?;
            }
            WideOp::Compare(op) => write!(f, "wide {}", word(&COMPARE, op))?,
            WideOp::FromFloat { from, signed } => {
                first = Ty::Float(from);
                write!(f, "wide from {from} {}", signs(signed))?;
            }
            WideOp::ToFloat { to, signed } => write!(f, "wide to {to} {}", signs(signed))?,
        }
        let half = |operand, ty| self.read(operand, Some(ty));
        let w64 = Ty::Int(Width::W64);
        write!(f, " [{}, {}],", half(wide.a[0], first), half(wide.a[1], w64))?;
        write!(f, " [{}, {}]", half(wide.b[0], w64), half(wide.b[1], w64))
    }

    fn print_call(&self, f: &mut Formatter<'_>, call: &Call) -> fmt::Result {
        match call.callee {
            Callee::Direct(id) => write!(f, "call {}(", function_name(self.program, id))?,
            Callee::Indirect(address) => write!(f, "call *{}(", self.pointer(address))?,
        }
        for (index, (arg, kind)) in call.args.iter().zip(&call.kinds).enumerate() {
            if index == call.fixed as usize {
                f.write_str(if index == 0 { "| " } else { " | " })?;
            } else if index > 0 {
                f.write_str(", ")?;
            }
            match kind {
                ArgKind::Value(ty) => write!(f, "{ty} {}", self.read(*arg, Some(*ty)))?,
                ArgKind::Signed(width) => {
                    let ty = Ty::Int(*width);
                    write!(f, "signed {ty} {}", self.read(*arg, Some(ty)))?;
                }
                ArgKind::Part(ty) => write!(f, "part {ty} {}", self.read(*arg, Some(*ty)))?,
                ArgKind::ByValue { size, align } => {
                    write!(f, "byval {size} align {align} {}", self.pointer(*arg))?;
                }
            }
        }
        f.write_str(")")?;
        call.unwind.map_or(Ok(()), |block| write!(f, " unwind {block:?}"))
    }

    fn print_typed(&self, f: &mut Formatter<'_>, ty: Ty, operands: &[Operand]) -> fmt::Result {
        write!(f, "{ty}")?;
        for (index, operand) in operands.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma} {}", self.read(*operand, Some(ty)))?;
        }
        Ok(())
    }

    fn address(&self, addr: Operand, offset: i32) -> String {
        match offset {
            0 => format!("[{}]", self.pointer(addr)),
            _ => format!("[{}, {offset}]", self.pointer(addr)),
        }
    }

    fn pointer(&self, operand: Operand) -> String {
        // `Target::pointer` would panic on a width that doesn't verify.
        let width = Width::try_new(self.program.target.pointer_bits);
        self.read(operand, width.map(Ty::Int))
    }

    /// An operand, whose type says how a number is shown.
    fn read(&self, operand: Operand, ty: Option<Ty>) -> String {
        match operand.kind() {
            OperandKind::Reg(reg) => self.names.reg(reg),
            OperandKind::Const(id) => match self.body.consts.get(id.index()) {
                Some(constant) => ConstText(self.program, *constant, ty).to_string(),
                None => format!("?{id:?}"),
            },
        }
    }

    fn ty(&self, reg: Reg) -> Option<Ty> {
        self.body.regs.get(reg.index()).map(|info| info.ty)
    }
}

fn convert(op: Convert) -> &'static str {
    match op {
        Convert::Widen => "fwiden",
        Convert::Narrow => "fnarrow",
        Convert::ToInt { signed: true, saturate: false, .. } => "ftosi",
        Convert::ToInt { signed: false, saturate: false, .. } => "ftoui",
        Convert::ToInt { signed: true, saturate: true, .. } => "ftosi.sat",
        Convert::ToInt { signed: false, saturate: true, .. } => "ftoui.sat",
        Convert::FromInt { signed: true, .. } => "sitof",
        Convert::FromInt { signed: false, .. } => "uitof",
    }
}

/// A constant, and the type it is read at.
struct ConstText<'p>(&'p Program, Const, Option<Ty>);

impl Display for ConstText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ConstText(program, constant, ty) = self;
        match *constant {
            Const::Bits(bits) => f.write_str(&number(bits, *ty)),
            Const::Undef => f.write_str("undef"),
            Const::Address(symbol, offset) => {
                f.write_str(&match symbol {
                    Symbol::Function(id) => function_name(program, id),
                    Symbol::Global(id) => {
                        let name = program.globals.get(id.index()).map_or("", |g| &g.name);
                        symbol_name('@', name, id.index())
                    }
                })?;
                if offset == 0 { Ok(()) } else { write!(f, "{offset:+}") }
            }
            Const::Block(id, block) => write!(f, "{}:{block:?}", function_name(program, id)),
        }
    }
}

/// Integers are shown signed at their width, floats as the shortest number that reads back the same.
fn number(bits: u64, ty: Option<Ty>) -> String {
    match ty {
        Some(ty) if bits & !ty.mask() != 0 => format!("{bits:#x}"),
        Some(Ty::Int(width)) if width != Width::W1 => width.sign_extend(bits).to_string(),
        Some(Ty::Float(FloatTy::F32)) if f32::from_bits(bits as u32).is_finite() => {
            format!("{:?}", f32::from_bits(bits as u32))
        }
        Some(Ty::Float(FloatTy::F64)) if f64::from_bits(bits).is_finite() => {
            format!("{:?}", f64::from_bits(bits))
        }
        Some(Ty::Float(_)) => format!("{bits:#x}"),
        _ => bits.to_string(),
    }
}

struct LocText(Option<SourceLoc>);

impl Display for LocText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(loc) = self.0 else { return Ok(()) };
        write!(f, " !{}:{}:{}", loc.file.0, loc.line, loc.column)
    }
}

/// What registers and slots are called: `%i`, `%i~7` if another register is `%i`, `%7` without a name.
struct RegisterNames {
    regs: Vec<String>,
    slots: Vec<String>,
}

impl RegisterNames {
    fn new(body: &Body) -> Self {
        RegisterNames {
            regs: unique('%', body.regs.iter().map(|reg| reg.name.as_deref())),
            slots: unique('$', body.slots.iter().map(|slot| slot.name.as_deref())),
        }
    }

    fn reg(&self, reg: Reg) -> String {
        self.regs.get(reg.index()).cloned().unwrap_or_else(|| format!("?{reg:?}"))
    }

    fn slot(&self, slot: SlotId) -> String {
        self.slots.get(slot.index()).cloned().unwrap_or_else(|| format!("?{slot:?}"))
    }
}

fn unique<'n>(sigil: char, names: impl Iterator<Item = Option<&'n str>>) -> Vec<String> {
    let mut first = HashMap::new();
    let text = |(index, name): (usize, Option<&'n str>)| match name {
        None => format!("{sigil}{index}"),
        Some(name) if *first.entry(name).or_insert(index) == index => {
            QuotedName(sigil, name).to_string()
        }
        Some(name) => format!("{}~{index}", QuotedName(sigil, name)),
    };
    names.enumerate().map(text).collect()
}

fn function_name(program: &Program, id: FuncId) -> String {
    let name = program.functions.get(id.index()).map_or("", |function| &function.name);
    symbol_name('&', name, id.index())
}

/// `@name`, or `@7` if the symbol has none.
fn symbol_name(sigil: char, name: &str, index: usize) -> String {
    if name.is_empty() { format!("{sigil}{index}") } else { QuotedName(sigil, name).to_string() }
}

/// A name after its sigil, in quotes unless it is a word.
struct QuotedName<'n>(char, &'n str);

impl Display for QuotedName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let QuotedName(sigil, name) = self;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let number = name.starts_with(|c: char| c.is_ascii_digit());
        if name.is_empty() || number || !name.chars().all(plain) {
            write!(f, "{sigil}{}", quoted(name))
        } else {
            write!(f, "{sigil}{name}")
        }
    }
}

fn origin(origin: CodeOrigin) -> &'static str {
    match origin {
        CodeOrigin::Program => "",
        CodeOrigin::Runtime => " runtime",
    }
}

fn quoted(text: &str) -> String {
    quoted_bytes(text.as_bytes())
}

/// Printable ASCII as it is, everything else as `\` and two hexadecimal digits.
fn quoted_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    for &byte in bytes {
        if (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\' {
            text.push(byte.into());
        } else {
            text.push_str(&format!("\\{byte:02x}"));
        }
    }
    text.push('"');
    text
}
