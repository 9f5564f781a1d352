//! Files that are written before a commit lists them, if any ever does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Check, Entry, Files, Published, files_of};
use crate::error::{Part, Result, StoreError};
use crate::manifest::{MANIFEST, Manifest, is_list};
use crate::storage::Storage;
use crate::write_whole::write_whole;

/// An index of a share of the files that is not committed yet: its segments are in the storage, the rest is here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upload {
    /// The files that are in the storage.
    pub(super) files: Files,
    /// The manifest and the list of sources, which the committed index replaces by its own.
    texts: BTreeMap<String, String>,
}

impl<S: Storage> Published<S> {
    /// Writes the segments of the index in a folder, without a commit. Segments that are already there are not written again.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn upload(&self, folder: &Path) -> Result<Upload> {
        let mut upload = Upload::default();
        for path in files_of(&Manifest::read(folder)?) {
            let place = folder.join(&path);
            let bytes = fs::read(&place).map_err(StoreError::io(&place))?;
            if is_text(&path) {
                let text = String::from_utf8(bytes);
                let text = text.map_err(|_| StoreError::damaged(&place, Part::File))?;
                upload.texts.insert(path, text);
            } else {
                let entry = Entry::of(&bytes);
                self.write(&entry.name(&path), &bytes)?;
                upload.files.insert(path, entry);
            }
        }
        Ok(upload)
    }

    /// Downloads the index of an upload into a folder, for [`Indexer::adopt`](crate::Indexer::adopt).
    ///
    /// # Errors
    /// A file is damaged, the storage cannot be read, or the folder cannot be written.
    pub fn download(&self, upload: &Upload, folder: &Path) -> Result<()> {
        let mut files = upload.files.iter();
        let is_lawful = files.all(|(path, entry)| entry.is_lawful(path));
        if !is_lawful || !upload.texts.keys().all(|path| is_text(path)) {
            return Err(StoreError::damaged(folder, Part::Manifest));
        }
        fs::create_dir_all(folder).map_err(StoreError::io(folder))?;
        let errors = self.fill(&upload.files, folder, Check::Changed)?;
        StoreError::first_of((), errors)?;
        let mut texts = upload.texts.iter();
        texts.try_for_each(|(path, text)| write_whole(&folder.join(path), &[text.as_bytes()]))
    }
}

/// Whether a file of an index is the manifest or the list of sources, which are texts.
fn is_text(path: &str) -> bool {
    path == MANIFEST || is_list(path)
}
