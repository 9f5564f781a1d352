//! An index in a shared storage: files named by their checksums, and commits that list them.

mod copy;
mod fetch;
mod upload;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::manifest::{MANIFEST, Manifest, is_list};
use crate::segment::{SEARCH_FILE, TABLE_FILE};
use crate::storage::{Storage, Stored};
use crate::store::Store;

use self::copy::{distrust, is_trusted};
pub use self::upload::Upload;

/// The folder of commits in a storage.
const COMMITS: &str = "commits/";
/// Number of digits of a commit number.
const DIGITS: usize = 8;
/// The version of commits.
const VERSION: u32 = 1;
/// The beginning of a commit.
const HEAD: &str = "kifu-commit 1 ";
/// Maximum size of a commit in bytes: enough for a million files.
const MOST: u64 = 256 << 20;

/// An index in a [`Storage`], with a cache of its files in a folder of this machine.
///
/// Files are stored under their checksums, and a commit lists the files of one state of the index. A commit is written
/// after all of its files, so a killed writer leaves the previous commit intact. Two writers cannot write the same
/// commit: the second fails ([`StoreErrorKind::Busy`]). A damaged commit is ignored: the newest one before it is valid.
///
/// Copies in the cache are verified when they are made, and again if their modification time has changed since, or
/// after [`Published::distrust`].
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

