//! What people see of us: text no wider than their terminal, tables, progress and printing.
//! May use: `host`.

pub(crate) mod layout;
pub(crate) mod notices;
pub(crate) mod print;
pub(crate) mod progress;
pub(crate) mod table;
