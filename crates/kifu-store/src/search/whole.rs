//! Searches whole boards of few stones, using the index of positions.

mod counting;
mod ranks;

use std::ops::Range;
use std::sync::Arc;

use kifu_go::{Color, Point, Size};

use self::counting::Counting;
use self::ranks::{Ranked, Ranks};
use super::block::{Gathered, walk_game};
use super::look::number_at;
use super::plan::Plan;
use super::{Eligible, Piece, Searched};
use crate::answer::Answer;
use crate::bits::count;
use crate::error::Result;
use crate::found::{FoundPart, Slot};
use crate::ingest::{place_of, point_at};
use crate::pattern::{Orientation, Pattern};
use crate::positions::{Positions, Reached, stone_key};
use crate::segment::{BLOCK, Segment};
use crate::store::Store;
use crate::times::Numbers;

/// A transform under which a board looks different.
#[derive(Debug)]
pub(super) struct Way {
    transform: Orientation,
    /// The key of its position.
    key: u64,
    /// Whether the board looks the same with colors exchanged.
    is_both: bool,
}

/// A next stone from the point of view of the pattern.
#[derive(Clone, Copy, Debug)]
struct Next {
    /// The number of its count.
    count: u16,
    /// The look of the board in this case.
    look: u16,
}

/// The transforms under which a board of few stones looks different.
pub(super) fn ways(pattern: &Pattern, size: Size, transforms: &[Orientation]) -> Vec<Way> {
    let own = pattern.size();
    let required = pattern.required().into_iter();
    let stones: Vec<(Point, Color)> = required
        .filter_map(|(point, cell)| Some((point, cell.stone()?)))
        .collect();
    let mut ways: Vec<Way> = Vec::new();
    for &transform in transforms {
        if transform.symmetry.size(own) != size {
            continue;
        }
        let stones = stones.iter().map(|&(point, color)| {
            let point = place_of(transform.symmetry.apply(point, own), size);
            stone_key(point, transform.color(color))
        });
        let key = stones.fold(0, |key, stone| key ^ stone);
        match ways.iter_mut().find(|way| way.key == key) {
            Some(way) => way.is_both |= way.transform.is_swapped != transform.is_swapped,
            None => ways.push(Way {
                transform,
                key,
                is_both: false,
            }),
        }
    }
    ways
}

impl Next {
    /// Not computed yet.
    const UNKNOWN: Self = Self {
        count: u16::MAX,
        look: u16::MAX,
    };
}

/// Next stones from the point of view of the pattern under a transform. Computed on demand, since few points are
/// played.
struct Sight<'a> {
    plan: &'a Plan<'a>,
    transform: Orientation,
    /// For each point of the board and each color.
    known: Vec<Next>,
}

impl<'a> Sight<'a> {
    fn new(plan: &'a Plan<'a>) -> Self {
        Self {
            plan,
            transform: Orientation::default(),
            known: vec![Next::UNKNOWN; plan.size.area() * 2],
        }
    }

    /// Changes the transform of the board.
    fn turn(&mut self, transform: Orientation) {
        self.transform = transform;
        self.known.fill(Next::UNKNOWN);
    }

    /// The next stone of a hit.
    #[inline]
    fn next(&mut self, reached: Reached, counting: &mut Counting) -> Next {
        match self.known.get(reached.next()) {
            Some(next) if next.look != Next::UNKNOWN.look => *next,
            _ => self.find(reached.next(), counting),
        }
    }

    #[cold]
    fn find(&mut self, next: usize, counting: &mut Counting) -> Next {
        let Some(known) = self.known.get_mut(next) else {
            return Next {
                count: counting.count_of(Slot::NO_NEXT),
                look: look(self.transform),
            };
        };
        let size = self.plan.size;
        let back = self.transform.symmetry.inverse();
        let cell = place_of(
            back.apply(point_at((next / 2) as u16, size), size),
            back.size(size),
        );
        let color = self.transform.color(Color::BOTH[next % 2]);
        let seen = self.plan.seen_as(self.transform, Some((cell, color)));
        *known = Next {
            count: counting.count_of(Slot::next_number(seen.next)),
            look: look(seen.transform),
        };
        *known
    }
}

/// The look for a transform of a whole board, as in a slot.
const fn look(transform: Orientation) -> u16 {
    Slot::look_of(Point::new(0, 0), transform)
}

/// The ranges of the postings of each transform in a segment.
pub(super) fn ranges<'a>(
    of: &'a Searched<'_>,
    ways: &[Way],
    positions: &Positions,
) -> &'a [Range<usize>] {
    of.ranges.get_or_init(|| {
        let keys: Vec<u64> = ways.iter().map(|way| way.key).collect();
        positions.ranges_of(&keys)
    })
}

/// The hits of a transform among some games of a segment.
struct Hits<'a> {
    way: &'a Way,
    reached: &'a [Reached],
}

