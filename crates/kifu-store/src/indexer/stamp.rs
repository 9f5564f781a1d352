use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;
use std::time::UNIX_EPOCH;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::manifest::Source;

/// A file as the system knows it.
#[derive(Clone, Debug)]
pub(super) struct Stamp {
    /// The absolute path.
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) modified: u64,
}

impl Stamp {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(io::Error::other("this is no file"));
        }
        let absolute = fs::canonicalize(path)?;
        let Some(name) = absolute.to_str() else {
            return Err(io::Error::other(
                "the name of the file is not UTF-8; rename it",
            ));
        };
        let since = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Ok(Self {
            name: name.to_owned(),
            bytes: metadata.len(),
            modified: since
                .and_then(|since| u64::try_from(since.as_nanos()).ok())
                .unwrap_or(0),
        })
    }

    /// Whether the file has not been touched since it was read.
    pub(super) fn is_of(&self, source: &Source) -> bool {
        self.modified != 0 && (self.bytes, self.modified) == (source.bytes, source.modified)
    }
}

/// A hash as it stands in the list of sources.
fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

/// The hash of what a file holds.
pub(super) fn hash_of(bytes: &[u8]) -> String {
    hex(xxh3_64(bytes))
}

/// The same for a file that is read for it alone.
pub(super) fn hash_of_file(path: &Path) -> io::Result<String> {
    let (mut input, hash) = Hashed::open(path)?;
    let mut buffer = vec![0; 1 << 20];
    while input.read(&mut buffer)? > 0 {}
    Ok(hash.digest())
}

/// A file whose bytes are hashed as they are read.
pub(super) struct Hashed {
    file: File,
    hash: HashSoFar,
}

/// The hash of what was read so far.
#[derive(Clone)]
pub(super) struct HashSoFar(Rc<RefCell<Xxh3>>);

impl HashSoFar {
    pub(super) fn digest(&self) -> String {
        hex(self.0.borrow().digest())
    }
}

impl Hashed {
    pub(super) fn open(path: &Path) -> io::Result<(Self, HashSoFar)> {
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
