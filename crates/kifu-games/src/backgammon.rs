//! Backgammon: checkers, dice and cube.

use kifu_board::{Color, Point};
use kifu_sgf::GameTree;
use kifu_sgf::games::backgammon::Move;
use kifu_sgf::schema::Game;
use kifu_sgf::value::number;

use crate::grid::setup_property;
use crate::notation::backgammon_point;
use crate::position::{Mark, Turn, bad_move, has_setup};
use crate::{Notation, Note, Notes, Piece, Play, Played};

/// Checkers on one point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// Number of checkers.
    pub count: u8,
    /// Owner of the checkers; `None` if there are none.
    pub side: Option<Color>,
}

/// The doubling cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cube {
    /// The value shown (`CV`), 1 if not doubled yet.
    pub value: u32,
    /// The player who may double next (`CO`); `None` means either.
    pub owner: Option<Color>,
}

/// Checkers, dice and cube. The default is an empty board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The points `a` to `x` of the standard: `a` is White's 1-point.
    pub points: [Stack; 24],
    /// Checkers on the bar: Black's, White's.
    pub bar: [u8; 2],
    /// Checkers borne off: Black's, White's.
    pub tray: [u8; 2],
    /// The dice rolled, 1 to 6 each.
    pub dice: Vec<u8>,
    /// Player of the dice, if known.
    pub turn: Option<Color>,
    /// The doubling cube, if it is in use.
    pub cube: Option<Cube>,
}

impl Board {
    /// The position every game begins from: each side has 2 checkers on its
    /// 24-point, 5 on its 13-point, 3 on its 8-point and 5 on its 6-point.
    #[must_use]
    pub fn start() -> Self {
        let mut board = Self::default();
        for (point, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
            let stack = |side| Stack {
                count,
                side: Some(side),
            };
            board.points[point - 1] = stack(Color::White);
            board.points[24 - point] = stack(Color::Black);
        }
        board
    }
}

/// The position of a game of Backgammon.
#[derive(Debug)]
pub(crate) struct Position {
    board: Board,
    turn: Turn,
    /// The board before each node of the way from the root: it is small.
    before: Vec<Board>,
    /// Setup of the node, executed at its end: points are emptied first.
    setup: Vec<(Option<Color>, u8, u8)>,
}

impl Position {
    pub(crate) fn new(tree: GameTree<'_>) -> Self {
        let mut board = if has_setup(tree) {
            Board::default()
        } else {
            Board::start()
        };
        board.cube = Some(Cube {
            value: 1,
            owner: None,
        });
        Self {
            board,
            turn: Turn::first(tree, Color::White),
            before: Vec::new(),
            setup: Vec::new(),
        }
    }

    /// Puts a checker on a point, the bar or the tray. One checker of the
    /// opponent there is hit; false if there are more.
    fn put(&mut self, at: u16, color: Color) -> bool {
        let own = color as usize;
        match at {
            24 => self.board.bar[own] = self.board.bar[own].saturating_add(1),
            25 => self.board.tray[own] = self.board.tray[own].saturating_add(1),
            _ => {
                let stack = &mut self.board.points[usize::from(at)];
                let hit = if stack.side == Some(color.opponent()) {
                    stack.count
                } else {
                    0
                };
                *stack = Stack {
                    count: (stack.count - hit).saturating_add(1),
                    side: Some(color),
                };
                let bar = &mut self.board.bar[color.opponent() as usize];
                *bar = bar.saturating_add(hit);
                return hit < 2;
            }
        }
        true
    }

    /// Removes a checker; false if there is none.
    fn take(&mut self, at: u16, color: Color) -> bool {
        let count = match at {
            24 => &mut self.board.bar[color as usize],
            25 => &mut self.board.tray[color as usize],
            _ => {
                let stack = &mut self.board.points[usize::from(at)];
                if stack.side != Some(color) {
                    return false;
                }
                if stack.count == 1 {
                    *stack = Stack::default();
                    return true;
                }
                &mut stack.count
            }
        };
        let is_there = *count > 0;
        *count = count.saturating_sub(1);
        is_there
    }

    fn clear(&mut self, at: u16) {
        match at {
            24 => self.board.bar = [0; 2],
            25 => self.board.tray = [0; 2],
            _ => self.board.points[usize::from(at)] = Stack::default(),
        }
    }

