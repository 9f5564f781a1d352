//! The records themselves, for what no column of the index tells.
//!
//! Where the index keeps them they are read from its table. Else they are read from the files they came from, each
//! once for all of its games that are wanted, as they were read when they were indexed. As then, work goes in
//! rounds: while all threads ask the records of one, the caller's thread reads the next.

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
use crate::choice::{Choice, Resolved, Said};
use crate::error::{Part, Result, StoreError, StoreErrorKind};
use crate::indexer::jobs::{Games, Job, Jobs, WHOLE, Word};
use crate::indexer::stamp::{hash_of, is_same};
use crate::indexer::{Input, ROUND, Unpack};
use crate::info::{GameInfo, text_of};
use crate::ingest::GameData;
use crate::manifest::{Source, Sources};
use crate::projection::Projection;
use crate::store::Store;

/// Records of the index that are in memory at once.
const TOGETHER: usize = 1024;

/// A game whose record is wanted.
#[derive(Debug)]
struct Wanted {
    /// What the record is called: the path of its file, or of an archive and its name in it.
    record: Arc<str>,
    /// Its place in the record, from 0.
    number: u32,
    /// The hash of its main line: several records of an archive may have one name.
    hash: u64,
    game: GameId,
    /// Whether its record is requested, and not only read for another game.
    is_asked: bool,
    /// Whether it is, or one that looks like it.
    is_read: bool,
}

/// What is asked of a record.
#[derive(Clone, Copy)]
struct Question<'q> {
    selection: &'q Selection,
    /// The fields that are asked for beside it.
    fields: &'q [Field],
    /// Whether the record itself is wanted.
    tells_sgf: bool,
}

/// A file with games whose records are wanted.
#[derive(Debug)]
struct OfFile {
    path: PathBuf,
    source: Source,
    /// By record and number; those that are alike in these by their main lines, and then as they stand in the index.
    wanted: Vec<Wanted>,
}

/// Why games of a file cannot be had.
type Failure = StoreErrorKind;

/// Which of the wanted games of a file, by their numbers, were found, and what they say. Of games that look alike it
/// is the number of the first one.
type Answers = Vec<(usize, Said)>;

/// Something to do for a file, named by its number.
enum Task {
    /// Files that are read as a whole.
    Files(Vec<usize>),
    /// Games of a file that is read piece by piece.
    Games(usize, Games),
    /// The file cannot be read, or not all of it.
    Failed(usize, Failure),
    /// There are no more games of it.
    End(usize),
}

/// What came of a task.
enum Done {
    Files(Vec<(usize, std::result::Result<Answers, Failure>)>),
    Games(usize, Answers),
    Failed(usize, Failure),
    End(usize),
}

impl Wanted {
    /// Where it stands among others.
    fn key(&self) -> (&str, u32) {
        (&self.record, self.number)
    }

    /// Whether nothing but their order tells it from another one.
    fn is_like(&self, other: &Self) -> bool {
        self.key() == other.key() && self.hash == other.hash
    }
}

impl Question<'_> {
    fn ask(self, record: Record<'_>) -> Said {
        let is_meant = self.selection.matches(record);
        let fields = if is_meant { self.fields } else { &[] };
        let fields = fields.iter();
        Said {
            is_meant,
            fields: fields
                .filter_map(|field| Some((*field, text_of(record, *field)?)))
                .collect(),
            sgf: None,
        }
    }

    /// Asks what an index knows of a game; `None` if that is not enough.
    fn ask_row(self, info: &GameInfo) -> Option<Said> {
        let is_meant = self.selection.decide(info)?;
        let fields = if is_meant { self.fields } else { &[] };
        if !fields.iter().all(|field| info.knows(*field)) {
            return None;
        }
        let fields = fields.iter();
        let said = |field: &Field| Some((*field, info.field(*field)?.into_owned()));
        Some(Said {
            is_meant,
            fields: fields.filter_map(said).collect(),
            sgf: None,
        })
    }
}

impl OfFile {
    /// What is wanted of a record from a game on, as numbers of what is wanted.
    fn from(&self, record: &str, first: usize) -> usize {
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        self.wanted
            .partition_point(|own| own.key() < (record, first))
    }

    /// Which of the wanted games is this one, or the first of those that look like it.
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

    /// Whether it has more than one record.
    fn is_archive(&self) -> bool {
        let mut names = self.wanted.iter().map(|own| Path::new(&*own.record));
        names.any(|name| name != self.path)
    }

