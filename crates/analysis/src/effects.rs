//! What functions may do besides computing their results, found statically for the whole program at once.
//!
//! A call can be summarised if its effects are results and writes through pointers that it is given or to
//! global variables. Whatever else a function may do is an [`Obstacle`], and its calls are inlined.

use std::collections::BTreeSet;
use std::fmt;

use ir::{
    BinaryOp, Body, Call, Callee, Const, FuncId, Function, GlobalId, Inst, Operand, OperandKind,
    Program, Relocation, Symbol,
};

use crate::call_graph::CallGraph;
use crate::primitive::Primitive;

/// The effects of every function.
pub struct Effects {
    functions: Vec<Effect>,
    /// Global variables that pointers may point to.
    exposed: BTreeSet<GlobalId>,
}

/// What one function may do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Why its calls can't be summarised.
    pub obstacle: Option<Obstacle>,
    /// Where it may write.
    pub writes: Roots,
    /// Where it may read.
    pub reads: Roots,
}

/// What a summary can't express.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// It has no body that we could look into.
    NoBody,
    /// It calls that native function.
    Native(String),
    /// It makes or frees heap blocks.
    Heap,
    /// It takes inputs of the program by itself.
    Inputs,
    /// It calls through a pointer.
    IndirectCall,
    /// It takes any number of arguments.
    Variadic,
    /// It decides nothing, so that it has one path.
    Tiny,
    /// A run showed that.
    Found(&'static str),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Obstacle::NoBody => "it has no body",
            Obstacle::Native(name) => return write!(f, "it calls the native function `{name}`"),
            Obstacle::Heap => "it makes or frees heap blocks",
            Obstacle::Inputs => "it takes inputs of the program",
            Obstacle::IndirectCall => "it calls through a pointer",
            Obstacle::Variadic => "it takes any number of arguments",
            Obstacle::Tiny => "it decides nothing",
            Obstacle::Found(why) => why,
        })
    }
}

impl Obstacle {
    /// Is it one for the callers too? Some are only about the function itself, which can be inlined.
    fn spreads(&self) -> bool {
        !matches!(self, Obstacle::Variadic | Obstacle::Tiny)
    }
}

impl Effect {
    /// It has an obstacle. One that is for its callers too matters more than one that is not.
    fn meet(&mut self, obstacle: Obstacle) {
        let matters_less = |known: &Obstacle| !known.spreads() && obstacle.spreads();
        if self.obstacle.as_ref().is_none_or(matters_less) {
            self.obstacle = Some(obstacle);
        }
    }

    /// Does what it does depend on memory? A write at an index that isn't known keeps what it doesn't hit.
    pub fn depends_on_memory(&self) -> bool {
        self.reads.is_some() || self.writes.is_some()
    }
}

/// What a pointer may be made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots {
    /// Bit `i`: the parameter `i`.
    params: u64,
    globals: BTreeSet<GlobalId>,
    /// A pointer that was loaded, or that came from a call.
    loaded: bool,
}

impl Roots {
    /// May it be made of that parameter? Those beyond the sixty-fourth share a bit.
    pub fn has_param(&self, index: usize) -> bool {
        self.params & param_bit(index) != 0
    }

    /// The global variables it may be made of.
    pub fn globals(&self) -> &BTreeSet<GlobalId> {
        &self.globals
    }

    /// May it be a pointer that was loaded, or that came from a call?
    pub fn may_be_loaded(&self) -> bool {
        self.loaded
    }

    /// Is it made of anything?
    pub fn is_some(&self) -> bool {
        self.params != 0 || !self.globals.is_empty() || self.loaded
    }

    /// What it is made of in a caller, whose arguments are made of these.
    fn through(&self, args: &[Roots]) -> Roots {
        let mut through = Roots { params: 0, ..self.clone() };
        for (_, arg) in args.iter().enumerate().filter(|(param, _)| self.has_param(*param)) {
            through.add(arg);
        }
        through
    }

    fn add(&mut self, other: &Roots) -> bool {
        let before = (self.params, self.globals.len(), self.loaded);
        self.params |= other.params;
        self.globals.extend(&other.globals);
        self.loaded |= other.loaded;
        before != (self.params, self.globals.len(), self.loaded)
    }
}

fn param_bit(index: usize) -> u64 {
    1 << index.min(63)
}

