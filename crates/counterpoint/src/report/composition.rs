//! Composition: how the calls of functions with bodies were treated, for those who want to know.

use std::collections::{BTreeMap, BTreeSet};

use engine::Exploration;
use serde::Serialize;

/// Inlined, that is, executed with their caller, or composed.
#[derive(Serialize, Default)]
pub(crate) struct CompositionSummary {
    /// Calls that were inlined.
    inlined: u64,
    /// Calls that were composed.
    formulas: u64,
    /// Random inputs that were tried in the end, and did nothing that composition does not know.
    cross_checked: u64,
    /// Functions with calls that were composed.
    composed_functions: BTreeSet<String>,
    /// Functions with calls that could not be composed. Where that was not tried (`--mode dart`), there are none.
    inlined_functions: Vec<Inlined>,
}

/// A function whose calls were inlined.
#[derive(Serialize)]
struct Inlined {
    name: String,
    why: String,
    /// How many of its calls were, in all runs together.
    calls: u64,
}

impl CompositionSummary {
    /// Of several explorations together.
    pub(crate) fn of<'x>(all: impl IntoIterator<Item = &'x Exploration>) -> CompositionSummary {
        let mut sum = CompositionSummary::default();
        let mut reasons: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for exploration in all {
            sum.inlined += exploration.calls.inlined;
            sum.formulas += exploration.calls.formulas;
            sum.cross_checked += exploration.counts.cross_checked;
            sum.composed_functions.extend(exploration.calls.composed.iter().cloned());
            for (name, inlined) in &exploration.calls.obstacles {
                *reasons.entry((name, &inlined.why)).or_default() += inlined.calls;
            }
        }
        let inlined = |((name, why), calls): ((&str, &str), u64)| Inlined {
            name: name.to_owned(),
            why: why.to_owned(),
            calls,
        };
        sum.inlined_functions = reasons.into_iter().map(inlined).collect();
        sum
    }

    /// Lines for people, reason by reason.
    pub(crate) fn lines(&self) -> Vec<String> {
        let CompositionSummary { inlined, formulas, cross_checked, .. } = self;
        let checked = match cross_checked {
            0 => String::new(),
            count => format!("; {count} random inputs agree"),
        };
        let mut lines = vec![format!("calls: {formulas} composed, {inlined} inlined{checked}")];
        if !self.composed_functions.is_empty() {
            lines.push(format!("  composed: {}", names(&self.composed_functions)));
        }
        let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for Inlined { name, why, .. } in &self.inlined_functions {
            by_reason.entry(why).or_default().push(name);
        }
        let reasons = by_reason.iter();
        lines.extend(reasons.map(|(why, who)| format!("  inlined, as {why}: {}", names(who))));
        lines
    }
}

fn names<T: AsRef<str>>(all: impl IntoIterator<Item = T>) -> String {
    let names = all.into_iter().map(|name| format!("`{}`", name.as_ref()));
    names.collect::<Vec<_>>().join(", ")
}
