//! The winner of a game, for counting hits.

use kifu_go::Color;

use crate::directory::Winner;

/// The winner of a game in two bits: nobody, Black, White, and nobody again, so that an exchange of colors inverts all
/// bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Won(u8);

impl Won {
    pub(crate) const fn of(winner: Winner) -> Self {
        Self(match winner.color() {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        })
    }

    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits as u8 & 3)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0 as u16
    }

    /// The winner from the point of view of a pattern, with or without colors exchanged.
    #[inline]
    pub(crate) const fn seen(self, is_swapped: bool) -> Self {
        Self(self.0 ^ if is_swapped { 3 } else { 0 })
    }

    pub(crate) const fn color(self) -> Option<Color> {
        match self.0 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }
}

/// Hits by winner.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ByWinner([u32; 4]);

impl ByWinner {
    #[inline]
    pub(crate) const fn count(&mut self, won: Won) {
        self.0[won.0 as usize & 3] += 1;
    }

    /// All hits.
    pub(crate) fn hits(self) -> u64 {
        self.0.iter().map(|count| u64::from(*count)).sum()
    }

    /// Hits in games that a color won.
    pub(crate) fn of(self, color: Color) -> u64 {
        self.0[1 + color.index()].into()
    }
}
