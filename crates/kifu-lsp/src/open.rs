//! An open document with its rules, its file, and its findings.

use std::cell::{Cell, OnceCell};

use kifu_lint::{Linter, Options};
use kifu_sgf::encoding::{Charset, DecodeOptions, Source};

use crate::diagnostics::Found;
use crate::disk::Disk;
use crate::document::Document;
use crate::message::Failure;

/// Minimum size in bytes of a document that is checked only when it is opened and saved.
const LARGE: usize = 20 << 20;

/// The encodings whose units are longer than a byte.
const WIDE: [Charset; 4] = [
    Charset::UTF_16LE,
    Charset::UTF_16BE,
    Charset::UTF_32LE,
    Charset::UTF_32BE,
];

/// The rules of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) options: Options,
    /// Problems of the configuration, in messages for the user.
    pub(crate) problems: Vec<String>,
}

/// An open document.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) uri: String,
    pub(crate) document: Document,
    pub(crate) rules: Rules,
    /// The file on disk.
    disk: Option<Disk>,
    /// The encoding of the file, if the editor may have decoded it in another one: the text is not the text of the file.
    doubted: Cell<Option<Charset>>,
    /// Whether the text changed since the document was opened or saved.
    pub(crate) is_changed: bool,
    /// Number of documents opened before.
    number: u64,
    /// Number of times the text, the rules or the file changed.
    revision: u32,
    /// The findings in the text.
    found: OnceCell<Found>,
    /// The revision of the last check.
    checked: Cell<u32>,
    /// Whether the text changed since the last check, in a document that is too large to check again.
    is_late: bool,
    /// Whether the user knows that findings come late.
    pub(crate) is_announced: bool,
}

impl Open {
    pub(crate) fn new(
        number: u64,
        uri: String,
        document: Document,
        rules: Rules,
        disk: Option<Disk>,
    ) -> Self {
        let mut open = Self {
            uri,
            document,
            rules,
            disk: None,
            doubted: Cell::new(None),
            is_changed: false,
            number,
            revision: 0,
            found: OnceCell::new(),
            checked: Cell::new(0),
            is_late: false,
            is_announced: false,
        };
        open.set_disk(disk);
        open
    }

    /// The file on disk.
    pub(crate) const fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }

    /// Replaces the file on disk.
    pub(crate) fn set_disk(&mut self, disk: Option<Disk>) {
        self.disk = disk;
        if let Some(disk) = &self.disk
            && disk.contradicts(&self.document)
        {
            let charset = disk.foreign().unwrap_or(Charset::UTF_8);
            self.doubted.set(Some(charset));
        }
    }

    /// The encoding of the file, if the editor may have decoded it in another one.
    pub(crate) fn doubted(&self) -> Option<Charset> {
        let disk = self.disk.as_ref();
        if self.doubted.get().is_some()
            && disk.is_some_and(|disk| disk.has_lines_of(&self.document))
        {
            self.doubted.set(None);
        }
        self.doubted.get()
    }

    /// Refuses edits of a text that the editor may have decoded in the wrong encoding: they would change the bytes of
    /// other characters when it is saved.
    pub(crate) fn ensure_decoded(&self) -> Result<(), Failure> {
        if let Some(charset) = undecoded(self.document.text()) {
            return Err(Failure::failed(format!(
                "the editor did not decode the {charset} of the text: open the file in this encoding, or save it in UTF-8 first"
            )));
        }
        let Some(charset) = self.doubted() else {
            return Ok(());
        };
        let or = if charset == Charset::UTF_8 {
            ""
        } else {
            ", or save it in UTF-8"
        };
        Err(Failure::failed(format!(
            "the text differs from the file read as {charset}: open the file in this encoding{or} first"
        )))
    }

    /// The findings in the text. Checks the text if it changed since the last check.
    pub(crate) fn found(&self) -> &Found {
        self.found.get_or_init(|| {
            self.checked.set(self.revision);
            let mut linter = Linter::new(&self.rules.options);
            Found::new(&mut linter, self)
        })
    }

    /// The encoding of the file, if its bytes differ from UTF-8.
    pub(crate) fn foreign(&self) -> Option<Charset> {
        self.disk.as_ref()?.foreign()
    }

    /// Whether a large document changed since the last check: it is checked again when it is saved.
    pub(crate) fn is_late(&self) -> bool {
        self.is_late && self.found.get().is_none()
    }

    /// The findings in the text; `None` if it is not checked until it is saved.
    pub(crate) fn current(&self) -> Option<&Found> {
        (!self.is_late()).then(|| self.found())
    }

    /// Records that the text changed. `is_replaced` is whether nothing of the previous text is left: the editor may have
    /// read the file again.
    pub(crate) fn changed(&mut self, is_replaced: bool) {
        self.is_changed = true;
        if is_replaced && let Some(charset) = self.foreign() {
            self.doubted.set(Some(charset));
            self.doubted();
        }
        self.revision = self.revision.wrapping_add(1);
        self.found.take();
        self.is_late = self.document.len() >= LARGE;
    }

    /// Discards the findings, so that the document is checked again.
    pub(crate) fn reset(&mut self) {
        self.revision = self.revision.wrapping_add(1);
        self.found.take();
        self.is_late = false;
    }

    /// An identifier of the findings, which changes with the text, the rules and the file, and each time the document
    /// is opened. The text of a large document changes it only when it is checked.
    pub(crate) fn result_id(&self) -> String {
        let revision = if self.is_late() {
            self.checked.get()
        } else {
            self.revision
        };
        format!("{}.{revision}", self.number)
    }
}

/// The encoding of a text that is not decoded: in seven bits, as in ISO-2022-JP, or in UTF-16 or UTF-32, with NUL between
/// its signs.
fn undecoded(text: &str) -> Option<Charset> {
    let is_ascii = text.is_ascii();
    if !is_ascii && !text.contains('\0') {
        return None;
    }
    let source = Source::new(text.as_bytes().to_vec(), &DecodeOptions::default());
    let is_other = |charset: &Charset| {
        let is_wide = WIDE.contains(charset);
        is_wide || (is_ascii && *charset != Charset::UTF_8)
    };
    (source.text() != text)
        .then(|| source.charsets().into_iter().find(is_other))
        .flatten()
}

/// The message that findings in a document come late.
pub(crate) fn late(uri: &str) -> String {
    let megabytes = LARGE >> 20;
    format!(
        "{uri}: a document of {megabytes} MB or more is checked when it is opened and saved, not while it changes"
    )
}
