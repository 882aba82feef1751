//! Function trees in words: access paths and C's expressions instead of terms.
//!
//! What comes out is plain data, which says nothing of terms or symbols; how it is laid out on a page is the command
//! line's.

mod bounds;
mod case;
mod condition;
mod given;
mod memory;
mod names;
mod phrase;
mod reading;
mod register;
mod spot;
mod sum;
mod table;
mod value;

use ir::debug::TypeId;
use ir::{FuncId, Inst, Program, ProgramPoint, SourceLoc};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Op, SymbolId, TermId, TermPool};

use crate::machine::Machine;
use crate::machine::run_log::RunLog;
use crate::report::bug::BugKind;
use crate::search::render::names::{Meaning, SymbolNames};
use crate::search::render::spot::Spot;
use crate::summary::cell::{Cell, FunctionInput, Root, Write};
use crate::summary::origin::Origin;
use crate::summary::tree::{Ending, Leaf, Node, NodeId, Seen, Side, Tree, TreeId, Trees};

/// The tree of a function, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionTree {
    pub function: FuncId,
    /// What its paths depend on, in the order in which the tree speaks of it.
    pub inputs: Vec<TreeInput>,
    /// The first is the root; others are referred to by their place here.
    pub nodes: Vec<TreeNode>,
    /// The ends of its paths, each with what leads there: its summary.
    pub cases: Vec<TreeCase>,
}

/// Something that a path of a function may depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeInput {
    /// An access path, or words such as `size of *s`.
    pub name: String,
    pub kind: InputKind,
}

/// What kind of input it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    Parameter,
    /// Memory, as it was on entry.
    Memory,
    /// Where an object begins, how long it is, or whether it may be written.
    Object,
    /// What a call returned.
    Result,
    /// Memory, as a call has left it.
    AfterCall,
    /// What the program is given from outside.
    Given,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The deciding or calling instruction, or the place of a bug.
    pub at: Option<SourceLoc>,
    pub kind: TreeNodeKind,
}

/// What happens at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeNodeKind {
    /// A branch, or a check.
    Decision { condition: String, negation: String, holds: usize, fails: usize },
    /// A call of a function with a tree of its own. Its results are called `name`.
    Call { callee: FuncId, call: String, name: String, next: usize },
    /// The end of a path.
    Leaf(TreeLeaf),
    /// Dangling: not explored yet.
    Dangling,
}

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeLeaf {
    /// With that value, if the function returns any, and these variables written.
    Return { value: Option<String>, writes: Vec<Assignment> },
    /// The program ended itself, with that code.
    Exit(String),
    /// It did something wrong.
    Bug(BugKind),
    /// An assumption that the program states doesn't hold.
    AssumeFailed,
    /// A limit was reached.
    Bound(String),
    /// It did something that can't be executed.
    Unsupported(String),
    /// The call before it never returns.
    NoReturn,
}

/// A variable that was written, and what it is then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub place: String,
    pub value: String,
}

/// A path of a function: what leads to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeCase {
    /// All of these hold; what others imply is left out.
    pub conditions: Vec<String>,
    /// Its leaf, or a dangling node.
    pub end: usize,
}

/// All trees, in the order of their functions. `tested` is the function that the entry is the harness of.
pub(crate) fn explain(
    machine: &mut Machine<'_, '_>,
    known: &RunLog,
    entry: FuncId,
    tested: Option<FuncId>,
) -> Vec<FunctionTree> {
    let trees = &known.trees;
    // A function that was inlined in its harness has the harness's tree.
    let tested = tested.filter(|&function| trees.get(function.into()).is_none());
    let of = |tree: &Tree| tested.filter(|_| tree.id.function == entry);
    // What a function does within itself is no news.
    let outermost = trees.all().into_iter().filter(|tree| tree.id.level == 0);
    outermost.map(|tree| explain_tree(machine, known, tree, of(tree))).collect()
}

fn explain_tree(
    machine: &mut Machine<'_, '_>,
    known: &RunLog,
    tree: &Tree,
    tested: Option<FuncId>,
) -> FunctionTree {
    let trees = &known.trees;
    let names = SymbolNames::new(machine, known, tree, tested);
    let ending = trees.ending();
    let mut explained = Explained { names, trees, ending, nodes: Vec::new(), ends: Vec::new() };
    explained.parameters();
    explained.walk();
    let cases = explained.cases();
    let Explained { names, nodes, .. } = explained;
    let mut inputs: Vec<TreeInput> = Vec::new();
    for input in names.found.met.iter().filter_map(|&symbol| input(&names, symbol)) {
        // Calls on different paths may read the same.
        if !inputs.contains(&input) {
            inputs.push(input);
        }
    }
    FunctionTree { function: tested.unwrap_or(tree.id.function), inputs, nodes, cases }
}

