//! Searches blocks of games, using the columns of occupancy and the tables of times.

use std::sync::Arc;

use super::after::After;
use super::follow::follow;
use super::latest::{Group, Latest};
use super::look::{first_node, number_at, range};
use super::plan::{Hit, Plan};
use super::tables::Tables;
use super::years::Years;
use super::{Eligible, Piece};
use crate::answer::Answer;
use crate::bits::{bits, set};
use crate::directory::{Brief, Entry, Flags};
use crate::error::Result;
use crate::events::first_on_stone;
use crate::found::{FoundPart, GameId};
use crate::instance::Instance;
use crate::occupancy::{Line, TOGETHER};
use crate::segment::BLOCK;
use crate::store::Store;
use crate::times::{GameTimes, NEVER};
use crate::walk::{WalkHit, walk};
use crate::won::Won;

/// Maximum number of points of boards with a table of times: for larger ones, it would be mostly empty.
const MOST_POINTS: usize = 19 * 19;

/// The table of a block is not kept for a search of less than this fraction of its games.
const FEW: usize = 4;

/// Maximum number of hits that wait for the test of later patterns.
const MOST_WAITING: usize = 1 << 16;

/// The results for a block.
pub(super) struct Gathered<'a> {
    plan: &'a Plan<'a>,
    briefs: &'a [Brief],
    years: Years,
    /// The first hit of each game.
    first: Vec<Option<Hit>>,
    /// Every hit with its game, if the answer lists them.
    hits: Vec<(u32, Hit)>,
}

impl<'a> Gathered<'a> {
    pub(super) fn new(plan: &'a Plan<'a>, briefs: &'a [Brief]) -> Self {
        Self {
            plan,
            briefs,
            years: Years::default(),
            first: vec![None; briefs.len()],
            hits: Vec::new(),
        }
    }

    /// Adds a hit in a game.
    #[inline]
    fn take(&mut self, answer: &mut Answer, game: usize, hit: Hit) {
        let brief = self.briefs[game];
        let seen = self.plan.seen(hit.instance, hit.stone());
        let won = Plan::count(answer, brief, &hit, seen);
        if !hit.is_variation {
            self.years.count(answer, brief.year(), won);
        }
        let first = &mut self.first[game];
        let rank = |hit: &Hit| (hit.is_variation, hit.node);
        if first.is_none_or(|first| rank(&hit) < rank(&first)) {
            *first = Some(hit);
        }
        if self.plan.query.lists_hits {
            self.hits.push((game as u32, hit));
        }
    }

    /// Stores the games in `found` and adds everything else to the answer. `from` is the first of its games.
    pub(super) fn finish(mut self, from: GameId, answer: &mut Answer, found: &mut FoundPart) {
        self.years.finish(answer);
        // By instance last: hits of one node have the order of the plan.
        self.hits
            .sort_by_key(|(game, hit)| (*game, hit.node, hit.instance));
        answer.hits.extend(self.hits.iter().map(|(game, hit)| {
            let id = GameId {
                game: from.game + game,
                ..from
            };
            let seen = self.plan.seen(hit.instance, hit.stone());
            self.plan.found(id, self.briefs[*game as usize], hit, seen)
        }));
        let games = self.briefs.iter().zip(self.first);
        for (game, (brief, first)) in (from.game..).zip(games) {
            let Some(first) = first else {
                continue;
            };
            answer.main.games += u64::from(!first.is_variation);
            let id = GameId { game, ..from };
            let seen = self.plan.seen(first.instance, first.stone());
            found.push(self.plan.found(id, *brief, &first, seen));
        }
    }
}

/// The events of a block, read on demand.
struct Events<'a> {
    piece: &'a Piece<'a>,
    all: Option<(Arc<Vec<Entry>>, Vec<u16>)>,
}

impl Events<'_> {
    /// The events of a game, and the events of its main line.
    fn of(&mut self, game: usize) -> Result<(&[u16], &[u16])> {
        let (segment, block) = (self.piece.of.segment, self.piece.blocks().start);
        let (directory, events) = match &mut self.all {
            Some(all) => all,
            none => none.insert((segment.directory()?, segment.events(block)?)),
        };
        let entry = &directory[block * BLOCK + game];
        Ok((
            segment.events_of(events, entry)?,
            segment.main_of(events, entry)?,
        ))
    }
}

