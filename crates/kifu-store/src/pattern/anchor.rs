use std::fmt;

use kifu_go::{Point, Size, Symmetry};

use super::PatternError;

/// The edges of the board to which a pattern is anchored. Without edges, the pattern matches anywhere; with two
/// adjacent edges, in a corner; with all four, it is the whole board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(clippy::struct_excessive_bools, reason = "a board has four edges")]
pub struct Anchor {
    /// Its left column is the left one of the board.
    pub left: bool,
    /// Its right column is the right one.
    pub right: bool,
    /// Its first row is the upper one.
    pub top: bool,
    /// Its last row is the lower one.
    pub bottom: bool,
}

impl Anchor {
    /// Anywhere.
    pub const ANYWHERE: Self = Self {
        left: false,
        right: false,
        top: false,
        bottom: false,
    };
    /// The whole board.
    pub const FULL: Self = Self {
        left: true,
        right: true,
        top: true,
        bottom: true,
    };

    /// The anchor with a name: a corner (`NE`), a side (`N`), `center` or `anywhere`, `full`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "full" | "board" => return Some(Self::FULL),
            "center" | "centre" | "anywhere" | "any" => return Some(Self::ANYWHERE),
            "" => return None,
            _ => {}
        }
        let mut anchor = Self::default();
        for letter in name.chars() {
            let place = match letter.to_ascii_uppercase() {
                'N' => &mut anchor.top,
                'S' => &mut anchor.bottom,
                'W' => &mut anchor.left,
                'E' => &mut anchor.right,
                _ => return None,
            };
            if std::mem::replace(place, true) {
                return None;
            }
        }
        Some(anchor)
    }

    /// This anchor for a drawing with these edges.
    ///
    /// # Errors
    /// [`PatternError::Edges`]: the drawing has an edge that the anchor has not.
    pub fn of_drawing(self, drawn: Self) -> Result<Self, PatternError> {
        let edges = |anchor: Self| [anchor.left, anchor.right, anchor.top, anchor.bottom];
        let mut both = edges(self).into_iter().zip(edges(drawn));
        if both.any(|(own, drawn)| drawn && !own) {
            return Err(PatternError::Edges {
                anchor: self,
                drawn,
            });
        }
        Ok(self)
    }

    pub(super) fn turned(self, symmetry: Symmetry) -> Self {
        // The middle of each edge of a board of 3×3 shows the position of the edge after the transform.
        let size = Size::of::<3, 3>();
        let edges = [
            (self.left, Point::new(0, 1)),
            (self.right, Point::new(2, 1)),
            (self.top, Point::new(1, 0)),
            (self.bottom, Point::new(1, 2)),
        ];
        let mut turned = Self::default();
        for (is_at, edge) in edges {
            let place = match symmetry.apply(edge, size) {
                Point { x: 0, .. } => &mut turned.left,
                Point { x: 2, .. } => &mut turned.right,
                Point { y: 0, .. } => &mut turned.top,
                _ => &mut turned.bottom,
            };
            *place = is_at;
        }
        turned
    }
}

/// The name that [`Anchor::from_name`] reads: `NE`, `N`, `anywhere`, `full`.
impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FULL => return f.pad("full"),
            Self::ANYWHERE => return f.pad("anywhere"),
            _ => {}
        }
        let sides = [
            (self.top, 'N'),
            (self.bottom, 'S'),
            (self.left, 'W'),
            (self.right, 'E'),
        ];
        let sides = sides.into_iter().filter(|(is_there, _)| *is_there);
        f.pad(&sides.map(|(_, letter)| letter).collect::<String>())
    }
}
