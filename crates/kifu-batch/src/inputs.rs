//! Inputs: files, folders, archives, standard input.

pub(crate) mod walk;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::archive;
use crate::error::{Error, ErrorKind};
use crate::input::{Input, is_stdin, is_stream};
use crate::members::{Members, Sink, Wanted, limited};
use crate::pieces::{self, Piece, Reading};
use crate::pool::Many;
use crate::progress::Progress;
use crate::record_name::is_sure_record_name;
use crate::translate::{head_of, is_surely_record, may_be_record};

/// The inputs to read, and the way to search folders and archives.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a choice of the caller"
)]
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Files, folders (with their whole content), archives, or `-` for standard input. A path may lead into an archive.
    pub paths: Vec<PathBuf>,
    /// Skip hidden files and the files listed in `.gitignore`, `.ignore` and the like.
    pub gitignore: bool,
    /// Follow symbolic links in folders.
    pub follow_links: bool,
    /// Read every file of a folder or an archive, not only `.sgf`, `.sgfs` and `.mgt`.
    pub all: bool,
    /// Read files of other formats too, found by their extensions: `.gib`, `.ngf`, `.ugf` and more.
    pub formats: bool,
    /// Convert files of other formats to SGF, see [`into_sgf`](crate::into_sgf). Does not apply to pieces with places
    /// and to inputs that are rewritten.
    pub translates: bool,
    /// Sort the names in a folder with numbers by their value: `game-2.sgf` before `game-10.sgf`.
    pub by_number: bool,
    /// The largest uncompressed size of a file in an archive, in megabytes.
    pub member_limit: u64,
    progress: Progress,
    skipped: Arc<Mutex<Skipped>>,
}

/// Files in folders and archives that were skipped: their names are not those of records or archives, or they are symbolic
/// links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Number of skipped files.
    pub count: usize,
    /// The names of the first skipped files.
    pub names: Vec<String>,
    /// Number of symbolic links in folders that were not followed; see [`Inputs::follow_links`].
    pub links: usize,
}

/// Maximum number of skipped files that are named.
const NAMED: usize = 3;

impl Skipped {
    /// Counts a file.
    pub(crate) fn add(&mut self, name: &str) {
        self.count += 1;
        if self.names.len() < NAMED {
            self.names.push(name.to_owned());
        }
    }
}

/// A file or an archive that was found and is not open yet.
#[derive(Clone, Debug)]
pub enum Found {
    /// A file, a pipe or a device.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// An archive, and the file or folder in it to read; all if it is `None`.
    Archive(PathBuf, Option<String>),
}

