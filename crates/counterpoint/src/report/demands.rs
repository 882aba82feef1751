//! Demands: what a function needs of the pointers that it is given, merged from all its failures of that kind.
//!
//! A function that fails on NULL at ten lines has one demand. How long an array must be may depend on another parameter:
//! if all paths say so, that is the demand. It is read off the inputs of the paths, not proved.

use std::collections::{BTreeMap, BTreeSet};

use engine::{
    Bug, ExploredPath, Incomplete, InputSource, InputValue, Outcome, Precondition, StopReason,
    TestInput,
};
use ir::Program;
use ir::debug::{BaseEncoding, Type};
use serde::Serialize;

use crate::c::literal;
use crate::c::types;
use crate::frontend::entry::{Param, ParamKind};
use crate::suite::{self, Explored};
use crate::terminal::layout;
use crate::validate::confirmed::Confirmed;
use crate::validate::verdict::BugVerdict;

/// All that a function demands of its callers.
#[derive(Serialize)]
pub(crate) struct Demands {
    pub function: String,
    pub needs: Vec<Need>,
}

/// One of the demands.
#[derive(Serialize)]
pub(crate) struct Need {
    /// The parameter that it is about.
    parameter: String,
    #[serde(flatten)]
    what: What,
    /// Why the native program doesn't confirm it, if it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfirmed: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "needs", rename_all = "kebab-case")]
enum What {
    NonNull,
    /// There is enough of it.
    Enough,
    /// It doesn't point into something else.
    Apart {
        from: String,
    },
    /// There are so many bytes before what it points to.
    Before {
        least: u64,
    },
    /// It points into what something else points into.
    Together {
        with: String,
    },
    /// A relation to another input, as C writes it.
    Relation {
        words: String,
    },
    /// That many characters or elements.
    Length {
        least: u64,
        unit: &'static str,
    },
    /// More of them than the limit of the exploration allows to say.
    MoreThan {
        limit: u64,
        unit: &'static str,
    },
}

/// The demands of every function that was explored.
pub(crate) fn all(
    program: &Program,
    explored: &[Explored],
    confirmed: &Confirmed<'_>,
) -> Vec<Demands> {
    let of = |explored: &Explored| Demands {
        function: explored.entry.name.clone(),
        needs: DemandFinder { program, explored, confirmed }.needs(),
    };
    explored.iter().map(of).filter(|demands| !demands.needs.is_empty()).collect()
}

impl Demands {
    /// Is it just that pointers are not NULL?
    pub(crate) fn is_only_non_null(&self) -> bool {
        let is_plain =
            |need: &Need| matches!(need.what, What::NonNull) && need.unconfirmed.is_none();
        self.needs.iter().all(is_plain)
    }

    /// `text` and `tokens` non-NULL, and `len <= length of text`.
    pub(crate) fn words(&self) -> String {
        let (doubtful, sure): (Vec<&Need>, Vec<&Need>) =
            self.needs.iter().partition(|need| need.unconfirmed.is_some());
        let perhaps = match &doubtful[..] {
            [] => None,
            all => Some(format!("perhaps {} (unconfirmed)", clauses(all))),
        };
        let sure = Some(clauses(&sure)).filter(|words| !words.is_empty());
        sure.into_iter().chain(perhaps).collect::<Vec<_>>().join(", ")
    }
}

fn clauses(needs: &[&Need]) -> String {
    let is_null = |need: &&&Need| matches!(need.what, What::NonNull);
    let non_null: Vec<String> =
        needs.iter().filter(is_null).map(|need| format!("`{}`", need.parameter)).collect();
    let mut clauses: Vec<String> = Vec::new();
    if !non_null.is_empty() {
        clauses.push(format!("{} non-NULL", layout::list(&non_null)));
    }
    for Need { parameter, what, .. } in needs {
        clauses.push(match what {
            What::NonNull => continue,
            What::Enough => "enough memory".to_owned(),
            What::Apart { from } => format!("`{parameter}` apart from `{from}`"),
            What::Before { least } => {
                format!("{} before `{parameter}`", layout::count(*least as usize, "byte"))
            }
            What::Together { with } => format!("`{with}` and `{parameter}` in one object"),
            What::Relation { words } => format!("`{words}`"),
            What::Length { least, unit } => {
                format!("`{parameter}` of at least {}", layout::count(*least as usize, unit))
            }
            What::MoreThan { limit, unit } => {
                let limit = layout::count(*limit as usize, unit);
                format!("`{parameter}` long enough ({limit} may be too few)")
            }
        });
    }
    match &clauses[..] {
        [first @ .., last] if !first.is_empty() => format!("{}, and {last}", first.join(", ")),
        _ => clauses.concat(),
    }
}

/// Pointers that must lead into one object. Natively nothing fails where they don't.
fn together(assumed: &Precondition) -> Option<Need> {
    let Precondition::Together { input, other } = assumed else { return None };
    let what = What::Together { with: other.clone() };
    Some(Need { parameter: input.clone(), what, unconfirmed: None })
}

struct DemandFinder<'x> {
    program: &'x Program,
    explored: &'x Explored,
    confirmed: &'x Confirmed<'x>,
}

