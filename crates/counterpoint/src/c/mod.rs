//! C as text: types, literals and values as C writes them.
//! May use: nothing.

pub(crate) mod literal;
pub(crate) mod types;
pub(crate) mod value;
