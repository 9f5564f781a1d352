//! Joins comments into paragraphs.

use unicode_width::UnicodeWidthStr as _;

/// Minimum length, in columns, of a line that a program may have broken.
const LEAST: usize = 30;
/// Maximum length, in columns, of a line that a program may have broken.
const MOST: usize = 110;

/// Splits a comment into paragraphs. Lines are joined if an old program wrapped them: if the first word of the next
/// line would not have fit. With `keep_breaks` each line is a paragraph.
///
/// ```
/// use kifu_diagram::book::paragraphs;
///
/// let comment = "Black has to defend the corner and\nso White gets the outside, which is\nlarge.\n\nEnd.";
/// assert_eq!(paragraphs(comment, false).len(), 2);
/// assert_eq!(paragraphs(comment, true).len(), 4);
/// ```
pub fn paragraphs(comment: &str, keep_breaks: bool) -> Vec<String> {
    lines(comment, keep_breaks)
        .iter()
        .map(|line| line.trim_start())
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The text of a comment without the line breaks of old programs, as in [`paragraphs`]. All others, blank lines and
/// indents stay.
///
/// ```
/// use kifu_diagram::book::joined;
///
/// let comment = "Black has to defend the corner and\nso White gets the outside, which is\nlarge.\n\n  End.";
/// let text = "Black has to defend the corner and so White gets the outside, which is large.\n\n  End.";
/// assert_eq!(joined(comment), text);
/// ```
#[must_use]
pub fn joined(comment: &str) -> String {
    lines(comment, false).join("\n")
}

/// The lines of a comment, blank ones too, after those that an old program wrapped are joined.
fn lines(comment: &str, keep_breaks: bool) -> Vec<String> {
    let lines: Vec<&str> = comment.lines().map(str::trim_end).collect();
    let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let is_filled = !keep_breaks && (LEAST..=MOST).contains(&widest);
    let full = lines
        .windows(2)
        .filter(|pair| is_full(pair[0], pair[1], widest))
        .count();
    let mut joined: Vec<String> = Vec::new();
    let mut last = "";
    for line in lines {
        let joins = is_filled
            && ![last, line].iter().any(|line| line.trim().is_empty())
            && is_full(last, line, widest)
            && (full > 1 || !ends_sentence(last))
            && !begins_item(line);
        match joined.last_mut() {
            Some(before) if joins => {
                let is_wide = |c: Option<char>| {
                    c.is_some_and(|c| {
                        unicode_width::UnicodeWidthChar::width(c) == Some(2) && !is_hangul(c)
                    })
                };
                let solid = is_wide(before.chars().next_back())
                    || is_wide(line.trim_start().chars().next());
                if !solid {
                    before.push(' ');
                }
                before.push_str(line.trim_start());
            }
            _ => joined.push(line.to_owned()),
        }
        last = line;
    }
    joined
}

/// Whether a line has no room for the first word of the next.
fn is_full(line: &str, next: &str, widest: usize) -> bool {
    let next = next.trim_start();
    let word = match next.chars().next() {
        Some(c) if unicode_width::UnicodeWidthChar::width(c) == Some(2) && !is_hangul(c) => 2,
        _ => next.split(' ').next().unwrap_or_default().width() + 1,
    };
    !line.is_empty() && line.width() + word + widest / 16 > widest
}

fn ends_sentence(line: &str) -> bool {
    line.ends_with([
        '.', '!', '?', ':', '。', '！', '？', '：', '」', '』', ')', '）',
    ])
}

/// Lists, dialogs and the chat of servers keep their lines.
fn begins_item(line: &str) -> bool {
    is_chat(line)
        || line.starts_with(['-', '*', '•', '・', ' ', '\t', '　', '「', '>', '['])
        || line.split_once(['.', ')', ':']).is_some_and(|(number, _)| {
            !number.is_empty() && number.len() <= 3 && number.bytes().all(|b| b.is_ascii_digit())
        })
}

/// Whether a line is what somebody says on a server: `name [3k]: words`.
fn is_chat(line: &str) -> bool {
    line.split_once(" [").is_some_and(|(name, rest)| {
        let rank = rest.split_once("]: ").map_or("", |(rank, _)| rank);
        !name.is_empty()
            && !name.contains(char::is_whitespace)
            && (1..=4).contains(&rank.chars().count())
            && !rank.contains(char::is_whitespace)
    })
}

fn is_hangul(c: char) -> bool {
    matches!(u32::from(c), 0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7a3)
}

#[cfg(test)]
mod tests {
    use super::{joined, paragraphs};

    #[test]
    fn breaks_of_old_programs_are_joined() {
        let text = "White has to live in the corner now, because\nBlack is strong outside. If he plays elsewhere,\nhe dies.";
        assert_eq!(paragraphs(text, false).len(), 1);
        let japanese = "白はここで隅に生きるよりほかにありません。黒が外側で強\nいので、手を抜くと死にます。右上の黒の一団も強いの\nです。";
        assert_eq!(paragraphs(japanese, false).len(), 1);
        assert!(paragraphs(japanese, false)[0].contains("強いので"));
    }

    #[test]
    fn blank_lines_and_indents_stay_in_joined_text() {
        let text = "White has to live in the corner now, because\nBlack is strong outside. If he plays elsewhere,\nhe dies.\n\n   A B\n   C D\n";
        let lines: Vec<_> = joined(text).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[1..], ["", "   A B", "   C D"]);
    }

    #[test]
    fn breaks_of_authors_are_kept() {
        for text in [
            "Good.\nBad.",
            "Black wins the ko fight in the corner.\nWhite resigns.",
            "a) one and some more words on it\n2. two",
            "ann [3k]: playing at the other side of the board, he could win, and so could I\nbob [-]: or not",
        ] {
            assert_eq!(paragraphs(text, false).len(), 2, "{text}");
        }
        assert_eq!(paragraphs("", false), Vec::<String>::new());
    }
}
