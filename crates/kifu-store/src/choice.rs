//! Which games a selection means, where the columns of the index do not tell it of all.
//!
//! The columns decide for as many games as they can, whatever the order of the conditions; the others stay open until
//! somebody has their records read ([`Store::resolve`]). What was found out stays, so that nobody reads a record twice
//! for the selection that was asked last.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};

use kifu_select::{Facts as _, Field, Selection};

use crate::answer::GameId;
use crate::bits::{bits, has, set};
use crate::error::{Part, Result, StoreError};
use crate::projection::Projection;
use crate::segment::Segment;
use crate::store::Store;

/// Games whose columns are in memory at once.
const TOGETHER: usize = 4096;

/// What is known of the games that a selection means.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) selection: Selection,
    segments: Vec<Mutex<Option<Known>>>,
}

/// What is known of the games of a segment: a bit for each.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The selected games.
    pub(crate) meant: Vec<u64>,
    /// Those of which their records alone tell it, which were not read.
    pub(crate) open: Vec<u64>,
    /// Those whose comments stand in their records alone.
    pub(crate) untold: Vec<u64>,
}

impl Known {
    /// The games that are open.
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
                let words = self.meant.iter().zip(&self.open);
                return words.map(|(meant, open)| meant | open).collect();
            }
        }
        let words = self.meant.iter().zip(&self.untold).zip(&self.open);
        words
            .map(|((meant, untold), open)| meant & untold | open)
            .collect()
    }
}

/// The games of a segment that have their bit.
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

/// What the record of a game says.
#[derive(Debug)]
pub(crate) struct Said {
    /// Whether the game is selected.
    pub(crate) is_meant: bool,
    /// What it says of the fields that are asked for.
    pub(crate) fields: Vec<(Field, String)>,
    /// The record itself, if that is wanted.
    pub(crate) sgf: Option<String>,
}

/// What records say of some games.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    /// Of each what its record says; `None` if that cannot be had.
    pub(crate) games: Vec<(GameId, Option<Said>)>,
    /// Why records cannot be had.
    pub(crate) errors: Vec<StoreError>,
}

impl Choice {
    fn new(selection: Selection, segments: usize) -> Self {
        Self {
            selection,
            segments: (0..segments).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// What is known of the games of a segment; its columns are asked the first time.
    pub(crate) fn of(&self, number: u32, segment: &Segment) -> Result<Known> {
        let mut known = self.segments[number as usize]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known {
            return Ok(known.clone());
        }
        let words = segment.games.div_ceil(64);
        let mut found = Known {
            meant: vec![0; words],
            open: vec![0; words],
            untold: vec![0; words],
        };
        let mut asked = Projection::of(&self.selection);
        // They say which games have comments.
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
                            Some(true) => &mut found.meant,
                            Some(false) => continue,
                            None => &mut found.open,
                        };
                        set(words, game, true);
                        let is_told = info.knows(Field::Comment);
                        set(&mut found.untold, game, !is_told);
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

    /// Takes note of what records say. Games whose record cannot be had stay open: it may come back.
    pub(crate) fn note(&self, resolved: &Resolved) {
        for (id, said) in &resolved.games {
            let known = self.segments[id.segment as usize].lock();
            if let Some(known) = &mut *known.unwrap_or_else(PoisonError::into_inner)
                && let Some(said) = said
                && has(&known.open, id.game as usize)
            {
                set(&mut known.open, id.game as usize, false);
                set(&mut known.meant, id.game as usize, said.is_meant);
            }
        }
    }
}

impl Store {
    /// What is known of a selection that asks for what stands in records alone; `None` if it asks for nothing of
    /// the kind.
    pub(crate) fn choice(&self, selection: &Selection) -> Option<Arc<Choice>> {
        selection
            .needs_records()
            .then(|| self.any_choice(selection))
    }

    /// What is known of any selection.
    pub(crate) fn any_choice(&self, selection: &Selection) -> Arc<Choice> {
        let mut last = self.choice.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(choice) = last.as_ref().filter(|own| own.selection == *selection) {
            return choice.clone();
        }
        let choice = Arc::new(Choice::new(selection.clone(), self.segments().len()));
        *last = Some(choice.clone());
        choice
    }

    /// The selected games, a bit for each, of all segments that can be read. `failed` gets the errors
    /// with the others, or with records, and may go on without them.
    pub(crate) fn chosen(
        &self,
        choice: &Choice,
        failed: &mut dyn FnMut(StoreError) -> Result<()>,
    ) -> Result<Vec<Option<Vec<u64>>>> {
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
                Ok(known.transpose()?.map(|known| known.meant))
            })
            .collect()
    }

    /// Has the records of games read; what they say is noted.
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

    /// Segments in their order, in groups that share no file: a file is opened once for all of its games.
    pub(crate) fn groups(&self) -> Vec<Range<usize>> {
        let count = self.segments().len();
        if self.keeps_sgf() {
            return (0..count).map(|number| number..number + 1).collect();
        }
        let directories: Vec<_> = self.segments().iter().map(Segment::directory).collect();
        // The last segment with games of each file. Those that cannot be read have none.
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
