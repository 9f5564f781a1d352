use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
        unpack: Unpacked,
    },
}

/// The records of an archive, one after the other, or what is wrong with one of them.
pub type Pieces = Box<dyn Iterator<Item = Result<Piece, Cause>>>;

/// Unpacks an archive when it is called.
pub type Unpacked = Box<dyn FnOnce() -> Pieces>;

/// Opens an archive again to read some of its records.
#[derive(Clone)]
pub struct Unpack(Arc<Opener>);

type Opener = dyn Fn(&Path, &BTreeSet<&str>) -> Option<Unpacked> + Send + Sync;

impl Unpack {
    /// Opens archives by a function of the path of the archive and the names ([`Piece::path`]) of the wanted records. It
    /// returns `None` if the file is not an archive.
    pub fn new(
        open: impl Fn(&Path, &BTreeSet<&str>) -> Option<Unpacked> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(open))
    }

    pub(crate) fn open(&self, path: &Path, records: &BTreeSet<&str>) -> Option<Unpacked> {
        (self.0)(path, records)
    }
}

impl fmt::Debug for Unpack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Unpack(..)")
    }
}

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

/// Decides why a file that was read is not a game record; `None` if it is one.
#[derive(Clone)]
pub(super) struct Refusal(Arc<Decision>);

type Decision = dyn Fn(&Collection) -> Option<Cause> + Send + Sync;

impl Refusal {
    pub(super) fn new(
        refuse: impl Fn(&Collection) -> Option<Cause> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(refuse))
    }

    /// Refuses files without a game.
    pub(super) fn without_games() -> Self {
        Self::new(|collection| collection.is_empty().then(|| NoGame.into()))
    }

    pub(super) fn of(&self, collection: &Collection) -> Option<Cause> {
        (self.0)(collection)
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Refusal(..)")
    }
}

/// The error of a file without a game.
#[derive(Debug)]
struct NoGame;

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not SGF: no game tree found")
    }
}

impl std::error::Error for NoGame {}

impl From<PathBuf> for Input {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Archive { path, .. } => f.debug_tuple("Archive").field(path).finish(),
        }
    }
}