    fn make(&mut self, color: Color, mv: Move) -> (Option<Point>, bool) {
        let mut place = None;
        let mut legal = true;
        self.board.dice.clear();
        self.board.turn = Some(color);
        let cube = self.board.cube.get_or_insert_default();
        match mv {
            Move::Roll(roll) => {
                self.board.dice = roll.dice().to_vec();
                for step in roll.steps() {
                    let [from, to] = [step.from, step.to].map(backgammon_point);
                    legal &= self.take(from.x, color);
                    legal &= self.put(to.x, color);
                    place = Some(to);
                }
            }
            Move::Take => {
                cube.value = cube.value.saturating_mul(2);
                cube.owner = Some(color);
            }
            Move::Double | Move::Drop => {}
        }
        (place, legal)
    }
}

impl crate::Position for Position {
    fn restart(&mut self, tree: GameTree<'_>, _notes: &mut Vec<Note>) {
        *self = Self::new(tree);
    }

    fn mark(&mut self) -> Mark {
        self.before.push(self.board.clone());
        self.turn.mark([self.before.len() - 1, 0])
    }

    fn back_to(&mut self, mark: Mark) -> bool {
        self.turn.back_to(mark);
        self.before.truncate(mark.steps[0] + 1);
        self.before.pop().is_some_and(|board| {
            self.board = board;
            true
        })
    }

    /// Points may be named several times: once for each checker.
    fn set_up(&mut self, stone: Option<Color>, value: &str, notes: &mut Notes<'_>) {
        let point = |raw| Notation::Backgammon.point(raw);
        let corners = match value.split_once(':') {
            Some((a, b)) => point(a).and_then(|a| Ok((a, point(b)?))),
            None => point(value).map(|point| (point, point)),
        };
        match corners {
            // Columns are 25 at most.
            Ok((a, b)) => {
                let (first, last) = (a.x.min(b.x), a.x.max(b.x));
                self.setup.push((stone, first as u8, last as u8));
            }
            Err(error) => notes.value(value, setup_property(stone), error),
        }
    }

    fn end_setup(&mut self) {
        let setup = core::mem::take(&mut self.setup);
        for order in [None, Some(Color::Black), Some(Color::White)] {
            for (stone, first, last) in setup.iter().filter(|(stone, ..)| *stone == order) {
                for at in *first..=*last {
                    match stone {
                        Some(color) => drop(self.put(at.into(), *color)),
                        None => self.clear(at.into()),
                    }
                }
            }
        }
    }

    fn other(&mut self, identifier: &'static str, value: &str, _notes: &mut Notes<'_>) {
        let cube = self.board.cube.get_or_insert_default();
        match identifier {
            "CV" => {
                let read = number::parse_lenient(value).ok();
                if let Some(value) = read.and_then(|read| u32::try_from(read.value).ok()) {
                    cube.value = value;
                }
            }
            "CO" => match value.trim() {
                "b" | "B" => cube.owner = Some(Color::Black),
                "w" | "W" => cube.owner = Some(Color::White),
                "c" | "C" | "n" | "N" => cube.owner = None,
                _ => {}
            },
            "DI" => {
                let dice = value.bytes().filter(|byte| matches!(byte, b'1'..=b'6'));
                self.board.dice = dice.take(4).map(|byte| byte - b'0').collect();
                self.board.turn = None;
            }
            _ => {}
        }
    }

    fn set_number(&mut self, number: u32) {
        self.turn.number = number;
    }

    fn play(&mut self, play: Play<'_>, notes: &mut Notes<'_>) -> Played {
        let place = match Move::parse_lenient(play.value) {
            Ok(read) => {
                let (place, legal) = self.make(play.color, read.value);
                if !legal {
                    notes.rule(
                        play.value,
                        "a checker is missing where a step begins, or a point is held where it ends",
                    );
                }
                place
            }
            Err(error) => {
                bad_move(play, error, notes);
                None
            }
        };
        self.turn.play(play.color, place)
    }

    fn set_to_play(&mut self, color: Color) {
        self.turn.to_play = color;
    }

    fn game(&self) -> Game {
        Game::Backgammon
    }

    fn notation(&self) -> Notation {
        Notation::Backgammon
    }

    fn to_play(&self) -> Color {
        self.turn.to_play
    }

    fn place_of(&self, raw: &str) -> Option<Point> {
        match Move::parse_lenient(raw).ok()?.value {
            Move::Roll(roll) => roll.steps().last().map(|step| backgammon_point(step.to)),
            _ => None,
        }
    }

    fn pieces(&self, _take: &mut dyn FnMut(Point, Piece)) {}

    fn backgammon(&self) -> Option<&Board> {
        Some(&self.board)
    }
}