/// A demand on the length of an input: the failures that show it.
struct Short<'x> {
    input: &'x str,
    least: u64,
    unit: &'static str,
}

impl DemandFinder<'_> {
    /// What the function needs, each once, parameter by parameter.
    fn needs(&self) -> Vec<Need> {
        let bugs: Vec<_> = self.explored.exploration.paths.iter().filter_map(demanding).collect();
        let of = |(label, name): (&str, &str)| {
            let own = bugs.iter().copied().filter(|(_, it)| input(it) == label);
            if label == MEMORY {
                let enough = self.need(name, What::Enough, &own.collect::<Vec<_>>());
                return Vec::from_iter(enough);
            }
            let (apart, own): (Vec<_>, Vec<_>) =
                own.partition(|(_, it)| matches!(it, Precondition::Apart { .. }));
            let (null, short): (Vec<_>, Vec<_>) =
                own.into_iter().partition(|(_, it)| matches!(it, Precondition::NonNull { .. }));
            let non_null = self.need(name, What::NonNull, &null);
            let counts = self.counts(name, &short);
            let lengths = short.iter().filter(|it| !is_counted(it, &short));
            let most = lengths.filter_map(|(_, it)| length(it)).max_by_key(|it| it.least);
            let long = most.and_then(|most| self.need(name, self.length(&most), &short));
            let apart = self.apart(name, &apart);
            let far = short.iter().filter_map(|(_, it)| match it {
                Precondition::Before { least, .. } => Some(*least),
                _ => None,
            });
            let before =
                far.max().and_then(|it| self.need(name, What::Before { least: it }, &short));
            let needs = non_null.into_iter().chain(counts).chain(long).chain(before).chain(apart);
            needs.collect::<Vec<Need>>()
        };
        let params = &self.explored.entry.params;
        let named: Vec<(&str, &str)> =
            params.iter().map(|param| (param.label.as_str(), param.name.as_str())).collect();
        let is_param = |name: &&str| named.iter().any(|(label, _)| label == name);
        // Globals, and the pointers in what others point to.
        let mut others: Vec<&str> = bugs.iter().map(|(_, it)| input(it)).collect();
        others.retain(|name| !is_param(name));
        others.sort_unstable();
        others.dedup();
        let others = others.into_iter().map(|name| (name, name));
        let needs = named.iter().copied().chain(others).flat_map(of);
        needs.chain(self.explored.exploration.assumed.iter().filter_map(together)).collect()
    }

    /// What a pointer must not point into, each once.
    fn apart(&self, of: &str, shown_by: &[(&Bug, &Precondition)]) -> Vec<Need> {
        let mut others: BTreeMap<&str, Vec<(&Bug, &Precondition)>> = BTreeMap::new();
        for &(bug, precondition) in shown_by {
            if let Precondition::Apart { other, .. } = precondition {
                others.entry(other).or_default().push((bug, precondition));
            }
        }
        let need = |(other, bugs): (&str, Vec<_>)| {
            self.need(of, What::Apart { from: other.to_owned() }, &bugs)
        };
        others.into_iter().filter_map(need).collect()
    }

    /// Numbers that an array must be as long as, each once.
    fn counts(&self, of: &str, shown_by: &[(&Bug, &Precondition)]) -> Vec<Need> {
        let mut counts: BTreeMap<&str, Vec<(&Bug, &Precondition)>> = BTreeMap::new();
        for &(bug, precondition) in shown_by {
            if let Precondition::Count { words, .. } = precondition {
                counts.entry(words).or_default().push((bug, precondition));
            }
        }
        let need = |(words, bugs): (&str, Vec<_>)| {
            self.need(of, What::Relation { words: words.to_owned() }, &bugs)
        };
        counts.into_iter().filter_map(need).collect()
    }

    /// A need, if anything shows it.
    fn need(&self, of: &str, what: What, shown_by: &[(&Bug, &Precondition)]) -> Option<Need> {
        shown_by.first()?;
        let verdicts = shown_by.iter().filter_map(|(bug, _)| self.verdict(bug));
        let doubts: Option<Vec<&str>> = verdicts
            .map(|verdict| match verdict {
                BugVerdict::Confirmed(_) => None,
                BugVerdict::Unconfirmed(doubt) => Some(doubt.why.as_str()),
            })
            .collect();
        let unconfirmed = doubts.and_then(|doubts| doubts.first().map(|&why| why.to_owned()));
        Some(Need { parameter: of.to_owned(), what, unconfirmed })
    }

    /// What the native program says about a failure of that kind on that line.
    fn verdict(&self, bug: &Bug) -> Option<&BugVerdict> {
        let same = self.confirmed.bugs.iter().find(|it| suite::site(it.bug) == suite::site(bug));
        same.map(|found| &found.verdict)
    }

    /// How long an input must be.
    fn length(&self, short: &Short<'_>) -> What {
        if let Some(words) = self.relation(short) {
            return What::Relation { words };
        }
        let limits = self.explored.exploration.incomplete.iter().filter_map(|why| match why {
            Incomplete::Stopped(StopReason::LengthLimit(limit)) => Some(*limit),
            _ => None,
        });
        match limits.min() {
            Some(limit) if short.least >= limit => What::MoreThan { limit, unit: short.unit },
            _ => What::Length { least: short.least, unit: short.unit },
        }
    }

    /// `n <= length of a`, if that tells the paths that find `a` too short from those that return.
    fn relation(&self, short: &Short<'_>) -> Option<String> {
        let entry = &self.explored.entry;
        let array = entry.params.iter().find(|param| param.label == short.input)?;
        let numbers = entry.params.iter().chain(&entry.globals);
        numbers.filter(|number| self.is_number(number)).find_map(|number| {
            let samples = self.samples(array, number);
            let distance = (-1..=1).find(|&distance| tells_apart(&samples, distance))?;
            let length = match array.kind {
                ParamKind::Text => format!("strlen({})", array.name),
                _ => format!("length of {}", array.name),
            };
            let number = &number.name;
            Some(match distance {
                ..0 => format!("{number} <= {length} + 1"),
                0 => format!("{number} <= {length}"),
                _ => format!("{number} < {length}"),
            })
        })
    }

    fn is_number(&self, param: &Param) -> bool {
        let debug = &self.program.debug;
        param.kind == ParamKind::Value
            && matches!(debug.ty(debug.resolve(param.ty)), Type::Int { .. })
    }

    /// What the paths show of a number and the length of an array.
    fn samples(&self, array: &Param, number: &Param) -> Vec<Sample> {
        let sample = |path: &ExploredPath| {
            let fails = match (demanding(path), &path.outcome) {
                (Some((_, it)), _) => length(it).is_some_and(|it| it.input == array.label),
                (None, Ok(Outcome::Exit(_))) => false,
                _ => return None,
            };
            Some(Sample {
                number: self.number(number, value(path, number)?)?,
                length: self.length_of(array, value(path, array)?)?,
                fails,
            })
        };
        self.explored.exploration.paths.iter().filter_map(sample).collect()
    }

    fn number(&self, param: &Param, value: &InputValue) -> Option<i128> {
        let debug = &self.program.debug;
        let Type::Int { encoding, .. } = debug.ty(debug.resolve(param.ty)) else { return None };
        let signed = literal::integer(literal::bytes(value))?;
        let bits = 8 * literal::bytes(value).len();
        Some(match encoding {
            BaseEncoding::Signed | BaseEncoding::SignedChar => signed.into(),
            _ => i128::from(signed) & ((1 << bits) - 1),
        })
    }

    fn length_of(&self, array: &Param, value: &InputValue) -> Option<i128> {
        match (array.kind, value) {
            (ParamKind::Text, InputValue::Text(text)) => Some(text.len() as i128),
            (ParamKind::Array { element }, InputValue::Buffer { bytes, .. }) => {
                let size = types::size(&self.program.debug, element).filter(|&size| size > 0)?;
                Some(bytes.len() as i128 / i128::from(size))
            }
            _ => None,
        }
    }
}

