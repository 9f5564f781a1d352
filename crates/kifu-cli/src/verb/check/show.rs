//! Writes findings for people.

use std::borrow::Cow;
use std::cell::OnceCell;

use kifu::lint::{Applicability, Diagnostic, Severity};
use kifu::syntax::{LineIndex, Position, ProblemKind};

use crate::harmless;
use crate::output::{Palette, WIDTH};
use crate::wrap::wrap;
use kifu_batch::{Before, Piece};

/// Number of columns shown before the finding in a long line.
const BEFORE: usize = 24;

/// The problems of a file, for people.
pub(super) struct Page<'a> {
    name: &'a str,
    text: &'a str,
    /// The state of the file before the text.
    before: Before,
    is_full: bool,
    shades: &'a Shades,
    /// Created when the first problem is shown.
    head: OnceCell<(Cow<'a, str>, LineIndex)>,
}

impl<'a> Page<'a> {
    /// The page of a piece with this text; `is_full` to show the source lines.
    pub(super) fn new(piece: &'a Piece, text: &'a str, is_full: bool, shades: &'a Shades) -> Self {
        Self {
            name: &piece.name,
            text,
            before: piece.before.clone(),
            is_full,
            shades,
            head: OnceCell::new(),
        }
    }

    /// Appends the next problem to `shown`.
    pub(super) fn add(&self, finding: &Diagnostic, shown: &mut String) {
        let text = self.text.as_bytes();
        let made = || (harmless::line(self.name), LineIndex::new(text));
        let (name, lines) = self.head.get_or_init(made);
        let position = self.before.shift(lines.position(text, finding.span.start));
        if self.is_full {
            full(shown, name, finding, position, self.text, self.shades);
        } else {
            concise(shown, name, finding, position, self.shades);
        }
    }
}

/// The style of a severity.
pub(super) const fn style(severity: Severity, palette: &Palette) -> anstyle::Style {
    match severity {
        Severity::Hint => palette.hint,
        Severity::Warning => palette.warning,
        Severity::Error => palette.error,
    }
}

/// The escape sequences that switch styles on and off: built once, since there may be millions of findings.
pub(super) struct Shades {
    strong: Shade,
    accent: Shade,
    /// By severity.
    severities: [Shade; 3],
}

struct Shade {
    on: String,
    off: String,
}

impl Shades {
    pub(super) fn new(palette: &Palette) -> Self {
        let shade = |style: anstyle::Style| Shade {
            on: style.render().to_string(),
            off: style.render_reset().to_string(),
        };
        Self {
            strong: shade(palette.strong),
            accent: shade(palette.accent),
            severities: [Severity::Hint, Severity::Warning, Severity::Error]
                .map(|severity| shade(style(severity, palette))),
        }
    }

    const fn of(&self, severity: Severity) -> &Shade {
        &self.severities[severity as usize]
    }
}

fn push(shown: &mut String, parts: &[&str]) {
    for part in parts {
        shown.push_str(part);
    }
}

/// Repeats a character.
const BLANKS: &str = ascii_line(&[b' '; WIDTH]);
const CARETS: &str = ascii_line(&[b'^'; WIDTH]);

