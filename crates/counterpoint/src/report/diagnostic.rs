//! Reports for people: a bug with its source line and a caret, as a compiler would show it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use engine::{Bug, StackEntry, Unsupported};
use ir::{Program, SourceLoc};

use crate::frontend::harness;
use crate::frontend::place;
use crate::suite::{self, InputLength};
use crate::terminal::layout::LineWidth;
use crate::validate::confirmed::FoundBug;
use crate::validate::verdict::BugVerdict;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const GUTTER: Style = AnsiColor::Blue.on_default().bold();
const BOLD: Style = Style::new().bold();

/// A bug, with where it happened, how the program got there, and the other places that matter.
pub(crate) fn bug(program: &Program, bug: &Bug, width: LineWidth) -> String {
    [head(program, bug, width), notes(program, bug, width)].concat()
}

/// A bug that was tried natively, with its inputs, what confirms it, and the reproducer in the folder of the suite.
pub(crate) fn found(
    program: &Program,
    found: &FoundBug<'_>,
    folder: &Path,
    width: LineWidth,
) -> String {
    let FoundBug { bug, case, verdict } = found;
    let inputs = suite::inputs_on_one_line(program, case.explored, case.path, InputLength::Brief);
    let facts = match verdict {
        BugVerdict::Confirmed(shown) => [
            format!("with {inputs}"),
            format!("confirmed natively: {shown}"),
            format!("see {}", folder.join(format!("{}.c", case.name)).display()),
        ]
        .to_vec(),
        BugVerdict::Unconfirmed(doubt) => {
            let message = format!("{BOLD}unconfirmed: {}{BOLD:#}: {}", bug.kind, bug.message);
            let at = bug
                .at()
                .map(|at| format!("    {GUTTER}-->{GUTTER:#} {}\n", place::words(program, at)));
            let facts = [doubt.why.clone(), format!("with {inputs}")];
            let message = width.wrap(&message, HANGING);
            return format!("{message}\n{}{}", at.unwrap_or_default(), remarks(&facts, width));
        }
    };
    [head(program, bug, width), remarks(&facts, width), notes(program, bug, width)].concat()
}

/// What it is, and where.
fn head(program: &Program, bug: &Bug, width: LineWidth) -> String {
    let message = format!("{ERROR}bug: {}{ERROR:#}{BOLD}: {}{BOLD:#}", bug.kind, bug.message);
    let place = bug.at().map(|at| snippet(program, at, ERROR, width)).unwrap_or_default();
    let stack = remarks(&call_stack(program, &bug.stack), width);
    format!("{}\n{place}{stack}", width.wrap(&message, HANGING))
}

/// What continues a line is further in than the line.
const HANGING: usize = 7;

fn remarks(all: &[String], width: LineWidth) -> String {
    let line =
        |line: &String| width.wrap(&format!("     {GUTTER}={GUTTER:#} {line}"), HANGING) + "\n";
    all.iter().map(line).collect()
}

/// The other places that matter.
fn notes(program: &Program, bug: &Bug, width: LineWidth) -> String {
    let mut text = String::new();
    for note in &bug.notes {
        let line = format!("{NOTE}note{NOTE:#}{BOLD}: {}{BOLD:#}", note.message);
        text += &(width.wrap(&line, HANGING) + "\n");
        if let Some(at) = note.at {
            text += &snippet(program, at, NOTE, width);
        }
    }
    text
}

/// What could not be executed.
pub(crate) fn unsupported(program: &Program, unsupported: &Unsupported) -> String {
    let Unsupported { what, function, at } = unsupported;
    let place = if function.is_empty() { String::new() } else { format!(", in `{function}`") };
    let mut text =
        format!("{ERROR}unsupported{ERROR:#}{BOLD}: {what} can't be executed{place}{BOLD:#}\n");
    if let Some(at) = at {
        text += &snippet(program, *at, ERROR, LineWidth::ANY);
    }
    text
}

/// The stack in words: the library function that was called, then the callers.
fn call_stack(program: &Program, stack: &[StackEntry]) -> Vec<String> {
    const SHOWN: usize = 12;
    let own = stack.iter().position(|entry| !entry.runtime).unwrap_or(0);
    let mut lines = Vec::new();
    if let Some(library) = stack[..own].last() {
        lines.push(format!("in the library function `{}`", library.function));
    }
    let is_ours = |name: &str| name.is_empty() || name.starts_with(harness::PREFIX);
    let named = || stack[own..].iter().filter(|entry| !is_ours(&entry.function));
    for (depth, entry) in named().take(SHOWN).enumerate() {
        let function = &entry.function;
        let at =
            entry.at.map(|at| format!(" at {}", place::words(program, at))).unwrap_or_default();
        lines.push(match depth {
            0 => format!("in `{function}`"),
            _ => format!("called by `{function}`{at}"),
        });
    }
    let rest = named().count().saturating_sub(SHOWN);
    if rest > 0 {
        lines.push(format!("and {rest} more calls"));
    }
    lines
}

/// The source line with a caret below the column; only the place if the file isn't there any more.
fn snippet(program: &Program, at: SourceLoc, style: Style, width: LineWidth) -> String {
    let place = place::words(program, at);
    let mut text = format!("    {GUTTER}-->{GUTTER:#} {place}\n");
    let Some(line) = source_line(program, at) else { return text };
    let (line, column) = window(&line, at.column as usize, width);
    // Tabs are as wide in the caret's line as in the source line.
    let before = line.chars().take(column.saturating_sub(1));
    let indent: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let number = at.line;
    let _ = writeln!(text, "     {GUTTER}|{GUTTER:#}");
    let _ = writeln!(text, "{GUTTER}{number:4} |{GUTTER:#} {line}");
    if column != 0 {
        let _ = writeln!(text, "     {GUTTER}|{GUTTER:#} {indent}{style}^{style:#}");
    }
    text
}

/// What of a line fits, and the column in that.
fn window(line: &str, column: usize, width: LineWidth) -> (String, usize) {
    let length = line.chars().count();
    let room = width.columns().map_or(length, |columns| columns.saturating_sub(HANGING));
    if length <= room {
        return (line.to_owned(), column);
    }
    let start = if column < room { 0 } else { column - room / 2 };
    let end = length.min(start + room);
    let cut = |(index, c): (usize, char)| match index {
        _ if index == start && start > 0 => '…',
        _ if index + 1 == end && end < length => '…',
        _ => c,
    };
    (line.chars().enumerate().skip(start).take(end - start).map(cut).collect(), column - start)
}

fn source_line(program: &Program, at: SourceLoc) -> Option<String> {
    let file = program.debug.file(at.file);
    let path = match Path::new(&file.path) {
        path if path.is_absolute() => path.to_owned(),
        path => PathBuf::from(&file.directory).join(path),
    };
    let bytes = fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    text.lines().nth((at.line as usize).checked_sub(1)?).map(str::to_owned)
}
