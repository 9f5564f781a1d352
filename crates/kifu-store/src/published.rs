//! An index in a shared storage: files named by their checksums, and commits that list them.

mod upload;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::manifest::{MANIFEST, Manifest, write_whole};
use crate::segment::{SEARCH_FILE, TABLE_FILE};
use crate::storage::{Storage, Stored};
use crate::store::Store;

pub use self::upload::Upload;

/// The folder of commits in a storage.
const COMMITS: &str = "commits/";
/// Number of digits of a commit number.
const DIGITS: usize = 8;
/// The beginning of a commit.
const HEAD: &str = "kifu-commit 1 ";
/// Maximum size of a commit in bytes: enough for a million files.
const MOST: u64 = 256 << 20;
/// Number of bytes read at a time.
const CHUNK: u64 = 8 << 20;

/// An index in a [`Storage`], with a cache of its files in a folder of this machine.
///
/// Files are stored under their checksums, and a commit lists the files of one state of the index. A commit is written
/// after all of its files, so a killed writer leaves the previous commit intact. Two writers cannot write the same
/// commit: the second fails ([`StoreErrorKind::Busy`]).
#[derive(Debug)]
pub struct Published<S> {
    storage: S,
    cache: PathBuf,
}

/// A file of a commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    bytes: u64,
    checksum: String,
}

/// The files of a state of an index, by their paths in its folder.
type Files = BTreeMap<String, Entry>;

impl Entry {
    /// A file with these bytes.
    fn of(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.len() as u64,
            checksum: checksum(bytes),
        }
    }

    /// The name of a file in the storage. It contains the path, so that other programs can identify the file.
    fn name(&self, path: &str) -> String {
        format!("{}/{path}", self.checksum)
    }

    /// Whether the path stays inside a folder and the checksum is valid.
    fn is_lawful(&self, path: &str) -> bool {
        let is_hex = self.checksum.bytes().all(|byte| byte.is_ascii_hexdigit());
        let mut parts = Path::new(path).components();
        is_hex
            && self.checksum.len() == 32
            && !path.is_empty()
            && parts.all(|part| matches!(part, Component::Normal(_)))
    }
}

impl<S: Storage> Published<S> {
    /// An index in a storage; files are cached in a folder, which several indexes and processes may share.
    pub fn new(storage: S, cache: impl Into<PathBuf>) -> Self {
        Self {
            storage,
            cache: cache.into(),
        }
    }

    /// The number of the last commit; `None` if there is no index.
    ///
    /// # Errors
    /// The storage cannot be read.
    pub fn last(&self) -> Result<Option<u32>> {
        Ok(self.commits(COMMITS)?.pop().map(|(number, _)| number))
    }

    /// The commits whose names start with a prefix, with their lengths, by number.
    fn commits(&self, prefix: &str) -> Result<Vec<(u32, u64)>> {
        let stored = self.storage.list(prefix).map_err(self.failed(prefix))?;
        let number = |file: &Stored| {
            let digits = file.name.strip_prefix(COMMITS)?;
            let is_number =
                digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.parse().ok().filter(|_| is_number)?;
            Some((number, file.bytes))
        };
        let mut commits: Vec<_> = stored.iter().filter_map(number).collect();
        commits.sort_unstable();
        Ok(commits)
    }

    /// Opens the index at its last commit. Files that are not in the cache are read from the storage.
    ///
    /// # Errors
    /// There is no index, a file of it is damaged, or the storage cannot be read.
    pub fn open(&self) -> Result<Store> {
        Store::open(self.fetch()?)
    }

    /// Fetches the index at its last commit into the cache. Returns its folder there, which must not be changed.
    ///
    /// # Errors
    /// The errors of [`Published::open`].
    pub fn fetch(&self) -> Result<PathBuf> {
        let last = self
            .last()?
            .ok_or_else(|| StoreError::new(&self.path(""), StoreErrorKind::NotAnIndex))?;
        let files = self.files(last)?;
        let list: String = files
            .values()
            .map(|entry| entry.checksum.as_str())
            .collect();
        let place = self
            .cache
            .join("open")
            .join(format!("{:032x}", xxh3_128(list.as_bytes())));
        if !place.join(MANIFEST).is_file() {
            self.fill(&files, &place)?;
        }
        Ok(place)
    }

