//! Trees as JSON, for programs. `docs/show.md` describes the fields.

use engine::{InputKind, TreeLeaf, TreeNode, TreeNodeKind};
use ir::Program;
use serde::Serialize;

use crate::commands::show::{ShownFunction, ShownTrees, place};

#[derive(Serialize)]
struct Document<'x> {
    mode: &'static str,
    complete: bool,
    stopped: Option<String>,
    functions: Vec<FunctionObject<'x>>,
    without_tree: Vec<WithoutTree<'x>>,
}

#[derive(Serialize)]
struct FunctionObject<'x> {
    name: &'x str,
    signature: &'x str,
    at: Option<String>,
    entry: &'x str,
    /// Whether dangling nodes can't be reached from the entry.
    complete: bool,
    inputs: Vec<InputObject<'x>>,
    dangling: usize,
    nodes: Vec<NodeObject<'x>>,
    summary: Vec<CaseObject<'x>>,
}

#[derive(Serialize)]
struct WithoutTree<'x> {
    name: &'x str,
    why: &'x str,
}

#[derive(Serialize)]
struct InputObject<'x> {
    name: &'x str,
    kind: &'static str,
}

#[derive(Serialize, Default)]
struct NodeObject<'x> {
    id: usize,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    /// What is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<&'x str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<&'x str>,
    /// What its results are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'x str>,
    /// What is returned, or the exit code.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'x str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    writes: Vec<WriteObject<'x>>,
    /// The kind of bug, the limit, or what can't be executed.
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<&'x str>,
    /// Of a decision, where it holds comes first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<usize>,
}

#[derive(Serialize)]
struct WriteObject<'x> {
    place: &'x str,
    value: &'x str,
}

#[derive(Serialize)]
struct CaseObject<'x> {
    conditions: &'x [String],
    end: usize,
}

/// One object, on lines of its own.
pub(super) fn json(shown: &ShownTrees<'_>) -> String {
    let without_tree =
        shown.without_tree.iter().map(|(name, why)| WithoutTree { name, why }).collect();
    let document = Document {
        mode: shown.mode,
        complete: shown.incomplete.is_empty(),
        stopped: (!shown.incomplete.is_empty()).then(|| shown.incomplete.join("; ")),
        functions: shown.functions.iter().map(|it| function(shown.program, it)).collect(),
        without_tree,
    };
    serde_json::to_string_pretty(&document).expect("names and numbers are JSON") + "\n"
}

fn function<'x>(program: &Program, function: &'x ShownFunction<'_>) -> FunctionObject<'x> {
    let tree = function.tree;
    let input = |input: &'x engine::TreeInput| InputObject {
        name: &input.name,
        kind: kind_name(input.kind),
    };
    FunctionObject {
        name: function.name,
        signature: &function.signature,
        at: function.at.map(|at| place(program, at)),
        entry: function.entry,
        complete: function.complete,
        inputs: tree.inputs.iter().map(input).collect(),
        dangling: function.dangling(),
        nodes: tree.nodes.iter().enumerate().map(|(id, it)| node(program, id, it)).collect(),
        summary: tree
            .cases
            .iter()
            .map(|case| CaseObject { conditions: &case.conditions, end: case.end })
            .collect(),
    }
}

fn kind_name(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Parameter => "parameter",
        InputKind::Memory => "memory",
        InputKind::Object => "object",
        InputKind::Result => "result",
        InputKind::AfterCall => "after-call",
        InputKind::Given => "given",
    }
}

fn node<'x>(program: &Program, id: usize, node: &'x TreeNode) -> NodeObject<'x> {
    let at = node.at.map(|at| place(program, at));
    let object = NodeObject { id, at, ..NodeObject::default() };
    match &node.kind {
        TreeNodeKind::Decision { condition, holds, fails, .. } => NodeObject {
            kind: "decision",
            condition: Some(condition),
            children: vec![*holds, *fails],
            ..object
        },
        TreeNodeKind::Call { call, name, next, .. } => NodeObject {
            kind: "call",
            call: Some(call),
            result: Some(name),
            children: vec![*next],
            ..object
        },
        TreeNodeKind::Leaf(end) => leaf(object, end),
        TreeNodeKind::Dangling => NodeObject { kind: "dangling", ..object },
    }
}

fn leaf<'x>(object: NodeObject<'x>, leaf: &'x TreeLeaf) -> NodeObject<'x> {
    match leaf {
        TreeLeaf::Return { value, writes } => NodeObject {
            kind: "return",
            value: value.as_deref(),
            writes: writes
                .iter()
                .map(|write| WriteObject { place: &write.place, value: &write.value })
                .collect(),
            ..object
        },
        TreeLeaf::Exit(code) => NodeObject { kind: "exit", value: Some(code), ..object },
        TreeLeaf::Bug(kind) => NodeObject { kind: "bug", what: Some(kind.name()), ..object },
        TreeLeaf::AssumeFailed => NodeObject { kind: "assume-failed", ..object },
        TreeLeaf::Bound(why) => NodeObject { kind: "bound", what: Some(why), ..object },
        TreeLeaf::NoReturn => NodeObject { kind: "no-return", ..object },
        TreeLeaf::Unsupported(what) => {
            NodeObject { kind: "unsupported", what: Some(what), ..object }
        }
    }
}
