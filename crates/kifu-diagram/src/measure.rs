//! How wide words are, near enough to make them fit.
//!
//! The widths are those of the font the raster and PDF pens bring with them.
//! Other sans-serif fonts differ by a tenth, which the margins allow for.

use unicode_width::UnicodeWidthChar;

/// Widths of the characters from space to `~`, in thousandths of the font size.
#[rustfmt::skip]
const ASCII: [u16; 95] = [
    260, 269, 408, 646, 572, 831, 732, 225, 300, 300, 551, 572, 268, 322, 268, 372, 572, 572, 572,
    572, 572, 572, 572, 572, 572, 572, 268, 268, 572, 572, 572, 434, 899, 639, 650, 632, 730, 556,
    519, 728, 741, 339, 273, 619, 524, 907, 760, 781, 605, 781, 622, 549, 556, 731, 600, 930, 586,
    566, 572, 329, 372, 329, 572, 444, 281, 561, 615, 480, 615, 564, 344, 615, 618, 258, 258, 534,
    258, 935, 618, 605, 615, 615, 413, 479, 361, 618, 508, 786, 529, 510, 470, 380, 551, 380, 572,
];

/// The width of a character at font size 1.
fn character(c: char) -> f32 {
    match u32::from(c) {
        code @ 0x20..=0x7e => f32::from(ASCII[(code - 0x20) as usize]) / 1000.0,
        _ => match c.width() {
            Some(0) | None => 0.0,
            Some(2) => 1.0,
            Some(_) => 0.62,
        },
    }
}

/// The width of a text at font size 1.
pub(crate) fn width(text: &str) -> f32 {
    text.chars().map(character).sum()
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

/// Breaks a text into lines no wider than `room`. Breaks fall at blanks, or
/// beside wide (East Asian) characters; a word too long for a line is cut. Line
/// breaks of the text are kept, and control characters are dropped.
pub(crate) fn wrap(text: &str, room: f32, measure: impl Fn(char) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.trim_end().lines() {
        let mut line = String::new();
        let mut used = 0.0;
        // Where the line may be broken, and its width up to there.
        let mut chance: Option<(usize, f32)> = None;
        for c in paragraph.chars().map(|c| if c == '\t' { ' ' } else { c }) {
            if c.is_control() {
                continue;
            }
            let width = measure(c);
            if used + width > room && !line.is_empty() && c != ' ' {
                let (at, before) = chance.unwrap_or((line.len(), used));
                let rest = line.split_off(at);
                lines.push(line.trim_end().to_owned());
                let kept = rest.trim_start();
                used = if rest.len() == kept.len() {
                    used - before
                } else {
                    kept.chars().map(&measure).sum()
                };
                kept.clone_into(&mut line);
                chance = None;
            }
            line.push(c);
            used += width;
            if c == ' ' || c.width() == Some(2) && !opens(c) {
                chance = Some((line.len(), used));
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Breaks a text for a font size and a width.
pub(crate) fn wrap_at(text: &str, size: f32, room: f32) -> Vec<String> {
    wrap(text, room / size, character)
}

/// Breaks a text for a terminal.
pub(crate) fn wrap_columns(text: &str, room: usize) -> Vec<String> {
    #[expect(clippy::cast_precision_loss, reason = "a terminal is narrow")]
    wrap(text, room as f32, |c| c.width().unwrap_or(0) as f32)
}

/// After an opening bracket no line may end.
fn opens(c: char) -> bool {
    matches!(c, '「' | '『' | '（' | '〈' | '《' | '【')
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
        assert_eq!(wrap_columns("日本「囲碁」", 6), ["日本", "「囲碁", "」"]);
        assert_eq!(wrap_columns("x\u{1b}[31m", 8), ["x[31m"]);
    }

    #[test]
    fn cut_closes_with_dots() {
        #[expect(clippy::cast_precision_loss, reason = "short texts")]
        let wide = |text: &str| columns(text) as f32;
        assert_eq!(cut("abc", 3.0, wide), "abc");
        assert_eq!(cut("abcd", 3.0, wide), "ab…");
        assert_eq!(cut("囲碁の", 3.0, wide), "囲…");
    }
}
