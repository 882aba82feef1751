//! A function's test in words: its name, the sentence above it, and its inputs as reports show them.

use engine::{ObservedPointer, ObservedValue};

use super::{FunctionTest, RETURN, side};
use crate::c::literal::string;
use crate::c::value::{Bytes, LeafContent, ValueLeaf};
use crate::frontend::entry::Param;
use crate::suite::objects::TestObjects;
use crate::suite::{TestEnding, body, further};

/// How a function ended, in words: for names and comments.
pub(in crate::suite) struct EndingWords {
    /// `returns_5`.
    pub name: String,
    /// `Returns 5.`
    pub sentence: String,
}

impl FunctionTest<'_> {
    /// How the function ended, and for want of which memory.
    pub(in crate::suite) fn words(&self, ending: TestEnding<'_>) -> EndingWords {
        let EndingWords { name, sentence } = self.words_of_end(ending);
        let failing = body::failing(self.path);
        if failing.is_empty() {
            return EndingWords { name, sentence };
        }
        let numbers: Vec<String> = failing.iter().map(ToString::to_string).collect();
        let (allocations, fail) = match numbers.len() {
            1 => ("allocation", "fails"),
            _ => ("allocations", "fail"),
        };
        let which = format!("{allocations} {}", numbers.join(" and "));
        let sentence = format!("{}, as {which} {fail}.", sentence.trim_end_matches('.'));
        EndingWords { name: format!("{name}_without_memory"), sentence }
    }

    fn words_of_end(&self, ending: TestEnding<'_>) -> EndingWords {
        let say = |name: String, sentence: String| EndingWords { name, sentence };
        match ending {
            TestEnding::Exit(code) if !self.has_returned() => {
                say(format!("exits_with_{code}"), format!("Exits with {code}."))
            }
            TestEnding::Bug(bug) => say(bug.kind.name().replace('-', "_"), bug.message.clone()),
            TestEnding::Exit(_) => match self.returned_value() {
                Some(value) => {
                    say(format!("returns_{}", word(&value)), format!("Returns {value}."))
                }
                None => match &self.changed()[..] {
                    [] => say("returns".to_owned(), "Returns.".to_owned()),
                    changed => {
                        let words: Vec<String> = changed.iter().map(|name| word(name)).collect();
                        let name = format!("changes_{}", words.join("_and_"));
                        say(name, format!("Changes {}.", changed.join(" and ")))
                    }
                },
            },
        }
    }

    /// The inputs that it changes in a way that a test sees; two will do.
    fn changed(&self) -> Vec<&str> {
        let objects = self.objects();
        let seen = self.path.observed.iter();
        let changed = seen.filter(|it| !self.object_checks(it, &objects).is_empty());
        let pointed = changed.map(|observed| observed.name.trim_start_matches('*'));
        let globals = self.entry.written.iter();
        let globals = globals.filter(|it| !self.global_checks(it, &objects).is_empty());
        pointed.chain(globals.map(|global| global.name.as_str())).take(2).collect()
    }

    /// What it returned, if that is one number, one pointer or one string.
    fn returned_value(&self) -> Option<String> {
        match self.observed(RETURN)? {
            ObservedValue::Written(_) => None,
            ObservedValue::Pointer(pointer) => Some(match pointer {
                ObservedPointer::Null => "NULL".to_owned(),
                ObservedPointer::Text(text) => string(text),
                ObservedPointer::Into { input, offset: 0 } => input.clone(),
                ObservedPointer::Into { input, offset } => format!("{input} + {offset}"),
                ObservedPointer::Function(function) => self.stubs.in_report(*function),
                ObservedPointer::Elsewhere => "a pointer".to_owned(),
            }),
            ObservedValue::Bytes { bytes, undef, .. } => {
                let value = Bytes { bytes, undef };
                let leaves = self.values(&[]).leaves(self.entry.returns?, value, None, "");
                let signed = self.signs.contains(&self.result_name());
                match <[ValueLeaf; 1]>::try_from(leaves).ok()?.map(|leaf| leaf.content) {
                    [LeafContent::Number(number)] if signed => Some(side(&number).1.to_owned()),
                    [LeafContent::Number(number)] => Some(without_suffix(&number).to_owned()),
                    [LeafContent::Text(text)] => Some(text),
                    [LeafContent::NotANumber] => Some("NAN".to_owned()),
                    [LeafContent::Pointer(_) | LeafContent::NotNull] => None,
                }
            }
        }
    }

    /// What an input is, for reports.
    fn in_words(&self, param: &Param, objects: &TestObjects<'_>) -> Option<String> {
        match self.made_by(param) {
            None if param.makers.is_empty() => objects.in_words(&param.label, param.ty),
            None => Some("NULL".to_owned()),
            Some(maker) => {
                let args = maker.params.iter().map(|param| self.in_words(param, objects));
                let args: Vec<String> = args.map(Option::unwrap_or_default).collect();
                Some(format!("{}({})", maker.name, args.join(", ")))
            }
        }
    }

    /// The inputs, each with its name, for reports.
    pub(in crate::suite) fn inputs(&self) -> Vec<String> {
        let objects = self.objects();
        let globals = self.entry.globals.iter();
        let globals = globals.filter(|global| !self.assign(global, &objects).is_empty());
        let roots = self.entry.params.iter().chain(globals);
        let one = |param: &Param| {
            let value = self.in_words(param, &objects)?;
            Some(format!("{} = {value}", param.name))
        };
        let mut all: Vec<String> = roots.filter_map(one).collect();
        all.extend(further::all(self.path).filter_map(|input| {
            let ty = further::ty(self.program, input)?;
            Some(format!("{} = {}", input.name, objects.in_words(&input.name, ty)?))
        }));
        all.extend(self.stubs.in_words(&objects));
        all.extend(body::given(self.path).iter().map(|line| line.trim_end_matches(';').to_owned()));
        all
    }
}

/// A value as a part of a name: `-5` is `minus_5`.
fn word(value: &str) -> String {
    let value = match value.strip_prefix('-') {
        Some(positive) => format!("minus_{positive}"),
        None => value.replace(" + ", "_plus_"),
    };
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let word: String = value.chars().map(letter).collect();
    let words: Vec<&str> = word.split('_').filter(|part| !part.is_empty()).collect();
    let word = words.join("_");
    match word.char_indices().nth(24) {
        Some((end, _)) => word[..end].to_owned(),
        None => word,
    }
}

/// `5u` as people say it.
fn without_suffix(number: &str) -> &str {
    match number.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        true => number.trim_end_matches(['u', 'f', 'L']),
        false => number,
    }
}