impl Effects {
    /// Of all functions of a program. Which of those without a body does the host have?
    pub fn of(program: &Program, is_native: impl Fn(FuncId) -> bool) -> Effects {
        let count = program.functions.len();
        let functions = vec![Effect::default(); count];
        let mut effects = Effects { functions, exposed: exposed(program) };
        for index in 0..count {
            let is_native = is_native(FuncId::new(index));
            effects.functions[index].obstacle = own_obstacle(&program.functions[index], is_native);
        }
        let roots: Vec<Vec<Provenance>> =
            program.functions.iter().map(|function| register_roots(program, function)).collect();
        loop {
            let mut changed = false;
            for (index, function) in program.functions.iter().enumerate() {
                if let Some(body) = &function.body {
                    changed |= effects.update(index, body, &roots[index]);
                }
            }
            if !changed {
                return effects;
            }
        }
    }

    /// Leaves out what is not worth a tree of its own: functions that have one path.
    pub fn without_cheap(mut self, program: &Program) -> Effects {
        for (index, effect) in self.functions.iter_mut().enumerate() {
            let Some(body) = &program.functions[index].body else { continue };
            let decides = |inst: &Inst| matches!(inst, Inst::Branch { .. } | Inst::Switch(_));
            if !body.code.iter().any(decides) {
                effect.obstacle.get_or_insert(Obstacle::Tiny);
            }
        }
        self
    }

    /// Is there a function that can be composed, and may be called?
    pub fn compose_anything(&self, program: &Program, entry: FuncId) -> bool {
        let graph = CallGraph::new(program);
        let called = graph.reachable(entry).into_iter().filter(|&function| function != entry);
        let has_body = |function: &FuncId| program.function(*function).body.is_some();
        called.filter(has_body).any(|function| self.get(function).obstacle.is_none())
    }

    /// May a pointer point to that global variable?
    pub fn is_exposed(&self, global: GlobalId) -> bool {
        self.exposed.contains(&global)
    }

    /// May a function look at a global variable, or write it?
    pub fn may_use(&self, function: FuncId, global: GlobalId) -> bool {
        let Effect { reads, writes, .. } = self.get(function);
        let is_named = [reads, writes].iter().any(|roots| roots.globals.contains(&global));
        is_named || self.is_exposed(global)
    }

    /// The effects of a function.
    pub fn get(&self, function: FuncId) -> &Effect {
        &self.functions[function.index()]
    }

    /// Takes over what a callee does.
    fn add_call(&self, effect: &mut Effect, body: &Body, roots: &[Provenance], call: &Call) {
        let callee = match call.callee {
            Callee::Indirect(_) => return effect.meet(Obstacle::IndirectCall),
            Callee::Direct(callee) => self.get(callee),
        };
        let spreads = callee.obstacle.iter().filter(|it| it.spreads());
        spreads.for_each(|obstacle| effect.meet(obstacle.clone()));
        let args: Vec<Roots> =
            call.args.iter().map(|&arg| argument_roots(body, roots, arg)).collect();
        effect.writes.add(&callee.writes.through(&args));
        effect.reads.add(&callee.reads.through(&args));
    }

    /// Takes over what the body and its callees do; says if there was news.
    fn update(&mut self, index: usize, body: &Body, roots: &[Provenance]) -> bool {
        let mut effect = self.functions[index].clone();
        for inst in &body.code {
            match inst {
                Inst::Store { addr, .. }
                | Inst::MemSet { dst: addr, .. }
                | Inst::VaStart { list: addr } => {
                    effect.writes.add(&pointer_roots(body, roots, *addr));
                }
                Inst::Load { addr, .. } => {
                    effect.reads.add(&pointer_roots(body, roots, *addr));
                }
                Inst::MemCopy { dst, src, .. } => {
                    effect.writes.add(&pointer_roots(body, roots, *dst));
                    effect.reads.add(&pointer_roots(body, roots, *src));
                }
                Inst::Call(call) => self.add_call(&mut effect, body, roots, call),
                // Every instruction is named: a new one must not be taken for harmless.
                Inst::Copy { .. }
                | Inst::Binary { .. }
                | Inst::Unary { .. }
                | Inst::Compare { .. }
                | Inst::Extend { .. }
                | Inst::Truncate { .. }
                | Inst::Select { .. }
                | Inst::Wide(_)
                | Inst::FloatBinary { .. }
                | Inst::FloatUnary { .. }
                | Inst::FloatMulAdd { .. }
                | Inst::FloatCompare { .. }
                | Inst::Convert { .. }
                | Inst::Freeze { .. }
                | Inst::Check { .. }
                | Inst::CheckPointer { .. } => {}
                // The objects of an activation are its alone.
                Inst::SlotAddr { .. }
                | Inst::SlotLive { .. }
                | Inst::SlotDead { .. }
                | Inst::Alloca { .. }
                | Inst::StackSave { .. }
                | Inst::StackRestore { .. } => {}
                Inst::Jump { .. }
                | Inst::Branch { .. }
                | Inst::Switch(_)
                | Inst::IndirectJump { .. }
                | Inst::Return { .. }
                | Inst::Unreachable
                | Inst::Trap
                | Inst::Unsupported { .. } => {}
            }
        }
        let changed = effect != self.functions[index];
        self.functions[index] = effect;
        changed
    }
}

