//! For tests: the backends, each by itself.

use std::env;

use crate::solver::{BACKENDS, Chain, ChainOptions, chain};

/// A chain with these options for each backend, and that backend's name. One that isn't installed is left out, except
/// where everything has to be: there it fails the test.
pub(crate) fn each_backend(options: &ChainOptions) -> Vec<(&'static str, Chain)> {
    let mut chains = Vec::new();
    for backend in BACKENDS {
        match chain(&options.clone().with_backend(backend.name)) {
            Ok(chain) => chains.push((backend.name, chain)),
            Err(why) => {
                assert!(!backend.is_needed() && env::var_os("CI").is_none(), "{why}");
                eprintln!("skipped: {} is not installed", backend.name);
            }
        }
    }
    chains
}
