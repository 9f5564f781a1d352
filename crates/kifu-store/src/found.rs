//! The games in which a pattern was found, in compact form.

use std::sync::Arc;

use kifu_go::{Color, Point, Symmetry};

use crate::directory::{Brief, Winner};
use crate::error::Result;
use crate::pattern::Orientation;

/// A hit of a pattern in a game. In lists of games, it is the first one on the main line, otherwise the first in a
/// variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The game.
    pub game: GameId,
    /// The node, numbered in file order from 0; on the main line, also the number of ancestors.
    pub node: u32,
    /// The move number at which the pattern occurs.
    pub move_number: u32,
    /// The transform under which the pattern matches.
    pub transform: Orientation,
    /// The upper left point of its rectangle on the board.
    pub corner: Point,
    /// The continuation: the cell of the pattern, row by row, and the color from the point of view of the pattern.
    pub next: Option<(u16, Color)>,
    /// Whether the hit is in a variation.
    pub is_variation: bool,
    /// The winner.
    pub winner: Winner,
    /// The first day, as the decimal number `YYYYMMDD`; an unknown month or day is 0.
    pub date: Option<u32>,
    /// The rank of the weaker player, if both ranks are known.
    pub rank: Option<i16>,
}

/// A game of an index, valid while the index is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId {
    /// The segment, in the order of the manifest.
    pub segment: u32,
    /// The game within the segment.
    pub game: u32,
}

/// The games in which a pattern was found, in the order of the index.
///
/// A game takes eight bytes: data that the index has is looked up when requested. Separately found parts stay separate,
/// so that nothing is copied.
#[derive(Clone, Debug, Default)]
pub struct FoundGames {
    parts: Vec<FoundPart>,
    games: usize,
}

impl FoundGames {
    /// Number of games, including those that [`Answer::keep_samples`](crate::Answer::keep_samples) left out.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.games
    }

    /// Whether there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The games that were not left out.
    pub fn iter(&self) -> impl Iterator<Item = Found> + '_ {
        self.parts.iter().flat_map(FoundPart::iter)
    }

    /// Adds the games of a part, which come after all others.
    pub(crate) fn put(&mut self, part: FoundPart) {
        if !part.games.is_empty() {
            self.games += part.games.len();
            self.parts.push(part);
        }
    }

    /// Adds games of other parts.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.games += other.games;
        let last = self.parts.last().map(FoundPart::place);
        let is_behind = |part: &FoundPart| Some(part.place()) < last;
        let is_out_of_order = other.parts.first().is_some_and(is_behind);
        self.parts.append(&mut other.parts);
        if is_out_of_order {
            self.parts.sort_by_key(FoundPart::place);
        }
    }

    /// Keeps only these games, which are in index order.
    pub(crate) fn keep(&mut self, kept: &[Found]) {
        let games = self.games;
        *self = Self::of_sample(kept, games);
    }

    /// A sample of a number of games, in index order.
    pub(crate) fn of_sample(sample: &[Found], games: usize) -> Self {
        let of_segments = sample.chunk_by(|a, b| a.game.segment == b.game.segment);
        let parts = of_segments.map(|own| {
            let segment = own.first().map_or(0, |found| found.game.segment);
            let slots = own.iter().enumerate();
            let slots = slots.map(|(place, found)| Slot::wide(found.game.game as u16, place));
            FoundPart {
                segment,
                briefs: Arc::default(),
                games: slots.collect(),
                wide: own.to_vec(),
            }
        });
        Self {
            parts: parts.collect(),
            games,
        }
    }
}

/// The games of a part of a segment.
#[derive(Clone, Debug)]
pub(crate) struct FoundPart {
    segment: u32,
    /// The data of all games of the segment.
    briefs: Arc<Vec<Brief>>,
    games: Vec<Slot>,
    /// The games that do not fit in a slot.
    wide: Vec<Found>,
}

impl FoundPart {
    pub(crate) const fn new(segment: u32, briefs: Arc<Vec<Brief>>, games: Vec<Slot>) -> Self {
        Self {
            segment,
            briefs,
            games,
            wide: Vec::new(),
        }
    }

    /// Adds a game of the segment.
    pub(crate) fn push(&mut self, found: Found) {
        let slot = Slot::of(&found).unwrap_or_else(|| {
            self.wide.push(found);
            Slot::wide(found.game.game as u16, self.wide.len() - 1)
        });
        self.games.push(slot);
    }

    /// The position of its first game, by which parts are sorted.
    fn place(&self) -> (u32, Option<usize>) {
        (self.segment, self.games.first().map(|slot| slot.game()))
    }

    /// Sorts the games.
    pub(crate) fn sort(&mut self) {
        self.games.sort_by_key(|slot| slot.game());
    }

    /// Sets each move number to the result of `number` for its game and node.
    pub(crate) fn renumber(
        &mut self,
        mut number: impl FnMut(usize, u32) -> Result<u32>,
    ) -> Result<()> {
        for at in 0..self.games.len() {
            let slot = self.games[at];
            let found = Found {
                move_number: number(slot.game(), slot.node())?,
                ..self.found(slot)
            };
            if Slot::of(&found).is_none() {
                self.games[at] = Slot::wide(found.game.game as u16, self.wide.len());
                self.wide.push(found);
            }
        }
        Ok(())
    }

    fn iter(&self) -> impl Iterator<Item = Found> + '_ {
        self.games.iter().map(|slot| self.found(*slot))
    }

    fn found(&self, slot: Slot) -> Found {
        if let Some(place) = slot.place_of_wide()
            && let Some(found) = self.wide.get(place)
        {
            return *found;
        }
        let brief = self.briefs.get(slot.game()).copied().unwrap_or_default();
        let (corner, transform) = slot.look();
        Found {
            game: GameId {
                segment: self.segment,
                game: slot.game() as u32,
            },
            node: slot.node(),
            move_number: slot.node(),
            transform,
            corner,
            next: slot.next(),
            is_variation: false,
            winner: brief.winner,
            date: brief.date(),
            rank: brief.rank(),
        }
    }
}

