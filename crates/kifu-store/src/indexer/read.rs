//! Executes jobs: reads and parses records.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu_sgf::Collection;

use super::input::Refusal;
use super::jobs::{Games, Job, Word};
use super::stamp::{Stamp, hash_of};
use crate::error::Cause;
use crate::ingest::GameData;
use crate::manifest::Sources;

/// The result of a job.
#[derive(Debug)]
pub(super) enum Done {
    Files(Vec<(PathBuf, Result<FileRead, Cause>)>),
    /// Games of the last started file, numbered from 0, or the reason why they are rejected.
    Games {
        path: Arc<str>,
        is_first: bool,
        bytes: u64,
        games: Result<Vec<GameData>, Cause>,
    },
    Word(Word),
}

/// A file that was read as a whole.
#[derive(Debug)]
pub(super) struct FileRead {
    pub(super) stamp: Stamp,
    pub(super) content: Content,
}

/// The content of a file that was read as a whole.
#[derive(Debug)]
pub(super) enum Content {
    /// The file was not read: its size and modification time are unchanged.
    Untouched,
    /// The file was read, and its content is unchanged.
    Same,
    Games {
        hash: String,
        games: Vec<GameData>,
    },
    /// The file was read, and is rejected.
    Refused(Cause),
}

/// Settings for executing jobs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work<'a> {
    pub(super) sources: &'a Sources,
    pub(super) keeps_sgf: bool,
    pub(super) refuses: &'a Refusal,
}

impl Work<'_> {
    pub(super) fn done(&self, job: Job) -> Done {
        match job {
            Job::Files(paths) => {
                let read = paths.into_iter().map(|path| {
                    let read = self.file(&path);
                    (path, read)
                });
                Done::Files(read.collect())
            }
            Job::Games(games) => self.games(games),
            Job::Word(word) => Done::Word(word),
        }
    }

    fn file(&self, path: &Path) -> Result<FileRead, Cause> {
        let stamp = Stamp::of(path)?;
        let known = self.sources.get(&stamp.name);
        if known.is_some_and(|source| stamp.is_of(source)) {
            let content = Content::Untouched;
            return Ok(FileRead { stamp, content });
        }
        let bytes = fs::read(path)?;
        let hash = hash_of(&bytes);
        let content = if known.is_some_and(|source| source.hash == hash) {
            Content::Same
        } else {
            let collection = Collection::headers_from_bytes(bytes);
            if let Some(why) = self.refuses.of(&collection) {
                Content::Refused(why)
            } else {
                let name = stamp.name.as_str().into();
                let games = GameData::read_all(&collection, &name, self.keeps_sgf);
                Content::Games { hash, games }
            }
        };
        Ok(FileRead { stamp, content })
    }

    fn games(&self, piece: Games) -> Done {
        let bytes = piece.bytes.len() as u64;
        let collection = Collection::headers_from_bytes(piece.bytes);
        // Only the first piece must contain a game; a later one may consist of text only.
        let is_first = piece.first == 0;
        let refused = is_first.then(|| self.refuses.of(&collection));
        let games = match refused.flatten() {
            Some(why) => Err(why),
            None => Ok(GameData::read_all(&collection, &piece.path, self.keeps_sgf)),
        };
        Done::Games {
            path: piece.path,
            is_first,
            bytes,
            games,
        }
    }
}
