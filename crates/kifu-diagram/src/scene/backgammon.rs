//! Contents of a Backgammon board.

use super::Color;

/// Checkers on one point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// Number of checkers.
    pub count: u8,
    /// Owner of the checkers; `None` if there are none.
    pub side: Option<Color>,
}

/// The doubling cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cube {
    /// The value shown (`CV`), 1 if not doubled yet.
    pub value: u32,
    /// The player who may double next (`CO`); `None` means either.
    pub owner: Option<Color>,
}

/// Checkers, dice and cube of Backgammon. The default is an empty board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backgammon {
    /// The points `a` to `x` of the standard: `a` is White's 1-point.
    pub points: [Stack; 24],
    /// Checkers on the bar: Black's, White's.
    pub bar: [u8; 2],
    /// Checkers borne off: Black's, White's.
    pub tray: [u8; 2],
    /// The dice rolled, 1 to 6 each.
    pub dice: Vec<u8>,
    /// Player of the dice, if known.
    pub turn: Option<Color>,
    /// The doubling cube, if it is in use.
    pub cube: Option<Cube>,
}

impl Backgammon {
    /// The position every game begins from: each side has 2 checkers on its
    /// 24-point, 5 on its 13-point, 3 on its 8-point and 5 on its 6-point.
    pub fn start() -> Self {
        let mut board = Self::default();
        for (point, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
            let stack = |side| Stack {
                count,
                side: Some(side),
            };
            board.points[point - 1] = stack(Color::White);
            board.points[24 - point] = stack(Color::Black);
        }
        board
    }
}
