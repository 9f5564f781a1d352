//! Reads the records themselves, for data that no column of the index has.
//!
//! If the index stores records, they are read from its table. Otherwise they are read from their source files, each
//! once for all of its requested games, in the same way as for indexing. Work proceeds in rounds: while all threads
//! process the records of one round, the caller's thread reads the next.

mod file;
mod tasks;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;

use kifu_select::{Field, Selection};
use rayon::prelude::*;

use self::file::{OfFile, Question, Wanted};
use self::tasks::{Gathering, Tasks};
use crate::choice::{Choice, Resolved};
use crate::error::{Part, Result, StoreError};
use crate::found::GameId;
use crate::indexer::jobs::Jobs;
use crate::manifest::Sources;
use crate::projection::Projection;
use crate::store::Store;

/// Maximum number of records of the index in memory at once.
const TOGETHER: usize = 1024;

/// The source of the record of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file or archive.
    pub file: PathBuf,
    /// The name of the record: the path of the file, or of an archive and the name in it.
    pub record: Arc<str>,
    /// Whether the file is an archive.
    pub is_packed: bool,
}

impl Store {
    /// The source of the record of a game. The source itself is not read.
    ///
    /// # Errors
    /// A part of the index is damaged.
    pub fn origin(&self, id: GameId) -> Result<Origin> {
        let (files, lost) = self.files_of(&[id])?;
        let file = files.into_iter().next();
        let Some(file) = StoreError::first_of(file, lost.errors)? else {
            return Err(StoreError::damaged(self.path(), Part::Sources));
        };
        let record = file.wanted.iter().find(|own| own.is_asked);
        let record = record.map(|own| own.record.clone()).unwrap_or_default();
        let unpacked = self
            .unpack()
            .and_then(|unpack| unpack.open(&file.path, &BTreeSet::from([&*record])));
        let is_packed = file.is_archive() || unpacked.is_some();
        Ok(Origin {
            file: file.path,
            record,
            is_packed,
        })
    }

    /// The record of a game as decoded SGF: from the index if it stores records, otherwise from its file, which is read
    /// as a whole to see that it has not changed. [`records`](Self::records) reads it once for many games.
    ///
    /// # Errors
    /// A part of the index is damaged, or the file is gone, has changed or cannot be read.
    pub fn record(&self, id: GameId) -> Result<String> {
        let mut record = None;
        self.records(&[id], &mut |_, text| {
            record = Some(text);
            ControlFlow::Break(())
        })?;
        record.ok_or_else(|| StoreError::damaged(self.path(), Part::Sources))
    }

    /// Passes the records of games as decoded SGF to `take`, which may stop early: from the index if it stores records,
    /// otherwise from the files, each of which is read once. They come in the order of `ids` within one file.
    ///
    /// # Errors
    /// A part of the index is damaged, or a file is gone, has changed or cannot be read.
    pub fn records(
        &self,
        ids: &[GameId],
        take: &mut dyn FnMut(GameId, String) -> ControlFlow<()>,
    ) -> Result<()> {
        self.records_partial(ids, take, &mut Err)
    }

