//! One input: a file, standard input, or a file of an archive.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use crate::archive;
use crate::error::{Error, ErrorKind};
use crate::name::name_of;
use crate::progress::Progress;
use crate::record::not_sgf;

/// Files up to this size, in bytes, are read as a whole.
pub const WHOLE_FILE_SIZE: u64 = 8 << 20;

/// One file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file of the disk.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// A file of an archive.
    Member {
        /// The path of the archive, and the name in it.
        name: String,
        /// Its content.
        bytes: Vec<u8>,
    },
}

impl Input {
    /// The name for messages; `<stdin>` for standard input.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Self::File(path) => name_of(path),
            Self::Stdin => "<stdin>".into(),
            Self::Member { name, .. } => name.into(),
        }
    }

    /// All its bytes. Standard input and archive members can be read only once.
    ///
    /// # Errors
    /// It cannot be read, or is an archive with the name of a record.
    pub fn read(&mut self, progress: &Progress) -> Result<Vec<u8>, Error> {
        progress.add_file();
        match self {
            Self::File(path) => {
                let read = || {
                    let bytes =
                        fs::read(&*path).map_err(|error| ErrorKind::of_read(path, error))?;
                    progress.add_read(bytes.len());
                    if !is_stream(path) {
                        archive::ensure_unpacked(&bytes)?;
                    }
                    Ok(bytes)
                };
                read().map_err(Error::of::<ErrorKind>(path))
            }
            Self::Stdin => {
                let mut bytes = Vec::new();
                let read = io::stdin().lock().read_to_end(&mut bytes);
                read.map_err(|error| Error::new("<stdin>", error))?;
                Ok(bytes)
            }
            Self::Member { bytes, .. } => Ok(std::mem::take(bytes)),
        }
    }

    /// All bytes of a game record. A large file without any game is refused before it takes memory.
    ///
    /// # Errors
    /// It cannot be read, or is a large file without any game.
    pub fn read_record(&mut self, progress: &Progress) -> Result<Vec<u8>, Error> {
        if let Self::File(path) = self {
            ensure_small_or_signed(path).map_err(Error::of(path))?;
        }
        self.read(progress)
    }

    /// Number of bytes of memory that an item holds before it is read.
    pub fn weight<E>(item: &Result<Self, E>) -> usize {
        match item {
            Ok(Self::Member { bytes, .. }) => bytes.len(),
            Ok(Self::File(_) | Self::Stdin) | Err(_) => 0,
        }
    }
}

/// Whether a path means standard input.
#[must_use]
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-" || (cfg!(unix) && path.as_os_str() == "/dev/stdin")
}

/// Whether a path can be read only once: standard input, a pipe, a device.
#[must_use]
pub fn is_stream(path: &Path) -> bool {
    is_stdin(path) || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Refuses a large file without any game.
fn ensure_small_or_signed(path: &Path) -> Result<(), ErrorKind> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() && found.len() > WHOLE_FILE_SIZE => ensure_sign(path),
        // The reader reports any error.
        _ => Ok(()),
    }
}

/// Refuses a large file that cannot contain a game: all of it would be held in memory as text before its first game.
pub(crate) fn ensure_sign(path: &Path) -> Result<(), ErrorKind> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut head = Vec::new();
    loop {
        let bytes = file
            .fill_buf()
            .map_err(|error| ErrorKind::of_read(path, error))?;
        if bytes.is_empty() {
            return Err(not_sgf(&head));
        }
        if has_sign(bytes) {
            return Ok(());
        }
        if head.is_empty() {
            head.extend_from_slice(bytes);
        }
        let length = bytes.len();
        file.consume(length);
    }
}

/// Whether the bytes include a byte that every game has, in any encoding.
pub(crate) fn has_sign(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, b'(' | b';'))
}
