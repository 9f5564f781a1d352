//! An open document with its rules, what is known of its file, and what was found in it.

use std::cell::OnceCell;

use kifu_lint::{Linter, Options};

use crate::diagnostics::Found;
use crate::disk::Disk;
use crate::document::Document;

/// The size in bytes from which a document is checked only when it is opened and saved.
const LARGE: usize = 20 << 20;

/// An open document.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) uri: String,
    pub(crate) document: Document,
    pub(crate) rules: Options,
    /// The file as it is on disk.
    pub(crate) disk: Option<Disk>,
    /// Whether the text changed since it was opened or saved.
    pub(crate) is_changed: bool,
    /// How often the rules or the file were read.
    revision: u32,
    /// What was found in the text.
    found: OnceCell<Found>,
    /// What was found before the text changed, for a document that is too large to be checked again.
    stale: Option<Found>,
}

impl Open {
    pub(crate) const fn new(
        uri: String,
        document: Document,
        rules: Options,
        disk: Option<Disk>,
    ) -> Self {
        Self {
            uri,
            document,
            rules,
            disk,
            is_changed: false,
            revision: 0,
            found: OnceCell::new(),
            stale: None,
        }
    }

    /// What was found in the text. It is checked now if it changed since.
    pub(crate) fn found(&self) -> &Found {
        if let Some(stale) = &self.stale {
            return stale;
        }
        self.found.get_or_init(|| {
            let mut linter = Linter::new(&self.rules);
            Found::new(&mut linter, self)
        })
    }

    /// Takes note that the text changed.
    pub(crate) fn changed(&mut self) {
        self.is_changed = true;
        let found = self.found.take();
        if self.document.len() >= LARGE {
            self.stale = self.stale.take().or(found);
        } else {
            self.stale = None;
        }
    }

    /// Forgets what was found, so that it is looked for again.
    pub(crate) fn reset(&mut self) {
        self.revision = self.revision.wrapping_add(1);
        self.found.take();
        self.stale = None;
    }

    /// A name for what was found, which changes with the text, the rules and the file.
    pub(crate) fn result_id(&self) -> String {
        format!("{}.{}", self.document.version, self.revision)
    }
}
