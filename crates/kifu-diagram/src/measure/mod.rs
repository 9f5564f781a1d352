//! Widths of text, and line breaks.
//!
//! The widths belong to the bundled font, without kerning: text in the PDF pen has exactly this width. Other
//! sans-serif fonts differ by a tenth, which the margins allow for.

mod widths;

use std::collections::VecDeque;

use core::ops::Range;

use unicode_width::UnicodeWidthChar;

/// The width of a character at font size 1.
pub(crate) fn character(c: char, bold: bool) -> f32 {
    let code = u32::from(c);
    for run in &widths::RUNS {
        let face = if bold { run.bold } else { run.regular };
        let index = code.wrapping_sub(run.first) as usize;
        if let Some(&width) = face.get(index) {
            return f32::from(width) / 1000.0;
        }
    }
    match c.width() {
        Some(0) | None => 0.0,
        Some(2) => 1.0,
        Some(_) if is_ambiguous(c) => 1.0,
        Some(_) => 0.62,
    }
}

/// Whether East Asian fonts draw a character as wide as an ideograph although a terminal gives it one column: circled
/// numbers, stones, triangles.
fn is_ambiguous(c: char) -> bool {
    matches!(u32::from(c), 0x2190..=0x21ff | 0x2460..=0x24ff | 0x25a0..=0x26ff)
}

/// Whether the glyphs of a text depend on their neighbors: marks that combine, scripts that join.
#[cfg(any(feature = "png", feature = "pdf"))]
pub(crate) fn needs_shaping(text: &str) -> bool {
    text.chars().any(|c| {
        let is_mark = !c.is_ascii() && character(c, false) == 0.0;
        let joins = matches!(u32::from(c), 0x0590..=0x10ff | 0x1780..=0x17ff);
        !c.is_whitespace() && !c.is_control() && (is_mark || joins)
    })
}

/// The width of a text at font size 1, in the regular face.
pub(crate) fn width(text: &str) -> f32 {
    width_of(text, false)
}

/// The width of a text at font size 1.
pub(crate) fn width_of(text: &str, bold: bool) -> f32 {
    text.chars().map(|c| character(c, bold)).sum()
}

/// Whether a text runs from right to left: its first letter is Hebrew, Arabic, or of a script like them.
pub(crate) fn is_rtl(text: &str) -> bool {
    let first = text.chars().find(|c| c.is_alphabetic());
    first.is_some_and(|c| {
        matches!(u32::from(c), 0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfefc | 0x1_0800..=0x1_0fff | 0x1_e800..=0x1_efff)
    })
}

/// The columns a text takes in a terminal.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// The longest beginning of a text that fits, closed by `…` if that is not all.
pub(crate) fn cut(text: &str, room: f32, measure: impl Fn(&str) -> f32) -> String {
    if measure(text) <= room {
        return text.to_owned();
    }
    let room = room - measure("…");
    let mut kept = String::new();
    let mut used = 0.0;
    for c in text.chars() {
        used += measure(c.encode_utf8(&mut [0; 4]));
        if used > room {
            break;
        }
        kept.push(c);
    }
    kept.push('…');
    kept
}

