//! Files of a storage in the cache, and from there in a folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::copy::{is_trusted, trust};
use super::{Check, Entry, Files, Published, checksum};
use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::manifest::MANIFEST;
use crate::storage::Storage;
use crate::write_whole::write_whole;

/// Number of bytes read at a time.
const CHUNK: u64 = 8 << 20;

impl<S: Storage> Published<S> {
    /// Copies files to a folder, several at a time, the manifest last. Returns the errors of files that are damaged or
    /// missing in the storage.
    pub(super) fn fill(
        &self,
        files: &Files,
        folder: &Path,
        check: Check,
    ) -> Result<Vec<StoreError>> {
        let (manifest, others): (Vec<_>, Vec<_>) = files
            .iter()
            .partition(|(path, _)| path.as_str() == MANIFEST);
        fs::create_dir_all(folder).map_err(StoreError::io(folder))?;
        let errors = Mutex::new(Vec::new());
        let put = |(path, entry): &(&String, &Entry)| match self.put(path, entry, folder, check) {
            Err(error) if matches!(error.kind, StoreErrorKind::Damaged(_)) => {
                let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
                errors.push(error);
                Ok(())
            }
            put => put,
        };
        others.par_iter().try_for_each(put)?;
        manifest.iter().try_for_each(put)?;
        let mut errors = errors.into_inner().unwrap_or_else(PoisonError::into_inner);
        errors.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(errors)
    }

    /// Copies a file to a folder, unless an intact copy is there.
    fn put(&self, path: &str, entry: &Entry, folder: &Path, check: Check) -> Result<()> {
        let place = folder.join(path);
        if is_intact(&place, entry, check) {
            return Ok(());
        }
        let object = self.object(path, entry, check)?;
        let above = place.parent().unwrap_or(folder);
        fs::create_dir_all(above).map_err(StoreError::io(above))?;
        match fs::remove_file(&place) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(StoreError::io(&place)(error));
            }
            _ => {}
        }
        match fs::hard_link(&object, &place) {
            // Another process was faster.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            // The folder may be on another disk.
            Err(_) => fs::copy(&object, &place).map(|_| trust(&place)),
            done => done,
        }
        .map_err(StoreError::io(&place))
    }

    /// The path of a file in the cache.
    pub(super) fn place(&self, entry: &Entry) -> PathBuf {
        self.cache.join("files").join(&entry.checksum)
    }

    /// The path of the file in the cache; reads it from the storage if it is missing or damaged.
    pub(super) fn object(&self, path: &str, entry: &Entry, check: Check) -> Result<PathBuf> {
        let place = self.place(entry);
        if is_intact(&place, entry, check) {
            return Ok(place);
        }
        let had_copy = place.exists();
        let bytes = self.read_file(&entry.name(path), entry).map_err(|error| {
            if !had_copy || matches!(error.kind, StoreErrorKind::Damaged(_)) {
                return error;
            }
            let message =
                format!("this copy in the cache is damaged, and cannot be made again: {error}");
            let of_records = false;
            StoreError::new(
                &place,
                StoreErrorKind::Reported {
                    message,
                    of_records,
                },
            )
        })?;
        let above = place.parent().unwrap_or(&self.cache);
        fs::create_dir_all(above).map_err(StoreError::io(above))?;
        write_whole(&place, &[&bytes])?;
        trust(&place);
        Ok(place)
    }

    /// Reads a file of the storage. It is damaged if it is missing, has another length, or has other bytes.
    pub(super) fn read_file(&self, name: &str, entry: &Entry) -> Result<Vec<u8>> {
        let damaged = || StoreError::damaged(&self.path(name), Part::File);
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < entry.bytes {
            let start = bytes.len() as u64;
            let range = start..entry.bytes.min(start + CHUNK);
            let chunk = self.storage.get_range(name, range.clone());
            let chunk = chunk.map_err(|error| match error.kind() {
                ErrorKind::NotFound | ErrorKind::UnexpectedEof => damaged(),
                _ => self.failed(name)(error),
            })?;
            if chunk.len() as u64 != range.end - range.start {
                return Err(damaged());
            }
            bytes.extend(chunk);
        }
        if checksum(&bytes) != entry.checksum {
            return Err(damaged());
        }
        Ok(bytes)
    }
}

/// Whether a copy has the bytes of a file.
fn is_intact(copy: &Path, entry: &Entry, check: Check) -> bool {
    if check == Check::Changed && is_trusted(copy, entry.bytes) {
        return true;
    }
    let is_whole = fs::read(copy).is_ok_and(|bytes| checksum(&bytes) == entry.checksum);
    if is_whole {
        trust(copy);
    }
    is_whole
}
