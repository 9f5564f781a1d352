//! Contents of an Octi board.

use std::collections::{BTreeMap, BTreeSet};

use super::{Color, Point};

/// A pod of Octi. Prongs are bits, one for each direction: the lowest is north, the others follow clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pod {
    /// The owner.
    pub side: Color,
    /// Its prongs, super prongs included.
    pub prongs: u8,
    /// Its super prongs.
    pub super_prongs: u8,
}

impl Pod {
    /// A pod without prongs.
    pub const fn new(side: Color) -> Self {
        Self {
            side,
            prongs: 0,
            super_prongs: 0,
        }
    }

    /// The letters of its prongs, `A` for north and so on clockwise; `!` follows a super prong.
    pub fn letters(self) -> String {
        let mut letters = String::new();
        for (bit, letter) in (0..8).zip('A'..='H') {
            if (self.prongs | self.super_prongs) >> bit & 1 == 1 {
                letters.push(letter);
            }
            if self.super_prongs >> bit & 1 == 1 {
                letters.push('!');
            }
        }
        letters
    }
}

/// Pods and octi squares. The default is an empty board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Octi {
    /// The pods on each point that has some.
    pub pods: BTreeMap<Point, Vec<Pod>>,
    /// The octi squares of Black and of White.
    pub squares: [BTreeSet<Point>; 2],
}

impl Octi {
    /// The pods on a point.
    pub fn at(&self, point: Point) -> &[Pod] {
        self.pods.get(&point).map_or(&[], Vec::as_slice)
    }

    /// The owner of an octi square.
    pub fn owner(&self, point: Point) -> Option<Color> {
        let of = |side: Color| self.squares[side as usize].contains(&point);
        [Color::Black, Color::White]
            .into_iter()
            .find(|side| of(*side))
    }
}
