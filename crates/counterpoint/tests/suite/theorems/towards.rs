//! A goal is reached if and only if some input reaches it: the same programs, line by line.
//!
//! What is not reached must be proved unreachable. The inputs that reach a line are tried natively.

use std::collections::BTreeMap;
use std::fs;

use engine::Site as CodeSite;
use engine::{Encoding, ExploredPath};
use ir::{FuncId, Program};

use super::batch::{Batch, Number, Truth};
use super::{COUNTED, GENERATED, TRACES, bytes, explore_towards, folder, limits};
use crate::pool;

/// No batch of the other tests has this seed.
const SEED: u64 = 9001;
const MODES: &[&str] = &["smart", "demand"];
/// So many lines of a program, at most, from each of its functions.
const LINES: usize = 2;

#[test]
fn a_line_is_reached_if_any_input_reaches_it() {
    let folder = folder(SEED);
    let batch = Batch::build(SEED, GENERATED, &folder).unwrap();
    let truths = batch.truths().unwrap();
    let program = batch.read();
    let interesting = truths.iter().filter(|(_, truth)| TRACES.contains(&truth.traces));
    let counted: Vec<_> = interesting.take(COUNTED as usize).collect();
    let results = pool::each(&counted, |(number, truth)| {
        let lines = goals(&batch, &program, **number);
        let asked = lines.iter().flat_map(|goal| MODES.iter().map(move |mode| (goal, *mode)));
        asked
            .map(|((line, sites), mode)| {
                is_reached_if_natively(&batch, &program, **number, truth, (*line, sites), mode)
                    .map_err(|why| format!("program {}, line {line}, {mode}: {why}", number.0))
            })
            .collect::<Vec<_>>()
    });
    let results: Vec<_> = results.into_iter().flatten().collect();
    let is_both = [true, false].map(|is_hit| {
        counted.iter().any(|(number, truth)| {
            let lines = goals(&batch, &program, **number).into_keys();
            lines.into_iter().any(|line| truth.hits.contains(&line) == is_hit)
        })
    });
    assert_eq!(is_both, [true; 2], "some lines are reached, and some are not");
    if results.iter().all(Result::is_ok) {
        fs::remove_dir_all(&folder).unwrap();
    }
    pool::conclude("lines of programs of several functions", results);
}

/// Marked lines of a program, a few of each function, with their instructions.
fn goals(batch: &Batch, program: &Program, number: Number) -> BTreeMap<u32, Vec<CodeSite>> {
    let marked = batch.marked();
    let prefix = format!("p{}_", number.0);
    let mut all = BTreeMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        let Some(body) = function.body.as_ref().filter(|_| function.name.starts_with(&prefix))
        else {
            continue;
        };
        let mut own: BTreeMap<u32, Vec<CodeSite>> = BTreeMap::new();
        for (pc, at) in body.locs.iter().enumerate() {
            if let Some(at) = at.filter(|at| marked.contains(&at.line)) {
                let site = CodeSite { function: FuncId::new(index), pc: pc as u32 };
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
    (line, sites): (u32, &[CodeSite]),
    mode: &str,
) -> Result<(), String> {
    let explored = explore_towards(program, number, limits(mode, Encoding::Instances), Some(sites));
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
