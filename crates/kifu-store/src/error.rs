use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use parquet::errors::ParquetError;

/// An error of an index, with its location.
#[derive(Debug)]
pub struct StoreError {
    /// The kind of the error.
    pub kind: StoreErrorKind,
    /// The file or folder with the error.
    pub path: PathBuf,
}

/// The kinds of errors of an index.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// The file system reported an error.
    Io(io::Error),
    /// There is nothing at the path.
    NotFound,
    /// What is at the path is not an index; at an address, there is no index.
    NotAnIndex,
    /// An index cannot be created at a location.
    NoPlace(io::Error),
    /// It was written by a newer version of Kifu.
    Newer {
        /// The version of the format.
        version: u32,
    },
    /// A part of the index is damaged.
    Damaged(Part),
    /// A part that is required to update the index is damaged or missing.
    Lost(Part),
    /// Games of the index are in no readable segment.
    Missing {
        /// Number of games.
        games: u64,
        /// Number of files of these games.
        files: u64,
    },
    /// No readable part shows which games of the index are valid.
    Uncertain,
    /// The index had to be rebuilt because the list of sources is lost, and no file was read.
    NothingRead,
    /// Another program writes to the index.
    Busy,
    /// A table of game info cannot be written.
    Table(Cause),
    /// A file of game records that is needed for data outside the index is gone.
    Gone,
    /// A file of game records that is needed for data outside the index has changed since it was indexed.
    Changed,
    /// A file of game records cannot be read, for this reason.
    Unread(Cause),
    /// A file of game records lacks some of its indexed games.
    Incomplete,
    /// Another process reported an error for a part of the index that it searched.
    Reported {
        /// The reported message.
        message: String,
        /// Whether it is an error of a file of game records; see [`StoreError::is_of_records`].
        of_records: bool,
    },
    /// Segments of a share are not those of its files, or not complete.
    OtherShare,
    /// The index has as many files as its format can number.
    TooManyFiles,
}

/// An error of another library.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A part of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The manifest: the list of valid files.
    Manifest,
    /// The list of source files.
    Sources,
    /// The header of a segment.
    Header,
    /// The table of contents of a segment.
    Sections,
    /// The list of the games of a segment.
    Directory,
    /// The number of the games of a segment.
    GameCount,
    /// The moves of the games of a block.
    Events {
        /// The block, from 0.
        block: usize,
    },
    /// The occupied points in the games of a block.
    Occupancy {
        /// The block, from 0.
        block: usize,
    },
    /// The index of positions.
    Positions,
    /// The table of game info.
    Table,
    /// The checksums of the table of game info.
    Checksums,
    /// The list of deleted games.
    Tombstones,
    /// The number of a requested game.
    GameNumber,
    /// A whole file in a storage.
    File,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Manifest => "the manifest",
            Self::Sources => "the list of sources",
            Self::Header => "the header",
            Self::Sections => "the table of sections",
            Self::Directory => "the directory",
            Self::GameCount => "the number of games",
            Self::Events { block } => return write!(f, "block {block}: the events"),
            Self::Occupancy { block } => return write!(f, "block {block}: the occupancy"),
            Self::Positions => "the index of positions",
            Self::Table => "the table of games",
            Self::Checksums => "the checksums of the table of games",
            Self::Tombstones => "the list of deleted games",
            Self::GameNumber => "the number of a game",
            Self::File => "the file",
        })
    }
}

/// The result of a function of this crate.
pub type Result<T> = std::result::Result<T, StoreError>;

impl StoreError {
    pub(crate) fn new(path: &Path, kind: StoreErrorKind) -> Self {
        Self {
            kind,
            path: path.to_owned(),
        }
    }

    /// Whether the error concerns a file of game records and not the index: the file is gone, has changed or cannot be
    /// read. Everything that does not depend on that file is still answered.
    #[must_use]
    pub const fn is_of_records(&self) -> bool {
        use StoreErrorKind::{Changed, Gone, Incomplete, Unread};
        match self.kind {
            StoreErrorKind::Reported { of_records, .. } => of_records,
            _ => matches!(self.kind, Gone | Changed | Unread(_) | Incomplete),
        }
    }

    /// Adds the error to a list, unless the list has it already: several parts may need the same damaged file.
    pub(crate) fn add_to(self, errors: &mut Vec<Self>) {
        // There may be many of them, and each file is read only once.
        if self.is_of_records() {
            errors.push(self);
            return;
        }
        let text = self.to_string();
        if errors.iter().all(|error| error.to_string() != text) {
            errors.push(self);
        }
    }

