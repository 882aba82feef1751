//! Orders: does a program use more of what the library's comparisons return than C promises?
//!
//! `memcmp` and `strcmp` return a number of which only the sign is promised. Ours is a difference of bytes; that of
//! another library, or of the same one on another processor, has another size. So what is known of all paths is known
//! for one library only, unless nothing looks at more than signs.
//!
//! The result of a comparison, an *order*, may be copied, negated, handed to a function, returned and compared with
//! zero, however that is written. Anything else counts as more, and so does storing it: what memory holds isn't
//! followed. It is printed or made the exit code freely, as neither decides anything.

use std::collections::{BTreeMap, BTreeSet};

use ir::{
    ArgKind, BinaryOp, BlockId, Body, Call, Callee, CodeOrigin, CompareOp, Const, FuncId, Function,
    Inst, Operand, OperandKind, Program, Reg, SourceLoc, Ty, Width,
};

use crate::call_graph::CallGraph;
use crate::native;
use crate::primitive::Primitive;

const COMPARISONS: [&str; 7] =
    ["memcmp", "bcmp", "strcmp", "strcoll", "strncmp", "strcasecmp", "strncasecmp"];

/// Is it a function of the library's whose result has only its sign from C?
pub fn is_comparison(function: &Function) -> bool {
    function.origin == CodeOrigin::Runtime && COMPARISONS.contains(&function.name.as_str())
}

/// A comparison whose result is used for more than its sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OrderUse {
    pub comparison: FuncId,
    /// Where it is called.
    pub at: Option<SourceLoc>,
}

/// A use of more than the sign in what calls from these functions lead to, if there is one. What `shown` does with a
/// result is none of the program's: it is there to show it.
pub fn beyond_sign(program: &Program, from: &[FuncId], shown: Option<FuncId>) -> Option<OrderUse> {
    let graph = CallGraph::new(program);
    let reachable: BTreeSet<FuncId> = from.iter().flat_map(|&it| graph.reachable(it)).collect();
    let is_own = |id: &FuncId| Some(*id) != shown && !is_comparison(program.function(*id));
    let functions: Vec<FuncId> = reachable.into_iter().filter(is_own).collect();
    let mut known =
        OrderAnalysis { program, graph, given: BTreeMap::new(), returned: BTreeMap::new() };
    loop {
        let before = (known.given.clone(), known.returned.clone());
        for &function in &functions {
            if let Err(order) = known.follow(function) {
                return Some(order);
            }
        }
        if before == (known.given.clone(), known.returned.clone()) {
            return None;
        }
    }
}

/// Which values of functions are orders.
struct OrderAnalysis<'p> {
    program: &'p Program,
    graph: CallGraph,
    /// Parameters, by their number.
    given: BTreeMap<(FuncId, usize), OrderUse>,
    /// Results, by their number.
    returned: BTreeMap<(FuncId, usize), OrderUse>,
}

/// The registers that hold an order at some place in a function.
type Held = BTreeMap<Reg, OrderUse>;

/// A place in a function.
#[derive(Clone, Copy)]
struct Here<'p> {
    function: FuncId,
    body: &'p Body,
    pc: usize,
}

impl<'p> OrderAnalysis<'p> {
    /// Follows orders through a function. The error is one that is used for more than its sign.
    fn follow(&mut self, function: FuncId) -> Result<(), OrderUse> {
        let Some(body) = &self.program.function(function).body else { return Ok(()) };
        if !self.is_concerned(function, body) {
            return Ok(());
        }
        let given = self.given.range((function, 0)..=(function, usize::MAX));
        let given: Held = given.map(|((_, index), order)| (Reg::new(*index), *order)).collect();
        let mut held: Vec<Option<Held>> = vec![None; body.blocks.len()];
        held[0] = Some(given);
        let mut pending = vec![BlockId::new(0)];
        while let Some(block) = pending.pop() {
            let mut now = held[block.index()].clone().unwrap_or_default();
            let range = body.blocks[block.index()];
            for pc in range.start as usize..range.end as usize {
                let results = self.step(Here { function, body, pc }, &now)?;
                let inst = &body.code[pc];
                inst.for_each_target(|to| {
                    if join(&mut held[to.index()], &now) {
                        pending.push(to);
                    }
                });
                inst.for_each_def(|reg| {
                    now.remove(&reg);
                });
                now.extend(results);
            }
        }
        Ok(())
    }

