//! The times at which the points of games change, which searches use instead of replaying games.
//!
//! Most points of a game are empty at first and receive one stone, which stays. Such a point is described by one
//! number: the node of the stone, with its color. A point with more changes (captures, ko, setup that removes) is
//! *complex*: its changes are in a separate list. A position is then found by comparing numbers: it exists from the
//! last of its stones to the first stone on a point that must be empty.
//!
//! The numbers are sorted by game, for looking at one game, and in a short form by point, for comparing 64 games at a
//! time to exclude most of those that cannot have the position.

mod maker;

use kifu_go::Color;

pub(crate) use self::maker::Maker;

use crate::directory::{Entry, Flags};
use crate::event::{Action, BLACK, EMPTY, Event, WHITE};
use crate::events::move_numbers;
use crate::ingest::MOST_NODES;
use crate::instance::Instance;

/// The node of a stone that never comes: after all nodes.
pub(crate) const NEVER: u32 = MOST_NODES + 1;

/// Marks a complex point whose changes begin after more others than 14 bits can count.
const FAR: u16 = (NEVER as u16) << 2;

/// Number of games whose short numbers are compared at a time: the bits of a word.
const AT_A_TIME: usize = 64;

/// Number of points compared before testing whether any game is left.
const LOOKED_AT: usize = 12;

/// The short number of all nodes from this one on.
const LATE: u8 = 254;

/// The short number of a stone that never comes, and of a complex point.
const UNKNOWN: u8 = 255;

/// A point of a game: the node of its stone in the upper bits, then whether it is complex, then whether the stone is
/// white. For a complex point, the upper bits are the index of its first change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct First(u16);

impl First {
    const NEVER: Self = Self((NEVER as u16) << 2);
    const COMPLEX: u16 = 2;

    const fn complex(start: usize) -> Self {
        let start = if start < NEVER as usize {
            (start as u16) << 2
        } else {
            FAR
        };
        Self(start | Self::COMPLEX)
    }

    #[inline]
    pub(crate) const fn node(self) -> u32 {
        (self.0 >> 2) as u32
    }

    #[inline]
    pub(crate) const fn is_complex(self) -> bool {
        self.0 & Self::COMPLEX != 0
    }

    /// The node in a byte.
    const fn short(self) -> u8 {
        if self.is_complex() || self.node() >= NEVER {
            UNKNOWN
        } else if self.node() < LATE as u32 {
            self.node() as u8
        } else {
            LATE
        }
    }

    /// The state once the stone is there.
    #[inline]
    pub(crate) const fn state(self) -> u8 {
        BLACK << (self.0 & 1)
    }

    /// The color of the stone.
    #[inline]
    pub(crate) const fn color(self) -> Color {
        color(self.state())
    }
}

/// The color of a stone, of a point that has one.
#[inline]
const fn color(state: u8) -> Color {
    if state == WHITE {
        Color::White
    } else {
        Color::Black
    }
}

/// A change of a complex point: point, node, order within the game, action. Sorted as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Change(u64);

impl Change {
    const PLAYED: u64 = 8;
    const TAKEN: u64 = 16;

    fn new(point: u16, node: u32, order: usize, now: u8, action: Action) -> Self {
        let how = match action {
            Action::Play(_) => Self::PLAYED,
            Action::Remove => Self::TAKEN,
            Action::Set(_) | Action::Pass(_) | Action::Up => 0,
        };
        let what = u64::from(now) | how;
        Self(
            u64::from(point) << 52 | u64::from(node) << 36 | (order as u64 & 0xff_ffff) << 8 | what,
        )
    }

    const fn point(self) -> u16 {
        (self.0 >> 52) as u16
    }

    pub(crate) const fn node(self) -> u32 {
        (self.0 >> 36 & 0xffff) as u32
    }

    /// The state after it.
    pub(crate) const fn state(self) -> u8 {
        self.0 as u8 & (EMPTY | BLACK | WHITE)
    }

    /// Whether a stone was played.
    pub(crate) const fn is_played(self) -> bool {
        self.0 & Self::PLAYED != 0
    }

    /// Whether a move captured a stone.
    pub(crate) const fn is_taken(self) -> bool {
        self.0 & Self::TAKEN != 0
    }

    /// Whether setup added or removed a stone.
    pub(crate) const fn is_set_up(self) -> bool {
        self.0 & (Self::PLAYED | Self::TAKEN) == 0
    }

    /// The color of the stone after it, if there is one.
    pub(crate) const fn color(self) -> Color {
        color(self.state())
    }
}

/// The times of a block of games.
#[derive(Debug)]
pub(crate) struct Times {
    area: usize,
    /// Game by game.
    first: Vec<First>,
    /// The nodes of first stones as bytes: for each group of 64 games, point by point.
    short: Vec<u8>,
    changes: Vec<Change>,
    /// The range of the changes of each game.
    spans: Vec<(u32, u32)>,
}