    /// Checks all files of the index at its last commit in the cache, and reads damaged ones from the storage again.
    /// Returns the number of damaged files. Open indexes keep the files that they opened.
    ///
    /// # Errors
    /// The errors of [`Published::open`], and a cache that cannot be written.
    pub fn mend(&self) -> Result<usize> {
        let place = self.fetch()?;
        let last = self.last()?.unwrap_or_default();
        let files = self.files(last)?;
        let is_damaged = |(path, entry): &(&String, &Entry)| {
            let read = fs::read(place.join(path));
            !read.is_ok_and(|bytes| entry.checksum == checksum(&bytes))
        };
        let damaged: Vec<_> = files.iter().filter(is_damaged).collect();
        for (path, entry) in &damaged {
            for copy in [place.join(path), self.place(entry)] {
                match fs::remove_file(&copy) {
                    Err(error) if error.kind() != ErrorKind::NotFound => {
                        return Err(StoreError::io(&copy)(error));
                    }
                    _ => {}
                }
            }
            self.put(path, entry, &place)?;
        }
        Ok(damaged.len())
    }

    /// Copies the index at its last commit to a folder, to be changed there. Returns the number of the commit; does
    /// nothing if there is none.
    ///
    /// # Errors
    /// A file is damaged, the storage cannot be read, or the folder cannot be written.
    pub fn check_out(&self, folder: &Path) -> Result<Option<u32>> {
        let last = self.last()?;
        if let Some(last) = last {
            self.fill(&self.files(last)?, folder)?;
        }
        Ok(last)
    }

    /// Writes the index in a folder as the commit after `base`, the one that [`Published::check_out`] returned. Files
    /// that are already in the storage are not written again. Returns the number of the commit.
    ///
    /// # Errors
    /// Another writer wrote a commit in the meantime ([`StoreErrorKind::Busy`]), or a file cannot be read or written.
    pub fn commit(&self, folder: &Path, base: Option<u32>) -> Result<u32> {
        self.commit_uploaded(folder, base, &[])
    }

    /// Writes a commit as [`Published::commit`] does, without writing files of uploads again.
    ///
    /// # Errors
    /// Those of [`Published::commit`].
    pub fn commit_uploaded(
        &self,
        folder: &Path,
        base: Option<u32>,
        uploads: &[Upload],
    ) -> Result<u32> {
        let before = match base {
            Some(base) => self.files(base)?,
            None => Files::new(),
        };
        let uploaded = uploads.iter().flat_map(|upload| &upload.files);
        let known: BTreeSet<String> = before
            .iter()
            .chain(uploaded)
            .map(|(path, entry)| entry.name(path))
            .collect();
        let number = base.map_or(Some(0), |base| base.checked_add(1));
        let number = number.ok_or_else(|| StoreError::new(folder, StoreErrorKind::TooManyFiles))?;
        let mut files = Files::new();
        for path in files_of(&Manifest::read(folder)?) {
            let place = folder.join(&path);
            let bytes = fs::read(&place).map_err(StoreError::io(&place))?;
            let entry = Entry::of(&bytes);
            let name = entry.name(&path);
            if !known.contains(&name) {
                self.write(&name, &bytes)?;
            }
            files.insert(path, entry);
        }
        let name = format!("{COMMITS}{number:0DIGITS$}");
        let body = serde_json::to_vec(&files).map_err(|error| self.failed(&name)(error.into()))?;
        let head = format!("{HEAD}{:016x}\n", xxh3_64(&body));
        let text = [head.as_bytes(), &body].concat();
        let put = self.storage.put_if_absent(&name, &text);
        if put.map_err(self.failed(&name))? {
            Ok(number)
        } else {
            Err(StoreError::new(&self.path(&name), StoreErrorKind::Busy))
        }
    }

