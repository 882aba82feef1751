//! Trees as a graph for Graphviz: a cluster for each function, and a dashed line from a call to its callee.

use std::fmt::Write as _;

use engine::{TreeLeaf, TreeNode, TreeNodeKind};
use ir::Program;

use crate::commands::show::text::leaf_lines;
use crate::commands::show::{ShownFunction, ShownTrees, place};

/// One `digraph`.
pub(super) fn dot(shown: &ShownTrees<'_>) -> String {
    let mut text = String::from("digraph trees {\n    node [fontname=\"monospace\"];\n");
    for (index, function) in shown.functions.iter().enumerate() {
        cluster(&mut text, shown.program, index, function);
    }
    for (index, function) in shown.functions.iter().enumerate() {
        calls(&mut text, shown, index, function);
    }
    text + "}\n"
}

fn cluster(text: &mut String, program: &Program, index: usize, function: &ShownFunction<'_>) {
    let label = quoted(&function.signature);
    let _ = writeln!(text, "    subgraph cluster_{index} {{\n        label={label};");
    for (id, node) in function.tree.nodes.iter().enumerate() {
        let (shape, label) = looks(program, node);
        let _ = writeln!(text, "        n{index}_{id} [{shape}, label={}];", quoted(&label));
        let edges = match &node.kind {
            TreeNodeKind::Decision { holds, fails, .. } => {
                vec![(*holds, " [label=\"yes\"]"), (*fails, " [label=\"no\"]")]
            }
            TreeNodeKind::Call { next, .. } => vec![(*next, "")],
            TreeNodeKind::Leaf(_) | TreeNodeKind::Dangling => Vec::new(),
        };
        for (to, label) in edges {
            let _ = writeln!(text, "        n{index}_{id} -> n{index}_{to}{label};");
        }
    }
    text.push_str("    }\n");
}

fn calls(text: &mut String, shown: &ShownTrees<'_>, index: usize, function: &ShownFunction<'_>) {
    for (id, node) in function.tree.nodes.iter().enumerate() {
        let TreeNodeKind::Call { callee, .. } = node.kind else { continue };
        let target = shown.functions.iter().position(|other| other.tree.function == callee);
        if let Some(target) = target {
            let _ = writeln!(text, "    n{index}_{id} -> n{target}_0 [style=dashed];");
        }
    }
}

/// The shape of a node, and what stands in it.
fn looks(program: &Program, node: &TreeNode) -> (&'static str, String) {
    let at = node.at.map(|at| format!("\n{}", place(program, at))).unwrap_or_default();
    match &node.kind {
        TreeNodeKind::Decision { condition, .. } => ("shape=ellipse", condition.clone() + &at),
        TreeNodeKind::Call { call, .. } => ("shape=box, style=rounded", call.clone() + &at),
        TreeNodeKind::Leaf(leaf) => {
            let shape = match leaf {
                TreeLeaf::Return { .. } => "shape=box",
                _ => "shape=box, style=bold",
            };
            (shape, leaf_lines(leaf).join("\n") + &at)
        }
        TreeNodeKind::Dangling => ("shape=plaintext", "dangling".to_owned()),
    }
}

/// A string of Graphviz: a backslash is one, and a line ends in the middle.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
