//! An open document with its rules, its file, and its findings.

use std::cell::OnceCell;

use kifu_lint::{Linter, Options};
use kifu_sgf::encoding::Charset;

use crate::diagnostics::Found;
use crate::disk::Disk;
use crate::document::Document;

/// Minimum size in bytes of a document that is checked only when it is opened and saved.
const LARGE: usize = 20 << 20;

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
    pub(crate) disk: Option<Disk>,
    /// Whether the text changed since the document was opened or saved.
    pub(crate) is_changed: bool,
    /// Number of documents opened before.
    number: u64,
    /// Number of times the text, the rules or the file changed.
    revision: u32,
    /// The findings in the text.
    found: OnceCell<Found>,
    /// The findings from before the text changed, for a document that is too large to check again.
    stale: Option<Found>,
}

impl Open {
    pub(crate) const fn new(
        number: u64,
        uri: String,
        document: Document,
        rules: Rules,
        disk: Option<Disk>,
    ) -> Self {
        Self {
            uri,
            document,
            rules,
            disk,
            is_changed: false,
            number,
            revision: 0,
            found: OnceCell::new(),
            stale: None,
        }
    }

    /// The findings in the text. Checks the text if it changed since the last check.
    pub(crate) fn found(&self) -> &Found {
        if let Some(stale) = &self.stale {
            return stale;
        }
        self.found.get_or_init(|| {
            let mut linter = Linter::new(&self.rules.options);
            Found::new(&mut linter, self)
        })
    }

    /// The encoding of the file, if its bytes differ from UTF-8.
    pub(crate) fn foreign(&self) -> Option<Charset> {
        self.disk.as_ref()?.foreign()
    }

    /// The findings in the text; `None` if they are from before a change.
    pub(crate) fn current(&self) -> Option<&Found> {
        self.stale.is_none().then(|| self.found())
    }

    /// Records that the text changed.
    pub(crate) fn changed(&mut self) {
        self.is_changed = true;
        self.revision = self.revision.wrapping_add(1);
        let found = self.found.take();
        if self.document.len() >= LARGE {
            self.stale = self.stale.take().or(found);
        } else {
            self.stale = None;
        }
    }

    /// Discards the findings, so that the document is checked again.
    pub(crate) fn reset(&mut self) {
        self.revision = self.revision.wrapping_add(1);
        self.found.take();
        self.stale = None;
    }

    /// An identifier of the findings, which changes with the text, the rules and the file, and each time the document
    /// is opened.
    pub(crate) fn result_id(&self) -> String {
        format!("{}.{}", self.number, self.revision)
    }
}
