use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Puts `bytes` in the place of the content of a file: the old content, or the new, never half of
/// it. Permissions stay; a link stays a link, and what it leads to is replaced.
///
/// A file that may not be written is left alone, although its folder would allow it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only",
        ));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut new = tempfile::Builder::new()
        .prefix(".kifu-")
        .tempfile_in(folder)?;
    new.write_all(bytes)?;
    new.as_file().set_permissions(permissions)?;
    new.as_file().sync_all()?;
    new.persist(&path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::replace;

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
