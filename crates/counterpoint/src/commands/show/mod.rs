//! `counterpoint show`: explores a program and prints its function trees and summaries.
//!
//! Nothing is written or run natively: what a tree calls a bug is what the machine found, and `test` confirms it.

mod dot;
mod json;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use clap::{Args, ValueEnum};
use engine::{FunctionTree, Mode, TreeNodeKind};
use ir::{CodeOrigin, FuncId, Program, SourceLoc};

use crate::c::types;
use crate::commands::exploring::{ExplorationPurpose, Exploring, Listening};
use crate::error::Failure;
use crate::frontend::entries::Chosen;
use crate::frontend::harness;
use crate::frontend::named;
use crate::suite::Explored;
use crate::toolchain::Toolchain;

/// What `show` is given.
#[derive(Args)]
#[command(mut_arg("mode", |mode| mode.default_value("smart")))]
pub(crate) struct Show {
    #[command(flatten)]
    exploring: Exploring,

    /// Only the tree of this function. It is also where the exploration starts, unless --entry says otherwise or
    /// `main` takes symbolic input
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// How to print the trees
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// An outline in C's words for each function, and its summary
    Text,
    /// One JSON object
    Json,
    /// A graph for Graphviz
    Dot,
}

/// Everything there is to show.
struct ShownTrees<'x> {
    program: &'x Program,
    /// In the order of the source.
    functions: Vec<ShownFunction<'x>>,
    /// Functions that have no tree, and why.
    without_tree: BTreeMap<String, String>,
    /// Functions of the C library that have a tree which isn't shown.
    library: BTreeSet<String>,
    mode: &'static str,
    /// Why the trees don't have every path.
    incomplete: Vec<String>,
}

/// A function with its tree.
struct ShownFunction<'x> {
    name: &'x str,
    /// As C declares it.
    signature: String,
    at: Option<SourceLoc>,
    tree: &'x FunctionTree,
    /// What the exploration started from, and whether it has all paths from there.
    entry: &'x str,
    complete: bool,
}

/// Explores, and prints; the exit code is 2 if something was left out.
pub(crate) fn show(command: &Show) -> Result<i32, Failure> {
    let wanted = command.function.as_deref();
    let toolchain = Toolchain::new(command.exploring.exploration.budget());
    let Chosen { loaded, entries, left_out } = command.exploring.choose_for(&toolchain, wanted)?;
    let program = &loaded.program;
    if let Some(wanted) = wanted {
        named::functions(program, wanted)?;
    }
    let (explored, _) = command.exploring.explore_all(
        &toolchain.budget,
        &loaded,
        entries,
        &ExplorationPurpose::Trees,
        &Listening::NOBODY,
    )?;
    let mut shown = collect(program, &explored, wanted);
    for left_out in left_out {
        shown.without_tree.entry(left_out.name).or_insert(left_out.why.to_string());
    }
    shown.without_tree.retain(|name, _| wanted.is_none_or(|wanted| wanted == name));
    let has_tree: BTreeSet<&str> = shown.functions.iter().map(|function| function.name).collect();
    shown.without_tree.retain(|name, _| !has_tree.contains(name.as_str()));
    anstream::print!(
        "{}",
        match command.format {
            OutputFormat::Text => text::text(&shown),
            OutputFormat::Json => json::json(&shown),
            OutputFormat::Dot => dot::dot(&shown),
        }
    );
    Ok(if shown.incomplete.is_empty() { 0 } else { 2 })
}

