//! Who won, as hits are counted.

use kifu_go::Color;

use crate::directory::Winner;

/// Who won a game, in two bits: nobody, Black, White, and nobody again, so that all bits change where the
/// colours are exchanged.
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

    /// As a pattern sees it, that has the colours exchanged or not.
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

/// Hits by who won.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ByWinner([u32; 4]);

impl ByWinner {
    #[inline]
    pub(crate) const fn count(&mut self, won: Won) {
        self.0[won.0 as usize & 3] += 1;
    }

    /// All of them.
    pub(crate) fn hits(self) -> u64 {
        self.0.iter().map(|count| u64::from(*count)).sum()
    }

    /// Those in games that a color won.
    pub(crate) fn of(self, color: Color) -> u64 {
        self.0[1 + color.index()].into()
    }
}
