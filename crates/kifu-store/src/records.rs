//! Reads the records themselves, for data that no column of the index has.
//!
//! If the index stores records, they are read from its table. Otherwise they are read from their source files, each
//! once for all of its requested games, in the same way as for indexing. Work proceeds in rounds: while all threads
//! process the records of one round, the caller's thread reads the next.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu_select::{Facts as _, Field, Record, Selection};
use kifu_sgf::{Collection, GameTree};
use rayon::prelude::*;

use crate::answer::GameId;
use crate::choice::{Choice, RecordData, Resolved};
use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::indexer::jobs::{Games, Job, Jobs, WHOLE, Word};
use crate::indexer::stamp::{hash_of, is_same};
use crate::indexer::{Input, ROUND, Unpack};
use crate::info::{GameInfo, text_of};
use crate::ingest::GameData;
use crate::manifest::{Source, Sources};
use crate::projection::Projection;
use crate::store::Store;

/// Maximum number of records of the index in memory at once.
const TOGETHER: usize = 1024;

/// A game whose record is requested.
#[derive(Debug)]
struct Wanted {
    /// The name of the record: the path of its file, or of an archive and the name in it.
    record: Arc<str>,
    /// The index of the game in the record, from 0.
    number: u32,
    /// The hash of its main line: several records of an archive may have one name.
    hash: u64,
    game: GameId,
    /// Whether its record is requested, and not only read for another game.
    is_asked: bool,
    /// Whether the record was found, for this game or one with the same key and main line.
    is_read: bool,
}

/// The data requested from records.
#[derive(Clone, Copy)]
struct Question<'q> {
    selection: &'q Selection,
    /// The fields to read in addition to the selection.
    fields: &'q [Field],
    /// Whether to return the record itself.
    tells_sgf: bool,
}

/// A file with requested games.
#[derive(Debug)]
struct OfFile {
    path: PathBuf,
    source: Source,
    /// Sorted by record and number; games that share both are sorted by their main lines, then by index order.
    wanted: Vec<Wanted>,
}

/// The reason why games of a file are unavailable.
type Failure = StoreErrorKind;

/// The requested games that were found in a file, by number, and their data. Games that cannot be distinguished have
/// the number of the first one.
type Answers = Vec<(usize, RecordData)>;

/// A task for a file, identified by its number.
enum Task {
    /// Files to read as a whole.
    Files(Vec<usize>),
    /// Games of a file that is read in pieces.
    Games(usize, Games),
    /// The file cannot be read, or only partially.
    Failed(usize, Failure),
    /// The file has no more games.
    End(usize),
}

/// The result of a task.
enum Done {
    Files(Vec<(usize, std::result::Result<Answers, Failure>)>),
    Games(usize, Answers),
    Failed(usize, Failure),
    End(usize),
}

impl Wanted {
    /// The sort key among games of a file.
    fn key(&self) -> (&str, u32) {
        (&self.record, self.number)
    }

    /// Whether only the order distinguishes two games.
    fn is_like(&self, other: &Self) -> bool {
        self.key() == other.key() && self.hash == other.hash
    }
}