/// The byte offsets at which a line of `text` may end, in order, the end of the
/// text included: by the line breaking rules of Unicode (UAX #14), except that
/// Korean breaks between words only, and that blanks do not allow what is forbidden without them.
pub(crate) fn breaks(text: &str) -> impl Iterator<Item = usize> {
    let is_hangul =
        |c: char| matches!(u32::from(c), 0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7a3);
    let mut word_start = 0;
    unicode_linebreak::linebreaks(text).filter_map(move |(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at..].chars().next();
        let inside_word = before.is_some_and(is_hangul) && after.is_some_and(is_hangul);
        let last = text[..at].trim_end_matches(' ').chars().next_back();
        // The hyphens of `--option`, `-1`, `KOI8-R` and `EUC-JP` are no ends of words.
        let hyphens = text[..at].len() - text[..at].trim_end_matches('-').len();
        let is_code = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
        let word = &text[..at - hyphens];
        let is_sign = hyphens > 0
            && after.is_some_and(char::is_alphanumeric)
            && (!word.ends_with(char::is_alphanumeric)
                || word.ends_with(is_code) && after.is_some_and(is_code));
        // Quotation marks open in one language and close in another: there a blank decides.
        let is_quote = |c: char| "‘’“”«»".contains(c);
        let is_forbidden = after.is_some_and(|c| must_not_begin(c) && !is_quote(c))
            || after.is_some() && last.is_some_and(|c| must_not_end(c) && !is_quote(c));
        // A path is copied from a terminal as one word.
        let is_path = before == Some('/') && after.is_some_and(|c| c.is_ascii_graphic());
        // So is a web address, whatever hyphens it has.
        let goes_on = before.is_some_and(|c| c.is_ascii_graphic())
            && after.is_some_and(|c| c.is_ascii_graphic());
        let is_address = goes_on && begins_with_address(&text[word_start..]);
        if !is_address {
            word_start = at;
        }
        // A range is one word: `10–20`.
        let is_range = text[..at]
            .strip_suffix('–')
            .is_some_and(|word| word.ends_with(char::is_numeric))
            && after.is_some_and(char::is_numeric);
        let is_inside = is_address && hyphens > 0 || is_range;
        (!inside_word && !is_forbidden && !is_sign && !is_path && !is_inside).then_some(at)
    })
}

/// Whether a text begins with a web address, in brackets or quotation marks or without.
fn begins_with_address(text: &str) -> bool {
    let text = text.trim_start_matches(['(', '[', '<', '"', '\'', '“', '‘']);
    ["http://", "https://", "www."]
        .iter()
        .any(|begin| text.starts_with(begin))
}

/// Whether Japanese and Chinese typesetting forbids this character at the start of a line.
pub(crate) fn must_not_begin(c: char) -> bool {
    "、。，．・：；？！゛゜ヽヾゝゞ々ー）］｝〕〉》」』】〙〗〟’”｠»ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}…‥〜％"
        .contains(c)
}

/// Whether Japanese and Chinese typesetting forbids this character at the end of a line.
pub(crate) fn must_not_end(c: char) -> bool {
    "（［｛〔〈《「『【〘〖〝‘“｟«([{".contains(c)
}

/// Fills lines with one paragraph: the byte ranges of the lines, without the
/// blanks at their ends. `measure` is given the offset of each character. A word
/// too long for a line is cut, but between two characters that must stay together only if the line were wider than
/// `most`.
pub(crate) fn fill(
    text: &str,
    room: f32,
    most: f32,
    measure: impl Fn(usize, char) -> f32,
) -> impl Iterator<Item = Range<usize>> {
    let mut breaks = breaks(text);
    let mut lines = Lines {
        text,
        room,
        most,
        measure,
        start: 0,
        at: 0,
        used: 0.0,
        ready: VecDeque::new(),
    };
    let mut is_done = false;
    core::iter::from_fn(move || {
        while lines.ready.is_empty() && !is_done {
            if let Some(end) = breaks.next() {
                lines.add(end);
            } else {
                is_done = true;
                lines.end(text.len());
            }
        }
        lines.ready.pop_front()
    })
}

/// Lines of a paragraph that is read up to a place.
struct Lines<'t, M> {
    text: &'t str,
    room: f32,
    most: f32,
    measure: M,
    /// Start of the line that is not full.
    start: usize,
    /// End of the text read, and the width of this line.
    at: usize,
    used: f32,
    ready: VecDeque<Range<usize>>,
}

