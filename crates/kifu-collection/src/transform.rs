//! Changes of whole games that keep the rest byte for byte.
//!
//! [`Turn`] turns and mirrors the board and exchanges the colors; every property with points or a color is adjusted,
//! according to the tables of the standard for each game. The other changes shorten games or remove properties.
//! [`Transform`] combines all of them.

mod board;
mod colors;
mod crop;
mod fit;
mod points;
mod strays;
mod strip;
mod turn;

use std::fmt;

use kifu_sgf::{GameTreeMut, NodeId};
use kifu_syntax::Span;

pub use colors::{Handicap, Komi};
pub use crop::{crop_comments, crop_variations, keep_main_line, strip_passes, truncate};
pub use fit::Refusal;
pub use strip::{Kind, Strip, UnknownKind, ValuePattern, ValuePatternError};
pub use turn::Turn;

/// A value that should have followed a change but was left unchanged, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The node, by its number before the change.
    pub node: NodeId,
    /// Span in the source text.
    pub span: Option<Span>,
    /// A description of the unchanged value and the reason.
    pub message: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Changes of a game, in the order in which they are applied.
///
/// The default changes nothing.
///
/// ```
/// use kifu_collection::transform::Transform;
/// use kifu_sgf::Collection;
///
/// let mut collection = Collection::from("(;SZ[9];B[ca](;W[bb])(;W[cc]))");
/// let transform = Transform { main_line: true, truncate: Some(1), ..Transform::default() };
/// transform.apply(&mut collection.game_mut(0).unwrap())?;
/// assert_eq!(collection.to_compact(), "(;FF[4]CA[UTF-8]SZ[9];B[ca])\n");
/// # Ok::<(), kifu_collection::transform::Refusal>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Transform {
    /// Whether to remove variations.
    pub main_line: bool,
    /// Number of moves to keep of each variation; `None` for all.
    pub crop_variations: Option<usize>,
    /// Number of moves to keep of each line of play; `None` for all.
    pub truncate: Option<usize>,
    /// Whether to remove passes at the end of each line of play.
    pub strip_passes: bool,
    /// The properties and values to remove.
    pub strip: Strip,
    /// Number of characters to keep of each comment; `None` for all.
    pub crop_comments: Option<usize>,
    /// The transformation of board and colors.
    pub turn: Turn,
}

impl Transform {
    /// Whether no change is requested.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.main_line
            && self.crop_variations.is_none()
            && self.truncate.is_none()
            && !self.strip_passes
            && self.strip.is_empty()
            && self.crop_comments.is_none()
            && self.turn.is_empty()
    }

    /// Applies the changes to a game. Returns notes on values that should have followed a change but were left
    /// unchanged.
    ///
    /// # Errors
    /// The game cannot be turned this way; the game is unchanged.
    pub fn apply(&self, game: &mut GameTreeMut<'_>) -> Result<Vec<Note>, Refusal> {
        self.turn.check(game.tree())?;
        if self.main_line {
            keep_main_line(game);
        }
        if let Some(moves) = self.crop_variations {
            crop_variations(game, moves);
        }
        if let Some(moves) = self.truncate {
            truncate(game, moves);
        }
        if self.strip_passes {
            strip_passes(game);
        }
        if !self.strip.is_empty() {
            self.strip.apply(game);
        }
        if let Some(characters) = self.crop_comments {
            crop_comments(game, characters);
        }
        self.turn.apply(game)
    }
}
