//! The index of a folder for `sgf_files`.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use datafusion::error::Result;
use kifu::batch::{Inputs, describe, index};
use kifu::store::{Indexer, Input, Store, StoreError};
use tempfile::TempDir;

use super::{Database, Databases, lock};
use crate::error::{SqlError, of_store, wrong};

/// The path of a file, its size, and the time of its last change.
type Stamp = (PathBuf, Option<(u64, Option<SystemTime>)>);

/// The files of a folder.
pub(super) struct Files {
    inputs: Vec<Input>,
    stamps: Vec<Stamp>,
    /// What cannot be indexed, as messages.
    unread: Vec<String>,
}

impl Files {
    /// Lists the files of a folder, or the file itself.
    pub(super) fn of(folder: &Path) -> Self {
        let (mut inputs, mut unread) = (Vec::new(), Vec::new());
        for input in index::inputs(&Inputs::new(vec![folder.to_owned()])) {
            match input {
                Ok(input) => inputs.push(input),
                Err(error) => unread.push(describe(&error)),
            }
        }
        let stamps = inputs.iter().map(|input| {
            let (Input::File(path) | Input::Archive { path, .. }) = input;
            let read = path.metadata().ok();
            let read = read.map(|data| (data.len(), data.modified().ok()));
            (path.clone(), read)
        });
        Self {
            stamps: stamps.collect(),
            inputs,
            unread,
        }
    }
}

/// The index of a folder as its files were.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) database: Database,
    stamps: Vec<Stamp>,
    /// What cannot be read, as messages.
    unread: Vec<String>,
    _place: TempDir,
}

impl Folder {
    /// Whether these are the files that it was made of.
    pub(super) fn is_of(&self, files: &Files) -> bool {
        self.stamps == files.stamps
    }

    /// Reads files into a temporary index, until it is stopped.
    pub(super) fn read(
        files: Files,
        databases: &Databases,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Self> {
        let Files {
            inputs,
            stamps,
            mut unread,
        } = files;
        let place = TempDir::new().map_err(|error| wrong(error.to_string()))?;
        let path = place.path().join("files.kifu");
        let make = || -> std::result::Result<Store, StoreError> {
            let mut indexer = Indexer::open(&path, true)?.refusing(index::refusal);
            let inputs = inputs.into_iter().take_while(|_| !is_stopped());
            indexer.add(inputs, |done| {
                if let Some(error) = &done.error {
                    let cause = describe(&**error);
                    unread.push(format!("{}: {cause}", done.path.display()));
                }
            })?;
            indexer.finish(false)?;
            Store::open(&path)
        };
        let store = make().map_err(of_store)?;
        if is_stopped() {
            return Err(wrong("`sgf_files`: interrupted"));
        }
        Ok(Self {
            database: databases.add(store),
            stamps,
            unread,
            _place: place,
        })
    }

    /// Reports what cannot be read, or fails if that ends a statement.
    pub(super) fn report(&self, databases: &Databases) -> Result<()> {
        match (&databases.unread, self.unread.first()) {
            (Some(unread), _) => {
                let all = self.unread.iter();
                lock(unread).extend(all.map(|text| (text.clone(), SqlError::Unread(text.clone()))));
                Ok(())
            }
            (None, Some(first)) => Err(wrong(first.clone())),
            (None, None) => Ok(()),
        }
    }
}
