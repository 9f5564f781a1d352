//! From the nodes of a game record to scenes.
//!
//! A [`Walk`] has a current node and its position; [`Walk::scene`] draws it with its markup, move numbers and text, as
//! selected in [`Options`]. Supported games are Go, Othello, chess, Gomoku and Renju, Backgammon, Lines of Action, Hex,
//! Amazons, Octi, Gess and `TwixT`. Moves are executed whether they are legal or not.
//!
//! ```
//! use kifu_diagram::{binding::{self, Options}, text};
//! use kifu_sgf::Collection;
//!
//! let record = Collection::from("(;SZ[5]AB[bb:cc];W[db]TR[db])");
//! let node = record.game(0).unwrap().main_line().last().unwrap();
//! let drawn = binding::scene(node, &Options::default()).unwrap();
//! assert!(drawn.notes.is_empty());
//! let text = text::draw(&drawn.scene, &text::Options::default());
//! assert_eq!(text.lines().nth(2), Some("4 ├─●─●─○△┤ 4"));
//! ```

mod empty;
mod markup;
mod names;
mod numbers;
mod options;
mod place;
mod walk;
mod words;

pub use kifu_games::{Note, NoteKind, UnknownGame};
use kifu_sgf::Node;

pub use self::empty::board as empty_board;
pub(crate) use self::markup::{MARKS, mentions, names};
pub use self::options::{Captured, Crop, Hints, Numbers, Options, ToPlay};
pub(crate) use self::place::Count;
pub use self::place::{at_move, at_number, at_path};
pub use self::walk::Walk;
pub use self::words::{game_info, rank};
pub(crate) use self::words::{game_info_in, is_info};
use crate::scene::Scene;

/// A scene, and notes on parts it could not show.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The scene.
    pub scene: Scene,
    /// The number of the last move, if there is one.
    pub last_move: Option<u32>,
    /// Notes on unreadable or illegal values on the path to the node, in order, and in the markup of the node.
    pub notes: Vec<Note>,
}

/// Draws the scene of a node.
///
/// # Errors
///
/// The rules of the game are unknown.
pub fn scene(node: Node<'_>, options: &Options) -> Result<Drawn, UnknownGame> {
    let mut walk = Walk::new(node.game())?;
    walk.go_to(node);
    Ok(walk.scene(options))
}

/// Whether a node shows a position of its own: the root, and each node with a move or setup.
pub fn has_position(node: Node<'_>) -> bool {
    node.is_root() || node.play().is_some() || is_setup(node)
}

/// Whether a node changes the position without a move.
pub(crate) fn is_setup(node: Node<'_>) -> bool {
    let setup = ["AB", "AW", "AE", "AA", "RP"];
    node.play().is_none() && setup.iter().any(|identifier| node.has(identifier))
}

/// The scenes from the root to a node: of the root, and of each node with a move or setup. A note on the way is in the
/// first scene that it belongs to.
///
/// ```
/// use kifu_diagram::binding::{self, Options};
/// use kifu_sgf::Collection;
///
/// let record = Collection::from("(;SZ[5];B[bb];C[A word.];W[cc])");
/// let last = record.game(0).unwrap().main_line().last().unwrap();
/// assert_eq!(binding::line(last, &Options::default()).unwrap().len(), 3);
/// ```
///
/// # Errors
///
/// The game is none that can be drawn.
pub fn line(node: Node<'_>, options: &Options) -> Result<Vec<Drawn>, UnknownGame> {
    let mut walk = Walk::new(node.game())?;
    let drawn = node.path().into_iter().filter_map(|node| {
        walk.go_to(node);
        has_position(node).then(|| walk.next_scene(options))
    });
    Ok(drawn.collect())
}
