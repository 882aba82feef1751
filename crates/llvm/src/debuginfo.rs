//! Debug metadata to the tables of [`ir::debug`]: files, positions, functions and variables.

mod types;

use std::collections::HashMap;

use ir::debug::{DebugInfo, Local, SourceFile, Subprogram, Type, TypeId, Variable};
use ir::{FileId, SourceLoc};

use crate::module::{DebugLoc, MetadataId, MetadataNode, Module};

/// Scopes nest as the source does; a longer chain is a circle.
const DEEPEST_SCOPE: u32 = 1000;

/// The tables in the making.
pub(crate) struct Tables<'m> {
    nodes: &'m [MetadataNode],
    /// The metadata of the function being lowered: its numbers go on after `nodes`.
    local: &'m [MetadataNode],
    pointer_bytes: u32,
    files: Vec<SourceFile>,
    file_ids: HashMap<SourceFile, FileId>,
    scope_files: HashMap<MetadataId, Option<FileId>>,
    types: Vec<Type>,
    type_ids: HashMap<MetadataId, TypeId>,
    /// Types that have an id but not yet a description.
    pending: Vec<(MetadataId, TypeId)>,
    /// What an absent type is.
    void: Option<TypeId>,
}

/// A local variable, with its position if it is a parameter.
pub(crate) struct LocalVariable {
    pub(crate) variable: Variable,
    /// From 1; 0 for a variable that is no parameter.
    pub(crate) arg: u32,
}

impl LocalVariable {
    /// A parameter gets its name. Without a prototype, the variables are all that is known about the parameters.
    fn add_to(&self, params: &mut Vec<Variable>) {
        let Some(position) = self.arg.checked_sub(1).map(|position| position as usize) else {
            return;
        };
        if position == params.len() {
            params.push(self.variable.clone());
        } else if let Some(param) = params.get_mut(position) {
            *param = self.variable.clone();
        }
    }
}

impl<'m> Tables<'m> {
    /// Empty tables for a module.
    pub(crate) fn new(module: &'m Module, pointer_bytes: u32) -> Self {
        Tables {
            nodes: &module.metadata.nodes,
            local: &[],
            pointer_bytes,
            files: Vec::new(),
            file_ids: HashMap::new(),
            scope_files: HashMap::new(),
            types: Vec::new(),
            type_ids: HashMap::new(),
            pending: Vec::new(),
            void: None,
        }
    }

    /// The finished tables. Types that only casts name are among them.
    pub(crate) fn finish(mut self) -> DebugInfo {
        for node in self.nodes {
            if let MetadataNode::CompileUnit { retained, .. } = node {
                for &ty in self.tuple(*retained).iter().flatten() {
                    if matches!(
                        self.node(ty),
                        Some(MetadataNode::DerivedType { .. } | MetadataNode::CompositeType { .. })
                    ) {
                        self.type_id(Some(ty));
                    }
                }
            }
        }
        self.describe_pending();
        DebugInfo { files: self.files, types: self.types, units: vec![TypeId(0)] }
    }

    /// Begins a function with metadata of its own.
    pub(crate) fn enter(&mut self, local: &'m [MetadataNode]) {
        self.local = local;
    }

    /// Ends the function: the numbers of its metadata mean something else in the next.
    pub(crate) fn leave(&mut self) {
        self.describe_pending();
        let shared = self.nodes.len();
        if !self.local.is_empty() {
            self.type_ids.retain(|id, _| (id.0 as usize) < shared);
            self.scope_files.retain(|id, _| (id.0 as usize) < shared);
        }
        self.local = &[];
    }

    /// The place in the source that a debug location means: for inlined code, the innermost.
    pub(crate) fn location(&mut self, loc: &DebugLoc) -> Option<SourceLoc> {
        let file = match self.scope_files.get(&loc.scope) {
            Some(file) => *file,
            None => {
                let file = self.scope_file(loc.scope);
                self.scope_files.insert(loc.scope, file);
                file
            }
        };
        Some(SourceLoc { file: file?, line: loc.line, column: loc.column })
    }

    /// Where a function begins.
    pub(crate) fn start(&mut self, id: MetadataId) -> Option<SourceLoc> {
        let MetadataNode::Subprogram { line, .. } = self.node(id)? else { return None };
        let file = self.scope_file(id)?;
        Some(SourceLoc { file, line: *line, column: 0 })
    }