/// The trees that are wanted, each once.
fn collect<'x>(
    program: &'x Program,
    explored: &'x [Explored],
    wanted: Option<&str>,
) -> ShownTrees<'x> {
    let mut shown = ShownTrees {
        program,
        functions: Vec::new(),
        without_tree: BTreeMap::new(),
        library: BTreeSet::new(),
        mode: explored.first().map_or("smart", |explored| explored.exploration.mode.name()),
        incomplete: Vec::new(),
    };
    let mut best: BTreeMap<FuncId, ShownFunction<'x>> = BTreeMap::new();
    for Explored { entry, exploration, .. } in explored {
        for why in exploration.incomplete.iter().map(ToString::to_string) {
            if !shown.incomplete.contains(&why) {
                shown.incomplete.push(why);
            }
        }
        let obstacles = exploration.calls.obstacles.iter();
        let obstacles =
            obstacles.filter(|(name, _)| wanted == Some(&**name) || is_own(program, name));
        shown.without_tree.extend(obstacles.map(|(name, it)| (name.clone(), it.why.clone())));
        for tree in &exploration.trees {
            // What a function does from any caller is more than what it does from one.
            if !best.contains_key(&tree.function) || tree.function == entry.function {
                let complete = exploration.complete;
                best.insert(tree.function, function(program, tree, &entry.name, complete));
            }
        }
    }
    best.into_values().for_each(|function| shown.add(function, wanted));
    shown.functions.sort_by_key(|function| function.at);
    note_unentered(&mut shown);
    shown
}

impl<'x> ShownTrees<'x> {
    /// Adds a function, if it is wanted; of the library's, only the name.
    fn add(&mut self, function: ShownFunction<'x>, wanted: Option<&str>) {
        match wanted {
            Some(wanted) if wanted == function.name => self.functions.push(function),
            Some(_) => {}
            None if is_library(self.program, function.tree.function) => {
                if !is_harness(self.program, function.tree.function) {
                    self.library.insert(function.name.to_owned());
                }
            }
            None => self.functions.push(function),
        }
    }
}

/// Is a function of that name the program's own?
fn is_own(program: &Program, name: &str) -> bool {
    let mut own = program.functions.iter().filter(|it| it.origin == CodeOrigin::Program);
    own.any(|function| function.name == name)
}

fn is_library(program: &Program, function: FuncId) -> bool {
    program.function(function).origin == CodeOrigin::Runtime
}

fn is_harness(program: &Program, function: FuncId) -> bool {
    program.function(function).name.starts_with(harness::PREFIX)
}

/// Functions of the program that no run has entered.
fn note_unentered(shown: &mut ShownTrees<'_>) {
    let defined = shown
        .program
        .functions
        .iter()
        .filter(|function| function.body.is_some() && function.origin == CodeOrigin::Program);
    for function in defined {
        let name = function.display_name().to_owned();
        let why = if shown.mode == Mode::Dart.name() {
            "with `--mode dart`, it is part of its callers"
        } else {
            "no run has called it"
        };
        shown.without_tree.entry(name).or_insert_with(|| why.to_owned());
    }
}

fn function<'x>(
    program: &'x Program,
    tree: &'x FunctionTree,
    entry: &'x str,
    complete: bool,
) -> ShownFunction<'x> {
    let function = program.function(tree.function);
    let name = function.display_name();
    let at = function.debug.as_ref().map(|debug| SourceLoc {
        file: debug.file,
        line: debug.line,
        column: 0,
    });
    ShownFunction { name, signature: signature(program, tree.function), at, tree, entry, complete }
}

/// A function as C declares it.
fn signature(program: &Program, id: FuncId) -> String {
    let function = program.function(id);
    let Some(debug) = &function.debug else { return format!("{}()", function.name) };
    let types = &program.debug;
    let declared = |ty, name: &str| {
        types::declare(types, ty, name).unwrap_or_else(|_| {
            format!("{} {name}", types::display(types, ty)).trim_end().to_owned()
        })
    };
    let mut params: Vec<String> =
        debug.params.iter().map(|param| declared(param.ty, &param.name)).collect();
    if debug.variadic {
        params.push("...".to_owned());
    }
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    declared(debug.returns, &format!("{}({params})", debug.name))
}

impl ShownFunction<'_> {
    /// How many nodes are not explored yet.
    fn dangling(&self) -> usize {
        let is_dangling = |kind: &TreeNodeKind| matches!(kind, TreeNodeKind::Dangling);
        self.tree.nodes.iter().filter(|node| is_dangling(&node.kind)).count()
    }
}

/// `file:line`, as the compiler was given the file.
fn place(program: &Program, at: SourceLoc) -> String {
    format!("{}:{}", program.debug.file(at.file).path, at.line)
}
