//! Reports for people: a bug with its source line and a caret, as a compiler would show it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use engine::{Bug, StackEntry, Unsupported};
use ir::{Program, SourceLoc};

use crate::harness;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const GUTTER: Style = AnsiColor::Blue.on_default().bold();
const BOLD: Style = Style::new().bold();

/// A bug, with where it happened, how the program got there, and the other places that matter.
pub(crate) fn bug(program: &Program, bug: &Bug) -> String {
    let mut text = format!("{ERROR}bug: {}{ERROR:#}{BOLD}: {}{BOLD:#}\n", bug.kind, bug.message);
    if let Some(at) = bug.at() {
        text += &snippet(program, at, ERROR);
    }
    for line in call_stack(program, &bug.stack) {
        let _ = writeln!(text, "     {GUTTER}={GUTTER:#} {line}");
    }
    for note in &bug.notes {
        let _ = writeln!(text, "{NOTE}note{NOTE:#}{BOLD}: {}{BOLD:#}", note.message);
        if let Some(at) = note.at {
            text += &snippet(program, at, NOTE);
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
        text += &snippet(program, *at, ERROR);
    }
    text
}

/// `file:line:column`, as the compiler was given the file.
pub(crate) fn place(program: &Program, at: SourceLoc) -> String {
    let path = &program.debug.file(at.file).path;
    match at.column {
        0 => format!("{path}:{}", at.line),
        column => format!("{path}:{}:{column}", at.line),
    }
}

/// The file of a bug without its folders, and the line.
pub(crate) fn line(program: &Program, bug: &Bug) -> Option<(String, u32)> {
    let at = bug.at()?;
    let path = &program.debug.file(at.file).path;
    Some((path.rsplit('/').next()?.to_owned(), at.line))
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
        let at = entry.at.map(|at| format!(" at {}", place(program, at))).unwrap_or_default();
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
fn snippet(program: &Program, at: SourceLoc, style: Style) -> String {
    let place = place(program, at);
    let mut text = format!("    {GUTTER}-->{GUTTER:#} {place}\n");
    let Some(line) = source_line(program, at) else { return text };
    // Tabs are as wide in the caret's line as in the source line.
    let indent: String = line
        .chars()
        .take((at.column as usize).saturating_sub(1))
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    let number = at.line;
    let _ = writeln!(text, "     {GUTTER}|{GUTTER:#}");
    let _ = writeln!(text, "{GUTTER}{number:4} |{GUTTER:#} {line}");
    if at.column != 0 {
        let _ = writeln!(text, "     {GUTTER}|{GUTTER:#} {indent}{style}^{style:#}");
    }
    text
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
