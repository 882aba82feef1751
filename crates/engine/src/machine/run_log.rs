//! What runs leave behind for a search: the trees, and the sides that they didn't take. The search owns it, and hands it
//! to the machine for each run.

use ir::FuncId;

use crate::machine::recorder::{Recorder, Recording};
use crate::state::dangling::{Dangling, Stacks};
use crate::state::start_values::StartValues;
use crate::summary::inputs::Inputs;
use crate::summary::origin::AliasCandidate;
use crate::summary::tree::{NodeId, Seen, Trees};

/// Everything that is known about a program from its runs so far.
pub(crate) struct RunLog {
    pub trees: Trees,
    /// The inputs of the trees' functions, and their symbols.
    pub inputs: Inputs,
    /// Which of the trees a run makes grow.
    pub recording: Recording,
    pub sides: UntakenSides,
    /// What inputs are that no model speaks of.
    pub start_values: StartValues,
    /// Decisions of which the other side was new.
    pub decisions: u64,
    /// Calls of functions with bodies, each of which was executed.
    pub calls: u64,
    /// How many pages had been copied when memory was last added up.
    pub pages_counted: u64,
    pub present: PresentRun,
    /// Has a run made an input that leads to pointers?
    pub has_linked_inputs: bool,
}

/// What the run that is being executed has left so far.
#[derive(Default)]
pub(crate) struct PresentRun {
    /// What its harness has looked at.
    pub seen: Vec<Seen>,
    /// The aliases that it has taken: each where its pointer became an input.
    pub aliases: Vec<(NodeId, AliasCandidate)>,
}

/// The sides that runs didn't take, where a search goes on from their states.
pub(crate) struct UntakenSides {
    /// Is the other side of each decision kept, with its state?
    pub are_kept: bool,
    /// Those that are new since the search looked, in the order of the decisions.
    pub dangling: Vec<Dangling>,
    pub stacks: Stacks,
    /// So many bytes of states may still be kept, about: a run may come to more decisions than there is room for.
    pub room: usize,
    /// The instructions that a run had executed when a state was last copied.
    pub copied_at: u64,
}

impl RunLog {
    /// Before the first run from an entry, whose tree is to have all that it calls.
    pub(crate) fn whole(entry: FuncId, start_values: StartValues) -> RunLog {
        RunLog::new(Recording::Whole(entry.into()), start_values)
    }

    /// Before the first run.
    pub(crate) fn new(recording: Recording, start_values: StartValues) -> RunLog {
        let sides = UntakenSides {
            are_kept: false,
            dangling: Vec::new(),
            stacks: Stacks::default(),
            room: usize::MAX,
            copied_at: 0,
        };
        RunLog {
            trees: Trees::default(),
            inputs: Inputs::default(),
            recording,
            sides,
            start_values,
            decisions: 0,
            calls: 0,
            pages_counted: 0,
            present: PresentRun::default(),
            has_linked_inputs: false,
        }
    }

    /// Who records functions, where calls are composed.
    pub(crate) fn recorder(&mut self) -> &mut Recorder {
        self.recording.recorder_mut().expect("only calls that are composed come here")
    }
}
