//! Paths that do not depend on the current folder.

use std::path::{Path, PathBuf};

use kifu_batch::name_of;

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

/// The way from a folder to a file, with `..` for each folder to leave, and with `/` between names. Both paths are
/// absolute.
pub(crate) fn from_folder(folder: &Path, path: &Path) -> String {
    let common = folder
        .components()
        .zip(path.components())
        .take_while(|(one, other)| one == other)
        .count();
    // On another drive.
    if common == 0 {
        return name_of(path).into_owned();
    }
    let up = folder.components().skip(common).map(|_| "..".to_owned());
    let down = path.components().skip(common);
    let down = down.map(|part| name_of(part.as_ref()).into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::from_folder;

    #[test]
    fn a_way_leads_down_and_up() {
        for (folder, path, way) in [
            ("/a", "/a/b.sgf", "b.sgf"),
            ("/a", "/a/c/b.sgf", "c/b.sgf"),
            ("/a/c/d", "/a/e/b.sgf", "../../e/b.sgf"),
            ("/", "/b.sgf", "b.sgf"),
            ("/a", "/ab/c.sgf", "../ab/c.sgf"),
        ] {
            let found = from_folder(Path::new(folder), Path::new(path));
            assert_eq!(found, way, "{folder} {path}");
        }
    }
}
