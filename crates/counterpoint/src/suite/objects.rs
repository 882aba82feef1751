//! The objects of a test: what its pointers point to, as variables in an order in which they can be declared.
//!
//! An object whose address another one has comes before it; where they have each other's, one is assigned afterwards.
//! In the bytes of an object, a pointer is a word that stands for its target (`c/value.rs`).

use std::collections::BTreeMap;

use engine::{ExploredPath, InputSource, InputValue, ObservedPointer, TestInput, WitnessObject};
use ir::Program;
use ir::debug::{DebugInfo, Type, TypeId};

use super::object::{DeclaredForm, TestObject};
use super::place::{self, Whole};
use super::stubs::Stubs;
use crate::c::literal::{self, string};
use crate::c::types;
use crate::c::value::{Pointee, ValueWriter, pointer_word};

/// The least alignment of what is kept apart: that of any type.
const LEAST_APART: usize = 16;

/// What the pointers of a test point to.
pub(super) struct TestObjects<'x> {
    program: &'x Program,
    debug: &'x DebugInfo,
    /// How many bytes a pointer has.
    pointer: usize,
    path: &'x ExploredPath,
    stubs: &'x Stubs<'x>,
    all: Vec<TestObject<'x>>,
    /// The number of the object of a pointer input.
    numbers: BTreeMap<&'x str, usize>,
    /// The places inside objects that pointers lead to.
    places: Vec<Place<'x>>,
}

/// A place inside an object, or in a global variable.
struct Place<'x> {
    /// The pointer input that leads there.
    pointer: &'x str,
    pointee: TypeId,
    object: &'x WitnessObject,
    offset: u64,
}

impl<'x> TestObjects<'x> {
    /// All objects that these pointers and what they point to lead to: each root is an input and its type. Variables
    /// are called as `rename` makes it of the pointer's name.
    pub(super) fn find(
        program: &'x Program,
        path: &'x ExploredPath,
        stubs: &'x Stubs<'x>,
        roots: impl Iterator<Item = (&'x str, TypeId)>,
        rename: &dyn Fn(&str) -> String,
    ) -> TestObjects<'x> {
        let (debug, pointer) = (&program.debug, program.target.pointer_bits as usize / 8);
        let mut objects = TestObjects {
            program,
            debug,
            pointer,
            path,
            stubs,
            all: Vec::new(),
            numbers: BTreeMap::new(),
            places: Vec::new(),
        };
        for (name, ty) in roots.chain(stubs.roots()) {
            objects.visit(name, ty, rename);
        }
        objects.keep_apart();
        objects
    }

    /// Objects whose addresses were compared must not happen to be neighbours: each begins at a multiple of more bytes than
    /// any of them has.
    fn keep_apart(&mut self) {
        let is_compared = |it: &TestObject<'_>| it.input.compared && it.is_variable();
        let compared = || self.all.iter().filter(|it| is_compared(it));
        let largest = compared().map(|it| it.bytes.len()).max().unwrap_or(0);
        if compared().count() < 2 {
            return;
        }
        let apart = (largest + 1).next_power_of_two().max(LEAST_APART);
        self.all.iter_mut().filter(|it| is_compared(it)).for_each(|it| it.apart = Some(apart));
    }

    fn visit(&mut self, name: &'x str, ty: TypeId, rename: &dyn Fn(&str) -> String) {
        let Some(input) = find(self.path, name) else { return };
        let element = match types::pointee(self.debug, ty) {
            Some(pointee) => self.found(input).unwrap_or(pointee),
            None => return self.visit_pointers(input, ty, rename),
        };
        if let InputValue::Into { object, offset } = &input.value {
            let place = Place { pointer: &input.name, pointee: element, object, offset: *offset };
            self.places.push(place);
        }
        if let Some((form, bytes)) = self.form(input, element) {
            let element = types::unqualified(self.debug, element);
            let name = match input.value {
                InputValue::Function(function) => self.stubs.name(function),
                _ => self.variable(&rename(name)),
            };
            self.numbers.insert(&input.name, self.all.len());
            self.all.push(TestObject { input, name, element, bytes, form, apart: None });
            self.visit_pointers(input, element, rename);
        }
    }

