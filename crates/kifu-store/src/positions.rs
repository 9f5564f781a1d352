//! The index of early positions (`docs/store-format.md`, *Positions*).

use std::ops::Range;

use kifu_go::Color;

use crate::directory::{Brief, Entry, Flags};
use crate::event::Action;
use crate::events::{main_line, stone_after};
use crate::won::Won;

/// Maximum number of stones of an indexed position; larger positions are found by occupancy.
pub(crate) const MOST_STONES: u32 = 12;

/// Represents the absence of a next stone.
pub(crate) const NO_NEXT: u16 = u16::MAX;

/// Whether both players played elsewhere before the next stone, given its distance in nodes.
pub(crate) const fn is_tenuki(distance: u32) -> bool {
    distance > 2
}

/// A number for a stone on a point.
#[inline]
pub(crate) const fn stone_key(point: u16, color: Color) -> u64 {
    let n = point as u64 * 2 + color as u64 + 1;
    let x = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// A game that reaches a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Posting {
    /// The game within its segment.
    pub(crate) game: u16,
    /// The first node of the main line with the position.
    pub(crate) node: u16,
    /// The next stone: its point, and bit 15 for White.
    pub(crate) next: u16,
    /// Distance of the next stone in nodes.
    pub(crate) distance: u16,
}

impl Posting {
    pub(crate) fn to_bytes(self) -> [u8; 8] {
        let words = [self.game, self.node, self.next, self.distance];
        let mut bytes = [0; 8];
        for (place, word) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(words) {
            *place = word.to_le_bytes();
        }
        bytes
    }

    pub(crate) fn from_bytes(bytes: [u8; 8]) -> Self {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Self {
            game: word(0),
            node: word(2),
            next: word(4),
            distance: word(6),
        }
    }
}

/// The part of a posting that is the same for all postings of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OfGame {
    node: u16,
    year: u16,
}

impl OfGame {
    pub(crate) fn new(brief: &Brief) -> Self {
        Self {
            node: bit(!brief.flags.has(Flags::PLAIN), Reached::COUNTED),
            year: brief.year() & Reached::YEAR | Won::of(brief.winner).bits() << 14,
        }
    }
}

const fn bit(is_set: bool, bit: u16) -> u16 {
    if is_set { bit } else { 0 }
}

/// A game that reaches a position, in the form for searches: a posting with all data by which its hit is counted. The
/// data of many hits is thus contiguous, however many games there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached {
    /// The game within its segment.
    pub(crate) game: u16,
    /// The first node of the main line with the position; bit 15 if the move number differs from the node number.
    node: u16,
    /// The next stone: twice its point, plus one for White; bit 15 if both players played elsewhere before.
    next: u16,
    /// The year, bit 14 for a game that Black won and bit 15 for one that White won.
    year: u16,
}

impl Reached {
    const COUNTED: u16 = 1 << 15;
    const TENUKI: u16 = 1 << 15;
    const YEAR: u16 = (1 << 14) - 1;

    pub(crate) fn new(posting: Posting, game: OfGame) -> Self {
        let is_far = is_tenuki(posting.distance.into());
        Self {
            game: posting.game,
            node: posting.node & !Self::COUNTED | game.node,
            next: posting.next.rotate_left(1) & !Self::TENUKI | bit(is_far, Self::TENUKI),
            year: game.year,
        }
    }

    pub(crate) const fn node(self) -> u16 {
        self.node & !Self::COUNTED
    }

    /// Whether the move number differs from the node number.
    pub(crate) const fn is_counted(self) -> bool {
        self.node & Self::COUNTED != 0
    }

    /// The next stone: twice its point, plus one for White; beyond all points if there is none.
    pub(crate) const fn next(self) -> usize {
        (self.next & !Self::TENUKI) as usize
    }

    pub(crate) const fn is_tenuki(self) -> bool {
        self.next & Self::TENUKI != 0
    }

    pub(crate) const fn year(self) -> u16 {
        self.year & Self::YEAR
    }

    pub(crate) const fn won(self) -> Won {
        Won::from_bits(self.year >> 14)
    }
}

/// The positions of a segment with the games that reach them.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    pub(crate) keys: Vec<u64>,
    pub(crate) starts: Vec<u32>,
    pub(crate) reached: Vec<Reached>,
}

