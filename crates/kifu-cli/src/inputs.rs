//! What to read: files, folders, archives, standard input.

use std::borrow::Cow;
#[cfg(feature = "database")]
use std::collections::BTreeSet;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use ignore::{DirEntry, WalkBuilder};

use crate::archive;
use crate::members::{Members, Wanted, limited};
use crate::name::of_path;
use crate::pieces::{self, Piece};
use crate::progress;
use crate::unread::{unread, unwalked};

/// Endings of the names of game records: `sgf`, and `mgt` of the first programs.
const EXTENSIONS: [&str; 2] = ["sgf", "mgt"];

/// What to read
#[derive(Args, Clone, Debug)]
pub(crate) struct Inputs {
    /// Files, folders with all they hold, archives (zip, 7z, tar, gz, xz, zst), or `-` for standard
    /// input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Leave out what `.gitignore`, `.ignore` and the like name, and hidden files
    #[arg(long)]
    gitignore: bool,

    /// Follow symbolic links in folders
    #[arg(long)]
    follow: bool,

    /// Read every file of a folder or an archive, not only `.sgf` and `.mgt`
    #[arg(long)]
    all: bool,

    /// How large a file in an archive may be when it is unpacked
    #[arg(long, value_name = "MB", default_value_t = 256)]
    member_limit: u64,
}

/// One thing to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    File(PathBuf),
    Stdin,
    /// A file of an archive.
    Member {
        /// The path of the archive, and the name in it.
        name: String,
        bytes: Vec<u8>,
    },
}

impl Input {
    /// What people call it.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        match self {
            Self::File(path) => of_path(path),
            Self::Stdin => "<stdin>".into(),
            Self::Member { name, .. } => name.into(),
        }
    }

    /// All bytes of it. Those of standard input and of a file of an archive are there once.
    pub(crate) fn read(&mut self) -> io::Result<Vec<u8>> {
        progress::begin_file();
        match self {
            Self::File(path) => {
                let bytes = fs::read(&*path).map_err(|error| unread(path, &error))?;
                progress::count(bytes.len());
                if !gives_once(path) {
                    archive::ensure_unpacked(&bytes)?;
                }
                Ok(bytes)
            }
            Self::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                Ok(bytes)
            }
            Self::Member { bytes, .. } => Ok(std::mem::take(bytes)),
        }
    }

    /// The same, of a game record: a large file without any is refused before it takes memory.
    pub(crate) fn read_record(&mut self) -> io::Result<Vec<u8>> {
        if let Self::File(path) = self {
            pieces::ensure_small_or_signed(path)?;
        }
        self.read()
    }

    /// How much memory an item takes until it is read.
    pub(crate) fn weight(item: &anyhow::Result<Self>) -> usize {
        match item {
            Ok(Self::Member { bytes, .. }) => bytes.len(),
            Ok(Self::File(_) | Self::Stdin) | Err(_) => 0,
        }
    }
}

/// Whether a path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-" || (cfg!(unix) && path.as_os_str() == "/dev/stdin")
}