impl Inputs {
    /// These paths, with records found by their extensions, hidden files included.
    #[must_use]
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self {
            paths,
            gitignore: false,
            follow_links: false,
            all: false,
            formats: false,
            translates: false,
            by_number: false,
            member_limit: 256,
            progress: Progress::default(),
            skipped: Arc::default(),
        }
    }

    /// The counters of what has been read.
    #[must_use]
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The files skipped so far by [`iter`](Self::iter), [`pieces`](Self::pieces) and [`found`](Self::found).
    #[must_use]
    pub fn skipped(&self) -> Skipped {
        self.skipped
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The only input at a path; with `formats`, of any format.
    ///
    /// # Errors
    /// The path is an archive of several records, or cannot be read.
    pub fn one(path: &Path, formats: bool) -> Result<Input, Error> {
        let mut inputs = Self::new(vec![path.to_owned()]);
        inputs.formats = formats;
        let (archive, only) = match inputs.of_path(path).next() {
            Some(Ok(Found::Archive(archive, only))) => (archive, only),
            Some(Ok(Found::Stdin)) => return Ok(Input::Stdin),
            // The reader reports a folder, or a missing file.
            _ => return Ok(Input::File(path.to_owned())),
        };
        let mut members = inputs.members(archive, only).take(2);
        match (members.next().transpose()?, members.next().transpose()?) {
            (Some(first), None) => Ok(first),
            (Some(first), Some(_)) => {
                let first = first.name().into_owned();
                Err(Error::at(path, ErrorKind::SeveralRecords { first }))
            }
            _ => Err(Error::at(path, ErrorKind::NoRecord)),
        }
    }

    /// Whether there may be more than one input, so that messages need names.
    #[must_use]
    pub fn may_be_several(&self) -> bool {
        let is_many = |path: &PathBuf| path.is_dir() || archive::is_packed(path);
        self.paths.len() > 1 || self.paths.iter().any(is_many)
    }

    /// Whether a file may be reached twice: by two paths, or by links.
    #[must_use]
    pub fn can_repeat(&self) -> bool {
        self.paths.len() > 1 || self.follow_links
    }

    /// Whether standard input is the only input.
    #[must_use]
    pub fn is_only_stdin(&self) -> bool {
        self.paths.iter().all(|path| is_stdin(path))
    }

    /// Whether some input can be read only once.
    #[must_use]
    pub fn has_stream(&self) -> bool {
        self.paths.iter().any(|path| is_stream(path))
    }

    /// All inputs, found as needed: paths in the given order, folders sorted by name, archives in their own order. An
    /// input that cannot be read yields an error, and iteration continues.
    pub fn iter(&self) -> impl Iterator<Item = Result<Input, Error>> + '_ {
        self.found()
            .flat_map(|found| -> Box<dyn Iterator<Item = Result<Input, Error>>> {
                match found {
                    Ok(Found::File(path)) => Box::new(std::iter::once(Ok(Input::File(path)))),
                    Ok(Found::Stdin) => Box::new(std::iter::once(Ok(Input::Stdin))),
                    Ok(Found::Archive(path, only)) => Box::new(self.members(path, only)),
                    Err(error) => Box::new(std::iter::once(Err(error))),
                }
            })
    }

    /// All inputs to rewrite: archives and pipes are errors, once each.
    pub fn to_write(&self) -> impl Iterator<Item = Result<Input, Error>> + '_ {
        self.found().map(|found| match found? {
            Found::File(path) if is_stream(&path) => {
                Err(Error::at(&path, ErrorKind::CannotRewrite))
            }
            Found::File(path) => Ok(Input::File(path)),
            Found::Stdin => Ok(Input::Stdin),
            Found::Archive(path, _) => Err(Error::at(&path, ErrorKind::ArchiveIsReadOnly)),
        })
    }

    /// All inputs, with large files in pieces, so that memory holds only the items in progress.
    pub fn pieces(&self) -> impl Iterator<Item = Result<Piece, Error>> + '_ {
        self.pieces_with(false)
    }

    /// All inputs, with large files in pieces; with `with_places` each piece knows its position in its input.
    pub fn pieces_with(
        &self,
        with_places: bool,
    ) -> impl Iterator<Item = Result<Piece, Error>> + '_ {
        self.found().flat_map(
            move |found| -> Box<dyn Iterator<Item = Result<Piece, Error>>> {
                let progress = self.progress.clone();
                let reading = Reading {
                    with_places,
                    translates: self.translates && !with_places,
                };
                match found {
                    Ok(Found::File(path)) => {
                        let piece = Piece::of_file(path, reading, progress);
                        Box::new(std::iter::once(Ok(piece)))
                    }
                    Ok(Found::Stdin) => Box::new(pieces::of_stream(
                        "<stdin>".into(),
                        io::stdin().lock(),
                        reading,
                        progress,
                    )),
                    Ok(Found::Archive(path, only)) => Box::new(members_in_pieces(
                        path,
                        self.wanted(only),
                        reading,
                        progress,
                    )),
                    Err(error) => Box::new(std::iter::once(Err(error))),
                }
            },
        )
    }

    /// The pieces of an archive, as `iter` would find them, for another thread to read later.
    #[must_use]
    pub fn archive_pieces(&self, archive: PathBuf) -> Many<Result<Piece, Error>> {
        let wanted = self.wanted(None);
        let reading = Reading {
            with_places: false,
            translates: self.translates,
        };
        let progress = self.progress.clone();
        Box::new(members_in_pieces(archive, wanted, reading, progress))
    }

    /// A file as a piece, read with the settings of these inputs.
    #[must_use]
    pub fn file_piece(&self, path: PathBuf) -> Piece {
        let reading = Reading {
            with_places: false,
            translates: self.translates,
        };
        Piece::of_file(path, reading, self.progress.clone())
    }

    /// The total size on the disk in bytes, for an estimate.
    #[must_use]
    pub fn size(&self) -> u64 {
        let files = self.files();
        let sizes = files.iter().filter_map(|path| fs::metadata(path).ok());
        sizes.map(|found| found.len()).sum()
    }

    /// The paths of all files and archives that can be found.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        // Its skipped files do not count again.
        let inputs = Self {
            skipped: Arc::default(),
            ..self.clone()
        };
        let found = inputs.found().flatten();
        let files = found.filter_map(|found| match found {
            Found::File(path) | Found::Archive(path, _) => Some(path),
            Found::Stdin => None,
        });
        files.collect()
    }

    /// The files of an archive, each as a whole.
    fn members(
        &self,
        path: PathBuf,
        only: Option<String>,
    ) -> impl Iterator<Item = Result<Input, Error>> + use<> {
        let wanted = self.wanted(only);
        let own = wanted.clone();
        let make = move |name: &str, input: &mut dyn io::Read, send: Sink<'_, Input>| {
            let read = looked_at(name, input, &own).and_then(|input| {
                let mut bytes = Vec::new();
                let Some(mut input) = input else {
                    return Ok(None);
                };
                input.read_to_end(&mut bytes)?;
                Ok(Some(bytes))
            });
            let name = name.to_owned();
            send(match read {
                Ok(None) => return ControlFlow::Continue(()),
                Ok(Some(bytes)) => Ok(Input::Member { name, bytes }),
                Err(error) => Err(Error::new(name, error)),
            })
        };
        Members::new(path, wanted, self.progress.clone(), make)
    }

    fn wanted(&self, only: Option<String>) -> Wanted {
        Wanted {
            all: self.all,
            formats: self.formats,
            only,
            records: None,
            skipped: Arc::clone(&self.skipped),
            limit: self.member_limit.saturating_mul(limited::MEGA),
        }
    }
}

