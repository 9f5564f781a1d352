use std::fs;
use std::io::{self, BufRead as _, ErrorKind, Write as _};
use std::path::Path;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// How much of a file is compared at a time.
const CHUNK: usize = 256 * 1024;

/// Shared by all who write a file, and taken alone by who ends the program.
static WRITING: RwLock<()> = RwLock::new(());

/// To be held while a temporary file is there.
pub(crate) fn writing() -> RwLockReadGuard<'static, ()> {
    WRITING.read().unwrap_or_else(PoisonError::into_inner)
}

/// To be held by who ends the program: waits until those files are whole that are being written.
pub(crate) fn all_written() -> RwLockWriteGuard<'static, ()> {
    WRITING.write().unwrap_or_else(PoisonError::into_inner)
}

/// What is said of a file that was replaced and bears other names, which belong to the old content.
const CUT: &str = "its other names (hard links) keep what it was";

/// What is said of a file that was replaced and had more than a content and permissions.
const BARE: &str = "its extended attributes and access lists could not be kept";

/// The same of a file to which both happened.
const CUT_AND_BARE: &str = "its other names (hard links) keep what it was, and its extended attributes and access lists \
                            could not be kept";

/// Puts `bytes` in the place of the content of a file: the old content, or the new, never half of
/// it. Permissions and extended attributes stay, and owner and group where the system lets us give them; a link stays
/// a link, and what it leads to is replaced. Other names of the same file (hard links) keep the old content: they may
/// be what somebody keeps it by.
///
/// A file that may not be written is left alone, although its folder would allow it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_if(path, bytes, |_| Ok(())).map(drop)
}

/// The same for a file of which the content was `old` when it was read: nothing is written if somebody else
/// has changed it meanwhile. Gives what is to be said of it, if anything.
pub(crate) fn replace_unless_changed(
    path: &Path,
    old: &[u8],
    bytes: &[u8],
) -> io::Result<Option<&'static str>> {
    replace_if(path, bytes, |path| ensure_unchanged(path, old))
}

/// Passes a file that is what it was when it was read.
pub(crate) fn ensure_unchanged(path: &Path, old: &[u8]) -> io::Result<()> {
    if holds(path, old).unwrap_or(false) {
        return Ok(());
    }
    Err(io::Error::other(
        "left as it is: somebody else has changed it meanwhile",
    ))
}

/// Whether the content of a file is `bytes`. It is not held in memory.
fn holds(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let mut file = io::BufReader::with_capacity(CHUNK, fs::File::open(path)?);
    let mut left = bytes;
    loop {
        let chunk = file.fill_buf()?;
        if chunk.is_empty() {
            return Ok(left.is_empty());
        }
        let Some(behind) = left.strip_prefix(chunk) else {
            return Ok(false);
        };
        left = behind;
        let length = chunk.len();
        file.consume(length);
    }
}

/// What is said of a file that may not be written.
pub(crate) const READ_ONLY: &str = "the file is read-only; make it writable, or work on a copy";

/// Replaces the content if the file still passes when all is ready. Gives what is to be said of it.
fn replace_if(
    path: &Path,
    bytes: &[u8],
    passes: impl Fn(&Path) -> io::Result<()>,
) -> io::Result<Option<&'static str>> {
    let path = fs::canonicalize(path)?;
    let found = fs::metadata(&path)?;
    if found.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, READ_ONLY));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let _writing = writing();
    let mut new = tempfile::Builder::new()
        .prefix(".kifu-")
        .tempfile_in(folder)
        .map_err(|error| unmade(&error))?;
    // Errors of the file itself do not name it.
    new.as_file_mut().write_all(bytes)?;
    make_like(new.as_file(), &found)?;
    let has_attributes = copy_attributes(&path, new.as_file());
    new.as_file().sync_all()?;
    passes(&path)?;
    new.persist(&path)?;
    let has_other_names = has_other_names(&found);
    Ok(match (has_attributes, has_other_names) {
        (Ok(()), false) => None,
        (Ok(()), true) => Some(CUT),
        (Err(_), false) => Some(BARE),
        (Err(_), true) => Some(CUT_AND_BARE),
    })
}

/// What is said where a folder takes no new file: nobody knows the name of the temporary one.
pub(crate) fn unmade(error: &io::Error) -> io::Error {
    let kind = error.kind();
    let advice = match kind {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "; make the folder writable, or work on a copy"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "; make room on the disk",
        _ => "",
    };
    io::Error::new(
        kind,
        format!("no new file can be made in its folder: {kind}{advice}"),
    )
}

