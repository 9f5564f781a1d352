//! From the nodes of a game record to scenes.
//!
//! A [`Walk`] stands at a node and knows the position there; [`Walk::scene`]
//! draws it with its markup, move numbers and words, as [`Options`] ask. Drawn
//! are Go, Othello, Gomoku and Renju, Backgammon, Lines of Action, Hex, Amazons,
//! Gess and `TwixT`; moves are executed whether they are legal or not.
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

mod amazons;
mod backgammon;
mod gess;
mod go;
mod gomoku;
mod grid;
mod hex;
mod lines_of_action;
mod markup;
mod note;
mod numbers;
mod on_grid;
mod options;
mod othello;
mod place;
mod reader;
mod rules;
mod twixt;
mod walk;
mod words;

use core::fmt;

use kifu_sgf::Node;

pub use self::note::{Note, NoteKind};
pub use self::options::{Captured, Crop, Hints, Numbers, Options, ToPlay};
pub use self::place::{at_move, at_number, at_path};
pub use self::walk::Walk;
pub use self::words::game_info;
use crate::scene::Scene;

/// A scene, and what it could not show.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The scene.
    pub scene: Scene,
    /// What could not be read or done on the way to the node, in its order, and
    /// in the markup of the node.
    pub notes: Vec<Note>,
}

/// A game that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoBoard {
    /// Its name, or its number where it has no name.
    pub game: String,
}

impl fmt::Display for NoBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "positions of {} cannot be drawn", self.game)
    }
}

impl core::error::Error for NoBoard {}

/// The scene of a node.
///
/// # Errors
///
/// The game is none that can be drawn.
pub fn scene(node: Node<'_>, options: &Options) -> Result<Drawn, NoBoard> {
    let mut walk = Walk::new(node.game())?;
    walk.go_to(node);
    Ok(walk.scene(options))
}
