//! Adds the results of jobs to the index, in the order of the files.

use std::path::{Path, PathBuf};

use super::Indexer;
use super::input::FileDone;
use super::jobs::Word;
use super::read::{Content, Done};
use super::stamp::Stamp;
use crate::error::{Cause, Result, StoreError, StoreErrorKind};
use crate::ingest::GameData;
use crate::manifest::Source;

/// A file whose games are added in pieces.
#[derive(Debug)]
pub(super) struct Streamed {
    path: PathBuf,
    stamp: Stamp,
    is_archive: bool,
    /// The number of its source.
    id: u32,
    /// Number of games added from the file. `of_record` counts those of the current record.
    games: usize,
    of_record: u32,
    /// Number of records before the current one; `None` before the first.
    member: Option<u32>,
    /// Length of the list of incomplete games before this file.
    cut: usize,
    /// Whether the current record was rejected.
    is_refused: bool,
    has_faults: bool,
}

impl Indexer {
    /// Adds the result of a job to the index.
    pub(super) fn take(&mut self, read: Done, done: &mut impl FnMut(FileDone<'_>)) -> Result<()> {
        match read {
            Done::Files(files) => {
                for (path, read) in files {
                    let mut bytes = 0;
                    let error = match read {
                        Ok(read) => {
                            bytes = read.stamp.bytes;
                            self.take_file(&read.stamp, read.content)?
                        }
                        Err(error) => Some(error),
                    };
                    report(done, &path, bytes, error);
                }
            }
            Done::Games {
                path,
                is_first,
                bytes,
                games,
            } => self.take_games(&path, is_first, bytes, games, done),
            Done::Word(word) => self.take_word(word, done)?,
        }
        Ok(())
    }

    /// Adds a file that was read as a whole. Returns why it is rejected.
    fn take_file(&mut self, stamp: &Stamp, content: Content) -> Result<Option<Cause>> {
        if let Content::Refused(why) = content {
            self.refused.push(stamp.name.clone());
            return Ok(Some(why));
        }
        if !self.seen.insert(stamp.name.clone()) {
            return Ok(None);
        }
        match content {
            Content::Untouched => self.report.unchanged += 1,
            Content::Same => self.touch(stamp),
            Content::Games { hash, games } => {
                let id = self.next_source()?;
                for game in &games {
                    self.push(game, id);
                }
                self.end(stamp, hash, id, games.len());
            }
            Content::Refused(_) => {}
        }
        Ok(None)
    }

    fn take_word(&mut self, word: Word, done: &mut impl FnMut(FileDone<'_>)) -> Result<()> {
        match word {
            Word::Failed(path, error) => report(done, &path, 0, Some(error)),
            Word::Unchanged { stamp, is_touched } => {
                self.seen.insert(stamp.name.clone());
                if is_touched {
                    self.touch(&stamp);
                } else {
                    self.report.unchanged += 1;
                }
            }
            Word::Begin {
                path,
                stamp,
                is_archive,
            } => {
                self.seen.insert(stamp.name.clone());
                self.streamed = Some(Streamed {
                    path,
                    stamp,
                    is_archive,
                    id: self.next_source()?,
                    games: 0,
                    of_record: 0,
                    member: None,
                    cut: self.report.cut.len(),
                    is_refused: false,
                    has_faults: false,
                });
            }
            Word::Fault(error) => {
                if let Some(streamed) = &mut self.streamed {
                    streamed.has_faults = true;
                    report(done, &streamed.path, 0, Some(error));
                }
            }
            Word::End(outcome) => {
                if let Some(streamed) = self.streamed.take() {
                    self.end_streamed(streamed, outcome, done);
                }
            }
        }
        Ok(())
    }

    fn take_games(
        &mut self,
        path: &str,
        is_first: bool,
        bytes: u64,
        games: std::result::Result<Vec<GameData>, Cause>,
        done: &mut impl FnMut(FileDone<'_>),
    ) {
        let Some(mut streamed) = self.streamed.take() else {
            return;
        };
        if is_first {
            (streamed.of_record, streamed.is_refused) = (0, false);
            streamed.member = Some(streamed.member.map_or(0, |member| member.saturating_add(1)));
        }
        let mut error = None;
        match games {
            Ok(games) if !streamed.is_refused => {
                for mut game in games {
                    game.set_place(streamed.member.unwrap_or_default(), streamed.of_record);
                    streamed.of_record += 1;
                    streamed.games += 1;
                    self.push(&game, streamed.id);
                }
            }
            Ok(_) => {}
            Err(why) => {
                (streamed.is_refused, streamed.has_faults) = (true, true);
                error = Some(why);
            }
        }
        let bytes = if streamed.is_archive { 0 } else { bytes };
        report(done, Path::new(path), bytes, error);
        self.streamed = Some(streamed);
    }

    pub(super) fn end_streamed(
        &mut self,
        streamed: Streamed,
        outcome: std::result::Result<String, Cause>,
        done: &mut impl FnMut(FileDone<'_>),
    ) {
        let Streamed {
            path,
            mut stamp,
            id,
            games,
            cut,
            has_faults,
            is_archive,
            ..
        } = streamed;
        match outcome {
            // An archive may be empty.
            Ok(hash) if games > 0 || is_archive && !has_faults => {
                if has_faults {
                    // Without a time, the next run reads the archive again.
                    stamp.modified = 0;
                    self.end(&stamp, String::new(), id, games);
                } else {
                    self.end(&stamp, hash, id, games);
                }
            }
            outcome => {
                // The added games of the file are deleted. Its old games stay, unless it was read and has none.
                if outcome.is_ok() && !is_archive {
                    self.refused.push(stamp.name);
                }
                self.report.added -= games as u64;
                self.report.cut.truncate(cut);
                self.gone.insert(id);
                report(done, &path, 0, outcome.err());
            }
        }
    }

    /// Updates the modification time of a file with unchanged content.
    fn touch(&mut self, stamp: &Stamp) {
        self.report.unchanged += 1;
        self.touched.push((stamp.name.clone(), stamp.modified));
    }

    /// Reserves a number for a source.
    fn next_source(&mut self) -> Result<u32> {
        let id = self.manifest.next_source;
        let too_many = || StoreError::new(self.segments.folder(), StoreErrorKind::TooManyFiles);
        self.manifest.next_source = id.checked_add(1).ok_or_else(too_many)?;
        Ok(id)
    }

    /// Adds a file to the list of sources, after all its games were added.
    fn end(&mut self, stamp: &Stamp, hash: String, id: u32, games: usize) {
        self.report.read += 1;
        self.report.bytes += stamp.bytes;
        let source = Source {
            bytes: stamp.bytes,
            modified: stamp.modified,
            hash,
            id,
            games: games as u32,
        };
        self.fresh.push((stamp.name.clone(), source));
    }

    fn push(&mut self, game: &GameData, source: u32) {
        self.report.added += 1;
        if game.is_cut() {
            let number = game.info.number + 1;
            self.report.cut.push((game.info.path.to_string(), number));
        }
        self.segments.put(game, source);
    }
}

fn report(done: &mut impl FnMut(FileDone<'_>), path: &Path, bytes: u64, error: Option<Cause>) {
    done(FileDone { path, bytes, error });
}
