//! Games whose pieces stand on the points of a grid: how their nodes are executed and taken back.

use core::fmt::Debug;

use kifu_sgf::value::{Size, ValueError};
use kifu_sgf::{GameTree, Node};

use super::grid::Grid;
use super::note::{Note, NoteKind, note};
use super::reader::Reader;
use super::rules::{self, Played, Rules, Turn};
use crate::scene::{Piece, Point, Scene, Side};

/// What such a game has of its own.
pub(super) trait Pieces: Debug {
    /// What `AB` and `AW` put on a point.
    const PIECE: fn(Side) -> Piece = Piece::Stone;

    /// Whether a move puts one piece on a point, so that its number can stand there.
    const HAS_NUMBERS: bool = true;

    /// The empty board.
    fn board(&self, size: Size) -> Scene;

    /// How points are written.
    fn reader(&self, size: Size) -> Reader {
        Reader::GoLike(size)
    }

    /// Does what a node sets up beside `AB`, `AW` and `AE`.
    fn set_up(&self, _node: Node<'_>, _grid: &mut Grid, _notes: &mut Vec<Note>) {}

    /// Executes a move, legal or not.
    ///
    /// # Errors
    /// It cannot be read.
    fn play(&self, mv: Move<'_>, grid: &mut Grid, notes: &mut Vec<Note>) -> Outcome;

    /// Where a move is made.
    fn place_of(&self, raw: &str, size: Size) -> Option<Point> {
        self.reader(size).point(raw).ok()
    }
}

/// A move that is to be executed.
#[derive(Clone, Copy)]
pub(super) struct Move<'n> {
    pub(super) node: Node<'n>,
    pub(super) side: Side,
    pub(super) raw: &'n str,
}

impl Move<'_> {
    /// A note that the rules are against it.
    pub(super) fn against(&self, rule: &'static str) -> Note {
        note(self.node, self.raw, NoteKind::Rule(rule))
    }
}

/// What a move did.
#[derive(Clone, Copy, Default)]
pub(super) struct Made {
    /// Where; `None` for a pass.
    pub(super) place: Option<Point>,
    /// Whether all pieces changed colours and were mirrored on the long diagonal.
    pub(super) swaps: bool,
    /// Whether the same colour is to play again.
    pub(super) keeps_turn: bool,
}

impl From<Option<Point>> for Made {
    fn from(place: Option<Point>) -> Self {
        Self {
            place,
            ..Self::default()
        }
    }
}

/// What a move did, or why it cannot be read.
pub(super) type Outcome = Result<Made, ValueError>;

/// A game on a grid that is executed and drawn.
#[derive(Debug)]
pub(super) struct OnGrid<P> {
    pieces: P,
    grid: Grid,
    turn: Turn,
}

impl<P: Pieces> OnGrid<P> {
    /// A game that begins with what is on `grid`; `usual` is the side that moves first where no move tells.
    pub(super) fn new(pieces: P, grid: Grid, tree: GameTree<'_>, usual: Side) -> Self {
        Self {
            pieces,
            grid,
            turn: Turn::first(tree, usual),
        }
    }
}

impl<'a, P: Pieces> Rules<'a> for OnGrid<P> {
    fn board(&self) -> Scene {
        self.pieces.board(self.grid.size)
    }

    fn reader(&self) -> Reader {
        self.pieces.reader(self.grid.size)
    }

    fn enter(&mut self, node: Node<'a>, notes: &mut Vec<Note>) -> Option<Played> {
        self.turn.begin(node);
        self.grid.begin();
        self.grid.setup(node, self.reader(), P::PIECE, notes);
        self.pieces.set_up(node, &mut self.grid, notes);
        let played = rules::play(node).map(|(side, raw)| {
            let mv = Move { node, side, raw };
            let made = self.pieces.play(mv, &mut self.grid, notes);
            let made = made.unwrap_or_else(|error| {
                notes.push(rules::bad_move(node, raw, error));
                Made::default()
            });
            let played = self.turn.play(side, made.place);
            if made.keeps_turn {
                self.turn.to_play = side;
            }
            Played {
                swaps: made.swaps,
                ..played
            }
        });
        self.turn.end(node);
        played
    }

    fn leave(&mut self) -> bool {
        self.turn.leave();
        self.grid.leave()
    }

    fn pieces(&self, scene: &mut Scene) {
        self.grid.show(scene);
    }

    fn to_play(&self) -> Side {
        self.turn.to_play
    }

    fn has_numbers(&self) -> bool {
        P::HAS_NUMBERS
    }

    fn place_of(&self, raw: &str) -> Option<Point> {
        self.pieces.place_of(raw, self.grid.size)
    }
}
