//! Writes queries as SMT-LIB files, which any solver replays.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::pool::TermPool;
use crate::smtlib;
use crate::solver::{Query, Verdict};

/// A folder of queries. Several solvers may write to it.
#[derive(Clone)]
pub struct QueryLog {
    folder: PathBuf,
    written: Arc<AtomicU64>,
    /// The first file that could not be written; a full disk must not end an exploration.
    failure: Arc<OnceLock<String>>,
}

impl QueryLog {
    /// Logs into this folder, which is made; or says why that can't be.
    pub fn new(folder: &Path) -> Result<QueryLog, String> {
        fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let (written, failure) = (Arc::default(), Arc::default());
        Ok(QueryLog { folder: folder.to_path_buf(), written, failure })
    }

    /// Why the log is not complete, if it isn't.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    pub(super) fn write(&self, pool: &mut TermPool, query: Query<'_>, verdict: &Verdict) {
        let number = self.written.fetch_add(1, Ordering::Relaxed) + 1;
        let file = self.folder.join(format!("{number:06}.smt2"));
        if let Err(error) = fs::write(&file, smtlib::script(pool, query, verdict)) {
            self.failure.get_or_init(|| format!("cannot write {}: {error}", file.display()));
        }
    }
}
