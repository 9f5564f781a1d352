//! Searches for positions.
//!
//! A whole board of few stones is a key of the index of positions. Everything else proceeds block by block, on all
//! cores: for each possible place of the pattern, the columns of occupancy are combined by AND, which leaves the games
//! that ever have its stones. The table of times of the block then shows whether the stones were present together, from
//! which node on, which stone came next, and what followed. Games that the table cannot represent, and trees, are
//! replayed.

mod after;
mod block;
mod chosen;
mod follow;
mod helpers;
mod in_order;
mod later;
mod latest;
mod look;
mod plan;
mod reached;
mod steps;
mod tables;
mod whole;
mod years;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use self::helpers::HELPERS;
use self::in_order::in_order;
use self::plan::Plan;
pub(crate) use self::tables::Scratch;
use crate::answer::Answer;
use crate::error::{Result, StoreError};
use crate::found::GameId;
use crate::query::Query;
use crate::segment::{BLOCK, Segment};
use crate::store::{Store, selected_of};

/// Maximum number of units searched ahead of the results taken.
const AHEAD: usize = 64;

/// Minimum number of hits of a whole board for a unit: they take several times as long as waking a core.
const WORTH: usize = BLOCK;

/// Games of a segment, one bit per game. Bits are cleared while records are read.
type Mask = Arc<Vec<AtomicU64>>;

/// The games of a segment that are selected; `None` if all are.
type Selected = Option<Mask>;

/// A segment in a search.
struct Searched<'a> {
    plan: &'a Plan<'a>,
    segment: &'a Segment,
    /// The segment, in the order of the manifest.
    number: u32,
    /// Computed for the first unit that needs it; an error is reported by the first unit in order.
    selected: OnceLock<std::result::Result<Selected, Mutex<Option<StoreError>>>>,
    /// If the index of positions has the answer: the range of postings for each transform of the board.
    ranges: OnceLock<Vec<Range<usize>>>,
}

impl<'a> Searched<'a> {
    fn new((number, segment): (u32, &'a Segment), plan: &'a Plan<'a>) -> Self {
        Self {
            plan,
            segment,
            number,
            selected: OnceLock::new(),
            ranges: OnceLock::new(),
        }
    }

    /// Number of hits, if known before they are read.
    fn hits(&self) -> Option<usize> {
        let ways = self.plan.ways.as_deref()?;
        let positions = self.segment.positions_at_hand()?;
        let ranges = whole::ranges(self, ways, &positions).iter();
        Some(ranges.map(Range::len).sum())
    }
}

/// The unit of work of a search.
struct Unit<'a>(Vec<Piece<'a>>);

/// The units of a search, in order. Helpers are woken as soon as there is enough work for them.
fn units<'a>(searched: &'a [Searched<'a>]) -> Vec<Unit<'a>> {
    let mut worth = 0;
    let hits = searched.iter().map(|of| {
        let hits = of.hits();
        worth += hits.unwrap_or(of.segment.blocks() * WORTH);
        helpers::wake(shares(worth) - 1);
        hits
    });
    let hits: Vec<Option<usize>> = hits.collect();
    let all: usize = hits.iter().flatten().sum();
    let share = all.div_ceil(shares(all)).max(1);
    let mut units: Vec<Unit<'_>> = Vec::new();
    let mut room = 0;
    for (of, hits) in searched.iter().zip(hits) {
        let games = of.segment.games;
        let Some(mut hits) = hits else {
            let step = match of.plan.ways {
                Some(_) => games.max(1),
                None => BLOCK,
            };
            units.extend((0..games).step_by(step).map(|start| {
                let games = start..(start + step).min(games);
                Unit(vec![Piece { of, games }])
            }));
            room = 0;
            continue;
        };
        let mut start = 0;
        while start < games {
            if units.is_empty() || room == 0 && hits > 0 {
                units.push(Unit(Vec::new()));
                room = share;
            }
            // Hits are spread over the games. A small remainder is not worth a separate piece.
            let end = if hits <= room + share / 8 {
                games
            } else {
                let end = start + (games - start) * room / hits;
                end.next_multiple_of(64).min(games)
            };
            if let Some(Unit(pieces)) = units.last_mut() {
                let games = start..end;
                pieces.push(Piece { of, games });
            }
            (hits, room) = (hits.saturating_sub(room), room.saturating_sub(hits));
            start = end;
        }
    }
    units
}

/// Number of units for a number of hits: even, so that two cores finish together.
fn shares(hits: usize) -> usize {
    (hits / WORTH).next_multiple_of(2).max(1)
}

impl Unit<'_> {
    fn search(&self, store: &Store) -> Answer {
        let mut pieces = self.0.iter().map(|piece| piece.search(store));
        let mut all = pieces.next().unwrap_or_default();
        pieces.for_each(|piece| all.add(piece));
        all
    }
}

/// Some games of a segment: a block, or any whole words of 64 if the index of positions has the answer.
struct Piece<'a> {
    of: &'a Searched<'a>,
    games: Range<usize>,
}