/// The files of an archive in pieces.
fn members_in_pieces(
    path: PathBuf,
    wanted: Wanted,
    reading: Reading,
    progress: Progress,
) -> Members<Piece> {
    let counters = progress.clone();
    let own = wanted.clone();
    let make =
        move |name: &str, input: &mut dyn io::Read, send: Sink<'_, Piece>| -> ControlFlow<()> {
            match looked_at(name, input, &own) {
                Ok(Some(input)) => pieces::of_stream(name.into(), input, reading, counters.clone())
                    .try_for_each(send),
                Ok(None) => ControlFlow::Continue(()),
                Err(error) => send(Err(Error::new(name, error))),
            }
        };
    Members::new(path, wanted, progress, make)
}

/// A member of an archive that may be a record; `None` if neither its name nor its content is that of a record.
fn looked_at<'i>(
    name: &str,
    mut input: &'i mut dyn io::Read,
    wanted: &Wanted,
) -> io::Result<Option<Box<dyn io::Read + 'i>>> {
    let path = Path::new(name);
    let formats = wanted.formats;
    if wanted.all || is_sure_record_name(path) || (!formats && path.extension().is_some()) {
        return Ok(Some(Box::new(input)));
    }
    let head = head_of(&mut input)?;
    let is_one = if path.extension().is_some() {
        may_be_record(&head)
    } else {
        is_surely_record(&head, formats)
    };
    if !is_one {
        wanted.skip(name);
    }
    let whole = || Box::new(io::Read::chain(io::Cursor::new(head), input)) as Box<dyn io::Read>;
    Ok(is_one.then(whole))
}

/// The pieces of these records of an archive, whatever their names and sizes.
///
/// `records` are names as [`Piece::name`] has them: the archive, a slash, the name in it.
#[must_use]
pub fn records_of_archive(
    archive: PathBuf,
    records: BTreeSet<String>,
) -> Many<Result<Piece, Error>> {
    let wanted = Wanted {
        all: true,
        formats: false,
        only: None,
        records: Some(records),
        skipped: Arc::default(),
        limit: u64::MAX,
    };
    Box::new(members_in_pieces(
        archive,
        wanted,
        Reading {
            with_places: false,
            translates: true,
        },
        Progress::default(),
    ))
}
