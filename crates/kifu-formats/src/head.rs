use std::borrow::Cow;

use kifu_sgf::encoding::Charset;
use kifu_syntax::{Event, EventKind, Parser};
use memchr::memmem;

use crate::text::{Text, narrow};

/// Number of bytes of a file examined to detect its format.
const LENGTH: usize = 4096;

/// Whether a file begins as nearly all SGF does, with `(;`, an identifier and `[`, and has no sign of a dialect.
///
/// This is the fast path of [`Format::detect`](crate::Format::detect), which finds no format there either.
pub(crate) fn is_common_sgf(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let Some(node) = start.trim_ascii_start().strip_prefix(b"(;") else {
        return false;
    };
    let node = node.trim_ascii_start();
    let letters = node
        .iter()
        .take_while(|byte| byte.is_ascii_uppercase())
        .count();
    if letters == 0 || node.get(letters) != Some(&b'[') {
        return false;
    }
    let head = &bytes[..bytes.len().min(LENGTH)];
    if memmem::find(head, b"EV[hex").is_some() {
        return false;
    }
    // GGF has a name where SGF has a number.
    let mut games = memmem::find_iter(head, b"GM[");
    games.all(|at| {
        let value = head[at + 3..].trim_ascii_start();
        value.first().is_none_or(u8::is_ascii_digit)
    })
}

/// Beginning of a file, to detect its format.
pub(crate) struct Head<'a> {
    /// The whole file; UTF-8 if it is in UTF-16.
    pub(crate) bytes: Cow<'a, [u8]>,
    /// The first 4 KiB as text; if it is not UTF-8, it is decoded as Latin-1, which keeps ASCII unchanged.
    pub(crate) text: String,
    /// Whether the text is the whole file.
    pub(crate) is_whole: bool,
}

impl<'a> Head<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        let start = &bytes[..bytes.len().min(LENGTH)];
        let decoded = Text::new(start, Some(Charset::WINDOWS_1252));
        let lines = decoded.lines().map(|(_, line)| line);
        let lines: Vec<Cow<'_, str>> = lines.collect();
        Self {
            bytes: narrow(bytes),
            text: lines.join("\n"),
            is_whole: bytes.len() <= LENGTH,
        }
    }

    /// The text before the first game of SGF, which begins after any text: with `(;`, or with `;` without text before
    /// it, and a property. `None` without such a game.
    pub(crate) fn before_sgf(&self) -> Option<Head<'_>> {
        let start = self.text.len() - self.text.trim_start().len();
        let events: Vec<Event> = Parser::new(self.text.as_bytes()).collect();
        let mut windows = events.array_windows();
        let [begin, ..] = windows.find(|[begin, node, identifier]| {
            begin.kind == EventKind::TreeBegin
                && node.kind == EventKind::NodeBegin
                && identifier.kind == EventKind::Identifier
                && !node.span.is_empty()
                && (!begin.span.is_empty() || node.span.start == start)
        })?;
        Some(Head {
            bytes: Cow::Borrowed(&self.bytes),
            text: self.text[..begin.span.start].to_owned(),
            is_whole: true,
        })
    }

    /// The lines, without white space around them. The last one may be cut short, and is then omitted.
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
