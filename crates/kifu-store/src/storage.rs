//! Storage of published indexes.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use tempfile::NamedTempFile;

/// A storage of files that are written once and never changed: a folder or an object store.
///
/// Names are relative paths with `/` between their parts.
pub trait Storage: fmt::Debug + Send + Sync {
    /// Its address, for messages: the path of a folder, or a URL.
    fn address(&self) -> String;

    /// The files whose names start with `prefix`, sorted by name.
    ///
    /// # Errors
    /// The storage cannot be read.
    fn list(&self, prefix: &str) -> io::Result<Vec<Stored>>;

    /// Reads some bytes of a file.
    ///
    /// # Errors
    /// The file is missing or shorter ([`ErrorKind::UnexpectedEof`]), or the storage cannot be read.
    fn get_range(&self, name: &str, range: Range<u64>) -> io::Result<Vec<u8>>;

    /// Writes a file, all or nothing, unless one of this name exists. Returns whether it was written.
    ///
    /// # Errors
    /// The storage cannot be written.
    fn put_if_absent(&self, name: &str, bytes: &[u8]) -> io::Result<bool>;

    /// Writes a file, all or nothing, in place of a damaged one of this name.
    ///
    /// # Errors
    /// The storage cannot be written. By default, files cannot be replaced ([`ErrorKind::Unsupported`]).
    fn replace(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let _ = (name, bytes);
        Err(ErrorKind::Unsupported.into())
    }

    /// Prepares the storage for a writer, so that one that cannot be written is found before there is work to lose.
    ///
    /// # Errors
    /// The storage cannot be written.
    fn prepare(&self) -> io::Result<()> {
        Ok(())
    }
}

impl<S: Storage + ?Sized> Storage for Box<S> {
    fn address(&self) -> String {
        (**self).address()
    }

    fn list(&self, prefix: &str) -> io::Result<Vec<Stored>> {
        (**self).list(prefix)
    }

    fn get_range(&self, name: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        (**self).get_range(name, range)
    }

    fn put_if_absent(&self, name: &str, bytes: &[u8]) -> io::Result<bool> {
        (**self).put_if_absent(name, bytes)
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        (**self).replace(name, bytes)
    }

    fn prepare(&self) -> io::Result<()> {
        (**self).prepare()
    }
}

/// A file of a storage.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stored {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
}

/// A folder as a storage, as on a network share.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// A storage in a folder, which is created when a file is written.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The path of a file; names must stay inside the folder.
    fn path(&self, name: &str) -> io::Result<PathBuf> {
        let is_plain = |part| matches!(part, Component::Normal(_));
        let path = Path::new(name);
        if name.is_empty() || !path.components().all(is_plain) {
            let message = format!("`{name}`: not the name of a file");
            return Err(io::Error::new(ErrorKind::InvalidInput, message));
        }
        Ok(self.root.join(path))
    }

    /// A file with these bytes in the folder of a path, still without that name.
    fn written(&self, path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".new-");
        // The default permissions of a temporary file exclude other users; use those of any new file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    }
}

impl Storage for Folder {
    fn address(&self) -> String {
        self.root.display().to_string()
    }

    fn list(&self, prefix: &str) -> io::Result<Vec<Stored>> {
        let mut files = Vec::new();
        let mut folders = vec![(self.root.clone(), String::new())];
        while let Some((folder, above)) = folders.pop() {
            let entries = match fs::read_dir(&folder) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                read => read?,
            };
            for entry in entries {
                let entry = entry?;
                let Some(own) = entry.file_name().to_str().map(str::to_owned) else {
                    continue;
                };
                // Files being written have a hidden name.
                if own.starts_with('.') {
                    continue;
                }
                let name = format!("{above}{own}");
                if entry.file_type()?.is_dir() {
                    let name = name + "/";
                    if name.starts_with(prefix) || prefix.starts_with(&name) {
                        folders.push((entry.path(), name));
                    }
                } else if name.starts_with(prefix) {
                    let bytes = entry.metadata()?.len();
                    files.push(Stored { name, bytes });
                }
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    fn get_range(&self, name: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        let mut file = File::open(self.path(name)?)?;
        let length = range.end.saturating_sub(range.start);
        // Do not allocate memory for bytes beyond the end.
        if range.end > file.metadata()?.len() {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        file.seek(SeekFrom::Start(range.start))?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn put_if_absent(&self, name: &str, bytes: &[u8]) -> io::Result<bool> {
        let path = self.path(name)?;
        if path.try_exists()? {
            return Ok(false);
        }
        let file = self.written(&path, bytes)?;
        match file.persist_noclobber(&path) {
            Ok(_) => Ok(true),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error.error),
        }
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(name)?;
        let persisted = self.written(&path, bytes)?.persist(&path);
        persisted.map(drop).map_err(|error| error.error)
    }

    fn prepare(&self) -> io::Result<()> {
        // The folder is created with its first file.
        let root = std::path::absolute(&self.root)?;
        let there = root.ancestors().find(|folder| folder.exists());
        tempfile::tempfile_in(there.unwrap_or(&root)).map(drop)
    }
}