/// A game of a segment with a hit on its main line, where the node number equals the move number. From the lowest bits:
/// 16 bits for the game, 16 for the continuation, 16 for the look (corner and transform), and the node.
///
/// Of two hits of a game, the lesser number is the first hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot(u64);

/// Marks a game whose hit is in the list of those that do not fit.
const WIDE: u16 = u16::MAX - 1;

impl Slot {
    /// Sorts after all others.
    pub(crate) const NONE: Self = Self(u64::MAX);

    /// The number that represents no continuation.
    pub(crate) const NO_NEXT: u16 = u16::MAX;

    #[inline]
    pub(crate) const fn new(game: u16, node: u16, look: u16, next: u16) -> Self {
        Self(game as u64 | (next as u64) << 16 | (look as u64) << 32 | (node as u64) << 48)
    }

    /// The number of a continuation: twice its cell, one more for White.
    #[inline]
    pub(crate) const fn next_number(next: Option<(u16, Color)>) -> u16 {
        match next {
            Some((cell, color)) => cell * 2 + color as u16,
            None => Self::NO_NEXT,
        }
    }

    /// Whether a look has colors exchanged.
    #[inline]
    pub(crate) const fn is_swapped(look: u16) -> bool {
        look >> 3 & 1 == 1
    }

    /// The number of a look: the upper left point of the rectangle, and the transform.
    #[inline]
    pub(crate) const fn look_of(corner: Point, transform: Orientation) -> u16 {
        // Boards have at most 52 columns and rows.
        let corner = (corner.x & 0x3f) << 10 | (corner.y & 0x3f) << 4;
        corner | (transform.is_swapped as u16) << 3 | transform.symmetry as u16
    }

    fn of(found: &Found) -> Option<Self> {
        let node = u16::try_from(found.node).ok()?;
        let look = Self::look_of(found.corner, found.transform);
        let next = Self::next_number(found.next);
        let game = u16::try_from(found.game.game).ok()?;
        let fits = !found.is_variation && found.move_number == found.node;
        fits.then_some(Self::new(game, node, look, next))
    }

    const fn wide(game: u16, place: usize) -> Self {
        Self(game as u64 | (WIDE as u64) << 16 | (place as u64) << 32)
    }

    const fn place_of_wide(self) -> Option<usize> {
        if (self.0 >> 16) as u16 == WIDE {
            Some((self.0 >> 32) as usize)
        } else {
            None
        }
    }

    const fn game(self) -> usize {
        self.0 as usize & 0xffff
    }

    const fn node(self) -> u32 {
        (self.0 >> 48) as u32
    }

    const fn next(self) -> Option<(u16, Color)> {
        Self::next_of((self.0 >> 16) as u16)
    }

    /// The continuation with a number.
    pub(crate) const fn next_of(number: u16) -> Option<(u16, Color)> {
        match number {
            Self::NO_NEXT => None,
            next => Some((next / 2, Color::BOTH[next as usize % 2])),
        }
    }

    const fn look(self) -> (Point, Orientation) {
        Self::look_at((self.0 >> 32) as u16)
    }

    /// The upper left point of the rectangle, and the transform, of a look.
    pub(crate) const fn look_at(look: u16) -> (Point, Orientation) {
        let transform = Orientation {
            symmetry: Symmetry::ALL[look as usize & 7],
            is_swapped: Self::is_swapped(look),
        };
        let corner = Point::new(look >> 10, (look >> 4) & 0x3f);
        (corner, transform)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kifu_go::{Color, Point, Symmetry};

    use super::{Found, FoundGames, FoundPart, GameId};
    use crate::directory::{Brief, NO_RANK, Winner};
    use crate::pattern::Orientation;

    /// Hits survive the round trip, whether they fit in eight bytes or not.
    #[test]
    fn games_are_found_again() {
        let usual = Found {
            game: GameId {
                segment: 3,
                game: 65_535,
            },
            node: 16_382,
            move_number: 16_382,
            transform: Orientation {
                symmetry: Symmetry::ALL[7],
                is_swapped: true,
            },
            corner: Point::new(51, 50),
            next: Some((2703, Color::White)),
            is_variation: false,
            winner: Winner::Unknown,
            date: None,
            rank: None,
        };
        let all = [
            usual,
            Found {
                next: None,
                corner: Point::new(0, 51),
                transform: Orientation::default(),
                ..usual
            },
            Found {
                next: Some((0, Color::Black)),
                node: 0,
                move_number: 0,
                ..usual
            },
            Found {
                node: 65_535,
                move_number: 65_535,
                ..usual
            },
            Found {
                node: 65_536,
                move_number: 65_536,
                ..usual
            },
            Found {
                move_number: 3,
                ..usual
            },
            Found {
                is_variation: true,
                ..usual
            },
        ];
        let brief = Brief {
            rank: NO_RANK,
            ..Brief::default()
        };
        let briefs = Arc::new(vec![brief; 65_536]);
        let mut games = FoundGames::default();
        for half in all.chunks(4) {
            let mut part = FoundPart::new(3, briefs.clone(), Vec::new());
            for found in half {
                part.push(*found);
            }
            games.put(part);
        }
        assert_eq!(games.len(), all.len());
        assert_eq!(games.iter().collect::<Vec<_>>(), all);
        assert_eq!(games.parts[1].wide.len(), 3);
    }
}
