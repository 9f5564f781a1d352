//! Positions and rules of the games of SGF, and one executor of nodes for all of them.
//!
//! # Promises
//! - Moves are executed whether they are legal or not; each broken rule and each unreadable value becomes a [`Note`]
//!   with its span.
//! - No unsafe code, no panic, no recursion over the depth of a tree. Undoing a node costs as much as its changes.
//!
//! # Layers
//! | type | does |
//! |---|---|
//! | [`Executor`] | reads the effects of the properties of a node, from a tree or event by event, in a fixed order |
//! | [`Target`] | receives the effects: a position, or the state of a reader of events |
//! | [`Position`] | board and rules of a game, with undo |
//! | [`Replay`] | a position at a node of a tree, which can move to every other node |
//!
//! Games: Go, Othello, chess, Gomoku and Renju, Backgammon, Lines of Action, Hex, Amazons, Octi, Gess,
//! `TwixT`.
#![forbid(unsafe_code)]

mod amazons;
pub mod backgammon;
pub mod chess;
mod execute;
mod gess;
pub mod go;
mod gomoku;
mod grid;
mod hex;
mod lines_of_action;
mod notation;
mod note;
pub mod octi;
pub mod othello;
mod position;
mod replay;
mod twixt;

use core::fmt;

use kifu_sgf::GameTree;
use kifu_sgf::schema::Game;

pub use self::execute::{Effect, Executor, Play, Target};
use self::grid::OnGrid;
pub use self::notation::Notation;
pub use self::note::{Note, NoteKind, Notes};
pub use self::position::{Mark, Piece, Played, Position, play_of};
pub use self::replay::Replay;

/// A game whose rules are unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame {
    /// Its name, or its number if it has no name.
    pub game: String,
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rules of {} are unknown", self.game)
    }
}

impl core::error::Error for UnknownGame {}

impl<'a> Replay<'a> {
    /// At the root of a tree, by the rules of its game.
    ///
    /// # Errors
    /// The rules of the game are unknown.
    pub fn of(tree: GameTree<'a>) -> Result<Self, UnknownGame> {
        let mut notes = Vec::new();
        let position = position_of(tree, &mut notes).ok_or_else(|| UnknownGame {
            game: match tree.kind() {
                Some(game) => game.name().into(),
                None => format!("game {}", tree.root().value("GM").unwrap_or("?")),
            },
        })?;
        Ok(Self::begin(tree, position, notes))
    }
}

/// The start of a tree's game; `None` if its rules are unknown.
fn position_of(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Option<Box<dyn Position>> {
    if twixt::is_little_golem(tree) {
        return Some(Box::new(twixt::TwixT::new(tree, notes)));
    }
    Some(match tree.kind()? {
        Game::Go => Box::new(go::Position::of(tree, notes)),
        Game::Othello => Box::new(OnGrid::<othello::Othello>::new(tree, notes)),
        Game::Chess => Box::new(chess::Position::new(tree, notes)),
        Game::Gomoku => Box::new(OnGrid::<gomoku::Gomoku>::new(tree, notes)),
        Game::Backgammon => Box::new(backgammon::Position::new(tree)),
        Game::LinesOfAction => Box::new(OnGrid::<lines_of_action::LinesOfAction>::new(tree, notes)),
        Game::Hex => Box::new(OnGrid::<hex::Hex>::new(tree, notes)),
        Game::Amazons => Box::new(OnGrid::<amazons::Amazons>::new(tree, notes)),
        Game::Octi => Box::new(octi::Position::new(tree, notes)),
        Game::Gess => Box::new(OnGrid::<gess::Gess>::new(tree, notes)),
        Game::TwixT => Box::new(twixt::TwixT::new(tree, notes)),
        _ => return None,
    })
}
