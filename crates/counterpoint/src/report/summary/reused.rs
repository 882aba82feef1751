//! What was taken from the store, and why the rest was not.

use serde::Serialize;

use crate::terminal::layout;

/// What a store was good for.
#[derive(Serialize)]
pub(crate) struct StoreSummary {
    pub folder: String,
    pub entries: Vec<ReusedEntry>,
    /// Was nothing built and run natively, because it was before?
    pub native: bool,
}

/// An entry: was it explored before?
#[derive(Serialize)]
pub(crate) struct ReusedEntry {
    pub name: String,
    pub reused: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl StoreSummary {
    /// In a line; all of it, if wanted.
    pub(super) fn words(&self, verbose: bool) -> String {
        let explored: Vec<String> = self.entries.iter().filter_map(ReusedEntry::words).collect();
        let reused = self.entries.len() - explored.len();
        let native = if self.native { ", and its native runs" } else { "" };
        let reused = format!("{} reused{native}", layout::count(reused, "exploration"));
        let most = if verbose { explored.len() } else { MOST };
        match explored.is_empty() {
            true => reused,
            false => {
                format!("{reused}; explored: {}", layout::few(&explored, most))
            }
        }
    }
}

/// More don't fit a line or two.
const MOST: usize = 3;

impl ReusedEntry {
    /// Why it was explored, if it was.
    fn words(&self) -> Option<String> {
        self.why.as_ref().map(|why| format!("`{}` ({why})", self.name))
    }
}
