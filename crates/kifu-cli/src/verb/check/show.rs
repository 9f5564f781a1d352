//! From a report to what people and programs read.

use std::fmt::Write as _;

use kifu::lint::{Applicability, Diagnostic, Severity};
use kifu::syntax::{LineIndex, Position, ProblemKind};

use super::Format;
use super::gather::Report;
use crate::harmless;
use crate::output::Palette;
use crate::pieces::Before;

/// Columns of what people read.
const WIDTH: usize = 80;

/// Columns shown before the place in question where the line is long.
const BEFORE: usize = 24;

/// The problems of a file, for people.
///
/// `before` is what of the file comes before `text`.
pub(super) fn show(
    report: &Report,
    text: &str,
    before: Before,
    format: Format,
    palette: &Palette,
) -> String {
    let mut shown = String::new();
    if report.findings.is_empty() {
        return shown;
    }
    let name = harmless::line(&report.name);
    let lines = LineIndex::new(text.as_bytes());
    for finding in &report.findings {
        let position = before.shift(lines.position(text.as_bytes(), finding.span.start));
        // Writing to a string does not fail.
        let _ = match format {
            Format::Full => full(&mut shown, &name, finding, position, text, palette),
            _ => concise(&mut shown, &name, finding, position, palette),
        };
    }
    shown
}

/// The style of a severity.
pub(super) const fn style(severity: Severity, palette: &Palette) -> anstyle::Style {
    match severity {
        Severity::Hint => palette.hint,
        Severity::Warning => palette.warning,
        Severity::Error => palette.error,
    }
}

fn concise(
    shown: &mut String,
    name: &str,
    finding: &Diagnostic,
    position: Position,
    palette: &Palette,
) -> std::fmt::Result {
    let strong = palette.strong;
    let style = style(finding.severity, palette);
    let (code, message) = (finding.code, harmless::line(&finding.message));
    let (line, column) = (position.line, position.column);
    let mark = match &finding.fix {
        Some(fix) if fix.applicability == Applicability::Safe => "[*] ",
        _ => "",
    };
    writeln!(
        shown,
        "{strong}{name}{strong:#}:{line}:{column}: {style}{code}{style:#} {mark}{message}"
    )
}

fn full(
    shown: &mut String,
    name: &str,
    finding: &Diagnostic,
    position: Position,
    text: &str,
    palette: &Palette,
) -> std::fmt::Result {
    let Palette { strong, accent, .. } = palette;
    let style = style(finding.severity, palette);
    let (code, severity) = (finding.code, finding.severity);
    let message = harmless::line(&finding.message);
    let (line, column) = (position.line, position.column);
    let severity = severity.name();
    writeln!(
        shown,
        "{style}{severity}[{code}]{style:#}{strong}: {message}{strong:#}"
    )?;
    let gutter = line.to_string().len();
    writeln!(
        shown,
        "{:gutter$}{accent}-->{accent:#} {name}:{line}:{column}",
        ""
    )?;
    // What concerns the whole file has no place to show.
    let has_place = finding.code != ProblemKind::NoGameTree.code();
    if has_place {
        let room = WIDTH.saturating_sub(gutter + 3);
        let window = window(text, finding, room);
        writeln!(shown, "{:gutter$} {accent}|{accent:#}", "")?;
        writeln!(shown, "{accent}{line} |{accent:#} {}", window.text)?;
        let (from, carets) = (window.from, "^".repeat(window.length));
        writeln!(
            shown,
            "{:gutter$} {accent}|{accent:#} {:from$}{style}{carets}{style:#}",
            "", ""
        )?;
    }
    let fix = finding.fix.as_ref();
    if !finding.why.is_empty() || fix.is_some() {
        writeln!(shown, "{:gutter$} {accent}|{accent:#}", "")?;
    }
    if !finding.why.is_empty() {
        let why = harmless::line(&finding.why);
        writeln!(shown, "{:gutter$} {accent}= why:{accent:#} {why}", "")?;
    }
    if let Some(fix) = fix {
        let (title, how) = (harmless::line(&fix.title), fix.applicability.name());
        writeln!(
            shown,
            "{:gutter$} {accent}= fix:{accent:#} {title} ({how})",
            ""
        )?;
    }
    writeln!(shown)
}

/// A piece of a line, and the columns in it that matter.
struct Window {
    text: String,
    from: usize,
    length: usize,
}

/// What is around a finding within its line, in `room` columns. The line may be the whole file: no
/// more of it is looked at than is shown.
fn window(text: &str, finding: &Diagnostic, room: usize) -> Window {
    let start = finding.span.start.min(text.len());
    let (before, after) = text.split_at_checked(start).unwrap_or((text, ""));
    // To the left: as much as fits, and more of it where little is to the right.
    let right = measure(after.chars(), room);
    let left_room = room.saturating_sub(right.columns).max(BEFORE);
    let left = measure(before.chars().rev(), left_room);
    let right = measure(after.chars(), room - left.columns.min(room));
    let mut window = Window {
        text: String::with_capacity(room * 2),
        from: left.columns,
        length: 0,
    };
    if left.is_cut {
        window.text.push('…');
    }
    window
        .text
        .push_str(&harmless::line(&before[before.len() - left.bytes..]));
    window.text.push_str(&harmless::line(&after[..right.bytes]));
    if right.is_cut {
        window.text.push('…');
    }
    let marked = after.get(..finding.span.len().min(right.bytes));
    let marked = marked.unwrap_or_default();
    window.length = measure(marked.chars(), room).columns.max(1);
    window
}

/// How much of a line fits.
struct Measure {
    bytes: usize,
    /// The ellipsis included, if it is cut.
    columns: usize,
    is_cut: bool,
}

fn measure(characters: impl Iterator<Item = char>, room: usize) -> Measure {
    // Characters may take no column at all, and there may be millions of them.
    let most = room * 4;
    let mut fitting = Measure {
        bytes: 0,
        columns: 0,
        is_cut: false,
    };
    // What fits if an ellipsis must follow.
    let mut cut = (0, 0);
    let line = characters.take_while(|character| !matches!(character, '\n' | '\r'));
    for (count, character) in line.enumerate() {
        let width = harmless::width(character);
        if fitting.columns + width > room || count == most {
            return Measure {
                bytes: cut.0,
                columns: cut.1 + 1,
                is_cut: true,
            };
        }
        fitting.bytes += character.len_utf8();
        fitting.columns += width;
        if fitting.columns < room {
            cut = (fitting.bytes, fitting.columns);
        }
    }
    fitting
}

#[cfg(test)]
mod tests {
    use super::measure;

    #[test]
    fn what_is_shown_of_a_line_is_bounded() {
        for character in ['a', '本', '\u{301}', '\u{1B}'] {
            let measure = measure(std::iter::repeat(character), 20);
            assert!(measure.is_cut && measure.columns <= 20 && measure.bytes <= 160);
        }
        let whole = measure("本因坊\nnext".chars(), 6);
        assert!(!whole.is_cut && whole.columns == 6 && whole.bytes == 9);
    }
}