/// A number and the length of an array, on one path.
struct Sample {
    number: i128,
    length: i128,
    /// Was the array too short?
    fails: bool,
}

/// Has every path that fails `number + distance > length`, and is that as near as it can be? Two numbers each way, so that
/// it is no accident.
fn tells_apart(samples: &[Sample], distance: i128) -> bool {
    let numbers = |wanted: &dyn Fn(&Sample) -> bool| {
        let all = samples.iter().filter(|sample| sample.number > 0 && wanted(sample));
        all.map(|sample| sample.number).collect::<BTreeSet<i128>>().len()
    };
    let fits = |sample: &Sample| sample.number + distance <= sample.length;
    let just_fits = |sample: &Sample| sample.number + distance == sample.length;
    samples.iter().all(|sample| !sample.fails || !fits(sample))
        && numbers(&|sample| sample.fails) >= 2
        && numbers(&|sample| !sample.fails && just_fits(sample)) >= 2
}

/// The bug that a path ends with, if it is for callers to avoid it.
fn demanding(path: &ExploredPath) -> Option<(&Bug, &Precondition)> {
    match &path.outcome {
        Ok(Outcome::Bug(bug)) => Some((bug, bug.precondition.as_ref()?)),
        _ => None,
    }
}

/// Is an array too short for an access that shows on other paths what its length depends on? The first time, a loop isn't
/// known for one.
fn is_counted((bug, _): &(&Bug, &Precondition), all: &[(&Bug, &Precondition)]) -> bool {
    let is_count = |it: &Precondition| matches!(it, Precondition::Count { .. });
    all.iter().any(|(other, it)| is_count(it) && suite::site(other) == suite::site(bug))
}

