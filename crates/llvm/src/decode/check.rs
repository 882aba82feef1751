//! Whether a decoded module is consistent.

use crate::error::Error;
use crate::module::Module;

pub(super) fn module(_module: &Module) -> Result<(), Error> {
    Ok(())
}
