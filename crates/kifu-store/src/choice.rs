//! Resolves selections that the columns of the index cannot fully decide.
//!
//! The columns decide as many games as they can, whatever the order of the conditions; the others stay open until their
//! records are read ([`Store::resolve`]). Results are kept for the most recent selection, so that no record is read
//! twice for it.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};

use kifu_select::{Facts as _, Field, Selection};

use crate::bits::{bits, has, set};
use crate::error::{Part, Result, StoreError};
use crate::found::GameId;
use crate::projection::Projection;
use crate::segment::Segment;
use crate::store::Store;

/// Maximum number of games whose columns are in memory at once.
const TOGETHER: usize = 4096;

/// The known results of a selection.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) selection: Selection,
    segments: Vec<Mutex<Option<Known>>>,
}

/// The known results for the games of a segment: one bit per game.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The selected games.
    pub(crate) selected: Vec<u64>,
    /// Undecided games, whose records were not read yet.
    pub(crate) open: Vec<u64>,
    /// Games whose comments are only in their records.
    pub(crate) comments_unread: Vec<u64>,
}

impl Known {
    /// The undecided games.
    pub(crate) fn open_games(&self, segment: u32) -> impl Iterator<Item = GameId> + '_ {
        games(segment, self.open.iter().copied())
    }

    /// The games whose records must be read: those that are undecided, and if their records are
    /// asked for fields, selected ones that may have one of them.
    pub(crate) fn waiting(&self, fields: &[Field]) -> Vec<u64> {
        match fields {
            [] => return self.open.clone(),
            [Field::Comment] => {}
            _ => {
                let words = self.selected.iter().zip(&self.open);
                return words.map(|(selected, open)| selected | open).collect();
            }
        }
        let words = self
            .selected
            .iter()
            .zip(&self.comments_unread)
            .zip(&self.open);
        words
            .map(|((selected, comments_unread), open)| selected & comments_unread | open)
            .collect()
    }
}

/// The games of a segment whose bit is set.
pub(crate) fn games(
    segment: u32,
    words: impl Iterator<Item = u64>,
) -> impl Iterator<Item = GameId> {
    (0..).zip(words).flat_map(move |(word, own)| {
        bits(own).map(move |bit| GameId {
            segment,
            game: word * 64 + bit as u32,
        })
    })
}

/// The information from the record of a game.
#[derive(Debug)]
pub(crate) struct RecordData {
    /// Whether the game is selected.
    pub(crate) is_selected: bool,
    /// The values of the requested fields.
    pub(crate) fields: Vec<(Field, String)>,
    /// The record itself, if requested.
    pub(crate) sgf: Option<String>,
}

/// The information from the records of some games.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    /// For each game, the information from its record; `None` if the record is unavailable.
    pub(crate) games: Vec<(GameId, Option<RecordData>)>,
    /// The errors of unavailable records.
    pub(crate) errors: Vec<StoreError>,
}

