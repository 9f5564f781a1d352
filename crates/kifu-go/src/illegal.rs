use core::fmt;

use crate::{Color, Ko, Point, Size};

/// The rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Illegal {
    /// The point is not on the board.
    OffBoard {
        /// The point.
        point: Point,
        /// The size of the board.
        size: Size,
    },
    /// The point has a stone.
    Occupied {
        /// The point.
        point: Point,
        /// The color of the stone.
        by: Color,
    },
    /// The stone and its group would have no liberties, and the rules forbid that.
    Suicide {
        /// The point.
        point: Point,
        /// Number of stones that would be removed, including the one played.
        stones: u16,
    },
    /// The stone retakes a ko immediately.
    Ko {
        /// The point.
        point: Point,
        /// The number of the move.
        number: u32,
        /// Number of the earlier move whose position would be repeated.
        earlier: u32,
    },
    /// The move repeats an earlier position.
    Superko {
        /// The point.
        point: Point,
        /// The number of the move.
        number: u32,
        /// Number of the last move with that position after it; for a position that was set up, the number of the move
        /// before it.
        earlier: u32,
        /// The rule that forbids it.
        rule: Ko,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { point, size } => {
                write!(f, "`{point}` is not on the {size} board")
            }
            Self::Occupied { point, by } => {
                write!(f, "a {by} stone stands on `{point}`")
            }
            Self::Suicide { point, stones: 1 } => {
                write!(
                    f,
                    "the stone on `{point}` has no liberty and captures nothing"
                )
            }
            Self::Suicide { point, stones } => {
                write!(
                    f,
                    "the stone on `{point}` leaves its own group of {stones} without liberties"
                )
            }
            Self::Ko {
                point,
                number,
                earlier,
            } => write!(
                f,
                "move {number} on `{point}` retakes the ko at once: the position after move \
                 {earlier} would come back"
            ),
            Self::Superko {
                point,
                number,
                earlier,
                ..
            } => write!(
                f,
                "move {number} on `{point}` brings back the position after move {earlier}"
            ),
        }
    }
}

impl core::error::Error for Illegal {}
