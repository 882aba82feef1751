//! A batch: many generated programs in one file, compiled once for the oracle and once for the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ir::{CodeOrigin, Program};

use super::generate;
use crate::differential::setting;
use crate::{native_clang, process, root};

/// What the programs need of our C library.
const LIBRARY: [(&str, &str); 2] = [("memory.c", "memory.bc"), ("string.c", "string.bc")];

/// Which program of its batch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Number(pub usize);

/// A failing site: its line, and the kind of error.
pub(super) type Site = (u64, String);

/// What all inputs of a program together do.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Truth {
    /// How many different sequences of decisions there are.
    pub traces: usize,
    /// The sides of decisions that are taken.
    pub sides: BTreeSet<usize>,
    /// The lines with `HIT` that are executed.
    pub hits: BTreeSet<u32>,
    pub failures: BTreeSet<Site>,
}

/// What given inputs do.
pub(super) struct Replay {
    /// For each of them: its decisions, and how the program ended.
    pub tests: Vec<(String, String)>,
    pub sides: BTreeSet<usize>,
    pub hits: BTreeSet<u32>,
}

/// The programs, compiled.
pub(super) struct Batch {
    folder: PathBuf,
}

impl Batch {
    /// Writes so many programs into a folder, and compiles them.
    pub(super) fn build(seed: u64, programs: usize, folder: &Path) -> Result<Batch, String> {
        let headers =
            [("plain.h", include_str!("plain.h")), ("oracle.h", include_str!("oracle.h"))];
        fs::create_dir_all(folder).unwrap();
        for (name, text) in headers {
            fs::write(folder.join(name), text).unwrap();
        }
        fs::write(folder.join("programs.c"), file(seed, programs)).unwrap();
        let clang = native_clang();
        process::compile(&clang, &["-O0", "-DORACLE", "programs.c", "-o", "oracle"], folder)?;
        // As Counterpoint itself compiles.
        // What the programs do is the same, so the oracle has 64 bits whatever they are explored with.
        let width = format!("-m{}", setting("COUNTERPOINT_THEOREMS_BITS").unwrap_or(64));
        let flags = [&*width, "-O1", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c"];
        let files = ["programs.c", "-o", "programs.bc"];
        process::compile(&clang, &[&flags[..], &files].concat(), folder)?;
        for (name, bitcode) in LIBRARY {
            let source = root().join("runtime").join(name);
            let files = [source.to_str().unwrap(), "-ffreestanding", "-fno-builtin", "-o", bitcode];
            process::compile(&clang, &[&flags[..], &files].concat(), folder)?;
        }
        Ok(Batch { folder: folder.to_owned() })
    }

    /// The lines that are marked with `HIT`.
    pub(super) fn marked(&self) -> BTreeSet<u32> {
        let text = fs::read_to_string(self.folder.join("programs.c")).unwrap();
        let numbered = (1..).zip(text.lines());
        numbered.filter(|(_, line)| line.contains("HIT(")).map(|(number, _)| number).collect()
    }

    /// The programs, as the machine takes them.
    pub(super) fn read(&self) -> Program {
        let read = |bitcode: &str, name: &str| {
            let bitcode = fs::read(self.folder.join(bitcode)).unwrap();
            llvm::read(&bitcode, name).expect("clang wrote it")
        };
        let library = LIBRARY.map(|(name, bitcode)| {
            let mut part = read(bitcode, name);
            part.functions.iter_mut().for_each(|function| function.origin = CodeOrigin::Runtime);
            (name.to_owned(), part)
        });
        let library = ir::link(library.into(), None, &[]).expect("its parts fit together");
        let programs = vec![("programs.c".to_owned(), read("programs.bc", "programs.c"))];
        let mut program = ir::link(programs, Some(library), &[]).expect("they fit together");
        ir::passes::run(&mut program);
        ir::verify(&program).expect("it was read and tidied up");
        program
    }

    /// Runs every program with all inputs.
    pub(super) fn truths(&self) -> Result<BTreeMap<Number, Truth>, String> {
        let said = self.say(&[], "")?;
        let mut truths: BTreeMap<Number, Truth> = BTreeMap::new();
        for line in said.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let number = Number(words[1].parse().unwrap());
            let truth = truths.entry(number).or_default();
            match words[..] {
                ["traces", _, count] => truth.traces = count.parse().unwrap(),
                ["side", _, side] => truth.sides.extend(side.parse::<usize>()),
                ["hit", _, line] => truth.hits.extend(line.parse::<u32>()),
                ["fails", _, at, kind] => {
                    truth.failures.insert((at.parse().unwrap(), kind.to_owned()));
                }
                _ => return Err(format!("the oracle says `{line}`")),
            }
        }
        Ok(truths)
    }

    /// Runs a program with these inputs, each of two bytes in hexadecimal digits.
    pub(super) fn replay(&self, program: Number, inputs: &[String]) -> Result<Replay, String> {
        let lines: Vec<String> =
            inputs.iter().map(|bytes| format!("{} {bytes}\n", program.0)).collect();
        let said = self.say(&["given"], &lines.concat())?;
        let test = |line: &str| {
            let (trace, end) = line.strip_prefix("test ")?.split_once(' ')?;
            Some((trace.to_owned(), end.to_owned()))
        };
        let hit = |line: &str| line.strip_prefix("hit ")?.split_once(' ')?.1.parse().ok();
        let side = |line: &str| line.strip_prefix("side ")?.split_once(' ')?.1.parse().ok();
        Ok(Replay {
            tests: said.lines().filter_map(test).collect(),
            sides: said.lines().filter_map(side).collect(),
            hits: said.lines().filter_map(hit).collect(),
        })
    }

    fn say(&self, args: &[&str], stdin: &str) -> Result<String, String> {
        let said =
            process::run(Command::new(self.folder.join("oracle")).args(args), stdin.as_bytes());
        match said.code() {
            0 => Ok(said.text()),
            code => Err(format!("the oracle exits with {code}: {}", said.stderr)),
        }
    }
}

fn file(seed: u64, programs: usize) -> String {
    let mut text =
        "#ifdef ORACLE\n#include \"oracle.h\"\n#else\n#include \"plain.h\"\n#endif\n".to_owned();
    for number in 0..programs {
        text += &generate::program(seed * 1000 + number as u64, number);
    }
    let names: Vec<String> = (0..programs).map(|number| format!("p{number}_program")).collect();
    text + &format!("PROGRAMS({})\n", names.join(", "))
}