/// The move numbers of those games of a block where they differ from the node numbers, by game.
#[derive(Debug)]
pub(crate) struct Numbers(Vec<(u16, Vec<u16>)>);

impl Numbers {
    /// Whether the moves of a game must be counted.
    pub(crate) const fn are_of(entry: &Entry) -> bool {
        !entry.flags.has(Flags::IRREGULAR) && !entry.flags.has(Flags::PLAIN)
    }

    /// The numbers of games with these main lines.
    pub(crate) fn of(games: &[(&Entry, &[u16])]) -> Self {
        let games = games.iter().enumerate();
        let counted = games.filter(|(_, (entry, _))| Self::are_of(entry));
        Self(
            counted
                .map(|(game, (_, events))| (game as u16, move_numbers(events)))
                .collect(),
        )
    }

    /// Numbers of no games.
    pub(crate) const fn none() -> Self {
        Self(Vec::new())
    }

    /// Removes the numbers of all games.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the numbers of a game with this main line; it must not have any yet.
    pub(crate) fn add(&mut self, game: usize, events: &[u16]) {
        let place = self
            .0
            .partition_point(|(other, _)| usize::from(*other) < game);
        self.0.insert(place, (game as u16, move_numbers(events)));
    }

    /// Size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.0
            .iter()
            .map(|(_, numbers)| numbers.len() * 2 + 32)
            .sum()
    }

    /// The move numbers of a game by node; `None` if they equal the node numbers.
    #[inline]
    pub(crate) fn of_game(&self, game: usize) -> Option<&[u16]> {
        if self.0.is_empty() {
            return None;
        }
        let place = self
            .0
            .binary_search_by_key(&game, |(game, _)| usize::from(*game))
            .ok()?;
        Some(&self.0[place].1)
    }
}

/// The times of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameTimes<'a> {
    first: &'a [First],
    changes: &'a [Change],
}

impl Times {
    /// Allocates times for a number of games; no game has any yet.
    pub(crate) fn new(area: usize, games: usize) -> Self {
        Self {
            area,
            first: vec![First::NEVER; area * games],
            short: vec![UNKNOWN; area * games.next_multiple_of(AT_A_TIME)],
            changes: Vec::new(),
            spans: vec![(0, 0); games],
        }
    }

    /// The times of games with these main lines. Irregular games have none.
    pub(crate) fn of(area: usize, games: &[(&Entry, &[u16])]) -> Self {
        let mut times = Self::new(area, games.len());
        let mut maker = Maker::default();
        for (game, (entry, events)) in games.iter().enumerate() {
            if !entry.flags.has(Flags::IRREGULAR) {
                times.add(game, events, &mut maker);
            }
        }
        times
    }

    /// Removes the times of all games, to reuse the memory for boards of this size.
    pub(crate) fn clear(&mut self, area: usize) {
        let games = self.spans.len();
        self.area = area;
        self.first.resize(area * games, First::NEVER);
        self.first.fill(First::NEVER);
        self.short
            .resize(area * games.next_multiple_of(AT_A_TIME), UNKNOWN);
        self.short.fill(UNKNOWN);
        self.changes.clear();
        self.spans.fill((0, 0));
    }

    /// Adds the times of a game with this main line; it must not have any yet.
    pub(crate) fn add(&mut self, game: usize, events: &[u16], maker: &mut Maker) {
        let row = &mut self.first[game * self.area..][..self.area];
        let start = game / AT_A_TIME * AT_A_TIME * self.area + game % AT_A_TIME;
        let short = &mut self.short[start..];
        let mut node = 0;
        for (order, &word) in events.iter().enumerate() {
            let event = Event(word);
            let point = usize::from(event.point());
            if let Some(first) = row.get_mut(point) {
                // Nearly all events are stones on empty points.
                if event.is_play() && first.0 == First::NEVER.0 {
                    first.0 = (node as u16) << 2 | event.play_color() as u16;
                    short[point * AT_A_TIME] = node.min(LATE.into()) as u8;
                } else if !maker.take(events, order, node, first) {
                    break;
                } else {
                    short[point * AT_A_TIME] = first.short();
                }
            } else if event.action() == Action::Up {
                break;
            }
            node += u32::from(event.is_end());
        }
        let from = self.changes.len();
        if !maker.changes.is_empty() {
            maker.put(row, &mut self.changes);
        }
        self.spans[game] = (from as u32, self.changes.len() as u32);
    }

    /// Minimum size in memory of the times of a number of games, in bytes.
    pub(crate) const fn least(area: usize, games: usize) -> usize {
        area * games * 3
    }

