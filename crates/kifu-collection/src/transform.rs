//! Changes of whole games that keep the rest byte for byte.
//!
//! [`Turn`] turns and mirrors the board and exchanges the colours; every property that holds points
//! or has a colour follows, as the tables of the standard say for each game. The other changes make
//! games shorter, or strip them of properties. [`Transform`] is all of them in one.

mod board;
mod colors;
mod crop;
mod fit;
mod points;
mod strip;
mod turn;

use std::fmt;

use kifu_sgf::{GameTreeMut, NodeId};
use kifu_syntax::Span;

pub use colors::{Handicap, Komi};
pub use crop::{crop_comments, crop_variations, keep_main_line, strip_passes, truncate};
pub use fit::Refusal;
pub use strip::{Kind, Strip, ValuePattern};
pub use turn::Turn;

/// What stayed as it was although it should have followed a change, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The node, by its number before the change.
    pub node: NodeId,
    /// Where it stands in the text that was read.
    pub span: Option<Span>,
    /// What stayed, and why.
    pub message: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Changes of a game, in the order in which they are made.
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
    /// Whether variations are removed.
    pub main_line: bool,
    /// The moves that are left of each variation; `None` for all.
    pub crop_variations: Option<usize>,
    /// The moves that are left of each line of play; `None` for all.
    pub truncate: Option<usize>,
    /// Whether passes at the end of each line of play are removed.
    pub strip_passes: bool,
    /// The properties and values that are removed.
    pub strip: Strip,
    /// The characters that are left of each comment; `None` for all.
    pub crop_comments: Option<usize>,
    /// How board and colours are turned.
    pub turn: Turn,
}

impl Transform {
    /// Whether nothing is asked for.
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

    /// Changes a game. Returns what stayed as it was although it should have followed.
    ///
    /// # Errors
    /// The game cannot be turned so; then nothing was changed at all.
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
