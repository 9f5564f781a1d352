//! Saving to a file.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::WriteError;
use crate::tree::Collection;

impl Collection {
    /// Saves the collection to a file in the style [`Preserve`](super::Style::Preserve).
    ///
    /// An existing file is replaced atomically: it always has either the old bytes or the new ones. Its permissions
    /// are kept. Through a symbolic link, the file that it leads to is written. A pipe or a device is written to.
    ///
    /// # Errors
    /// [`WriteError::Unencodable`], [`WriteError::Misread`]; [`WriteError::Io`] with the path.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), WriteError> {
        Ok(save_bytes(path, &self.to_bytes()?)?)
    }
}

/// Writes the bytes of a file, and replaces an existing file as [`Collection::save`] does.
///
/// # Errors
/// The error of the file system, with the path.
pub fn save_bytes(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    let path = path.as_ref();
    replace(path, bytes).map_err(|error| with_path(path, &error))
}

/// An error of the system, with the path in its message.
pub(crate) fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = target_of(path)?;
    let found = fs::metadata(&target).ok();
    if found.as_ref().is_some_and(|found| !found.is_file()) {
        // A pipe or a device has no old content to keep.
        let mut device = File::options().write(true).open(&target)?;
        return device.write_all(bytes);
    }
    let (mut file, temporary) = create_beside(&target)?;
    let written = (|| {
        if let Some(found) = found {
            file.set_permissions(found.permissions())?;
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

/// The file to write: through symbolic links the file they lead to, even if it does not exist yet.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    const LINKS: u32 = 40;
    if let Ok(target) = fs::canonicalize(path) {
        return Ok(target);
    }
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        let Ok(link) = fs::read_link(&target) else {
            return Ok(target);
        };
        // A relative link starts from the folder of the link; an absolute one replaces the whole path.
        target.pop();
        target.push(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A new file in the folder of `target`.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    const TRIES: u32 = 100;
    if target.file_name().is_none() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a file name",
        ));
    }
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..TRIES {
        // Independent of the name of the target, which may have the greatest length allowed.
        let hidden = format!(".kifu-{}-{number}.tmp", std::process::id());
        let temporary = target.with_file_name(hidden);
        match File::create_new(&temporary) {
            Ok(file) => return Ok((file, temporary)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{FileTypeExt as _, symlink};

    use super::*;

    /// Runs `test` in a new folder; it leaves no temporary file.
    fn in_folder(name: &str, test: impl FnOnce(&Path)) {
        let folder = std::env::temp_dir().join(format!("kifu-save-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        test(&folder);
        for entry in fs::read_dir(&folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(!name.starts_with(".kifu"), "{name}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_device_and_a_pipe_are_written_to() {
        let collection = Collection::from("(;B[aa])");
        let device = Path::new("/dev/null");
        collection.save(device).unwrap();
        assert!(fs::metadata(device).unwrap().file_type().is_char_device());
        in_folder("pipe", |folder| {
            let pipe = folder.join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status();
            if !made.is_ok_and(|status| status.success()) {
                return;
            }
            let from = pipe.clone();
            let reader = std::thread::spawn(move || fs::read(from).unwrap());
            collection.save(&pipe).unwrap();
            assert_eq!(reader.join().unwrap(), b"(;B[aa])");
            assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        });
    }

    #[test]
    fn the_longest_name_is_saved() {
        in_folder("long", |folder| {
            let path = folder.join("x".repeat(255));
            let collection = Collection::from("(;B[aa])");
            for _ in 0..2 {
                collection.save(&path).unwrap();
                assert_eq!(fs::read(&path).unwrap(), b"(;B[aa])");
            }
        });
    }

    #[test]
    fn a_link_leads_to_a_file_that_does_not_exist_yet() {
        in_folder("link", |folder| {
            let collection = Collection::from("(;B[aa])");
            fs::create_dir(folder.join("below")).unwrap();
            let (first, second) = (folder.join("first"), folder.join("below/second"));
            symlink("below/second", &first).unwrap();
            symlink("new.sgf", &second).unwrap();
            collection.save(&first).unwrap();
            assert_eq!(fs::read(folder.join("below/new.sgf")).unwrap(), b"(;B[aa])");
            assert!(first.is_symlink() && second.is_symlink());
            let circle = folder.join("circle");
            symlink("circle", &circle).unwrap();
            assert!(collection.save(&circle).is_err());
            assert!(circle.is_symlink());
        });
    }

    #[test]
    fn a_folder_is_an_error() {
        in_folder("folder", |folder| {
            let collection = Collection::from("(;B[aa])");
            assert!(collection.save(folder).is_err());
        });
    }
}
