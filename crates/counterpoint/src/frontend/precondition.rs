//! Preconditions: what the inputs of a function satisfy, as a function of the program says it.
//!
//! `--assume F` names one, `cp_invariant(type, F)` says it of all inputs of a type. The harness calls it before the
//! function, so it is explored with the function, and inputs that don't satisfy it are never tried. Inputs of a type are
//! found by the types of parameters and globals: they themselves, what they point to, members and the elements of arrays that are
//! members, up to the next one of that type. From there on, and to the next elements behind a pointer, the function itself
//! has to look.

use std::path::{Path, PathBuf};

use ir::debug::{DebugInfo, Field, Type, TypeId};
use ir::{CodeOrigin, Const, FuncId, Linkage, Program, Symbol};

use super::entry::{self, Entry, Param};
use super::harness;
use crate::c::types;
use crate::error::{ExitCode, Failure};

/// Inputs satisfy this.
#[derive(Clone)]
pub(crate) struct Assumption {
    /// Declares the function, if it is another file's.
    pub declaration: Option<String>,
    /// The pointers without which there is nothing to ask about, and the call, as C of the harness.
    pub condition: String,
    /// The call in the words of the source: `is_valid(list)`.
    pub words: String,
}

/// The functions that say what inputs satisfy.
pub(crate) struct Predicates<'p> {
    program: &'p Program,
    files: &'p [PathBuf],
    named: Vec<AssumedPredicate<'p>>,
    invariants: Vec<AssumedPredicate<'p>>,
}

#[derive(Clone)]
struct AssumedPredicate<'p> {
    function: FuncId,
    name: &'p str,
    params: Vec<(&'p str, TypeId)>,
}

/// What of an input a predicate may be about, in C of the harness and in the words of the source.
#[derive(Clone)]
struct InputSpot {
    value: String,
    words: String,
    ty: TypeId,
    /// The pointers on the way there.
    pointers: Vec<String>,
}

/// What `cp_invariant` calls its variables.
const INVARIANT: &str = "cp_invariant_of_";
/// Members of members are looked for inputs of a type so far.
const DEEPEST: usize = 4;
/// Of an array that is a member or a variable, so many elements are asked about.
const MOST_ELEMENTS: u64 = 64;

