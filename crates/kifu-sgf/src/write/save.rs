//! Saving to a file.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::WriteError;
use crate::tree::Collection;

impl Collection {
    /// Saves the collection to a file in the style [`Preserve`](super::Style::Preserve).
    ///
    /// An existing file is replaced atomically: it always has either the old bytes or the new ones. Its permissions
    /// are kept.
    ///
    /// # Errors
    /// [`WriteError::Unencodable`], [`WriteError::Misread`]; [`WriteError::Io`] with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        let path = path.as_ref();
        let bytes = self.to_bytes()?;
        replace(path, &bytes).map_err(|error| WriteError::Io(with_path(path, &error)))
    }
}

/// An error of the system, with the path in its message.
pub(crate) fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Through a symbolic link, the file it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (mut file, temporary) = create_beside(&target)?;
    let written = (|| {
        if let Ok(metadata) = fs::metadata(&target) {
            file.set_permissions(metadata.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&temporary, &target)
    })();
    if written.is_err() {
        // The first error counts.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A new file in the folder of `target`.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    const TRIES: u32 = 100;
    let Some(name) = target.file_name() else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a file name",
        ));
    };
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..TRIES {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{number}.tmp", std::process::id()));
        let temporary = target.with_file_name(hidden);
        match File::create_new(&temporary) {
            Ok(file) => return Ok((file, temporary)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}