/// Searches a block, 512 games at a time: their data stays in the caches while all places are tried.
pub(super) fn search(
    store: &Store,
    piece: &Piece<'_>,
    all_eligible: Eligible<'_>,
    answer: &mut Answer,
) -> Result<()> {
    let (plan, segment, block) = (piece.of.plan, piece.of.segment, piece.blocks().start);
    let briefs = segment.briefs()?;
    let mut found = FoundPart::new(piece.of.number, briefs.clone(), Vec::new());
    let games = segment.games_of(block);
    let words = piece.words();
    let eligible: u32 = words.map(|word| all_eligible.word(word).count_ones()).sum();
    let is_worth = eligible as usize * FEW >= games.len();
    let from = piece.id(games.start);
    let briefs = &briefs[games];
    let occupancy = segment.occupancy(block, |bytes| store.may_keep(bytes))?;
    let mut gathered = Gathered::new(plan, briefs);
    let mut tables: Option<Tables<'_>> = None;
    let mut events = Events { piece, all: None };
    let mut after = After::new(plan);
    for (group, some) in briefs.chunks(64 * TOGETHER).enumerate() {
        let first = group * TOGETHER;
        let (mut eligible, mut regular, mut walked) =
            (Line::default(), [0; TOGETHER], [0; TOGETHER]);
        for (n, briefs) in some.chunks(64).enumerate() {
            eligible.0[n] = all_eligible.word(block * (BLOCK / 64) + first + n);
            answer.searched += u64::from(eligible.0[n].count_ones());
            (regular[n], walked[n]) = kinds(plan, briefs, eligible.0[n]);
        }
        let lines = occupancy.lines(group);
        if let Some(tables) = &mut tables {
            tables.turn(first);
        }
        let mut may_walk = [0; TOGETHER];
        let group = Group {
            first,
            briefs: some,
            lines,
        };
        let mut waiting = Waiting::new(plan, group);
        for (place, instance) in (0..).zip(plan.instances()) {
            let games = candidates(instance, lines, eligible);
            for (n, games) in games.0.into_iter().enumerate() {
                may_walk[n] |= games & walked[n];
                let games = games & regular[n];
                if games == 0 {
                    continue;
                }
                let tables = match &mut tables {
                    Some(tables) => tables,
                    none => {
                        let tables = Tables::new(store, segment, block, is_worth)?;
                        let tables = none.insert(tables);
                        tables.turn(first);
                        tables
                    }
                };
                tables.need(n, games)?;
                let view = tables.view();
                for game in bits(view.word(n).may_have(instance, games)) {
                    let own = n * 64 + game;
                    let game = first * 64 + own;
                    let (brief, numbers) = (briefs[game], view.numbers(own));
                    let Some(hit) = look(plan, place, view.game(own), brief, numbers) else {
                        continue;
                    };
                    if !plan.has_more {
                        gathered.take(answer, game, hit);
                        continue;
                    }
                    let ways = after.ways(instance, view.game(own), &hit);
                    if ways != 0 {
                        waiting.hits.push((game, hit, ways));
                    }
                }
            }
            if waiting.hits.len() >= MOST_WAITING {
                waiting.settle(tables.as_ref(), |game, hit| {
                    gathered.take(answer, game, hit);
                });
            }
        }
        waiting.settle(tables.as_ref(), |game, hit| {
            gathered.take(answer, game, hit);
        });
        for (n, may_walk) in may_walk.into_iter().enumerate() {
            for game in bits(may_walk) {
                let is_regular = regular[n] >> game & 1 == 1;
                let game = (first + n) * 64 + game;
                walk_game(&mut gathered, answer, game, events.of(game)?, is_regular);
            }
        }
    }
    if let Some(tables) = tables {
        tables.end(store);
    }
    gathered.finish(from, answer, &mut found);
    answer.found.put(found);
    if plan.query.in_variations {
        answer.continued.count_once(answer.main);
        answer.continued.count_once(answer.variations);
    }
    Ok(())
}

/// Hits in 512 games that the later patterns must follow.
struct Waiting<'a> {
    plan: &'a Plan<'a>,
    group: Group<'a>,
    /// Created on demand.
    latest: Option<Latest>,
    /// The game of the block, the hit, and the transforms under which the sequence follows.
    hits: Vec<(usize, Hit, u16)>,
}

impl<'a> Waiting<'a> {
    const fn new(plan: &'a Plan<'a>, group: Group<'a>) -> Self {
        Self {
            plan,
            group,
            latest: None,
            hits: Vec::new(),
        }
    }

    /// Passes on the hits that the later patterns follow.
    fn settle(&mut self, tables: Option<&Tables<'_>>, mut take: impl FnMut(usize, Hit)) {
        let Some(tables) = tables.filter(|_| !self.hits.is_empty()) else {
            return;
        };
        let start = self.group.first * 64;
        let mut games = Line::default();
        for (game, ..) in &self.hits {
            let game = game - start;
            set(&mut games.0, game, true);
        }
        let latest = self.latest.get_or_insert_with(Latest::new);
        latest.learn(self.plan, self.group, tables.view(), games);
        for (game, hit, ways) in self.hits.drain(..) {
            if latest.comes(game - start, hit.node, ways) {
                take(game, hit);
            }
        }
    }
}

