use core::fmt::Debug;

use kifu_board::{Color, Point, Size};
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, ValueError};
use kifu_sgf::{GameTree, Node};

use crate::backgammon::Board;
use crate::{Effect, Notation, Note, NoteKind, Notes, Play, octi};
use kifu_board::Role;

/// Maximum side of a board of a game for which the standard has no limit: the limit of `TwixT`.
const LONGEST: u16 = 702;

/// A piece on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Piece {
    /// A stone, disc or checker.
    Stone(Color),
    /// A queen (an amazon).
    Queen(Color),
    /// A peg in a hole.
    Peg(Color),
    /// A pod of Octi; [`Position::octi`] has its prongs.
    Pod(Color),
    /// A piece of chess.
    Chess(Color, Role),
    /// A point blocked for both sides: an arrow of Amazons.
    Blocked,
}

impl Piece {
    /// The owner, if it has one.
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Stone(color)
            | Self::Queen(color)
            | Self::Peg(color)
            | Self::Pod(color)
            | Self::Chess(color, _) => Some(color),
            Self::Blocked => None,
        }
    }
}

/// A move that a node made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Player of the move.
    pub color: Color,
    /// The number of the move.
    pub number: u32,
    /// The point of the move; `None` for a pass.
    pub place: Option<Point>,
    /// Whether all pieces changed color and were mirrored on the long diagonal.
    pub swaps: bool,
}

/// A point in the history of a [`Position`], for undo.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub(crate) steps: [usize; 2],
    pub(crate) to_play: Color,
    pub(crate) number: u32,
}

/// The position of a game: executes nodes, undoes them, and returns the pieces on the board.
///
/// Moves are executed whether they are legal or not; broken rules are noted.
pub trait Position: Debug + Send + Sync {
    /// Restarts with the game of a tree.
    fn restart(&mut self, tree: GameTree<'_>, notes: &mut Vec<Note>);

    /// The effect of a property, by its identifier as written.
    fn effect(&self, written: &str) -> Option<Effect> {
        Effect::of(written)
    }

    /// The place in the history at which the next node begins.
    fn mark(&mut self) -> Mark;

    /// Undoes all nodes since a mark. Returns false if their changes were dropped, which happens after millions of
    /// changes: then the game must be restarted.
    fn back_to(&mut self, mark: Mark) -> bool;

    /// Executes a value of `AB`, `AW` or `AE`.
    fn set_up(&mut self, stone: Option<Color>, value: &str, notes: &mut Notes<'_>);

    /// Ends the setup of a node.
    fn end_setup(&mut self) {}

    /// Executes a value of a property that only this game has.
    fn other(&mut self, _identifier: &'static str, _value: &str, _notes: &mut Notes<'_>) {}

    /// Sets the number of the last move.
    fn set_number(&mut self, number: u32);

    /// Executes a move.
    fn play(&mut self, play: Play<'_>, notes: &mut Notes<'_>) -> Played;

    /// Executes a move, possibly without a search for the rules it breaks.
    fn execute(&mut self, play: Play<'_>, notes: &mut Notes<'_>) -> Played {
        self.play(play, notes)
    }

    /// Drops what only undo needs, to save memory. Marks made before are invalid then.
    fn forget(&mut self) {}

    /// Sets the player to move.
    fn set_to_play(&mut self, color: Color);

    /// The game.
    fn game(&self) -> Game;

    /// Notation of points.
    fn notation(&self) -> Notation;

    /// The player to move.
    fn to_play(&self) -> Color;

    /// The point at which a move is made, by its raw value.
    fn place_of(&self, raw: &str) -> Option<Point> {
        self.notation().point(raw).ok()
    }

    /// Gives all pieces, row by row.
    fn pieces(&self, take: &mut dyn FnMut(Point, Piece));

    /// Gives all links between pegs (`TwixT`).
    fn links(&self, _take: &mut dyn FnMut(Point, Point, Color)) {}

    /// The board of Backgammon.
    fn backgammon(&self) -> Option<&Board> {
        None
    }

    /// The board of Octi.
    fn octi(&self) -> Option<&octi::Board> {
        None
    }

    /// Stones captured by Black and by White, in games that count them.
    fn prisoners(&self) -> Option<[u32; 2]> {
        None
    }
}

/// Whether a root sets anything up.
pub(crate) fn has_setup(tree: GameTree<'_>) -> bool {
    let root = tree.root();
    ["AB", "AW", "AE", "AA"].iter().any(|id| root.has(id))
}

/// The board size of `game`, by `SZ` or the default of the game.
pub(crate) fn size(tree: GameTree<'_>, game: Game, notes: &mut Vec<Note>) -> Size {
    let usual = value::size::default_of(game).unwrap_or(Size::GO);
    let root = tree.root();
    let Some(raw) = root.value("SZ") else {
        return usual;
    };
    let read = match value::size::parse_lenient(raw) {
        Ok(read) => read.value,
        Err(error) => {
            let (identifier, error) = ("SZ", error.kind);
            notes.push(Note::new(root, raw, NoteKind::Value { identifier, error }));
            return usual;
        }
    };
    let longest = game.max_size().unwrap_or(LONGEST);
    if read.columns() > longest || read.rows() > longest {
        notes.push(Note::new(root, raw, NoteKind::TooLarge { longest }));
    }
    read.at_most(longest)
}

/// The color and raw value of the move of a node.
#[must_use]
pub fn play_of(node: Node<'_>) -> Option<(Color, &str)> {
    play_by(node, Effect::of)
}

/// The move of a node, in a dialect with other identifiers.
pub(crate) fn play_by(
    node: Node<'_>,
    effect: impl Fn(&str) -> Option<Effect>,
) -> Option<(Color, &str)> {
    node.properties()
        .find_map(|property| match effect(property.written_identifier()) {
            Some(Effect::Move(color)) => Some((color, property.value())),
            _ => None,
        })
}

/// Notes that a move cannot be read.
pub(crate) fn bad_move(play: Play<'_>, error: ValueError, notes: &mut Notes<'_>) {
    notes.value(play.value, play.color.letter(), error.kind);
}

/// The player to move and the number of the last move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) to_play: Color,
    pub(crate) number: u32,
}

impl Turn {
    /// Before the first move: the player who moves first in the main line, or `usual`.
    pub(crate) fn first(tree: GameTree<'_>, usual: Color) -> Self {
        Self::first_by(tree, usual, Effect::of)
    }

    /// Before the first move, in a dialect with other identifiers.
    pub(crate) fn first_by(
        tree: GameTree<'_>,
        usual: Color,
        effect: impl Fn(&str) -> Option<Effect>,
    ) -> Self {
        let first = tree.main_line().find_map(|node| play_by(node, &effect));
        Self {
            to_play: first.map_or(usual, |(color, _)| color),
            number: 0,
        }
    }

    pub(crate) const fn mark(self, steps: [usize; 2]) -> Mark {
        Mark {
            steps,
            to_play: self.to_play,
            number: self.number,
        }
    }

    pub(crate) const fn back_to(&mut self, mark: Mark) {
        self.to_play = mark.to_play;
        self.number = mark.number;
    }

    /// Counts a move.
    pub(crate) const fn play(&mut self, color: Color, place: Option<Point>) -> Played {
        self.number = self.number.saturating_add(1);
        self.to_play = color.opponent();
        Played {
            color,
            number: self.number,
            place,
            swaps: false,
        }
    }
}
