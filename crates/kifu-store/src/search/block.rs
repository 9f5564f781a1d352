use std::sync::Arc;

use super::later::follows;
use super::plan::{Hit, Plan};
use crate::answer::{Answer, Found, GameId, Year};
use crate::directory::{Entry, Flags};
use crate::error::Result;
use crate::event::EMPTY;
use crate::instance::Instance;
use crate::occupancy::Occupancy;
use crate::segment::{BLOCK, Segment};
use crate::store::Store;
use crate::times::{GameTimes, Times};
use crate::walk::walk;

/// Words of the bits of a block.
const WORDS: usize = BLOCK / 64;

/// Boards with more points have no table of times: it would be mostly empty.
const MOST_POINTS: usize = 19 * 19;

/// What is gathered of a block.
pub(super) struct Gathered<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) entries: &'a [Entry],
    /// Hits of each game, and of which year they are.
    years: Vec<Year>,
    /// The first hit of each game.
    found: Vec<Option<Found>>,
}

impl<'a> Gathered<'a> {
    pub(super) fn new(plan: &'a Plan<'a>, entries: &'a [Entry]) -> Self {
        Self {
            plan,
            entries,
            years: vec![Year::default(); entries.len()],
            found: vec![None; entries.len()],
        }
    }

    /// Takes a hit of the main line of a game.
    #[inline]
    pub(super) fn take(&mut self, answer: &mut Answer, game: usize, instance: &Instance, hit: Hit) {
        let entry = &self.entries[game];
        let (black, white) = (answer.main.black_wins, answer.main.white_wins);
        let found = self.plan.count(answer, entry, instance, hit);
        let year = &mut self.years[game];
        year.hits += 1;
        year.black_wins += answer.main.black_wins - black;
        year.white_wins += answer.main.white_wins - white;
        let first = &mut self.found[game];
        if first.is_none_or(|first| first.is_variation || found.node < first.node) {
            *first = Some(found);
        }
    }

    fn take_variation(&mut self, answer: &mut Answer, game: usize, instance: &Instance, hit: Hit) {
        let found = self
            .plan
            .count_variation(answer, &self.entries[game], instance, hit);
        let first = &mut self.found[game];
        if first.is_none() {
            *first = Some(found);
        }
    }

    /// Puts it all into the answer.
    pub(super) fn finish(self, answer: &mut Answer) {
        for ((entry, year), found) in self.entries.iter().zip(self.years).zip(self.found) {
            let Some(found) = found else {
                continue;
            };
            if year.hits > 0 {
                answer.main.games += 1;
                let own = answer
                    .years
                    .entry((entry.date / 10_000) as u16)
                    .or_default();
                own.hits += year.hits;
                own.black_wins += year.black_wins;
                own.white_wins += year.white_wins;
            }
            answer.found.push(found);
        }
    }
}