    /// What a `void *` leads to.
    fn found(&self, input: &TestInput) -> Option<TypeId> {
        let pointee = input.pointee?;
        match self.debug.ty(self.debug.resolve(pointee)) {
            Type::Void => self.debug.byte_type(),
            _ => Some(pointee),
        }
    }

    /// Visits the pointers in an object, or in each of its elements.
    fn visit_pointers(
        &mut self,
        input: &'x TestInput,
        ty: TypeId,
        rename: &dyn Fn(&str) -> String,
    ) {
        let members = self.debug.pointers_in(ty, literal::bytes(&input.value).len() as u64);
        for (offset, name) in &input.pointers {
            let is_it = |member: &&ir::debug::PointerMember| member.offset == *offset;
            let is_named = |member: &&ir::debug::PointerMember| {
                // In a union, there are several.
                let name = name.split('#').next().unwrap_or(name);
                member.unions.is_empty() || name.ends_with(member.path.trim_start_matches('.'))
            };
            if let Some(member) = members.iter().filter(is_it).find(is_named) {
                self.visit(name, member.ty, rename);
            }
        }
    }

    fn form(&self, input: &TestInput, element: TypeId) -> Option<(DeclaredForm, Vec<u8>)> {
        let size = types::size(self.debug, element).unwrap_or(1).max(1) as usize;
        match &input.value {
            InputValue::Text(text) => {
                // Compilers merge literals that are the same, but here they are two strings; where addresses are compared,
                // linkers must not put one at the end of another either, nor of the program's own.
                let is_this =
                    |input: &&TestInput| matches!(&input.value, InputValue::Text(t) if t == text);
                let alone = self.path.inputs.iter().filter(is_this).count() == 1;
                let is_const = types::is_const(self.debug, element);
                let literal = alone && is_const && !input.compared && !self.is_shared(input);
                let form = if literal { DeclaredForm::Literal } else { DeclaredForm::Array };
                Some((form, [text.as_slice(), &[0]].concat()))
            }
            InputValue::Buffer { bytes, freed } if self.debug.flexible(element).is_some() => {
                Some((DeclaredForm::Flexible { freed: *freed }, bytes.clone()))
            }
            InputValue::Buffer { bytes, freed: true } => Some((DeclaredForm::Heap, bytes.clone())),
            InputValue::Buffer { bytes, .. } if bytes.len() == size => {
                Some((DeclaredForm::Single, bytes.clone()))
            }
            InputValue::Buffer { bytes, .. } => Some((DeclaredForm::Array, bytes.clone())),
            InputValue::Opaque { .. } if is_stream(self.debug, element) => {
                Some((DeclaredForm::Stream, self.stream(input).to_vec()))
            }
            InputValue::Opaque { freed } => {
                Some((DeclaredForm::Opaque { freed: *freed }, vec![0; 16]))
            }
            InputValue::Function(_) => Some((DeclaredForm::Function, Vec::new())),
            InputValue::Bytes(_)
            | InputValue::Null
            | InputValue::Alias(_)
            | InputValue::Into { .. } => None,
        }
    }

    /// Does another pointer lead into what this one points to, perhaps to write there?
    fn is_shared(&self, input: &TestInput) -> bool {
        self.path.inputs.iter().any(|other| match &other.value {
            InputValue::Into { object: WitnessObject::Pointed(name), .. } => *name == input.name,
            _ => false,
        })
    }

