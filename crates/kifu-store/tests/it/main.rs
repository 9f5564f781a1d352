//! The game database: beside Kombilo, beside a brute force, and in trouble.

mod corpus;
mod engines;
mod files;
mod ingest;
mod laws;
mod manifest;
mod merged;
mod moved;
mod naive;
mod openings;
mod published;
mod reached;
mod records;
mod sequences;
mod shares;
mod snapshot;
mod stream;
mod table;
mod whole;

use std::fs;
use std::path::Path;

use kifu_store::{Indexer, Store};
use tempfile::TempDir;

/// An index of one file with this text.
pub(crate) fn index(sgf: &str) -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sgf");
    fs::write(&file, sgf).unwrap();
    let path = folder.path().join("games.kifu");
    make(&path, &[&file]);
    let store = Store::open(&path).unwrap();
    (folder, store)
}

/// Adds files to an index.
pub(crate) fn make(path: &Path, files: &[&Path]) -> kifu_store::Report {
    let mut indexer = Indexer::open(path, false).unwrap();
    let files = files.iter().map(|file| file.to_path_buf());
    indexer
        .add(files, |done| {
            assert!(done.error.is_none(), "{}", done.path.display());
        })
        .unwrap();
    indexer.finish(false).unwrap()
}