/// A variable that was written.
struct WrittenVariable {
    root: Root,
    /// Where it begins, as seen from the root.
    start: i64,
    text: String,
    ty: Option<TypeId>,
    /// What it is then, reworded.
    value: TermId,
}

/// A tree that is being put into words.
struct Explained<'a> {
    names: SymbolNames<'a>,
    trees: &'a Trees,
    /// The functions that may end the program.
    ending: FxHashSet<TreeId>,
    nodes: Vec<TreeNode>,
    /// The ends of paths, from the left to the right.
    ends: Vec<(NodeId, usize)>,
}

impl Explained<'_> {
    /// Parameters are inputs, whether or not anything depends on them.
    fn parameters(&mut self) {
        for (symbol, input) in self.names.inputs.all(self.names.tree.id) {
            if let FunctionInput::Param(_) = input {
                self.names.reworded(symbol);
            }
        }
    }

    /// Puts every node into words, parents before their children, and the side on which a condition holds first.
    fn walk(&mut self) {
        let mut pending = vec![(NodeId::ROOT, None)];
        while let Some((id, link)) = pending.pop() {
            let place = self.nodes.len();
            if let Some((parent, is_first)) = link {
                self.link(parent, is_first, place);
            }
            let node = self.node(id);
            self.nodes.push(node);
            match self.names.tree.node(id) {
                Node::Decision(decision) => {
                    pending.push((decision.fails, Some((place, false))));
                    pending.push((decision.holds, Some((place, true))));
                }
                Node::Call(call) => pending.push((call.next, Some((place, true)))),
                Node::Leaf(_) | Node::Dangling => self.ends.push((id, place)),
            }
        }
    }

    fn link(&mut self, parent: usize, is_first: bool, child: usize) {
        match (&mut self.nodes[parent].kind, is_first) {
            (TreeNodeKind::Decision { holds, .. }, true) => *holds = child,
            (TreeNodeKind::Decision { fails, .. }, false) => *fails = child,
            (TreeNodeKind::Call { next, .. }, _) => *next = child,
            (TreeNodeKind::Leaf(_) | TreeNodeKind::Dangling, _) => {
                unreachable!("ends have no children")
            }
        }
    }

    fn node(&mut self, id: NodeId) -> TreeNode {
        let program = self.names.image.program;
        match self.names.tree.node(id) {
            Node::Dangling => {
                let kind =
                    self.after_no_return(id).map_or(TreeNodeKind::Dangling, TreeNodeKind::Leaf);
                TreeNode { at: None, kind }
            }
            Node::Decision(decision) => {
                let [condition, negation] =
                    [true, false].map(|holds| self.names.condition(decision.condition, holds));
                let kind = TreeNodeKind::Decision { condition, negation, holds: 0, fails: 0 };
                TreeNode { at: location(program, decision.at), kind }
            }
            Node::Call(call) => {
                let text = self.names.call(id);
                let name = match self.is_used(id) {
                    true => self.names.call_name(id),
                    false => text.clone(),
                };
                let callee = call.callee.function;
                let kind = TreeNodeKind::Call { callee, call: text, name, next: 0 };
                TreeNode { at: location(program, call.at), kind }
            }
            Node::Leaf(Leaf::Return { values, writes, .. }) => self.return_leaf(id, values, writes),
            Node::Leaf(Leaf::End(ending)) => self.ending(id, ending),
        }
    }

    fn return_leaf(&mut self, id: NodeId, values: &[TermId], writes: &[Write]) -> TreeNode {
        let decided = self.decided(id);
        let pool = &mut *self.names.pool;
        let values: Vec<TermId> =
            values.iter().map(|&value| pool.substitute(value, &decided)).collect();
        let known =
            |write: &Write| Write { value: pool.substitute(write.value, &decided), ..*write };
        let writes: Vec<Write> = writes.iter().map(known).collect();
        let value = self.returned(&values);
        let writes = self.assignments(&writes);
        TreeNode { at: None, kind: TreeNodeKind::Leaf(TreeLeaf::Return { value, writes }) }
    }

    /// What comes after a call of a function that has no way to return: nothing, or the bug that the library reports
    /// by that function.
    fn after_no_return(&self, id: NodeId) -> Option<TreeLeaf> {
        let (parent, Side::Returned) = self.names.tree.parent(id)? else { return None };
        let Node::Call(call) = self.names.tree.node(parent) else { return None };
        let callee = self.names.image.program.function(call.callee.function);
        let returns = |inst: &Inst| matches!(inst, Inst::Return { .. });
        if callee.body.as_ref()?.code.iter().any(returns) {
            return None;
        }
        let mut endings = self.trees.get(call.callee)?.endings();
        match endings.next() {
            Some(&Ending::Bug(kind, _)) if callee.origin == ir::CodeOrigin::Runtime => {
                let same =
                    |ending: &Ending| matches!(ending, Ending::Bug(other, _) if *other == kind);
                Some(if endings.all(same) { TreeLeaf::Bug(kind) } else { TreeLeaf::NoReturn })
            }
            _ => Some(TreeLeaf::NoReturn),
        }
    }

    /// What was decided on the way to a node, of which its values need not speak again.
    fn decided(&mut self, id: NodeId) -> FxHashMap<TermId, TermId> {
        let pool = &mut *self.names.pool;
        let mut decided = FxHashMap::default();
        for (at, side) in self.names.tree.way(id) {
            let Node::Decision(decision) = self.names.tree.node(at) else { continue };
            let holds = side == Side::Holds;
            decided.insert(decision.condition, pool.bool(holds));
            let inner = pool.args(decision.condition).to_vec();
            match (pool.op(decision.condition), &inner[..]) {
                (Op::Not, &[inner]) => {
                    decided.insert(inner, pool.bool(!holds));
                }
                (Op::And, parts) if holds => {
                    let yes = pool.bool(true);
                    decided.extend(parts.iter().map(|&part| (part, yes)));
                }
                _ => {}
            }
        }
        decided
    }

    /// Does anything depend on what a call did?
    fn is_used(&self, id: NodeId) -> bool {
        let mut inputs = self.names.inputs.all(self.names.tree.id).into_iter();
        inputs.any(|(_, input)| input.call() == Some(id))
    }

    fn ending(&mut self, id: NodeId, ending: &Ending) -> TreeNode {
        let mut at = None;
        let decided = self.decided(id);
        let leaf = match ending {
            Ending::Returned { value, seen } => {
                let pool = &mut *self.names.pool;
                let mut known = |term: TermId| pool.substitute(term, &decided);
                let value = value.map(&mut known);
                let seen: Vec<Seen> = seen
                    .iter()
                    .map(|seen| {
                        let value = seen.value.iter().map(|&byte| known(byte)).collect();
                        Seen { value, ..seen.clone() }
                    })
                    .collect();
                self.entry_return(value, &seen)
            }
            Ending::Exit(code) => {
                let code = self.names.pool.substitute(*code, &decided);
                TreeLeaf::Exit(self.names.value(code, None))
            }
            Ending::Bug(kind, place) => {
                at = *place;
                TreeLeaf::Bug(*kind)
            }
            Ending::AssumeFailed => TreeLeaf::AssumeFailed,
            Ending::Bound(reason) => TreeLeaf::Bound(reason.to_string()),
            Ending::Unsupported(what) => TreeLeaf::Unsupported(what.clone()),
        };
        TreeNode { at, kind: TreeNodeKind::Leaf(leaf) }
    }

    /// What a function returned; a struct is several values.
    fn returned(&mut self, values: &[TermId]) -> Option<String> {
        let ty = self.names.subprogram().map(|debug| debug.returns);
        let structure = ty.filter(|_| !values.is_empty());
        if let Some(structure) = structure.and_then(|ty| self.names.structure(ty, values)) {
            return Some(structure);
        }
        match values {
            [] => None,
            [value] => Some(self.names.value(*value, ty)),
            parts => {
                let parts: Vec<String> =
                    parts.iter().map(|&part| self.names.value(part, None)).collect();
                Some(format!("{{{}}}", parts.join(", ")))
            }
        }
    }

    /// What was written, variable by variable.
    fn assignments(&mut self, writes: &[Write]) -> Vec<Assignment> {
        let mut written: Vec<(Root, Spot, Vec<Option<TermId>>)> = Vec::new();
        for write in writes {
            let Cell { root, offset } = write.cell;
            let spot = self.names.spot(write.cell);
            let same = |(other, known, _): &(Root, Spot, Vec<Option<TermId>>)| {
                *other == root && known.start == spot.start
            };
            let place = match written.iter().position(same) {
                Some(place) => place,
                None => {
                    let bytes = vec![None; spot.size as usize];
                    written.push((root, spot, bytes));
                    written.len() - 1
                }
            };
            let (_, spot, bytes) = &mut written[place];
            bytes[(offset - spot.start) as usize] = Some(write.value);
        }
        let mut values = Vec::new();
        for (root, spot, bytes) in written {
            let (start, text, ty) = (spot.start, spot.phrase.text.clone(), spot.ty);
            let value = self.written_value(root, spot, &bytes);
            values.push(WrittenVariable { root, start, text, ty, value });
        }
        self.by_root(values)
    }

    /// What was written, object by object: at one index, or variable by variable.
    fn by_root(&mut self, values: Vec<WrittenVariable>) -> Vec<Assignment> {
        let mut assignments = Vec::new();
        for object in values.chunk_by(|a, b| a.root == b.root) {
            let elements: Vec<(i64, String, TermId)> =
                object.iter().map(|it| (it.start, it.text.clone(), it.value)).collect();
            if let Some((place, value)) = self.names.table_write(&elements) {
                let value = self.names.shown_value(value, object[0].ty);
                assignments.push(Assignment { place, value });
                continue;
            }
            for WrittenVariable { text, ty, value, .. } in object {
                let value = self.names.shown_value(*value, *ty);
                assignments.push(Assignment { place: text.clone(), value });
            }
        }
        assignments
    }

    /// Bytes that weren't written are what they were.
    fn written_value(&mut self, root: Root, spot: Spot, bytes: &[Option<TermId>]) -> TermId {
        let all: Option<Vec<TermId>> = bytes.iter().copied().collect();
        match all {
            Some(bytes) => {
                let whole = self.names.pool.join(&bytes);
                self.names.reworded(whole)
            }
            None => {
                let before = self.names.on_entry(root, spot);
                let parts: Vec<TermId> = (0..)
                    .zip(bytes)
                    .map(|(index, byte)| match byte {
                        Some(byte) => self.names.reworded(*byte),
                        None => self.names.pool.extract(8 * index + 7, 8 * index, before),
                    })
                    .collect();
                self.names.pool.join(&parts)
            }
        }
    }

    /// What the program's entry returned: itself, or as its harness saw it.
    fn entry_return(&mut self, value: Option<TermId>, seen: &[Seen]) -> TreeLeaf {
        let mut returned = value.map(|value| self.names.value(value, None));
        let mut writes = Vec::new();
        for it in seen {
            // No variable can be called like a keyword.
            match (it.name.as_str(), &it.value[..]) {
                ("return", []) => {}
                ("return", bytes) => {
                    let whole = self.names.pool.join(bytes);
                    returned = self.returned(&[whole]);
                }
                _ => writes.extend(self.changes(it)),
            }
        }
        TreeLeaf::Return { value: returned, writes }
    }

    /// The variables of an input that aren't any more what they were. What was no input may have been anything.
    fn changes(&mut self, seen: &Seen) -> Vec<Assignment> {
        let &Seen { ref name, input, global, value: ref bytes } = seen;
        let mut changes = Vec::new();
        let given = match input {
            Some(input) => self.names.given(input),
            None => self.names.observed(name, global),
        };
        let mut index = 0;
        while let Some(&first) = bytes.get(index) {
            let spot = self.names.given_spot(&given, index as u64);
            let end = (index + spot.size as usize).min(bytes.len());
            let now = match end - index {
                1 => first,
                _ => self.names.pool.join(&bytes[index..end]),
            };
            let is_same = |at: usize| {
                let Op::Symbol(symbol) = self.names.pool.op(bytes[at]) else { return false };
                input.is_some_and(|input| {
                    self.names.given.origins.of(symbol) == Some(Origin::Byte(input, at as u64))
                })
            };
            if !(index..end).all(is_same) {
                let value = self.names.value(now, spot.ty);
                changes.push(Assignment { place: spot.phrase.text, value });
            }
            index = end;
        }
        changes
    }
}

