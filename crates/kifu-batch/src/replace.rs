//! Atomic replacement of files: the old content or the new, never half of it.

use std::fs;
use std::io::{self, BufRead as _, ErrorKind as Io, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::error::{Error, ErrorKind};

/// Number of bytes of a file compared at a time.
const CHUNK: usize = 256 * 1024;

/// Shared by all writers; held exclusively to end the program.
static WRITING: RwLock<()> = RwLock::new(());

/// The error that no file can be created, without the name of the temporary file.
fn uncreated(error: &io::Error) -> ErrorKind {
    ErrorKind::Create(error.kind().into())
}

fn writing() -> RwLockReadGuard<'static, ()> {
    WRITING.read().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until every file being written is complete. No other write starts while the guard is held.
///
/// A signal handler holds it before it ends the program, so that no temporary file is left.
pub fn finish_writing() -> RwLockWriteGuard<'static, ()> {
    WRITING.write().unwrap_or_else(PoisonError::into_inner)
}

/// The properties that a replaced file lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostProperties {
    /// The file had other names (hard links), which keep the old content.
    pub links: bool,
    /// Some extended attributes or access lists could not be copied.
    pub attributes: bool,
}

impl LostProperties {
    /// Whether anything was lost.
    #[must_use]
    pub const fn is_any(self) -> bool {
        self.links || self.attributes
    }
}

/// Replaces the content of a file.
///
/// Permissions and extended attributes are kept, and owner and group if the system allows. A link stays a link; its
/// target is replaced. Other names of the file (hard links) keep the old content: they may be a backup.
///
/// # Errors
/// The file or its folder is read-only, or the disk is full. The file is unchanged then.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace_if(path, bytes, |_| Ok(()))
        .map(drop)
        .map_err(Error::of(path))
}

/// Replaces the content of a file if it is still `old`; see [`replace()`]. Returns the lost properties.
///
/// # Errors
/// As for [`replace()`], and if the file has changed since it was read.
pub fn replace_unless_changed(
    path: &Path,
    old: &[u8],
    bytes: &[u8],
) -> Result<LostProperties, Error> {
    replace_if(path, bytes, |path| unchanged(path, old)).map_err(Error::of(path))
}

/// Checks that a file still has the content `old`.
///
/// # Errors
/// It has changed, or cannot be read.
pub fn ensure_unchanged(path: &Path, old: &[u8]) -> Result<(), Error> {
    unchanged(path, old).map_err(Error::of(path))
}

fn unchanged(path: &Path, old: &[u8]) -> Result<(), ErrorKind> {
    if has_content(path, old).unwrap_or(false) {
        return Ok(());
    }
    Err(ErrorKind::Changed)
}

/// Whether the content of a file is `bytes`, without holding it in memory.
fn has_content(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let mut file = io::BufReader::with_capacity(CHUNK, fs::File::open(path)?);
    let mut left = bytes;
    loop {
        let chunk = file.fill_buf()?;
        if chunk.is_empty() {
            return Ok(left.is_empty());
        }
        let Some(after) = left.strip_prefix(chunk) else {
            return Ok(false);
        };
        left = after;
        let length = chunk.len();
        file.consume(length);
    }
}

/// Checks that a file is not read-only.
///
/// # Errors
/// It is read-only, or cannot be found.
pub fn ensure_writable(path: &Path) -> Result<(), Error> {
    let found = fs::metadata(path).map_err(|error| ErrorKind::of_read(path, error));
    match found {
        Ok(found) if found.permissions().readonly() => Err(Error::at(path, ErrorKind::ReadOnly)),
        Ok(_) => Ok(()),
        Err(kind) => Err(Error::at(path, kind)),
    }
}

/// Replaces the content if `passes` accepts the file when the new content is ready.
fn replace_if(
    path: &Path,
    bytes: &[u8],
    passes: impl FnOnce(&Path) -> Result<(), ErrorKind>,
) -> Result<LostProperties, ErrorKind> {
    replace_by(path, |new| new.write_all(bytes), passes)
}

