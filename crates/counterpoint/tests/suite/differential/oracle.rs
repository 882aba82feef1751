//! The native oracle: generated programs that are compiled with `oracle.h`, all at once, and what it says.

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{native_clang, process};

/// A failing site: its line, and the kind of error.
pub(super) type Site = (u64, String);

/// Some programs, compiled into one oracle.
pub(super) struct Oracle {
    binary: PathBuf,
}

/// A program of an oracle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number(pub usize);

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
    /// Writes programs with their headers into a folder, and compiles them.
    pub(super) fn build(programs: &[String], folder: &Path) -> Result<Oracle, String> {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in [
            ("types.h", include_str!("types.h")),
            ("plain.h", include_str!("plain.h")),
            ("oracle.h", include_str!("oracle.h")),
            ("programs.c", &together(programs)),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        let args = ["-O0", "-DORACLE", "programs.c", "-o", "oracle"];
        process::compile(&native_clang(), &args, folder)?;
        Ok(Oracle { binary: folder.join("oracle") })
    }

    /// The first program with so many paths, run with all inputs.
    pub(super) fn first(
        &self,
        paths: RangeInclusive<usize>,
    ) -> Result<Option<(Number, Truth)>, String> {
        let bounds = [paths.start(), paths.end()].map(ToString::to_string);
        let said = self.say(&bounds.each_ref().map(String::as_str), "")?;
        let mut found = None;
        let mut truth =
            Truth { traces: 0, exits: 0, sides: sides(&said), failures: BTreeSet::new() };
        for line in said.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["program", number] => found = Some(Number(number.parse().unwrap())),
                ["traces", number] => truth.traces = number.parse().unwrap(),
                ["exits", number] => truth.exits = number.parse().unwrap(),
                ["fails", at, kind] => {
                    truth.failures.insert((at.parse().unwrap(), kind.to_owned()));
                }
                _ => {}
            }
        }
        Ok(found.map(|number| (number, truth)))
    }

    /// Runs a program with these inputs, each a line of hexadecimal digits.
    pub(super) fn replay(&self, program: Number, inputs: &[String]) -> Result<Replay, String> {
        let said = self.say(&[&program.0.to_string()], &format!("{}\n", inputs.join("\n")))?;
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

/// One file of all programs, in which each has its own line numbers.
fn together(programs: &[String]) -> String {
    let numbered = programs.iter().enumerate();
    let texts = numbered.clone().map(|(number, program)| {
        format!("#line 1 \"program_{number}.c\"\n{}", with_own_names(program, number))
    });
    let names: Vec<String> = numbered.map(|(number, _)| format!("program_{number}")).collect();
    texts.collect::<String>() + &format!("PROGRAMS({})\n", names.join(", "))
}

/// A program whose functions, variables and structs are called what no other program's are.
fn with_own_names(program: &str, number: usize) -> String {
    let mut text = String::new();
    let mut rest = program;
    while let Some(start) = rest.find(is_of_word) {
        let end = rest[start..].find(|c| !is_of_word(c)).map_or(rest.len(), |end| start + end);
        text += &rest[..end];
        if is_global(&rest[start..end]) {
            text += &format!("_{number}");
        }
        rest = &rest[end..];
    }
    text + rest
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Is it the name of something outside of functions? A member may be called the same, and is renamed everywhere.
fn is_global(word: &str) -> bool {
    const PLAIN: [&str; 12] = [
        "a", "acc", "b", "box", "flags", "program", "record", "records", "shared", "t", "table",
        "words",
    ];
    let numbered = ["entry", "f", "g"].into_iter().filter_map(|start| word.strip_prefix(start));
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit());
    PLAIN.contains(&word) || numbered.into_iter().any(is_number)
}
