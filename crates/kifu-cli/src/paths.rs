//! Paths that do not depend on the current folder.

use std::path::{Path, PathBuf};

/// The canonical path of a folder; the empty path is the current folder.
pub(crate) fn canonical_folder(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    dunce::canonicalize(folder)
        .or_else(|_| std::path::absolute(folder))
        .unwrap_or_else(|_| folder.to_owned())
}

/// The path of a file from its canonical folder, or, for a file in an archive, from the folder of the archive. A link
/// keeps its name.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let mut folders = path.ancestors().skip(1);
    let folder = folders.find(|folder| folder.is_dir());
    let folder = folder.unwrap_or(Path::new(""));
    let rest = path.strip_prefix(folder).unwrap_or(path);
    canonical_folder(folder).join(rest)
}
