//! Trees as outlines for people. A side that ends at once stands before the other, as a guard does in C.

use std::fmt::Write as _;

use engine::{FunctionTree, InputKind, TreeCase, TreeLeaf, TreeNode, TreeNodeKind};
use ir::Program;

use crate::commands::show::{ShownFunction, ShownTrees, place};

const INDENT: &str = "    ";
/// Longer lines are broken where there is a place for it.
const WIDTH: usize = 110;

/// All functions, then what else there is to say.
pub(super) fn text(shown: &ShownTrees<'_>) -> String {
    let mut text = String::new();
    for function in &shown.functions {
        text += &one(shown.program, function);
        text.push('\n');
    }
    for (name, why) in &shown.without_tree {
        line(&mut text, 0, &format!("no tree for `{name}`: {why}"));
    }
    if !shown.library.is_empty() {
        let names: Vec<&str> = shown.library.iter().map(String::as_str).collect();
        let names = names.join("`, `");
        line(&mut text, 0, &format!("library functions with a tree (see --function): `{names}`"));
    }
    let complete = match shown.incomplete.is_empty() {
        true => "yes".to_owned(),
        false => format!("no: {}", shown.incomplete.join("; ")),
    };
    line(&mut text, 0, &format!("mode: {}", shown.mode));
    line(&mut text, 0, &format!("complete: {complete}"));
    text
}

fn one(program: &Program, function: &ShownFunction<'_>) -> String {
    let at = function.at.map(|at| format!("  // {}", place(program, at))).unwrap_or_default();
    let mut text = format!("{}{at}\n", function.signature);
    inputs(&mut text, function.tree);
    let paths = function.tree.cases.len() - function.dangling();
    let dangling = match (function.dangling(), function.complete) {
        (0, _) => String::new(),
        (count, true) => {
            format!(", {count} dangling: nothing from `{}` gets there", function.entry)
        }
        (count, false) => format!(", {count} dangling"),
    };
    line(&mut text, 1, &format!("tree: {}{dangling}", counted(paths, "path")));
    let ends = TreeOutline { program, tree: function.tree, text: &mut text }.write();
    line(&mut text, 1, "summary:");
    for end in ends {
        let cases = function.tree.cases.iter();
        cases.filter(|case| case.end == end).for_each(|case| {
            write_case(&mut text, function.tree, case);
        });
    }
    text
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn line(text: &mut String, depth: usize, words: &str) {
    let _ = writeln!(text, "{}{words}", INDENT.repeat(depth));
}

/// The inputs by kind, as many on a line as fit.
fn inputs(text: &mut String, tree: &FunctionTree) {
    const KINDS: [(InputKind, &str); 6] = [
        (InputKind::Parameter, "parameters"),
        (InputKind::Given, "inputs"),
        (InputKind::Memory, "memory"),
        (InputKind::Object, "objects"),
        (InputKind::Result, "results"),
        (InputKind::AfterCall, "memory after calls"),
    ];
    for (kind, title) in KINDS {
        let names = tree.inputs.iter().filter(|input| input.kind == kind);
        let names: Vec<&str> = names.map(|input| input.name.as_str()).collect();
        if !names.is_empty() {
            wrapped(text, 1, &format!("{title}: "), &names, ", ");
        }
    }
}

/// Writes words one after the other, and goes on below where a line would be too long.
fn wrapped(text: &mut String, depth: usize, title: &str, words: &[&str], between: &str) {
    let mut row = format!("{}{title}", INDENT.repeat(depth));
    for (index, word) in words.iter().enumerate() {
        let end = if index + 1 < words.len() { between } else { "" };
        let is_first = row.trim().is_empty() || index == 0;
        if !is_first && row.chars().count() + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{}", row.trim_end());
            row = INDENT.repeat(depth + 1);
        }
        row += word;
        row += end;
    }
    let _ = writeln!(text, "{}", row.trim_end());
}

/// Writes a tree from its root.
struct TreeOutline<'x> {
    program: &'x Program,
    tree: &'x FunctionTree,
    text: &'x mut String,
}

/// What is still to be written.
enum PendingLine {
    Node(usize, usize),
    Else(usize),
}

