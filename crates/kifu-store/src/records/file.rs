//! Files with requested games, and the data that their records give.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu_select::{Facts as _, Field, Record, Selection};
use kifu_sgf::{Collection, GameTree};

use crate::choice::RecordData;
use crate::error::StoreErrorKind;
use crate::found::GameId;
use crate::indexer::jobs::{Games, WHOLE};
use crate::indexer::stamp::{hash_of, is_same};
use crate::indexer::{Input, Unpack};
use crate::info::{IndexedGame, text_of};
use crate::ingest::GameData;
use crate::manifest::Source;

/// A game whose record is requested.
#[derive(Debug)]
pub(super) struct Wanted {
    /// The name of the record: the path of its file, or of an archive and the name in it.
    pub(super) record: Arc<str>,
    /// The index of the game in the record, from 0.
    pub(super) number: u32,
    /// The hash of its main line: several records of an archive may have one name.
    pub(super) hash: u64,
    pub(super) game: GameId,
    /// Whether its record is requested, and not only read for another game.
    pub(super) is_asked: bool,
    /// Whether the record was found, for this game or one with the same key and main line.
    pub(super) is_read: bool,
}

/// The data requested from records.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    pub(super) selection: &'q Selection,
    /// The fields to read in addition to the selection.
    pub(super) fields: &'q [Field],
    /// Whether to return the record itself.
    pub(super) wants_sgf: bool,
}

/// A file with requested games.
#[derive(Debug)]
pub(super) struct OfFile {
    pub(super) path: PathBuf,
    pub(super) source: Source,
    /// Sorted by record and number; games that share both are sorted by their main lines, then by index order.
    pub(super) wanted: Vec<Wanted>,
}

/// The reason why games of a file are unavailable.
pub(super) type Failure = StoreErrorKind;

/// The requested games that were found in a file, by number, and their data. Games that cannot be distinguished have
/// the number of the first one.
pub(super) type Answers = Vec<(usize, RecordData)>;

impl Wanted {
    /// The sort key among games of a file.
    pub(super) fn key(&self) -> (&str, u32) {
        (&self.record, self.number)
    }

    /// Whether only the order distinguishes two games.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.key() == other.key() && self.hash == other.hash
    }
}

impl Question<'_> {
    pub(super) fn ask(self, record: &Record<'_>) -> RecordData {
        let is_selected = self.selection.matches_facts(record);
        let fields = if is_selected { self.fields } else { &[] };
        let fields = fields.iter();
        RecordData {
            is_selected,
            fields: fields
                .filter_map(|field| Some((*field, text_of(record, *field)?)))
                .collect(),
            sgf: None,
        }
    }

    /// Answers from the columns of the index; `None` if they are not sufficient.
    pub(super) fn ask_row(self, info: &IndexedGame) -> Option<RecordData> {
        let is_selected = self.selection.decide(info)?;
        let fields = if is_selected { self.fields } else { &[] };
        if !fields.iter().all(|field| info.knows(*field)) {
            return None;
        }
        let fields = fields.iter();
        let data = |field: &Field| Some((*field, info.field(*field)?.into_owned()));
        Some(RecordData {
            is_selected,
            fields: fields.filter_map(data).collect(),
            sgf: None,
        })
    }
}

impl OfFile {
    /// The index of the first requested game of a record at or after game `first`.
    pub(super) fn from(&self, record: &str, first: usize) -> usize {
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        self.wanted
            .partition_point(|own| own.key() < (record, first))
    }

    /// The index of the requested game with this number, or of the first one that cannot be distinguished from it.
    /// `None` if the game is not requested.
    pub(super) fn place(&self, record: &str, number: usize, game: GameTree<'_>) -> Option<usize> {
        let (first, end) = (self.from(record, number), self.from(record, number + 1));
        let own = &self.wanted[first..end];
        if own.len() < 2 {
            return own.first().map(|_| first);
        }
        let hash = GameData::of(game).entry.hash;
        let place = own.partition_point(|own| own.hash < hash);
        own.get(place)
            .filter(|own| own.hash == hash)
            .map(|_| first + place)
    }

    /// Whether the file has more than one record.
    pub(super) fn is_archive(&self) -> bool {
        let mut names = self.wanted.iter().map(|own| Path::new(&*own.record));
        names.any(|name| name != self.path)
    }

    /// The input for reading the file, if it is unchanged.
    pub(super) fn input(&self, unpack: Option<&Unpack>) -> Result<Input, Failure> {
        let metadata = fs::metadata(&self.path).map_err(failure)?;
        if metadata.len() != self.source.bytes {
            return Err(StoreErrorKind::Changed);
        }
        let names: BTreeSet<&str> = self.wanted.iter().map(|own| &*own.record).collect();
        let unpack = unpack.and_then(|unpack| unpack.open(&self.path, &names));
        if unpack.is_some() || metadata.len() > WHOLE {
            match is_same(&self.path, &metadata, &self.source) {
                Ok(true) => {}
                Ok(false) => return Err(StoreErrorKind::Changed),
                Err(error) => return Err(failure(error)),
            }
        }
        let path = self.path.clone();
        Ok(match unpack {
            Some(unpack) => Input::Archive { path, unpack },
            None => Input::File(path),
        })
    }

    /// Reads the data of the games of a file that is read as a whole, if it is unchanged.
    pub(super) fn ask_file(&self, question: Question<'_>) -> Result<Answers, Failure> {
        let bytes = self.read().map_err(failure)?;
        if bytes.len() as u64 != self.source.bytes || hash_of(&bytes) != self.source.hash {
            return Err(StoreErrorKind::Changed);
        }
        let record = self.wanted.first().map(|own| own.record.clone());
        Ok(self.ask(question, &record.unwrap_or_default(), 0, bytes))
    }

    /// All bytes of the file; one more than its indexed size if it has grown.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        let length = self.source.bytes.min(WHOLE);
        let mut bytes = Vec::with_capacity(length as usize + 1);
        let file = File::open(&self.path)?;
        file.take(length + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads the data of the requested games among some games of a record.
    pub(super) fn ask_games(&self, question: Question<'_>, games: Games) -> Answers {
        let next = self.wanted.get(self.from(&games.path, games.first));
        let next = next.filter(|own| own.record == games.path);
        let count = games.count.unwrap_or(usize::MAX);
        match next {
            Some(own) if own.number as usize - games.first < count => {
                self.ask(question, &games.path, games.first, games.bytes)
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn ask(
        &self,
        question: Question<'_>,
        record: &str,
        first: usize,
        bytes: Vec<u8>,
    ) -> Answers {
        let collection = Collection::from_bytes(bytes);
        let games = (first..).zip(collection.games());
        let games = games.filter_map(|(number, game)| {
            let place = self.place(record, number, game)?;
            let record = Record::in_file(game, record).after_games(first);
            let is_read = self.wanted[place].is_read;
            is_read.then(|| {
                let mut data = question.ask(&record);
                if question.wants_sgf {
                    data.sgf = game
                        .span()
                        .map(|span| span.of_str(collection.text()).to_owned());
                }
                (place, data)
            })
        });
        games.collect()
    }
}

/// The reason why a file cannot be read.
fn failure(error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => StoreErrorKind::Gone,
        _ => StoreErrorKind::Unread(error.into()),
    }
}