impl<M: Fn(usize, char) -> f32> Lines<'_, M> {
    fn width(&self, range: Range<usize>) -> f32 {
        let chars = self.text[range.clone()].char_indices();
        chars
            .map(|(at, c)| (self.measure)(range.start + at, c))
            .sum()
    }

    /// Ends a line.
    fn end(&mut self, end: usize) {
        self.ready.push_back(trimmed(self.text, self.start..end));
        self.start = end;
    }

    /// Adds the text up to a place where a line may end.
    fn add(&mut self, end: usize) {
        let solid = self.at + self.text[self.at..end].trim_end_matches(' ').len();
        let own = self.width(self.at..solid);
        if self.used + own > self.room && self.at > self.start {
            self.end(self.at);
            self.used = 0.0;
        }
        if own > self.room {
            self.cut(solid);
        } else {
            self.used += own;
        }
        self.used += self.width(solid..end);
        self.at = end;
    }

    /// Cuts a long word anywhere, but not where a line must neither begin nor end: there, at the last place before.
    fn cut(&mut self, solid: usize) {
        let mut last = '\0';
        let mut place = None;
        for (offset, c) in self.text[self.at..solid].char_indices() {
            let here = self.at + offset;
            let one = (self.measure)(here, c);
            let is_blank = c == ' ';
            let is_place = !is_blank && !must_not_begin(c) && !must_not_end(last);
            if here > self.start && is_place && one > 0.0 {
                place = Some((here, self.used));
            }
            if self.used + one > self.room && here > self.start {
                let is_far = self.used + one > self.most;
                if let Some((end, before)) = place.or(is_far.then_some((here, self.used))) {
                    self.end(end);
                    self.used -= before;
                    place = None;
                }
            }
            self.used += one;
            last = if is_blank { last } else { c };
        }
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let line = &text[range.clone()];
    let from = range.start + line.len() - line.trim_start_matches(' ').len();
    let end = from + text[from..range.end].trim_end_matches(' ').len();
    from..end
}

/// Breaks a text into lines no wider than `room`, or `most` if characters must stay together. Line breaks of the text
/// are kept, and control characters are dropped.
pub(crate) fn wrap(text: &str, room: f32, most: f32, measure: impl Fn(char) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.trim_end().lines() {
        let clean = clean(paragraph);
        let ranges = fill(&clean, room, most, |_, c| measure(c));
        lines.extend(ranges.map(|range| clean[range].to_owned()));
    }
    lines
}

/// A line without control characters, tabs as blanks.
pub(crate) fn clean(line: &str) -> String {
    let blank = |c: char| if c == '\t' { ' ' } else { c };
    line.chars()
        .map(blank)
        .filter(|c| !c.is_control())
        .collect()
}

/// Part of its room by which a line of print may be wider, to hold characters together.
pub(crate) const SLACK: f32 = 1.2;

/// Breaks a text for a font size and a width.
pub(crate) fn wrap_at(text: &str, size: f32, room: f32, bold: bool) -> Vec<String> {
    let room = room / size;
    wrap(text, room, room * SLACK, |c| character(c, bold))
}

#[expect(clippy::cast_precision_loss, reason = "a terminal is narrow")]
const fn cells(columns: usize) -> f32 {
    columns as f32
}

fn column(c: char) -> f32 {
    cells(c.width().unwrap_or(0))
}

/// Breaks a text for a terminal.
pub(crate) fn wrap_columns(text: &str, room: usize) -> Vec<String> {
    let room = cells(room);
    wrap(text, room, room, column)
}

/// Breaks a text for a terminal, one line at a time. Blanks at the start of a paragraph are kept.
pub(crate) fn lines(text: String, width: usize) -> impl Iterator<Item = String> {
    let width = width.max(2);
    let mut next = Some((0, true));
    core::iter::from_fn(move || {
        let (at, begins) = next?;
        let rest = &text[at..];
        // A word that ends after this is too long for a line in any case.
        let part = &rest[..end_of_part(rest, 2 * width + 2)];
        let mut ranges = fill(part, cells(width), cells(width), |_, c| column(c));
        let first = ranges.next().unwrap_or(0..part.len());
        next = match ranges.next() {
            Some(second) => Some((at + second.start, false)),
            None if rest[part.len()..].starts_with('\n') => Some((at + part.len() + 1, true)),
            None if part.len() < rest.len() => Some((at + part.len(), false)),
            None => None,
        };
        let start = if begins { 0 } else { first.start };
        Some(part[start..first.end].trim_end().to_owned())
    })
}