    /// Is any order known in a function at all?
    fn is_concerned(&self, function: FuncId, body: &Body) -> bool {
        let is_given = self.given.range((function, 0)..=(function, usize::MAX)).next().is_some();
        let calls = || body.code.iter().filter_map(called);
        is_given
            || calls()
                .any(|call| (0..call.results.len()).any(|i| self.result(call, i, None).is_some()))
    }

    /// What an instruction makes of orders: the registers that then hold one.
    fn step(&mut self, here: Here<'p>, held: &Held) -> Result<Vec<(Reg, OrderUse)>, OrderUse> {
        let inst = &here.body.code[here.pc];
        let order = |operand: Operand| operand.reg().and_then(|reg| held.get(&reg).copied());
        if let Inst::Call(call) = inst {
            return self.call(here, call, order);
        }
        let mut used = None;
        inst.for_each_use(|operand| used = earlier(used, order(operand)));
        let Some(used) = used else { return Ok(Vec::new()) };
        match *inst {
            Inst::Copy { dst, .. }
            | Inst::Freeze { dst, .. }
            | Inst::Extend { signed: true, dst, .. } => Ok(vec![(dst, used)]),
            Inst::Select { dst, cond, .. } if order(cond).is_none() => Ok(vec![(dst, used)]),
            // The sign of `a | b` is known by the signs of the two.
            Inst::Binary { op: BinaryOp::Or, dst, .. } => Ok(vec![(dst, used)]),
            Inst::Binary { op: BinaryOp::Sub, dst, a, .. } if bits(here.body, a) == Some(0) => {
                Ok(vec![(dst, used)])
            }
            Inst::Binary { op: BinaryOp::AShr | BinaryOp::LShr, width, b, .. }
                if bits(here.body, b) == Some(u64::from(width.bits()) - 1) =>
            {
                Ok(Vec::new())
            }
            Inst::Compare { op, width, a, b, .. } if asks_for_sign(here.body, op, width, a, b) => {
                Ok(Vec::new())
            }
            Inst::Switch(ref switch) if switch.cases.iter().all(|case| case.0 == 0) => {
                Ok(Vec::new())
            }
            Inst::Return { ref values } => {
                for (index, order) in values.iter().map(|&value| order(value)).enumerate() {
                    note(&mut self.returned, (here.function, index), order);
                }
                Ok(Vec::new())
            }
            _ => Err(used),
        }
    }

    fn call(
        &mut self,
        here: Here<'p>,
        call: &Call,
        order: impl Fn(Operand) -> Option<OrderUse>,
    ) -> Result<Vec<(Reg, OrderUse)>, OrderUse> {
        if let Callee::Indirect(address) = call.callee
            && let Some(order) = order(address)
        {
            return Err(order);
        }
        let mut printed = None;
        for (index, order) in call.args.iter().map(|&arg| order(arg)).enumerate() {
            let Some(order) = order else { continue };
            for callee in self.entered_by(call) {
                let function = self.program.function(callee);
                let is_printed = is_printed(function, index);
                if function.body.is_some() && index < function.signature.params.len() {
                    note(&mut self.given, (callee, index), Some(order));
                } else if function.body.is_none() && is_printed {
                    printed = earlier(printed, Some(order));
                } else if Primitive::named(&function.name) != Some(Primitive::Exit) {
                    return Err(order);
                }
            }
        }
        // How much was printed depends on it.
        let at = here.body.locs[here.pc];
        let result = |(index, &reg)| Some((reg, earlier(self.result(call, index, at), printed)?));
        Ok(call.results.iter().enumerate().filter_map(result).collect())
    }

    /// The order that a call's result is, if it is one.
    fn result(&self, call: &Call, index: usize, at: Option<SourceLoc>) -> Option<OrderUse> {
        let of = |callee: FuncId| match is_comparison(self.program.function(callee)) {
            true => Some(OrderUse { comparison: callee, at }),
            false => self.returned.get(&(callee, index)).copied(),
        };
        self.entered_by(call).into_iter().fold(None, |known, callee| earlier(known, of(callee)))
    }

