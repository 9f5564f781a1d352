use std::cell::RefCell;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;
use std::time::UNIX_EPOCH;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::manifest::Source;

/// Path, size and modification time of a file.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    /// The absolute path.
    pub(crate) name: String,
    pub(crate) bytes: u64,
    pub(crate) modified: u64,
}

impl Stamp {
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(io::Error::other("this is no file"));
        }
        let absolute = dunce::canonicalize(path)?;
        let Some(name) = absolute.to_str() else {
            return Err(io::Error::other(
                "the name of the file is not UTF-8; rename it",
            ));
        };
        Ok(Self {
            name: name.to_owned(),
            bytes: metadata.len(),
            modified: modified(&metadata),
        })
    }

    /// Whether the file has the size and modification time with which it was indexed; false if its time is unknown.
    pub(crate) fn is_of(&self, source: &Source) -> bool {
        self.modified != 0 && (self.bytes, self.modified) == (source.bytes, source.modified)
    }
}

/// The modification time of a file, in the unit of [`Source::modified`].
fn modified(metadata: &Metadata) -> u64 {
    let since = metadata.modified().ok();
    let since = since.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since
        .and_then(|since| u64::try_from(since.as_nanos()).ok())
        .unwrap_or(0)
}

/// Whether a file that has its indexed size also has its indexed content.
pub(crate) fn is_same(path: &Path, metadata: &Metadata, source: &Source) -> io::Result<bool> {
    let modified = modified(metadata);
    // An archive that was only partially read has no hash to compare.
    let is_known = source.hash.is_empty() || modified != 0 && modified == source.modified;
    Ok(is_known || hash_of_file(path)? == source.hash)
}

/// Formats a hash as in the list of sources.
fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

/// The hash of the content of a file.
pub(crate) fn hash_of(bytes: &[u8]) -> String {
    hex(xxh3_64(bytes))
}

/// Reads a file and returns the hash of its content.
pub(crate) fn hash_of_file(path: &Path) -> io::Result<String> {
    let (mut input, hash) = Hashed::open(path)?;
    let mut buffer = vec![0; 1 << 20];
    while input.read(&mut buffer)? > 0 {}
    Ok(hash.digest())
}

/// A file whose bytes are hashed as they are read.
pub(crate) struct Hashed {
    file: File,
    hash: HashSoFar,
}

/// The hash of the bytes read so far.
#[derive(Clone)]
pub(crate) struct HashSoFar(Rc<RefCell<Xxh3>>);

impl HashSoFar {
    pub(crate) fn digest(&self) -> String {
        hex(self.0.borrow().digest())
    }
}

impl Hashed {
    pub(crate) fn open(path: &Path) -> io::Result<(Self, HashSoFar)> {
        let hash = HashSoFar(Rc::new(RefCell::new(Xxh3::new())));
        let file = File::open(path)?;
        Ok((
            Self {
                file,
                hash: hash.clone(),
            },
            hash,
        ))
    }
}

impl Read for Hashed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(bytes)?;
        self.hash.0.borrow_mut().update(&bytes[..count]);
        Ok(count)
    }
}
