//! What differs between two records, told by tree and not by line.
//!
//! Nodes are matched along the tree by what they do on the board: a move that both have is one node,
//! wherever it stands in the file, and however its properties are ordered. What differs then is
//! properties that were added, removed or changed, and variations that were added, removed or put in
//! another order. A [`Diff`] holds all that is needed to make the new record of the old one
//! ([`Diff::apply`]), and [prints](Diff::text) for people.
//!
//! ```
//! use kifu_collection::diff::Diff;
//! use kifu_sgf::{Collection, Compare};
//!
//! let old = Collection::from("(;KM[6.5];B[aa](;W[bb])(;W[cc]))");
//! let new = Collection::from("(;KM[7.5] ;B[aa]C[good](;W[bb]))");
//! let diff = Diff::between(&old, &new);
//! assert_eq!(
//!     diff.text(&old),
//!     "root
//!   ~ KM[6.5] → KM[7.5]
//! move 1, B[aa]
//!   + C[good]
//!   - variation of 1 node: W[cc]
//! "
//! );
//! assert!(diff.apply(&old)?.is_same(&new, Compare::Unordered));
//! # Ok::<(), kifu_collection::diff::PatchError>(())
//! ```

mod apply;
mod games;
mod nodes;
mod orient;
mod outline;
mod text;
mod tree;

use kifu_go::Symmetry;
use kifu_sgf::Collection;

pub use apply::PatchError;
pub use nodes::{NodeValues, PropertyChange, PropertyValues, Subtree};
pub use outline::outline;
pub use tree::{Child, NodeChange, TreeDiff};

pub(crate) use nodes::{has_same_properties, is_same};
pub(crate) use tree::Matching;

/// A game of the new collection.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum GameChange {
    /// It is a game of the old one, by its number from 0.
    Same(usize),
    /// It was made of a game of the old one.
    Changed {
        /// Its number in the old one, from 0.
        old: usize,
        /// What differs.
        tree: TreeDiff,
    },
    /// It is new.
    Added(Subtree),
}

/// What differs between two collections.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Diff {
    /// How many games the old one has.
    pub old_games: usize,
    /// The games of the new one, in their order. What is not among them was removed.
    pub games: Vec<GameChange>,
}

impl Diff {
    /// What differs between two collections.
    ///
    /// Games are matched by their content, then by the moves of their main lines, by their players
    /// and dates, and at last by their order.
    #[must_use]
    pub fn between(old: &Collection, new: &Collection) -> Self {
        games::compare(old, new)
    }

    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.len() == self.old_games
            && self
                .games
                .iter()
                .enumerate()
                .all(|(place, game)| *game == GameChange::Same(place))
    }

    /// The games of the old collection that the new one lacks, by their numbers from 0.
    #[must_use]
    pub fn removed(&self) -> Vec<usize> {
        let mut is_there = vec![false; self.old_games];
        for game in &self.games {
            if let GameChange::Same(old) | GameChange::Changed { old, .. } = game
                && let Some(there) = is_there.get_mut(*old)
            {
                *there = true;
            }
        }
        (0..self.old_games).filter(|old| !is_there[*old]).collect()
    }

    /// The new collection, made of the old one.
    ///
    /// What is not changed keeps its bytes, as long as games and variations keep their order.
    ///
    /// # Errors
    /// The collection is not the one that was compared.
    pub fn apply(&self, old: &Collection) -> Result<Collection, PatchError> {
        apply::apply(self, old)
    }

    /// What differs, in words: a heading for each node, and below it a line for each change. Empty if
    /// nothing does.
    #[must_use]
    pub fn text(&self, old: &Collection) -> String {
        text::text(self, old)
    }
}

/// Turns and mirrors the games of `new` so that each lies as its partner in `old`, if their moves and stones agree better
/// then. Returns the numbers of the games that were turned, and how.
///
/// A game of a collection is found by its first ten moves in any orientation, or is compared with the game of the same
/// number. Games that may not be turned, such as Hex, stay as they are.
///
/// ```
/// use kifu_collection::diff::{Diff, orient};
/// use kifu_go::Symmetry;
/// use kifu_sgf::Collection;
///
/// let old = Collection::from("(;SZ[9];B[ca];W[gh])");
/// let mut new = Collection::from("(;SZ[9];B[ic];W[bg]C[why])");
/// assert_eq!(orient(&old, &mut new), [(0, Symmetry::Rotate270)]);
/// assert_eq!(Diff::between(&old, &new).text(&old), "move 2, W[gh]\n  + C[why]\n");
/// ```
pub fn orient(old: &Collection, new: &mut Collection) -> Vec<(usize, Symmetry)> {
    orient::orient(old, new)
}
