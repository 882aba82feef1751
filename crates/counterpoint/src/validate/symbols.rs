//! Symbols: which function and line an address of a native binary belongs to, by the debug information (DWARF) in its file.
//!
//! A sanitizer would ask a symbolizer, a process for each report, which takes longer than the run itself.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use addr2line::Context;
use gimli::{EndianRcSlice, RunTimeEndian, SectionId};
use object::{Object as _, ObjectSection as _};

/// The modules that were asked about: a binary, and libraries that it has loaded.
#[derive(Default)]
pub(crate) struct NativeSymbols {
    /// Nothing, where there is no debug information.
    modules: BTreeMap<PathBuf, Option<Context<Section>>>,
}

/// A call under way at an address; inlined ones are calls, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NativeFrame {
    pub function: Option<String>,
    /// File and line; 0 for code that belongs to no line.
    pub place: Option<(PathBuf, u32)>,
}

type Section = EndianRcSlice<RunTimeEndian>;

impl NativeSymbols {
    /// What is under way at an address of a module, innermost first.
    pub(crate) fn frames(&mut self, module: &Path, address: u64) -> Vec<NativeFrame> {
        let context = self.modules.entry(module.to_owned()).or_insert_with(|| read(module));
        context.as_ref().and_then(|context| frames(context, address).ok()).unwrap_or_default()
    }
}

fn read(module: &Path) -> Option<Context<Section>> {
    let bytes = fs::read(module).ok()?;
    let file = object::File::parse(&*bytes).ok()?;
    let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
    let section = |id: SectionId| -> Result<Section, gimli::Error> {
        let section = file.section_by_name(id.name());
        let data = section.and_then(|section| section.data().ok()).unwrap_or_default();
        Ok(EndianRcSlice::new(Rc::from(data), endian))
    };
    Context::from_dwarf(gimli::Dwarf::load(section).ok()?).ok()
}

fn frames(context: &Context<Section>, address: u64) -> Result<Vec<NativeFrame>, gimli::Error> {
    let mut found = context.find_frames(address).skip_all_loads()?;
    let mut frames = Vec::new();
    while let Some(frame) = found.next()? {
        let name = frame.function.as_ref().and_then(|function| function.raw_name().ok());
        let place = frame.location.and_then(|at| Some((at.file?.into(), at.line.unwrap_or(0))));
        frames.push(NativeFrame { function: name.map(|name| name.into_owned()), place });
    }
    Ok(frames)
}
