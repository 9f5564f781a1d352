//! Divides the files to read into independent jobs.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use kifu_sgf::GameReader;

use super::input::{Input, Pieces};
use super::stamp::{HashSoFar, Hashed, Stamp, hash_of_file};
use crate::error::Cause;
use crate::manifest::Sources;

/// Maximum size in bytes of a file that is read as a whole.
pub(crate) const WHOLE: u64 = 8 << 20;

/// Maximum number of files of a job, and the number of bytes of files or games after which a job ends.
const FILES: usize = 64;
const PIECE: usize = 256 << 10;

/// A unit of work.
#[derive(Debug)]
pub(crate) enum Job {
    /// Files to read as a whole.
    Files(Vec<PathBuf>),
    /// Games of the last started file.
    Games(Games),
    /// A result that needs no work.
    Word(Word),
}

/// Games whose bytes were read but not parsed.
#[derive(Debug)]
pub(crate) struct Games {
    pub(crate) path: Arc<str>,
    /// Number of games of the record before these.
    pub(crate) first: usize,
    /// Number of games, if known.
    pub(crate) count: Option<usize>,
    pub(crate) bytes: Vec<u8>,
}

/// States of a file that is read in pieces.
#[derive(Debug)]
pub(crate) enum Word {
    /// The file cannot be read.
    Failed(PathBuf, Cause),
    /// The file is unchanged. With `is_touched`, its content is unchanged but its size or modification time is not.
    Unchanged { stamp: Stamp, is_touched: bool },
    /// The games of the file follow.
    Begin {
        path: PathBuf,
        stamp: Stamp,
        is_archive: bool,
    },
    /// A record in the archive cannot be read; others may follow.
    Fault(Cause),
    /// The file has no more games: the hash of its content, or the reason why reading stopped.
    End(Result<String, Cause>),
}

/// The file that is being read in pieces, if any.
enum Open {
    Nothing,
    File(Box<GameReader<Hashed>>, HashSoFar, Arc<str>, usize),
    Archive(PathBuf, Pieces),
}

/// Iterates over the jobs of all files.
pub(crate) struct Jobs<'a, I> {
    files: I,
    sources: &'a Sources,
    /// The files that were started.
    seen: BTreeSet<String>,
    open: Open,
    /// A job to return before the next file.
    waiting: Option<Job>,
}

impl<'a, I: Iterator<Item = Input>> Jobs<'a, I> {
    pub(crate) const fn new(files: I, sources: &'a Sources) -> Self {
        Self {
            files,
            sources,
            seen: BTreeSet::new(),
            open: Open::Nothing,
            waiting: None,
        }
    }

    /// Returns jobs with at least `least` bytes in total, or all remaining jobs if they have less. A small file
    /// counts as at least 4096 bytes.
    pub(crate) fn round(&mut self, least: u64) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut bytes = 0;
        while bytes < least {
            let Some((job, weight)) = self.next() else {
                break;
            };
            bytes += weight;
            jobs.push(job);
        }
        jobs
    }

    fn next(&mut self) -> Option<(Job, u64)> {
        if let Some(job) = self.waiting.take() {
            return Some((job, 0));
        }
        match &mut self.open {
            Open::Nothing => self.next_files(),
            Open::File(..) | Open::Archive(..) => Some(self.next_games()),
        }
    }

    /// The next small files, or the start of the next file that is read in pieces.
    fn next_files(&mut self) -> Option<(Job, u64)> {
        let mut files = Vec::new();
        let mut bytes = 0;
        let mut other = None;
        while files.len() < FILES && bytes < PIECE as u64 && other.is_none() {
            match self.files.next() {
                None => break,
                Some(Input::File(path)) => {
                    // Unreadable files are reported when they are read.
                    let length = fs::metadata(&path).map_or(0, |metadata| metadata.len());
                    if length > WHOLE {
                        other = Some(self.begin(path, None));
                    } else {
                        // Even an empty file has a cost.
                        bytes += length.max(4096);
                        files.push(path);
                    }
                }
                Some(Input::Archive { path, unpack }) => {
                    other = Some(self.begin(path, Some(unpack)));
                }
            }
        }
        if files.is_empty() {
            return match other? {
                Some(word) => Some((Job::Word(word), 0)),
                None => self.next_files(),
            };
        }
        self.waiting = other.flatten().map(Job::Word);
        Some((Job::Files(files), bytes))
    }

    /// Opens a file, if it has changed. Returns `None` if the file was already started.
    fn begin(
        &mut self,
        path: PathBuf,
        unpack: Option<Box<dyn FnOnce() -> Pieces>>,
    ) -> Option<Word> {
        let stamp = match Stamp::of(&path) {
            Ok(stamp) => stamp,
            Err(error) => return Some(Word::Failed(path, error.into())),
        };
        if !self.seen.insert(stamp.name.clone()) {
            return None;
        }
        if let Some(source) = self.sources.get(&stamp.name) {
            if stamp.is_of(source) {
                return Some(Word::Unchanged {
                    stamp,
                    is_touched: false,
                });
            }
            if hash_of_file(&path).is_ok_and(|hash| hash == source.hash) {
                return Some(Word::Unchanged {
                    stamp,
                    is_touched: true,
                });
            }
        }
        let is_archive = unpack.is_some();
        self.open = match (unpack, Hashed::open(&path)) {
            (Some(unpack), _) => Open::Archive(path.clone(), unpack()),
            (None, Ok((input, hash))) => {
                let reader = Box::new(GameReader::new(input));
                Open::File(reader, hash, stamp.name.as_str().into(), 0)
            }
            (None, Err(error)) => return Some(Word::Failed(path, error.into())),
        };
        Some(Word::Begin {
            path,
            stamp,
            is_archive,
        })
    }

    fn next_games(&mut self) -> (Job, u64) {
        let end = match &mut self.open {
            Open::Nothing => Ok(String::new()),
            Open::File(reader, hash, path, first) => match reader.next_bytes(PIECE) {
                Ok(Some((bytes, count))) => {
                    let piece = Games {
                        path: path.clone(),
                        first: *first,
                        count: Some(count),
                        bytes,
                    };
                    *first += count;
                    return games(piece);
                }
                Ok(None) => Ok(hash.digest()),
                Err(error) => Err(error.into()),
            },
            Open::Archive(path, pieces) => match pieces.next() {
                Some(Ok(piece)) => {
                    return games(Games {
                        path: piece.path.into(),
                        first: piece.first,
                        count: None,
                        bytes: piece.bytes,
                    });
                }
                Some(Err(fault)) => return (Job::Word(Word::Fault(fault)), 0),
                None => hash_of_file(path).map_err(Into::into),
            },
        };
        self.open = Open::Nothing;
        (Job::Word(Word::End(end)), 0)
    }
}

fn games(games: Games) -> (Job, u64) {
    let weight = games.bytes.len() as u64;
    (Job::Games(games), weight)
}
