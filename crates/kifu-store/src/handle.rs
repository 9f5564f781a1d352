//! Handles of frequently read files of an index, within the limit of descriptors.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

/// Maximum number of files of all indexes of this process that stay open. Systems allow at least 256 descriptors.
const MOST: usize = 128;

/// The error numbers of a process and of a system with too many open files; on Windows they represent other errors.
const TOO_MANY: [i32; 2] = [23, 24];

/// The files that stay open.
static KEPT: Mutex<Kept> = Mutex::new(Kept {
    files: Vec::new(),
    most: MOST,
});

struct Kept {
    files: Vec<Weak<Inner>>,
    most: usize,
}

/// A file for random access. The first files stay open; others are opened for each read.
#[derive(Clone, Debug)]
pub(crate) struct Handle(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    // Reading moves the file position.
    file: Mutex<Option<File>>,
}

impl Handle {
    /// Opens a file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = open(path)?;
        let inner = Arc::new(Inner {
            path: path.to_owned(),
            file: Mutex::new(None),
        });
        if kept().add(&inner) {
            *inner.lock() = Some(file);
        }
        Ok(Self(inner))
    }

    /// Size of the file in bytes.
    pub(crate) fn len(&self) -> io::Result<u64> {
        self.with(|file| Ok(file.metadata()?.len()))
    }

    /// Reads bytes at an offset.
    pub(crate) fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.with(|file| {
            file.seek(SeekFrom::Start(offset))?;
            file.read_exact(bytes)
        })
    }

    fn with<T>(&self, read: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
        let mut place = self.0.lock();
        if let Some(file) = &mut *place {
            return read(file);
        }
        drop(place);
        read(&mut open(&self.0.path)?)
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Option<File>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// Adds a file to those that stay open. Returns whether there is room for it.
    fn add(&mut self, file: &Arc<Inner>) -> bool {
        if self.files.len() >= self.most {
            self.files.retain(|file| file.strong_count() > 0);
        }
        let has_place = self.files.len() < self.most;
        if has_place {
            self.files.push(Arc::downgrade(file));
        }
        has_place
    }

    /// Closes all files that are not being read. From now on, fewer files stay open, because other files need
    /// descriptors too. Returns whether any could stay open until now.
    fn close(&mut self) -> bool {
        let kept_any = self.most > 0;
        for file in self.files.drain(..).filter_map(|file| file.upgrade()) {
            match file.file.try_lock() {
                Ok(mut place) => *place = None,
                Err(TryLockError::Poisoned(place)) => *place.into_inner() = None,
                Err(TryLockError::WouldBlock) => {}
            }
        }
        self.most /= 2;
        kept_any
    }
}

fn kept() -> MutexGuard<'static, Kept> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a file; if too many files are open, closes those that are kept. Other threads may use the free descriptors
/// first, but each time fewer of their files stay open.
fn open(path: &Path) -> io::Result<File> {
    loop {
        match File::open(path) {
            Err(error) if is_too_many(&error) && kept().close() => {}
            opened => return opened,
        }
    }
}

fn is_too_many(error: &io::Error) -> bool {
    let number = error.raw_os_error();
    number.is_some_and(|number| TOO_MANY.contains(&number))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::{Handle, Inner, Kept};

    #[test]
    fn a_file_that_was_closed_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "0123456789").unwrap();
        let handle = Handle::open(&path).unwrap();
        for _ in 0..2 {
            let mut bytes = [0; 3];
            handle.read_at(4, &mut bytes).unwrap();
            assert_eq!((&bytes, handle.len().unwrap()), (b"456", 10));
            handle.read_at(8, &mut bytes).unwrap_err();
            *handle.0.lock() = None;
        }
    }

    #[test]
    fn no_more_files_are_kept_than_may_be() {
        let file = || {
            Arc::new(Inner {
                path: "a".into(),
                file: Mutex::new(None),
            })
        };
        let mut kept = Kept {
            files: Vec::new(),
            most: 2,
        };
        let files = [file(), file(), file()];
        assert_eq!(
            files.each_ref().map(|own| kept.add(own)),
            [true, true, false]
        );
        drop(files);
        // Files that are gone leave their slots free.
        let next = file();
        assert!(kept.add(&next));
        assert!(kept.close());
        assert_eq!((kept.files.len(), kept.most), (0, 1));
        assert!(kept.close() && !kept.close());
    }
}
