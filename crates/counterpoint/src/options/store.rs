//! Whether what was found out is kept for the next run, and where: `--store` and its kin.

use std::env;
use std::path::{Path, PathBuf};

use clap::Args;
use store::Disk;

use super::exploration::size;

/// The options.
#[derive(Args)]
pub(crate) struct StoreOptions {
    /// Keep what is found out about each function in this folder, and reuse what is still true; `off` for none. Without it, that is
    /// what COUNTERPOINT_STORE says, or the folder `.counterpoint` beside the program, if there is one
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,

    /// Explore everything anew, whatever the store has; what is found replaces it
    #[arg(long)]
    pub fresh: bool,

    /// Use no store
    #[arg(long, conflicts_with_all = ["store", "fresh"])]
    no_store: bool,

    /// How large the store may get: 100M, 2G. What was not used for longest goes first
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size)]
    store_limit: u64,
}

/// The folder that is used if it is there.
pub(crate) const FOLDER: &str = ".counterpoint";

impl StoreOptions {
    /// The store, if there is to be one for a program of these files.
    pub(crate) fn open(&self, files: &[PathBuf]) -> Option<(PathBuf, Disk)> {
        if self.no_store {
            return None;
        }
        let folder = folder(self.store.as_deref(), files.first().map(PathBuf::as_path))?;
        Some((folder.clone(), Disk::new(&folder, self.store_limit)))
    }
}

/// The folder of the store: as it is said, or beside a program.
pub(crate) fn folder(said: Option<&Path>, program: Option<&Path>) -> Option<PathBuf> {
    let by_environment = || env::var_os("COUNTERPOINT_STORE").map(PathBuf::from);
    if let Some(said) = said.map(Path::to_owned).or_else(by_environment) {
        let is_off = said.as_os_str() == "off" || said.as_os_str().is_empty();
        return (!is_off).then_some(said);
    }
    let beside = program.and_then(Path::parent).unwrap_or(Path::new("")).join(FOLDER);
    beside.is_dir().then_some(beside)
}