/// Where a paragraph ends, or the first columns of it.
fn end_of_part(text: &str, most: usize) -> usize {
    let mut used = 0;
    let end = text.char_indices().find(|&(_, c)| {
        used += c.width().unwrap_or(0);
        // Blanks at the end of a line take no room.
        c == '\n' || used > most && c != ' '
    });
    end.map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole() {
        assert_eq!(wrap_columns("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap_columns("a\n\nb\n", 8), ["a", "", "b"]);
        assert_eq!(wrap_columns("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap_columns("囲碁の本因坊", 6), ["囲碁の", "本因坊"]);
        assert_eq!(wrap_columns("x\u{1b}[31m", 8), ["x[31m"]);
    }

    #[test]
    fn no_line_begins_or_ends_with_a_character_that_must_not() {
        let text = "日本の「囲碁」は、コウだって（ああっとおおー！）アキは〈隅〉だ。";
        // `おー！）` has no place for a break and takes 8 columns.
        for width in 8..30 {
            for line in wrap_columns(text, width) {
                let first = line.chars().next().unwrap();
                let last = line.chars().next_back().unwrap();
                assert!(
                    !must_not_begin(first) && !must_not_end(last),
                    "{width}: {line}"
                );
            }
        }
    }

    #[test]
    fn ranges_of_numbers_stay_whole() {
        assert_eq!(wrap_columns("Figure 1 (1–25)", 12), ["Figure 1", "(1–25)"]);
    }

    #[test]
    fn korean_breaks_between_words() {
        assert_eq!(
            wrap_columns("바둑은 재미있는 놀이", 10),
            ["바둑은", "재미있는", "놀이"]
        );
    }

    #[test]
    fn web_addresses_do_not_end_at_hyphens() {
        assert_eq!(
            wrap_columns("see (https://go.org/a-long-name) well-known", 24),
            ["see", "(https://go.org/a-long-n", "ame) well-known"]
        );
    }

    #[test]
    fn blanks_that_hold_together_do() {
        assert_eq!(
            wrap_columns("12 at\u{a0}7, 15 at\u{a0}9", 9),
            ["12 at\u{a0}7,", "15 at\u{a0}9"]
        );
    }

    #[test]
    fn cut_closes_with_dots() {
        #[expect(clippy::cast_precision_loss, reason = "short texts")]
        let wide = |text: &str| columns(text) as f32;
        assert_eq!(cut("abc", 3.0, wide), "abc");
        assert_eq!(cut("abcd", 3.0, wide), "ab…");
        assert_eq!(cut("囲碁の", 3.0, wide), "囲…");
    }

    #[cfg(feature = "png")]
    #[test]
    fn widths_are_those_of_the_font() {
        let faces: [(&[u8], bool); 2] = [
            (include_bytes!("../../fonts/NotoSans-Regular.ttf"), false),
            (include_bytes!("../../fonts/NotoSans-Bold.ttf"), true),
        ];
        for (data, bold) in faces {
            let face = ttf_parser::Face::parse(data, 0).unwrap();
            let ranges = [
                0x20..0x7f,
                0xa0..0x180,
                0x391..0x3ce,
                0x400..0x460,
                0x2010..0x2028,
                0x203b..0x203c,
                0x2116..0x2117,
                0x2122..0x2123,
                0xfffd..0xfffe,
            ];
            for code in ranges.into_iter().flatten() {
                let c = char::from_u32(code).unwrap();
                let Some(glyph) = face.glyph_index(c) else {
                    continue;
                };
                let real = f32::from(face.glyph_hor_advance(glyph).unwrap()) / 1000.0;
                assert!((character(c, bold) - real).abs() < 1e-6, "{code:x}");
            }
        }
    }
}