/// Splits 64 games into those answered by the table of times and those that must be replayed.
fn kinds(plan: &Plan<'_>, briefs: &[Brief], eligible: u64) -> (u64, u64) {
    let has_times = plan.size.area() <= MOST_POINTS;
    let (mut regular, mut walked) = (0, 0);
    for (game, brief) in briefs.iter().enumerate() {
        let is_tree = plan.query.in_variations && brief.flags.has(Flags::VARIATIONS);
        // The continuation of a hit may exist in a variation only.
        let is_regular =
            has_times && !brief.flags.has(Flags::IRREGULAR) && !(is_tree && plan.has_more);
        regular |= u64::from(is_regular) << game;
        walked |= u64::from(!is_regular || is_tree) << game;
    }
    (regular & eligible, walked & eligible)
}

/// The games among 512 that ever have the stones of the pattern at this place.
#[inline]
pub(super) fn candidates(instance: &Instance, lines: &[Line], mut games: Line) -> Line {
    for &column in &instance.columns {
        for (games, own) in games.0.iter_mut().zip(lines[usize::from(column)].0) {
            *games &= own;
        }
    }
    let (black, white) = lines.split_at(lines.len() / 2);
    for &point in &instance.either {
        let either = black[usize::from(point)]
            .0
            .iter()
            .zip(white[usize::from(point)].0);
        for (games, (black, white)) in games.0.iter_mut().zip(either) {
            *games &= black | white;
        }
    }
    games
}

/// Tests a place in a game using its times.
#[inline]
fn look(
    plan: &Plan<'_>,
    place: u32,
    times: GameTimes<'_>,
    brief: Brief,
    numbers: Option<&[u16]>,
) -> Option<Hit> {
    let instance = &plan.instances()[place as usize];
    let (low, mut high) = if plan.is_any_move {
        (0, brief.nodes.into())
    } else {
        range(plan, brief, numbers)
    };
    let end = if plan.is_strict {
        times.first_on_stone()
    } else {
        NEVER
    };
    high = high.min(end);
    let node = first_node(instance, times, low, high)?;
    let next = times
        .next_played(&instance.points, node)
        .filter(|(at, ..)| *at < end)
        .map(|(at, cell, color)| (cell as u16, color, at - node));
    let wanted = plan.is_wanted(instance, next.map(|(_, color, _)| color));
    wanted.then(|| Hit {
        instance: place,
        node,
        move_number: number_at(numbers, node),
        next,
        is_variation: false,
    })
}

/// Adds the hits of a walk through a game. `only_variations`: the hits on the main line are already counted.
pub(super) fn walk_game(
    gathered: &mut Gathered<'_>,
    answer: &mut Answer,
    game: usize,
    (all, main): (&[u16], &[u16]),
    only_variations: bool,
) {
    let plan = gathered.plan;
    let query = plan.query;
    let events = if query.in_variations {
        all
    } else if plan.is_strict {
        &main[..first_on_stone(main, plan.size.area())]
    } else {
        main
    };
    let mut variations = 0;
    let side = |place, next| plan.side(place, next);
    let hits = walk(plan.cover(), events, &query.moves, side);
    let lines = lines(plan, &hits, events);
    let winner = Won::of(gathered.briefs[game].winner);
    for (found, is_variation) in hits.into_iter().zip(lines) {
        let Some(is_variation) = is_variation else {
            continue;
        };
        let own = side(
            found.instance,
            found.next.map(|(cell, color, _)| (cell, color)),
        );
        if query.in_variations {
            for (is_swapped, times) in [false, true].into_iter().zip(found.continued) {
                // The hit itself is counted with all hits.
                let more = u64::from(times).saturating_sub(u64::from(own == Some(is_swapped)));
                answer.continued.count(winner.seen(is_swapped), more);
            }
        }
        if own.is_none() {
            continue;
        }
        let hit = Hit {
            instance: found.instance,
            node: found.node,
            move_number: found.move_number,
            next: found.next,
            is_variation,
        };
        if is_variation {
            variations += 1;
        } else if only_variations {
            continue;
        }
        gathered.take(answer, game, hit);
    }
    answer.variations.games += u64::from(variations > 0);
}

/// Whether each hit counts for the variations; `None` if a required continuation is missing.
fn lines(plan: &Plan<'_>, hits: &[WalkHit], events: &[u16]) -> Vec<Option<bool>> {
    if plan.has_more && !hits.is_empty() {
        follow(plan, hits, events)
    } else {
        hits.iter().map(|hit| Some(!hit.is_main)).collect()
    }
}