impl Piece<'_> {
    /// The identifier of a game of the segment.
    const fn id(&self, game: usize) -> GameId {
        GameId {
            segment: self.of.number,
            game: game as u32,
        }
    }

    /// The words of its games.
    fn words(&self) -> Range<usize> {
        self.games.start / 64..self.games.end.div_ceil(64)
    }

    /// The blocks of its games.
    fn blocks(&self) -> Range<usize> {
        self.games.start / BLOCK..self.games.end.div_ceil(BLOCK)
    }

    /// Searches its games.
    fn search(&self, store: &Store) -> Answer {
        let plan = self.of.plan;
        let pattern = &plan.query.pattern;
        let mut part = Answer::new(pattern);
        let selected = self.of.selected.get_or_init(|| {
            selected(self.of.segment, plan.query).map_err(|error| Mutex::new(Some(error)))
        });
        let selected = match selected {
            Ok(selected) => selected,
            Err(error) => {
                if self.games.start == 0 {
                    let mut error = error.lock().unwrap_or_else(PoisonError::into_inner);
                    part.damaged.extend(error.take());
                }
                return part;
            }
        };
        let eligible = Eligible {
            segment: self.of.segment,
            selected: selected.as_ref().map(|mask| mask.as_slice()),
        };
        let done = match &plan.ways {
            Some(ways) => whole::search(store, self, ways, eligible, &mut part),
            None => block::search(store, self, eligible, &mut part),
        };
        match done {
            Ok(()) => part,
            Err(error) => Answer::damaged(pattern, error),
        }
    }
}

/// The games of a segment that are not deleted and are selected.
#[derive(Clone, Copy)]
struct Eligible<'a> {
    segment: &'a Segment,
    selected: Option<&'a [AtomicU64]>,
}

impl Eligible<'_> {
    /// Whether all games of the segment are selected.
    fn are_all(self) -> bool {
        self.segment.dead().is_empty() && self.selected.is_none()
    }

    /// The games of a word of 64.
    fn word(self, word: usize) -> u64 {
        let games = self.segment.games.saturating_sub(word * 64).min(64);
        let Some(without) = 64_u32.checked_sub(games as u32).filter(|left| *left < 64) else {
            return 0;
        };
        let dead = self.segment.dead().get(word).copied().unwrap_or(0);
        let selected = match self.selected {
            Some(selected) => selected
                .get(word)
                .map_or(0, |word| word.load(Ordering::Relaxed)),
            None => u64::MAX,
        };
        u64::MAX >> without & !dead & selected
    }

    /// Whether a game is included.
    fn has(self, game: usize) -> bool {
        self.word(game / 64) >> (game % 64) & 1 == 1
    }
}

impl Store {
    /// Searches for a pattern.
    ///
    /// # Errors
    /// A part of the index is damaged, or a record that the selection needs cannot be read; see
    /// [`Store::search_partial`].
    pub fn search(&self, query: &Query) -> Result<Answer> {
        let mut answer = self.search_partial(query)?;
        let damaged = std::mem::take(&mut answer.damaged);
        StoreError::first_of(answer, damaged)
    }

    /// Searches for a pattern in all readable parts; the answer lists the errors of the others.
    ///
    /// # Errors
    /// The selection needs records, and the list of their files is damaged.
    pub fn search_partial(&self, query: &Query) -> Result<Answer> {
        let mut whole: Option<Answer> = None;
        self.search_stream(query, |part| {
            match &mut whole {
                Some(whole) => whole.add(part),
                None => whole = Some(part),
            }
            ControlFlow::Continue(())
        })?;
        Ok(whole.unwrap_or_else(|| Answer::new(&query.pattern)))
    }

    /// Searches for a pattern and passes the results to `take` part by part, in index order; the sum of the parts is
    /// the answer. `take` may stop the search. The first parts come when the first games were searched, and at most 64
    /// parts are searched ahead of `take`. A part is a block of 4,096 games, or, if the index of positions has the
    /// answer to a whole board, games with about 4,096 hits; a segment whose positions were not read before is one
    /// part. If the selection needs records, a part comes when the records of its games with the pattern were read,
    /// unless other conditions decide.
    ///
    /// # Errors
    /// The errors of [`Store::search_partial`].
    pub fn search_stream(
        &self,
        query: &Query,
        mut take: impl FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<()> {
        let plans = Plan::of_sizes(query, self.segments());
        if let Some(choice) = self.choice(&query.selection) {
            for group in self.groups() {
                let searched = self.searched(&plans, group);
                if self
                    .search_chosen(&searched, &choice, &mut take)?
                    .is_break()
                {
                    break;
                }
            }
            return Ok(());
        }
        let searched = self.searched(&plans, 0..self.segments().len());
        let units = units(&searched);
        in_order(&HELPERS, &units, AHEAD, |unit| unit.search(self), take);
        Ok(())
    }

    /// The segments of a range where the pattern fits.
    fn searched<'a>(&'a self, plans: &'a [Plan<'a>], segments: Range<usize>) -> Vec<Searched<'a>> {
        let segments = segments.start as u32..segments.end as u32;
        let segments = segments.map(|number| (number, &self.segments()[number as usize]));
        segments
            .filter(|segment| wants(plans, segment.0))
            .filter_map(|segment| {
                let plan = plans.iter().find(|plan| plan.size == segment.1.size)?;
                Some(Searched::new(segment, plan))
            })
            .collect()
    }
}

/// Whether a segment is searched.
fn wants(plans: &[Plan<'_>], segment: u32) -> bool {
    let query = plans.first().map(|plan| plan.query);
    query.is_none_or(|query| query.has_segment(segment))
}

/// The games of a segment that a query selects.
fn selected(segment: &Segment, query: &Query) -> Result<Selected> {
    if query.selection.is_all() {
        return Ok(None);
    }
    Ok(Some(mask(selected_of(segment, &query.selection)?)))
}

fn mask(words: Vec<u64>) -> Mask {
    Arc::new(words.into_iter().map(AtomicU64::new).collect())
}
