//! Names: what the symbols of a function tree are called in C.
//!
//! Memory is made of bytes, and so are the cells of a tree; the source knows variables. So the bytes of a
//! variable are replaced by parts of one wide symbol, and the pool's own rewrites put them together again.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::FuncId;
use ir::debug::{DebugInfo, Subprogram, Type, TypeId, Variable};
use rustc_hash::FxHashMap;
use smt::{Sort, SymbolId, TermId, TermPool};

use crate::machine::Machine;
use crate::machine::image::Image;
use crate::machine::run_log::RunLog;
use crate::search::render::phrase::{Phrase, Precedence};
use crate::search::render::reading::{self, Reading};
use crate::search::render::register::{Owner, ParamPart};
use crate::search::render::spot::Spot;
use crate::summary::cell::{FunctionInput, Root};
use crate::summary::inputs::Inputs;
use crate::summary::origin::{InputId, Origins};
use crate::summary::tree::{Node, NodeId, Tree};

/// The names of one tree's symbols.
pub(super) struct SymbolNames<'a> {
    pub pool: &'a mut TermPool,
    pub image: &'a Image<'a>,
    pub tree: &'a Tree,
    pub inputs: &'a Inputs,
    pub given: GivenInputs<'a>,
    /// The function whose tree this really is, if it was inlined in a harness.
    pub tested: Option<FuncId>,
    /// What is left for the phrase that is being made: terms share parts, text can't.
    pub fuel: u32,
    names: FxHashMap<SymbolId, Rc<NamedSymbol>>,
    pub found: NameFacts,
}

/// What the program is given.
pub(super) struct GivenInputs<'a> {
    /// Objects by address, with their names and lengths.
    pub objects: &'a BTreeMap<u64, (InputId, u64)>,
    /// What the symbols of inputs stand for.
    pub origins: &'a Origins,
    /// How many bytes the tree speaks of, of each input.
    pub lengths: FxHashMap<InputId, u64>,
}

/// What was found out while names were given.
#[derive(Default)]
pub(super) struct NameFacts {
    wholes: FxHashMap<Whole, TermId>,
    /// What stands for each symbol.
    pub parts: FxHashMap<TermId, TermId>,
    calls: FxHashMap<NodeId, String>,
    /// Where the variables are that symbols were made for.
    pub places: FxHashMap<SymbolId, Whole>,
    /// What choices mean that were looked at.
    pub tables: FxHashMap<TermId, Option<Phrase>>,
    /// The symbols that occur, in the order in which they were met.
    pub met: Vec<SymbolId>,
}

/// What a symbol is called.
pub(super) struct NamedSymbol {
    pub phrase: Phrase,
    pub ty: Option<TypeId>,
    /// What it points to, where no type of the source says that it is a pointer.
    pub pointee: Option<TypeId>,
    pub meaning: Meaning,
}

/// What kind of input a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Parameter,
    Cell,
    /// Where the object behind that pointer begins.
    Base(TermId),
    /// How long it is.
    Size(TermId),
    /// Whether it may be written.
    Writable(TermId),
    /// Whether all of it is initialised.
    AllDefined(TermId),
    /// Whether a cell is initialised, whose name it has.
    Defined,
    /// The class of ends that a call came to.
    Shape,
    Result,
    After,
    /// What the program is given.
    Given,
    /// Whether a pointer is null that the program is given.
    IsNull(InputId),
    /// Bytes of a structure that no member has.
    Padding,
}

/// A variable that bytes are parts of.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Whole {
    Cell(Root, i64),
    After(NodeId, Root, i64),
    Given(InputId, u64),
    Member(Owner, u64),
}

/// Longer calls are named by a number where their results are used.
const LONGEST_CALL: usize = 60;

