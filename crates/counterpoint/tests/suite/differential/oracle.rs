//! The native oracle: a generated program that is compiled with `oracle.h`, and what it says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{native_clang, process};

/// A failing site: its line, and the kind of error.
pub(super) type Site = (u64, String);

/// The compiled oracle.
pub(super) struct Oracle {
    binary: PathBuf,
}

/// What all inputs together do.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Truth {
    /// How many different sequences of decisions there are.
    pub traces: usize,
    /// How many of them don't fail.
    pub exits: usize,
    /// The sides of decisions that are taken.
    pub sides: BTreeSet<usize>,
    pub failures: BTreeSet<Site>,
}

/// What given inputs do.
#[derive(Debug)]
pub(super) struct Replay {
    /// For each of them: its decisions, and how the program ended.
    pub tests: Vec<(String, String)>,
    pub sides: BTreeSet<usize>,
}

impl Oracle {
    /// Writes a program with its headers into a folder, and compiles it.
    pub(super) fn build(program: &str, folder: &Path) -> Result<Oracle, String> {
        let headers = [
            ("types.h", include_str!("types.h")),
            ("plain.h", include_str!("plain.h")),
            ("oracle.h", include_str!("oracle.h")),
        ];
        fs::create_dir_all(folder).unwrap();
        for (name, text) in headers.into_iter().chain([("program.c", program)]) {
            fs::write(folder.join(name), text).unwrap();
        }
        let args = ["-O1", "-DORACLE", "program.c", "-o", "oracle"];
        process::compile(&native_clang(), &args, folder)?;
        Ok(Oracle { binary: folder.join("oracle") })
    }

    /// Runs the program with all inputs.
    pub(super) fn truth(&self) -> Result<Truth, String> {
        let said = self.say(&[], "")?;
        let mut truth =
            Truth { traces: 0, exits: 0, sides: sides(&said), failures: BTreeSet::new() };
        for line in said.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["traces", number] => truth.traces = number.parse().unwrap(),
                ["exits", number] => truth.exits = number.parse().unwrap(),
                ["fails", at, kind] => {
                    truth.failures.insert((at.parse().unwrap(), kind.to_owned()));
                }
                _ => {}
            }
        }
        Ok(truth)
    }

    /// Runs the program with these inputs, each a line of hexadecimal digits.
    pub(super) fn replay(&self, inputs: &[String]) -> Result<Replay, String> {
        let said = self.say(&["given"], &format!("{}\n", inputs.join("\n")))?;
        let test = |line: &str| {
            let (trace, end) = line.strip_prefix("test ")?.split_once(' ')?;
            Some((trace.to_owned(), end.to_owned()))
        };
        Ok(Replay { tests: said.lines().filter_map(test).collect(), sides: sides(&said) })
    }

    fn say(&self, args: &[&str], stdin: &str) -> Result<String, String> {
        let said = process::run(Command::new(&self.binary).args(args), stdin.as_bytes());
        match said.code() {
            0 => Ok(said.text()),
            code => Err(format!("the oracle exits with {code}: {}", said.stderr)),
        }
    }
}

fn sides(said: &str) -> BTreeSet<usize> {
    said.lines().filter_map(|line| line.strip_prefix("side ")?.parse().ok()).collect()
}