    /// What is in the stream that a pointer points to, as far as it was read.
    fn stream(&self, pointer: &TestInput) -> &'x [u8] {
        let name = format!("*{}", pointer.name);
        let is_it = |it: &&TestInput| it.source == InputSource::Stream && *it.name == *name;
        self.path.inputs.iter().find(is_it).map_or(&[], |stream| literal::bytes(&stream.value))
    }

    /// A name for a variable that no other object has.
    fn variable(&self, name: &str) -> String {
        let mut name = name.to_owned();
        while self.all.iter().any(|object| object.name == name) {
            name.push('_');
        }
        name
    }

    /// What pointers may lead to.
    pub(super) fn targets(&self) -> Vec<Pointee> {
        let objects = self.all.iter().map(|it| Pointee::Address(it.address(), Some(it.element)));
        let places = self.places.iter().map(|place| {
            let address = self.place_address(place, &|it| &it.name);
            Pointee::Address(address, Some(place.pointee))
        });
        objects.chain(places).collect()
    }

    /// How C writes a pointer to where a pointer input points; nothing if that is NULL.
    pub(super) fn address(&self, input: &str) -> Option<String> {
        let number = self.number(input).checked_sub(1)?;
        Some(match self.all.get(number) {
            Some(object) => object.address(),
            None => self.place_address(&self.places[number - self.all.len()], &|it| &it.name),
        })
    }

    /// A pointer to a place inside an object, which has that name.
    fn place_address<'s>(
        &'s self,
        place: &Place<'_>,
        name: &dyn Fn(&'s TestObject<'x>) -> &'s str,
    ) -> String {
        let whole = match place.object {
            WitnessObject::Global(global) => {
                let variables = self.program.globals.iter().filter_map(|it| it.debug.as_ref());
                let ty = variables.filter(|it| *it.name == **global).map(|it| it.ty).next();
                ty.map(|element| Whole { name: global, element, is_array: false })
            }
            WitnessObject::Pointed(input) => self.numbers.get(&**input).map(|&number| {
                let object = &self.all[number];
                let is_array = !object.is_object();
                Whole { name: name(object), element: object.element, is_array }
            }),
        };
        whole.map_or_else(
            || "NULL".to_owned(),
            |whole| place::address(self.debug, &whole, place.offset, place.pointee),
        )
    }

    /// The global variables that pointers lead into.
    pub(super) fn globals(&self) -> impl Iterator<Item = &str> {
        self.places.iter().filter_map(|place| match place.object {
            WitnessObject::Global(name) => Some(&**name),
            WitnessObject::Pointed(_) => None,
        })
    }

    /// The object that a target is, or is a place in; global variables are there anyway.
    fn object_of(&self, target: usize) -> Option<usize> {
        if target < self.all.len() {
            return Some(target);
        }
        match self.places[target - self.all.len()].object {
            WitnessObject::Pointed(input) => self.numbers.get(&**input).copied(),
            WitnessObject::Global(_) => None,
        }
    }

    /// The number of the target that a pointer input leads to; that of NULL is zero.
    fn number(&self, input: &str) -> usize {
        match find(self.path, input).map(|input| &input.value) {
            Some(InputValue::Alias(other)) => self.number(other),
            Some(InputValue::Into { .. }) => {
                let place = self.places.iter().position(|place| place.pointer == input);
                place.map_or(0, |place| self.all.len() + place + 1)
            }
            _ => self.numbers.get(input).map_or(0, |number| number + 1),
        }
    }

    /// The bytes of an input with its pointers in them, except for those that `left_out` says.
    pub(super) fn with_pointers(
        &self,
        input: &TestInput,
        bytes: &[u8],
        left_out: &dyn Fn(usize) -> bool,
    ) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for (offset, name) in &input.pointers {
            match self.number(name) {
                number @ 1.. if !left_out(number - 1) => self.put(&mut bytes, *offset, number),
                _ => {}
            }
        }
        bytes
    }

    /// What was seen of an object, with its pointers in it. Targets that aren't objects are added.
    pub(super) fn seen(
        &self,
        (bytes, undef): (&[u8], &[u8]),
        pointers: &[(u64, ObservedPointer)],
        targets: &mut Vec<Pointee>,
    ) -> (Vec<u8>, Vec<u8>) {
        let (mut bytes, mut undef) = (bytes.to_vec(), undef.to_vec());
        for (offset, pointer) in pointers {
            let number = match pointer {
                ObservedPointer::Null => 0,
                ObservedPointer::Into { input, offset: 0 } if self.number(input) > 0 => {
                    self.number(input)
                }
                ObservedPointer::Into { .. } | ObservedPointer::Elsewhere => {
                    targets.push(Pointee::Somewhere);
                    targets.len()
                }
                ObservedPointer::Function(function) => {
                    targets.push(Pointee::Address(self.stubs.name(*function), None));
                    targets.len()
                }
                ObservedPointer::Text(text) => {
                    targets.push(Pointee::Text(string(text)));
                    targets.len()
                }
            };
            self.put(&mut bytes, *offset, number);
            self.put(&mut undef, *offset, 0);
        }
        (bytes, undef)
    }

    /// Writes the number of a target where a pointer is; that of NULL is zero.
    fn put(&self, bytes: &mut [u8], offset: u64, number: usize) {
        let null = vec![0; self.pointer];
        let number = number.checked_sub(1).map_or(null, |it| pointer_word(it, self.pointer));
        let place = bytes.iter_mut().skip(offset as usize).take(self.pointer);
        place.zip(number).for_each(|(byte, part)| *byte = part);
    }

    /// Declares all objects.
    pub(super) fn declarations(&self) -> Vec<String> {
        let mut declared = vec![false; self.all.len()];
        let (mut lines, mut late) = (Vec::new(), Vec::new());
        for number in 0..self.all.len() {
            self.declare(number, &mut Vec::new(), &mut declared, &mut lines, &mut late);
        }
        lines.extend(late);
        lines
    }

    /// Declares what an object points to, and then the object.
    fn declare(
        &self,
        number: usize,
        pending: &mut Vec<usize>,
        declared: &mut [bool],
        lines: &mut Vec<String>,
        late: &mut Vec<String>,
    ) {
        if declared[number] || pending.contains(&number) {
            return;
        }
        let object = &self.all[number];
        if object.form == DeclaredForm::Function {
            return;
        }
        pending.push(number);
        for (_, name) in &object.input.pointers {
            let target = self.number(name).checked_sub(1);
            if let Some(target) = target.and_then(|target| self.object_of(target)) {
                self.declare(target, pending, declared, lines, late);
            }
        }
        pending.pop();
        let itself = !object.is_freed();
        let is_declared = |target: usize| {
            self.object_of(target).is_none_or(|it| {
                let is_function = self.all[it].form == DeclaredForm::Function;
                declared[it] || is_function || itself && it == number
            })
        };
        let known = self.with_pointers(object.input, &object.bytes, &|it| !is_declared(it));
        let whole = self.with_pointers(object.input, &object.bytes, &|_| false);
        let targets = self.targets();
        let values = ValueWriter { debug: self.debug, targets: &targets };
        let is_initialised = object.initialised(values, &known, lines);
        // The address of a variable is no initialiser of a static one.
        let is_static = matches!(object.form, DeclaredForm::Flexible { .. });
        let shown = if is_initialised && !is_static { known } else { object.bytes.clone() };
        late.extend(object.assignments(values, &whole, &shown));
        declared[number] = true;
    }

    /// What an input is, for reports: objects stand where they are pointed to first, and are named elsewhere.
    pub(super) fn in_words(&self, input: &str, ty: TypeId) -> Option<String> {
        let input = find(self.path, input)?;
        let targets = self.targets_in_words(input, ty);
        let values = ValueWriter { debug: self.debug, targets: &targets };
        Some(match &input.value {
            InputValue::Null => "NULL".to_owned(),
            InputValue::Alias(other) => other.to_string(),
            InputValue::Function(function) => self.stubs.in_report(*function),
            InputValue::Into { .. } => {
                let place = self.places.iter().find(|place| place.pointer == &*input.name)?;
                self.place_address(place, &|it| &it.input.name)
            }
            InputValue::Opaque { .. } => {
                let stream = self.all.get(*self.numbers.get(&*input.name)?);
                match stream.filter(|it| it.form == DeclaredForm::Stream) {
                    Some(stream) => format!("a stream of {}", string(&stream.bytes)),
                    None => "a pointer".to_owned(),
                }
            }
            InputValue::Text(text) => string(text),
            InputValue::Bytes(bytes) => {
                let whole = self.with_pointers(input, bytes, &|_| false);
                values.initializer(ty, &whole).unwrap_or_else(|| string(bytes))
            }
            InputValue::Buffer { bytes, .. } => {
                let whole = self.with_pointers(input, bytes, &|_| false);
                let element = self.all[*self.numbers.get(&*input.name)?].element;
                let is_text = types::is_char(self.debug, element);
                let list = values.flexible(element, &whole);
                let list = list.or_else(|| values.list(element, &whole)).filter(|_| !is_text);
                list.unwrap_or_else(|| string(bytes))
            }
        })
    }

    /// What pointers lead to, for reports: those of an input to objects in words, all others to names.
    fn targets_in_words(&self, input: &TestInput, ty: TypeId) -> Vec<Pointee> {
        let name = |it: &TestObject<'_>| it.input.name.to_string();
        let names = self.all.iter().map(|it| Pointee::Address(name(it), Some(it.element)));
        let places = self.places.iter().map(|it| {
            let address = self.place_address(it, &|it| &it.input.name);
            Pointee::Address(address, Some(it.pointee))
        });
        let mut targets: Vec<Pointee> = names.chain(places).collect();
        for (_, pointer) in &input.pointers {
            if let Some(&own) = self.numbers.get(&**pointer) {
                let words = self.in_words(pointer, ty).unwrap_or_default();
                targets[own] = Pointee::Address(words, Some(self.all[own].element));
            }
        }
        targets
    }

    /// How a test gets at an object that it can look at after the call: what it was, and what its leaves are called.
    pub(super) fn before(&self, input: &str) -> Option<(TypeId, Vec<u8>, Expression)> {
        let object = &self.all[*self.numbers.get(input)?];
        let bytes = self.with_pointers(object.input, &object.bytes, &|_| false);
        match object.form {
            DeclaredForm::Single | DeclaredForm::Flexible { freed: false } => {
                Some((object.element, bytes, Expression::Object(object.name.clone())))
            }
            DeclaredForm::Array => {
                Some((object.element, bytes, Expression::Array(object.name.clone())))
            }
            DeclaredForm::Literal
            | DeclaredForm::Heap
            | DeclaredForm::Flexible { .. }
            | DeclaredForm::Function
            | DeclaredForm::Stream
            | DeclaredForm::Opaque { .. } => None,
        }
    }
}

/// How a test gets at what a pointer points to.
pub(super) enum Expression {
    /// An object of that name.
    Object(String),
    /// An array of that name.
    Array(String),
}

/// Is it what a `FILE *` points to?
fn is_stream(debug: &DebugInfo, ty: TypeId) -> bool {
    matches!(debug.ty(debug.resolve(ty)), Type::Struct { name: Some(name), .. } if name == "_IO_FILE")
}

/// The input of that name.
pub(super) fn find<'x>(path: &'x ExploredPath, name: &str) -> Option<&'x TestInput> {
    let is_made = |source| {
        matches!(source, InputSource::Marked | InputSource::Further(..) | InputSource::Stub { .. })
    };
    path.inputs.iter().find(|input| is_made(input.source) && *input.name == *name)
}