    /// Size in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.first.len() * 2 + self.short.len() + self.changes.len() * 8 + self.spans.len() * 8
    }

    /// The short numbers of 64 games.
    pub(crate) fn word(&self, word: usize) -> Short<'_> {
        let bytes = self.area * AT_A_TIME;
        Short(&self.short[word * bytes..][..bytes])
    }

    /// The times of a game.
    #[inline]
    pub(crate) fn game(&self, game: usize) -> GameTimes<'_> {
        let (start, end) = self.spans[game];
        GameTimes {
            first: &self.first[game * self.area..][..self.area],
            changes: &self.changes[start as usize..end as usize],
        }
    }
}

/// The short numbers of 64 games, point by point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short<'a>(&'a [u8]);

impl Short<'_> {
    /// The games that may have a pattern at a place: all that have it on the main line, and some that have complex
    /// points or late stones there.
    #[inline]
    pub(crate) fn may_have(self, instance: &Instance, mut games: u64) -> u64 {
        // `last` is one more than the node of the last stone, or 0 if unknown; `until` is the node of the first stone
        // on a point that must be empty.
        let (mut last, mut until) = ([0_u8; AT_A_TIME], [UNKNOWN; AT_A_TIME]);
        for &(point, _) in &instance.stones {
            for (last, node) in last.iter_mut().zip(self.of(point)) {
                *last = (*last).max(node.wrapping_add(1));
            }
        }
        for last in &mut last {
            *last = (*last).min(LATE);
        }
        for some in instance.empty.chunks(LOOKED_AT) {
            for &point in some {
                for (until, node) in until.iter_mut().zip(self.of(point)) {
                    *until = (*until).min(*node);
                }
            }
            games &= not_above(&last, &until);
            if games == 0 {
                break;
            }
        }
        games
    }

    #[inline]
    fn of(&self, point: u16) -> &[u8] {
        &self.0[usize::from(point) * AT_A_TIME..][..AT_A_TIME]
    }
}

/// A bit for each byte of `low` that is not above that of `high`.
#[inline]
fn not_above(low: &[u8; AT_A_TIME], high: &[u8; AT_A_TIME]) -> u64 {
    let mut fits = [0_u8; AT_A_TIME];
    for ((fits, low), high) in fits.iter_mut().zip(low).zip(high) {
        *fits = u8::from(low <= high);
    }
    let (bytes, _) = fits.as_chunks::<8>();
    bytes.iter().rev().fold(0, |word, bytes| {
        // The product collects the lowest bits of the bytes in its highest byte.
        let bits = u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        word << 8 | bits
    })
}

impl<'a> GameTimes<'a> {
    #[inline]
    pub(crate) fn first(self, point: u16) -> First {
        self.first[usize::from(point)]
    }

    /// The node of the first move on a stone; after all nodes if there is none.
    pub(crate) fn first_on_stone(self) -> u32 {
        let on_stone = self.changes.windows(2).filter_map(|pair| {
            let [before, change] = pair else { return None };
            let is_on_stone =
                before.point() == change.point() && before.state() != EMPTY && change.is_played();
            is_on_stone.then(|| change.node())
        });
        on_stone.min().unwrap_or(NEVER)
    }

    /// The changes of a complex point, in order.
    #[inline]
    pub(crate) fn changes(self, point: u16) -> &'a [Change] {
        let first = self.first(point).0 & !First::COMPLEX;
        let start = if first == FAR {
            self.changes
                .partition_point(|change| change.point() < point)
        } else {
            usize::from(first >> 2)
        };
        let rest = self.changes.get(start..).unwrap_or_default();
        let end = rest.iter().position(|change| change.point() != point);
        &rest[..end.unwrap_or(rest.len())]
    }

    /// The next stone played on one of these points after a node, unless setup changes one of them first: its node, its
    /// index among the points, and its color.
    #[inline]
    pub(crate) fn next_played(self, points: &[u16], after: u32) -> Option<(u32, usize, Color)> {
        // The node in the upper bits, the index in the lower ones; without branches, which would be unpredictable.
        let mut next = u32::from(First::NEVER.0) << 16;
        let mut all = 0;
        for (place, &point) in points.iter().enumerate() {
            let first = self.first(point);
            all |= first.0;
            let own = u32::from(first.0) << 16 | place as u32;
            let counts = first.node() > after && !first.is_complex();
            next = next.min(if counts { own } else { u32::MAX });
        }
        let first = First((next >> 16) as u16);
        let mut next = (first.node(), (next & 0xffff) as usize, first.state());
        let mut end = NEVER;
        if all & First::COMPLEX != 0 {
            for (place, &point) in points.iter().enumerate() {
                if !self.first(point).is_complex() {
                    continue;
                }
                let mut changes = self.changes(point).iter();
                let change = changes.find(|change| change.node() > after && !change.is_taken());
                match change {
                    Some(change) if change.is_set_up() => end = end.min(change.node()),
                    Some(change) if change.node() < next.0 => {
                        next = (change.node(), place, change.state());
                    }
                    Some(_) | None => {}
                }
            }
        }
        // The setup of a node comes before its move.
        (next.0 < end).then_some((next.0, next.1, color(next.2)))
    }
}
