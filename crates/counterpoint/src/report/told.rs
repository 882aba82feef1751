//! The bugs that are told: the first of them in full, and of many the others in a line for all of one kind in one function.

use std::collections::BTreeMap;
use std::path::Path;

use ir::Program;

use super::diagnostic;
use crate::frontend::place;
use crate::terminal::layout::{self, LineWidth};
use crate::validate::confirmed::FoundBug;
use crate::validate::verdict::BugVerdict;

/// More than that don't fit a screen in full; then there is room for a few, and for the others in brief.
const MOST: usize = 6;
const IN_FULL: usize = 4;
/// Lines of the others.
const GROUPS: usize = 12;
/// Places on such a line.
const PLACES: usize = 4;

/// All bugs, if there are few or all are asked for; else a few in full, confirmed ones first, and the others in brief.
pub(crate) fn bugs(
    program: &Program,
    found: &[&FoundBug<'_>],
    folder: &Path,
    width: LineWidth,
    verbose: bool,
) -> Vec<String> {
    let in_full = |found: &&FoundBug<'_>| diagnostic::found(program, found, folder, width);
    if verbose || found.len() <= MOST {
        return found.iter().map(in_full).collect();
    }
    let mut ordered = found.to_vec();
    ordered.sort_by_key(|found| !found.verdict.is_confirmed());
    let (first, others) = ordered.split_at(IN_FULL);
    first.iter().map(in_full).chain([brief(program, others, width)]).collect()
}

/// What others have in common: whether and why they are unconfirmed, the kind, and the function.
type Common<'x> = (Option<&'x str>, &'static str, &'x str);

fn brief(program: &Program, others: &[&FoundBug<'_>], width: LineWidth) -> String {
    let mut groups: BTreeMap<Common<'_>, Vec<String>> = BTreeMap::new();
    for FoundBug { bug, verdict, .. } in others {
        let doubt = match verdict {
            BugVerdict::Confirmed(_) => None,
            BugVerdict::Unconfirmed(doubt) => Some(doubt.why.as_str()),
        };
        let function = bug.culprit().map_or("", |entry| entry.function.as_str());
        let place = bug.at().map_or("an unknown place".to_owned(), |at| place::words(program, at));
        groups.entry((doubt, bug.kind.name(), function)).or_default().push(place);
    }
    let shown = if groups.len() <= GROUPS + 1 { groups.len() } else { GROUPS };
    let left: usize = groups.values().skip(shown).map(Vec::len).sum();
    let mut lines = vec![format!("{} more bugs (--verbose shows all of them):", others.len())];
    lines.extend(groups.iter().take(shown).map(group));
    if left > 0 {
        lines.push(format!("  and {left} others"));
    }
    lines.iter().map(|line| width.wrap(line, 4) + "\n").collect()
}

fn group((&(doubt, kind, function), places): (&Common<'_>, &Vec<String>)) -> String {
    let unconfirmed = if doubt.is_some() { "unconfirmed: " } else { "" };
    let why = doubt.map(|why| format!(": {why}")).unwrap_or_default();
    let count = match places.len() {
        1 => String::new(),
        count => format!("{count} times "),
    };
    format!("  {unconfirmed}{count}{kind} in `{function}`, at {}{why}", layout::few(places, PLACES))
}
