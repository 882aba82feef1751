//! Functions by their names in the source, and what to say of a name that no function has.

use std::collections::BTreeSet;

use ir::{CodeOrigin, FuncId, Function, Program};

use crate::error::{ExitCode, Failure};

/// The functions of that name, at least one: static functions of several files may have the same. A name that none
/// has is a slip: the message says which are meant, perhaps.
pub(crate) fn functions(program: &Program, wanted: &str) -> Result<Vec<FuncId>, Failure> {
    let all = program.functions.iter().enumerate();
    let is_it = |function: &Function| function.body.is_some() && function.display_name() == wanted;
    let found: Vec<FuncId> =
        all.filter(|(_, function)| is_it(function)).map(|(index, _)| FuncId::new(index)).collect();
    match found.is_empty() {
        true => Err(unknown(program, wanted)),
        false => Ok(found),
    }
}

fn unknown(program: &Program, wanted: &str) -> Failure {
    let defined = program.functions.iter().filter(|function| function.body.is_some());
    let own: BTreeSet<&str> = defined
        .filter(|function| function.origin == CodeOrigin::Program)
        .map(|function| function.display_name())
        .collect();
    let near: Vec<&str> =
        own.iter().copied().filter(|name| distance(name, wanted) <= NEAR).collect();
    let known = if near.is_empty() { own.into_iter().take(MOST_NAMES).collect() } else { near };
    let message = match known.is_empty() {
        true => format!("there is no function `{wanted}`"),
        false => format!("there is no function `{wanted}`; there is `{}`", known.join("`, `")),
    };
    Failure::new(ExitCode::BadInput, message)
}

/// So many letters may be wrong in a name.
const NEAR: usize = 2;
/// A message lists no more functions.
const MOST_NAMES: usize = 20;

/// How many letters it takes to make one word another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn slips_are_near() {
        assert_eq!(distance("locate", "locate"), 0);
        assert_eq!(distance("locate", "locat"), 1);
        assert_eq!(distance("locate", "lcoate"), 2);
        assert_eq!(distance("", "abs"), 3);
    }
}
