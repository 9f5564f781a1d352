//! What a game must know to be drawn: how its nodes are executed.

use core::fmt::Debug;

use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Size, number};
use kifu_sgf::{GameTree, Node};

use super::note::{Note, NoteKind, note};
use super::reader::Reader;
use super::{amazons, backgammon, gess, go, gomoku, hex, lines_of_action, othello, twixt};
use crate::scene::{Point, Scene, Side};

/// What a node played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) side: Side,
    /// The number of the move.
    pub(super) number: u32,
    /// Where; `None` for a pass.
    pub(super) place: Option<Point>,
    /// Whether all pieces changed colours and were mirrored on the long diagonal.
    pub(super) swaps: bool,
}

/// A game that can be executed and drawn.
pub(super) trait Rules<'a>: Debug {
    /// The empty board.
    fn board(&self) -> Scene;

    /// How points are written.
    fn reader(&self) -> Reader;

    /// The move of a node.
    fn play_of<'n>(&self, node: Node<'n>) -> Option<(Side, &'n str)> {
        play(node)
    }

    /// Executes a child of the node at hand, or at first the root.
    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played>;

    /// Takes back the node entered last; false if what it changed is forgotten, as it is
    /// where nodes change millions of points. Then the game must begin anew.
    fn leave(&mut self) -> bool;

    /// Puts what is on the board into a scene.
    fn pieces(&self, scene: &mut Scene);

    /// Whose turn it is.
    fn to_play(&self) -> Side;

    /// Prisoners of Black and of White, in games that have some.
    fn prisoners(&self) -> Option<[u32; 2]> {
        None
    }

    /// Whether a move puts one piece on a point, so that its number can stand there.
    fn has_numbers(&self) -> bool {
        true
    }

    /// Where a move is made.
    fn place_of(&self, raw: &str) -> Option<Point> {
        self.reader().point(raw).ok()
    }
}

/// The rules of a tree's game; `None` if it is none that can be drawn.
pub(super) fn of<'a>(tree: GameTree<'a>, notes: &mut Vec<Note>) -> Option<Box<dyn Rules<'a> + 'a>> {
    if twixt::is_little_golem(tree) {
        return Some(Box::new(twixt::TwixT::new(tree, notes)));
    }
    Some(match tree.kind()? {
        Game::Go => Box::new(go::Go::new(tree)),
        Game::Othello => Box::new(othello::Othello::new(tree, notes)),
        Game::Gomoku => Box::new(gomoku::Gomoku::new(tree, notes)),
        Game::Backgammon => Box::new(backgammon::Game::new(tree)),
        Game::LinesOfAction => Box::new(lines_of_action::LinesOfAction::new(tree, notes)),
        Game::Hex => Box::new(hex::Hex::new(tree, notes)),
        Game::Amazons => Box::new(amazons::Amazons::new(tree, notes)),
        Game::Gess => Box::new(gess::Gess::new(tree, notes)),
        Game::TwixT => Box::new(twixt::TwixT::new(tree, notes)),
        _ => return None,
    })
}

/// The size of the board of `game`, by `SZ` or what is usual.
pub(super) fn size(tree: GameTree<'_>, game: Game, notes: &mut Vec<Note>) -> Size {
    let usual = Size::default_of(game).unwrap_or(Size::GO);
    let root = tree.root();
    let Some(raw) = root.value("SZ") else {
        return usual;
    };
    let read = match Size::parse_lenient(raw) {
        Ok(read) => read.value,
        Err(error) => {
            let kind = NoteKind::Value {
                identifier: "SZ".into(),
                error: error.kind,
            };
            notes.push(note(root, raw, kind));
            return usual;
        }
    };
    let longest = game.max_size().unwrap_or(crate::scene::MAX_SHOWN);
    if read.columns > longest || read.rows > longest {
        notes.push(note(root, raw, NoteKind::TooLarge { longest }));
    }
    Size::new(read.columns.min(longest), read.rows.min(longest))
}

/// Whether a root sets anything up.
pub(super) fn has_setup(tree: GameTree<'_>) -> bool {
    let root = tree.root();
    ["AB", "AW", "AE", "AA"].iter().any(|id| root.has(id))
}

/// Whose turn it is and what number the last move had.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) to_play: Side,
    number: u32,
    /// The same before each node of the way from the root.
    before: Vec<(Side, u32)>,
}

impl Turn {
    /// Before the first move: that of who moves first in the main line.
    pub(super) fn first(tree: GameTree<'_>, usual: Side) -> Self {
        let first = tree.main_line().find_map(|node| node.play());
        Self {
            to_play: match first {
                Some(("W", _)) => Side::White,
                Some(_) => Side::Black,
                None => usual,
            },
            number: 0,
            before: Vec::new(),
        }
    }

    /// Enters a node: reads `MN`, before its move.
    pub(super) fn begin(&mut self, node: Node<'_>) {
        self.before.push((self.to_play, self.number));
        let number = node
            .value("MN")
            .and_then(|raw| number::parse_lenient(raw).ok())
            .and_then(|read| u32::try_from(read.value).ok());
        if let Some(number) = number {
            self.number = number.saturating_sub(node.play().is_some().into());
        }
    }

    /// Takes back the node entered last.
    pub(super) fn leave(&mut self) {
        if let Some(before) = self.before.pop() {
            (self.to_play, self.number) = before;
        }
    }

    /// Counts a move.
    pub(super) fn play(&mut self, side: Side, place: Option<Point>) -> Played {
        self.number = self.number.saturating_add(1);
        self.to_play = side.other();
        Played {
            side,
            number: self.number,
            place,
            swaps: false,
        }
    }

    /// Reads `PL`, after the move of the node.
    pub(super) fn end(&mut self, node: Node<'_>) {
        let color = node
            .value("PL")
            .and_then(|raw| value::Color::parse_lenient(raw).ok());
        if let Some(read) = color {
            self.to_play = side(read.value);
        }
    }
}

pub(super) fn side(color: value::Color) -> Side {
    match color {
        value::Color::Black => Side::Black,
        value::Color::White => Side::White,
    }
}

/// The move of a node.
pub(super) fn play(node: Node<'_>) -> Option<(Side, &str)> {
    node.play().map(|(identifier, raw)| {
        let side = if identifier == "B" {
            Side::Black
        } else {
            Side::White
        };
        (side, raw)
    })
}

/// A note on a move that cannot be read.
pub(super) fn bad_move(node: Node<'_>, raw: &str, error: value::ValueError) -> Note {
    let identifier = node.play().map_or("B", |(identifier, _)| identifier).into();
    let error = error.kind;
    note(node, raw, NoteKind::Value { identifier, error })
}