/// Which copies in the cache are verified before they are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    /// Those that may have changed since they were verified.
    Changed,
    All,
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
        let (place, errors) = self.fetch_partial()?;
        StoreError::first_of(place, errors)
    }

    /// Fetches the intact files of the index at its last commit into the cache. Returns its folder there, for
    /// [`Store::open_partial`], and the errors of files that are damaged or missing in the storage.
    ///
    /// # Errors
    /// There is no index, or the storage cannot be read.
    pub fn fetch_partial(&self) -> Result<(PathBuf, Vec<StoreError>)> {
        let (files, place) = self.state()?;
        let mut all = files.iter();
        if all.all(|(path, entry)| is_trusted(&place.join(path), entry.bytes)) {
            return Ok((place, Vec::new()));
        }
        let errors = self.fill(&files, &place, Check::Changed)?;
        Ok((place, errors))
    }

    /// The files of the last commit, and their folder in the cache.
    fn state(&self) -> Result<(Files, PathBuf)> {
        let missing = || StoreError::new(&self.path(""), StoreErrorKind::NotAnIndex);
        let (_, files) = self.newest()?.ok_or_else(missing)?;
        let list: String = files
            .values()
            .map(|entry| entry.checksum.as_str())
            .collect();
        let name = format!("{:032x}", xxh3_128(list.as_bytes()));
        Ok((files, self.cache.join("open").join(name)))
    }

    /// Lets the next [`Published::fetch`] verify a copy in the cache, and make it again if it is damaged. This is for
    /// copies that cannot be read although nobody wrote to them: a disk may fail. Returns whether it is a copy in the
    /// cache.
    pub fn distrust(&self, copy: &Path) -> bool {
        copy.starts_with(self.cache.join("open")) && distrust(copy)
    }

    /// Checks all files of the index at its last commit in the cache, and reads damaged ones from the storage again.
    /// Returns the number of damaged files. Open indexes keep the files that they opened.
    ///
    /// # Errors
    /// The errors of [`Published::open`], and a cache that cannot be written.
    pub fn mend(&self) -> Result<usize> {
        let (files, place) = self.state()?;
        let is_damaged = |(path, entry): &(&String, &Entry)| {
            let read = fs::read(place.join(path));
            read.is_ok_and(|bytes| entry.checksum != checksum(&bytes))
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
        }
        self.fetch()?;
        Ok(damaged.len())
    }

    /// Copies the index at its last commit to a folder, to be changed there. Returns the number of the last commit, valid
    /// or not; does nothing if there is none. Files that are damaged or missing in the storage are left out, so that an
    /// [`Indexer`](crate::Indexer) makes the affected segments again.
    ///
    /// # Errors
    /// No commit is valid, the list of sources is damaged ([`StoreErrorKind::Lost`]), the storage cannot be read or
    /// written, or the folder cannot be written.
    pub fn check_out(&self, folder: &Path) -> Result<Option<u32>> {
        let prepared = self.storage.prepare();
        prepared
            .map_err(|error| StoreError::new(&self.path(""), StoreErrorKind::NoPlace(error)))?;
        let Some((last, files)) = self.newest()? else {
            return Ok(None);
        };
        // What nobody can say without it is which games the index has.
        if let Some((path, entry)) = files.iter().find(|(path, _)| is_list(path)) {
            self.object(path, entry, Check::All)
                .map_err(|error| match error.kind {
                    StoreErrorKind::Damaged(_) => {
                        StoreError::new(&error.path, StoreErrorKind::Lost(Part::Sources))
                    }
                    _ => error,
                })?;
        }
        self.fill(&files, folder, Check::All)?;
        Ok(Some(last))
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
            Some(base) => self.valid_until(base)?.unwrap_or_default(),
            None => Files::new(),
        };
        // A file that was lost since is written again.
        let stored = if before.is_empty() {
            Vec::new()
        } else {
            self.storage.list("").map_err(self.failed(""))?
        };
        let stored: BTreeMap<&str, u64> = stored
            .iter()
            .map(|stored| (stored.name.as_str(), stored.bytes))
            .collect();
        let is_stored = |(path, entry): &(&String, &Entry)| {
            stored.get(entry.name(path).as_str()) == Some(&entry.bytes)
        };
        let uploaded = uploads.iter().flat_map(|upload| &upload.files);
        let known: BTreeSet<String> = before
            .iter()
            .filter(is_stored)
            .chain(uploaded)
            .map(|(path, entry)| entry.name(path))
            .collect();
        let number = base.map_or(Some(0), |base| base.checked_add(1));
        let number = number.ok_or_else(|| StoreError::new(folder, StoreErrorKind::TooManyFiles))?;
        let mut files = Files::new();
        for path in files_of(&Manifest::read(folder)?) {
            let place = folder.join(&path);
            let bytes = match (fs::read(&place), before.get(&path)) {
                // The segment is still damaged in the storage.
                (Err(error), Some(entry)) if error.kind() == ErrorKind::NotFound => {
                    files.insert(path, entry.clone());
                    continue;
                }
                (read, _) => read.map_err(StoreError::io(&place))?,
            };
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

    /// Writes a file that is named by its checksum, unless it is there and intact.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let put = self.storage.put_if_absent(name, bytes);
        if put.map_err(self.failed(name))? {
            return Ok(());
        }
        let entry = Entry::of(bytes);
        match self.read_file(name, &entry) {
            Err(error) if error.is_damage() => {
                let put = self.storage.replace(name, bytes);
                put.map_err(self.failed(name))
            }
            there => there.map(drop),
        }
    }

    /// The number of the last commit, and the files of the last one that is not damaged. `None` if there is no commit.
    fn newest(&self) -> Result<Option<(u32, Files)>> {
        let Some(last) = self.last()? else {
            return Ok(None);
        };
        if let Some(files) = self.valid_until(last)? {
            return Ok(Some((last, files)));
        }
        let path = self.path(&format!("{COMMITS}{last:0DIGITS$}"));
        Err(StoreError::new(&path, StoreErrorKind::Lost(Part::Manifest)))
    }

    /// The files of the last commit up to this number that is not damaged; `None` if all are.
    fn valid_until(&self, last: u32) -> Result<Option<Files>> {
        let numbers = self.commits(COMMITS)?.into_iter().rev();
        for (number, _) in numbers.filter(|(number, _)| *number <= last) {
            match self.files(number) {
                Err(error) if error.is_damage() => {}
                read => return read.map(Some),
            }
        }
        Ok(None)
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
        let version = version_of(&bytes);
        if let Some(version) = version.filter(|version| *version > VERSION) {
            return Err(StoreError::new(
                &self.path(&name),
                StoreErrorKind::Newer { version },
            ));
        }
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

/// The version in the first line of a commit, if it has one.
fn version_of(commit: &[u8]) -> Option<u32> {
    let rest = commit.strip_prefix(b"kifu-commit ")?;
    let digits = rest.split(|byte| *byte == b' ').next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
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