impl Question<'_> {
    fn ask(self, record: Record<'_>) -> RecordData {
        let is_selected = self.selection.matches(record);
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
    fn ask_row(self, info: &GameInfo) -> Option<RecordData> {
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
    fn from(&self, record: &str, first: usize) -> usize {
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        self.wanted
            .partition_point(|own| own.key() < (record, first))
    }

    /// The index of the requested game that this is, or of the first one that cannot be distinguished from it.
    fn place(&self, record: &str, number: usize, game: GameTree<'_>) -> Option<usize> {
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
    fn is_archive(&self) -> bool {
        let mut names = self.wanted.iter().map(|own| Path::new(&*own.record));
        names.any(|name| name != self.path)
    }

    /// The input for reading the file, if it is unchanged.
    fn input(&self, unpack: Option<Unpack>) -> std::result::Result<Input, Failure> {
        let metadata = fs::metadata(&self.path).map_err(failure)?;
        if metadata.len() != self.source.bytes {
            return Err(StoreErrorKind::Changed);
        }
        let names: BTreeSet<&str> = self.wanted.iter().map(|own| &*own.record).collect();
        let unpack = unpack.and_then(|unpack| unpack(&self.path, &names));
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
    fn ask_file(&self, question: Question<'_>) -> std::result::Result<Answers, Failure> {
        let bytes = self.read().map_err(failure)?;
        if bytes.len() as u64 != self.source.bytes || hash_of(&bytes) != self.source.hash {
            return Err(StoreErrorKind::Changed);
        }
        let record = self.wanted.first().map(|own| own.record.clone());
        Ok(self.ask(question, &record.unwrap_or_default(), 0, bytes))
    }

    /// All bytes of the file; one more than its indexed size if it has grown.
    fn read(&self) -> io::Result<Vec<u8>> {
        let length = self.source.bytes.min(WHOLE);
        let mut bytes = Vec::with_capacity(length as usize + 1);
        let file = File::open(&self.path)?;
        file.take(length + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads the data of the requested games among some games of a record.
    fn ask_games(&self, question: Question<'_>, games: Games) -> Answers {
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

    fn ask(&self, question: Question<'_>, record: &str, first: usize, bytes: Vec<u8>) -> Answers {
        let collection = Collection::from_bytes(bytes);
        let games = (first..).zip(collection.games());
        let games = games.filter_map(|(number, game)| {
            let place = self.place(record, number, game)?;
            let record = Record::in_file(game, record).behind(first);
            let is_read = self.wanted[place].is_read;
            is_read.then(|| {
                let mut data = question.ask(record);
                if question.tells_sgf {
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
            .and_then(|unpack| unpack(&file.path, &BTreeSet::from([&*record])));
        let is_packed = file.is_archive() || unpacked.is_some();
        Ok(Origin {
            file: file.path,
            record,
            is_packed,
        })
    }

    /// The record of a game as decoded SGF: from the index if it stores records, otherwise from its file.
    ///
    /// # Errors
    /// A part of the index is damaged, or the file is gone, has changed or cannot be read.
    pub fn record(&self, id: GameId) -> Result<String> {
        if self.keeps_sgf() {
            let info = self.games_with_sgf(&[id])?.into_iter().next();
            if let Some(sgf) = info.and_then(|info| info.sgf) {
                return Ok(sgf);
            }
        }
        let (files, lost) = self.files_of(&[id])?;
        let mut errors = lost.errors;
        let question = Question {
            selection: &Selection::default(),
            fields: &[],
            tells_sgf: true,
        };
        let mut sgf = None;
        self.ask_files(&files, question, &mut |resolved| {
            errors.extend(resolved.errors);
            let own = resolved.games.into_iter().find(|(game, _)| *game == id);
            sgf = sgf.take().or(own.and_then(|(_, data)| data?.sgf));
            ControlFlow::Continue(())
        });
        match sgf {
            Some(sgf) => Ok(sgf),
            None => StoreError::first_of(String::new(), errors)
                .and_then(|_| Err(StoreError::damaged(self.path(), Part::Sources))),
        }
    }
}

/// The reason why a file cannot be read.
fn failure(error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => StoreErrorKind::Gone,
        _ => StoreErrorKind::Unread(error.into()),
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
            tells_sgf: false,
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
        let mut gathering = Gathering {
            files,
            streamed: HashMap::new(),
        };
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

/// The tasks of all files.
struct Tasks<'a, I> {
    jobs: Jobs<'a, I>,
    /// The files by their paths.
    numbers: HashMap<&'a Path, usize>,
    /// The files that were found to be unavailable when their turn came.
    gone: &'a RefCell<Vec<(usize, Failure)>>,
    /// The file that is being read in pieces.
    current: usize,
}

impl<I: Iterator<Item = Input>> Tasks<'_, I> {
    /// The next tasks; empty if there are no more.
    fn round(&mut self) -> Vec<Task> {
        let jobs = self.jobs.round(ROUND);
        let mut tasks: Vec<Task> = Vec::new();
        for job in jobs {
            match job {
                Job::Files(paths) => {
                    let numbers = paths.iter().filter_map(|path| self.number(path));
                    tasks.push(Task::Files(numbers.collect()));
                }
                Job::Games(games) => tasks.push(Task::Games(self.current, games)),
                Job::Word(Word::Begin { path, .. }) => {
                    self.current = self.number(&path).unwrap_or(self.current);
                }
                Job::Word(Word::Failed(path, why)) => {
                    let number = self.number(&path).unwrap_or(self.current);
                    tasks.push(Task::Failed(number, StoreErrorKind::Unread(why)));
                    tasks.push(Task::End(number));
                }
                Job::Word(Word::Fault(why)) => {
                    tasks.push(Task::Failed(self.current, StoreErrorKind::Unread(why)));
                }
                Job::Word(Word::End(end)) => {
                    let why = end.err().map(StoreErrorKind::Unread);
                    tasks.extend(why.map(|why| Task::Failed(self.current, why)));
                    tasks.push(Task::End(self.current));
                }
                Job::Word(Word::Unchanged { .. }) => {}
            }
        }
        for (number, why) in self.gone.take() {
            tasks.push(Task::Failed(number, why));
            tasks.push(Task::End(number));
        }
        tasks
    }

    fn number(&self, path: &Path) -> Option<usize> {
        self.numbers.get(path).copied()
    }
}

impl Task {
    fn done(self, files: &[OfFile], question: Question<'_>) -> Done {
        match self {
            Self::Files(numbers) => {
                let asked = numbers.into_iter();
                Done::Files(
                    asked
                        .map(|number| (number, files[number].ask_file(question)))
                        .collect(),
                )
            }
            Self::Games(number, games) => {
                Done::Games(number, files[number].ask_games(question, games))
            }
            Self::Failed(number, why) => Done::Failed(number, why),
            Self::End(number) => Done::End(number),
        }
    }
}

/// Combines the results of the tasks.
struct Gathering<'a> {
    files: &'a [OfFile],
    streamed: HashMap<usize, Begun>,
}

/// A file in progress.
struct Begun {
    /// For each of its games, whether it was found.
    found: Vec<bool>,
    /// Number of games found among indistinguishable ones, by the number of the first one.
    alike: HashMap<usize, usize>,
    why: Option<Failure>,
}

impl Begun {
    fn new(file: &OfFile) -> Self {
        Self {
            found: vec![false; file.wanted.len()],
            alike: HashMap::new(),
            why: None,
        }
    }
}

impl Gathering<'_> {
    fn add(&mut self, done: Done, resolved: &mut Resolved) {
        match done {
            Done::Files(asked) => {
                for (number, answers) in asked {
                    match answers {
                        Ok(answers) => self.found(number, answers, resolved),
                        Err(why) => self.of(number).why = Some(why),
                    }
                    self.end(number, resolved);
                }
            }
            Done::Games(number, answers) => self.found(number, answers, resolved),
            Done::Failed(number, why) => {
                self.of(number).why.get_or_insert(why);
            }
            Done::End(number) => self.end(number, resolved),
        }
    }

    fn of(&mut self, number: usize) -> &mut Begun {
        let file = &self.files[number];
        let begun = self.streamed.entry(number);
        begun.or_insert_with(|| Begun::new(file))
    }

    fn found(&mut self, number: usize, answers: Answers, resolved: &mut Resolved) {
        let wanted = &self.files[number].wanted;
        let begun = self.of(number);
        for (first, data) in answers {
            // Indistinguishable games occur in the order in which they were indexed.
            let before = begun.alike.entry(first).or_default();
            let place = first + *before;
            *before += 1;
            let own = wanted.get(place).filter(|own| own.is_like(&wanted[first]));
            let Some(own) = own else {
                continue;
            };
            begun.found[place] = true;
            if own.is_asked {
                resolved.games.push((own.game, Some(data)));
            }
        }
    }

    /// Reports the games of a file that were not found as unavailable.
    fn end(&mut self, number: usize, resolved: &mut Resolved) {
        let file = &self.files[number];
        let begun = self.streamed.remove(&number);
        let begun = begun.unwrap_or_else(|| Begun::new(file));
        let games = file.wanted.iter().zip(begun.found);
        let lost = games.filter(|(own, is_found)| own.is_asked && !is_found);
        let before = resolved.games.len();
        resolved.games.extend(lost.map(|(own, _)| (own.game, None)));
        if resolved.games.len() > before {
            let why = begun.why.unwrap_or(StoreErrorKind::Incomplete);
            let error = StoreError::new(&file.path, why);
            resolved.errors.push(error);
        }
    }
}
