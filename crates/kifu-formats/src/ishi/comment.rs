//! Comments: lines of a paragraph are joined, an empty line ends it.

/// Maximum length of a written line, in characters.
const WIDTH: usize = 72;

/// The end of a comment.
const END: &str = "ENDCOM";

/// The text of lines.
pub(super) fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut is_new = false;
    for line in lines {
        let line = line.trim();
        if line.is_empty() {
            is_new = !text.is_empty();
            continue;
        }
        if is_new {
            text.push_str("\n\n");
        } else if !text.is_empty() {
            text.push(' ');
        }
        is_new = false;
        text.push_str(line);
    }
    text
}

/// Changes made to a text so that it can be read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    /// A line break or blanks that are not kept.
    pub(super) layout: bool,
    /// A line that would have ended the comment.
    pub(super) end: bool,
}

/// The lines of a text, each of a width that programs show.
pub(super) fn wrapped(text: &str) -> (Vec<String>, Changes) {
    let mut lines: Vec<String> = Vec::new();
    let mut changes = Changes::default();
    for paragraph in text.split("\n\n") {
        let mut line = String::new();
        let mut length = 0;
        let start = lines.len();
        for word in paragraph.split_whitespace() {
            let more = word.chars().count();
            if !line.is_empty() && length + 1 + more > WIDTH && !line.eq_ignore_ascii_case(END) {
                lines.push(std::mem::take(&mut line));
                length = 0;
            }
            if !line.is_empty() {
                line.push(' ');
                length += 1;
            }
            line.push_str(word);
            length += more;
        }
        if line.is_empty() {
            continue;
        }
        if line
            .split_whitespace()
            .next()
            .is_some_and(|word| word.eq_ignore_ascii_case(END))
        {
            // It is after other words, or it is changed.
            if lines.len() > start {
                if let Some(last) = lines.last_mut() {
                    last.push(' ');
                    last.push_str(&line);
                }
                line.clear();
            } else {
                line.insert_str(0, "- ");
                changes.end = true;
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines.push(String::new());
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    // A word that ends the comment may be at the start of a full line.
    for line in &mut lines {
        let first = line.split_whitespace().next();
        if first.is_some_and(|word| word.eq_ignore_ascii_case(END)) {
            line.insert_str(0, "- ");
            changes.end = true;
        }
    }
    changes.layout = joined(lines.iter().map(String::as_str)) != text && !changes.end;
    (lines, changes)
}

#[cfg(test)]
mod tests {
    use super::{joined, wrapped};

    #[test]
    fn paragraphs_are_kept() {
        let text = format!("{}\n\nThe end.", "word ".repeat(40).trim());
        let (lines, changes) = wrapped(&text);
        assert!(lines.iter().all(|line| line.len() <= 72));
        assert!(!changes.layout && !changes.end);
        assert_eq!(joined(lines.iter().map(String::as_str)), text);
    }

    #[test]
    fn no_line_ends_a_comment() {
        for text in [
            "ENDCOM",
            "a\n\nendcom b",
            &format!("{} ENDCOM x", "word ".repeat(14).trim()),
        ] {
            let (lines, _) = wrapped(text);
            let first = |line: &String| line.split_whitespace().next().map(str::to_uppercase);
            assert!(
                lines
                    .iter()
                    .all(|line| first(line) != Some("ENDCOM".into())),
                "{lines:?}"
            );
        }
        assert!(wrapped("one\ntwo").1.layout);
    }
}
