//! What was assumed of the inputs of functions, on behalf of the user: everything said is about such inputs alone.

use serde::Serialize;

use crate::suite::Explored;
use crate::terminal::layout;

/// What the inputs of some functions satisfy.
#[derive(Serialize)]
pub(super) struct Assumed {
    /// `is_valid(list)`.
    satisfy: String,
    functions: Vec<String>,
}

/// All of it, in the order of the functions.
pub(super) fn all(explored: &[Explored]) -> Vec<Assumed> {
    let mut all: Vec<Assumed> = Vec::new();
    for entry in explored.iter().map(|explored| &explored.entry) {
        for words in entry.assumed.iter().map(|assumption| &assumption.words) {
            match all.iter_mut().find(|assumed| assumed.satisfy == *words) {
                Some(assumed) => assumed.functions.push(entry.name.clone()),
                None => all
                    .push(Assumed { satisfy: words.clone(), functions: vec![entry.name.clone()] }),
            }
        }
    }
    all
}

impl Assumed {
    pub(super) fn words(&self, most: usize) -> String {
        let names: Vec<String> = self.functions.iter().map(|name| format!("`{name}`")).collect();
        format!("assumed: inputs satisfy `{}`: {}", self.satisfy, layout::few(&names, most))
    }
}
