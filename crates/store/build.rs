//! The fingerprint of this build: a hash of all sources that Counterpoint is made of. What another build has kept is none of
//! this one's business.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    // Where it runs, and not where it was compiled: a folder of things that were built may have been copied from another checkout.
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where a crate is");
    let root = Path::new(&root).join("../..");
    let mut parts = vec![root.join("runtime"), root.join("Cargo.lock")];
    for crate_ in fs::read_dir(root.join("crates")).into_iter().flatten().flatten() {
        // Tests are no part of it.
        parts.extend(["src", "native", "build.rs", "Cargo.toml"].map(|it| crate_.path().join(it)));
    }
    let mut files = Vec::new();
    for part in parts.iter().filter(|part| part.exists()) {
        println!("cargo::rerun-if-changed={}", part.display());
        list(part, &mut files);
    }
    files.sort();
    let mut hash = blake3::Hasher::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        let text = fs::read(&file).unwrap_or_default();
        hash.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
        hash.update(&(text.len() as u64).to_le_bytes()).update(&text);
    }
    println!("cargo::rustc-env=COUNTERPOINT_BUILD={}", hash.finalize().to_hex());
}

fn list(path: &Path, files: &mut Vec<PathBuf>) {
    match path.is_dir() {
        false => files.push(path.to_owned()),
        true => {
            let entries = fs::read_dir(path).into_iter().flatten().flatten();
            entries.for_each(|entry| list(&entry.path(), files));
        }
    }
}
