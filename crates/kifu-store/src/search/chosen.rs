//! Searches whose selection needs records.
//!
//! A search among all games that may be selected finds those with the pattern. Their records are then read, and each
//! unit is searched again as soon as all of its games are decided.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::helpers::HELPERS;
use super::in_order::in_order;
use super::{AHEAD, Mask, Searched, Unit, mask, units};
use crate::answer::Answer;
use crate::bits::{count, has, set};
use crate::choice::Choice;
use crate::error::Result;
use crate::found::GameId;
use crate::store::Store;

/// The known selection of the games of a segment in a search.
struct Chosen {
    /// Games that may be selected.
    mask: Mask,
    /// Games with the pattern whose records must be read.
    wanted: Vec<u64>,
    /// Undecided games without the pattern.
    unread: Vec<u64>,
}

impl Store {
    /// Searches segments for a pattern and passes on the results part by part, in order.
    pub(super) fn search_chosen(
        &self,
        searched: &[Searched<'_>],
        choice: &Choice,
        take: &mut impl FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>> {
        let known = searched.par_iter();
        let known: Vec<_> = known.map(|of| choice.of(of.number, of.segment)).collect();
        let mut chosen: BTreeMap<u32, Chosen> = BTreeMap::new();
        let mut flow = ControlFlow::Continue(());
        for (of, known) in searched.iter().zip(known) {
            let words = match known {
                Ok(known) => {
                    let may_be = known.selected.iter().zip(&known.open);
                    let words = may_be.map(|(selected, open)| selected | open).collect();
                    let of_segment = Chosen {
                        mask: mask(words),
                        wanted: vec![0; known.open.len()],
                        unread: known.open,
                    };
                    let mask = of_segment.mask.clone();
                    chosen.insert(of.number, of_segment);
                    mask
                }
                Err(error) => {
                    if flow.is_continue() {
                        flow = take(Answer::damaged(&of.plan.query.pattern, error));
                    }
                    mask(Vec::new())
                }
            };
            // No other thread has set it.
            let _ = of.selected.set(Ok(Some(words)));
        }
        let Some(pattern) = searched.first().map(|of| &of.plan.query.pattern) else {
            return Ok(flow);
        };
        if flow.is_break() {
            return Ok(flow);
        }
        let units = units(searched);
        let wanted = self.with_pattern(&units, &mut chosen);
        let mut next = 0;
        let mut search = |chosen: &BTreeMap<u32, Chosen>, take: &mut dyn FnMut(Answer) -> _| {
            let left = &units[next..];
            let ready = left.iter().take_while(|unit| unit.is_ready(chosen)).count();
            next += ready;
            let mut flow = ControlFlow::Continue(());
            let work = |unit: &Unit<'_>| {
                let mut part = unit.search(self);
                part.unread = unit.unread(chosen);
                part
            };
            in_order(&HELPERS, &left[..ready], AHEAD, work, |part| {
                flow = take(part);
                flow
            });
            flow
        };
        flow = search(&chosen, take);
        if flow.is_break() {
            return Ok(flow);
        }
        self.resolve(choice, &wanted, &[], &mut |resolved| {
            for (id, data) in resolved.games {
                if let Some(of_segment) = chosen.get_mut(&id.segment) {
                    of_segment.resolve(id, data.is_some_and(|data| data.is_selected));
                }
            }
            if !resolved.errors.is_empty() {
                flow = take(Answer {
                    damaged: resolved.errors,
                    ..Answer::new(pattern)
                });
            }
            if flow.is_continue() {
                flow = search(&chosen, take);
            }
            flow
        })?;
        Ok(flow)
    }

    /// The games with the pattern whose records must be read.
    fn with_pattern(&self, units: &[Unit<'_>], chosen: &mut BTreeMap<u32, Chosen>) -> Vec<GameId> {
        let mut wanted = Vec::new();
        if chosen.values().all(|own| count(&own.unread) == 0) {
            return wanted;
        }
        let of_unit = |unit: &Unit<'_>| {
            let found = unit.search(self).found;
            let games = found.iter().map(|found| found.game);
            let is_open = |id: &GameId| {
                let own = chosen.get(&id.segment);
                own.is_some_and(|own| has(&own.unread, id.game as usize))
            };
            games.filter(is_open).collect::<Vec<_>>()
        };
        in_order(&HELPERS, units, AHEAD, of_unit, |games| {
            wanted.extend(games);
            ControlFlow::Continue(())
        });
        for id in &wanted {
            if let Some(own) = chosen.get_mut(&id.segment) {
                set(&mut own.unread, id.game as usize, false);
                set(&mut own.wanted, id.game as usize, true);
            }
        }
        // In index order, whatever the order of the search.
        wanted.sort_unstable();
        wanted
    }
}

impl Chosen {
    /// Stores the decision from the record of a game.
    fn resolve(&mut self, id: GameId, is_selected: bool) {
        set(&mut self.wanted, id.game as usize, false);
        if let Some(word) = self.mask.get(id.game as usize / 64)
            && !is_selected
        {
            word.fetch_and(!(1 << (id.game % 64)), Ordering::Relaxed);
        }
    }
}

impl Unit<'_> {
    /// Whether all of its games with the pattern are decided.
    fn is_ready(&self, chosen: &BTreeMap<u32, Chosen>) -> bool {
        self.bits(chosen, |own| &own.wanted) == 0
    }

    /// Number of its undecided games without the pattern.
    fn unread(&self, chosen: &BTreeMap<u32, Chosen>) -> u64 {
        self.bits(chosen, |own| &own.unread) as u64
    }

    /// Number of bits set for its games.
    fn bits<'c>(
        &self,
        chosen: &'c BTreeMap<u32, Chosen>,
        of: impl Fn(&'c Chosen) -> &'c Vec<u64>,
    ) -> usize {
        let pieces = self.0.iter();
        let bits = pieces.map(|piece| {
            let words = chosen.get(&piece.of.number).map(&of);
            words
                .and_then(|words| words.get(piece.words()))
                .map_or(0, count)
        });
        bits.sum()
    }
}