/// Gives a new file the permissions of the one that it replaces, and its owner and group where the system
/// lets us.
fn make_like(new: &fs::File, found: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};

        let own = new.metadata()?;
        // That one of them is not allowed is no reason to leave the content as it is: who may not give a
        // file away may still give it to a group.
        if own.uid() != found.uid() {
            let _ = fchown(new, Some(found.uid()), None);
        }
        if own.gid() != found.gid() {
            let _ = fchown(new, None, Some(found.gid()));
        }
    }
    // Behind the owner: a new one costs some of them.
    new.set_permissions(found.permissions())
}

/// Gives a new file the extended attributes of the one that it replaces, access lists among them.
#[cfg(unix)]
fn copy_attributes(from: &Path, to: &fs::File) -> io::Result<()> {
    use xattr::FileExt as _;

    let names = match xattr::list(from) {
        Ok(names) => names,
        // Not every file system has any.
        Err(error) if error.kind() == ErrorKind::Unsupported => return Ok(()),
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
        // What the system keeps for itself nobody misses.
        let is_own = name
            .to_str()
            .is_some_and(|name| name.starts_with("security.") || name.starts_with("trusted."));
        if !is_own {
            // One that cannot be kept does not keep the others from it.
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

/// Writes a file that may be there or not: all of it, or nothing. Pipes and devices are written to.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => return replace(path, bytes),
        Ok(_) => return fs::write(path, bytes),
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Err(_) => {}
    }
    let mut new = NewFile::in_folder(folder_of(path))?;
    new.file().write_all(bytes)?;
    new.overwrite(path)
}

/// A file under way: nobody sees it before it is whole, and Ctrl-C waits for it.
#[derive(Debug)]
pub(crate) struct NewFile {
    file: tempfile::NamedTempFile,
    /// Dropped behind the file, which is gone or has its name then.
    _writing: RwLockReadGuard<'static, ()>,
}

impl NewFile {
    /// A file that will lie in `folder`, which is there.
    pub(crate) fn in_folder(folder: &Path) -> io::Result<Self> {
        // Said of the folder itself: nobody knows the name of the temporary file.
        fs::metadata(folder)?;
        let writing = writing();
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kifu-");
        // Others may read it as far as the user lets them, as with any new file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(Self {
            file: builder
                .tempfile_in(folder)
                .map_err(|error| unmade(&error))?,
            _writing: writing,
        })
    }

    /// What is written to it.
    pub(crate) fn file(&mut self) -> &mut fs::File {
        self.file.as_file_mut()
    }

    /// Gives it its name; one that is taken stays what it is.
    pub(crate) fn create(self, path: &Path) -> io::Result<()> {
        self.file.persist_noclobber(path)?;
        Ok(())
    }

    /// Gives it its name, in the place of what bears it.
    pub(crate) fn overwrite(self, path: &Path) -> io::Result<()> {
        self.file.persist(path)?;
        Ok(())
    }
}

/// Gives what stands in a file without a name the name `path`, whole or not at all. Pipes and devices
/// are written to; a link stays a link, and permissions and owner stay what they are, as with [`replace`].
pub(crate) fn name_file(file: &mut fs::File, path: &Path, overwrite: bool) -> io::Result<()> {
    let found = fs::metadata(path).ok().filter(|_| overwrite);
    let Some(found) = found else {
        let mut named = NewFile::in_folder(folder_of(path))?;
        io::copy(file, named.file())?;
        return named.create(path);
    };
    if !found.is_file() {
        let mut device = fs::OpenOptions::new().write(true).open(path)?;
        io::copy(file, &mut device)?;
        return Ok(());
    }
    let path = fs::canonicalize(path)?;
    let mut named = NewFile::in_folder(folder_of(&path))?;
    io::copy(file, named.file())?;
    make_like(named.file(), &found)?;
    named.overwrite(&path)
}

/// Writes a file that is not there yet: all of it, or nothing. One that is there stays what it is.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(io::Error::from(ErrorKind::AlreadyExists));
    }
    let mut new = NewFile::in_folder(folder_of(path))?;
    new.file().write_all(bytes)?;
    new.create(path)
}

/// Passes a path that nothing bears yet, and any if it may be overwritten.
pub(crate) fn ensure_free(path: &Path, overwrite: bool) -> anyhow::Result<()> {
    anyhow::ensure!(
        overwrite || fs::symlink_metadata(path).is_err(),
        "{}: there is a file of this name; give another, or `--overwrite`",
        path.display()
    );
    Ok(())
}

/// Writes a new file: all of it, or nothing. One that is there stays what it is, unless it may be
/// overwritten.
pub(crate) fn write_new(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<()> {
    if overwrite {
        write(path, bytes)
    } else {
        create(path, bytes)
    }
}

/// The folder that a path leads to.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| *folder != Path::new(""))
        .unwrap_or(Path::new("."))
}

