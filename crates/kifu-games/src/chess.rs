//! Chess. The standard defines no notation for it: moves are read in algebraic notation, short (`Nf3`, `exd5`, `O-O`)
//! or with the origin (`g1f3`, `Ng1-f3`, `e7e8q`).
//!
//! A record may begin with a position in FEN, in the property of imported PGN (`XPGN[FEN:…]`) or in `FEN`. Setup names
//! pieces like moves do: `AW[Ke1][e2]`, `AB[Ra8][Pa7:h7]`.

mod fen;
mod rules;
mod san;

pub use kifu_board::Role;
use kifu_board::{Color, Point, Size};
use kifu_sgf::schema::Game;
use kifu_sgf::value::ValueErrorKind;
use kifu_sgf::{GameTree, Node};
use kifu_syntax::text::unescape_simple_text;

use self::san::Move;
use crate::grid::{Grid, setup_property};
use crate::position::{self, Mark, Turn};
use crate::{Notation, Note, NoteKind, Notes, Piece, Play, Played};

/// The most columns that letters name.
const WIDEST: u16 = 26;

/// State of a position besides its pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// The square that a pawn passed with the last move.
    passed: Option<Point>,
    /// Whether Black, White may still castle to the side of the king, of the queen.
    castling: [[bool; 2]; 2],
}

/// The position of a game of chess.
#[derive(Debug)]
pub(crate) struct Position {
    grid: Grid,
    turn: Turn,
    state: State,
    /// The states before each node of the path from the root.
    before: Vec<State>,
}

impl Position {
    pub(crate) fn new(tree: GameTree<'_>, notes: &mut Vec<Note>) -> Self {
        let size = position::size(tree, Game::Chess, notes);
        let mut position = Self {
            grid: Grid::new(size.at_most(WIDEST)),
            turn: Turn::first(tree, Color::White),
            state: State::default(),
            before: Vec::new(),
        };
        let root = tree.root();
        if let Some((raw, text)) = fen_of(root) {
            if let Some(first) = fen::set_up(&text, &mut position.grid, &mut position.state) {
                position.turn.to_play = first;
                return position;
            }
            notes.push(Note::new(root, raw, NoteKind::Rule(BAD_FEN)));
        }
        if !position::has_setup(tree) && position.grid.size == Size::of::<8, 8>() {
            fen::set_up(fen::START, &mut position.grid, &mut position.state);
        }
        position
    }

    /// Makes a move; the square it ends on, `None` if nothing moved.
    fn make(&mut self, play: Play<'_>, made: Move, notes: &mut Notes<'_>) -> Option<Point> {
        let passed = self.state.passed.take();
        match made {
            Move::Pass => None,
            Move::Castle { is_long } => self.castle(play, is_long, notes),
            Move::Step(step) => {
                let Some(from) = self.origin(play, step, passed, notes) else {
                    notes.rule(play.value, "no piece of the player can make this move");
                    return None;
                };
                self.step(play, from, step, passed, notes)
            }
        }
    }

    /// The square that a piece moves from.
    fn origin(
        &self,
        play: Play<'_>,
        step: san::Step,
        passed: Option<Point>,
        notes: &mut Notes<'_>,
    ) -> Option<Point> {
        let size = self.grid.size;
        if let (Some(x), Some(y)) = (step.column, step.row) {
            let from = Point::new(x, y);
            let named = |role| step.role.is_none_or(|own| own == role);
            return match self.grid.get(from) {
                Some(Piece::Chess(_, role)) if named(role) => Some(from),
                _ => None,
            };
        }
        let own = Piece::Chess(play.color, step.role.unwrap_or(Role::Pawn));
        let fits = |from: &Point| {
            step.column.is_none_or(|x| x == from.x)
                && step.row.is_none_or(|y| y == from.y)
                && self.grid.get(*from) == Some(own)
        };
        let there = size.points().filter(fits);
        let able: Vec<Point> = there
            .filter(|from| rules::reaches(&self.grid, *from, step.to, passed))
            .collect();
        let safe = |from: &&Point| !rules::exposes_king(&self.grid, **from, step.to, passed);
        match able.as_slice() {
            [only] => Some(*only),
            several => {
                let mut safe_ones = several.iter().filter(safe);
                let first = safe_ones.next().or(several.first());
                if safe_ones.next().is_some() {
                    let rule = "more than one piece can make this move; the first is moved";
                    notes.rule(play.value, rule);
                }
                first.copied()
            }
        }
    }

