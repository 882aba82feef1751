//! An object of a test: what one of its pointers points to, and how C declares it.

use engine::TestInput;
use ir::debug::TypeId;

use super::function::assignment;
use crate::c::literal::string;
use crate::c::types;
use crate::c::value::{Bytes, ValueWriter};

/// What a pointer points to.
pub(super) struct TestObject<'x> {
    pub(super) input: &'x TestInput,
    /// The variable.
    pub(super) name: String,
    /// The type of the object, or of each of its elements.
    pub(super) element: TypeId,
    /// Its bytes, without its pointers.
    pub(super) bytes: Vec<u8>,
    pub(super) form: DeclaredForm,
    /// The alignment that keeps it from beginning where another one ends, if that matters.
    pub(super) apart: Option<usize>,
}

/// How an object is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclaredForm {
    /// As one object.
    Single,
    /// As an array.
    Array,
    /// As a string that isn't written to.
    Literal,
    /// As a copy on the heap, which is freed.
    Heap,
    /// As a static object: the array that it ends in is as long as what it is initialised with.
    Flexible { freed: bool },
    /// Not here: it is a function.
    Function,
    /// As a file of the C library, with these contents.
    Stream,
    /// As bytes that aren't looked at.
    Opaque { freed: bool },
}

impl TestObject<'_> {
    /// A pointer to it, as C writes it.
    pub(super) fn address(&self) -> String {
        match self.form {
            DeclaredForm::Single | DeclaredForm::Flexible { freed: false } => {
                format!("&{}", self.name)
            }
            DeclaredForm::Array
            | DeclaredForm::Flexible { .. }
            | DeclaredForm::Literal
            | DeclaredForm::Heap
            | DeclaredForm::Function
            | DeclaredForm::Stream => self.name.clone(),
            DeclaredForm::Opaque { .. } => format!("(void *){}", self.name),
        }
    }

    /// Declares it with these bytes. Are its pointers among them?
    pub(super) fn initialised(
        &self,
        values: ValueWriter<'_>,
        bytes: &[u8],
        lines: &mut Vec<String>,
    ) -> bool {
        let variable = if self.is_freed() { self.contents() } else { self.name.clone() };
        let value = self.value(values, bytes);
        let declared = self.declaration(values, &variable, value.is_none());
        let apart = self.apart.map_or_else(String::new, |bytes| format!("APART({bytes}) "));
        let declared = apart + &declared;
        let is_initialised = value.is_some();
        match value {
            Some(value) => lines.push(format!("{declared} = {value};")),
            None => {
                let room = values.flexible(self.element, &vec![0; self.bytes.len()]);
                let room = room.map_or_else(String::new, |room| format!(" = {room}"));
                lines.push(format!("{declared}{room};"));
                lines.push(format!("FILL({variable}, {});", string(&self.bytes)));
            }
        }
        if self.is_freed() {
            let pointer = match self.form {
                DeclaredForm::Opaque { .. } => format!("void *{}", self.name),
                _ => self.declare(values, &format!("*{}", self.name)),
            };
            let copy = match values.debug.flexible(self.element) {
                Some(array) => {
                    let length = (self.bytes.len() as u64 - array.offset) / array.size;
                    format!("ON_HEAP_WITH({variable}, {}, {length})", array.name)
                }
                None => format!("ON_HEAP({variable})"),
            };
            lines.push(format!("{pointer} = {copy};"));
        }
        is_initialised
    }

    pub(super) fn is_freed(&self) -> bool {
        let form = self.form;
        matches!(
            form,
            DeclaredForm::Flexible { freed: true } | DeclaredForm::Opaque { freed: true }
        ) || form == DeclaredForm::Heap
    }

    /// Is its declaration that of its bytes?
    pub(super) fn is_variable(&self) -> bool {
        let is_pointer = matches!(
            self.form,
            DeclaredForm::Literal | DeclaredForm::Function | DeclaredForm::Stream
        );
        !is_pointer && !self.is_freed()
    }

    /// Is it a variable of its type, rather than an array or a pointer?
    pub(super) fn is_object(&self) -> bool {
        matches!(self.form, DeclaredForm::Single | DeclaredForm::Flexible { freed: false })
    }

    /// What a heap block is a copy of.
    fn contents(&self) -> String {
        format!("{}_contents", self.name)
    }

    fn declare(&self, values: ValueWriter<'_>, name: &str) -> String {
        // What is pointed to can be declared where the pointer can.
        types::declare_by_members(values.debug, self.element, name)
            .unwrap_or_else(|why| format!("/* {why} */ {name}"))
    }

    /// Declares a variable for it, with its length if its value doesn't say it.
    fn declaration(&self, values: ValueWriter<'_>, variable: &str, with_length: bool) -> String {
        match self.form {
            DeclaredForm::Single | DeclaredForm::Function => self.declare(values, variable),
            DeclaredForm::Literal => {
                format!("const {}", self.declare(values, &format!("*{variable}")))
            }
            DeclaredForm::Flexible { .. } => format!("static {}", self.declare(values, variable)),
            DeclaredForm::Stream => format!("FILE *{variable}"),
            DeclaredForm::Opaque { .. } => format!("char {variable}[{}]", self.bytes.len()),
            DeclaredForm::Array | DeclaredForm::Heap => {
                let size = types::size(values.debug, self.element).unwrap_or(1).max(1) as usize;
                let length = with_length.then(|| (self.bytes.len() / size).to_string());
                self.declare(values, &format!("{variable}[{}]", length.unwrap_or_default()))
            }
        }
    }

    /// These bytes of it as C writes them, if it can.
    fn value(&self, values: ValueWriter<'_>, bytes: &[u8]) -> Option<String> {
        let text = bytes.strip_suffix(&[0]).filter(|text| !text.contains(&0));
        let text = text.filter(|_| types::is_char(values.debug, self.element)).map(string);
        match self.form {
            DeclaredForm::Stream => Some(format!("STREAM({})", string(&self.bytes))),
            DeclaredForm::Opaque { .. } => Some("{0}".to_owned()),
            DeclaredForm::Single | DeclaredForm::Function => {
                values.initializer(self.element, bytes)
            }
            DeclaredForm::Flexible { .. } => values.flexible(self.element, &self.bytes),
            DeclaredForm::Literal => text,
            DeclaredForm::Array | DeclaredForm::Heap => {
                text.or_else(|| values.list(self.element, bytes))
            }
        }
    }

    /// Gives it the pointers that it couldn't be declared with.
    pub(super) fn assignments(
        &self,
        values: ValueWriter<'_>,
        whole: &[u8],
        shown: &[u8],
    ) -> Vec<String> {
        if whole == shown {
            return Vec::new();
        }
        let undef = vec![0; whole.len()];
        let value = Bytes { bytes: whole, undef: &undef };
        let mut leaves = Vec::new();
        match self.form {
            DeclaredForm::Single | DeclaredForm::Flexible { freed: false } => {
                leaves = values.leaves_of_object(self.element, value, Some(shown), &self.name)
            }
            DeclaredForm::Flexible { .. } => {
                let object = format!("(*{})", self.name);
                leaves = values.leaves_of_object(self.element, value, Some(shown), &object)
            }
            DeclaredForm::Array | DeclaredForm::Heap => values.collect_elements(
                self.element,
                value,
                Some(shown),
                &self.name,
                32,
                &mut leaves,
            ),
            DeclaredForm::Literal
            | DeclaredForm::Stream
            | DeclaredForm::Function
            | DeclaredForm::Opaque { .. } => {}
        }
        leaves.iter().map(assignment).collect()
    }
}
