//! How positions are found.
//!
//! A whole board of few stones is a key of the index of positions. Everything else goes block by block,
//! all cores at a time: the columns of occupancy are joined by AND for each place where the pattern may
//! lie, which leaves the games that ever have its stones; the table of times of the block then says
//! whether they were there together, from which node on, and which stone came next. Games that the table
//! cannot hold, and trees, are walked through.

mod block;
mod later;
mod plan;
mod whole;

use std::ops::ControlFlow;

use rayon::prelude::*;

use self::plan::Plan;
use crate::answer::Answer;
use crate::error::{Result, StoreError, StoreErrorKind};
use crate::info::NOT_KEPT;
use crate::query::Query;
use crate::segment::Segment;
use crate::store::{Store, infos};

/// Blocks that are searched before their results are handed on.
const CHUNK: usize = 16;

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
        self.count_reached(query, &mut whole);
        Ok(whole)
    }

    /// Looks for a pattern, and hands on what was found part by part, in the order of the index; the sum
    /// of the parts is the answer. `take` may stop the search.
    ///
    /// # Errors
    /// If the selection asks for what the index does not keep; if a sequence or a later position is looked
    /// for in variations too.
    pub fn search_stream(
        &self,
        query: &Query,
        mut take: impl FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<()> {
        if let Some(field) = query
            .selection
            .fields()
            .find(|field| NOT_KEPT.contains(field))
        {
            let kind = StoreErrorKind::NotKept(field.name());
            return Err(StoreError::new(self.path(), kind));
        }
        let follows = !query.sequence.is_empty() || !query.later.is_empty();
        if query.in_variations && follows {
            return Err(StoreError::new(self.path(), StoreErrorKind::MainLineOnly));
        }
        let plans = Plan::of_sizes(query, self.segments());
        let mut work = Vec::new();
        for segment in self.segments() {
            let Some(plan) = plans.iter().find(|plan| plan.size == segment.size) else {
                continue;
            };
            let mut part = Answer::new(&query.pattern);
            let selected = match selected(segment, query) {
                Ok(selected) => selected,
                Err(error) => {
                    part.damaged.push(error);
                    if take(part).is_break() {
                        return Ok(());
                    }
                    continue;
                }
            };
            let number = self.number_of(segment);
            if plan.is_whole_board {
                if let Err(error) =
                    whole::search(self, plan, segment, number, selected.as_deref(), &mut part)
                {
                    part = Answer::new(&query.pattern);
                    part.damaged.push(error);
                }
                if take(part).is_break() {
                    return Ok(());
                }
                continue;
            }
            work.clear();
            work.extend(0..segment.blocks());
            for chunk in work.chunks(CHUNK) {
                let parts: Vec<Answer> = chunk
                    .par_iter()
                    .map(|&block| {
                        let mut part = Answer::new(&query.pattern);
                        let done = block::search(
                            self,
                            plan,
                            segment,
                            number,
                            block,
                            selected.as_deref(),
                            &mut part,
                        );
                        if let Err(error) = done {
                            part = Answer::new(&query.pattern);
                            part.damaged.push(error);
                        }
                        part
                    })
                    .collect();
                for part in parts {
                    if take(part).is_break() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
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
