use std::fmt;

use kifu_sgf::{Collection, GameTree, Node};

use crate::copy::copy_node;

/// Maximum total number of nodes of the lines of a game: nested variations could otherwise fill any disk.
const MOST: usize = 5_000_000;

/// The lines of play of a game have too many nodes in total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TooManyNodes {
    /// Number of lines.
    pub lines: usize,
    /// Total number of nodes, as far as counted.
    pub nodes: usize,
}

impl fmt::Display for TooManyNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "its lines of play have more than {MOST} nodes together; shorten or remove variations first"
        )
    }
}

impl std::error::Error for TooManyNodes {}

/// Each line of play as a game of its own, the main line first: the nodes from the root to a leaf,
/// in UTF-8.
///
/// # Errors
/// The lines have more than five million nodes in total.
pub fn lines_of_play(
    game: GameTree<'_>,
) -> Result<impl Iterator<Item = Collection> + use<'_>, TooManyNodes> {
    let (mut lines, mut nodes) = (0, 0);
    for (node, depth) in crate::walk::down(game.root(), 0_usize, |above, _| above + 1) {
        if node.is_leaf() {
            lines += 1;
            nodes += depth;
            if nodes > MOST {
                return Err(TooManyNodes { lines, nodes });
            }
        }
    }
    Ok(game.leaves().map(line_to))
}

/// The line of play of this number, counted from 1 in the order of [`lines_of_play`], as a game of its own in UTF-8;
/// `None` if the game has fewer.
///
/// ```
/// use kifu_collection::split::line_of_play;
/// use kifu_sgf::Collection;
///
/// let collection = Collection::from("(;PB[A];B[aa](;W[bb])(;W[cc];B[dd]))");
/// let game = collection.game(0).unwrap();
/// assert_eq!(line_of_play(game, 2).unwrap().to_bytes()?, b"(;PB[A];B[aa];W[cc];B[dd])\n");
/// assert!(line_of_play(game, 3).is_none());
/// # Ok::<(), kifu_sgf::WriteError>(())
/// ```
#[must_use]
pub fn line_of_play(game: GameTree<'_>, number: usize) -> Option<Collection> {
    let before = number.checked_sub(1)?;
    game.leaves().nth(before).map(line_to)
}

/// The nodes from the root to a leaf as a game.
fn line_to(leaf: Node<'_>) -> Collection {
    let mut single = Collection::new();
    let mut copy = single.add_game();
    let mut at = copy.root();
    for (place, node) in leaf.path().into_iter().enumerate() {
        if place > 0 {
            // The parent was just created.
            at = copy.append_child(at).unwrap_or(at);
        }
        copy_node(&mut copy, at, node);
    }
    crate::copy::declare_utf8(&mut copy);
    single
}