/// Whether a path gives its bytes once only: standard input, a pipe, a device.
pub(crate) fn gives_once(path: &Path) -> bool {
    is_stdin(path) || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// What was found, before it is opened.
#[derive(Clone, Debug)]
enum Found {
    File(PathBuf),
    Stdin,
    /// An archive, and the name of what is meant in it; all if it is `None`.
    Archive(PathBuf, Option<String>),
}

impl Inputs {
    /// The input that a single path names.
    ///
    /// # Errors
    /// It is an archive of several records, or cannot be read.
    pub(crate) fn one(path: &Path) -> anyhow::Result<Input> {
        let inputs = Self {
            paths: vec![path.to_owned()],
            gitignore: false,
            follow: false,
            all: false,
            member_limit: 256,
        };
        let (archive, only) = match inputs.of_path(path).next() {
            Some(Ok(Found::Archive(archive, only))) => (archive, only),
            Some(Ok(Found::Stdin)) => return Ok(Input::Stdin),
            // That it is a folder, or not there, is said when it is read.
            _ => return Ok(Input::File(path.to_owned())),
        };
        let mut members = inputs.members(archive, only).take(2);
        match (members.next().transpose()?, members.next().transpose()?) {
            (Some(first), None) => Ok(first),
            (Some(first), Some(_)) => bail!(
                "{}: there are several records in it; name one: {}",
                path.display(),
                first.name()
            ),
            _ => bail!("{}: there is no record in it", path.display()),
        }
    }

    /// The same, with every file of a folder or an archive.
    pub(crate) fn with_all(&self) -> Self {
        Self {
            all: true,
            ..self.clone()
        }
    }

    /// Whether every file of a folder was asked for.
    pub(crate) const fn has_all(&self) -> bool {
        self.all
    }

    /// Whether there may be more than one input, so that it must be said which is which.
    pub(crate) fn may_be_many(&self) -> bool {
        self.paths.len() > 1
            || self
                .paths
                .iter()
                .any(|path| path.is_dir() || archive::is_packed(path))
    }

    /// Whether a file may be met twice: by two paths, or by links.
    pub(crate) fn can_repeat(&self) -> bool {
        self.paths.len() > 1 || self.follow
    }

    /// Whether standard input is all there is.
    pub(crate) fn is_only_stdin(&self) -> bool {
        self.paths.iter().all(|path| is_stdin(path))
    }

    /// Whether there is something that can be read once only.
    pub(crate) fn give_once(&self) -> bool {
        self.paths.iter().any(|path| gives_once(path))
    }

    /// Everything to read, found on the way: the paths in the order they were given, folders sorted
    /// by name, archives in their own order. What cannot be read is an item too, and the rest goes on.
    pub(crate) fn iter(&self) -> impl Iterator<Item = anyhow::Result<Input>> + '_ {
        self.found()
            .flat_map(|found| -> Box<dyn Iterator<Item = anyhow::Result<Input>>> {
                match found {
                    Ok(Found::File(path)) => Box::new(std::iter::once(Ok(Input::File(path)))),
                    Ok(Found::Stdin) => Box::new(std::iter::once(Ok(Input::Stdin))),
                    Ok(Found::Archive(path, only)) => Box::new(self.members(path, only)),
                    Err(error) => Box::new(std::iter::once(Err(error))),
                }
            })
    }

    /// The same for those who write, unless they would only show: archives and pipes are refused, each once.
    pub(crate) fn to_write(
        &self,
        only_shows: bool,
    ) -> Box<dyn Iterator<Item = anyhow::Result<Input>> + '_> {
        if only_shows {
            Box::new(self.iter())
        } else {
            Box::new(self.files())
        }
    }

    fn files(&self) -> impl Iterator<Item = anyhow::Result<Input>> + '_ {
        self.found().map(|found| match found? {
            Found::File(path) if gives_once(&path) => Err(anyhow!(
                "{}: it is a pipe or a device, and not rewritten; give `-`, and it as standard input",
                path.display()
            )),
            Found::File(path) => Ok(Input::File(path)),
            Found::Stdin => Ok(Input::Stdin),
            Found::Archive(path, _) => Err(anyhow!(
                "{}: archives are read, and not written into; unpack it first",
                path.display()
            )),
        })
    }

    /// The same for an index, which knows the files that its games come from.
    #[cfg(feature = "database")]
    pub(crate) fn to_index(&self) -> impl Iterator<Item = anyhow::Result<kifu::store::Input>> + '_ {
        self.found().map(|found| match found? {
            Found::File(path) if gives_once(&path) => Err(anyhow!(
                "{}: an index is made of files; this is a pipe or a device",
                path.display()
            )),
            Found::File(path) => Ok(path.into()),
            Found::Stdin => Err(anyhow!("<stdin>: an index is made of files")),
            Found::Archive(path, None) => Ok(packed(path, self.wanted(None))),
            Found::Archive(path, Some(_)) => Err(anyhow!(
                "{}: an index takes an archive as a whole; name the archive itself",
                path.display()
            )),
        })
    }

    /// The same in pieces of whole games, so that no more is in memory than is worked on.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = anyhow::Result<Piece>> + '_ {
        self.pieces_with(false)
    }

    /// The same; `with_places` if each piece is to know where in its input it begins.
    pub(crate) fn pieces_with(
        &self,
        with_places: bool,
    ) -> impl Iterator<Item = anyhow::Result<Piece>> + '_ {
        self.found().flat_map(
            move |found| -> Box<dyn Iterator<Item = anyhow::Result<Piece>>> {
                match found {
                    Ok(Found::File(path)) => {
                        Box::new(std::iter::once(Ok(Piece::of_file(path, with_places))))
                    }
                    Ok(Found::Stdin) => Box::new(pieces::of_stream(
                        "<stdin>".into(),
                        io::stdin().lock(),
                        with_places,
                    )),
                    Ok(Found::Archive(path, only)) => Box::new(Members::new(
                        path,
                        self.wanted(only),
                        if with_places {
                            |name, input, send| {
                                pieces::of_stream(name.into(), input, true).try_for_each(send)
                            }
                        } else {
                            |name, input, send| {
                                pieces::of_stream(name.into(), input, false).try_for_each(send)
                            }
                        },
                    )),
                    Err(error) => Box::new(std::iter::once(Err(error))),
                }
            },
        )
    }

    /// How many bytes there are on the disk, for an estimate.
    pub(crate) fn size(&self) -> u64 {
        let length = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
        self.found()
            .map(|found| match found {
                Ok(Found::File(path) | Found::Archive(path, _)) => length(&path),
                Ok(Found::Stdin) | Err(_) => 0,
            })
            .sum()
    }

    /// The files of an archive, each as a whole.
    fn members(
        &self,
        path: PathBuf,
        only: Option<String>,
    ) -> impl Iterator<Item = anyhow::Result<Input>> + use<> {
        Members::new(path, self.wanted(only), |name, input, send| {
            let mut bytes = Vec::new();
            let read = input
                .read_to_end(&mut bytes)
                .with_context(|| name.to_owned());
            let name = name.to_owned();
            send(read.map(|_| Input::Member { name, bytes }))
        })
    }

    fn wanted(&self, only: Option<String>) -> Wanted {
        Wanted {
            all: self.all,
            only,
            records: None,
            limit: self.member_limit.saturating_mul(limited::MEGA),
        }
    }

    fn found(&self) -> impl Iterator<Item = anyhow::Result<Found>> + '_ {
        // What standard input gives, it gives once.
        let mut has_stdin = false;
        let paths = self.paths.iter();
        let once =
            paths.filter(move |path| !is_stdin(path) || !std::mem::replace(&mut has_stdin, true));
        once.flat_map(|path| self.of_path(path))
    }

    fn of_path(&self, path: &Path) -> Box<dyn Iterator<Item = anyhow::Result<Found>> + '_> {
        if is_stdin(path) {
            return Box::new(std::iter::once(Ok(Found::Stdin)));
        }
        let found = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Box::new(self.of_folder(path)),
            Ok(_) if archive::is_packed(path) => Ok(Found::Archive(path.to_owned(), None)),
            Ok(_) => Ok(Found::File(path.to_owned())),
            Err(error) => in_archive(path)
                .ok_or_else(|| anyhow!("{}: {}", path.display(), unread(path, &error))),
        };
        Box::new(std::iter::once(found))
    }

    fn of_folder(&self, folder: &Path) -> impl Iterator<Item = anyhow::Result<Found>> + use<> {
        let mut walk = WalkBuilder::new(folder);
        walk.standard_filters(self.gitignore)
            .require_git(false)
            .follow_links(self.follow)
            // Within a folder paths differ by their names; to take these out of them each time costs more.
            .sort_by_file_path(|one, other| one.as_os_str().cmp(other.as_os_str()));
        if self.follow {
            // Each folder once: links may lead to it in more ways than anyone can wait for.
            let seen = Mutex::new(HashSet::new());
            walk.filter_entry(move |entry| is_new(entry, &seen));
        }
        let all = self.all;
        let folder = folder.to_owned();
        walk.build().filter_map(move |entry| match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                let is_packed = |path| {
                    archive::is_named_packed(path, |inner| all || is_record(inner))
                        || (all && archive::is_packed(path))
                };
                if !is_file {
                    None
                } else if is_record(entry.path()) {
                    Some(Ok(Found::File(entry.into_path())))
                } else if is_packed(entry.path()) {
                    Some(Ok(Found::Archive(entry.into_path(), None)))
                } else {
                    all.then(|| Ok(Found::File(entry.into_path())))
                }
            }
            Err(error) if is_loop(&error) => None,
            Err(error) => Some(Err(unwalked(&folder, &error))),
        })
    }
}