    /// Passes records like [`records`](Self::records), and each error to `failed`: `Ok` leaves its games out, `Err` ends
    /// the request.
    ///
    /// # Errors
    /// What `failed` returns.
    pub fn records_partial(
        &self,
        ids: &[GameId],
        take: &mut dyn FnMut(GameId, String) -> ControlFlow<()>,
        failed: &mut dyn FnMut(StoreError) -> Result<()>,
    ) -> Result<()> {
        let mut of_files = Vec::new();
        for some in ids.chunks(TOGETHER) {
            if !self.keeps_sgf() {
                of_files.extend_from_slice(some);
                continue;
            }
            let infos = match self.games_with(some, |name| name == "sgf") {
                Ok(infos) => infos,
                Err(error) => {
                    failed(error)?;
                    continue;
                }
            };
            for (id, info) in some.iter().zip(infos) {
                let Some(sgf) = info.sgf else {
                    of_files.push(*id);
                    continue;
                };
                if take(*id, sgf).is_break() {
                    return Ok(());
                }
            }
        }
        if of_files.is_empty() {
            return Ok(());
        }
        let (files, lost) = self.files_of(&of_files)?;
        let mut has_failed = !lost.errors.is_empty();
        lost.errors.into_iter().try_for_each(&mut *failed)?;
        let question = Question {
            selection: &Selection::default(),
            fields: &[],
            wants_sgf: true,
        };
        let (mut outcome, mut missing, mut stopped) = (Ok(()), of_files.len(), false);
        self.ask_files(&files, question, &mut |resolved| {
            has_failed |= !resolved.errors.is_empty();
            outcome = resolved.errors.into_iter().try_for_each(&mut *failed);
            if outcome.is_err() {
                return ControlFlow::Break(());
            }
            for (id, data) in resolved.games {
                let Some(sgf) = data.and_then(|data| data.sgf) else {
                    continue;
                };
                missing -= 1;
                if take(id, sgf).is_break() {
                    stopped = true;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        outcome?;
        if missing > 0 && !stopped && !has_failed {
            failed(StoreError::damaged(self.path(), Part::Sources))?;
        }
        Ok(())
    }
}

impl Store {
    /// Reads the records of open games and passes each result to `take` as soon as it is known; `take` may stop early.
    /// Games come approximately in the given order, file by file. Results are stored in the choice. For selected games,
    /// they include the values of `fields`.
    ///
    /// # Errors
    /// The list of sources is lost. Errors of records are passed to `take`.
    pub(crate) fn resolve(
        &self,
        choice: &Choice,
        games: &[GameId],
        fields: &[Field],
        take: &mut dyn FnMut(Resolved) -> ControlFlow<()>,
    ) -> Result<()> {
        let mut take = |resolved: Resolved| {
            choice.note(&resolved);
            take(resolved)
        };
        let question = Question {
            selection: &choice.selection,
            fields,
            wants_sgf: false,
        };
        let mut of_files = Vec::new();
        if self.keeps_sgf() {
            for of_segment in games.chunk_by(|one, other| one.segment == other.segment) {
                let rest = self.ask_table(of_segment, question, &mut take);
                match rest {
                    ControlFlow::Continue(rest) => of_files.extend(rest),
                    ControlFlow::Break(()) => return Ok(()),
                }
            }
        } else {
            of_files.extend_from_slice(games);
        }
        if of_files.is_empty() {
            return Ok(());
        }
        let (files, lost) = self.files_of(&of_files)?;
        if !lost.games.is_empty() && take(lost).is_break() {
            return Ok(());
        }
        self.ask_files(&files, question, &mut take);
        Ok(())
    }

    /// Reads the records of games of a segment from the index. Returns the games whose records the index does not
    /// store.
    fn ask_table(
        &self,
        games: &[GameId],
        question: Question<'_>,
        take: &mut dyn FnMut(Resolved) -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<GameId>> {
        let Some(segment) = games.first().and_then(|id| self.segment(*id).ok()) else {
            return ControlFlow::Continue(Vec::new());
        };
        let of_rows = |rows: Range<usize>| {
            let before = |row: usize| games.partition_point(|id| (id.game as usize) < row);
            &games[before(rows.start)..before(rows.end)]
        };
        let asked = Projection::of(question.selection);
        let (mut rest, mut stopped, mut answered) = (Vec::new(), false, 0);
        let read = segment.each_infos(
            TOGETHER,
            |name| name == "sgf" || asked.has(name),
            |rows| !of_rows(rows).is_empty(),
            |first, infos| {
                let own = of_rows(first..first + infos.len());
                let answers = own.par_iter().map(|id| {
                    let info = &infos[id.game as usize - first];
                    (*id, question.ask_row(info))
                });
                let (known, unknown): (Vec<_>, Vec<_>) = answers
                    .collect::<Vec<_>>()
                    .into_iter()
                    .partition(|(_, answer)| answer.is_some());
                rest.extend(unknown.into_iter().map(|(id, _)| id));
                answered += own.len();
                let flow = take(Resolved {
                    games: known,
                    errors: Vec::new(),
                });
                stopped = flow.is_break();
                flow
            },
        );
        if let Err(error) = read {
            let lost = games.iter().skip(answered).map(|id| (*id, None));
            let resolved = Resolved {
                games: lost.collect(),
                errors: vec![error],
            };
            stopped = take(resolved).is_break();
        }
        if stopped {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(rest)
        }
    }

    /// The files of games, in order of their first occurrence, and the results for games without a file.
    fn files_of(&self, games: &[GameId]) -> Result<(Vec<OfFile>, Resolved)> {
        let sources = self.sources()?;
        let mut files: Vec<OfFile> = Vec::new();
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut lost = Resolved::default();
        for of_segment in games.chunk_by(|one, other| one.segment == other.segment) {
            let read = self.segment(of_segment[0]).and_then(|segment| {
                let rows: Vec<u32> = of_segment.iter().map(|id| id.game).collect();
                let infos = segment.infos(Some(&rows), |name| name == "path")?;
                let records = infos.into_iter().map(|info| info.path);
                Ok((segment.directory()?, records.collect::<Vec<_>>()))
            });
            let (directory, records) = match read {
                Ok(read) => read,
                Err(error) => {
                    lost.games.extend(of_segment.iter().map(|id| (*id, None)));
                    lost.errors.push(error);
                    continue;
                }
            };
            for (id, record) in of_segment.iter().zip(records) {
                let entry = &directory[id.game as usize];
                let Some((path, source)) = sources.get(&entry.source) else {
                    let what = Part::Sources;
                    StoreError::damaged(self.path(), what).add_to(&mut lost.errors);
                    lost.games.push((*id, None));
                    continue;
                };
                let number = *numbers.entry(entry.source).or_insert_with(|| {
                    files.push(OfFile {
                        path: path.into(),
                        source: source.clone(),
                        wanted: Vec::new(),
                    });
                    files.len() - 1
                });
                files[number].wanted.push(Wanted {
                    record,
                    number: entry.number,
                    hash: entry.hash,
                    game: *id,
                    is_asked: true,
                    is_read: true,
                });
            }
        }
        self.add_namesakes(&mut files, &numbers, games);
        for file in &mut files {
            let key = |own: &Wanted| (own.record.clone(), own.number, own.hash, own.game);
            file.wanted.sort_by_cached_key(key);
            for alike in file.wanted.chunk_by_mut(Wanted::is_like) {
                let is_read = alike.iter().any(|own| own.is_asked);
                for own in alike {
                    own.is_read = is_read;
                }
            }
        }
        Ok((files, lost))
    }

    /// Adds the other games of archives with the same record name and number as a requested game. Those in unreadable
    /// segments are omitted, because they cannot be identified.
    fn add_namesakes(&self, files: &mut [OfFile], numbers: &HashMap<u32, usize>, games: &[GameId]) {
        let archives: Vec<bool> = files.iter().map(OfFile::is_archive).collect();
        if !archives.contains(&true) {
            return;
        }
        let asked: BTreeSet<GameId> = games.iter().copied().collect();
        let keys = |file: &OfFile| -> BTreeSet<(Arc<str>, u32)> {
            let keys = file
                .wanted
                .iter()
                .map(|own| (own.record.clone(), own.number));
            keys.collect()
        };
        let keys: Vec<_> = files.iter().map(keys).collect();
        for (number, segment) in (0..).zip(self.segments()) {
            let Ok(directory) = segment.directory() else {
                continue;
            };
            let of_archive = |source| numbers.get(source).filter(|file| archives[**file]).copied();
            let id = |game| GameId {
                segment: number,
                game,
            };
            let rows = (0..).zip(directory.iter());
            let rows = rows.filter(|(game, entry)| {
                of_archive(&entry.source).is_some()
                    && segment.is_alive(*game as usize)
                    && !asked.contains(&id(*game))
            });
            let rows: Vec<u32> = rows.map(|(game, _)| game).collect();
            if rows.is_empty() {
                continue;
            }
            let Ok(infos) = segment.infos(Some(&rows), |name| name == "path") else {
                continue;
            };
            for (game, info) in rows.into_iter().zip(infos) {
                let entry = &directory[game as usize];
                let own = Wanted {
                    record: info.path,
                    number: entry.number,
                    hash: entry.hash,
                    game: id(game),
                    is_asked: false,
                    is_read: false,
                };
                if let Some(file) = of_archive(&entry.source)
                    && keys[file].contains(&(own.record.clone(), own.number))
                {
                    files[file].wanted.push(own);
                }
            }
        }
    }

    /// Reads the data of the games of files, each of which is opened once.
    fn ask_files(
        &self,
        files: &[OfFile],
        question: Question<'_>,
        take: &mut dyn FnMut(Resolved) -> ControlFlow<()>,
    ) {
        let gone = RefCell::new(Vec::new());
        let inputs = (0..).zip(files).filter_map(|(number, file)| {
            let input = file.input(self.unpack());
            let input = input.map_err(|why| gone.borrow_mut().push((number, why)));
            input.ok()
        });
        let none = Sources::new();
        let mut tasks = Tasks {
            jobs: Jobs::new(inputs, &none),
            numbers: files.iter().map(|file| &*file.path).zip(0..).collect(),
            gone: &gone,
            current: 0,
        };
        let mut gathering = Gathering::new(files);
        let mut round = tasks.round();
        while !round.is_empty() {
            let this = std::mem::take(&mut round);
            let mut done = Vec::new();
            let ask = || {
                let tasks = this.into_par_iter().with_max_len(1);
                tasks.map(|task| task.done(files, question)).collect()
            };
            if rayon::current_num_threads() == 1 {
                done = ask();
                round = tasks.round();
            } else {
                rayon::in_place_scope(|scope| {
                    scope.spawn(|_| done = ask());
                    round = tasks.round();
                });
            }
            let mut resolved = Resolved::default();
            for done in done {
                gathering.add(done, &mut resolved);
            }
            if take(resolved).is_break() {
                return;
            }
        }
    }
}
