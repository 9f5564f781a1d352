use core::fmt;

use kifu_board::{OffBoard, Size};
use kifu_go::Illegal;
use kifu_sgf::value::ValueErrorKind;
use kifu_sgf::{Node, NodeId};
use kifu_syntax::Span;

/// Something in a record that breaks a rule of the game, or that could not be executed or read.
/// The rest is executed all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The node.
    pub node: NodeId,
    /// The value in [`Collection::text`](kifu_sgf::Collection::text); `None` in a node that was
    /// made or changed.
    pub span: Option<Span>,
    /// The kind.
    pub kind: NoteKind,
}

impl Note {
    /// A note on a value of a node. The span follows from the address of `raw`: values of a list
    /// can be counted only from its beginning.
    #[must_use]
    pub fn new(node: Node<'_>, raw: &str, kind: NoteKind) -> Self {
        Self {
            node: node.id(),
            span: span_of(raw, node.collection().text()),
            kind,
        }
    }
}

/// The span of a part of a text; `None` if it is no part of it.
fn span_of(part: &str, text: &str) -> Option<Span> {
    let start = part.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    let span = Span::new(start, start.checked_add(part.len())?);
    (span.end <= text.len()).then_some(span)
}

/// Collects the notes of positions.
#[derive(Debug)]
pub struct Notes<'n> {
    node: NodeId,
    text: &'n str,
    list: &'n mut Vec<Note>,
}

impl<'n> Notes<'n> {
    /// Notes of a node, added to `list`.
    #[must_use]
    pub fn new(node: Node<'n>, list: &'n mut Vec<Note>) -> Self {
        Self {
            node: node.id(),
            text: node.collection().text(),
            list,
        }
    }

    /// Adds a note on a value of the node.
    pub fn add(&mut self, raw: &str, kind: NoteKind) {
        self.list.push(Note {
            node: self.node,
            span: span_of(raw, self.text),
            kind,
        });
    }

    /// Adds a note that a rule of the game is broken.
    pub(crate) fn rule(&mut self, raw: &str, rule: &'static str) {
        self.add(raw, NoteKind::Rule(rule));
    }

    /// Adds a note on a value that cannot be read.
    pub(crate) fn value(&mut self, raw: &str, identifier: &'static str, error: ValueErrorKind) {
        self.add(raw, NoteKind::Value { identifier, error });
    }
}

/// The subject of a [`Note`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// A move breaks a rule of Go. It was executed; off the board it counts as a move without effect.
    Illegal {
        /// The rule.
        illegal: Illegal,
        /// Whether the node has `KO`, which requests to execute an illegal move.
        announced: bool,
    },
    /// The value is not a move. It counts as a pass.
    NotAMove(ValueErrorKind),
    /// A move has more than one value; the first was executed.
    SeveralValues,
    /// The node has more than one move; all were executed, in the order of the file.
    SeveralMoves,
    /// Points to set or to empty are not on the board; this is the first. They were skipped.
    SetupOffBoard(OffBoard),
    /// A value of setup is not a point. It was skipped.
    NotAPoint(ValueErrorKind),
    /// The value of `PL` is not a player. It was skipped.
    NotAPlayer(ValueErrorKind),
    /// The value of `MN` is not a move number. It was skipped.
    NotAMoveNumber(ValueErrorKind),
    /// The value of `SZ` is not a board size.
    NotASize {
        /// Why.
        error: ValueErrorKind,
        /// The board that is used instead.
        used: Size,
    },
    /// `HA` has handicap stones, but the root has no black stone.
    HandicapWithoutStones {
        /// The number of stones.
        stones: u16,
    },
    /// A value cannot be read; it was skipped.
    Value {
        /// The property.
        identifier: &'static str,
        /// Kind of the error in the value.
        error: ValueErrorKind,
    },
    /// A move was executed as far as possible, though it breaks this rule.
    Rule(&'static str),
    /// The board is larger than points can be named; it was cut.
    TooLarge {
        /// The longest side.
        longest: u16,
    },
    /// `SU` names an unknown start position; the board begins empty.
    UnknownStart,
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
                write!(f, "`SZ` is {}; {used} is used", error.message())
            }
            Self::HandicapWithoutStones { stones } => {
                write!(
                    f,
                    "a handicap of {stones} stones is given, but none is set up"
                )
            }
            Self::Value {
                identifier,
                error: ValueErrorKind::OffBoard,
            } => write!(f, "`{identifier}`: points outside of the board are ignored"),
            Self::Value { identifier, error } => {
                write!(f, "`{identifier}`: a value is ignored: {}", error.message())
            }
            Self::Rule(rule) => f.write_str(rule),
            Self::TooLarge { longest } => write!(
                f,
                "the board is cut to {longest} points a side; more cannot be named"
            ),
            Self::UnknownStart => f.write_str(
                "`SU` names an unknown start position; set the pieces up with `AB` and `AW`",
            ),
        }
    }
}

impl fmt::Display for Note {
    /// The kind, without the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}
