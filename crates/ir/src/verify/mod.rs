//! Checks what every program must satisfy. What executes one may index its tables without asking.
//!
//! # Invariants
//!
//! *Program*
//! 1. Pointers have 32 or 64 bits.
//! 2. Functions, globals and aliases have different names; only functions and globals may have none.
//! 3. Every function, global, block, register, slot, constant, file and type id is in range; a
//!    constant `Block` names a block of a function with a body.
//! 4. Typedefs and qualifiers lead to another type after finitely many steps.
//!
//! *Global*
//!
//! 5. Its size fits in the positive half of the address space, its alignment is a power of two.
//! 6. Its bytes fit in its size; a relocation is 1 to 8 bytes inside it and of addresses.
//!
//! *Function body*
//!
//! 7. Its first registers are the parameters, with the signature's types.
//! 8. There is a block 0, the entry, and nothing jumps to it.
//! 9. The blocks tile `code` in order; each has a terminator at its end and only there.
//! 10. Every instruction has an entry in `locs`.
//! 11. A slot's size fits in the positive half of the address space, its alignment is a power of two.
//!
//! *Instruction*
//!
//! 12. Registers have the type that the instruction names; `copy`, `select` and `freeze` go between
//!     registers of one size, so a `copy` also turns a float into its bits and back.
//! 13. A number fits in the type that is expected; an address stands only where a pointer does;
//!     `undef` may stand anywhere.
//! 14. `extend` widens or keeps the width, `truncate` narrows or keeps it, bytes are swapped only in
//!     whole bytes.
//! 15. Switch cases are sorted, different, and fit in the width.
//! 16. A call has one `ArgKind` per argument and no more fixed arguments than arguments; its results
//!     are different registers, as are the halves of a wide result.
//! 17. `return` gives what the signature says.
//!
//! Deliberately not required: that a register is written before it is read (the program may be wrong,
//! and the machine says so), and that a call agrees with the callee's signature (C can call through a
//! wrong declaration or a cast pointer; the machine checks when it happens).

mod code;
mod debug;

use std::collections::HashSet;
use std::fmt;

use crate::{BlockId, Const, Function, Global, Program, Symbol};

/// The first broken invariant that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The function, global or alias it is in.
    pub within: Option<String>,
    /// The instruction, as its block and its position there.
    pub at: Option<(BlockId, usize)>,
    /// What is wrong.
    pub problem: String,
}

/// Checks the invariants above.
pub fn verify(program: &Program) -> Result<(), VerifyError> {
    verify_program(program).map_err(VerifyError::new)?;
    debug::verify_types(program).map_err(VerifyError::new)?;
    for global in &program.globals {
        verify_global(program, global)
            .map_err(|problem| VerifyError::within(&global.name, problem))?;
    }
    for alias in &program.aliases {
        verify_symbol(program, alias.target)
            .map_err(|problem| VerifyError::within(&alias.name, problem))?;
    }
    program.functions.iter().try_for_each(|function| verify_function(program, function))
}

fn verify_program(program: &Program) -> Result<(), String> {
    let bits = program.target.pointer_bits;
    ensure(bits == 32 || bits == 64, || format!("pointers of {bits} bits"))?;
    let functions = program.functions.iter().map(|function| &function.name);
    let globals = program.globals.iter().map(|global| &global.name);
    let aliases = program.aliases.iter().map(|alias| &alias.name);
    let mut seen = HashSet::new();
    for name in functions.chain(globals).filter(|name| !name.is_empty()).chain(aliases) {
        ensure(!name.is_empty(), || "an alias without a name".into())?;
        ensure(seen.insert(name), || format!("two symbols are called `{name}`"))?;
    }
    Ok(())
}

fn verify_function(program: &Program, function: &Function) -> Result<(), VerifyError> {
    let within = |problem| VerifyError::within(&function.name, problem);
    debug::verify_subprogram(program, function).map_err(within)?;
    match &function.body {
        Some(body) => code::verify_body(program, function, body),
        None => Ok(()),
    }
}

fn verify_global(program: &Program, global: &Global) -> Result<(), String> {
    verify_object(program, global.size, global.align)?;
    if let Some(variable) = &global.debug {
        debug::verify_variable(program, variable)?;
    }
    let Some(init) = &global.init else { return Ok(()) };
    let length = init.bytes.len();
    ensure(length as u64 <= global.size, || {
        format!("{length} bytes of contents in {} bytes", global.size)
    })?;
    for relocation in &init.relocations {
        let (at, size) = (relocation.at, relocation.size);
        ensure((1..=8).contains(&size), || format!("a relocation of {size} bytes"))?;
        ensure(at.checked_add(size.into()).is_some_and(|end| end <= global.size), || {
            format!("a relocation of {size} bytes at {at} in {} bytes", global.size)
        })?;
        for address in relocation.addresses() {
            ensure(matches!(address, Const::Address(..) | Const::Block(..)), || {
                format!("the relocation at {at} isn't an address")
            })?;
            verify_const(program, *address)?;
        }
    }
    Ok(())
}

/// An object's size and alignment are possible.
fn verify_object(program: &Program, size: u64, align: u32) -> Result<(), String> {
    let limit = 1u64 << (program.target.pointer_bits - 1);
    ensure(size < limit, || format!("an object of {size} bytes"))?;
    ensure(align.is_power_of_two(), || format!("an alignment of {align}"))
}

/// A constant's ids are in range.
fn verify_const(program: &Program, constant: Const) -> Result<(), String> {
    match constant {
        Const::Bits(_) | Const::Undef => Ok(()),
        Const::Address(symbol, _) => verify_symbol(program, symbol),
        Const::Block(function, block) => {
            verify_symbol(program, Symbol::Function(function))?;
            let body = program.function(function).body.as_ref();
            ensure(body.is_some_and(|body| block.index() < body.blocks.len()), || {
                format!("{function:?} has no block {block:?}")
            })
        }
    }
}

fn verify_symbol(program: &Program, symbol: Symbol) -> Result<(), String> {
    match symbol {
        Symbol::Function(id) => {
            ensure(id.index() < program.functions.len(), || format!("there is no function {id:?}"))
        }
        Symbol::Global(id) => {
            ensure(id.index() < program.globals.len(), || format!("there is no global {id:?}"))
        }
    }
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

impl VerifyError {
    fn new(problem: String) -> Self {
        VerifyError { within: None, at: None, problem }
    }

    fn within(name: &str, problem: String) -> Self {
        VerifyError { within: Some(name.into()), at: None, problem }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.within {
            write!(f, "in `{name}`: ")?;
        }
        if let Some((block, position)) = self.at {
            write!(f, "{block:?}, instruction {position}: ")?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for VerifyError {}