    /// The functions that a call may enter. C has no calls through a pointer of another type, so nothing that holds
    /// for every library is lost without them.
    fn entered_by(&self, call: &Call) -> Vec<FuncId> {
        let fits = |id: &FuncId| match call.callee {
            Callee::Direct(_) => true,
            Callee::Indirect(_) => fits(self.program, call, self.program.function(*id)),
        };
        self.graph.entered_by(call).iter().copied().filter(fits).collect()
    }
}

/// Is an argument of a native function only put out? It may also be how much of something else is.
fn is_printed(function: &Function, index: usize) -> bool {
    let is_text_of_it = index >= function.signature.params.len();
    native::effect(&function.name)
        .is_some_and(|it| it.prints && (is_text_of_it || it.reads.is_empty()))
}

fn called(inst: &Inst) -> Option<&Call> {
    match inst {
        Inst::Call(call) => Some(call),
        _ => None,
    }
}

/// Is the function called as what it is?
fn fits(program: &Program, call: &Call, function: &Function) -> bool {
    let same = |(kind, ty): (&ArgKind, &Ty)| match (*kind, *ty) {
        (ArgKind::Value(given) | ArgKind::Part(given), ty) => given == ty,
        (ArgKind::Signed(width), ty) => Ty::Int(width) == ty,
        (ArgKind::ByValue { .. }, ty) => ty.bits() == program.target.pointer_bits,
    };
    let params = &function.signature.params;
    let enough = match function.signature.variadic {
        true => call.args.len() >= params.len(),
        false => call.args.len() == params.len(),
    };
    let results = call.results.len();
    enough
        && call.kinds.iter().zip(params).all(same)
        && (results == 0 || results == function.signature.returns.len())
}

/// Is it a comparison with zero? One of the two is an order.
fn asks_for_sign(body: &Body, op: CompareOp, width: Width, a: Operand, b: Operand) -> bool {
    let minus_one = u64::MAX >> (64 - width.bits());
    match (bits(body, a), op, bits(body, b)) {
        (None, CompareOp::Eq | CompareOp::Ne, Some(with)) => with == 0,
        (Some(with), CompareOp::Eq | CompareOp::Ne, None) => with == 0,
        // x < 0, x < 1; -1 < x, 0 < x
        (None, CompareOp::SLt, Some(with)) => with <= 1,
        (Some(with), CompareOp::SLt, None) => with == 0 || with == minus_one,
        // x <= 0, x <= -1; 0 <= x, 1 <= x
        (None, CompareOp::SLe, Some(with)) => with == 0 || with == minus_one,
        (Some(with), CompareOp::SLe, None) => with <= 1,
        // Without a sign: x < 1, x <= 0; 0 < x, 1 <= x
        (None, CompareOp::ULt, Some(with)) | (Some(with), CompareOp::ULe, None) => with == 1,
        (None, CompareOp::ULe, Some(with)) | (Some(with), CompareOp::ULt, None) => with == 0,
        (Some(_), _, Some(_)) | (None, _, None) => false,
    }
}

fn bits(body: &Body, operand: Operand) -> Option<u64> {
    match operand.kind() {
        OperandKind::Const(id) => match body.constant(id) {
            Const::Bits(bits) => Some(bits),
            Const::Undef | Const::Address(..) | Const::Block(..) => None,
        },
        OperandKind::Reg(_) => None,
    }
}

/// One of two, always the same.
fn earlier(one: Option<OrderUse>, other: Option<OrderUse>) -> Option<OrderUse> {
    one.into_iter().chain(other).min()
}

fn note<K: Ord>(known: &mut BTreeMap<K, OrderUse>, key: K, order: Option<OrderUse>) {
    if let Some(order) = earlier(known.get(&key).copied(), order) {
        known.insert(key, order);
    }
}

/// Adds what is held where a block is entered from. Is any of that new?
fn join(known: &mut Option<Held>, held: &Held) -> bool {
    let Some(known) = known else {
        *known = Some(held.clone());
        return true;
    };
    let before = known.clone();
    held.iter().for_each(|(reg, order)| note(known, *reg, Some(*order)));
    *known != before
}
