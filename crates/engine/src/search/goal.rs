//! A goal: code that a search is to come to, and which dangling nodes may lead there.

use analysis::{CallClosure, CallGraph, Distances, FAR, Steps};
use ir::{FuncId, Program, ProgramPoint, Successor};

/// Some instructions, one of which is to be executed.
pub(crate) struct Goal {
    distances: Distances,
    /// May what the program leaves for its end come there?
    at_exit: bool,
}

/// What a program calls to leave something for its end.
const LEAVES_FOR_THE_END: [&str; 4] = ["atexit", "on_exit", "__cxa_atexit", "at_quick_exit"];

impl Goal {
    pub(crate) fn new(program: &Program, sites: &[ProgramPoint]) -> Goal {
        let distances = Distances::to(program, sites);
        let exit = program.function_named("exit").map(|function| ProgramPoint { function, pc: 0 });
        let calls_it = exit.is_some_and(|exit| distances.inside(exit) < FAR);
        Goal { distances, at_exit: calls_it && leaves_something_for_the_end(program) }
    }

    /// How far it is from a dangling side, in its function and in what that calls; nothing, if there is no way. What comes
    /// after the function whose tree it is in (`own`) returns is a matter of its callers' nodes, except at the end of the
    /// program, which has no caller.
    pub(crate) fn steps_from(
        &self,
        calls: &CallClosure,
        own: FuncId,
        site: ProgramPoint,
        way: Successor,
    ) -> Option<Steps> {
        let from = match way {
            Successor::To(pc) => ProgramPoint { pc, ..site },
            Successor::Switch | Successor::Here => site,
        };
        let inside = self.distances.inside(from);
        // A function that was inlined returns to somewhere in the tree's own, which it may be itself.
        let outside = match from.function == own && !calls.calls_back(own, own) {
            true => FAR,
            false => self.distances.anywhere_in(own).saturating_add(1),
        };
        Some(inside.min(outside)).filter(|&steps| steps < FAR || self.at_exit)
    }
}

/// May the program have left something to be done when it ends? It may call what does that through a pointer.
pub(crate) fn leaves_something_for_the_end(program: &Program) -> bool {
    let graph = CallGraph::new(program);
    let mut leaving = LEAVES_FOR_THE_END.iter().filter_map(|name| program.function_named(name));
    leaving.any(|function| graph.is_called(function))
        || program.globals.iter().any(|global| &*global.name == "llvm.global_dtors")
}
