//! What was found in an exploration, as it is kept: plain data that names functions, types and places by what they are, not by
//! the numbers that they had in one program.

use std::collections::{BTreeMap, HashMap};

use analysis::fingerprint::{Fingerprint, Fingerprints, LineTable};
use engine::{Exploration, Incomplete, Outcome, Relocation, StopReason};
use ir::debug::TypeId;
use ir::{FileId, FuncId, Program, ProgramPoint, SourceLoc};
use serde::{Deserialize, Serialize};

use super::parts::Parts;
use crate::suite::Explored;

/// What was found.
pub(super) struct Kept {
    exploration: Exploration,
    promising: Vec<usize>,
}

/// The same, as it is written. Numbers in the exploration are places in these lists.
#[derive(Serialize, Deserialize)]
struct Written {
    exploration: Exploration,
    promising: Vec<usize>,
    /// Names.
    functions: Vec<String>,
    types: Vec<Fingerprint>,
    /// A function, and the number of a place in its line table.
    places: Vec<(String, usize)>,
    /// What else must be the same, if the words or the layout of then are in it.
    exact: Option<Fingerprint>,
}

impl Kept {
    /// What is kept of an exploration, or why nothing is.
    pub(super) fn of(
        explored: &Explored,
        program: &Program,
        prints: &Fingerprints<'_>,
        parts: &Parts,
    ) -> Result<Vec<u8>, &'static str> {
        if let Some(why) = unkept(explored) {
            return Err(why);
        }
        const ODD: &str = "what was found can't be written down";
        let copy = postcard::to_allocvec(&explored.exploration).map_err(|_| ODD)?;
        let mut exploration: Exploration = postcard::from_bytes(&copy).map_err(|_| ODD)?;
        let mut names = Names {
            program,
            prints,
            known: places(program, &parts.functions),
            functions: Numbered::default(),
            numbers: HashMap::new(),
            types: Numbered::default(),
            places: Numbered::default(),
        };
        exploration.relocate(&mut names).ok_or(ODD)?;
        let Names { functions, types, places, .. } = names;
        let is_exact = explored.exploration.incomplete.iter().any(is_about_lines);
        let written = Written {
            exploration,
            promising: explored.promising.clone(),
            functions: functions.all,
            types: types.all,
            places: places.all,
            exact: is_exact.then_some(parts.exact),
        };
        postcard::to_allocvec(&written).map_err(|_| ODD)
    }

    /// What was kept, in terms of this program. Nothing in it is taken on trust.
    pub(super) fn read(
        bytes: &[u8],
        program: &Program,
        prints: &Fingerprints<'_>,
        parts: &Parts,
    ) -> Option<Kept> {
        let written: Written = postcard::from_bytes(bytes).ok()?;
        let Written { mut exploration, promising, functions, types, places, exact } = written;
        if exact.is_some_and(|exact| exact != parts.exact) {
            return None;
        }
        let named = |name: &String| unique(program, name);
        let table = |(name, number): &(String, usize)| {
            let function = program.function(unique(program, name)?);
            LineTable::of(program, function).place(*number)
        };
        let mut numbers = Numbers {
            program,
            functions: functions.iter().map(named).collect::<Option<_>>()?,
            types: types_of(program, prints, &types)?,
            places: places.iter().map(table).collect::<Option<_>>()?,
        };
        exploration.relocate(&mut numbers)?;
        let count = exploration.paths.len();
        promising.iter().all(|&index| index < count).then_some(Kept { exploration, promising })
    }

    /// What was found; after this, nothing is left.
    pub(super) fn take(&mut self) -> (Exploration, Vec<usize>) {
        (std::mem::take(&mut self.exploration), std::mem::take(&mut self.promising))
    }
}

/// Why what was found need not be found again, if so.
fn unkept(explored: &Explored) -> Option<&'static str> {
    const CUT: &str = "it was cut off before, by a limit on time or memory";
    let is_cut = |reason: &StopReason| {
        use StopReason::{Interrupted, MemoryLimit, TimeLimit};
        matches!(reason, Interrupted | TimeLimit(_) | MemoryLimit(_))
    };
    let cut = explored
        .exploration
        .paths
        .iter()
        .any(|path| matches!(&path.outcome, Ok(Outcome::Stopped(reason)) if is_cut(reason)));
    if cut || explored.hurried {
        return Some(CUT);
    }
    explored.exploration.incomplete.iter().find_map(|why| match why {
        Incomplete::Stopped(reason) if is_cut(reason) => Some(CUT),
        Incomplete::Environment { .. } => Some("it depends on the environment of a run"),
        Incomplete::Disagreement | Incomplete::Unsound => {
            Some("it showed a defect of Counterpoint")
        }
        _ => None,
    })
}

