//! Many records in one tree, and two changed records of one.
//!
//! [`merge`] combines records: equal moves become one node, and every variation, comment and mark is kept.
//! [`three_way`] merges the changes that two people made to one record, as version control does.

mod bag;
mod exclusive;
mod header;
mod three_way;
mod trie;

use std::fmt;

use kifu_sgf::value;
use kifu_sgf::{Collection, GameTree};

pub use three_way::{Conflict, ThreeWay, three_way};

/// A game to merge, with a name for readers.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The game.
    pub game: GameTree<'a>,
    /// Its name, usually that of the file. It prefixes values that had to be moved to a comment.
    pub name: &'a str,
}

/// Placement of game info.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Header {
    /// The records are of one game: their info is combined in the root.
    #[default]
    Together,
    /// The records are of different games: the info of each is at the node where its moves become distinct from all
    /// others. No path has two such nodes, as the standard requires.
    Apart,
}

/// A tree of many records.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Merged {
    /// The one game.
    pub collection: Collection,
    /// Values that conflict with those of another record, and text in `CA`, which were moved to a comment.
    pub aside: Vec<String>,
}

/// Why records cannot be one tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// There is no record.
    Nothing,
    /// One of them is of another game, or on a board of another size.
    Different {
        /// The first record.
        first: String,
        /// The one that differs.
        other: String,
    },
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("there is no game to merge"),
            Self::Different { first, other } => write!(
                f,
                "{other} is of another game than {first}, or on a board of another size: they cannot be one tree"
            ),
        }
    }
}

impl std::error::Error for MergeError {}

/// The number of the game and the size of the board, which must be equal for records to be merged. Unreadable values
/// are returned as written.
#[must_use]
pub fn kind(game: GameTree<'_>) -> (String, String) {
    let root = game.root();
    let number = game.kind().map_or_else(
        || root.value("GM").unwrap_or_default().trim().to_owned(),
        |kind| kind.number().to_string(),
    );
    let size = match root.value("SZ") {
        Some(raw) => match value::size::parse_lenient(raw) {
            Ok(read) => read.value.sgf().to_string(),
            Err(_) => raw.trim().to_owned(),
        },
        None => game
            .kind()
            .and_then(value::size::default_of)
            .map(|size| size.sgf().to_string())
            .unwrap_or_default(),
    };
    (number, size)
}

/// Merges records into one tree, in UTF-8.
///
/// Nodes with the same effect on the board become one; the properties of nodes without a move or a setup are added to
/// the node before. Comments of several records are concatenated, lists are united. Of a property that can occur only
/// once (a name, a komi, a clock), the first record's value is kept; the values of others are moved to a comment with
/// the name of their record: game info to `GC`, everything else to the `C` of the node. So are values that contradict
/// each other, such as `GB` and `GW`, two markups or two labels on one point, and text in the `CA` of a root. Variations
/// follow the order of the records; the set of lines does not depend on this order.
///
/// It takes linear time.
///
/// ```
/// use kifu_collection::merge::{Header, Input, merge};
/// use kifu_sgf::Collection;
///
/// let mine = Collection::from("(;PB[Lee];B[aa]C[Bold.];W[bb])");
/// let yours = Collection::from("(;PB[Yi];B[aa]C[Slack.](;W[bb])(;W[cc]))");
/// let inputs = [("mine", &mine), ("yours", &yours)]
///     .map(|(name, file)| Input { game: file.game(0).unwrap(), name });
/// let merged = merge(&inputs, Header::Together)?;
/// assert_eq!(
///     merged.collection.to_compact(),
///     "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Lee]GC[yours: PB[Yi\\]];B[aa]C[Bold.\n\nSlack.](;W[bb])(;W[cc]))\n"
/// );
/// assert_eq!(merged.aside, ["yours: PB[Yi]"]);
/// # Ok::<(), kifu_collection::merge::MergeError>(())
/// ```
///
/// # Errors
/// There is no record, or they are of different games or sizes.
pub fn merge(inputs: &[Input<'_>], header: Header) -> Result<Merged, MergeError> {
    let first = inputs.first().ok_or(MergeError::Nothing)?;
    let wanted = kind(first.game);
    if let Some(other) = inputs.iter().find(|input| kind(input.game) != wanted) {
        return Err(MergeError::Different {
            first: first.name.to_owned(),
            other: other.name.to_owned(),
        });
    }
    Ok(trie::merge(inputs, header, &wanted))
}
