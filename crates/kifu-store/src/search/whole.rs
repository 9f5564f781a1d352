//! Whole boards of few stones, by the index of positions.

use std::sync::Arc;

use kifu_go::Color;

use super::Unit;
use super::block::{Gathered, walk_game};
use super::look::number_at;
use super::plan::Hit;
use crate::answer::{Answer, Year};
use crate::directory::{Entry, Flags};
use crate::error::Result;
use crate::event::BLACK;
use crate::instance::Instance;
use crate::positions::stone_key;
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
pub(super) fn search(store: &Store, unit: &Unit<'_>, answer: &mut Answer) -> Result<()> {
    let (plan, segment) = (unit.plan, unit.segment);
    let directory = segment.directory()?;
    answer.searched += unit
        .words()
        .map(|word| u64::from(unit.meant(word).count_ones()))
        .sum::<u64>();
    let mut hits = hits(unit)?;
    // Stable: of hits at the same node that of the first place comes first.
    hits.sort_by_key(|(game, hit)| (*game, hit.node));
    let mut numbers: Option<(usize, Arc<Numbers>)> = None;
    let mut of_year = (0, Year::default());
    let mut last = None;
    // Far apart in a memory that no cache holds: loads that do not wait for each other's work.
    let entries: Vec<Entry> = hits.iter().map(|(game, _)| directory[*game]).collect();
    for ((game, mut hit), entry) in hits.into_iter().zip(&entries) {
        hit.move_number = if entry.flags.has(Flags::PLAIN) {
            hit.node
        } else {
            let block = game / BLOCK;
            let (_, numbers) = match &numbers {
                Some(own) if own.0 == block => own,
                _ => {
                    let own = segment.numbers(block, |bytes| store.may_keep(bytes))?;
                    numbers.insert((block, own))
                }
            };
            number_at(numbers.of_game(game % BLOCK), hit.node)
        };
        let winner = plan.count(answer, entry, &hit);
        if of_year.0 != entry.year() {
            put(answer, of_year);
            of_year = (entry.year(), Year::default());
        }
        of_year.1.count(winner);
        if last != Some(game) {
            last = Some(game);
            answer.main.games += 1;
            let found = plan.found(unit.id(game), entry, &hit);
            answer.found.push(found);
        }
    }
    put(answer, of_year);
    walk_others(unit, answer)
}

fn put(answer: &mut Answer, (year, counts): (u16, Year)) {
    if counts.hits > 0 {
        answer.years.entry(year).or_default().add(counts);
    }
}

/// All hits of games whose positions are in the index: the game within the segment, and the hit without
/// the number of the move.
fn hits(unit: &Unit<'_>) -> Result<Vec<(usize, Hit)>> {
    let plan = unit.plan;
    let positions = unit.segment.positions()?;
    let games = unit.blocks.start * BLOCK..(unit.blocks.end * BLOCK).min(unit.segment.games);
    let mut hits: Vec<(usize, Hit)> = Vec::new();
    let mut cells = vec![0; plan.size.area()];
    for (place, instance) in plan.instances.iter().enumerate() {
        let postings = positions.of(key(instance));
        let before = |end: usize| postings.partition_point(|own| usize::from(own.game) < end);
        let postings = &postings[before(games.start)..before(games.end)];
        if postings.is_empty() {
            continue;
        }
        // The rectangle is the whole board.
        for (cell, point) in instance.points.iter().enumerate() {
            cells[usize::from(*point)] = cell as u16;
        }
        for posting in postings {
            let game = usize::from(posting.game);
            if !unit.is_meant(game) {
                continue;
            }
            let color = if posting.next >> 15 == 1 {
                Color::White
            } else {
                Color::Black
            };
            let next = cells
                .get(usize::from(posting.next & 0x7fff))
                .map(|cell| (*cell, color, u32::from(posting.distance)));
            if plan.is_wanted(instance, next) {
                let hit = Hit {
                    instance: place as u32,
                    node: posting.node.into(),
                    move_number: 0,
                    next,
                    is_variation: false,
                };
                hits.push((game, hit));
            }
        }
    }
    Ok(hits)
}

/// Games whose positions are not in the index.
fn walk_others(unit: &Unit<'_>, answer: &mut Answer) -> Result<()> {
    let segment = unit.segment;
    let walked = segment.walked()?;
    let before = |block: usize| walked.partition_point(|game| (*game as usize) < block * BLOCK);
    let walked = &walked[before(unit.blocks.start)..before(unit.blocks.end)];
    if walked.is_empty() {
        return Ok(());
    }
    let directory = segment.directory()?;
    let mut events: Option<(usize, Vec<u16>)> = None;
    for game in walked.iter().map(|game| *game as usize) {
        if !unit.is_meant(game) {
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
        let mut gathered = Gathered::new(unit.plan, std::slice::from_ref(entry));
        walk_game(&mut gathered, answer, 0, (all, main), false);
        gathered.finish(unit.id(game), answer);
    }
    answer.found.sort_by_key(|found| found.game);
    Ok(())
}