/// Searches a block.
pub(super) fn search(
    store: &Store,
    plan: &Plan<'_>,
    segment: &Segment,
    number: u32,
    block: usize,
    selected: Option<&[u64]>,
    answer: &mut Answer,
) -> Result<()> {
    let directory = segment.directory()?;
    let games = segment.games_of(block);
    let start = games.start;
    let entries = &directory[games];
    let alive = alive(segment, block, entries.len(), selected);
    answer.searched += alive
        .iter()
        .map(|word| u64::from(word.count_ones()))
        .sum::<u64>();
    let mut gathered = Gathered::new(plan, entries);
    let has_times = plan.size.area() <= MOST_POINTS;
    // Which games the table of times answers for, and which must be walked through.
    let (mut regular, mut walked) = ([0; WORDS], [0; WORDS]);
    for (game, entry) in entries.iter().enumerate() {
        let bit = 1_u64 << (game % 64) & alive[game / 64];
        let is_regular = has_times && !entry.flags.has(Flags::IRREGULAR);
        if is_regular {
            regular[game / 64] |= bit;
        }
        if !is_regular || plan.query.in_variations && entry.flags.has(Flags::VARIATIONS) {
            walked[game / 64] |= bit;
        }
    }
    let occupancy = segment.occupancy(block)?;
    let mut times: Option<Arc<Times>> = None;
    let mut events: Option<Vec<u16>> = None;
    let needs_events = !plan.query.sequence.is_empty() || !plan.query.later.is_empty();
    let mut may_walk = [0; WORDS];
    let any_walk = walked.iter().any(|word| *word != 0);
    for instance in &plan.instances {
        let mut games = [0; WORDS];
        candidates(instance, &occupancy, &mut games);
        if any_walk {
            for ((may, games), walked) in may_walk.iter_mut().zip(&games).zip(&walked) {
                *may |= games & walked;
            }
        }
        for (word, regular) in games
            .iter()
            .zip(&regular)
            .enumerate()
            .map(|(n, (g, r))| (n, g & r))
        {
            let mut left = regular;
            while left != 0 {
                let game = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let times = match &times {
                    Some(times) => times,
                    None => times.insert(segment.times(block, |bytes| store.may_keep(bytes))?),
                };
                let entry = &entries[game];
                let own = times.game(game);
                let numbers = times.numbers(game);
                let (low, high) = range(plan, entry, numbers);
                let Some(node) = first_node(instance, own, low, high) else {
                    continue;
                };
                let next = own
                    .next_played(&instance.points, node)
                    .map(|(at, cell, color)| (cell as u16, color, at - node));
                if !plan.is_wanted(instance, next) {
                    continue;
                }
                if needs_events {
                    let events = match &events {
                        Some(events) => events,
                        None => events.insert(segment.events(block)?),
                    };
                    let main = segment.main_of(events, entry)?;
                    if !follows(plan, instance, main, node) {
                        continue;
                    }
                }
                let hit = Hit {
                    game: id(number, start, game),
                    node,
                    move_number: number_at(numbers, node),
                    next,
                };
                gathered.take(answer, game, instance, hit);
            }
        }
    }
    for (word, mut left) in may_walk.into_iter().enumerate() {
        while left != 0 {
            let game = word * 64 + left.trailing_zeros() as usize;
            left &= left - 1;
            let events = match &events {
                Some(events) => events,
                None => events.insert(segment.events(block)?),
            };
            let is_regular = regular[word] >> (game % 64) & 1 == 1;
            let id = id(number, start, game);
            let all = segment.events_of(events, &entries[game])?;
            let main = segment.main_of(events, &entries[game])?;
            walk_game(
                plan,
                &mut gathered,
                answer,
                (id, game),
                (all, main),
                is_regular,
            );
        }
    }
    gathered.finish(answer);
    Ok(())
}

/// Takes what a walk through a game finds. `only_variations`: what is on the main line was counted.
pub(super) fn walk_game(
    plan: &Plan<'_>,
    gathered: &mut Gathered<'_>,
    answer: &mut Answer,
    (id, game): (GameId, usize),
    (all, main): (&[u16], &[u16]),
    only_variations: bool,
) {
    let events = if plan.query.in_variations { all } else { main };
    let mut variations = 0;
    for found in walk(plan.cover(), events, &plan.query.moves) {
        let instance = &plan.instances[found.instance as usize];
        if !plan.is_wanted(instance, found.next) {
            continue;
        }
        let hit = Hit {
            game: id,
            node: found.node,
            move_number: found.move_number,
            next: found.next,
        };
        let continued = u64::from(found.continuations.max(1));
        if found.is_main {
            if !follows(plan, instance, main, found.node) {
                continue;
            }
            if plan.query.in_variations {
                answer.main.continued += continued;
            }
            if !only_variations {
                gathered.take(answer, game, instance, hit);
            }
        } else if plan.query.sequence.is_empty() && plan.query.later.is_empty() {
            variations += 1;
            answer.variations.continued += continued;
            gathered.take_variation(answer, game, instance, hit);
        }
    }
    answer.variations.games += u64::from(variations > 0);
}

pub(super) fn id(segment: u32, start: usize, game: usize) -> GameId {
    GameId {
        segment,
        game: (start + game) as u32,
    }
}