/// What stands against summaries before a look at the callees.
fn own_obstacle(function: &Function, is_native: bool) -> Option<Obstacle> {
    match Primitive::named(&function.name) {
        // Being called is a bug, whatever its body says.
        _ if function.name == "reach_error" => None,
        _ if function.body.is_some() => function.signature.variadic.then_some(Obstacle::Variadic),
        Some(
            Primitive::Exit | Primitive::Abort | Primitive::AssertFail | Primitive::AssumeFailed,
        ) => None,
        Some(
            Primitive::Malloc
            | Primitive::AllocationFails
            | Primitive::Free
            | Primitive::HeapSize
            | Primitive::Resized,
        ) => Some(Obstacle::Heap),
        Some(_) => Some(Obstacle::Inputs),
        None if is_native => Some(Obstacle::Native(function.name.clone())),
        None => Some(Obstacle::NoBody),
    }
}

/// The global variables whose address is used for more than a load or store there.
pub(crate) fn exposed(program: &Program) -> BTreeSet<GlobalId> {
    let mut exposed = BTreeSet::new();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for inst in &body.code {
            let direct = match inst {
                Inst::Load { addr, .. } | Inst::Store { addr, .. } => Some(*addr),
                _ => None,
            };
            let mut seen_direct = false;
            inst.for_each_use(|operand| {
                let is_direct = Some(operand) == direct && !seen_direct;
                seen_direct |= is_direct;
                let OperandKind::Const(constant) = operand.kind() else { return };
                if let (Const::Address(Symbol::Global(global), _), false) =
                    (body.constant(constant), is_direct)
                {
                    exposed.insert(global);
                }
            });
        }
    }
    let addresses = program.globals.iter().filter_map(|global| global.init.as_ref());
    for address in addresses.flat_map(|init| &init.relocations).flat_map(Relocation::addresses) {
        if let Const::Address(Symbol::Global(global), _) = *address {
            exposed.insert(global);
        }
    }
    exposed
}

/// What a register may be made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Provenance {
    /// As it is: it may be a pointer that was made of these.
    of: Roots,
    /// Multiplied, shifted, or in fewer bits than a pointer has. That is a pointer only if it becomes one again, and
    /// mostly it is an index: beside a pointer that it is added to, it doesn't count.
    of_parts: Roots,
    /// Is it made of an object of the activation's own?
    of_own: bool,
}

impl Provenance {
    fn add(&mut self, other: &Provenance) -> bool {
        let parts = self.of_parts.add(&other.of_parts);
        let own = other.of_own && !self.of_own;
        self.of_own |= own;
        self.of.add(&other.of) | parts | own
    }

    fn points(&self) -> bool {
        self.of_own || self.of.is_some()
    }

    /// Parts of what it was.
    fn cut(mut self) -> Provenance {
        self.of_parts.add(&self.of);
        Provenance { of: Roots::default(), of_parts: self.of_parts, of_own: false }
    }

    fn without_parts(&self) -> Provenance {
        Provenance { of_parts: Roots::default(), ..self.clone() }
    }

    /// The sum, or difference, of two.
    fn plus(&self, other: &Provenance) -> Provenance {
        let mut sum = if other.points() { self.without_parts() } else { self.clone() };
        sum.add(&if self.points() { other.without_parts() } else { other.clone() });
        sum
    }
}

