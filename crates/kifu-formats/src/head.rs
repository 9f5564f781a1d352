use std::borrow::Cow;

use kifu_sgf::encoding::Charset;

use crate::text::Text;

/// How much of a file is looked at to tell what it is, in bytes.
const LENGTH: usize = 4096;

/// The beginning of a file, to tell what it is.
pub(crate) struct Head<'a> {
    /// The whole file.
    pub(crate) bytes: &'a [u8],
    /// The first 4 KiB as text; what is no UTF-8 is read as Latin-1, which leaves ASCII alone.
    pub(crate) text: String,
    /// Whether the text is all there is.
    pub(crate) is_whole: bool,
}

impl<'a> Head<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        let start = &bytes[..bytes.len().min(LENGTH)];
        let decoded = Text::new(start, Some(Charset::WINDOWS_1252));
        let lines = decoded.lines().map(|(_, line)| line);
        let lines: Vec<Cow<'_, str>> = lines.collect();
        Self {
            bytes,
            text: lines.join("\n"),
            is_whole: bytes.len() <= LENGTH,
        }
    }

    /// Its lines without white space around them. The last one may be cut short, and is left out
    /// then.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        let text = if self.is_whole {
            &self.text[..]
        } else {
            self.text.rsplit_once('\n').map_or("", |(text, _)| text)
        };
        text.lines().map(str::trim)
    }

    /// Its lines that are not empty.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.lines().filter(|line| !line.is_empty())
    }
}