const fn ascii_line(line: &'static [u8; WIDTH]) -> &'static str {
    match str::from_utf8(line) {
        Ok(line) => line,
        Err(_) => "",
    }
}

/// The first `count` characters of a line, or all that it has.
fn first(line: &'static str, count: usize) -> &'static str {
    &line[..count.min(line.len())]
}

fn concise(
    shown: &mut String,
    name: &str,
    finding: &Diagnostic,
    position: Position,
    shades: &Shades,
) {
    let strong = &shades.strong;
    let shade = shades.of(finding.severity);
    let (code, message) = (finding.code, harmless::line(&finding.message));
    let (line, column) = (position.line.to_string(), position.column.to_string());
    let mark = match &finding.fix {
        Some(fix) if fix.applicability == Applicability::Safe => "[*] ",
        _ => "",
    };
    push(
        shown,
        &[
            &strong.on,
            name,
            &strong.off,
            ":",
            &line,
            ":",
            &column,
            ": ",
        ],
    );
    push(
        shown,
        &[&shade.on, code, &shade.off, " ", mark, &message, "\n"],
    );
}

fn full(
    shown: &mut String,
    name: &str,
    finding: &Diagnostic,
    position: Position,
    text: &str,
    shades: &Shades,
) {
    let Shades { strong, accent, .. } = shades;
    let shade = shades.of(finding.severity);
    let severity = finding.severity.name();
    let message = harmless::line(&finding.message);
    let (line, column) = (position.line.to_string(), position.column.to_string());
    push(
        shown,
        &[&shade.on, severity, "[", finding.code, "]", &shade.off],
    );
    push(shown, &[&strong.on, ": "]);
    let indent = severity.len() + finding.code.len() + "[]: ".len();
    lines(shown, &[&message], indent);
    push(shown, &[&strong.off, "\n"]);
    let gutter = first(BLANKS, line.len());
    push(shown, &[gutter, &accent.on, "-->", &accent.off]);
    push(shown, &[" ", name, ":", &line, ":", &column, "\n"]);
    // A problem of the whole file has no position to show.
    let has_place = finding.code != ProblemKind::NoGameTree.code();
    let bar = |shown: &mut String, end: &str| {
        push(shown, &[gutter, " ", &accent.on, "|", &accent.off, end]);
    };
    if has_place {
        let window = window(text, finding, WIDTH.saturating_sub(gutter.len() + 3));
        bar(shown, "\n");
        push(shown, &[&accent.on, &line, " |", &accent.off, " "]);
        window.show(shown);
        shown.push('\n');
        bar(shown, " ");
        push(shown, &[first(BLANKS, window.from), &shade.on]);
        push(shown, &[first(CARETS, window.length), &shade.off, "\n"]);
    }
    let fix = finding.fix.as_ref();
    if !finding.why.is_empty() || fix.is_some() {
        bar(shown, "\n");
    }
    let mut note = |label: &str, note: &[&str]| {
        push(shown, &[gutter, " ", &accent.on, label, &accent.off, " "]);
        lines(shown, note, gutter.len() + label.len() + 2);
        shown.push('\n');
    };
    if !finding.why.is_empty() {
        note("= why:", &[&harmless::line(&finding.why)]);
    }
    if let Some(fix) = fix {
        let (title, how) = (harmless::line(&fix.title), fix.applicability.name());
        note("= fix:", &[&title, " (", how, ")"]);
    }
    shown.push('\n');
}

/// Writes a text in as many lines as needed, each indented by `indent` columns.
fn lines(shown: &mut String, text: &[&str], indent: usize) {
    let room = WIDTH.saturating_sub(indent);
    // No character takes more columns than bytes.
    if text.iter().map(|part| part.len()).sum::<usize>() <= room {
        push(shown, text);
        return;
    }
    for (number, line) in wrap(&text.concat(), room).enumerate() {
        if number > 0 {
            push(shown, &["\n", first(BLANKS, indent)]);
        }
        shown.push_str(&line);
    }
}

/// A part of a line, and the columns to mark in it.
struct Window<'a> {
    /// The text shown before the position, and whether there is more.
    before: (&'a str, bool),
    /// The text shown from the position on, and whether there is more.
    after: (&'a str, bool),
    from: usize,
    length: usize,
}

impl Window<'_> {
    fn show(&self, shown: &mut String) {
        let more = |is_cut| if is_cut { "…" } else { "" };
        push(
            shown,
            &[more(self.before.1), &harmless::line(self.before.0)],
        );
        push(shown, &[&harmless::line(self.after.0), more(self.after.1)]);
    }
}

/// The surroundings of a finding in its line, in `room` columns. The line may be the whole file, so only the visible
/// part is examined.
fn window<'a>(text: &'a str, finding: &Diagnostic, room: usize) -> Window<'a> {
    let start = finding.span.start.min(text.len());
    let (before, after) = text.split_at_checked(start).unwrap_or((text, ""));
    // To the left: as much as fits, and more if little is to the right.
    let right = Measure::of_start(after, room);
    // A line end has no column; it is marked after the line.
    let left_room = room.saturating_sub(right.columns.max(1)).max(BEFORE);
    let left = Measure::of_end(before, left_room);
    let right = Measure::of_start(after, room - left.columns.min(room));
    let marked = after.get(..finding.span.len().min(right.bytes));
    Window {
        before: (&before[before.len() - left.bytes..], left.is_cut),
        after: (&after[..right.bytes], right.is_cut),
        from: left.columns,
        length: Measure::of_start(marked.unwrap_or_default(), room)
            .columns
            .max(1),
    }
}

