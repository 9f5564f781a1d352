use std::fmt;

/// Maximum number of notes kept; further ones are only counted.
const KEPT: usize = 100;

/// Maximum quoted length of a line, in characters.
const QUOTED: usize = 40;

/// A note on text in a file that was not understood, or was guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line, counted from 1; `None` for a note on the whole file.
    pub line: Option<usize>,
    /// Description of the text, and its treatment.
    pub message: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// The notes on a file, in its order. The first hundred are kept, the rest are counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    list: Vec<Note>,
    more: usize,
}

impl Notes {
    /// The notes that are kept.
    pub fn iter(&self) -> std::slice::Iter<'_, Note> {
        self.list.iter()
    }

    /// Number of further notes that were not kept.
    #[must_use]
    pub const fn more(&self) -> usize {
        self.more
    }

    /// Whether there are no notes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether notes are counted only from here on.
    pub(crate) const fn is_full(&self) -> bool {
        self.list.len() >= KEPT
    }

    /// Notes something about a line.
    pub(crate) fn line(&mut self, line: usize, message: impl fmt::Display) {
        self.push(Some(line), message);
    }

    /// Notes something about the file.
    pub(crate) fn file(&mut self, message: impl fmt::Display) {
        self.push(None, message);
    }

    /// Adds all notes of `others`.
    pub(crate) fn extend(&mut self, others: Self) {
        for note in others.list {
            self.push(note.line, note.message);
        }
        self.more += others.more;
    }

    fn push(&mut self, line: Option<usize>, message: impl fmt::Display) {
        if self.list.len() < KEPT {
            let message = message.to_string();
            self.list.push(Note { line, message });
        } else {
            self.more += 1;
        }
    }
}

impl<'a> IntoIterator for &'a Notes {
    type Item = &'a Note;
    type IntoIter = std::slice::Iter<'a, Note>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The beginning of `text`, to be quoted.
pub(crate) fn quote(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}