/// What each register may be made of, wherever in the body.
fn register_roots(program: &Program, function: &Function) -> Vec<Provenance> {
    let Some(body) = &function.body else { return Vec::new() };
    let word = program.target.pointer_bits;
    let mut made = vec![Provenance::default(); body.regs.len()];
    for (index, ty) in function.signature.params.iter().enumerate() {
        let of = Roots { params: param_bit(index), ..Roots::default() };
        made[index] = whole_or_part(of, ty.bits(), word);
    }
    let given = made.clone();
    settle(body, word, &mut made);
    // Where it was not known yet that something points, parts were taken for more than an index.
    for (made, given) in made.iter_mut().zip(given) {
        made.of_parts = given.of_parts;
    }
    settle(body, word, &mut made);
    made
}

/// Lets everything flow until nothing changes.
fn settle(body: &Body, word: u32, made: &mut [Provenance]) {
    loop {
        let mut changed = false;
        for inst in &body.code {
            changed |= flow(body, word, made, inst);
        }
        if !changed {
            return;
        }
    }
}

fn whole_or_part(of: Roots, bits: u32, word: u32) -> Provenance {
    let made = Provenance { of, ..Provenance::default() };
    if bits < word { made.cut() } else { made }
}

/// What an instruction makes. One that isn't named makes everything of all it is given.
fn flow(body: &Body, word: u32, made: &mut [Provenance], inst: &Inst) -> bool {
    let loaded = Roots { loaded: true, ..Roots::default() };
    let from = match inst {
        // A truth value is no part of a pointer.
        Inst::Compare { .. } | Inst::FloatCompare { .. } => return false,
        Inst::Binary { op: BinaryOp::Add | BinaryOp::Sub, a, b, .. } => {
            operand_made(body, made, *a).plus(&operand_made(body, made, *b))
        }
        // A pointer with a mark in it, or without one, is still about where it was.
        Inst::Copy { .. }
        | Inst::Freeze { .. }
        | Inst::Binary { op: BinaryOp::And | BinaryOp::Or, .. } => all_operands(body, made, inst),
        Inst::Select { a, b, .. } => {
            let mut either = operand_made(body, made, *a);
            either.add(&operand_made(body, made, *b));
            either
        }
        Inst::Load { ty, .. } => whole_or_part(loaded, ty.bits(), word),
        Inst::Call(_) => Provenance { of: loaded, ..Provenance::default() },
        Inst::SlotAddr { .. } | Inst::Alloca { .. } => {
            Provenance { of_own: true, ..Provenance::default() }
        }
        _ => all_operands(body, made, inst).cut(),
    };
    let mut changed = false;
    inst.for_each_def(|dst| changed |= made[dst.index()].add(&from));
    changed
}

fn all_operands(body: &Body, made: &[Provenance], inst: &Inst) -> Provenance {
    let mut all = Provenance::default();
    inst.for_each_use(|operand| {
        all.add(&operand_made(body, made, operand));
    });
    all
}

fn operand_made(body: &Body, made: &[Provenance], operand: Operand) -> Provenance {
    match operand.kind() {
        OperandKind::Reg(reg) => made[reg.index()].clone(),
        OperandKind::Const(constant) => {
            let of = match body.constant(constant) {
                Const::Address(Symbol::Global(global), _) => {
                    Roots { globals: BTreeSet::from([global]), ..Roots::default() }
                }
                // Nothing can be written where a function is.
                Const::Address(Symbol::Function(_), _)
                | Const::Block(..)
                | Const::Bits(_)
                | Const::Undef => Roots::default(),
            };
            Provenance { of, ..Provenance::default() }
        }
    }
}

/// What an operand is made of if it is a pointer. Where one that was put together from parts points to, none of these
/// parts says: it may have come from anywhere, like one that was loaded.
fn pointer_roots(body: &Body, made: &[Provenance], operand: Operand) -> Roots {
    let Provenance { of: mut roots, of_parts, .. } = operand_made(body, made, operand);
    roots.loaded |= of_parts.is_some();
    roots.add(&of_parts);
    roots
}

/// What an argument is made of. Parts that were loaded are an index rather than a pointer that was put together here.
fn argument_roots(body: &Body, made: &[Provenance], operand: Operand) -> Roots {
    let Provenance { of: mut roots, of_parts, .. } = operand_made(body, made, operand);
    roots.add(&Roots { loaded: false, ..of_parts });
    roots
}
