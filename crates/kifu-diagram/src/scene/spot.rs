//! Contents of a point.

pub use kifu_board::{Color, Role};

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Piece {
    /// A round stone, disc or checker.
    Stone(Color),
    /// A queen (an amazon).
    Queen(Color),
    /// A peg in a hole.
    Peg(Color),
    /// A piece of chess.
    Chess(Color, Role),
    /// A whole cell taken by a side.
    Cell(Color),
    /// A cell blocked for both sides: an arrow of Amazons.
    Burnt,
}

impl Piece {
    /// The owner, if it has one.
    pub fn side(self) -> Option<Color> {
        match self {
            Self::Stone(side)
            | Self::Queen(side)
            | Self::Peg(side)
            | Self::Chess(side, _)
            | Self::Cell(side) => Some(side),
            Self::Burnt => None,
        }
    }
}

/// A mark on a point, with or without a piece. The standard allows one a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `CR`
    Circle,
    /// `MA`
    Cross,
    /// `SQ`
    Square,
    /// `SL`
    Selected,
    /// `TR`
    Triangle,
}

/// A sign for the start of a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The letter or number of the variation; empty draws a ring alone.
    pub text: String,
    /// Player of the move there, if known.
    pub side: Option<Color>,
}

/// Contents of one point. The default is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The piece.
    pub piece: Option<Piece>,
    /// The move number shown on the piece (or on the empty point).
    pub number: Option<u32>,
    /// The mark.
    pub mark: Option<Mark>,
    /// The label (`LB`). It replaces the move number.
    pub label: Option<String>,
    /// Owner of the territory (`TB`, `TW`); on a piece it means that the piece is dead.
    pub territory: Option<Color>,
    /// Start of a variation. Shown only without a mark, label or number.
    pub hint: Option<Hint>,
    /// Position of the last move. Shown only without a mark, label or number.
    pub last: bool,
    /// Gray this point out (`DD`).
    pub dim: bool,
}

impl Spot {
    /// Whether the point is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The words on the point: the label, or else the move number.
    pub fn words(&self) -> Option<String> {
        match &self.label {
            Some(label) if !label.is_empty() => Some(label.clone()),
            _ => self.number.map(|number| number.to_string()),
        }
    }

    /// The hint, unless a mark, label or number replaces it.
    pub(crate) fn free_hint(&self) -> Option<&Hint> {
        (self.mark.is_none() && self.words().is_none())
            .then_some(self.hint.as_ref())
            .flatten()
    }

    /// Whether the last-move mark is shown.
    pub(crate) fn free_last(&self) -> bool {
        self.last && self.mark.is_none() && self.words().is_none()
    }
}
