//! Tables for people: columns that line up.

use super::layout::LineWidth;

/// Rows of cells as text: the first column to the left, numbers to the right. Where the terminal is too narrow, the first
/// column is cut.
pub(crate) fn text<const N: usize>(rows: &[[String; N]], width: LineWidth) -> String {
    lines(rows, width).join("\n") + "\n"
}

/// The same, line by line.
pub(crate) fn lines<const N: usize>(rows: &[[String; N]], width: LineWidth) -> Vec<String> {
    let longest =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let mut widths: [usize; N] = std::array::from_fn(longest);
    let numbers: usize = widths[1..].iter().map(|width| width + 2).sum();
    if let Some(columns) = width.columns() {
        widths[0] = widths[0].min(columns.saturating_sub(numbers).max(NARROWEST));
    }
    rows.iter().map(|row| line(row, &widths)).collect()
}

/// A name that is cut further could be any.
const NARROWEST: usize = 8;

fn line<const N: usize>(row: &[String; N], widths: &[usize; N]) -> String {
    let mut line = String::new();
    for (column, (cell, &width)) in row.iter().zip(widths).enumerate() {
        match column {
            0 => line += &format!("{:width$}", cut(cell, width)),
            _ => line += &format!("  {cell:>width$}"),
        }
    }
    line.trim_end().to_owned()
}

fn cut(name: &str, width: usize) -> String {
    match name.chars().count() > width {
        true => name.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
        false => name.to_owned(),
    }
}
