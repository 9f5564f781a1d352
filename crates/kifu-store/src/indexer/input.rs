use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use kifu_sgf::Collection;

use crate::error::Cause;

/// A file that is to be indexed.
pub enum Input {
    /// A game record, or many of them.
    File(PathBuf),
    /// A file in which others are packed. It counts as one: when it has changed, all of it is read again.
    Archive {
        /// The archive.
        path: PathBuf,
        /// Unpacks it; asked only if it has changed.
        unpack: Box<dyn FnOnce() -> Pieces>,
    },
}

/// The records of an archive, one after the other, or what is wrong with one of them.
pub type Pieces = Box<dyn Iterator<Item = Result<Piece, Cause>>>;

/// Opens an archive again, given its path and the names ([`Piece::path`]) of the wanted records. `None` if the file
/// is not an archive.
pub type Unpack = fn(&Path, &BTreeSet<&str>) -> Option<Box<dyn FnOnce() -> Pieces>>;

/// Whole games of a record in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of the record: the path of the archive, and its name in it.
    pub path: String,
    /// How many games of the record come before: none, or those of the pieces before.
    pub first: usize,
    /// The games as they are written.
    pub bytes: Vec<u8>,
}

/// The result of reading a file, or a part of it.
#[derive(Debug)]
pub struct FileDone<'a> {
    /// The file.
    pub path: &'a Path,
    /// How many of its bytes were read since the last progress report; 0 for archives, which others read.
    pub bytes: u64,
    /// The error.
    pub error: Option<Cause>,
}

/// Says why what was read is no game record; `None` if it is one.
pub type Refusal = fn(&Collection) -> Option<Cause>;

/// Refuses what has no game.
pub(super) fn without_games(collection: &Collection) -> Option<Cause> {
    let is_empty = collection.is_empty();
    is_empty.then(|| "this is not SGF: there is no game tree in it".into())
}

impl From<PathBuf> for Input {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Archive { path, .. } => f.debug_tuple("Archive").field(path).finish(),
        }
    }
}
