//! Whole boards of few stones, by the index of positions.

use kifu_go::{BareBoard, Color, Point};

use super::block::{Gathered, number_at, walk_game};
use super::plan::{Hit, Plan};
use crate::answer::{Answer, Found, GameId, Year};
use crate::directory::Flags;
use crate::error::Result;
use crate::event::BLACK;
use crate::ingest::place_of;
use crate::instance::Instance;
use crate::pattern::{Anchor, Pattern};
use crate::positions::stone_key;
use crate::query::Query;
use crate::segment::{BLOCK, Segment};
use crate::store::Store;

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

/// Searches a segment.
pub(super) fn search(
    store: &Store,
    plan: &Plan<'_>,
    segment: &Segment,
    number: u32,
    selected: Option<&[u64]>,
    answer: &mut Answer,
) -> Result<()> {
    let directory = segment.directory()?;
    let positions = segment.positions()?;
    let is_meant = |game: usize| {
        segment.is_alive(game)
            && selected.is_none_or(|words| words[game / 64] >> (game % 64) & 1 == 1)
    };
    let dead: u32 = segment.dead().iter().map(|word| word.count_ones()).sum();
    answer.searched += match selected {
        None => segment.games as u64 - u64::from(dead),
        Some(_) => (0..segment.games).filter(|game| is_meant(*game)).count() as u64,
    };
    // The first hit of each game comes first, when they are sorted.
    let mut taken: Vec<(u32, Found, Year)> = Vec::new();
    let mut cells = vec![0; plan.size.area()];
    for instance in &plan.instances {
        // The rectangle is the whole board.
        for (cell, point) in instance.points.iter().enumerate() {
            cells[usize::from(*point)] = cell as u16;
        }
        for posting in positions.of(key(instance)) {
            let game = usize::from(posting.game);
            let Some(entry) = directory.get(game).filter(|_| is_meant(game)) else {
                continue;
            };
            let color = if posting.next >> 15 == 1 {
                Color::White
            } else {
                Color::Black
            };
            let next = cells
                .get(usize::from(posting.next & 0x7fff))
                .map(|cell| (*cell, color, u32::from(posting.distance)));
            if !plan.is_wanted(instance, next) {
                continue;
            }
            let node = posting.node.into();
            let move_number = if entry.flags.has(Flags::PLAIN) {
                node
            } else {
                let times = segment.times(game / BLOCK, |bytes| store.may_keep(bytes))?;
                number_at(times.numbers(game % BLOCK), node)
            };
            let hit = Hit {
                game: GameId {
                    segment: number,
                    game: game as u32,
                },
                node,
                move_number,
                next,
            };
            let before = (answer.main.black_wins, answer.main.white_wins);
            let found = plan.count(answer, entry, instance, hit);
            let year = Year {
                hits: 1,
                black_wins: answer.main.black_wins - before.0,
                white_wins: answer.main.white_wins - before.1,
            };
            taken.push((game as u32, found, year));
        }
    }
    taken.sort_by_key(|(game, found, _)| (*game, found.node));
    let mut last = None;
    for (game, found, year) in taken {
        let own = answer
            .years
            .entry((found.date / 10_000) as u16)
            .or_default();
        own.hits += year.hits;
        own.black_wins += year.black_wins;
        own.white_wins += year.white_wins;
        if last != Some(game) {
            last = Some(game);
            answer.main.games += 1;
            answer.found.push(found);
        }
    }
    for &game in segment
        .walked()?
        .iter()
        .filter(|game| is_meant(**game as usize))
    {
        let game = game as usize;
        let events = segment.events(game / BLOCK)?;
        let entry = &directory[game];
        let all = segment.events_of(&events, entry)?;
        let main = segment.main_of(&events, entry)?;
        let id = GameId {
            segment: number,
            game: game as u32,
        };
        let mut gathered = Gathered::new(plan, &directory[game..=game]);
        walk_game(plan, &mut gathered, answer, (id, 0), (all, main), false);
        gathered.finish(answer);
    }
    answer.found.sort_by_key(|found| found.game);
    Ok(())
}

impl Store {
    /// Counts, for each continuation of a whole board, how many games reach the position behind it.
    pub(super) fn count_reached(&self, query: &Query, answer: &mut Answer) {
        let pattern = &query.pattern;
        let is_known = pattern
            .cells()
            .iter()
            .all(|cell| cell.mask().is_power_of_two());
        if pattern.anchor() != Anchor::FULL || !is_known {
            return;
        }
        let size = pattern.size();
        for next in answer.continuations() {
            let Some(board) = behind(pattern, next.point, next.color) else {
                continue;
            };
            let mut behind = Query::new(board);
            behind.symmetries.clone_from(&query.symmetries);
            behind.swaps_colors = query.swaps_colors;
            let plan = Plan::new(&behind, size);
            if !plan.is_whole_board {
                return;
            }
            let mut games = 0;
            for segment in self
                .segments()
                .iter()
                .filter(|segment| segment.size == size)
            {
                let Ok(positions) = segment.positions() else {
                    return;
                };
                let mut all: Vec<u16> = Vec::new();
                for instance in &plan.instances {
                    let postings = positions.of(key(instance)).iter();
                    all.extend(postings.map(|posting| posting.game));
                }
                all.sort_unstable();
                all.dedup();
                games += all
                    .iter()
                    .filter(|game| segment.is_alive(usize::from(**game)))
                    .count() as u64;
            }
            let place = place_of(next.point, size) * 2 + next.color as u16;
            answer.reached.insert(place, games);
        }
    }
}

/// The position behind a move.
fn behind(pattern: &Pattern, point: Point, color: Color) -> Option<Pattern> {
    let size = pattern.size();
    let mut board = BareBoard::new(size);
    for (point, cell) in size.points().zip(pattern.cells()) {
        board.set(point, cell.stone()).ok()?;
    }
    board.play(point, color).ok()?;
    let cells = size.points().map(|point| board.get(point).into()).collect();
    Pattern::new(size.width().into(), cells, Anchor::FULL).ok()
}