/// An archive for an index: its records are named by its absolute path and their names in it.
#[cfg(feature = "database")]
fn packed(path: PathBuf, wanted: Wanted) -> kifu::store::Input {
    let path = path.canonicalize().unwrap_or(path);
    let unpack = unpacked(path.clone(), wanted);
    kifu::store::Input::Archive { path, unpack }
}

/// Opens an archive of an index once more, for these of its records; `None` if the file is none.
#[cfg(feature = "database")]
pub(crate) fn unpack(
    path: &Path,
    records: &BTreeSet<&str>,
) -> Option<Box<dyn FnOnce() -> kifu::store::Pieces>> {
    // Whatever was let in once is let in again.
    let wanted = || Wanted {
        all: true,
        only: None,
        records: Some(records.iter().map(|name| (*name).to_owned()).collect()),
        limit: u64::MAX,
    };
    let has_members = records.iter().any(|name| Path::new(name) != path);
    (has_members || archive::is_packed(path)).then(|| unpacked(path.to_owned(), wanted()))
}

/// How the records of an archive are read.
#[cfg(feature = "database")]
fn unpacked(archive: PathBuf, wanted: Wanted) -> Box<dyn FnOnce() -> kifu::store::Pieces> {
    Box::new(move || {
        let own = of_path(&archive).into_owned();
        let members = Members::new(archive, wanted, |name, input, send| {
            pieces::of_stream(name.into(), input, false).try_for_each(send)
        });
        Box::new(members.map(move |piece| {
            let read = piece.and_then(|mut piece| {
                Ok(kifu::store::Piece {
                    path: piece.name.to_string(),
                    first: piece.first,
                    bytes: piece.read()?,
                })
            });
            // Who tells of it says the archive.
            read.map_err(|error| {
                let error = format!("{error:#}");
                let inner = error.strip_prefix(&own).unwrap_or(&error);
                inner.trim_start_matches([':', '/', ' ']).to_owned()
            })
        }))
    })
}

/// What `games.zip/inner/game.sgf` means, if there is an archive `games.zip`.
fn in_archive(path: &Path) -> Option<Found> {
    let archive = path.ancestors().skip(1).find(|above| above.is_file())?;
    let inner = path.strip_prefix(archive).ok()?.to_string_lossy();
    let only = inner.replace(std::path::MAIN_SEPARATOR, "/");
    archive::is_packed(archive).then(|| Found::Archive(archive.to_owned(), Some(only)))
}

/// Whether the name is that of a game record.
pub(crate) fn is_record(path: &Path) -> bool {
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
