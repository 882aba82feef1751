//! Tells the crate where `scripts/z3.sh` puts the solver's library, so that a build in this repository runs
//! without any setting. An installed binary looks beside itself first: see `solver/backend/z3/api.rs`.

use std::env;
use std::path::Path;

fn main() {
    let crate_folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let library = Path::new(&crate_folder).join("../../.tools/z3/lib/libz3.so");
    println!("cargo::rustc-env=SMT_Z3_LIBRARY={}", library.display());
    println!("cargo::rerun-if-changed=build.rs");
}