/// An input in words. Where an object begins and whether it may be written are only said where it matters.
fn input(names: &SymbolNames<'_>, symbol: SymbolId) -> Option<TreeInput> {
    let name = names.name(symbol)?;
    let kind = match name.meaning {
        Meaning::Parameter => InputKind::Parameter,
        Meaning::Cell => InputKind::Memory,
        Meaning::Base(_) | Meaning::Size(_) | Meaning::Writable(_) => InputKind::Object,
        // Conditions say it, where it matters.
        Meaning::AllDefined(_) | Meaning::Defined | Meaning::Shape => return None,
        Meaning::Result => InputKind::Result,
        Meaning::After => InputKind::AfterCall,
        Meaning::Given | Meaning::IsNull(_) => InputKind::Given,
        Meaning::Padding => return None,
    };
    Some(TreeInput { name: name.phrase.text.clone(), kind })
}

/// Where an instruction is in the source.
fn location(program: &Program, site: ProgramPoint) -> Option<SourceLoc> {
    let body = program.function(site.function).body.as_ref()?;
    let before = body.locs.get(..=site.pc as usize)?;
    before.iter().rev().flatten().find(|loc| loc.line != 0).copied()
}

/// Is it an operation on symbols at all?
fn is_symbol(pool: &TermPool, term: TermId) -> bool {
    matches!(pool.op(term), Op::Symbol(_))
}