/// The part of a line that fits.
struct Measure {
    bytes: usize,
    /// Width in columns, including the ellipsis if the line is cut.
    columns: usize,
    is_cut: bool,
}

impl Measure {
    /// Measures the line that `text` begins with.
    fn of_start(text: &str, room: usize) -> Self {
        let near = &text.as_bytes()[..text.len().min(room + 1)];
        let end = near
            .iter()
            .position(|byte| is_line_end(*byte))
            .unwrap_or(near.len());
        Self::of_plain(&near[..end], room).unwrap_or_else(|| measure(text.chars(), room))
    }

    /// Measures the line that `text` ends with, from its end.
    fn of_end(text: &str, room: usize) -> Self {
        let near = &text.as_bytes()[text.len().saturating_sub(room + 1)..];
        let start = near
            .iter()
            .rposition(|byte| is_line_end(*byte))
            .map_or(0, |at| at + 1);
        Self::of_plain(&near[start..], room).unwrap_or_else(|| measure(text.chars().rev(), room))
    }

    /// Measures a line, or one byte more of it than fits, if it is printable ASCII.
    fn of_plain(line: &[u8], room: usize) -> Option<Self> {
        let is_cut = line.len() > room;
        harmless::is_plain(line).then(|| Self {
            bytes: if is_cut {
                room.saturating_sub(1)
            } else {
                line.len()
            },
            columns: if is_cut { room.max(1) } else { line.len() },
            is_cut,
        })
    }
}

const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn measure(characters: impl Iterator<Item = char>, room: usize) -> Measure {
    // Characters may have no width, and there may be millions of them.
    let most = room * 4;
    let mut fitting = Measure {
        bytes: 0,
        columns: 0,
        is_cut: false,
    };
    // The part that fits if an ellipsis must follow.
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
    use super::{Measure, measure};

    #[test]
    fn what_is_shown_of_a_line_is_bounded() {
        for character in ['a', '本', '\u{301}', '\u{1B}'] {
            let measure = measure(std::iter::repeat(character), 20);
            assert!(measure.is_cut && measure.columns <= 20 && measure.bytes <= 160);
        }
        let whole = measure("本因坊\nnext".chars(), 6);
        assert!(!whole.is_cut && whole.columns == 6 && whole.bytes == 9);
    }

    #[test]
    fn plain_text_is_measured_like_any_other() {
        let parts = |measure: Measure| (measure.bytes, measure.columns, measure.is_cut);
        for text in [
            "",
            "a",
            "plain text",
            "two\nlines",
            "\r\n",
            "本因坊 plain",
            "plain 本因坊",
        ] {
            for room in 0..16 {
                let start = parts(Measure::of_start(text, room));
                assert_eq!(start, parts(measure(text.chars(), room)), "{text} {room}");
                let end = parts(Measure::of_end(text, room));
                assert_eq!(
                    end,
                    parts(measure(text.chars().rev(), room)),
                    "{text} {room}"
                );
            }
        }
    }
}
