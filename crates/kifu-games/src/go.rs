//! Go: the positions of its trees, and parts shared with readers of events.
//!
//! The properties of a record are executed as FF\[4\] requires: stones are set and removed (`AB`, `AW`, `AE`, with
//! rectangles), moves are played whether they are legal or not, passes (`[]`, and `tt` on boards up to 19×19) are
//! counted, moves are renumbered (`MN`), the turn is set (`PL`). Broken rules and unreadable values become
//! [notes](crate::Note).
//!
//! ```
//! use kifu_games::go::Replay;
//! use kifu_sgf::Collection;
//!
//! let collection = Collection::from("(;SZ[9]AW[ba][aa:ac];B[bb](;W[zz])(;W[cc];B[cc]))");
//! let mut positions = 0;
//! let mut notes = Vec::new();
//! for game in collection.games() {
//!     let mut replay = Replay::new(game);
//!     loop {
//!         positions += 1;
//!         notes.extend(replay.notes().iter().map(ToString::to_string));
//!         if !replay.advance() {
//!             break;
//!         }
//!     }
//! }
//! assert_eq!(positions, 5);
//! assert_eq!(notes, ["`zz` is not on the 9×9 board", "a white stone stands on `cc`"]);
//! ```

mod finish;
mod start;
mod stones;

use kifu_board::{Color, Move, Point, Size};
use kifu_go::{Game, Rules};
use kifu_sgf::value::{self, ValueErrorKind};
use kifu_sgf::{GameTree, Node, schema};
use kifu_syntax::text::unescape_simple_text;

pub use self::finish::{DeadBy, Finish, FinishOptions};
pub use self::start::Start;
pub use self::stones::Stones;
use crate::notation::{PointsError, go_move};
use crate::position::Mark;
use crate::{Notation, Note, NoteKind, Notes, Piece, Play, Played};

/// The game at a node of a tree of Go, and the way to every other node.
///
/// Trees of other games ([`GameTree::kind`]) can be given too: all that cannot be read as Go is
/// noted.
pub type Replay<'a> = crate::Replay<'a, Position>;

/// Reads a move. Points off the board are errors.
///
/// # Errors
/// The value is neither a point of the board nor a pass.
#[inline]
pub fn read_move(raw: &str, size: Size) -> Result<Move, ValueErrorKind> {
    // Nearly all moves are two letters that name a point of the board.
    if let [column, row] = *raw.as_bytes()
        && let Some(point) = Point::from_letters(column, row)
        && size.contains(point)
    {
        return Ok(Move::Play(point));
    }
    let read = value::r#move::parse_lenient(raw, size).map_err(|error| error.kind)?;
    Ok(read.value)
}

/// The komi in points that a number of hundredths stands for, as Fox writes it; `None` for any other number. By `Chinese`
/// rules Fox counts stones, which are worth two points.
#[must_use]
pub const fn fox_komi(number: i64, is_chinese: bool) -> Option<f64> {
    match (number, is_chinese) {
        (550, _) => Some(5.5),
        (325, true) | (650, _) => Some(6.5),
        (375, true) | (750, _) => Some(7.5),
        _ => None,
    }
}

/// The points of a number of stones whose fraction is .25 or .75, as China counts komi and margins: a stone is two points.
/// `None` for any other number, which may count points.
///
/// ```
/// use kifu_games::go::points_of_stones;
///
/// assert_eq!(points_of_stones(3.75), Some(7.5));
/// assert_eq!(points_of_stones(7.5), None);
/// ```
#[must_use]
pub fn points_of_stones(number: f64) -> Option<f64> {
    let rest = (number * 4.0).rem_euclid(2.0);
    ((rest - 1.0).abs() < 1e-9).then_some(number * 2.0)
}

/// The points of a komi or a margin, which counts stones if `in_stones` allows it and [`points_of_stones`] knows them.
///
/// ```
/// use kifu_games::go::in_points;
///
/// assert_eq!((in_points(3.75, true), in_points(3.75, false)), (7.5, 3.75));
/// ```
#[must_use]
pub fn in_points(number: f64, in_stones: bool) -> f64 {
    let points = points_of_stones(number).filter(|_| in_stones);
    points.unwrap_or(number)
}

/// Whether a game may count komi in stones by its raw value of `RU`: the rules are Chinese or not named.
#[must_use]
pub fn may_count_stones(rules: Option<&str>) -> bool {
    let rules = rules.filter(|raw| !raw.trim().is_empty());
    rules.is_none_or(|raw| {
        let read = value::RulesName::parse_lenient(raw);
        read.is_ok_and(|read| read.value == value::RulesName::Chinese)
    })
}

/// The rules that a raw value of `RU` names, in the words of the standard or of programs; `None` for other words.
#[must_use]
pub fn read_rules(raw: &str) -> Option<Rules> {
    match value::RulesName::parse_lenient(raw) {
        Ok(read) => Rules::from_name(read.value.name()),
        Err(_) => Rules::from_name(&unescape_simple_text(raw)),
    }
}

/// A position of Go with its history.
#[derive(Clone, Debug)]
pub struct Position {
    game: Game,
    start: Start,
    stones: Stones,
    /// Changes by the setup of a node. Empty between nodes.
    changes: Vec<(Point, Option<Color>)>,
}

impl Position {
    /// The start of the game of a tree, with notes on its root.
    pub(crate) fn of(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
        let start = Start::of(tree);
        notes.extend(start.notes(tree.root()));
        Self::new(start)
    }