/// Keeps what a file is in a copy beside it, with `.bak` behind its name.
pub(crate) fn back_up(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut copy = path.as_os_str().to_owned();
    copy.push(".bak");
    write(Path::new(&copy), bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{NewFile, back_up, create, replace, replace_unless_changed, write};

    #[test]
    fn what_somebody_else_has_changed_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, "(;)").unwrap();
        replace_unless_changed(&path, b"(;)", b"(;B[aa])").unwrap();
        let error = replace_unless_changed(&path, b"(;)", b"(;B[bb])").unwrap_err();
        assert!(error.to_string().contains("somebody else"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"(;B[aa])");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        // One that is gone is not made anew.
        fs::remove_file(&path).unwrap();
        assert!(replace_unless_changed(&path, b"(;B[aa])", b"(;)").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_new_file_is_like_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let (usual, path) = (folder.path().join("usual"), folder.path().join("new"));
        fs::write(&usual, "").unwrap();
        write(&path, b"one").unwrap();
        let permissions = |path| fs::metadata(path).unwrap().permissions();
        assert_eq!(permissions(&path), permissions(&usual));
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        let error = write(&folder.path().join("missing/new"), b"").unwrap_err();
        assert!(!error.to_string().contains(".kifu-"), "{error}");
        let error = NewFile::in_folder(&path).unwrap_err().to_string();
        assert!(
            error.contains("its folder") && !error.contains(".kifu-"),
            "{error}"
        );
    }

    #[test]
    fn what_is_there_is_not_created_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        create(&path, b"one").unwrap();
        let error = create(&path, b"two").unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
        let mut new = NewFile::in_folder(folder.path()).unwrap();
        std::io::Write::write_all(new.file(), b"three").unwrap();
        assert!(new.create(&path).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_copy_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, "(;)").unwrap();
        back_up(&path, b"(;)").unwrap();
        replace(&path, b"(;B[aa])").unwrap();
        let copy = folder.path().join("game.sgf.bak");
        assert_eq!(fs::read(&copy).unwrap(), b"(;)");
        // One that may not be written stays.
        let mut permissions = fs::metadata(&copy).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&copy, permissions).unwrap();
        assert!(back_up(&path, b"(;B[aa])").is_err());
        assert_eq!(fs::read(&copy).unwrap(), b"(;)");
    }

    #[test]
    fn the_content_changes_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, "(;)").unwrap();
        let before = fs::metadata(&path).unwrap().permissions();
        replace(&path, b"(;B[aa])").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"(;B[aa])");
        assert_eq!(fs::metadata(&path).unwrap().permissions(), before);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_read_only_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, "(;)").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert!(replace(&path, b"").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"(;)");
    }

    #[cfg(unix)]
    #[test]
    fn owner_and_group_stay() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, "(;)").unwrap();
        if chown(&path, Some(4321), Some(1234)).is_err() {
            kifu_testkit::skip("this user may not give files away");
            return;
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o4640)).unwrap();
        replace(&path, b"(;B[aa])").unwrap();
        let found = fs::metadata(&path).unwrap();
        assert_eq!((found.uid(), found.gid()), (4321, 1234));
        assert_eq!(found.mode() & 0o7777, 0o4640);
    }

    #[cfg(unix)]
    #[test]
    fn extended_attributes_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        fs::write(&path, "(;)").unwrap();
        if xattr::set(&path, "user.source", b"a book").is_err() {
            kifu_testkit::skip("there are no extended attributes here");
            return;
        }
        let note = replace_unless_changed(&path, b"(;)", b"(;C[x])").unwrap();
        assert_eq!(note, None);
        let value = xattr::get(&path, "user.source").unwrap();
        assert_eq!(value.as_deref(), Some(&b"a book"[..]));
    }

    #[cfg(unix)]
    #[test]
    fn other_names_keep_the_old_content() {
        let folder = tempfile::tempdir().unwrap();
        let (path, kept) = (folder.path().join("game.sgf"), folder.path().join("kept"));
        fs::write(&path, "(;)").unwrap();
        assert_eq!(
            replace_unless_changed(&path, b"(;)", b"(;C[x])").unwrap(),
            None
        );
        fs::hard_link(&path, &kept).unwrap();
        let note = replace_unless_changed(&path, b"(;C[x])", b"(;C[y])").unwrap();
        assert!(note.unwrap().contains("hard links"));
        assert_eq!(fs::read(&kept).unwrap(), b"(;C[x])");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("game.sgf"), folder.path().join("link"));
        fs::write(&path, "(;)").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace(&link, b"(;C[x])").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"(;C[x])");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