/// What a demand is about that is about no parameter. No variable is called so.
const MEMORY: &str = "(memory)";

fn input(precondition: &Precondition) -> &str {
    match precondition {
        Precondition::NonNull { input }
        | Precondition::Characters { input, .. }
        | Precondition::Elements { input, .. }
        | Precondition::Apart { input, .. }
        | Precondition::Together { input, .. }
        | Precondition::Before { input, .. }
        | Precondition::Count { input, .. } => input,
        Precondition::Memory => MEMORY,
    }
}

fn length(precondition: &Precondition) -> Option<Short<'_>> {
    match precondition {
        Precondition::NonNull { .. }
        | Precondition::Count { .. }
        | Precondition::Apart { .. }
        | Precondition::Together { .. }
        | Precondition::Before { .. }
        | Precondition::Memory => None,
        Precondition::Characters { input, least } => {
            Some(Short { input, least: *least, unit: "character" })
        }
        Precondition::Elements { input, least } => {
            Some(Short { input, least: *least, unit: "element" })
        }
    }
}

fn value<'x>(path: &'x ExploredPath, param: &Param) -> Option<&'x InputValue> {
    let is_it =
        |input: &&TestInput| input.source == InputSource::Marked && *input.name == *param.label;
    path.inputs.iter().find(is_it).map(|input| &input.value)
}

#[cfg(test)]
mod tests {
    use super::{Sample, tells_apart};

    fn check(samples: &[(i128, i128, bool)], expected: Option<i128>) {
        let samples: Vec<Sample> = samples
            .iter()
            .map(|&(number, length, fails)| Sample { number, length, fails })
            .collect();
        assert_eq!((-1..=1).find(|&distance| tells_apart(&samples, distance)), expected);
    }

    #[test]
    fn a_length_that_depends_on_a_number() {
        let exact = [(1, 0, true), (2, 1, true), (3, 1, true), (1, 1, false), (2, 2, false)];
        check(&exact, Some(0));
        let one_more = [(1, 1, true), (2, 1, true), (1, 2, false), (2, 3, false)];
        check(&one_more, Some(1));
        // It may return before it looks at all elements.
        check(&[&exact[..], &[(8, 1, false)]].concat(), Some(0));
    }

    #[test]
    fn accidents() {
        check(&[(0, 0, true), (0, 1, true), (0, 2, false)], None);
        check(&[(7, 1, true), (9, 2, true), (7, 3, false), (9, 3, false)], None);
        check(&[(1, 0, true), (2, 1, true), (1, 1, false), (2, 2, false), (2, 2, true)], None);
    }
}