    fn step(
        &mut self,
        play: Play<'_>,
        from: Point,
        step: san::Step,
        passed: Option<Point>,
        notes: &mut Notes<'_>,
    ) -> Option<Point> {
        let to = step.to;
        let Some(Piece::Chess(color, role)) = self.grid.get(from) else {
            return None;
        };
        // Programs write castling as a move of the king, two columns wide or onto its rook.
        if role == Role::King && color == play.color && from.y == to.y {
            let onto_rook = self.grid.get(to) == Some(Piece::Chess(color, Role::Rook));
            let is_far =
                from.x.abs_diff(to.x) == 2 && self.state.castling[color as usize] != [false; 2];
            if onto_rook || is_far {
                return self.castle(play, to.x < from.x, notes);
            }
        }
        if color != play.color {
            notes.rule(play.value, "the piece belongs to the opponent");
        } else if !rules::reaches(&self.grid, from, to, passed) {
            notes.rule(play.value, "the piece cannot move like this");
        } else if rules::exposes_king(&self.grid, from, to, passed) {
            notes.rule(play.value, "the move leaves the own king in check");
        }
        self.forget_castling(from);
        self.forget_castling(to);
        let last_row = rules::last_row(self.grid.size, color);
        let mut piece = role;
        if role == Role::Pawn {
            if Some(to) == passed && from.x != to.x {
                self.grid.set(Point::new(to.x, from.y), None);
            }
            if from.y.abs_diff(to.y) == 2 {
                self.state.passed = Some(Point::new(from.x, u16::midpoint(from.y, to.y)));
            }
            if to.y == last_row {
                if step.promotion.is_none() {
                    notes.rule(
                        play.value,
                        "the move names no promotion; the pawn becomes a queen",
                    );
                }
                piece = step.promotion.unwrap_or(Role::Queen);
            }
        }
        if step.promotion.is_some() && (role != Role::Pawn || to.y != last_row) {
            notes.rule(play.value, "only a pawn on the last row is promoted");
        }
        self.grid.set(from, None);
        self.grid.set(to, Some(Piece::Chess(color, piece)));
        Some(to)
    }

    /// Castles with the outermost rook on that side of the king, as Chess960 needs it.
    fn castle(&mut self, play: Play<'_>, is_long: bool, notes: &mut Notes<'_>) -> Option<Point> {
        let color = play.color;
        let found = rules::castling(&self.grid, color, is_long);
        let is_allowed = self.state.castling[color as usize][usize::from(is_long)];
        let Some(castling) = found else {
            notes.rule(
                play.value,
                "the king and a rook are not in place for castling",
            );
            return None;
        };
        if !is_allowed || !castling.is_legal(&self.grid, color) {
            notes.rule(play.value, "castling is not allowed in this position");
        }
        self.grid.set(castling.king, None);
        self.grid.set(castling.rook, None);
        self.grid
            .set(castling.king_to, Some(Piece::Chess(color, Role::King)));
        self.grid
            .set(castling.rook_to, Some(Piece::Chess(color, Role::Rook)));
        self.state.castling[color as usize] = [false; 2];
        Some(castling.king_to)
    }