    fn new(start: Start) -> Self {
        let mut game = Game::new(start.size, start.rules);
        if start.to_play != game.to_play() {
            game.set_to_play(start.to_play);
        }
        Self {
            game,
            start,
            stones: Stones::new(start.size),
            changes: Vec::new(),
        }
    }

    /// The move of a raw value. One that cannot be read is a pass, with its error; a point off the board is no error
    /// here, but an illegal move.
    fn read(&self, raw: &str) -> (Move, Option<ValueErrorKind>) {
        match read_move(raw, self.start.size) {
            Ok(mv) => (mv, None),
            Err(error) => value::point::parse(raw)
                .map_or((Move::Pass, Some(error)), |point| (Move::Play(point), None)),
        }
    }

    /// The move that was just executed.
    fn played(&self, color: Color, mv: Move) -> Played {
        let size = self.start.size;
        Played {
            color,
            number: self.game.move_number(),
            place: mv.point().filter(|point| size.contains(*point)),
            swaps: false,
        }
    }
}

impl crate::Position for Position {
    fn restart(&mut self, tree: GameTree<'_>, notes: &mut Vec<Note>) {
        *self = Self::new(self.start);
        notes.extend(self.start.notes(tree.root()));
    }

    fn mark(&mut self) -> Mark {
        Mark {
            steps: [self.game.depth(), 0],
            to_play: self.game.to_play(),
            number: 0,
        }
    }

    fn back_to(&mut self, mark: Mark) -> bool {
        self.game.undo_to(mark.steps[0]);
        true
    }

    fn set_up(&mut self, stone: Option<Color>, value: &str, notes: &mut Notes<'_>) {
        match self.stones.read(stone, value) {
            Ok(()) => {}
            Err(PointsError::OffBoard(off)) => notes.add(value, NoteKind::SetupOffBoard(off)),
            Err(PointsError::Value(error)) => notes.add(value, NoteKind::NotAPoint(error)),
            Err(error) => notes.add(value, error.kind("AB")),
        }
    }

    fn end_setup(&mut self) {
        let board = self.game.board();
        self.stones.take(|point, stone| {
            if board.get(point) != stone {
                self.changes.push((point, stone));
            }
        });
        let done = self.game.setup(self.changes.drain(..));
        debug_assert!(done.is_ok(), "points of the board");
    }

    fn set_number(&mut self, number: u32) {
        self.game.set_move_number(number);
    }

    fn play(&mut self, play: Play<'_>, notes: &mut Notes<'_>) -> Played {
        let (mv, error) = self.read(play.value);
        let played = self.game.play(play.color, mv);
        let announced = play.is_forced;
        let illegal = played
            .illegal
            .map(|illegal| NoteKind::Illegal { illegal, announced });
        if let Some(kind) = illegal.or(error.map(NoteKind::NotAMove)) {
            notes.add(play.value, kind);
        }
        self.played(play.color, mv)
    }

    fn execute(&mut self, play: Play<'_>, _notes: &mut Notes<'_>) -> Played {
        let (mv, _) = self.read(play.value);
        self.game.execute(play.color, mv);
        self.played(play.color, mv)
    }

    fn forget(&mut self) {
        self.game.forget();
    }

    fn set_to_play(&mut self, color: Color) {
        self.game.set_to_play(color);
    }

    fn game(&self) -> schema::Game {
        schema::Game::Go
    }

    fn notation(&self) -> Notation {
        Notation::GoLike(self.start.size)
    }

    fn to_play(&self) -> Color {
        self.game.to_play()
    }

    fn place_of(&self, raw: &str) -> Option<Point> {
        go_move(raw, self.start.size).ok()?
    }

    fn pieces(&self, take: &mut dyn FnMut(Point, Piece)) {
        let board = self.game.board();
        for point in board.size().points() {
            if let Some(color) = board.get(point) {
                take(point, Piece::Stone(color));
            }
        }
    }

    fn prisoners(&self) -> Option<[u32; 2]> {
        Some([Color::Black, Color::White].map(|color| self.game.prisoners(color)))
    }
}

impl<'a> Replay<'a> {
    /// Starts at the root of a tree, with the board and the rules that the root names
    /// ([`Start::of`]).
    #[must_use]
    pub fn new(tree: GameTree<'a>) -> Self {
        Self::with_start(tree, Start::of(tree))
    }

    /// Creates a replay at the root of a tree, on another board or by other rules.
    #[must_use]
    pub fn with_start(tree: GameTree<'a>, start: Start) -> Self {
        let notes = start.notes(tree.root()).collect();
        Self::begin(tree, Box::new(Position::new(start)), notes)
    }

    /// Creates a replay at a node of a tree.
    #[must_use]
    pub fn at(node: Node<'a>) -> Self {
        let mut replay = Self::new(node.game());
        replay.go_to(node);
        replay
    }

    /// Visits all nodes of a tree in depth-first order, the order of the file.
    pub fn walk(tree: GameTree<'a>, mut visit: impl FnMut(Node<'a>, &Game, &[Note])) {
        let mut replay = Self::new(tree);
        loop {
            visit(replay.node(), replay.game(), replay.notes());
            if !replay.advance() {
                return;
            }
        }
    }

    /// The game after the node: its board, player to move, prisoners, number of the move.
    #[must_use]
    #[inline]
    pub fn game(&self) -> &Game {
        &self.position().game
    }

    /// The board, rules and handicap with which the game begins.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.position().start
    }

    /// The move of this node; the last if it has several. A value that is not a move on the board counts as a pass.
    #[must_use]
    pub fn played(&self) -> Option<(Color, Move)> {
        let played = self.played_at(self.depth())?;
        Some((played.color, played.place.map_or(Move::Pass, Move::Play)))
    }
}