impl Choice {
    fn new(selection: Selection, segments: usize) -> Self {
        Self {
            selection,
            segments: (0..segments).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// The known results for the games of a segment; the columns are read the first time.
    pub(crate) fn of(&self, number: u32, segment: &Segment) -> Result<Known> {
        let mut known = self.segments[number as usize]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known {
            return Ok(known.clone());
        }
        let words = segment.games.div_ceil(64);
        let mut found = Known {
            selected: vec![0; words],
            open: vec![0; words],
            comments_unread: vec![0; words],
        };
        let mut asked = Projection::of(&self.selection);
        // They show which games have comments.
        asked.properties = true;
        let mut games = 0;
        segment.each_infos(
            TOGETHER,
            |name| asked.has(name),
            |_| true,
            |first, infos| {
                games = first + infos.len();
                for (game, info) in (first..).zip(&infos) {
                    if segment.is_alive(game) {
                        let words = match self.selection.decide(info) {
                            Some(true) => &mut found.selected,
                            Some(false) => continue,
                            None => &mut found.open,
                        };
                        set(words, game, true);
                        let is_read = info.knows(Field::Comment);
                        set(&mut found.comments_unread, game, !is_read);
                    }
                }
                ControlFlow::Continue(())
            },
        )?;
        if games != segment.games {
            return Err(segment.damaged(Part::GameCount));
        }
        *known = Some(found.clone());
        Ok(found)
    }

    /// Stores the information from records. Games whose record is unavailable stay open, because it may become
    /// available.
    pub(crate) fn note(&self, resolved: &Resolved) {
        for (id, data) in &resolved.games {
            let known = self.segments[id.segment as usize].lock();
            if let Some(known) = &mut *known.unwrap_or_else(PoisonError::into_inner)
                && let Some(data) = data
                && has(&known.open, id.game as usize)
            {
                set(&mut known.open, id.game as usize, false);
                set(&mut known.selected, id.game as usize, data.is_selected);
            }
        }
    }
}

impl Store {
    /// The known results of a selection with conditions that only records can decide; `None` if it has no such
    /// conditions.
    pub(crate) fn choice(&self, selection: &Selection) -> Option<Arc<Choice>> {
        selection
            .needs_records()
            .then(|| self.any_choice(selection))
    }

    /// The known results of any selection.
    pub(crate) fn any_choice(&self, selection: &Selection) -> Arc<Choice> {
        let mut last = self.choice.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(choice) = last.as_ref().filter(|own| own.selection == *selection) {
            return choice.clone();
        }
        let choice = Arc::new(Choice::new(selection.clone(), self.segments().len()));
        *last = Some(choice.clone());
        choice
    }

    /// The results for the games of all readable segments; the games of unavailable records are open. `failed` is called
    /// with the errors of other segments and of records; it may continue without them.
    pub(crate) fn chosen(
        &self,
        choice: &Choice,
        failed: &mut dyn FnMut(StoreError) -> Result<()>,
    ) -> Result<Vec<Option<Known>>> {
        let mut open = Vec::new();
        let mut can_be_read = Vec::new();
        for (number, segment) in (0..).zip(self.segments()) {
            let known = choice.of(number, segment);
            can_be_read.push(known.is_ok());
            match known {
                Ok(known) => open.extend(known.open_games(number)),
                Err(error) => failed(error)?,
            }
        }
        self.resolve_all(choice, &open, failed)?;
        let segments = (0..).zip(self.segments()).zip(can_be_read);
        segments
            .map(|((number, segment), can_be_read)| {
                let known = can_be_read.then(|| choice.of(number, segment));
                known.transpose()
            })
            .collect()
    }

    /// Reads the records of games and stores their information.
    pub(crate) fn resolve_all(
        &self,
        choice: &Choice,
        games: &[GameId],
        failed: &mut dyn FnMut(StoreError) -> Result<()>,
    ) -> Result<()> {
        let mut outcome = Ok(());
        self.resolve(choice, games, &[], &mut |resolved| {
            outcome = resolved.errors.into_iter().try_for_each(&mut *failed);
            match outcome {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        outcome
    }

    /// Segments in order, in groups that share no file: each file is opened once for all of its games.
    pub(crate) fn groups(&self) -> Vec<Range<usize>> {
        let count = self.segments().len();
        if self.keeps_sgf() {
            return (0..count).map(|number| number..number + 1).collect();
        }
        let directories: Vec<_> = self.segments().iter().map(Segment::directory).collect();
        // The last segment with games of each file. Unreadable segments have none.
        let mut last: HashMap<u32, usize> = HashMap::new();
        for (number, directory) in directories.iter().enumerate() {
            if let Ok(directory) = directory {
                last.extend(directory.iter().map(|entry| (entry.source, number)));
            }
        }
        let mut groups = Vec::new();
        let (mut start, mut end) = (0, 0);
        for (number, directory) in directories.iter().enumerate() {
            if let Ok(directory) = directory {
                let ends = directory.iter().filter_map(|entry| last.get(&entry.source));
                end = ends.fold(end, |end, last| end.max(*last));
            }
            end = end.max(number);
            if end == number {
                groups.push(start..number + 1);
                start = number + 1;
            }
        }
        groups
    }
}