    /// Ends the right to castle if a king or a rook leaves this square, or is captured on it.
    fn forget_castling(&mut self, at: Point) {
        match self.grid.get(at) {
            Some(Piece::Chess(color, Role::King)) => {
                self.state.castling[color as usize] = [false; 2];
            }
            Some(Piece::Chess(color, Role::Rook)) => {
                for is_long in [false, true] {
                    let castling = rules::castling(&self.grid, color, is_long);
                    if castling.is_some_and(|castling| castling.rook == at) {
                        self.state.castling[color as usize][usize::from(is_long)] = false;
                    }
                }
            }
            _ => {}
        }
    }
}

const BAD_FEN: &str =
    "the start position is not in FEN, or does not fit the board; the usual start is used";

/// The start position in FEN: its raw value, and the text.
fn fen_of(root: Node<'_>) -> Option<(&str, String)> {
    let own = root.value("FEN").map(|raw| (raw, raw));
    let of_tag = |raw: &str| {
        let name = raw.split_once(':').map(|(name, _)| name.trim());
        name == Some("FEN")
    };
    let (raw, text) = own.or_else(|| {
        let raw = root.values("XPGN").find(|raw| of_tag(raw))?;
        Some((raw, raw.split_once(':')?.1))
    })?;
    Some((raw, unescape_simple_text(text).trim().to_owned()))
}

impl crate::Position for Position {
    fn restart(&mut self, tree: GameTree<'_>, notes: &mut Vec<Note>) {
        *self = Self::new(tree, notes);
    }

    fn mark(&mut self) -> Mark {
        self.before.push(self.state);
        self.turn.mark([self.grid.steps(), self.before.len() - 1])
    }

    fn back_to(&mut self, mark: Mark) -> bool {
        self.turn.back_to(mark);
        self.before.truncate(mark.steps[1] + 1);
        match self.before.pop() {
            Some(state) => self.state = state,
            None => return false,
        }
        self.grid.back_to(mark.steps[0])
    }

    fn set_up(&mut self, stone: Option<Color>, value: &str, notes: &mut Notes<'_>) {
        let value = value.trim();
        let letter = value.chars().next();
        let role = letter.and_then(Role::of_letter).filter(|_| stone.is_some());
        let squares = if role.is_some() { &value[1..] } else { value };
        let piece = stone.map(|color| Piece::Chess(color, role.unwrap_or(Role::Pawn)));
        let notation = self.notation();
        let named = (setup_property(stone), squares);
        self.grid.set_all(notation, named, piece, notes);
        self.state.passed = None;
    }

    fn end_setup(&mut self) {
        // Which pieces moved is unknown: those that stand at home count as unmoved.
        for color in [Color::Black, Color::White] {
            self.state.castling[color as usize] = rules::at_home(&self.grid, color);
        }
    }

    fn set_number(&mut self, number: u32) {
        self.turn.number = number;
    }

    fn play(&mut self, play: Play<'_>, notes: &mut Notes<'_>) -> Played {
        let place = if let Some(made) = Move::parse(play.value, self.grid.size) {
            self.make(play, made, notes)
        } else {
            notes.value(play.value, play.color.letter(), ValueErrorKind::NotAMove);
            None
        };
        self.turn.play(play.color, place)
    }

    fn set_to_play(&mut self, color: Color) {
        self.turn.to_play = color;
    }

    fn game(&self) -> Game {
        Game::Chess
    }

    fn notation(&self) -> Notation {
        Notation::Chess(self.grid.size)
    }

    fn to_play(&self) -> Color {
        self.turn.to_play
    }

    fn place_of(&self, raw: &str) -> Option<Point> {
        match Move::parse(raw, self.grid.size)? {
            Move::Pass => None,
            Move::Step(step) => Some(step.to),
            Move::Castle { is_long } => {
                rules::castling(&self.grid, self.turn.to_play, is_long).map(|found| found.king_to)
            }
        }
    }

    fn pieces(&self, take: &mut dyn FnMut(Point, Piece)) {
        for (point, piece) in self.grid.iter() {
            take(point, piece);
        }
    }
}
