//! When the points of games change: what a search asks instead of replaying.
//!
//! Most points of a game are empty at first and take a stone once, which stays. Of such a point one
//! number tells all: the node where the stone comes, with its colour. A point where more happens
//! (captures, ko, setup that removes) is *complex*: its changes stand in a list of their own. A position
//! is then found by comparing numbers: it is there from the last of its stones to the first stone on a
//! point that is to be empty.

use kifu_go::Color;

use crate::directory::{Entry, Flags};
use crate::event::{Action, BLACK, EMPTY, WHITE, state};
use crate::events::{main_line, move_numbers, stone_after};
use crate::ingest::MOST_NODES;

/// The node of a stone that never comes: behind all nodes.
pub(crate) const NEVER: u32 = MOST_NODES + 1;

/// A point of a game: the node of its stone in the upper bits, then whether it is complex, then whether
/// the stone is white.
#[derive(Clone, Copy, Debug)]
pub(crate) struct First(u16);

impl First {
    const NEVER: Self = Self((NEVER as u16) << 2);
    const COMPLEX: u16 = 2;

    #[inline]
    pub(crate) const fn node(self) -> u32 {
        (self.0 >> 2) as u32
    }

    #[inline]
    pub(crate) const fn is_complex(self) -> bool {
        self.0 & Self::COMPLEX != 0
    }

    /// The state once the stone is there.
    #[inline]
    pub(crate) const fn state(self) -> u8 {
        BLACK << (self.0 & 1)
    }
}

/// A change of a complex point: point, node, order within the game, what happens. Sorted as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Change(u64);

impl Change {
    const PLAYED: u64 = 8;

    fn new(point: u16, node: u32, order: usize, now: u8, is_played: bool) -> Self {
        let what = u64::from(now) | if is_played { Self::PLAYED } else { 0 };
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

    /// The state behind it.
    pub(crate) const fn state(self) -> u8 {
        self.0 as u8 & (EMPTY | BLACK | WHITE)
    }

    /// Whether a stone was played.
    pub(crate) const fn is_played(self) -> bool {
        self.0 & Self::PLAYED != 0
    }
}

/// The times of a block of games.
#[derive(Debug)]
pub(crate) struct Times {
    area: usize,
    first: Vec<First>,
    changes: Vec<Change>,
    /// Where the changes of each game end.
    ends: Vec<u32>,
    /// The numbers of moves of games where they are not those of the nodes, by game.
    numbers: Vec<(u16, Vec<u16>)>,
}

/// The times of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameTimes<'a> {
    first: &'a [First],
    changes: &'a [Change],
}

impl Times {
    /// The times of games with these main lines. Irregular games have none.
    pub(crate) fn of(area: usize, games: &[(&Entry, &[u16])]) -> Self {
        let mut times = Self {
            area,
            first: vec![First::NEVER; area * games.len()],
            changes: Vec::new(),
            ends: Vec::with_capacity(games.len()),
            numbers: Vec::new(),
        };
        for (game, (entry, events)) in games.iter().enumerate() {
            if !entry.flags.has(Flags::IRREGULAR) {
                times.add(game, events);
                if !entry.flags.has(Flags::PLAIN) {
                    times.numbers.push((game as u16, move_numbers(events)));
                }
            }
            times.ends.push(times.changes.len() as u32);
        }
        times
    }

    fn add(&mut self, game: usize, events: &[u16]) {
        let first = &mut self.first[game * self.area..][..self.area];
        let mut is_complex = false;
        main_line(events, |node, event| {
            let action = event.action();
            let Some(place) = first.get_mut(usize::from(event.point())) else {
                return;
            };
            let color = match action {
                Action::Play(color) => color,
                // What is set at the root is there from the beginning, like a stone that is played.
                Action::Set(Some(color)) if node == 0 => color,
                Action::Set(_) | Action::Remove => {
                    place.0 |= First::COMPLEX;
                    is_complex = true;
                    return;
                }
                Action::Pass(_) | Action::Up => return,
            };
            if place.node() == NEVER {
                place.0 = (node as u16) << 2 | place.0 & First::COMPLEX | color as u16;
            } else {
                place.0 |= First::COMPLEX;
                is_complex = true;
            }
        });
        if !is_complex {
            return;
        }
        let start = self.changes.len();
        let mut order = 0;
        main_line(events, |node, event| {
            order += 1;
            let action = event.action();
            if let Some(stone) = stone_after(action)
                && first
                    .get(usize::from(event.point()))
                    .is_some_and(|first| first.is_complex())
            {
                let is_played = matches!(action, Action::Play(_));
                let change = Change::new(event.point(), node, order, state(stone), is_played);
                self.changes.push(change);
            }
        });
        self.changes[start..].sort_unstable();
    }

    /// How much memory it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let numbers: usize = self
            .numbers
            .iter()
            .map(|(_, numbers)| numbers.len() * 2 + 32)
            .sum();
        self.first.len() * 2 + self.changes.len() * 8 + self.ends.len() * 4 + numbers
    }

    /// The times of a game.
    #[inline]
    pub(crate) fn game(&self, game: usize) -> GameTimes<'_> {
        let start = if game == 0 {
            0
        } else {
            self.ends[game - 1] as usize
        };
        GameTimes {
            first: &self.first[game * self.area..][..self.area],
            changes: &self.changes[start..self.ends[game] as usize],
        }
    }

    /// The numbers of the moves of a game by node; `None` if they are those of the nodes.
    pub(crate) fn numbers(&self, game: usize) -> Option<&[u16]> {
        let place = self
            .numbers
            .binary_search_by_key(&game, |(game, _)| usize::from(*game))
            .ok()?;
        Some(&self.numbers[place].1)
    }
}

impl<'a> GameTimes<'a> {
    #[inline]
    pub(crate) fn first(self, point: u16) -> First {
        self.first[usize::from(point)]
    }

    /// The changes of a complex point, in their order.
    pub(crate) fn changes(self, point: u16) -> &'a [Change] {
        let start = self
            .changes
            .partition_point(|change| change.point() < point);
        let rest = &self.changes[start..];
        let end = rest.partition_point(|change| change.point() == point);
        &rest[..end]
    }

    /// The next stone that is played on one of these points behind a node: its node, its place among the
    /// points, and its colour.
    #[inline]
    pub(crate) fn next_played(self, points: &[u16], behind: u32) -> Option<(u32, usize, Color)> {
        let mut next = (NEVER, 0, BLACK);
        for (place, &point) in points.iter().enumerate() {
            let first = self.first(point);
            if first.is_complex() {
                let played = self
                    .changes(point)
                    .iter()
                    .find(|change| change.node() > behind && change.is_played());
                if let Some(change) = played
                    && change.node() < next.0
                {
                    next = (change.node(), place, change.state());
                }
            } else if first.node() > behind && first.node() < next.0 {
                next = (first.node(), place, first.state());
            }
        }
        let color = if next.2 == WHITE {
            Color::White
        } else {
            Color::Black
        };
        (next.0 < NEVER).then_some((next.0, next.1, color))
    }
}
