//! How many paths a function has at most, with all that it calls: a bound by the code alone.
//!
//! A path is a way through branches and switches. Where an instruction may fail, the error ends a path, so there are a few
//! more of them than these.

use ir::{BlockId, Body, FuncId, Inst, Program};

use crate::call_graph::CallGraph;

/// The bounds of all functions of a program.
pub struct PathBounds {
    /// Nothing, where there is a loop.
    of: Vec<Option<u64>>,
}

/// How far a depth-first walk is with a function or a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Never,
    /// What comes behind it is being visited: coming here again is a loop.
    Begun,
    Done,
}

impl PathBounds {
    /// The bounds of a program's functions.
    pub fn new(program: &Program) -> PathBounds {
        let graph = CallGraph::new(program);
        let mut bounds = PathBounds { of: vec![None; program.functions.len()] };
        for function in callees_first(program, &graph) {
            let bound = match &program.function(function).body {
                Some(body) => bounds.through(body, &graph),
                // What it does is none of our paths.
                None => Some(1),
            };
            bounds.of[function.index()] = bound;
        }
        bounds
    }

    /// How many paths a function has at most; nothing, if it or what it may call has a loop, or calls itself.
    pub fn of(&self, function: FuncId) -> Option<u64> {
        self.of[function.index()]
    }

    /// How many ways lead through a body. What it calls back to has no bound yet.
    fn through(&self, body: &Body, graph: &CallGraph) -> Option<u64> {
        let mut ways: Vec<Option<u64>> = vec![None; body.blocks.len()];
        for block in successors_first(body)? {
            let mut next: u64 = 0;
            let mut is_end = true;
            for inst in body.block(block) {
                inst.for_each_target(|target| {
                    is_end = false;
                    next = next.saturating_add(ways[target.index()].unwrap_or(u64::MAX));
                });
            }
            let calls = self.calls_in(body, block, graph)?;
            ways[block.index()] = Some(calls.saturating_mul(if is_end { 1 } else { next }));
        }
        ways.first().copied().flatten()
    }

    /// How many ways lead through the calls of a block.
    fn calls_in(&self, body: &Body, block: BlockId, graph: &CallGraph) -> Option<u64> {
        let mut ways: u64 = 1;
        for inst in body.block(block) {
            let Inst::Call(call) = inst else { continue };
            let mut through: u64 = 0;
            for &callee in graph.entered_by(call) {
                through = through.saturating_add(self.of(callee)?);
            }
            ways = ways.saturating_mul(through.max(1));
        }
        Some(ways)
    }
}

/// All functions, callees before their callers; where functions call each other, in any order.
fn callees_first(program: &Program, graph: &CallGraph) -> Vec<FuncId> {
    let count = program.functions.len();
    let mut visits = vec![Visit::Never; count];
    let mut order = Vec::new();
    let mut pending: Vec<FuncId> = (0..count).map(FuncId::new).collect();
    while let Some(&function) = pending.last() {
        match visits[function.index()] {
            Visit::Never => {
                visits[function.index()] = Visit::Begun;
                let callees = graph.callees(function).iter().copied();
                pending.extend(callees.filter(|it| visits[it.index()] == Visit::Never));
            }
            Visit::Begun => {
                visits[function.index()] = Visit::Done;
                order.push(function);
                pending.pop();
            }
            Visit::Done => {
                pending.pop();
            }
        }
    }
    order
}

/// The blocks that a body may come to, those first that it comes to last; nothing, if there is a loop.
fn successors_first(body: &Body) -> Option<Vec<BlockId>> {
    let mut visits = vec![Visit::Never; body.blocks.len()];
    let mut order = Vec::new();
    let mut pending = vec![BlockId::new(0)];
    while let Some(&block) = pending.last() {
        match visits[block.index()] {
            Visit::Never => {
                visits[block.index()] = Visit::Begun;
                let mut targets = Vec::new();
                body.block(block)
                    .iter()
                    .for_each(|inst| inst.for_each_target(|it| targets.push(it)));
                if targets.iter().any(|target| visits[target.index()] == Visit::Begun) {
                    return None;
                }
                pending.extend(targets);
            }
            Visit::Begun => {
                visits[block.index()] = Visit::Done;
                order.push(block);
                pending.pop();
            }
            Visit::Done => {
                pending.pop();
            }
        }
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::PathBounds;

    fn bounds(text: &str) -> Vec<Option<u64>> {
        let program = ir::parse(text).expect("it is written as it should be");
        let bounds = PathBounds::new(&program);
        program.functions.iter().enumerate().map(|(i, _)| bounds.of(ir::FuncId::new(i))).collect()
    }

    const LEAF: &str = "
function external &leaf(i1 %c) -> i32 {
b0:
  branch %c, b1, b2
b1:
  return 1
b2:
  return 2
}
";

    fn with_leaf(code: &str) -> Vec<Option<u64>> {
        bounds(&format!("target 64\n{LEAF}{code}"))
    }

    #[test]
    fn sides_are_added_and_calls_multiplied() {
        let two = "
function external &two(i1 %c) -> i32 {
  regs i32 %r %s
b0:
  %r = call &leaf(i1 %c)
  branch %c, b1, b2
b1:
  %s = call &leaf(i1 %c)
  return %s
b2:
  return %r
}
";
        assert_eq!(with_leaf(two), [Some(2), Some(6)]);
    }

    #[test]
    fn loops_have_no_bound_and_neither_has_who_calls_them() {
        let endless = "
function external &again(i1 %c) {
b0:
  jump b1
b1:
  branch %c, b1, b2
b2:
  return
}
function external &caller(i1 %c) {
b0:
  call &again(i1 %c)
  return
}
function external &itself(i1 %c) {
b0:
  call &itself(i1 %c)
  return
}
";
        assert_eq!(with_leaf(endless), [Some(2), None, None, None]);
    }

    #[test]
    fn many_branches_are_no_overflow() {
        let mut text = "function external &many(i1 %c) {\nb0:\n  jump b1\n".to_owned();
        for i in 0..100 {
            let (at, then, next) = (3 * i + 1, 3 * i + 2, 3 * i + 4);
            let other = then + 1;
            text += &format!("b{at}:\n  branch %c, b{then}, b{other}\n");
            text += &format!("b{then}:\n  jump b{next}\nb{other}:\n  jump b{next}\n");
        }
        text += "b301:\n  return\n}\n";
        assert_eq!(with_leaf(&text), [Some(2), Some(u64::MAX)]);
    }
}