impl Positions {
    /// The games that reach each of some positions, in order.
    pub(crate) fn of(&self, keys: &[u64]) -> impl Iterator<Item = &[Reached]> {
        let ranges = self.ranges_of(keys).into_iter();
        ranges.map(|range| self.reached.get(range).unwrap_or_default())
    }

    /// The ranges of the postings of some positions in the segment.
    ///
    /// Keys are evenly distributed: each is close to its expected index, which takes fewer memory accesses than a
    /// binary search. All lookups proceed step by step together, so that their memory accesses overlap.
    pub(crate) fn ranges_of(&self, keys: &[u64]) -> Vec<Range<usize>> {
        let own = &self.keys;
        let Some(last) = own.len().checked_sub(1) else {
            return vec![0..0; keys.len()];
        };
        let share = |of: u64| ((u128::from(of) * own.len() as u128) >> 64) as usize;
        let mut places: Vec<usize> = keys.iter().map(|key| share(*key)).collect();
        for _ in 0..2 {
            for (place, key) in places.iter_mut().zip(keys) {
                let there = own[*place];
                let step = share(key.abs_diff(there));
                *place = if there <= *key {
                    last.min(*place + step)
                } else {
                    place.saturating_sub(step)
                };
            }
        }
        for (place, key) in places.iter_mut().zip(keys) {
            *place = self.place_near(*place, *key);
        }
        let start = |place: usize| self.starts.get(place).map_or(0, |start| *start as usize);
        let ranges = places.iter().map(|place| {
            let range = start(*place)..start(place.saturating_add(1));
            if range.start <= range.end && range.end <= self.reached.len() {
                range
            } else {
                0..0
            }
        });
        ranges.collect()
    }

    /// The index of a key that is expected near `near`; out of range if the key is missing.
    fn place_near(&self, near: usize, key: u64) -> usize {
        let keys = &self.keys;
        let (mut low, mut high, mut step) = (near, near, 2);
        while keys.get(high).is_some_and(|own| *own < key) {
            (low, high, step) = (high, high + step, step * 2);
        }
        while low > 0 && keys[low] > key {
            (low, high, step) = (low.saturating_sub(step), low, step * 2);
        }
        let found = keys[low..keys.len().min(high + 1)].binary_search(&key);
        found.map_or(usize::MAX, |place| low + place)
    }
}

/// Whether the positions of a game are in the index.
pub(crate) const fn is_indexed(entry: &Entry) -> bool {
    !entry.flags.has(Flags::IRREGULAR) && !entry.flags.has(Flags::INCOMPLETE)
}

/// The early positions of a game, each once, with their keys.
pub(crate) fn postings(
    game: u16,
    events: &[u16],
    stones: &mut [Option<Color>],
    found: &mut Vec<(u64, Posting)>,
) {
    stones.fill(None);
    let start = found.len();
    // Postings that wait for the next stone.
    let mut waiting = start;
    let (mut key, mut count) = (0, 0_u32);
    let mut last_key = None;
    main_line(events, |node, event| {
        let action = event.action();
        match action {
            Action::Play(color) => {
                let next = event.point() | u16::from(color == Color::White) << 15;
                for (_, posting) in &mut found[waiting..] {
                    posting.next = next;
                    posting.distance = (node - u32::from(posting.node)) as u16;
                }
                waiting = found.len();
            }
            Action::Set(_) => waiting = found.len(),
            Action::Remove | Action::Pass(_) | Action::Up => {}
        }
        if let Some(now) = stone_after(action)
            && let Some(stone) = stones.get_mut(usize::from(event.point()))
        {
            for (gone, one) in [(*stone, u32::MAX), (now, 1)] {
                if let Some(color) = gone {
                    key ^= stone_key(event.point(), color);
                    count = count.wrapping_add(one);
                }
            }
            *stone = now;
        }
        if event.is_end() && count <= MOST_STONES && last_key != Some(key) {
            last_key = Some(key);
            let posting = Posting {
                game,
                node: node as u16,
                next: NO_NEXT,
                distance: 0,
            };
            found.push((key, posting));
        }
    });
    // The stable sort keeps the first node of a repeated position.
    let own = &mut found[start..];
    own.sort_by_key(|(key, _)| *key);
    let mut kept = start;
    for at in start..found.len() {
        if kept == start || found[kept - 1].0 != found[at].0 {
            found[kept] = found[at];
            kept += 1;
        }
    }
    found.truncate(kept);
}
