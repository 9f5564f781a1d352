//! Counts the games that reach the positions after a whole board.

use kifu_go::{BareBoard, Color, Point, Size};

use super::{Eligible, mask, selected};
use crate::answer::Answer;
use crate::bits::has;
use crate::error::{Result, StoreError};
use crate::events::{main_line, stone_after};
use crate::found::GameId;
use crate::ingest::place_of;
use crate::instance::transforms;
use crate::pattern::{Orientation, Pattern};
use crate::positions::{MOST_STONES, stone_key};
use crate::query::Query;
use crate::segment::{BLOCK, Segment};
use crate::store::Store;

/// The position after a continuation: its index in the list, and the stones.
struct After {
    place: u16,
    stones: Vec<(Point, Color)>,
}

impl Store {
    /// Counts, for each continuation of a whole board, the selected games that reach the position after it on the main
    /// line, in any order of moves and at any move number; see [`Continuation::reached`](crate::Continuation::reached).
    /// Other patterns, and positions of more than 12 stones, have no such count.
    ///
    /// The answer lists the records that the selection needs and that are gone.
    ///
    /// # Errors
    /// A part of the index is damaged.
    pub fn reached(&self, query: &Query, answer: &mut Answer) -> Result<()> {
        let pattern = &query.pattern;
        if !pattern.is_whole_board() {
            return Ok(());
        }
        let next = answer.continuations().into_iter();
        let next: Vec<_> = next.map(|next| (next.point, next.color)).collect();
        self.reached_by(&next, query, answer)
    }

    /// The answer for the segments of a query, to be added to those for other segments, with the games that `samples`
    /// need of each order ([`Answer::keep_samples`]), and the counts of [`Store::reached`]. These are computed for all
    /// points, because segments without the continuation may still reach its position.
    ///
    /// # Errors
    /// The errors of [`Store::search_partial`].
    pub fn partial_answer(&self, query: &Query, samples: usize) -> Result<Answer> {
        let mut answer = self.search_partial(query)?;
        if answer.damaged.iter().all(StoreError::is_of_records) && query.pattern.is_whole_board() {
            let points = query.pattern.size().points();
            let next: Vec<_> = points
                .flat_map(|point| Color::BOTH.map(|color| (point, color)))
                .collect();
            if let Err(error) = self.reached_by(&next, query, &mut answer) {
                error.add_to(&mut answer.damaged);
            }
        }
        answer.keep_samples(samples);
        Ok(answer)
    }

    fn reached_by(
        &self,
        next: &[(Point, Color)],
        query: &Query,
        answer: &mut Answer,
    ) -> Result<()> {
        if query.strict_records && !query.in_variations {
            return Ok(());
        }
        let pattern = &query.pattern;
        let followed = |&(point, color): &_| followed(pattern, point, color);
        let wanted: Vec<After> = next.iter().filter_map(followed).collect();
        let ways = transforms(&query.symmetries, query.swaps_colors);
        let mut of_segments = Vec::new();
        for (number, segment) in (0..).zip(self.segments()) {
            // For each transform that fits this size, the transformed points of the pattern.
            let ways: Vec<(Orientation, Vec<u16>)> = ways
                .iter()
                .filter(|way| way.symmetry.size(pattern.size()) == segment.size)
                .map(|way| {
                    (
                        *way,
                        pattern
                            .points(segment.size, *way, Point::new(0, 0))
                            .collect(),
                    )
                })
                .collect();
            if !ways.is_empty() && query.has_segment(number) {
                of_segments.push((number, segment, games(segment, pattern, &wanted, &ways)?));
            }
        }
        let choice = self.choice(&query.selection);
        if let Some(choice) = &choice {
            let mut open = Vec::new();
            for (number, segment, games) in &of_segments {
                let known = choice.of(*number, segment)?;
                let mut games: Vec<u32> = games.iter().flatten().copied().map(u32::from).collect();
                games.retain(|game| has(&known.open, *game as usize));
                games.sort_unstable();
                games.dedup();
                open.extend(games.into_iter().map(|game| GameId {
                    segment: *number,
                    game,
                }));
            }
            self.resolve_all(choice, &open, &mut |error| {
                error.add_to(&mut answer.damaged);
                Ok(())
            })?;
        }
        let mut reached = vec![0; wanted.len()];
        for (number, segment, games) in of_segments {
            let selected = match &choice {
                Some(choice) => Some(mask(choice.of(number, segment)?.selected)),
                None => selected(segment, query)?,
            };
            let eligible = Eligible {
                segment,
                selected: selected.as_ref().map(|mask| mask.as_slice()),
            };
            for (reached, games) in reached.iter_mut().zip(games) {
                let counts = |game: &&u16| eligible.has(usize::from(**game));
                *reached += games.iter().filter(counts).count() as u64;
            }
        }
        let counted = wanted.iter().map(|next| next.place).zip(reached);
        answer.reached.extend(counted);
        Ok(())
    }
}