    /// Writes a file that is named by its checksum, unless it is there.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let put = self.storage.put_if_absent(name, bytes);
        put.map(drop).map_err(self.failed(name))
    }

    /// The files of a commit.
    fn files(&self, number: u32) -> Result<Files> {
        let name = format!("{COMMITS}{number:0DIGITS$}");
        let damaged = || StoreError::damaged(&self.path(&name), Part::Manifest);
        let (_, length) = self.commits(&name)?.pop().ok_or_else(damaged)?;
        if length > MOST {
            return Err(damaged());
        }
        let read = self.storage.get_range(&name, 0..length);
        let bytes = read.map_err(self.failed(&name))?;
        let head = HEAD.len() + 17;
        let (head, body) = bytes.split_at_checked(head).ok_or_else(damaged)?;
        if head != format!("{HEAD}{:016x}\n", xxh3_64(body)).as_bytes() {
            return Err(damaged());
        }
        let files: Files = serde_json::from_slice(body).map_err(|_| damaged())?;
        if files.iter().all(|(path, entry)| entry.is_lawful(path)) {
            Ok(files)
        } else {
            Err(damaged())
        }
    }

    /// Copies files to a folder, several at a time, the manifest last.
    fn fill(&self, files: &Files, folder: &Path) -> Result<()> {
        let (manifest, others): (Vec<_>, Vec<_>) = files
            .iter()
            .partition(|(path, _)| path.as_str() == MANIFEST);
        others
            .par_iter()
            .try_for_each(|(path, entry)| self.put(path, entry, folder))?;
        manifest
            .iter()
            .try_for_each(|(path, entry)| self.put(path, entry, folder))
    }

    /// Copies a file to a folder.
    fn put(&self, path: &str, entry: &Entry, folder: &Path) -> Result<()> {
        let object = self.object(path, entry)?;
        let place = folder.join(path);
        let above = place.parent().unwrap_or(folder);
        fs::create_dir_all(above).map_err(StoreError::io(above))?;
        match fs::hard_link(&object, &place) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            // The folder may be on another disk.
            Err(_) => fs::copy(&object, &place).map(|_| ()),
            done => done,
        }
        .map_err(StoreError::io(&place))
    }

    /// The path of a file in the cache.
    fn place(&self, entry: &Entry) -> PathBuf {
        self.cache.join("files").join(&entry.checksum)
    }

    /// The path of the file in the cache; reads it from the storage if missing.
    fn object(&self, path: &str, entry: &Entry) -> Result<PathBuf> {
        let place = self.place(entry);
        if place.metadata().is_ok_and(|file| file.len() == entry.bytes) {
            return Ok(place);
        }
        let name = entry.name(path);
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < entry.bytes {
            let start = bytes.len() as u64;
            let range = start..entry.bytes.min(start + CHUNK);
            let chunk = self.storage.get_range(&name, range.clone());
            let chunk = chunk.map_err(self.failed(&name))?;
            if chunk.len() as u64 != range.end - range.start {
                let error = io::Error::from(ErrorKind::UnexpectedEof);
                return Err(self.failed(&name)(error));
            }
            bytes.extend(chunk);
        }
        if checksum(&bytes) != entry.checksum {
            return Err(StoreError::damaged(&self.path(&name), Part::File));
        }
        let above = place.parent().unwrap_or(&self.cache);
        fs::create_dir_all(above).map_err(StoreError::io(above))?;
        write_whole(&place, &[&bytes])?;
        Ok(place)
    }

    /// The path of a file of the storage for messages.
    fn path(&self, name: &str) -> PathBuf {
        let address = self.storage.address();
        let address = address.trim_end_matches('/');
        if name.is_empty() {
            address.into()
        } else {
            format!("{address}/{name}").into()
        }
    }

    /// Makes the error for a file of the storage.
    fn failed(&self, name: &str) -> impl FnOnce(io::Error) -> StoreError {
        let path = self.path(name);
        move |error| StoreError::new(&path, StoreErrorKind::Io(error))
    }
}

/// The checksum of a file, in hexadecimal digits.
fn checksum(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

/// The files listed in a manifest, and the manifest itself.
fn files_of(manifest: &Manifest) -> Vec<String> {
    let mut files = vec![MANIFEST.to_owned()];
    files.extend(manifest.sources.clone());
    for segment in &manifest.segments {
        let name = &segment.name;
        let dead = segment.dead.as_deref();
        let own = [Some(SEARCH_FILE), Some(TABLE_FILE), dead];
        files.extend(
            own.into_iter()
                .flatten()
                .map(|file| format!("{name}/{file}")),
        );
    }
    files
}