impl<'a> SymbolNames<'a> {
    pub(super) fn new(
        machine: &'a mut Machine<'_, '_>,
        known: &'a RunLog,
        tree: &'a Tree,
        tested: Option<FuncId>,
    ) -> SymbolNames<'a> {
        let Machine { pool, image, origins, .. } = machine;
        let mut names = SymbolNames {
            pool,
            image,
            tree,
            inputs: &known.inputs,
            given: GivenInputs {
                objects: &known.trees.objects,
                origins,
                lengths: FxHashMap::default(),
            },
            tested,
            fuel: 0,
            names: FxHashMap::default(),
            found: NameFacts::default(),
        };
        names.given.lengths = names.given_lengths();
        names
    }

    pub(super) fn debug(&self) -> &'a DebugInfo {
        &self.image.program.debug
    }

    /// What the source says about the function whose tree this is.
    pub(super) fn subprogram(&self) -> Option<&'a Subprogram> {
        self.debug_of(self.tested.unwrap_or(self.tree.id.function))
    }

    pub(super) fn debug_of(&self, function: FuncId) -> Option<&'a Subprogram> {
        self.image.program.function(function).debug.as_ref()
    }

    /// A term of the tree, over variables instead of bytes.
    pub(super) fn reworded(&mut self, term: TermId) -> TermId {
        let symbols = self.pool.free_symbols(term);
        for &symbol in symbols.iter() {
            self.introduce(symbol);
        }
        self.pool.substitute(term, &self.found.parts)
    }

    /// What a symbol of a reworded term is called.
    pub(super) fn name(&self, symbol: SymbolId) -> Option<&Rc<NamedSymbol>> {
        self.names.get(&symbol)
    }

    /// How a symbol's values are read.
    pub(super) fn symbol_reading(&self, symbol: SymbolId) -> Option<Reading> {
        let name = self.name(symbol)?;
        match name.pointee {
            Some(pointee) => Some(Reading::Pointer(self.debug().size(pointee))),
            None => reading::of(self.debug(), name.ty?),
        }
    }

    /// Finds a name for a symbol of the tree.
    fn introduce(&mut self, symbol: SymbolId) {
        let variable = self.pool.variable(symbol);
        if self.names.contains_key(&symbol) || self.found.parts.contains_key(&variable) {
            return;
        }
        match self.inputs.meaning(self.tree.id, symbol) {
            Some(input) => self.introduce_input(symbol, variable, input),
            None => self.introduce_given(symbol, variable),
        }
    }

    fn introduce_input(&mut self, symbol: SymbolId, variable: TermId, input: FunctionInput) {
        match input {
            FunctionInput::Param(index) => self.introduce_parameter(symbol, index as usize),
            FunctionInput::Cell(cell) => {
                let spot = self.spot(cell);
                let key = Whole::Cell(cell.root, spot.start);
                self.part(variable, key, spot, cell.offset, Meaning::Cell);
            }
            FunctionInput::Base(root) => self.about(symbol, "start", Meaning::Base(root), root),
            FunctionInput::Size(root) => self.about(symbol, "size", Meaning::Size(root), root),
            FunctionInput::Writable(root) => {
                let text = format!("whether {} may be written", self.object(root));
                self.call_it(symbol, Phrase::words(text), None, Meaning::Writable(root));
            }
            FunctionInput::Defined(root) => {
                let text = format!("whether all of {} is initialised", self.object(root));
                self.call_it(symbol, Phrase::words(text), None, Meaning::AllDefined(root));
            }
            FunctionInput::DefinedCell(cell) => {
                let phrase = self.spot(cell).phrase;
                self.call_it(symbol, phrase, None, Meaning::Defined);
            }
            FunctionInput::DefinedAfter { call, cell } => {
                let spot = self.spot(cell);
                let after = self.after(&spot, call);
                self.call_it(symbol, after, None, Meaning::Defined);
            }
            FunctionInput::Shape { call } => {
                let text = format!("where {} wrote", self.call_name(call));
                self.call_it(symbol, Phrase::words(text), None, Meaning::Shape);
            }
            FunctionInput::Result { call, index } => self.introduce_result(symbol, call, index),
            FunctionInput::After { call, cell } => {
                let mut spot = self.spot(cell);
                spot.phrase = self.after(&spot, call);
                let key = Whole::After(call, cell.root, spot.start);
                self.part(variable, key, spot, cell.offset, Meaning::After);
            }
        }
    }

    /// What a spot is called after a call.
    fn after(&mut self, spot: &Spot, call: NodeId) -> Phrase {
        Phrase::words(format!("{} after {}", spot.phrase.text, self.call_name(call)))
    }

    /// Finds a name for a part of what a call returned.
    fn introduce_result(&mut self, symbol: SymbolId, call: NodeId, index: u32) {
        let mut text = self.call_name(call);
        let offset = u64::from(index) * 8;
        let owner = Owner::Result(call);
        if let Some(ty) = self.callee_returns(call)
            && self.introduce_members(symbol, ty, offset, &text, owner)
        {
            return;
        }
        if index > 0 {
            text += &format!(" (part {})", index + 1);
        }
        let ty = self.callee_returns(call);
        self.call_it(symbol, Phrase::primary(text), ty, Meaning::Result);
    }

    pub(super) fn call_it(
        &mut self,
        symbol: SymbolId,
        phrase: Phrase,
        ty: Option<TypeId>,
        meaning: Meaning,
    ) {
        let name = NamedSymbol { phrase, ty, pointee: None, meaning };
        self.names.insert(symbol, Rc::new(name));
        self.found.met.push(symbol);
    }

    fn about(&mut self, symbol: SymbolId, what: &str, meaning: Meaning, root: TermId) {
        let phrase = Phrase::words(format!("{what} of {}", self.object(root)));
        self.call_it(symbol, phrase, None, meaning);
    }

    /// What a pointer of the tree points to: `*s`.
    pub(super) fn object(&mut self, root: TermId) -> String {
        let root = self.reworded(root);
        self.inner_value(root).dereferenced().text
    }

    /// Makes a byte a part of its variable.
    pub(super) fn part(
        &mut self,
        byte: TermId,
        key: Whole,
        spot: Spot,
        offset: i64,
        meaning: Meaning,
    ) {
        let low = 8 * (offset - spot.start) as u32;
        let whole = self.whole(key, spot, meaning);
        let part = self.pool.extract(low + 7, low, whole);
        self.found.parts.insert(byte, part);
    }

    pub(super) fn whole(&mut self, key: Whole, spot: Spot, meaning: Meaning) -> TermId {
        if let Some(&whole) = self.found.wholes.get(&key) {
            return whole;
        }
        let symbol = self.pool.fresh(spot.phrase.text.as_str(), Sort::Bits(8 * spot.size as u32));
        let whole = self.pool.variable(symbol);
        self.found.wholes.insert(key.clone(), whole);
        self.found.places.insert(symbol, key);
        self.call_it(symbol, spot.phrase, spot.ty, meaning);
        whole
    }

    /// What a variable holds on entry.
    pub(super) fn on_entry(&mut self, root: Root, spot: Spot) -> TermId {
        self.whole(Whole::Cell(root, spot.start), spot, Meaning::Cell)
    }

    fn introduce_parameter(&mut self, symbol: SymbolId, index: usize) {
        if let Some((text, pointee)) = self.passed_in_memory(index) {
            let level = if text.starts_with('&') { Precedence::Unary } else { Precedence::Primary };
            let (phrase, meaning) = (Phrase { text, level }, Meaning::Parameter);
            let name = NamedSymbol { phrase, ty: None, pointee: Some(pointee), meaning };
            self.names.insert(symbol, Rc::new(name));
            return self.found.met.push(symbol);
        }
        let (text, ty) = match self.source_parameter(index) {
            Some((param, variable)) => {
                let owner = Owner::Parameter(param.param);
                let (name, ty) = (variable.name.clone(), variable.ty);
                if self.introduce_members(symbol, ty, param.offset, &name, owner) {
                    return;
                }
                (name, Some(ty))
            }
            None => self.parameter(index),
        };
        self.call_it(symbol, Phrase::primary(text), ty, Meaning::Parameter);
    }

    /// The parameter of the source that a register is a part of, if it has a name.
    fn source_parameter(&self, index: usize) -> Option<(ParamPart, &'a Variable)> {
        let passed = *self.passed(self.tree.id.function)?.get(index)?;
        let variable = self.debug_of(self.tree.id.function)?.params.get(passed.param)?;
        (!variable.name.is_empty()).then_some((passed, variable))
    }

    /// A large struct is given, or returned, behind a pointer that the source doesn't have.
    fn passed_in_memory(&self, index: usize) -> Option<(String, TypeId)> {
        let function = self.image.program.function(self.tree.id.function);
        let debug = function.debug.as_ref()?;
        let pointer = self.image.program.target.pointer_bits;
        if function.signature.params.get(index)?.bits() != pointer {
            return None;
        }
        let hidden = function.signature.params.len().checked_sub(debug.params.len())?;
        let is_struct = |ty: TypeId| {
            let ty = self.debug().ty(self.debug().resolve(ty));
            matches!(ty, Type::Struct { bytes: 17.., .. } | Type::Union { bytes: 17.., .. })
        };
        match index.checked_sub(hidden) {
            None if hidden == 1 && is_struct(debug.returns) => {
                Some(("result".to_owned(), debug.returns))
            }
            Some(index) if hidden <= 1 => {
                let param = debug.params.get(index).filter(|param| is_struct(param.ty))?;
                Some((format!("&{}", param.name), param.ty))
            }
            _ => None,
        }
    }

    /// A parameter's name and type. Structs may come in several registers, which the source doesn't name.
    fn parameter(&self, index: usize) -> (String, Option<TypeId>) {
        let function = self.image.program.function(self.tree.id.function);
        let debug = function.debug.as_ref().filter(|debug| {
            debug.params.len() == function.signature.params.len()
                && debug.params.iter().all(|param| self.is_scalar(param.ty))
        });
        if let Some(param) = debug.and_then(|debug| debug.params.get(index))
            && !param.name.is_empty()
        {
            return (param.name.clone(), Some(param.ty));
        }
        let name = function.body.as_ref().and_then(|body| body.regs.get(index)?.name.clone());
        let name = name.unwrap_or_else(|| format!("arg{}", index + 1));
        let debug = function.debug.as_ref();
        let same = debug.and_then(|debug| debug.params.iter().find(|param| param.name == name));
        (name, same.map(|param| param.ty).filter(|&ty| self.is_scalar(ty)))
    }

    pub(super) fn is_scalar(&self, ty: TypeId) -> bool {
        reading::of(self.debug(), ty).is_some()
    }

    /// A call as C writes it: `locate(s, 'a')`.
    pub(super) fn call(&mut self, node: NodeId) -> String {
        let Node::Call(call) = self.tree.node(node) else { unreachable!("it is a call") };
        let function = self.image.program.function(call.callee.function);
        let args: Vec<String> = match (&function.debug, self.passed(call.callee.function)) {
            (Some(debug), Some(passed)) => {
                let registers: Vec<(ParamPart, TermId)> =
                    passed.into_iter().zip(call.args.iter().copied()).collect();
                let of_one = registers.chunk_by(|a, b| a.0.param == b.0.param);
                of_one.map(|one| self.argument(debug.params[one[0].0.param].ty, one)).collect()
            }
            _ => call.args.iter().map(|&arg| self.value(arg, None)).collect(),
        };
        format!("{}({})", function.display_name(), args.join(", "))
    }

    fn argument(&mut self, ty: TypeId, registers: &[(ParamPart, TermId)]) -> String {
        let registers: Vec<TermId> = registers.iter().map(|&(_, register)| register).collect();
        let is_behind_pointer = self.debug().size(ty).is_some_and(|size| size > 16);
        match self.structure(ty, &registers).filter(|_| !is_behind_pointer) {
            Some(structure) => structure,
            None => {
                let ty = Some(ty).filter(|_| registers.len() == 1);
                let words: Vec<String> = registers.iter().map(|&it| self.value(it, ty)).collect();
                words.join(", ")
            }
        }
    }

    /// What the results of a call are called: the call itself, unless that is long, or another one on the way there
    /// reads the same.
    pub(super) fn call_name(&mut self, node: NodeId) -> String {
        if let Some(name) = self.found.calls.get(&node) {
            return name.clone();
        }
        let text = self.call(node);
        let mut before = Vec::new();
        for (above, _) in self.tree.way(node) {
            if matches!(self.tree.node(above), Node::Call(_)) {
                before.push(self.call(above));
            }
        }
        let name = if text.chars().count() > LONGEST_CALL {
            let callee = text.split('(').next().unwrap_or_default();
            format!("{callee}#{}", before.len() + 1)
        } else {
            match before.iter().filter(|before| **before == text).count() {
                0 => text,
                same => format!("{text}#{}", same + 1),
            }
        };
        self.found.calls.insert(node, name.clone());
        name
    }

    fn callee_returns(&self, node: NodeId) -> Option<TypeId> {
        let Node::Call(call) = self.tree.node(node) else { return None };
        Some(self.debug_of(call.callee.function)?.returns)
    }
}
