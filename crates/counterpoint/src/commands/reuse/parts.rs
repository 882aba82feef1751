//! What the exploration of an entry depends on, part by part.

use std::collections::BTreeMap;
use std::hash::Hash as _;

use analysis::fingerprint::{Digest, Fingerprint, Fingerprints};
use ir::FuncId;
use serde::{Deserialize, Serialize};
use store::Key;

use crate::frontend::entry::{Entry, Param};

/// All parts, and what is no part: lines.
#[derive(Default)]
pub(super) struct Parts {
    all: BTreeMap<String, Fingerprint>,
    /// The entry's file and name.
    name: (String, String),
    /// The functions that can be come to.
    pub functions: Vec<FuncId>,
    /// Also of lines, and of the layout of the program.
    pub exact: Fingerprint,
}

/// The list as it is kept.
#[derive(Serialize, Deserialize)]
struct KeptParts {
    /// The first bytes of each fingerprint.
    all: BTreeMap<String, [u8; 8]>,
    /// Why there is no record of what was found, if there is none.
    unkept: Option<String>,
}

const OPTIONS: &str = "the options";
const BUILD: &str = "Counterpoint itself";
const HOST: &str = "the C library or the processor of this machine";
const INPUTS: &str = "the inputs";

impl Parts {
    /// What an entry depends on, beside its settings.
    pub(super) fn of(prints: &Fingerprints<'_>, entry: &Entry, settings: Fingerprint) -> Parts {
        let from: Vec<FuncId> = entry.harness.into_iter().chain([entry.function]).collect();
        let seen = prints.seen_from(&from);
        let mut all = seen.parts;
        all.insert(OPTIONS.to_owned(), settings);
        all.insert(BUILD.to_owned(), text(store::BUILD));
        all.insert(HOST.to_owned(), text(&host()));
        all.insert(INPUTS.to_owned(), inputs(prints, entry));
        let name = (entry.source.display().to_string(), entry.name.clone());
        Parts { all, name, functions: seen.functions.into_iter().collect(), exact: seen.exact }
    }

    /// The keys of what was found, and of the list.
    pub(super) fn keys(&self) -> [Key; 2] {
        let [mut found, mut list] = [Digest::new("exploration"), Digest::new("parts")];
        (&self.name, &self.all).hash(&mut found);
        self.name.hash(&mut list);
        [found.done(), list.done()]
    }

    /// The list, to be kept.
    pub(super) fn bytes(&self, unkept: Option<&str>) -> Vec<u8> {
        let first = |print: &Fingerprint| std::array::from_fn(|index| print[index]);
        let all = self.all.iter().map(|(name, print)| (name.clone(), first(print))).collect();
        let kept = KeptParts { all, unkept: unkept.map(str::to_owned) };
        postcard::to_allocvec(&kept).unwrap_or_default()
    }

    /// Why what was found earlier is of no use, if the list of then was this one.
    pub(super) fn why_not(&self, earlier: Option<&[u8]>) -> String {
        let earlier = earlier.and_then(|bytes| postcard::from_bytes::<KeptParts>(bytes).ok());
        let Some(KeptParts { all: earlier, unkept }) = earlier else {
            return "it was not explored before".to_owned();
        };
        let differs = |(name, print): &(&String, &Fingerprint)| {
            earlier.get(*name).is_none_or(|earlier| print[..8] != earlier[..])
        };
        let changed = self.all.iter().filter(differs).map(|(name, _)| name);
        let gone = earlier.keys().filter(|name| !self.all.contains_key(*name));
        let mut changed: Vec<&String> = changed.chain(gone).collect();
        let first = [BUILD, OPTIONS, HOST];
        changed.sort_by_key(|name| !first.contains(&name.as_str()));
        match (&changed[..], unkept) {
            ([], Some(unkept)) => unkept,
            ([], None) => "what was found is no longer there, or for other lines".to_owned(),
            ([one], _) => format!("{one} changed"),
            ([one, others @ ..], _) => format!("{one} and {} more changed", others.len()),
        }
    }
}

/// The fingerprint of several entries.
pub(super) fn of_all(keys: &[Key]) -> Fingerprint {
    let mut digest = Digest::new("entries");
    keys.hash(&mut digest);
    digest.done()
}

/// What of an entry the C of its harness doesn't say.
fn inputs(prints: &Fingerprints<'_>, entry: &Entry) -> Fingerprint {
    let Entry { name, function: _, harness, source, params, globals, written, .. } = entry;
    let mut digest = Digest::new("entry");
    (name, harness.is_some(), source, &entry.fixed).hash(&mut digest);
    entry.returns.map(|ty| prints.ty(ty)).hash(&mut digest);
    for list in [params, globals, written] {
        list.len().hash(&mut digest);
        list.iter().for_each(|param| input(prints, param, &mut digest));
    }
    for assumed in &entry.assumed {
        (&assumed.condition, &assumed.words).hash(&mut digest);
    }
    digest.done()
}

fn input(prints: &Fingerprints<'_>, param: &Param, digest: &mut Digest) {
    let Param { name, label, ty, kind: _, restrict, elsewhere, makers } = param;
    (name, label, prints.ty(*ty), restrict, elsewhere, makers.len()).hash(digest);
    for maker in makers {
        (&maker.name, &maker.declaration).hash(digest);
        maker.params.iter().for_each(|param| input(prints, param, digest));
    }
}

fn text(text: &str) -> Fingerprint {
    let mut digest = Digest::new("text");
    text.hash(&mut digest);
    digest.done()
}

/// What native calls are answered by: the version of the C library, and what it looks for in a processor before it chooses how
/// to compute a sine.
pub(super) fn host() -> String {
    // SAFETY: returns a constant string.
    let version = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) };
    format!("{} {:?}", version.to_string_lossy(), features())
}

#[cfg(target_arch = "x86_64")]
fn features() -> [bool; 4] {
    use std::arch::is_x86_feature_detected as has;
    [has!("sse4.1"), has!("avx"), has!("avx2"), has!("fma")]
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> &'static str {
    std::env::consts::ARCH
}
