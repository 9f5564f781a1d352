//! Searches whole boards of few stones, using the index of positions.

use std::ops::Range;
use std::sync::Arc;

use kifu_go::{Color, Point, Size};

use super::block::{Gathered, walk_game};
use super::look::number_at;
use super::plan::Plan;
use super::years::Years;
use super::{Eligible, Piece, Searched};
use crate::answer::{Answer, Tally};
use crate::bits::count;
use crate::error::Result;
use crate::found::{FoundPart, Slot};
use crate::ingest::{place_of, point_at};
use crate::pattern::{Pattern, Transform};
use crate::positions::{Positions, Reached, stone_key};
use crate::segment::{BLOCK, Segment};
use crate::store::Store;
use crate::times::Numbers;
use crate::won::ByWinner;

/// A transform under which a board looks different.
#[derive(Debug)]
pub(super) struct Way {
    transform: Transform,
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
pub(super) fn ways(pattern: &Pattern, size: Size, transforms: &[Transform]) -> Vec<Way> {
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
    transform: Transform,
    /// For each point of the board and each colour.
    known: Vec<Next>,
}

impl<'a> Sight<'a> {
    fn new(plan: &'a Plan<'a>) -> Self {
        Self {
            plan,
            transform: Transform::default(),
            known: vec![Next::UNKNOWN; plan.size.area() * 2],
        }
    }

    /// Changes the transform of the board.
    fn turn(&mut self, transform: Transform) {
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
const fn look(transform: Transform) -> u16 {
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

/// The games with a hit among 64.
#[derive(Clone, Copy, Default)]
struct Ranked {
    /// One bit per game.
    games: u64,
    /// For each byte of the bits, a byte with the number of set bits before it.
    of_bytes: u64,
    /// The number of games with a hit before these 64.
    before: u32,
}

/// Number of set bits of each byte value: not every processor has an instruction for it.
const SET: [u8; 256] = {
    let mut set = [0; 256];
    let mut byte = 1;
    while byte < set.len() {
        set[byte] = set[byte / 2] + byte as u8 % 2;
        byte += 1;
    }
    set
};

/// A byte, repeated eight times.
const fn bytes(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

impl Ranked {
    /// Computes the ranks of the bytes, given the number of games before. Returns the new number.
    fn rank(&mut self, before: u32) -> u32 {
        let of_two = self.games - (self.games >> 1 & bytes(0x55));
        let of_four = (of_two & bytes(0x33)) + (of_two >> 2 & bytes(0x33));
        let of_eight = (of_four + (of_four >> 4)) & bytes(0x0f);
        let up_to = of_eight.wrapping_mul(bytes(1));
        self.of_bytes = up_to << 8;
        self.before = before;
        (up_to >> 56) as u32
    }

    /// The rank of a game.
    #[inline]
    const fn before(self, game: usize) -> u32 {
        let byte = game % 64 / 8 * 8;
        let of_byte = (self.games >> byte) as u8 & ((1 << (game % 8)) - 1);
        let of_bytes = (self.of_bytes >> byte) as u8;
        self.before + (of_bytes + SET[of_byte as usize]) as u32
    }
}

/// The ranks of games among those with a hit.
struct Ranks {
    /// The game of the first bit.
    first: usize,
    words: Vec<Ranked>,
    /// Number of games with a hit.
    games: usize,
}

impl Ranks {
    #[inline]
    fn of(&self, game: u16) -> usize {
        let place = usize::from(game).wrapping_sub(self.first);
        self.words[place / 64].before(place) as usize
    }
}

/// The counts of a continuation, or of its absence.
#[derive(Clone, Copy)]
struct Count {
    /// The number of its stone, as in slots.
    stone: u16,
    /// Hits with a prompt continuation, and hits where both players played elsewhere before.
    won: [ByWinner; 2],
    moves: u64,
}

/// The counts of hits so far.
struct Counting {
    /// The counts of the continuations that occurred.
    counts: Vec<Count>,
    /// For each stone, and last for none, the number of its count; [`Counting::NONE`] if it has not occurred.
    numbers: Vec<u16>,
    swapped: u64,
    years: Years,
    ranks: Ranks,
    /// The first hit of each game.
    first: Vec<Slot>,
}

impl Counting {
    const NONE: u16 = u16::MAX;

    fn new(plan: &Plan<'_>, ranks: Ranks) -> Self {
        Self {
            counts: Vec::new(),
            numbers: vec![Self::NONE; plan.size.area() * 2 + 1],
            swapped: 0,
            years: Years::default(),
            first: vec![Slot::NONE; ranks.games],
            ranks,
        }
    }

    /// The number of the count of a stone.
    fn count_of(&mut self, stone: u16) -> u16 {
        let none = self.numbers.len() - 1;
        let number = &mut self.numbers[usize::from(stone).min(none)];
        if *number == Self::NONE {
            *number = self.counts.len() as u16;
            self.counts.push(Count {
                stone,
                won: Default::default(),
                moves: 0,
            });
        }
        *number
    }

    /// Counts a hit.
    #[inline]
    fn count(&mut self, answer: &mut Answer, reached: Reached, next: Next, number: u32) {
        let is_swapped = Slot::is_swapped(next.look);
        let won = reached.won().seen(is_swapped);
        let count = &mut self.counts[usize::from(next.count)];
        count.won[usize::from(reached.is_tenuki())].count(won);
        count.moves += u64::from(number);
        self.swapped += u64::from(is_swapped);
        self.years.count(answer, reached.year(), won);
        let slot = Slot::new(reached.game, reached.node(), next.look, count.stone);
        let first = &mut self.first[self.ranks.of(reached.game)];
        *first = slot.min(*first);
    }

    /// Adds everything to the answer except the games, which it returns.
    fn finish(self, answer: &mut Answer) -> Vec<Slot> {
        self.years.finish(answer);
        for Count { stone, won, moves } in self.counts {
            let of = |color| won.iter().map(|won| won.of(color)).sum();
            let tally = Tally {
                hits: won.iter().map(|won| won.hits()).sum(),
                black_wins: of(Color::Black),
                white_wins: of(Color::White),
                tenuki: won[1].hits(),
                moves,
                in_variations: 0,
            };
            answer.main.hits += tally.hits;
            answer.main.black_wins += tally.black_wins;
            answer.main.white_wins += tally.white_wins;
            let place = answer.tallies.at(stone.into());
            place.unwrap_or(&mut answer.without).add(tally);
        }
        answer.main.swapped += self.swapped;
        answer.main.games += self.first.len() as u64;
        self.first
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

#[cfg(test)]
mod tests {
    use super::Ranked;

    #[test]
    fn as_many_come_before_a_game_as_are_counted_one_by_one() {
        let mut games = 1_u64;
        for _ in 0..200 {
            games = games.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23) ^ 0x51;
            for games in [
                games,
                games & games >> 7,
                games | games >> 9,
                1 << 63,
                u64::MAX,
            ] {
                let mut ranked = Ranked {
                    games,
                    ..Ranked::default()
                };
                assert_eq!(ranked.rank(1000), games.count_ones());
                let mut before = 1000;
                for game in 0..64 {
                    assert_eq!(ranked.before(game + 128), before, "{games:x} {game}");
                    before += (games >> game & 1) as u32;
                }
            }
        }
    }
}