/// Replaces the content by what `fill` writes; see [`replace_if`].
fn replace_by(
    path: &Path,
    fill: impl FnOnce(&mut fs::File) -> io::Result<()>,
    passes: impl FnOnce(&Path) -> Result<(), ErrorKind>,
) -> Result<LostProperties, ErrorKind> {
    let path = dunce::canonicalize(path).map_err(|error| ErrorKind::of_read(path, error))?;
    let found = fs::metadata(&path).map_err(ErrorKind::Write)?;
    if found.permissions().readonly() {
        return Err(ErrorKind::ReadOnly);
    }
    let _writing = writing();
    let mut new = tempfile::Builder::new()
        .prefix(".kifu-")
        .tempfile_in(folder_of(&path))
        .map_err(|error| uncreated(&error))?;
    let write = || {
        // Errors of the file itself do not name it.
        fill(new.as_file_mut())?;
        make_like(new.as_file(), &found)?;
        let attributes = copy_attributes(&path, new.as_file()).is_err();
        new.as_file().sync_all()?;
        io::Result::Ok(attributes)
    };
    let attributes = write().map_err(ErrorKind::Write)?;
    passes(&path)?;
    let persisted = new.persist(&path);
    persisted.map_err(|error| ErrorKind::Write(error.error))?;
    Ok(LostProperties {
        links: has_other_names(&found),
        attributes,
    })
}

/// Gives a new file the permissions of the old one, and its owner and group if the system allows.
fn make_like(new: &fs::File, found: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};

        let own = new.metadata()?;
        // A user who may not change the owner may still change the group.
        if own.uid() != found.uid() {
            let _ = fchown(new, Some(found.uid()), None);
        }
        if own.gid() != found.gid() {
            let _ = fchown(new, None, Some(found.gid()));
        }
    }
    // After the owner, because changing it clears some permissions.
    new.set_permissions(found.permissions())
}

/// Copies extended attributes, access lists among them.
#[cfg(unix)]
fn copy_attributes(from: &Path, to: &fs::File) -> io::Result<()> {
    use xattr::FileExt as _;

    let names = match xattr::list(from) {
        Ok(names) => names,
        // Not every file system supports them.
        Err(error) if error.kind() == Io::Unsupported => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut all = Ok(());
    for name in names {
        let copied = xattr::get(from, &name).and_then(|value| match value {
            Some(value) if to.get_xattr(&name)?.as_ref() != Some(&value) => {
                to.set_xattr(&name, &value)
            }
            _ => Ok(()),
        });
        // Attributes of the system itself are not the user's.
        let is_own = name
            .to_str()
            .is_some_and(|name| name.starts_with("security.") || name.starts_with("trusted."));
        if !is_own {
            // One failure does not stop the others.
            all = all.and(copied);
        }
    }
    all
}

#[cfg(not(unix))]
fn copy_attributes(_: &Path, _: &fs::File) -> io::Result<()> {
    Ok(())
}

/// Whether a file has more than one name.
fn has_other_names(found: &fs::Metadata) -> bool {
    #[cfg(unix)]
    let names = std::os::unix::fs::MetadataExt::nlink(found);
    #[cfg(not(unix))]
    let names = u64::from(found.is_file());
    names > 1
}

/// Writes a file that may exist: all of it or nothing. Pipes and devices are written to.
///
/// # Errors
/// The file or its folder is read-only, or the disk is full. An existing file is unchanged then.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => return replace(path, bytes),
        Ok(_) => {
            return fs::write(path, bytes)
                .map_err(ErrorKind::Write)
                .map_err(Error::of(path));
        }
        Err(error) if error.kind() != Io::NotFound => {
            return Err(Error::at(path, ErrorKind::Write(error)));
        }
        Err(_) => {}
    }
    let write = || {
        let mut new = NewFile::in_folder(folder_of(path))?;
        new.file().write_all(bytes).map_err(ErrorKind::Write)?;
        new.overwrite(path)
    };
    write().map_err(Error::of(path))
}

/// A file without its final name yet: no reader sees it before it is complete.
#[derive(Debug)]
struct NewFile {
    file: tempfile::NamedTempFile,
    /// Dropped after the file, which is gone or has its name by then.
    _writing: RwLockReadGuard<'static, ()>,
}