/// Has it a line among its words, or is it true of one layout?
fn is_about_lines(why: &Incomplete) -> bool {
    match why {
        Incomplete::Layout { .. } => true,
        Incomplete::BeyondSign { place, .. } => place.is_some(),
        _ => false,
    }
}

/// The places that one function has, and no other.
fn places(program: &Program, functions: &[FuncId]) -> HashMap<SourceLoc, Option<(FuncId, usize)>> {
    let mut places = HashMap::new();
    for &id in functions {
        let table = LineTable::of(program, program.function(id));
        for (number, place) in table.places().iter().enumerate() {
            let one = places.entry(*place).or_insert(Some((id, number)));
            if one.is_some_and(|(function, _)| function != id) {
                *one = None;
            }
        }
    }
    places
}

/// The function of that name.
fn unique(program: &Program, name: &str) -> Option<FuncId> {
    let mut all = program.functions.iter().enumerate().filter(|(_, it)| it.name == name);
    let first = all.next()?.0;
    all.next().is_none().then(|| FuncId::new(first))
}

/// The types of these fingerprints.
fn types_of(
    program: &Program,
    prints: &Fingerprints<'_>,
    wanted: &[Fingerprint],
) -> Option<Vec<TypeId>> {
    if wanted.is_empty() {
        return Some(Vec::new());
    }
    let ids = (0..program.debug.types.len() as u32).rev().map(TypeId);
    let all: BTreeMap<Fingerprint, TypeId> = ids.map(|id| (prints.ty(id), id)).collect();
    wanted.iter().map(|print| all.get(print).copied()).collect()
}

/// Things that are numbered as they come.
struct Numbered<T> {
    all: Vec<T>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { all: Vec::new() }
    }
}

impl<T: PartialEq> Numbered<T> {
    fn number(&mut self, one: T) -> u32 {
        let found = self.all.iter().position(|other| *other == one).unwrap_or_else(|| {
            self.all.push(one);
            self.all.len() - 1
        });
        u32::try_from(found).expect("a program has fewer functions, types and places")
    }
}

/// From the numbers of a program to what they mean.
struct Names<'x> {
    program: &'x Program,
    prints: &'x Fingerprints<'x>,
    known: HashMap<SourceLoc, Option<(FuncId, usize)>>,
    functions: Numbered<String>,
    /// The functions among them that were asked for.
    numbers: HashMap<FuncId, u32>,
    types: Numbered<Fingerprint>,
    places: Numbered<(String, usize)>,
}

impl Relocation for Names<'_> {
    fn function(&mut self, function: FuncId) -> Option<FuncId> {
        if let Some(&number) = self.numbers.get(&function) {
            return Some(FuncId(number));
        }
        let name = &self.program.function(function).name;
        unique(self.program, name)?;
        let number = self.functions.number(name.clone());
        self.numbers.insert(function, number);
        Some(FuncId(number))
    }

    fn ty(&mut self, ty: TypeId) -> Option<TypeId> {
        Some(TypeId(self.types.number(self.prints.ty(ty))))
    }

    fn place(&mut self, place: SourceLoc) -> Option<SourceLoc> {
        let (function, number) = self.known.get(&place).copied().flatten()?;
        let name = self.program.function(function).name.clone();
        let number = self.places.number((name, number));
        Some(SourceLoc { file: FileId(number), line: 0, column: 0 })
    }

    fn point(&mut self, point: ProgramPoint) -> Option<ProgramPoint> {
        Some(ProgramPoint { function: self.function(point.function)?, ..point })
    }
}

/// And back, in another one.
struct Numbers<'x> {
    program: &'x Program,
    functions: Vec<FuncId>,
    types: Vec<TypeId>,
    places: Vec<SourceLoc>,
}

impl Relocation for Numbers<'_> {
    fn function(&mut self, function: FuncId) -> Option<FuncId> {
        self.functions.get(function.index()).copied()
    }

    fn ty(&mut self, ty: TypeId) -> Option<TypeId> {
        self.types.get(ty.0 as usize).copied()
    }

    fn place(&mut self, place: SourceLoc) -> Option<SourceLoc> {
        self.places.get(place.file.index()).copied()
    }

    fn point(&mut self, point: ProgramPoint) -> Option<ProgramPoint> {
        let function = self.function(point.function)?;
        let body = self.program.function(function).body.as_ref()?;
        let exists = (point.pc as usize) < body.code.len();
        exists.then_some(ProgramPoint { function, ..point })
    }
}
