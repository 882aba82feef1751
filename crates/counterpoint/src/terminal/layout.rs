//! Layout of text for people: lines no wider than the terminal, and lists that are cut.

use console::Term;

/// How many columns a line may have; without a number, any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineWidth(Option<usize>);

/// Nothing can be read in fewer columns.
const LEAST: usize = 40;

impl LineWidth {
    /// A file or a pipe has no width: it is read by a program, or in an editor that wraps.
    pub(crate) const ANY: LineWidth = LineWidth(None);

    /// The width of standard output, if that is a terminal.
    pub(crate) fn of_stdout() -> LineWidth {
        LineWidth::of(&Term::stdout())
    }

    /// The width of standard error, if that is a terminal.
    pub(crate) fn of_stderr() -> LineWidth {
        LineWidth::of(&Term::stderr())
    }

    fn of(terminal: &Term) -> LineWidth {
        let columns = terminal.size_checked().map(|(_, columns)| usize::from(columns));
        let known = columns.filter(|&columns| terminal.is_term() && columns > 0);
        LineWidth(known.map(|columns| columns.max(LEAST)))
    }

    /// The number of columns, if there is a limit.
    pub(crate) fn columns(self) -> Option<usize> {
        self.0
    }

    /// Breaks a line between words. What follows the first break is indented.
    pub(crate) fn wrap(self, line: &str, indent: usize) -> String {
        let Some(columns) = self.0.filter(|&columns| visible(line) > columns) else {
            return line.to_owned();
        };
        let mut wrapped = String::new();
        let mut used = 0;
        for word in line.split_inclusive(' ') {
            let width = visible(word.trim_end());
            if used > indent && used + width > columns {
                wrapped.truncate(wrapped.trim_end().len());
                wrapped.push('\n');
                wrapped.push_str(&" ".repeat(indent));
                used = indent;
            }
            wrapped.push_str(word);
            used += visible(word);
        }
        wrapped
    }

    /// Cuts a line off.
    pub(crate) fn cut(self, line: &str) -> String {
        match self.0 {
            Some(columns) if line.chars().count() > columns => {
                line.chars().take(columns.saturating_sub(1)).chain(['…']).collect()
            }
            _ => line.to_owned(),
        }
    }
}

/// How many columns a text takes: what sets colours takes none.
fn visible(text: &str) -> usize {
    let mut columns = 0;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => while chars.next().is_some_and(|c| c != 'm') {},
            _ => columns += 1,
        }
    }
    columns
}

/// `a, b and 3 more`: the first few.
pub(crate) fn few<T: AsRef<str>>(all: &[T], most: usize) -> String {
    // "and 1 more" would be as long as the one.
    let shown = if all.len() <= most + 1 { all.len() } else { most };
    let text = all[..shown].iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match all.len() - shown {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list<T: AsRef<str>>(all: &[T]) -> String {
    match all {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// `1 path`, `2 paths`.
pub(crate) fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{LineWidth, few, list, visible};

    #[test]
    fn lines_are_broken_between_words() {
        let width = LineWidth(Some(12));
        assert_eq!(width.wrap("one two three four", 2), "one two\n  three four");
        assert_eq!(width.wrap("short", 2), "short");
        assert_eq!(
            width.wrap("a_word_that_is_too_long for it", 4),
            "a_word_that_is_too_long\n    for it"
        );
        assert_eq!(LineWidth::ANY.wrap("one two three four", 2), "one two three four");
    }

    #[test]
    fn colours_take_no_columns() {
        assert_eq!(visible("\x1b[1m\x1b[31mbug\x1b[0m: x"), 6);
    }

    #[test]
    fn lists_are_cut_where_that_saves_something() {
        assert_eq!(few(&["a", "b", "c", "d"], 2), "a, b and 2 more");
        assert_eq!(few(&["a", "b", "c"], 2), "a, b, c");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list(&["a"]), "a");
    }
}
