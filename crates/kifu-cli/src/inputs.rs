//! What to read: files, folders, standard input.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::anyhow;
use clap::Args;
use ignore::{DirEntry, WalkBuilder};

/// Endings of the names of game records: `sgf`, and `mgt` of the first programs.
const EXTENSIONS: [&str; 2] = ["sgf", "mgt"];

/// What to read
#[derive(Args, Clone, Debug)]
pub(crate) struct Inputs {
    /// Files, folders with all they hold, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Leave out what `.gitignore`, `.ignore` and the like name, and hidden files
    #[arg(long)]
    gitignore: bool,

    /// Follow symbolic links in folders
    #[arg(long)]
    follow: bool,

    /// Read every file of a folder, not only `.sgf` and `.mgt`
    #[arg(long)]
    all: bool,
}

/// One thing to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    File(PathBuf),
    Stdin,
}

impl Input {
    /// What people call it.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        match self {
            Self::File(path) => path.to_string_lossy(),
            Self::Stdin => "<stdin>".into(),
        }
    }

    /// All bytes of it.
    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        match self {
            Self::File(path) => fs::read(path),
            Self::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }

    /// Its bytes as a stream.
    pub(crate) fn open(&self) -> io::Result<Box<dyn Read>> {
        Ok(match self {
            Self::File(path) => Box::new(fs::File::open(path)?),
            Self::Stdin => Box::new(io::stdin().lock()),
        })
    }
}

impl Inputs {
    /// Whether there may be more than one input, so that it must be said which is which.
    pub(crate) fn may_be_many(&self) -> bool {
        self.paths.len() > 1 || self.paths.iter().any(|path| path.is_dir())
    }

    /// Whether standard input is all there is.
    pub(crate) fn is_only_stdin(&self) -> bool {
        self.paths.iter().all(|path| path.as_os_str() == "-")
    }

    /// Everything to read, found on the way: the paths in the order they were given, folders sorted
    /// by name. What cannot be read is an item too, and the rest goes on.
    pub(crate) fn iter(&self) -> impl Iterator<Item = anyhow::Result<Input>> + '_ {
        self.paths.iter().flat_map(|path| self.of_path(path))
    }

    fn of_path(&self, path: &Path) -> Box<dyn Iterator<Item = anyhow::Result<Input>> + '_> {
        if path.as_os_str() == "-" {
            return Box::new(std::iter::once(Ok(Input::Stdin)));
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Box::new(self.of_folder(path)),
            Ok(_) => Box::new(std::iter::once(Ok(Input::File(path.to_owned())))),
            Err(error) => {
                let error = anyhow!("{}: {error}", path.display());
                Box::new(std::iter::once(Err(error)))
            }
        }
    }

    fn of_folder(&self, folder: &Path) -> impl Iterator<Item = anyhow::Result<Input>> + use<> {
        let mut walk = WalkBuilder::new(folder);
        walk.standard_filters(self.gitignore)
            .require_git(false)
            .follow_links(self.follow)
            .sort_by_file_name(Ord::cmp);
        if self.follow {
            // Each folder once: links may lead to it in more ways than anyone can wait for.
            let seen = Mutex::new(HashSet::new());
            walk.filter_entry(move |entry| is_new(entry, &seen));
        }
        let all = self.all;
        walk.build().filter_map(move |entry| match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                (is_file && (all || is_record(entry.path())))
                    .then(|| Ok(Input::File(entry.into_path())))
            }
            Err(error) if is_loop(&error) => None,
            Err(error) => Some(Err(error.into())),
        })
    }
}

/// Whether the name is that of a game record.
fn is_record(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        EXTENSIONS
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

fn is_new(entry: &DirEntry, seen: &Mutex<HashSet<PathBuf>>) -> bool {
    if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return true;
    }
    match (fs::canonicalize(entry.path()), seen.lock()) {
        (Ok(path), Ok(mut seen)) => seen.insert(path),
        _ => true,
    }
}

/// Whether a link leads back to a folder it lies in: all there is to see was seen.
fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithPath { err, .. }
        | ignore::Error::WithDepth { err, .. }
        | ignore::Error::WithLineNumber { err, .. } => is_loop(err),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::is_record;

    #[test]
    fn records_are_known_by_their_names() {
        for name in ["a.sgf", "A.SGF", "b.mgt", "folder/c.Sgf"] {
            assert!(is_record(Path::new(name)), "{name}");
        }
        for name in ["sgf", ".sgf", "a.sgf~", "README.md", "a.sgf.gz"] {
            assert!(!is_record(Path::new(name)), "{name}");
        }
    }
}