impl TreeOutline<'_> {
    /// Writes it; the ends of paths, in the order in which they were written.
    fn write(&mut self) -> Vec<usize> {
        let mut ends = Vec::new();
        let mut pending = vec![PendingLine::Node(0, 2)];
        while let Some(piece) = pending.pop() {
            match piece {
                PendingLine::Else(depth) => line(self.text, depth, "else"),
                PendingLine::Node(node, depth) => {
                    self.node(node, depth, &mut pending);
                    if self.is_end(node) {
                        ends.push(node);
                    }
                }
            }
        }
        ends
    }

    fn node(&mut self, id: usize, depth: usize, pending: &mut Vec<PendingLine>) {
        let node = &self.tree.nodes[id];
        match &node.kind {
            TreeNodeKind::Decision { condition, negation, holds, fails } => {
                let (condition, first, second) = match self.guards(*holds, *fails) {
                    true => (condition, *holds, *fails),
                    false => (negation, *fails, *holds),
                };
                self.line_at(node, depth, &format!("if ({condition})"));
                pending.push(match self.is_end(first) {
                    true => PendingLine::Node(second, depth),
                    false => PendingLine::Node(second, depth + 1),
                });
                if !self.is_end(first) {
                    pending.push(PendingLine::Else(depth));
                }
                pending.push(PendingLine::Node(first, depth + 1));
            }
            TreeNodeKind::Call { call, name, next, .. } => {
                let words = if call == name { call.clone() } else { format!("{name}: {call}") };
                self.line_at(node, depth, &words);
                pending.push(PendingLine::Node(*next, depth));
            }
            TreeNodeKind::Leaf(leaf) => {
                let lines = leaf_lines(leaf);
                let (last, before) = lines.split_last().expect("an end has words");
                before.iter().for_each(|words| line(self.text, depth, words));
                self.line_at(node, depth, last);
            }
            TreeNodeKind::Dangling => line(self.text, depth, "dangling"),
        }
    }

    /// Does the side on which the condition holds come first? A side that ends does, a failing one above all.
    fn guards(&self, holds: usize, fails: usize) -> bool {
        let rank = |side: usize| match &self.tree.nodes[side].kind {
            TreeNodeKind::Leaf(TreeLeaf::Return { .. }) => 1,
            TreeNodeKind::Leaf(_) => 3,
            TreeNodeKind::Dangling => 2,
            _ => 0,
        };
        rank(holds) >= rank(fails)
    }

    fn is_end(&self, id: usize) -> bool {
        matches!(self.tree.nodes[id].kind, TreeNodeKind::Leaf(_) | TreeNodeKind::Dangling)
    }

    fn line_at(&mut self, node: &TreeNode, depth: usize, words: &str) {
        match node.at {
            Some(at) => line(self.text, depth, &format!("{words}  // {}", place(self.program, at))),
            None => line(self.text, depth, words),
        }
    }
}

/// What happens at the end of a path.
pub(super) fn leaf_lines(leaf: &TreeLeaf) -> Vec<String> {
    match leaf {
        TreeLeaf::Return { value, writes } => {
            let writes = writes.iter().map(|write| format!("{} = {}", write.place, write.value));
            let returned = match value {
                Some(value) => format!("return {value}"),
                None => "return".to_owned(),
            };
            writes.chain([returned]).collect()
        }
        TreeLeaf::Exit(code) => vec![format!("exit({code})")],
        TreeLeaf::Bug(kind) => vec![format!("bug: {kind}")],
        TreeLeaf::AssumeFailed => vec!["assumption fails".to_owned()],
        TreeLeaf::Bound(why) => vec![format!("stopped: {why}")],
        TreeLeaf::Unsupported(what) => vec![format!("unsupported: {what}")],
        TreeLeaf::NoReturn => vec!["which does not return".to_owned()],
    }
}

/// `what leads there => what happens`. Dangling ends are no cases of a summary.
fn write_case(text: &mut String, tree: &FunctionTree, case: &TreeCase) {
    let TreeNodeKind::Leaf(leaf) = &tree.nodes[case.end].kind else { return };
    let results = match (leaf, call_before(tree, case.end)) {
        (TreeLeaf::NoReturn, Some(call)) => vec![format!("{call}, which does not return")],
        _ => leaf_lines(leaf),
    };
    let result = results.join("; ");
    if case.conditions.is_empty() {
        return line(text, 2, &format!("always => {result}"));
    }
    let conditions: Vec<String> = match &case.conditions[..] {
        [only] => vec![only.clone()],
        several => several.iter().map(|condition| conjunct(condition)).collect(),
    };
    let short = format!("{} => {result}", conditions.join(" && "));
    if short.chars().count() + 2 * INDENT.len() <= WIDTH {
        return line(text, 2, &short);
    }
    let words: Vec<&str> = conditions.iter().map(String::as_str).collect();
    wrapped(text, 2, "", &words, " && ");
    let results: Vec<&str> = results.iter().map(String::as_str).collect();
    wrapped(text, 3, "=> ", &results, "; ");
}

/// The call that a node comes after.
fn call_before(tree: &FunctionTree, end: usize) -> Option<&str> {
    tree.nodes.iter().find_map(|node| match &node.kind {
        TreeNodeKind::Call { call, next, .. } if *next == end => Some(call.as_str()),
        _ => None,
    })
}

/// A condition among others.
fn conjunct(condition: &str) -> String {
    match condition.contains(" || ") || condition.contains(" ? ") {
        true => format!("({condition})"),
        false => condition.to_owned(),
    }
}
