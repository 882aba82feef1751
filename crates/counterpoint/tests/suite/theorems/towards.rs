//! A goal is reached if and only if some input reaches it: the same programs, line by line.
//!
//! What is not reached must be proved unreachable. The inputs that reach a line are tried natively.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use engine::{Encoding, ExploredPath};
use ir::{FuncId, Program, ProgramPoint};
use libtest_mimic::Trial;

use super::batch::{Batch, Number, Truth};
use super::{COUNTED, GENERATED, TRACES, bytes, explore_towards, folder, how};
use crate::cases;

/// No batch of the other tests has this seed.
const SEED: u64 = 9001;
const MODES: &[&str] = &["smart", "demand"];
/// So many lines of a program, at most, from each of its functions.
const LINES: usize = 2;

/// A case for each program of the batch, which is made for the first.
pub(super) fn cases() -> Vec<Trial> {
    let case = |position: usize| {
        let name = format!("theorems::a_line_is_reached_if_any_input_reaches_it::{position}");
        cases::case(name, move || lines_are_reached(position))
    };
    (0..COUNTED as usize).map(case).collect()
}

struct Made {
    batch: Batch,
    program: Program,
    /// The programs that count.
    counted: Vec<(Number, Truth)>,
}

fn made() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| {
        let batch = Batch::build(SEED, GENERATED, &folder(SEED)).unwrap();
        let interesting = batch.truths().unwrap().into_iter();
        let interesting = interesting.filter(|(_, truth)| TRACES.contains(&truth.traces));
        let counted: Vec<_> = interesting.take(COUNTED as usize).collect();
        let program = batch.read();
        let is_both = [true, false].map(|is_hit| {
            counted.iter().any(|(number, truth)| {
                let lines = goals(&batch, &program, *number).into_keys();
                lines.into_iter().any(|line| truth.hits.contains(&line) == is_hit)
            })
        });
        assert_eq!(is_both, [true; 2], "some lines are reached, and some are not");
        Made { batch, program, counted }
    })
}

fn lines_are_reached(position: usize) -> Result<(), String> {
    let Made { batch, program, counted } = made();
    let (number, truth) = counted.get(position).ok_or("too few programs will do")?;
    for (line, sites) in goals(batch, program, *number) {
        for mode in MODES {
            is_reached_if_natively(batch, program, *number, truth, (line, &sites), mode)
                .map_err(|why| format!("program {}, line {line}, {mode}: {why}", number.0))?;
        }
    }
    Ok(())
}

/// Marked lines of a program, a few of each function, with their instructions.
fn goals(batch: &Batch, program: &Program, number: Number) -> BTreeMap<u32, Vec<ProgramPoint>> {
    let marked = batch.marked();
    let prefix = format!("p{}_", number.0);
    let mut all = BTreeMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        let Some(body) = function.body.as_ref().filter(|_| function.name.starts_with(&prefix))
        else {
            continue;
        };
        let mut own: BTreeMap<u32, Vec<ProgramPoint>> = BTreeMap::new();
        for (pc, at) in body.locs.iter().enumerate() {
            if let Some(at) = at.filter(|at| marked.contains(&at.line)) {
                let site = ProgramPoint { function: FuncId::new(index), pc: pc as u32 };
                own.entry(at.line).or_default().push(site);
            }
        }
        all.extend(own.into_iter().take(LINES));
    }
    all
}

fn is_reached_if_natively(
    batch: &Batch,
    program: &Program,
    number: Number,
    truth: &Truth,
    (line, sites): (u32, &[ProgramPoint]),
    mode: &str,
) -> Result<(), String> {
    let explored = explore_towards(program, number, how(mode, Encoding::Instances), Some(sites));
    let reaching: Option<&ExploredPath> = explored.paths.iter().find(|path| path.reached);
    match (reaching, truth.hits.contains(&line)) {
        (Some(path), true) => {
            let replay = batch.replay(number, &[bytes(path)])?;
            match replay.hits.contains(&line) {
                true => Ok(()),
                false => Err(format!("natively, {} does not come there", bytes(path))),
            }
        }
        (Some(path), false) => Err(format!("{} can't reach it", bytes(path))),
        (None, true) => Err("some input reaches it".to_owned()),
        (None, false) if explored.complete => Ok(()),
        (None, false) => Err(format!("not proved: {:?}", explored.incomplete)),
    }
}