impl<'p> Predicates<'p> {
    /// The functions of those names, and those of `cp_invariant`.
    pub(crate) fn find(
        program: &'p Program,
        files: &'p [PathBuf],
        names: &[String],
    ) -> Result<Predicates<'p>, Failure> {
        let mut found = Predicates { program, files, named: Vec::new(), invariants: Vec::new() };
        for name in names {
            found.named.push(found.predicate_named(name)?);
        }
        for global in &program.globals {
            let init = global.init.as_ref().filter(|_| global.name.starts_with(INVARIANT));
            for relocation in init.iter().flat_map(|init| &init.relocations) {
                if let Const::Address(Symbol::Function(function), _) = relocation.value {
                    found.invariants.push(found.predicate(function)?);
                }
            }
        }
        Ok(found)
    }

    fn predicate_named(&self, name: &str) -> Result<AssumedPredicate<'p>, Failure> {
        let is_it = |id: &FuncId| {
            let function = self.program.function(*id);
            let own = function.origin == CodeOrigin::Program && function.body.is_some();
            own && function.debug.as_ref().is_some_and(|debug| debug.name == name)
        };
        match (0..self.program.functions.len()).map(FuncId::new).find(is_it) {
            Some(function) => self.predicate(function),
            None => Err(refused(format!(
                "there is no function `{name}` that inputs could satisfy (--assume): give the file that defines it, too"
            ))),
        }
    }

    fn predicate(&self, function: FuncId) -> Result<AssumedPredicate<'p>, Failure> {
        let Some(debug) = &self.program.function(function).debug else {
            let name = &self.program.function(function).name;
            return Err(refused(format!("nothing is known of the parameters of `{name}`")));
        };
        let types = &self.program.debug;
        let name = debug.name.as_str();
        let why = match types.ty(types.resolve(debug.returns)) {
            _ if debug.variadic => Some("it takes a variable number of arguments".to_owned()),
            _ if debug.params.is_empty() => Some("it has no parameters".to_owned()),
            Type::Int { .. } => None,
            _ => {
                let returns = types::display(types, debug.returns);
                Some(format!("it returns `{returns}`, neither `bool` nor an integer"))
            }
        };
        match why {
            Some(why) => Err(refused(format!("`{name}` can't say what inputs satisfy: {why}"))),
            None => {
                let params = debug.params.iter().map(|param| (param.name.as_str(), param.ty));
                Ok(AssumedPredicate { function, name, params: params.collect() })
            }
        }
    }

    /// Says of every entry what its inputs satisfy. A function that `--assume` names must be about some entry.
    pub(crate) fn attach(&self, entries: &mut [Entry]) -> Result<(), Failure> {
        let mut fits = vec![false; self.named.len()];
        for entry in entries.iter_mut().filter(|entry| entry.name != "main") {
            for (predicate, fits) in self.named.iter().zip(&mut fits) {
                let calls = self.calls_by_parameters(entry, predicate);
                *fits |= !calls.is_empty() || entry.function == predicate.function;
                entry.assumed.extend(self.callable(entry, predicate, calls)?);
            }
            for predicate in &self.invariants {
                let calls = self.calls_by_type(entry, predicate);
                entry.assumed.extend(self.callable(entry, predicate, calls)?);
            }
        }
        match self.named.iter().zip(fits).find(|(_, fits)| !fits) {
            Some((predicate, _)) => Err(self.fits_nothing(entries, predicate)),
            None => Ok(()),
        }
    }

    fn fits_nothing(&self, entries: &[Entry], predicate: &AssumedPredicate<'_>) -> Failure {
        let param = |&(name, ty): &(&str, TypeId)| {
            format!("`{name}` of type `{}`", types::display(&self.program.debug, ty))
        };
        let params: Vec<String> = predicate.params.iter().map(param).collect();
        let of = match entries {
            [one] => format!("`{}`", one.name),
            _ => "any function that is explored".to_owned(),
        };
        refused(format!(
            "`{}` says nothing about inputs of {of}, whose parameters would have to match its own: {}",
            predicate.name,
            params.join(", ")
        ))
    }

    /// A predicate of one parameter is about every parameter of its type; others are about those of their names, or the
    /// only one of a type.
    fn calls_by_parameters(
        &self,
        entry: &Entry,
        predicate: &AssumedPredicate<'_>,
    ) -> Vec<Vec<InputSpot>> {
        let debug = &self.program.debug;
        let (params, globals) = roots(entry);
        if let [(name, ty)] = predicate.params[..] {
            let of_type = |spot: &&InputSpot| debug.is_same(spot.ty, ty);
            let named = globals.iter().filter(|spot| spot.words == name);
            let all = params.iter().chain(named).filter(of_type);
            return all.map(|spot| vec![spot.clone()]).collect();
        }
        let matching = |&(name, ty): &(&str, TypeId)| {
            let all = || params.iter().chain(&globals).filter(|it| debug.is_same(it.ty, ty));
            let only = || Some(all().next()?).filter(|_| all().count() == 1);
            all().find(|spot| spot.words == name).or_else(only).cloned()
        };
        predicate
            .params
            .iter()
            .map(matching)
            .collect::<Option<Vec<InputSpot>>>()
            .into_iter()
            .collect()
    }

    /// An invariant is about every input of the type that it is given the address of.
    fn calls_by_type(
        &self,
        entry: &Entry,
        predicate: &AssumedPredicate<'_>,
    ) -> Vec<Vec<InputSpot>> {
        let debug = &self.program.debug;
        let [(_, ty)] = predicate.params[..] else { return Vec::new() };
        let Some(wanted) = types::pointee(debug, ty) else { return Vec::new() };
        let (params, globals) = roots(entry);
        let mut found = Vec::new();
        for spot in params.iter().chain(&globals) {
            inputs_of(debug, spot, wanted, &mut Vec::new(), &mut found);
        }
        found.into_iter().map(|spot| vec![spot]).collect()
    }

    /// The calls in C, where the predicate can be called: the function that it says something about itself can't.
    fn callable(
        &self,
        entry: &Entry,
        predicate: &AssumedPredicate<'_>,
        calls: Vec<Vec<InputSpot>>,
    ) -> Result<Vec<Assumption>, Failure> {
        if calls.is_empty() || entry.function == predicate.function {
            return Ok(Vec::new());
        }
        let name = predicate.name;
        let (callee, declaration) = match self.is_in(predicate, &entry.source) {
            true => (format!("({name})"), None),
            false => {
                let alias = format!("__cp_assumed_{name}");
                let declaration = self.declaration(predicate, &alias)?;
                (alias, Some(declaration))
            }
        };
        let assumption = |arguments: Vec<InputSpot>| {
            let values: Vec<&str> = arguments.iter().map(|spot| spot.value.as_str()).collect();
            let words: Vec<&str> = arguments.iter().map(|spot| spot.words.as_str()).collect();
            let mut condition: String = arguments
                .iter()
                .flat_map(|spot| &spot.pointers)
                .map(|it| format!("!{it} || "))
                .collect();
            condition += &format!("{callee}({})", values.join(", "));
            let words = format!("{name}({})", words.join(", "));
            Assumption { declaration: declaration.clone(), condition, words }
        };
        Ok(calls.into_iter().map(assumption).collect())
    }

    fn is_in(&self, predicate: &AssumedPredicate<'_>, source: &Path) -> bool {
        let debug = self.program.function(predicate.function).debug.as_ref();
        let file = debug.and_then(|debug| entry::given(self.program, self.files, debug.file));
        file.is_some_and(|file| self.files[file] == source)
    }

    /// Declares a function of another file, whose types this one may not know: pointers are pointers.
    fn declaration(
        &self,
        predicate: &AssumedPredicate<'_>,
        alias: &str,
    ) -> Result<String, Failure> {
        let function = self.program.function(predicate.function);
        let name = predicate.name;
        if function.linkage == Linkage::Internal {
            return Err(refused(format!(
                "`{name}` can't be asked about inputs of other files than its own: it is static"
            )));
        }
        let debug = &self.program.debug;
        let spelled = |ty: TypeId| match types::pointee(debug, ty) {
            Some(_) => "const void *".to_owned(),
            None => types::display(debug, types::unqualified(debug, ty)),
        };
        let params: Vec<String> = predicate.params.iter().map(|&(_, ty)| spelled(ty)).collect();
        let returns = function.debug.as_ref().map_or("int".to_owned(), |it| spelled(it.returns));
        Ok(format!("extern {returns} {alias}({}) __asm__(\"{name}\");", params.join(", ")))
    }
}

