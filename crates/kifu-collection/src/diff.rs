//! Differences between two records, by tree instead of by line.
//!
//! Nodes are matched along the tree by their effect on the board: a move in both records is one node, wherever it is in
//! the file, and however its properties are ordered. A node with the same move and another setup, or another second
//! move, is a changed node. The remaining differences are properties that were added, removed or changed, and variations
//! that were added, removed or reordered. A [`Diff`] contains everything needed to turn the old record into the new one
//! ([`Diff::apply`]), and has a [readable form](Diff::text).
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
mod likeness;
mod nodes;
mod orient;
mod outline;
mod text;
mod tree;

use games::Rest;
use kifu_go::Symmetry;
use kifu_sgf::Collection;

pub use apply::PatchError;
pub use nodes::{NodeValues, PropertyChange, PropertyValues, Subtree};
pub use outline::outline;
pub use tree::{Child, NodeChange, TreeDiff};

pub(crate) use games::versions;
pub(crate) use nodes::{has_same_properties, is_same};
pub(crate) use tree::Matching;

/// A game of the new collection.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum GameChange {
    /// An unchanged game of the old collection, by its number from 0.
    Same(usize),
    /// A changed game of the old collection.
    Changed {
        /// Its number in the old collection, from 0.
        old: usize,
        /// The differences.
        tree: TreeDiff,
    },
    /// A new game.
    Added(Subtree),
}

/// The differences between two collections.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Diff {
    /// Number of games in the old collection.
    pub old_games: usize,
    /// The games of the new collection, in their order. Games of the old collection that are missing here were removed.
    pub games: Vec<GameChange>,
}

impl Diff {
    /// Compares two collections.
    ///
    /// Games are matched by their content, then by the moves of their main lines, then by their players and dates, then
    /// by their first moves, and finally by their order.
    #[must_use]
    pub fn between(old: &Collection, new: &Collection) -> Self {
        games::compare(old, new, Rest::All)
    }

    /// Compares two collections, and does not match games that have nothing in common.
    pub(crate) fn of_versions(old: &Collection, new: &Collection) -> Self {
        games::compare(old, new, Rest::Related)
    }

    /// Whether there are no differences.
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

    /// Applies the differences to the old collection and returns the new one.
    ///
    /// Unchanged parts keep their bytes, as long as games and variations keep their order.
    ///
    /// # Errors
    /// The collection is not the one that was compared.
    pub fn apply(&self, old: &Collection) -> Result<Collection, PatchError> {
        apply::apply(self, old)
    }

    /// The differences as text: a heading for each node, followed by a line for each change. Empty if there are none.
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
