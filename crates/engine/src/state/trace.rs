//! The trace of a run: what it went through, and what its path condition doesn't say.

use std::sync::Arc;

use ir::{Edge, ProgramPoint};
use rustc_hash::FxHashSet;

/// What a run noted on its way.
#[derive(Clone, Debug, Default)]
pub struct RunTrace {
    branches: Arc<FxHashSet<Edge>>,
    /// Has it been where the search is to go?
    reached: bool,
    /// Was any value concretized, without asking what happens for the others?
    pub(crate) concretized: bool,
    /// Has native code looked at inputs?
    lost_track: bool,
    dependence: Dependence,
    compared: Arc<FxHashSet<Compared>>,
    /// The names of two objects, if it ended where pointers into them were ordered.
    pub(crate) unrelated: Option<Arc<[String; 2]>>,
    /// Did it end because its inputs are none: by an assumption, or by what callers must respect?
    pub(crate) is_excluded: bool,
    /// What else it might have been given here, in words.
    pub(crate) not_given: Option<Arc<str>>,
    /// How many instructions it had executed when it last decided something.
    pub(crate) decided_at: u64,
}

/// Addresses in two objects that were compared, or subtracted. In another heap these may be one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Compared {
    /// Where the objects begin. One is null where a function that is explored by itself was given that: only its callers
    /// know which of their pointers it is.
    pub objects: [u64; 2],
    /// How far the first address is in its object from where the second one is in its own, if nothing but that they are
    /// equal counts.
    pub distance: Option<i64>,
}

impl Compared {
    /// The object that null was compared with.
    pub(crate) fn with_null(self) -> Option<u64> {
        match self.objects {
            [0, object] | [object, 0] => Some(object),
            _ => None,
        }
    }
}

/// More comparisons of one run are not looked at.
const MOST_COMPARED: usize = 4096;

/// What beside its inputs a path depends on: where each mattered first. In another process it may be another path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dependence {
    /// The layout of memory.
    pub layout: Option<ProgramPoint>,
    /// What native code returned without being given it: all the calls of it.
    pub environment: Arc<Vec<ProgramPoint>>,
}

/// What a run went through up to some point.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    branches: Arc<FxHashSet<Edge>>,
    reached: bool,
}

impl RunTrace {
    /// What it went through so far.
    pub(crate) fn passed(&self) -> Passed {
        Passed { branches: self.branches.clone(), reached: self.reached }
    }

    /// What it went through since then doesn't count.
    pub(crate) fn return_to(&mut self, before: Passed) {
        (self.branches, self.reached) = (before.branches, before.reached);
    }

    /// Is nothing said about why its inputs should be none, or why they aren't explored?
    pub(crate) fn is_unexplained(&self) -> bool {
        !self.is_excluded && self.not_given.is_none()
    }

    /// Was a value concretized, so that its others are missing?
    pub fn has_concretized(&self) -> bool {
        self.concretized
    }

    /// Has native code looked at inputs, so that this path may be another one with others?
    pub fn has_lost_track(&self) -> bool {
        self.lost_track
    }

    /// Does the path condition not say everything about the path?
    pub fn is_concretized(&self) -> bool {
        self.concretized || self.lost_track
    }

    /// The sides taken of every branch and switch, where inputs are symbolic.
    pub(crate) fn branches(&self) -> &Arc<FxHashSet<Edge>> {
        &self.branches
    }

    /// Notes a side that was taken.
    #[inline]
    pub(crate) fn take(&mut self, branch: Edge) {
        // Forks share the set until one of them has news.
        if !self.branches.contains(&branch) {
            Arc::make_mut(&mut self.branches).insert(branch);
        }
    }

    /// It is where the search is to go.
    pub(crate) fn reach(&mut self) {
        self.reached = true;
    }

    /// Has it been there?
    pub(crate) fn has_reached(&self) -> bool {
        self.reached
    }

    /// Native code looked at inputs: what it would do with others is unknown.
    pub(crate) fn lose_track(&mut self) {
        self.lost_track = true;
    }

    /// What comes next depends on where objects are in memory.
    pub(crate) fn depend_on_layout(&mut self, at: ProgramPoint) {
        self.dependence.layout.get_or_insert(at);
    }

    /// What comes next depends on what native code was called for there.
    pub(crate) fn depend_on_environment(&mut self, at: ProgramPoint) {
        if !self.dependence.environment.contains(&at) {
            Arc::make_mut(&mut self.dependence.environment).push(at);
        }
    }

    /// Notes that addresses in two objects were compared. Is there room for it?
    pub(crate) fn compare(&mut self, compared: Compared) -> bool {
        let is_new = !self.compared.contains(&compared);
        let has_room = self.compared.len() < MOST_COMPARED;
        if is_new && has_room {
            Arc::make_mut(&mut self.compared).insert(compared);
        }
        !is_new || has_room
    }

    /// The addresses that were compared, in an order that is the same in every run.
    pub(crate) fn compared(&self) -> Vec<Compared> {
        let mut all: Vec<Compared> = self.compared.iter().copied().collect();
        all.sort_unstable_by_key(|it| (it.objects, it.distance));
        all
    }

    /// What beside its inputs it depends on.
    pub(crate) fn dependence(&self) -> &Dependence {
        &self.dependence
    }
}