/// The games of a block that count and are selected.
fn alive(segment: &Segment, block: usize, games: usize, selected: Option<&[u64]>) -> [u64; WORDS] {
    let mut alive = [0; WORDS];
    for (n, word) in alive.iter_mut().enumerate() {
        let count = games.saturating_sub(n * 64).min(64);
        if count == 0 {
            break;
        }
        *word = u64::MAX >> (64 - count);
        let place = block * WORDS + n;
        *word &= !segment.dead().get(place).copied().unwrap_or(0);
        if let Some(selected) = selected {
            *word &= selected.get(place).copied().unwrap_or(0);
        }
    }
    alive
}

/// The games that ever have the stones of the pattern at this place.
#[inline]
fn candidates(instance: &Instance, occupancy: &Occupancy, games: &mut [u64; WORDS]) {
    games.fill(u64::MAX);
    for &(point, mask) in &instance.stones {
        let point = usize::from(point);
        let (black, white) = (occupancy.column(0, point), occupancy.column(1, point));
        match mask {
            2 => games
                .iter_mut()
                .zip(black)
                .for_each(|(games, black)| *games &= black),
            4 => games
                .iter_mut()
                .zip(white)
                .for_each(|(games, white)| *games &= white),
            _ => {
                let either = black.iter().zip(white);
                games
                    .iter_mut()
                    .zip(either)
                    .for_each(|(games, (black, white))| *games &= black | white);
            }
        }
    }
}

/// The nodes of the main line within the wanted moves: the first, and the one behind the last.
pub(super) fn range(plan: &Plan<'_>, entry: &Entry, numbers: Option<&[u16]>) -> (u32, u32) {
    let moves = &plan.query.moves;
    match numbers {
        None => (
            *moves.start(),
            entry.nodes.min(moves.end().saturating_add(1)),
        ),
        Some(numbers) => {
            let before = |number: u32| move |own: &u16| u32::from(*own) < number;
            let low = numbers.partition_point(before(*moves.start()));
            let high = match moves.end().checked_add(1) {
                Some(end) => numbers.partition_point(before(end)),
                None => numbers.len(),
            };
            (low as u32, entry.nodes.min(high as u32))
        }
    }
}

pub(super) fn number_at(numbers: Option<&[u16]>, node: u32) -> u32 {
    match numbers {
        None => node,
        Some(numbers) => numbers.get(node as usize).copied().unwrap_or(0).into(),
    }
}

/// The first node from `low`, before `high`, where the pattern is there.
#[inline]
pub(super) fn first_node(
    instance: &Instance,
    times: GameTimes<'_>,
    mut low: u32,
    mut high: u32,
) -> Option<u32> {
    let mut complex = 0;
    for &(point, mask) in &instance.stones {
        let first = times.first(point);
        if first.is_complex() {
            complex += 1;
        } else if mask & first.state() != 0 {
            low = low.max(first.node());
        } else {
            return None;
        }
    }
    if low >= high {
        return None;
    }
    for &(point, mask) in &instance.others {
        let first = times.first(point);
        if first.is_complex() {
            complex += 1;
        } else if mask & first.state() == 0 {
            high = high.min(first.node());
        }
    }
    if low >= high {
        return None;
    }
    if complex == 0 {
        return Some(low);
    }
    first_of_complex(instance, times, low, high)
}

/// The first node where the complex points are as wanted too. It only ever goes on: to the next change
/// of a point that is not.
fn first_of_complex(instance: &Instance, times: GameTimes<'_>, low: u32, high: u32) -> Option<u32> {
    let mut node = low;
    loop {
        let mut moved = false;
        for &(point, mask) in instance.stones.iter().chain(&instance.others) {
            if !times.first(point).is_complex() {
                continue;
            }
            let changes = times.changes(point);
            let mut next = changes.partition_point(|change| change.node() <= node);
            let now = next
                .checked_sub(1)
                .map_or(EMPTY, |last| changes[last].state());
            if mask & now != 0 {
                continue;
            }
            moved = true;
            node = loop {
                let change = changes.get(next)?;
                next += 1;
                let is_last = changes
                    .get(next)
                    .is_none_or(|behind| behind.node() > change.node());
                if is_last && mask & change.state() != 0 {
                    break change.node();
                }
            };
            if node >= high {
                return None;
            }
        }
        if !moved {
            return Some(node);
        }
    }
}
