//! The folder to which the paths of source files are relative (`docs/store-format.md`, *paths*).

use std::borrow::Cow;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

/// Most steps up from the folder of the index to a file whose path is stored relative to it.
const STEPS: usize = 2;

/// The folder to which stored paths are relative: that of the index, or where it was when it was written.
///
/// Files near the index move with it. Those farther away are stored by their absolute paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Root {
    folder: PathBuf,
    /// The folder and those above it, up to [`STEPS`] steps.
    above: Vec<PathBuf>,
}

impl Root {
    /// A root, by its absolute path.
    pub(crate) fn new(folder: &Path) -> Arc<Self> {
        // The root of the file system has no files that move with an index.
        let above = folder.ancestors().filter(|above| above.parent().is_some());
        Arc::new(Self {
            folder: folder.to_owned(),
            above: above.take(STEPS + 1).map(Path::to_owned).collect(),
        })
    }

    /// The root of an index in `folder` that was written in `written`: `folder` if some of its files, by their stored
    /// paths, are there.
    pub(crate) fn of(
        folder: &Path,
        written: Option<&str>,
        files: impl FnOnce() -> Vec<String>,
    ) -> Arc<Self> {
        let absolute = dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let here = Self::new(&absolute);
        let Some(written) = written
            .map(Path::new)
            .filter(|written| **written != absolute)
        else {
            return here;
        };
        let is_there = |path: &String| {
            let found = here.absolute(path);
            matches!(found, Cow::Owned(_)) && Path::new(&*found).exists()
        };
        let files = files();
        if files.is_empty() || files.iter().any(is_there) {
            here
        } else {
            Self::new(written)
        }
    }

    /// The folder as text; `None` if it is not UTF-8.
    pub(crate) fn text(&self) -> Option<String> {
        Some(self.folder.to_str()?.to_owned())
    }

    /// The path of a file, from its stored path. Those that begin with `./` or `../` are relative to the root.
    pub(crate) fn absolute<'p>(&self, stored: &'p str) -> Cow<'p, str> {
        let (mut rest, mut steps) = (stored, 0);
        if let Some(next) = stored.strip_prefix("./") {
            rest = next;
        } else {
            while let Some(next) = rest.strip_prefix("../") {
                (rest, steps) = (next, steps + 1);
            }
            if steps == 0 {
                return stored.into();
            }
        }
        let folder = self.above.get(steps).and_then(|above| above.to_str());
        match folder {
            Some(folder) => format!("{folder}{MAIN_SEPARATOR}{}", exchanged(rest)).into(),
            None => stored.into(),
        }
    }

    /// The path of a file as it is stored.
    pub(crate) fn stored<'p>(&self, path: &'p str) -> Cow<'p, str> {
        for (steps, above) in self.above.iter().enumerate() {
            let Some(rest) = above.to_str().and_then(|above| path.strip_prefix(above)) else {
                continue;
            };
            let Some(rest) = rest.strip_prefix(std::path::is_separator) else {
                continue;
            };
            // A name such as `..` or an empty one would lead elsewhere when it is read.
            let first = Path::new(rest).components().next();
            if rest.starts_with(std::path::is_separator)
                || !matches!(first, Some(Component::Normal(_)))
            {
                return path.into();
            }
            let up = match steps {
                0 => "./".to_owned(),
                steps => "../".repeat(steps),
            };
            return format!("{up}{}", exchanged(rest)).into();
        }
        path.into()
    }
}

/// A path of this system in its stored form, or back: on Windows slashes and backslashes are exchanged. A path there has a
/// slash between an archive and a name in it, so that both signs have to come back.
fn exchanged(path: &str) -> Cow<'_, str> {
    if !cfg!(windows) {
        return path.into();
    }
    let chars = path.chars().map(|char| match char {
        '/' => '\\',
        '\\' => '/',
        other => other,
    });
    chars.collect()
}

#[cfg(test)]
mod tests {
    use super::Root;
    use std::path::Path;

    #[cfg(windows)]
    #[test]
    fn paths_near_the_index_are_relative() {
        let root = Root::new(Path::new(r"C:\data\go\games.kifu"));
        for (path, stored) in [
            (r"C:\data\go\games.kifu\a.sgf", "./a.sgf"),
            (r"C:\data\a\b.sgf", "../../a/b.sgf"),
            (r"C:\data\go\b.zip/in/c.sgf", r"../b.zip\in\c.sgf"),
            (r"D:\a.sgf", r"D:\a.sgf"),
        ] {
            assert_eq!(root.stored(path), stored);
            assert_eq!(root.absolute(stored), path);
        }
    }

    #[cfg(unix)]
    #[test]
    fn paths_near_the_index_are_relative() {
        let root = Root::new(Path::new("/data/go/games.kifu"));
        for (path, stored) in [
            ("/data/go/games.kifu/a.sgf", "./a.sgf"),
            ("/data/go/a.sgf", "../a.sgf"),
            ("/data/go/games/b.zip/in/c.sgf", "../games/b.zip/in/c.sgf"),
            ("/data/a/b.sgf", "../../a/b.sgf"),
            ("/data/go/games.kifu.old/a.sgf", "../games.kifu.old/a.sgf"),
            ("/database/a.sgf", "/database/a.sgf"),
            ("/other/a.sgf", "/other/a.sgf"),
            ("a.zip/1.sgf", "a.zip/1.sgf"),
            ("/data/go//a.sgf", "/data/go//a.sgf"),
            ("/data/go/../a.sgf", "/data/go/../a.sgf"),
            ("/data/go/", "/data/go/"),
            ("/data/go/./a.sgf", "/data/go/./a.sgf"),
            ("/data/go/\u{e9}\\.sgf", "../\u{e9}\\.sgf"),
        ] {
            assert_eq!(root.stored(path), stored);
            assert_eq!(root.absolute(stored), path);
        }
        let other = Root::new(Path::new("/new/place/games.kifu"));
        assert_eq!(other.absolute("../../a/b.sgf"), "/new/a/b.sgf");
        // Near the root of the file system no path is relative.
        let high = Root::new(Path::new("/games.kifu"));
        assert_eq!(high.stored("/a.sgf"), "/a.sgf");
        assert_eq!(high.absolute("../a.sgf"), "../a.sgf");
    }

    #[cfg(unix)]
    #[test]
    fn files_decide_whether_an_index_moved_with_them() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let index = folder.join("games.kifu");
        std::fs::create_dir(&index).unwrap();
        let files = ["../a.sgf".to_owned(), "/elsewhere/b.sgf".to_owned()];
        let of =
            |files: &[String]| Root::of(&index, Some("/old/games.kifu"), || files.to_vec()).text();
        assert_eq!(of(&files).as_deref(), Some("/old/games.kifu"));
        std::fs::write(folder.join("a.sgf"), "").unwrap();
        assert_eq!(of(&files).as_deref(), index.to_str());
        assert_eq!(of(&files[1..]).as_deref(), Some("/old/games.kifu"));
        assert_eq!(of(&[]).as_deref(), index.to_str());
        assert_eq!(
            Root::of(&index, None, || files.to_vec()).text().as_deref(),
            index.to_str()
        );
    }
}
