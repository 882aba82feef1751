//! Writes every query that passes as an SMT-LIB file, which any solver replays.

use std::fs;
use std::path::{Path, PathBuf};

use crate::pool::TermPool;
use crate::smtlib;
use crate::solver::{LayerStats, Query, Solver, Verdict};
use crate::term::TermId;

/// A layer that keeps a record. Put it above the backend to log what reaches that.
pub struct LogQueries<S> {
    below: S,
    folder: PathBuf,
    written: u64,
    /// The first file that could not be written; a full disk must not end an exploration.
    failure: Option<String>,
    stats: LayerStats,
}

impl<S: Solver> LogQueries<S> {
    /// Logs into this folder, which is made; or says why that can't be.
    pub fn new(folder: &Path, below: S) -> Result<LogQueries<S>, String> {
        fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let stats = LayerStats::new("log");
        Ok(LogQueries { below, folder: folder.to_path_buf(), written: 0, failure: None, stats })
    }

    /// Why the log is not complete, if it isn't.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn write(&mut self, pool: &mut TermPool, query: Query<'_>, verdict: &Verdict) {
        self.written += 1;
        let constraints: Vec<TermId> = query.constraints().collect();
        let file = self.folder.join(format!("{:06}.smt2", self.written));
        if let Err(error) = fs::write(&file, smtlib::script(pool, &constraints, verdict)) {
            self.failure.get_or_insert_with(|| format!("cannot write {}: {error}", file.display()));
        }
    }
}

impl<S: Solver> Solver for LogQueries<S> {
    fn check(&mut self, pool: &mut TermPool, query: Query<'_>) -> Verdict {
        let verdict = self.below.check(pool, query);
        self.write(pool, query, &verdict);
        self.stats.pass(verdict)
    }

    fn stats(&self) -> Vec<LayerStats> {
        self.stats.above(&self.below)
    }
}
