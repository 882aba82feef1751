//! Phrases: pieces of text that know how strongly they hold together.

/// A piece of text, and how strongly it holds together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Phrase {
    pub text: String,
    pub level: Precedence,
}

/// The levels of C's operators, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Precedence {
    /// Words that aren't C, such as `size of *s`, need parentheses nearly everywhere.
    Words,
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Comparison,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

impl Phrase {
    pub(super) fn primary(text: impl Into<String>) -> Phrase {
        Phrase { text: text.into(), level: Precedence::Primary }
    }

    /// Words that aren't C.
    pub(super) fn words(text: String) -> Phrase {
        Phrase { text, level: Precedence::Words }
    }

    /// The text where an operator of that level is around it.
    pub(super) fn parenthesised(&self, around: Precedence) -> String {
        match self.level >= around {
            true => self.text.clone(),
            false => format!("({})", self.text),
        }
    }

    /// What it points to: `*p`, and `x` for `&x`.
    pub(super) fn dereferenced(&self) -> Phrase {
        match self.text.strip_prefix('&').filter(|_| self.level == Precedence::Unary) {
            Some(variable) => Phrase::primary(variable),
            None => {
                let text = format!("*{}", self.parenthesised(Precedence::Unary));
                Phrase { text, level: Precedence::Unary }
            }
        }
    }

    pub(super) fn infix(parts: &[Phrase], operator: &str, level: Precedence) -> Phrase {
        let parts: Vec<String> = parts.iter().map(|part| part.parenthesised(level)).collect();
        Phrase { text: parts.join(&format!(" {operator} ")), level }
    }

    pub(super) fn cast(&self, to: &str) -> Phrase {
        Phrase {
            text: format!("({to}){}", self.parenthesised(Precedence::Unary)),
            level: Precedence::Unary,
        }
    }
}

pub(super) fn negated(phrase: Phrase, holds: bool) -> Phrase {
    match holds {
        true => phrase,
        false => {
            let text = format!("!{}", phrase.parenthesised(Precedence::Unary));
            Phrase { text, level: Precedence::Unary }
        }
    }
}

pub(super) fn choice(parts: &[Phrase; 3]) -> Phrase {
    let [condition, then, otherwise] = parts;
    let text = format!(
        "{} ? {} : {}",
        condition.parenthesised(Precedence::Or),
        then.parenthesised(Precedence::Or),
        otherwise.parenthesised(Precedence::Choice)
    );
    Phrase { text, level: Precedence::Choice }
}

/// Operators of which only the first operand may be of the same level.
pub(super) fn left_associative(parts: &[Phrase], sign: &str, level: Precedence) -> Phrase {
    let mut text = String::new();
    for (index, part) in parts.iter().enumerate() {
        let stronger = index > 0 && part.level == level;
        let part = if stronger { format!("({})", part.text) } else { part.parenthesised(level) };
        text += &if index == 0 { part } else { format!(" {sign} {part}") };
    }
    Phrase { text, level }
}

/// A side of a comparison: another comparison in it is easily misread.
pub(super) fn above(phrase: &Phrase) -> Phrase {
    match phrase.level {
        // `size of *s > 3` reads well as it is.
        Precedence::Words => Phrase::primary(phrase.text.clone()),
        level if level <= Precedence::Comparison => Phrase::primary(format!("({})", phrase.text)),
        _ => phrase.clone(),
    }
}

/// An operand of a bitwise operator: arithmetic in it is easily misread.
pub(super) fn clear(phrase: &Phrase) -> Phrase {
    Phrase::primary(phrase.parenthesised(Precedence::Unary))
}
