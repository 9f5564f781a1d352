//! Moves in files from the server Little Golem.
//!
//! The files have no `GM`, and the identifiers of moves are `b` and `r` in lower case, so a reader that drops
//! lower-case letters of identifiers loses every move. Values are points as in Go, in all games, or the words `swap`
//! and `resign`; `|draw` after a move offers a draw.

use std::fmt;

use crate::value::{self, Lenient, Point, Repair, Size, ValueError, ValueErrorKind};

/// A move of a Little Golem file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Action of the move.
    pub action: Action,
    /// Whether a draw is offered with it.
    pub offers_draw: bool,
}

/// Action of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// A stone or peg on a point.
    Place(Point),
    /// `swap`: the players change sides.
    Swap,
    /// `resign`.
    Resign,
}

/// Whether `identifier` is one of the two that the server uses for moves.
#[must_use]
pub fn is_move_identifier(identifier: &str) -> bool {
    matches!(identifier, "b" | "r")
}

impl Move {
    /// Reads a move on a board of `size`.
    ///
    /// # Errors
    /// [`NotAMove`](ValueErrorKind::NotAMove) for anything except a word or a point,
    /// [`OffBoard`](ValueErrorKind::OffBoard) outside of the board.
    pub fn parse(raw: &str, size: Size) -> Result<Self, ValueError> {
        let (head, offers_draw) = match raw.strip_suffix("|draw") {
            Some(head) => (head, true),
            None => (raw, false),
        };
        let action = match head {
            "swap" => Action::Swap,
            "resign" => Action::Resign,
            _ => match value::point::parse_on(head, size) {
                Ok(point) => Action::Place(point),
                Err(error) if error.kind == ValueErrorKind::OffBoard => return Err(error),
                Err(_) => return Err(ValueError::whole(ValueErrorKind::NotAMove, raw)),
            },
        };
        Ok(Self {
            action,
            offers_draw,
        })
    }

    /// Reads a move in upper case or with white space around.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse).
    pub fn parse_lenient(raw: &str, size: Size) -> Result<Lenient<Self>, ValueError> {
        let strict = match Self::parse(raw, size) {
            Ok(value) => return Ok(Lenient::strict(value)),
            Err(error) => error,
        };
        let trimmed = raw.trim();
        if let Ok(value) = Self::parse(trimmed, size) {
            return Ok(Lenient::repaired(value, Repair::WhiteSpace));
        }
        Self::parse(&trimmed.to_ascii_lowercase(), size)
            .map(|value| Lenient::repaired(value, Repair::LetterCase))
            .map_err(|_| strict)
    }
}

/// The raw value.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            Action::Place(point) => point.fmt(f),
            Action::Swap => f.write_str("swap"),
            Action::Resign => f.write_str("resign"),
        }?;
        f.write_str(if self.offers_draw { "|draw" } else { "" })
    }
}
