//! Tells the crate where `scripts/z3.sh` and `scripts/bitwuzla.sh` put the solvers' libraries, so that a build in this
//! repository runs without any setting. An installed binary looks beside itself first: see `solver/backend/library.rs`.

use std::env;
use std::path::Path;

fn main() {
    let crate_folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let tools = Path::new(&crate_folder).join("../../.tools");
    let z3 = tools.join("z3/lib/libz3.so");
    let bitwuzla = tools.join("bitwuzla/lib/libcounterpoint_bitwuzla.so");
    println!("cargo::rustc-env=SMT_Z3_LIBRARY={}", z3.display());
    println!("cargo::rustc-env=SMT_BITWUZLA_LIBRARY={}", bitwuzla.display());
    println!("cargo::rerun-if-changed=build.rs");
}
