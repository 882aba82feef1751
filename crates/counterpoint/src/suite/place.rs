//! Places inside objects, as C writes pointers to them: `&a[2]`, `&n.member`, `&count`.

use ir::debug::{DebugInfo, Type, TypeId};

use crate::c::types;

/// Types nested deeper than this come from no compiler.
const DEEPEST: u32 = 32;

/// An object that something points into.
pub(super) struct Whole<'w> {
    /// How C calls it.
    pub name: &'w str,
    /// The type of the object, or of each of its elements.
    pub element: TypeId,
    /// Is it an array of these, or a pointer to their first?
    pub is_array: bool,
}

/// A pointer to what is so many bytes behind the beginning of an object, for a pointer to `pointee`.
pub(super) fn address(
    debug: &DebugInfo,
    whole: &Whole<'_>,
    offset: u64,
    pointee: TypeId,
) -> String {
    let size = types::size(debug, whole.element).unwrap_or(1).max(1);
    let (index, rest) = match debug.is_flexible(whole.element) {
        true => (0, offset),
        false => (offset / size, offset % size),
    };
    let object = match (whole.is_array, index) {
        (false, 0) => Some(whole.name.to_owned()),
        (false, _) => None,
        (true, _) => Some(format!("{}[{index}]", whole.name)),
    };
    let found = object.zip(path(debug, whole.element, pointee, rest, DEEPEST));
    let whole_pointer = match whole.is_array {
        true => whole.name.to_owned(),
        false => format!("&{}", whole.name),
    };
    match found {
        Some((object, (path, ty))) if debug.is_same(ty, pointee) => format!("&{object}{path}"),
        Some((object, (path, _))) => cast(debug, pointee, &format!("&{object}{path}")),
        None if rest == 0 && debug.is_same(whole.element, pointee) => {
            format!("{whole_pointer} + {index}")
        }
        None => cast(debug, pointee, &format!("((char *){whole_pointer} + {offset})")),
    }
}

fn cast(debug: &DebugInfo, pointee: TypeId, pointer: &str) -> String {
    match types::declare_pointer(debug, types::unqualified(debug, pointee)) {
        Ok(ty) => format!("({ty}){pointer}"),
        Err(_) => format!("(void *){pointer}"),
    }
}

/// How C gets from an object to the part of a type at an offset, and the part's own type: it may be the unsigned one.
fn path(
    debug: &DebugInfo,
    whole: TypeId,
    part: TypeId,
    offset: u64,
    fuel: u32,
) -> Option<(String, TypeId)> {
    if offset == 0 && debug.is_compatible(whole, part) {
        return Some((String::new(), whole));
    }
    let fuel = fuel.checked_sub(1)?;
    match debug.ty(debug.resolve(whole)) {
        Type::Struct { fields, .. } | Type::Union { fields, .. } => {
            fields.iter().filter(|field| field.bit_field.is_none()).find_map(|field| {
                let inside = offset.checked_sub(field.bit_offset / 8)?;
                let is_inside = types::size(debug, field.ty).is_some_and(|size| inside < size);
                if !is_inside && !debug.is_open(field.ty) {
                    return None;
                }
                let (rest, ty) = path(debug, field.ty, part, inside, fuel)?;
                let dot = if field.name.is_empty() { "" } else { "." };
                Some((format!("{dot}{}{rest}", field.name), ty))
            })
        }
        Type::Array { element, .. } => {
            let size = types::size(debug, *element).filter(|&size| size > 0)?;
            let (rest, ty) = path(debug, *element, part, offset % size, fuel)?;
            Some((format!("[{}]{rest}", offset / size), ty))
        }
        _ => None,
    }
}