    /// Whether a file is damaged or missing.
    pub(crate) fn is_damage(&self) -> bool {
        match &self.kind {
            StoreErrorKind::Damaged(_) => true,
            StoreErrorKind::Io(error) => error.kind() == io::ErrorKind::NotFound,
            _ => false,
        }
    }

    /// Returns the first error, if any.
    pub(crate) fn first_of<T>(whole: T, errors: Vec<Self>) -> Result<T> {
        errors.into_iter().next().map_or(Ok(whole), Err)
    }

    pub(crate) fn damaged(path: &Path, part: Part) -> Self {
        Self::new(path, StoreErrorKind::Damaged(part))
    }

    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self::new(path, StoreErrorKind::Io(error))
    }

    /// Makes the error that no index can be created at a location.
    pub(crate) fn no_place(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| {
            let kind = match error.kind() {
                io::ErrorKind::StorageFull => StoreErrorKind::Io(error),
                // Windows names other reasons.
                _ if path.is_file() => StoreErrorKind::NoPlace(io::ErrorKind::NotADirectory.into()),
                _ => StoreErrorKind::NoPlace(error),
            };
            Self::new(path, kind)
        }
    }

    /// Makes the error for reading an existing table.
    pub(crate) fn table_as_read(path: &Path) -> impl Fn(ParquetError) -> Self + '_ {
        |error| {
            let error = Self::table(path)(error);
            match &error.kind {
                // Errors of the system; all others are found in the bytes.
                StoreErrorKind::Io(io) if io.raw_os_error().is_some() => error,
                _ => Self::damaged(path, Part::Table),
            }
        }
    }

    pub(crate) fn table(path: &Path) -> impl Fn(ParquetError) -> Self + '_ {
        |error| {
            let kind = match error {
                ParquetError::External(source) => match source.downcast::<io::Error>() {
                    Ok(error) => StoreErrorKind::Io(*error),
                    Err(other) => StoreErrorKind::Table(other),
                },
                other => StoreErrorKind::Table(other.into()),
            };
            Self::new(path, kind)
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            StoreErrorKind::Io(error) if error.kind() == io::ErrorKind::StorageFull => {
                f.write_str("the disk is full; the index is unchanged")
            }
            StoreErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                f.write_str("there is no such file")
            }
            StoreErrorKind::Io(error) => error.fmt(f),
            StoreErrorKind::NotFound => f.write_str("not found"),
            StoreErrorKind::NotAnIndex => f.write_str("this is not an index"),
            StoreErrorKind::NoPlace(error) if error.kind() == io::ErrorKind::NotADirectory => {
                f.write_str("an index is a folder, and here is a file")
            }
            StoreErrorKind::NoPlace(error) => write!(f, "no index can be written here ({error})"),
            StoreErrorKind::Newer { version } => write!(
                f,
                "the index has version {version} of the format, which this program does not know"
            ),
            StoreErrorKind::Damaged(part) => write!(f, "{part} is damaged"),
            StoreErrorKind::Lost(part) => write!(
                f,
                "{part} is damaged or missing, and the index cannot be updated without it"
            ),
            StoreErrorKind::Missing { games, files } => write!(
                f,
                "games in no segment that can be read: {games} (of {files} files)"
            ),
            StoreErrorKind::Uncertain => f.write_str(
                "nothing says which games count: some that were removed or replaced may be served, and some twice",
            ),
            StoreErrorKind::NothingRead => f.write_str(
                "its manifest and its list of files are lost, so that it can only begin anew, and no file was read \
                 for that; it is unchanged",
            ),
            StoreErrorKind::Busy => {
                f.write_str("another program writes to this index; wait for it")
            }
            StoreErrorKind::Table(error) => write!(f, "the table cannot be written: {error}"),
            StoreErrorKind::Gone => f.write_str("the file is gone since it was indexed"),
            StoreErrorKind::Changed => f.write_str("the file has changed since it was indexed"),
            StoreErrorKind::Unread(error) => error.fmt(f),
            StoreErrorKind::Incomplete => {
                f.write_str("the file does not have all of its indexed games")
            }
            StoreErrorKind::Reported { message, .. } => f.write_str(message),
            StoreErrorKind::OtherShare => {
                f.write_str("the segments are not those of the files of this share")
            }
            StoreErrorKind::TooManyFiles => f.write_str("the index has too many files"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            // The message includes the error itself.
            StoreErrorKind::Io(error) | StoreErrorKind::NoPlace(error) => error.source(),
            StoreErrorKind::Table(error) | StoreErrorKind::Unread(error) => error.source(),
            _ => None,
        }
    }
}
