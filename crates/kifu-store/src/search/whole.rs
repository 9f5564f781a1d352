//! Whole boards of few stones, by the index of positions.

use std::ops::Range;
use std::sync::Arc;

use kifu_go::Color;

use super::block::{Gathered, walk_game};
use super::look::number_at;
use super::plan::{Hit, Next, Plan};
use super::years::Years;
use super::{Meant, Unit};
use crate::answer::Answer;
use crate::directory::{Brief, Flags};
use crate::error::Result;
use crate::event::BLACK;
use crate::instance::Instance;
use crate::positions::{Positions, Posting, stone_key};
use crate::segment::BLOCK;
use crate::store::Store;
use crate::times::Numbers;

/// The key of the position that a whole board asks for.
fn key(instance: &Instance) -> u64 {
    let stones = instance.stones.iter().map(|&(point, mask)| {
        let color = if mask == BLACK {
            Color::Black
        } else {
            Color::White
        };
        stone_key(point, color)
    });
    stones.fold(0, |key, stone| key ^ stone)
}

/// Searches some blocks of a segment.
pub(super) fn search(
    store: &Store,
    unit: &Unit<'_>,
    meant: Meant<'_>,
    answer: &mut Answer,
) -> Result<()> {
    let (plan, segment) = (unit.of.plan, unit.of.segment);
    answer.searched += unit
        .words()
        .map(|word| u64::from(meant.word(word).count_ones()))
        .sum::<u64>();
    let positions = segment.positions()?;
    let places = unit.of.places.get_or_init(|| places(plan, &positions));
    let games = unit.blocks.start * BLOCK..unit.blocks.end * BLOCK;
    let postings: Vec<&[Posting]> = places
        .iter()
        .map(|place| {
            let all = positions
                .postings
                .get(place.postings.clone())
                .unwrap_or_default();
            let before = |end: usize| all.partition_point(|own| usize::from(own.game) < end);
            &all[before(games.start)..before(games.end)]
        })
        .collect();
    let mut reached = reached(&postings, meant);
    // Those of a place are sorted already: a merge, then.
    reached.sort();
    let briefs = segment.briefs()?;
    // Far apart in a memory that no cache holds: loads that do not wait for each other's work.
    let briefs: Vec<Brief> = reached
        .iter()
        .map(|reached| briefs[reached.game()])
        .collect();
    let mut numbers: Option<(usize, Arc<Numbers>)> = None;
    let mut years = Years::default();
    let mut last = None;
    answer.found.reserve_exact(reached.len());
    for (reached, brief) in reached.into_iter().zip(briefs) {
        let (game, node) = (reached.game(), reached.node());
        let place = &places[reached.place()];
        let next = place.next(postings[reached.place()][reached.posting()]);
        if !plan.is_wanted(&plan.instances[place.instance as usize], next) {
            continue;
        }
        let move_number = if brief.flags.has(Flags::PLAIN) {
            node
        } else {
            let block = game / BLOCK;
            let (_, numbers) = match &numbers {
                Some(own) if own.0 == block => own,
                _ => {
                    let own = segment.numbers(block, |bytes| store.may_keep(bytes))?;
                    numbers.insert((block, own))
                }
            };
            number_at(numbers.of_game(game % BLOCK), node)
        };
        let hit = Hit {
            instance: place.instance,
            node,
            move_number,
            next,
            is_variation: false,
        };
        let seen = plan.seen(&hit);
        let winner = Plan::count(answer, brief, &hit, seen);
        years.count(answer, brief.year(), winner);
        if last != Some(game) {
            last = Some(game);
            answer.main.games += 1;
            let found = plan.found(unit.id(game), brief, &hit, seen);
            answer.found.push(found);
        }
    }
    years.finish(answer);
    walk_others(unit, meant, answer)
}

/// A place of the pattern that games of a segment have.
pub(super) struct Place {
    /// Its number in the plan.
    instance: u32,
    /// Its postings, among all of the segment.
    postings: Range<usize>,
    /// For each point of the board its cell of the pattern: the rectangle is the whole board.
    cells: Vec<u16>,
}

impl Place {
    fn next(&self, posting: Posting) -> Option<Next> {
        let cell = self.cells.get(usize::from(posting.next & 0x7fff))?;
        let color = if posting.next >> 15 == 1 {
            Color::White
        } else {
            Color::Black
        };
        Some((*cell, color, posting.distance.into()))
    }
}

/// The places of the pattern that games of a segment have.
fn places(plan: &Plan<'_>, positions: &Positions) -> Vec<Place> {
    let of = |(number, instance): (u32, &Instance)| {
        let postings = positions.range_of(key(instance));
        if postings.is_empty() {
            return None;
        }
        let mut cells = vec![0; plan.size.area()];
        for (cell, point) in (0..).zip(&instance.points) {
            cells[usize::from(*point)] = cell;
        }
        Some(Place {
            instance: number,
            postings,
            cells,
        })
    };
    (0..).zip(&plan.instances).filter_map(of).collect()
}

/// A posting of a place; as a number it is sorted by game, node and place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reached(u64);

impl Reached {
    /// The numbers of place and posting are those within the block: a place has a game once.
    const fn new(posting: Posting, place: usize, number: usize) -> Self {
        Self(
            (posting.game as u64) << 48
                | (posting.node as u64) << 32
                | (place as u64 & 0xffff) << 16
                | number as u64 & 0xffff,
        )
    }

    const fn game(self) -> usize {
        (self.0 >> 48) as usize
    }

    const fn node(self) -> u32 {
        (self.0 >> 32) as u32 & 0xffff
    }

    const fn place(self) -> usize {
        (self.0 >> 16) as usize & 0xffff
    }

    const fn posting(self) -> usize {
        self.0 as usize & 0xffff
    }
}

/// All postings of games that are meant, place by place.
fn reached(postings: &[&[Posting]], meant: Meant<'_>) -> Vec<Reached> {
    let all = postings.iter().map(|own| own.len()).sum();
    let mut reached = Vec::with_capacity(all);
    for (place, own) in postings.iter().enumerate() {
        let postings = own.iter().enumerate();
        let postings = postings.filter(|(_, posting)| meant.has(posting.game.into()));
        reached.extend(postings.map(|(number, posting)| Reached::new(*posting, place, number)));
    }
    reached
}

/// Games whose positions are not in the index.
fn walk_others(unit: &Unit<'_>, meant: Meant<'_>, answer: &mut Answer) -> Result<()> {
    let segment = unit.of.segment;
    let walked = segment.walked()?;
    let before = |block: usize| walked.partition_point(|game| (*game as usize) < block * BLOCK);
    let walked = &walked[before(unit.blocks.start)..before(unit.blocks.end)];
    if walked.is_empty() {
        return Ok(());
    }
    let directory = segment.directory()?;
    let mut events: Option<(usize, Vec<u16>)> = None;
    for game in walked.iter().map(|game| *game as usize) {
        if !meant.has(game) {
            continue;
        }
        let block = game / BLOCK;
        let (_, events) = match &events {
            Some(own) if own.0 == block => own,
            _ => events.insert((block, segment.events(block)?)),
        };
        let entry = &directory[game];
        let all = segment.events_of(events, entry)?;
        let main = segment.main_of(events, entry)?;
        let brief = entry.brief();
        let mut gathered = Gathered::new(unit.of.plan, std::slice::from_ref(&brief));
        walk_game(&mut gathered, answer, 0, (all, main), false);
        gathered.finish(unit.id(game), answer);
    }
    answer.found.sort_by_key(|found| found.game);
    Ok(())
}
