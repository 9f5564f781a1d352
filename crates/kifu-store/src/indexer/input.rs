use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu_sgf::Collection;

use crate::error::Cause;

/// A file to index.
pub enum Input {
    /// A file with one or more games.
    File(PathBuf),
    /// A file that contains other files. If it has changed, all of it is read again.
    Archive {
        /// The archive.
        path: PathBuf,
        /// Opens the archive; called only if the archive has changed.
        unpack: Unpacked,
    },
}

/// Iterates over the records of an archive, in order. An error concerns one record.
pub type Pieces = Box<dyn Iterator<Item = Result<Piece, Cause>>>;

/// Opens an archive when called.
pub type Unpacked = Box<dyn FnOnce() -> Pieces>;

/// Opens an archive again to read some of its records.
#[derive(Clone)]
pub struct Unpack(Arc<Opener>);

type Opener = dyn Fn(&Path, &BTreeSet<&str>) -> Option<Unpacked> + Send + Sync;

impl Unpack {
    /// Creates an opener from a function of the path of the archive and the names ([`Piece::path`]) of the wanted
    /// records. The function returns `None` if the file is not an archive.
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

/// One or more whole games of a record in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of the record: the path of the archive, and the name in it.
    pub path: String,
    /// Number of games of the record in previous pieces; 0 for its first piece.
    pub first: usize,
    /// The bytes of the games, unchanged.
    pub bytes: Vec<u8>,
}

/// Progress of a file: the result of reading it or a part of it.
#[derive(Debug)]
pub struct FileDone<'a> {
    /// The path of the file. For games of an archive, the name of their record ([`Piece::path`]).
    pub path: &'a Path,
    /// Number of bytes of the file that were processed since its previous report; 0 for archives and for errors.
    pub bytes: u64,
    /// The reason why the file, or a record in it, cannot be read; `None` if there is no error.
    pub error: Option<Cause>,
}

/// Decides whether a file is rejected: returns the reason, or `None` to accept it.
#[derive(Clone)]
pub(super) struct Refusal(Arc<Decision>);

type Decision = dyn Fn(&Collection) -> Option<Cause> + Send + Sync;

impl Refusal {
    pub(super) fn new(
        refuse: impl Fn(&Collection) -> Option<Cause> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(refuse))
    }

    /// Rejects files without a game.
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
