//! Rounds of tasks over files, and their results.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

use super::file::{Answers, Failure, OfFile, Question};
use crate::choice::Resolved;
use crate::error::{StoreError, StoreErrorKind};
use crate::indexer::jobs::{Games, Job, Jobs, Word};
use crate::indexer::{Input, ROUND};

/// A task for a file, identified by its number.
pub(super) enum Task {
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
pub(super) enum Done {
    Files(Vec<(usize, Result<Answers, Failure>)>),
    Games(usize, Answers),
    Failed(usize, Failure),
    End(usize),
}

/// The tasks of all files.
pub(super) struct Tasks<'a, I> {
    pub(super) jobs: Jobs<'a, I>,
    /// The files by their paths.
    pub(super) numbers: HashMap<&'a Path, usize>,
    /// The files that were found to be unavailable when they were opened.
    pub(super) gone: &'a RefCell<Vec<(usize, Failure)>>,
    /// The file that is being read in pieces.
    pub(super) current: usize,
}

impl<I: Iterator<Item = Input>> Tasks<'_, I> {
    /// The next tasks; empty if there are no more.
    pub(super) fn round(&mut self) -> Vec<Task> {
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
    pub(super) fn done(self, files: &[OfFile], question: Question<'_>) -> Done {
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
pub(super) struct Gathering<'a> {
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

impl<'a> Gathering<'a> {
    pub(super) fn new(files: &'a [OfFile]) -> Self {
        Self {
            files,
            streamed: HashMap::new(),
        }
    }

    pub(super) fn add(&mut self, done: Done, resolved: &mut Resolved) {
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