/// Searches some games of a segment.
pub(super) fn search(
    store: &Store,
    piece: &Piece<'_>,
    ways: &[Way],
    eligible: Eligible<'_>,
    answer: &mut Answer,
) -> Result<()> {
    let (plan, segment) = (piece.of.plan, piece.of.segment);
    let games = Games::new(piece, eligible);
    answer.searched += games.searched();
    let positions = segment.positions()?;
    let hits: Vec<Hits<'_>> = ways
        .iter()
        .zip(ranges(piece.of, ways, &positions))
        .map(|(way, range)| Hits {
            way,
            reached: games.of(positions.reached.get(range.clone()).unwrap_or_default()),
        })
        .filter(|hits| !hits.reached.is_empty())
        .collect();
    let mut numbers = NumbersOf::new(store, piece);
    // Whether there are games where a node number differs from the move number.
    let mut has_counted = false;
    let mut counting = Counting::new(plan, games.ranks(plan, &hits));
    let mut sight = Sight::new(plan);
    for hits in &hits {
        sight.turn(hits.way.transform);
        for &reached in hits.reached {
            if !games.have(plan, hits.way, reached) {
                continue;
            }
            let node = reached.node().into();
            let number = if reached.is_counted() {
                has_counted = true;
                numbers.of(reached.game.into(), node)?
            } else {
                node
            };
            let next = sight.next(reached, &mut counting);
            counting.count(answer, reached, next, number);
        }
    }
    let mut found = FoundPart::new(piece.of.number, segment.briefs()?, counting.finish(answer));
    if has_counted {
        found.renumber(|game, node| numbers.of(game, node))?;
    }
    walk_others(piece, eligible, answer, &mut found)?;
    answer.found.put(found);
    Ok(())
}

/// A range of games of a segment.
struct Games {
    range: Range<usize>,
    /// Whether the range is the whole segment.
    are_all: bool,
    /// The selected games; `None` if all are selected and all their hits count.
    eligible: Option<Vec<u64>>,
}

impl Games {
    fn new(piece: &Piece<'_>, eligible: Eligible<'_>) -> Self {
        let is_all = eligible.are_all() && piece.of.plan.query.next.is_none();
        Self {
            range: piece.games.clone(),
            are_all: piece.games.len() == piece.of.segment.games,
            eligible: (!is_all).then(|| piece.words().map(|word| eligible.word(word)).collect()),
        }
    }

    /// Number of selected games.
    fn searched(&self) -> u64 {
        self.eligible.as_deref().map_or(self.range.len(), count) as u64
    }

    /// The postings of these games among all postings of a position.
    fn of<'a>(&self, reached: &'a [Reached]) -> &'a [Reached] {
        if self.are_all {
            return reached;
        }
        let before = |end: usize| reached.partition_point(|own| usize::from(own.game) < end);
        let range = before(self.range.start)..before(self.range.end);
        reached.get(range).unwrap_or_default()
    }

    /// The index of a game in the range.
    #[inline]
    fn place(&self, reached: Reached) -> usize {
        usize::from(reached.game).wrapping_sub(self.range.start)
    }

    /// Whether a hit counts: the game is selected, and its continuation is as requested.
    #[inline]
    fn have(&self, plan: &Plan<'_>, way: &Way, reached: Reached) -> bool {
        let place = self.place(reached);
        let Some(eligible) = &self.eligible else {
            return place < self.range.len();
        };
        let word = eligible.get(place / 64).copied().unwrap_or(0);
        let is_wanted = |wanted| {
            let color = Color::BOTH[reached.next() % 2];
            let is_seen = way.is_both || way.transform.color(color) == wanted;
            reached.next() / 2 < plan.size.area() && is_seen
        };
        word >> (place % 64) & 1 == 1 && plan.query.next.is_none_or(is_wanted)
    }

    /// The rank of each game with a hit among all games with hits.
    fn ranks(&self, plan: &Plan<'_>, hits: &[Hits<'_>]) -> Ranks {
        let mut words = vec![Ranked::default(); self.range.len().div_ceil(64)];
        for hits in hits {
            for &reached in hits.reached {
                let place = self.place(reached);
                if self.have(plan, hits.way, reached) {
                    words[place / 64].games |= 1 << (place % 64);
                }
            }
        }
        let mut games = 0;
        for word in words.iter_mut().filter(|word| word.games != 0) {
            games += word.rank(games);
        }
        Ranks {
            first: self.range.start,
            words,
            games: games as usize,
        }
    }
}

/// The move numbers of some games, computed on demand.
struct NumbersOf<'a> {
    store: &'a Store,
    segment: &'a Segment,
    first: usize,
    blocks: Vec<Option<Arc<Numbers>>>,
}

impl<'a> NumbersOf<'a> {
    fn new(store: &'a Store, piece: &Piece<'a>) -> Self {
        Self {
            store,
            segment: piece.of.segment,
            first: piece.blocks().start,
            blocks: vec![None; piece.blocks().len()],
        }
    }

    /// The move number of a node.
    fn of(&mut self, game: usize, node: u32) -> Result<u32> {
        let block = game / BLOCK;
        let numbers = match &mut self.blocks[block - self.first] {
            Some(numbers) => numbers,
            none => none.insert(
                self.segment
                    .numbers(block, |bytes| self.store.may_keep(bytes))?,
            ),
        };
        Ok(number_at(numbers.of_game(game % BLOCK), node))
    }
}

/// Games whose positions are not in the index.
fn walk_others(
    piece: &Piece<'_>,
    eligible: Eligible<'_>,
    answer: &mut Answer,
    found: &mut FoundPart,
) -> Result<()> {
    let segment = piece.of.segment;
    let walked = segment.walked()?;
    let before = |end: usize| walked.partition_point(|game| (*game as usize) < end);
    let walked = &walked[before(piece.games.start)..before(piece.games.end)];
    if walked.is_empty() {
        return Ok(());
    }
    let directory = segment.directory()?;
    let mut events: Option<(usize, Vec<u16>)> = None;
    for game in walked.iter().map(|game| *game as usize) {
        if !eligible.has(game) {
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
        let mut gathered = Gathered::new(piece.of.plan, std::slice::from_ref(&brief));
        walk_game(&mut gathered, answer, 0, (all, main), false);
        gathered.finish(piece.id(game), answer, found);
    }
    found.sort();
    Ok(())
}
