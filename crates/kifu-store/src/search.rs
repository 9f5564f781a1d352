//! How positions are found.
//!
//! A whole board of few stones is a key of the index of positions. Everything else goes block by block,
//! all cores at a time: the columns of occupancy are joined by AND for each place where the pattern may
//! lie, which leaves the games that ever have its stones; the table of times of the block then says
//! whether they were there together, from which node on, and which stone came next. Games that the table
//! cannot hold, and trees, are walked through; so is what must come behind a hit.

mod block;
mod follow;
mod look;
mod plan;
mod reached;
mod whole;

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use rayon::prelude::*;

use self::plan::Plan;
use crate::answer::{Answer, GameId};
use crate::error::Result;
use crate::query::Query;
use crate::segment::{BLOCK, Segment};
use crate::store::{Store, infos};

/// Units that are searched before their results are handed on, at the most; at first there are fewer.
const MOST_UNITS: usize = 64;

/// Blocks of a unit where the index of positions has the answer.
const WHOLE_BLOCKS: usize = 4;

/// What is searched in one go: some blocks of a segment.
struct Unit<'a> {
    plan: &'a Plan<'a>,
    segment: &'a Segment,
    /// The segment, in the order of the manifest.
    number: u32,
    blocks: Range<usize>,
    /// The games of the segment that are selected, a bit for each; `None` if all are.
    selected: Option<Arc<[u64]>>,
}

impl Unit<'_> {
    /// The name of a game of the segment.
    const fn id(&self, game: usize) -> GameId {
        GameId {
            segment: self.number,
            game: game as u32,
        }
    }

    /// Which of 64 games of the segment count and are selected.
    fn meant(&self, word: usize) -> u64 {
        let games = self.segment.games.saturating_sub(word * 64).min(64);
        let Some(without) = 64_u32.checked_sub(games as u32).filter(|left| *left < 64) else {
            return 0;
        };
        let dead = self.segment.dead().get(word).copied().unwrap_or(0);
        let selected = match &self.selected {
            Some(selected) => selected.get(word).copied().unwrap_or(0),
            None => u64::MAX,
        };
        u64::MAX >> without & !dead & selected
    }

    /// Whether a game of the segment counts and is selected.
    fn is_meant(&self, game: usize) -> bool {
        self.meant(game / 64) >> (game % 64) & 1 == 1
    }

    /// The words of the games of its blocks.
    fn words(&self) -> Range<usize> {
        let per_block = BLOCK / 64;
        self.blocks.start * per_block..self.blocks.end * per_block
    }

    fn search(&self, store: &Store) -> Answer {
        let pattern = &self.plan.query.pattern;
        let mut part = Answer::new(pattern);
        let done = if self.plan.is_whole_board {
            whole::search(store, self, &mut part)
        } else {
            block::search(store, self, &mut part)
        };
        match done {
            Ok(()) => part,
            Err(error) => Answer::damaged(pattern, error),
        }
    }
}

impl Store {
    /// Looks for a pattern.
    ///
    /// # Errors
    /// If the selection asks for what the index does not keep, or a part of the index is damaged; see
    /// [`Store::search_what_is_left`].
    pub fn search(&self, query: &Query) -> Result<Answer> {
        let mut answer = self.search_what_is_left(query)?;
        if answer.damaged.is_empty() {
            Ok(answer)
        } else {
            Err(answer.damaged.swap_remove(0))
        }
    }

    /// Looks for a pattern in all that can be read; the answer says what cannot.
    ///
    /// # Errors
    /// If the selection asks for what the index does not keep.
    pub fn search_what_is_left(&self, query: &Query) -> Result<Answer> {
        let mut whole = Answer::new(&query.pattern);
        self.search_stream(query, |part| {
            whole.add(part);
            ControlFlow::Continue(())
        })?;
        Ok(whole)
    }

    /// Looks for a pattern, and hands on what was found part by part, in the order of the index; the sum
    /// of the parts is the answer. `take` may stop the search. The first parts come when the first games
    /// were searched, and no more than 64 blocks of 4,096 games are searched ahead of `take`.
    ///
    /// # Errors
    /// If the selection asks for what the index does not keep.
    pub fn search_stream(
        &self,
        query: &Query,
        mut take: impl FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<()> {
        self.ensure_kept(&query.selection)?;
        let plans = Plan::of_sizes(query, self.segments());
        let mut wave: Vec<Unit<'_>> = Vec::new();
        let mut most = rayon::current_num_threads().min(MOST_UNITS);
        for (number, segment) in (0..).zip(self.segments()) {
            let Some(plan) = plans.iter().find(|plan| plan.size == segment.size) else {
                continue;
            };
            let selected = match selected(segment, query) {
                Ok(selected) => selected.map(Arc::from),
                Err(error) => {
                    if self.search_units(&mut wave, &mut take).is_break()
                        || take(Answer::damaged(&query.pattern, error)).is_break()
                    {
                        return Ok(());
                    }
                    continue;
                }
            };
            let blocks = if plan.is_whole_board { WHOLE_BLOCKS } else { 1 };
            for start in (0..segment.blocks()).step_by(blocks) {
                wave.push(Unit {
                    plan,
                    segment,
                    number,
                    blocks: start..(start + blocks).min(segment.blocks()),
                    selected: selected.clone(),
                });
                if wave.len() == most {
                    if self.search_units(&mut wave, &mut take).is_break() {
                        return Ok(());
                    }
                    most = (most * 2).min(MOST_UNITS);
                }
            }
        }
        let _ = self.search_units(&mut wave, &mut take);
        Ok(())
    }

    /// Searches units, all cores at a time, and hands on what is found in their order.
    fn search_units(
        &self,
        wave: &mut Vec<Unit<'_>>,
        take: &mut impl FnMut(Answer) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if rayon::current_num_threads() == 1 || wave.len() == 1 {
            return wave.drain(..).try_for_each(|unit| take(unit.search(self)));
        }
        let parts: Vec<Answer> = wave.par_iter().map(|unit| unit.search(self)).collect();
        wave.clear();
        parts.into_iter().try_for_each(take)
    }
}

/// The games of a segment that are meant: a bit for each; `None` if all are.
fn selected(segment: &Segment, query: &Query) -> Result<Option<Vec<u64>>> {
    if query.selection.is_all() {
        return Ok(None);
    }
    let mut words = vec![0; segment.games.div_ceil(64)];
    for (game, info) in infos(segment, &query.selection)?.iter().enumerate() {
        if query.selection.matches_facts(info) {
            words[game / 64] |= 1_u64 << (game % 64);
        }
    }
    Ok(Some(words))
}