impl NewFile {
    /// A new file in an existing folder.
    fn in_folder(folder: &Path) -> Result<Self, ErrorKind> {
        let writing = writing();
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kifu-");
        // The user's mask applies, as to any new file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(|error| {
            // The error of a missing folder would name the temporary file.
            let missing = fs::metadata(folder).err();
            uncreated(&missing.unwrap_or(error))
        })?;
        Ok(Self {
            file,
            _writing: writing,
        })
    }

    fn file(&mut self) -> &mut fs::File {
        self.file.as_file_mut()
    }

    /// Gives the file its final name, unless the name is taken.
    fn create(self, path: &Path) -> Result<(), ErrorKind> {
        match self.file.persist_noclobber(path) {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == Io::AlreadyExists => Err(ErrorKind::Exists),
            Err(error) => Err(ErrorKind::Write(error.error)),
        }
    }

    /// Gives the file its final name, and replaces any file of that name.
    fn overwrite(self, path: &Path) -> Result<(), ErrorKind> {
        let persisted = self.file.persist(path);
        persisted
            .map(drop)
            .map_err(|error| ErrorKind::Write(error.error))
    }
}

/// A file without a name, on the disk of `path`: nothing remains of it if the work is interrupted.
///
/// # Errors
/// The folder of `path` does not exist or is read-only.
pub fn unnamed(path: &Path) -> Result<fs::File, Error> {
    let file = tempfile::tempfile_in(folder_of(path));
    file.map_err(|error| uncreated(&error))
        .map_err(Error::of(path))
}

/// Copies a file without a name to `path`, all or nothing; see [`replace()`] for the kept properties of an existing
/// file. Pipes and devices are written to.
///
/// # Errors
/// The file exists and `overwrite` is false, or it cannot be written.
pub fn name_file(file: &mut fs::File, path: &Path, overwrite: bool) -> Result<(), Error> {
    let mut copy = || {
        let found = fs::metadata(path).ok().filter(|_| overwrite);
        let Some(found) = found else {
            let mut named = NewFile::in_folder(folder_of(path))?;
            io::copy(file, named.file()).map_err(ErrorKind::Write)?;
            // A link that leads nowhere is replaced, as by `write`.
            return if overwrite {
                named.overwrite(path)
            } else {
                named.create(path)
            };
        };
        if !found.is_file() {
            let device = fs::OpenOptions::new().write(true).open(path);
            return device
                .and_then(|mut device| io::copy(file, &mut device))
                .map(drop)
                .map_err(ErrorKind::Write);
        }
        replace_by(path, |new| io::copy(file, new).map(drop), |_| Ok(())).map(drop)
    };
    copy().map_err(Error::of(path))
}

/// Writes a file that does not exist yet, all or nothing.
///
/// # Errors
/// A file of this name exists, or it cannot be written.
pub fn create(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let write = || {
        let mut new = NewFile::in_folder(folder_of(path))?;
        new.file().write_all(bytes).map_err(ErrorKind::Write)?;
        new.create(path)
    };
    write().map_err(Error::of(path))
}

/// Checks that nothing exists at this path, unless it may be overwritten.
///
/// # Errors
/// A file of this name exists; one that may be overwritten is read-only.
pub fn ensure_free(path: &Path, overwrite: bool) -> Result<(), Error> {
    if overwrite && path.is_file() {
        return ensure_writable(path);
    }
    if overwrite || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    Err(Error::at(path, ErrorKind::Exists))
}

/// Writes a file, all or nothing. An existing one is an error unless `overwrite`; pipes and devices are written to.
///
/// # Errors
/// The file exists and `overwrite` is false, or it cannot be written.
pub fn write_new(path: &Path, bytes: &[u8], overwrite: bool) -> Result<(), Error> {
    let is_special = || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    if overwrite || is_special() {
        write(path, bytes)
    } else {
        create(path, bytes)
    }
}

/// The folder that holds a path.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| *folder != Path::new(""))
        .unwrap_or(Path::new("."))
}

/// Writes `bytes` to a copy of the file at `path`, with `.bak` after its name. An existing copy is never changed: if it
/// has other bytes, the new one ends with `.bak.1`, or the next number.
///
/// # Errors
/// The copy cannot be written.
pub fn back_up(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut first = path.as_os_str().to_owned();
    first.push(".bak");
    let mut copy = PathBuf::from(&first);
    let mut number = 0_u64;
    while fs::symlink_metadata(&copy).is_ok() {
        // An unreadable file must not be overwritten either.
        if has_content(&copy, bytes).unwrap_or(false) {
            return Ok(());
        }
        number += 1;
        let mut next = first.clone();
        next.push(format!(".{number}"));
        copy = next.into();
    }
    create(&copy, bytes)
}

#[cfg(test)]
mod tests;
