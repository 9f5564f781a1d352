use core::fmt;

use kifu_sgf::{NodeId, value::ValueErrorKind};
use kifu_syntax::Span;

use crate::{Illegal, OffBoard, Size};

/// Something in a record that breaks a rule of the game, or that could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The node.
    pub node: NodeId,
    /// Where it stands in [`Collection::text`](kifu_sgf::Collection::text): the value where one is
    /// to blame, else the property. `None` in a node that was made or changed.
    pub span: Option<Span>,
    /// What it is.
    pub kind: NoteKind,
}

/// What a [`Note`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// A move breaks a rule. It was executed; off the board it counts as a move that changes
    /// nothing.
    Illegal {
        /// The rule.
        illegal: Illegal,
        /// Whether the node says by `KO` that the move is to be executed all the same.
        announced: bool,
    },
    /// The value of a move is none. It counts as a pass.
    NotAMove(ValueErrorKind),
    /// A move has more than one value; the first was executed.
    SeveralValues,
    /// The node has more than one move; all were executed, in the order of the file.
    SeveralMoves,
    /// Points to set or to empty do not lie on the board: the first such. They were left out.
    SetupOffBoard(OffBoard),
    /// What is to be set or emptied is no point. It was left out.
    NotAPoint(ValueErrorKind),
    /// The value of `PL` is no player. It was left out.
    NotAPlayer(ValueErrorKind),
    /// The value of `MN` is no number of a move. It was left out.
    NotAMoveNumber(ValueErrorKind),
    /// The value of `SZ` is no size of a board.
    NotASize {
        /// Why.
        error: ValueErrorKind,
        /// The board that is used instead.
        used: Size,
    },
    /// `HA` promises handicap stones, and the root has no black stone.
    HandicapWithoutStones {
        /// How many.
        stones: u16,
    },
}

impl fmt::Display for NoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { illegal, .. } => illegal.fmt(f),
            Self::NotAMove(error) => write!(f, "the move is {}", error.message()),
            Self::SeveralValues => {
                f.write_str("the move has more than one value; the first is played")
            }
            Self::SeveralMoves => {
                f.write_str("the node has more than one move; all are played in their order")
            }
            Self::SetupOffBoard(off) => off.fmt(f),
            Self::NotAPoint(error) => write!(f, "what is set up is {}", error.message()),
            Self::NotAPlayer(error) => write!(f, "the player to move is {}", error.message()),
            Self::NotAMoveNumber(error) => write!(f, "the move number is {}", error.message()),
            Self::NotASize { error, used } => {
                write!(
                    f,
                    "the size of the board is {}; {used} is used",
                    error.message()
                )
            }
            Self::HandicapWithoutStones { stones } => {
                write!(
                    f,
                    "a handicap of {stones} stones is given, but none is set up"
                )
            }
        }
    }
}

impl fmt::Display for Note {
    /// What it is, without the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}