    /// What the source says about a function. `variables` are the local variables that its code
    /// mentions; those that the compiler removed are added.
    pub(crate) fn subprogram(
        &mut self,
        id: MetadataId,
        mut variables: Vec<(MetadataId, ir::debug::VariableLocation)>,
    ) -> Option<Subprogram> {
        let MetadataNode::Subprogram { name, file, line, ty, retained, .. } = self.node(id)? else {
            return None;
        };
        for &retained in self.tuple(*retained).iter().flatten() {
            if variables.iter().all(|(variable, _)| *variable != retained) {
                variables.push((retained, ir::debug::VariableLocation::Gone));
            }
        }
        let file = self.file(*file);
        let (returns, types, variadic) = self.subroutine(*ty);
        let unnamed = |ty| Variable { name: String::new(), ty, line: *line, file };
        let mut params: Vec<Variable> = types.into_iter().map(unnamed).collect();
        let mut locals = Vec::with_capacity(variables.len());
        for (variable, place) in variables {
            let Some(local) = self.local_variable(variable) else { continue };
            local.add_to(&mut params);
            locals.push(Local { variable: local.variable, place });
        }
        Some(Subprogram {
            name: name.clone(),
            file,
            line: *line,
            returns,
            params,
            variadic,
            locals,
            accesses: Vec::new(),
        })
    }

    /// A local variable.
    pub(crate) fn local_variable(&mut self, id: MetadataId) -> Option<LocalVariable> {
        let MetadataNode::LocalVar { name, scope, file, line, ty, arg } = self.node(id)? else {
            return None;
        };
        let file = match (file, scope) {
            (None, Some(scope)) => self.scope_file(*scope).unwrap_or_else(|| self.no_file()),
            _ => self.file(*file),
        };
        let variable = Variable { name: name.clone(), ty: self.type_id(*ty), line: *line, file };
        Some(LocalVariable { variable, arg: *arg })
    }

    /// The variable that a global is.
    pub(crate) fn global_variable(&mut self, id: MetadataId) -> Option<Variable> {
        let id = match self.node(id)? {
            MetadataNode::GlobalVarExpr { variable, .. } => (*variable)?,
            _ => id,
        };
        let MetadataNode::GlobalVar { name, file, line, ty } = self.node(id)? else { return None };
        let file = self.file(*file);
        Some(Variable { name: name.clone(), ty: self.type_id(*ty), line: *line, file })
    }

    /// The name of a local variable.
    pub(crate) fn variable_name(&self, id: MetadataId) -> Option<&'m str> {
        match self.node(id)? {
            MetadataNode::LocalVar { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Is this the expression of a variable that is just there, whole and unchanged?
    pub(crate) fn is_plain(&self, expression: MetadataId) -> bool {
        matches!(self.node(expression), Some(MetadataNode::Expression(words)) if words.is_empty())
    }

    fn node(&self, id: MetadataId) -> Option<&'m MetadataNode> {
        let index = id.0 as usize;
        self.nodes.get(index).or_else(|| self.local.get(index.checked_sub(self.nodes.len())?))
    }

    fn tuple(&self, id: Option<MetadataId>) -> &'m [Option<MetadataId>] {
        match id.and_then(|id| self.node(id)) {
            Some(MetadataNode::Tuple(elements)) => elements,
            _ => &[],
        }
    }

    /// The file of the innermost scope that names one.
    fn scope_file(&mut self, scope: MetadataId) -> Option<FileId> {
        let mut scope = scope;
        for _ in 0..DEEPEST_SCOPE {
            let (file, parent) = match self.node(scope)? {
                MetadataNode::LexicalBlock { scope, file, .. } => (*file, *scope),
                MetadataNode::LexicalBlockFile { scope, file } => (*file, *scope),
                MetadataNode::Subprogram { file, .. } | MetadataNode::CompileUnit { file, .. } => {
                    (*file, None)
                }
                _ => return None,
            };
            if file.is_some() {
                return Some(self.file(file));
            }
            scope = parent?;
        }
        None
    }

    fn file(&mut self, id: Option<MetadataId>) -> FileId {
        match id.and_then(|id| self.node(id)) {
            Some(MetadataNode::File { path, directory }) => {
                self.intern(SourceFile { path: path.clone(), directory: directory.clone() })
            }
            _ => self.no_file(),
        }
    }

    fn no_file(&mut self) -> FileId {
        self.intern(SourceFile { path: String::new(), directory: String::new() })
    }

    fn intern(&mut self, file: SourceFile) -> FileId {
        if let Some(id) = self.file_ids.get(&file) {
            return *id;
        }
        let id = FileId::new(self.files.len());
        self.files.push(file.clone());
        self.file_ids.insert(file, id);
        id
    }
}