    /// The file as it is to be read, if it is as it was.
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

    /// Asks the games of a file that is read as a whole, if it is as it was.
    fn ask_file(&self, question: Question<'_>) -> std::result::Result<Answers, Failure> {
        let bytes = self.read().map_err(failure)?;
        if bytes.len() as u64 != self.source.bytes || hash_of(&bytes) != self.source.hash {
            return Err(StoreErrorKind::Changed);
        }
        let record = self.wanted.first().map(|own| own.record.clone());
        Ok(self.ask(question, &record.unwrap_or_default(), 0, bytes))
    }

    /// All bytes of the file, or one more than there were.
    fn read(&self) -> io::Result<Vec<u8>> {
        let length = self.source.bytes.min(WHOLE);
        let mut bytes = Vec::with_capacity(length as usize + 1);
        let file = File::open(&self.path)?;
        file.take(length + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Asks those that are wanted of some games of a record.
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
                let mut said = question.ask(record);
                if question.tells_sgf {
                    said.sgf = game
                        .span()
                        .map(|span| span.of_str(collection.text()).to_owned());
                }
                (place, said)
            })
        });
        games.collect()
    }
}

/// Where the record of a game comes from.
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
    /// Where the record of a game comes from. Nothing is read from there.
    ///
    /// # Errors
    /// If a part of the index is damaged.
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

    /// The record of a game as SGF, decoded: from the index if it keeps records, else from its file.
    ///
    /// # Errors
    /// If a part of the index is damaged, or the file is gone, has changed or cannot be read.
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
            sgf = sgf.take().or(own.and_then(|(_, said)| said?.sgf));
            ControlFlow::Continue(())
        });
        match sgf {
            Some(sgf) => Ok(sgf),
            None => StoreError::first_of(String::new(), errors)
                .and_then(|_| Err(StoreError::damaged(self.path(), Part::Sources))),
        }
    }
}

/// Why a file cannot be read.
fn failure(error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => StoreErrorKind::Gone,
        _ => StoreErrorKind::Unread(error.into()),
    }
}

impl Store {
    /// Has the records of open games read, and hands on which of them are selected as soon as it is known; `take` may
    /// stop that. Games come in about the order in which they are named, file by file. What is found out is
    /// noted in the choice. Of the selected ones the answers hold what their records say of `fields`.
    ///
    /// # Errors
    /// If the list of sources is lost. Errors of records go to `take`.
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

    /// Asks the records that the index keeps of games of a segment. What it does not keep is given back.
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
        let (mut rest, mut stopped, mut told) = (Vec::new(), false, 0);
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
                told += own.len();
                let flow = take(Resolved {
                    games: known,
                    errors: Vec::new(),
                });
                stopped = flow.is_break();
                flow
            },
        );
        if let Err(error) = read {
            let lost = games.iter().skip(told).map(|id| (*id, None));
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

    /// The files of games, in the order in which they are first named; what is known of the others.
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

    /// Adds the other games of archives that have the name and number of one that is asked for. Those of segments that
    /// cannot be read are left out: nobody can tell them.
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

    /// Asks the games of files, each of which is opened once.
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
    /// What was found out to be gone, or otherwise, when its turn came.
    gone: &'a RefCell<Vec<(usize, Failure)>>,
    /// The file that is read piece by piece.
    current: usize,
}

impl<I: Iterator<Item = Input>> Tasks<'_, I> {
    /// The next tasks; none if there are no more.
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

/// What came of the tasks, put together.
struct Gathering<'a> {
    files: &'a [OfFile],
    streamed: HashMap<usize, Begun>,
}

/// A file that was begun.
struct Begun {
    /// Which of its games were found.
    found: Vec<bool>,
    /// Of games that look alike, how many were found: by the number of the first one.
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
        for (first, said) in answers {
            // Those that look alike come in the order in which they were indexed.
            let before = begun.alike.entry(first).or_default();
            let place = first + *before;
            *before += 1;
            let own = wanted.get(place).filter(|own| own.is_like(&wanted[first]));
            let Some(own) = own else {
                continue;
            };
            begun.found[place] = true;
            if own.is_asked {
                resolved.games.push((own.game, Some(said)));
            }
        }
    }

    /// Says of the games of a file that were not found that they cannot be had.
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