/// The games of a segment that reach each of the positions.
fn games(
    segment: &Segment,
    pattern: &Pattern,
    wanted: &[After],
    ways: &[(Orientation, Vec<u16>)],
) -> Result<Vec<Vec<u16>>> {
    let positions = segment.positions()?;
    let size = pattern.size();
    // All keys, each with the number of its position.
    let mut keys: Vec<(u64, usize)> = Vec::new();
    let mut games: Vec<Vec<u16>> = vec![Vec::new(); wanted.len()];
    for (number, next) in wanted.iter().enumerate() {
        let start = keys.len();
        for (way, points) in ways {
            let stones = next.stones.iter().map(|&(point, color)| {
                let point = points[usize::from(place_of(point, size))];
                stone_key(point, way.color(color))
            });
            keys.push((stones.fold(0, |key, stone| key ^ stone), number));
        }
        // Equal keys of several transforms are looked up once.
        keys[start..].sort_unstable();
        let mut own: Vec<u64> = keys[start..].iter().map(|(key, _)| *key).collect();
        own.dedup();
        let reached = positions.of(&own).flatten();
        games[number].extend(reached.map(|reached| reached.game));
    }
    keys.sort_unstable();
    keys.dedup();
    walk_others(segment, &keys, &mut games)?;
    for games in &mut games {
        games.sort_unstable();
        games.dedup();
    }
    Ok(games)
}

/// Searches for the keys in the games whose positions are not in the index.
fn walk_others(segment: &Segment, keys: &[(u64, usize)], found: &mut [Vec<u16>]) -> Result<()> {
    let walked = segment.walked()?;
    let directory = segment.directory()?;
    let mut events: Option<(usize, Vec<u16>)> = None;
    let mut stones = vec![None; segment.size.area()];
    for &game in &*walked {
        let block = game as usize / BLOCK;
        let (_, events) = match &events {
            Some(own) if own.0 == block => own,
            _ => events.insert((block, segment.events(block)?)),
        };
        stones.fill(None);
        let mut key = 0;
        let main = segment.main_of(events, &directory[game as usize])?;
        main_line(main, |_, event| {
            if let Some(now) = stone_after(event.action())
                && let Some(stone) = stones.get_mut(usize::from(event.point()))
            {
                let gone = std::mem::replace(stone, now);
                for color in [gone, now].into_iter().flatten() {
                    key ^= stone_key(event.point(), color);
                }
            }
            if event.is_end() {
                let start = keys.partition_point(|(own, _)| *own < key);
                let equal = keys[start..].iter().take_while(|(own, _)| *own == key);
                for (_, number) in equal {
                    found[*number].push(game as u16);
                }
            }
        });
    }
    Ok(())
}

/// The position after a move, if the index of positions may have it.
fn followed(pattern: &Pattern, point: Point, color: Color) -> Option<After> {
    let size: Size = pattern.size();
    let mut board = BareBoard::new(size);
    for (point, cell) in size.points().zip(pattern.cells()) {
        board.set(point, cell.stone()).ok()?;
    }
    board.play(point, color).ok()?;
    let stones: Vec<(Point, Color)> = size
        .points()
        .filter_map(|point| Some((point, board.get(point)?)))
        .collect();
    (stones.len() <= MOST_STONES as usize).then(|| After {
        place: place_of(point, size) * 2 + color as u16,
        stones,
    })
}
