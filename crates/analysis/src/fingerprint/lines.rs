//! The line table of a function: the places in the source that its instructions have, in order.
//!
//! Which place an instruction has is kept as its number there. Two functions whose tables have the same *order* have the same
//! numbers, so that a place of the one can be named in the other, wherever that has gone in its file.

use std::collections::BTreeMap;

use ir::{FileId, Function, Program, SourceLoc};

/// The places of a function, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineTable {
    places: Vec<SourceLoc>,
    numbers: BTreeMap<SourceLoc, usize>,
    /// For each place: does it begin a line, another file, is it unknown?
    order: Vec<(bool, bool, bool)>,
}

impl LineTable {
    /// The places that the instructions of a function have.
    pub fn of(program: &Program, function: &Function) -> LineTable {
        let locs = function.body.iter().flat_map(|body| &body.locs).flatten();
        let accesses = function.debug.iter().flat_map(|debug| &debug.accesses);
        let mut places: Vec<SourceLoc> =
            locs.copied().chain(accesses.map(|access| access.at)).collect();
        // Files are numbered as they come.
        let path = |file: FileId| &program.debug.file(file).path;
        places.sort_by_key(|loc| (path(loc.file), loc.file, loc.line, loc.column));
        places.dedup();
        let before = std::iter::once(None).chain(places.iter().map(Some));
        let order = places.iter().zip(before).map(|(place, before)| {
            let file = before.is_none_or(|it| it.file != place.file);
            let line = file || before.is_none_or(|it| it.line != place.line);
            (line, file, place.line == 0)
        });
        let numbers = places.iter().enumerate().map(|(number, place)| (*place, number)).collect();
        LineTable { order: order.collect(), numbers, places }
    }

    /// What is the same in tables that differ only in where their lines are.
    pub(super) fn order(&self) -> &[(bool, bool, bool)] {
        &self.order
    }

    /// The number of a place that the function has.
    pub fn place_of(&self, loc: SourceLoc) -> Option<usize> {
        self.numbers.get(&loc).copied()
    }

    /// The place of that number.
    pub fn place(&self, number: usize) -> Option<SourceLoc> {
        self.places.get(number).copied()
    }

    /// All places.
    pub fn places(&self) -> &[SourceLoc] {
        &self.places
    }
}