fn refused(message: String) -> Failure {
    Failure::new(ExitCode::BadInput, message)
}

/// The parameters and the globals of an entry. What only another file declares is bytes to this one.
fn roots(entry: &Entry) -> (Vec<InputSpot>, Vec<InputSpot>) {
    let spot = |value: String, param: &Param| InputSpot {
        value,
        words: param.name.clone(),
        ty: param.ty,
        pointers: Vec::new(),
    };
    let params = entry.params.iter().enumerate();
    let params = params.map(|(index, param)| spot(harness::local(index), param));
    let globals = entry.globals.iter().filter(|global| !global.elsewhere);
    let globals = globals.map(|global| spot(global.name.clone(), global));
    (params.collect(), globals.collect())
}

/// The addresses of the inputs of a type that there are at a spot.
fn inputs_of(
    debug: &DebugInfo,
    at: &InputSpot,
    wanted: TypeId,
    inside: &mut Vec<TypeId>,
    found: &mut Vec<InputSpot>,
) {
    if debug.is_same(at.ty, wanted) {
        let (value, words) = (format!("&{}", at.value), address_of(&at.words));
        found.push(InputSpot { value, words, ..at.clone() });
        return;
    }
    let ty = debug.resolve(at.ty);
    if inside.contains(&ty) || inside.len() > DEEPEST {
        return;
    }
    inside.push(ty);
    for spot in spots_in(debug, at, ty) {
        inputs_of(debug, &spot, wanted, inside, found);
    }
    inside.pop();
}

/// What a pointer points to, or the members of a struct or of an array.
fn spots_in(debug: &DebugInfo, at: &InputSpot, ty: TypeId) -> Vec<InputSpot> {
    match debug.ty(ty) {
        Type::Pointer { to, .. } => {
            let mut pointers = at.pointers.clone();
            pointers.push(at.value.clone());
            let (value, words) = (format!("(*{})", at.value), format!("*{}", at.words));
            vec![InputSpot { value, words, ty: *to, pointers }]
        }
        Type::Struct { fields, .. } => {
            let named = fields.iter().filter(|it| it.bit_field.is_none() && !it.name.is_empty());
            let spot = |field: &Field| InputSpot {
                value: format!("{}.{}", at.value, field.name),
                words: member(&at.words, &field.name),
                ty: field.ty,
                pointers: at.pointers.clone(),
            };
            named.map(spot).collect()
        }
        Type::Array { element, count } => {
            let spot = |index: u64| InputSpot {
                value: format!("{}[{index}]", at.value),
                words: format!("{}[{index}]", array(&at.words)),
                ty: *element,
                pointers: at.pointers.clone(),
            };
            (0..count.unwrap_or(0).min(MOST_ELEMENTS)).map(spot).collect()
        }
        _ => Vec::new(),
    }
}

/// `list` for `*list`, and `&list` for `list`.
fn address_of(words: &str) -> String {
    words.strip_prefix('*').map_or_else(|| format!("&{words}"), str::to_owned)
}

/// `(*rows)` for `*rows`, of which an element is `(*rows)[1]`.
fn array(words: &str) -> String {
    if words.starts_with('*') { format!("({words})") } else { words.to_owned() }
}

/// `list->first` for `*list`, and `list.first` for `list`.
fn member(words: &str, name: &str) -> String {
    match words.strip_prefix('*') {
        Some(pointer) => format!("{pointer}->{name}"),
        None => format!("{words}.{name}"),
    }
}
