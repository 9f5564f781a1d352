//! The steps of a Go game as plain values, for pickles.

use kifu::go::{Color, Game, HandicapBonus, Ko, Move, Point, Rules, Scoring, Size};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::stone;

/// A point and its contents: 0 empty, 1 black, 2 white.
type Cell = (u16, u16, u8);

/// A step: its kind, a number, and points.
///
/// `"B"` and `"W"` are moves, passes without a point; `"setup"` and `"turn"` have the player to move as their number,
/// `"number"` the number of the last move.
type Step = (String, u32, Vec<Cell>);

/// Columns and rows, the rules, the first player, the stones before all steps, and the steps.
pub(crate) type GameParts = ((u16, u16), String, String, Vec<Cell>, Vec<Step>);

fn color(number: u32) -> Option<Color> {
    match number {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}

/// What a step changes, apart from the history.
#[derive(PartialEq)]
struct State {
    hash: u64,
    to_play: Color,
    move_number: u32,
    prisoners: [u32; 2],
    ko: Option<Point>,
}

impl State {
    fn of(game: &Game) -> Self {
        Self {
            hash: game.board().hash(),
            to_play: game.to_play(),
            move_number: game.move_number(),
            prisoners: [Color::Black, Color::White].map(|color| game.prisoners(color)),
            ko: game.ko(),
        }
    }
}

/// Undoes the last step and returns it; `None` if there is none.
fn take_step(game: &mut Game) -> Option<Step> {
    if game.depth() == 0 {
        return None;
    }
    let changed = game.last_changes().map(|(point, _)| {
        let now = game.board().get(point);
        (point.x, point.y, stone(now))
    });
    let changed: Vec<Cell> = changed.collect();
    let was_setup = game.was_setup();
    let after = State::of(game);
    game.undo();
    let before = State::of(game);
    let turn = stone(Some(after.to_play)).into();
    let mover = !after.to_play;
    if was_setup {
        return Some(("setup".to_owned(), turn, changed));
    }
    if let Some((x, y, _)) = changed.first() {
        // The point that was played is not the first one if the step was stored as a whole board.
        let first = Point::new(*x, *y);
        let mut points = std::iter::once(first).chain(game.board().size().points());
        let played = points.find(|point| {
            game.execute(mover, *point);
            let is_same = State::of(game) == after;
            game.undo();
            is_same
        });
        let cells = played.map(|point| (point.x, point.y, 0));
        return Some((mover.letter().to_owned(), 0, cells.into_iter().collect()));
    }
    let is_next = after.move_number == before.move_number.saturating_add(1);
    Some(if after.ko.is_none() && (is_next || before.ko.is_some()) {
        (mover.letter().to_owned(), 0, Vec::new())
    } else if after.move_number == before.move_number {
        ("turn".to_owned(), turn, Vec::new())
    } else {
        ("number".to_owned(), after.move_number, Vec::new())
    })
}

/// The text that [`Rules::from_name`] reads as these rules: the name of a set, or a text of `KataGo`.
fn text_of(rules: Rules) -> PyResult<String> {
    let ko = match rules.ko {
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
        _ => "SIMPLE",
    };
    let scoring = match rules.scoring {
        Scoring::Territory => "TERRITORY",
        _ => "AREA",
    };
    let bonus = match rules.handicap_bonus {
        HandicapBonus::EachStone => "N",
        HandicapBonus::EachStoneButOne => "N-1",
        _ => "0",
    };
    let suicide = u8::from(rules.suicide);
    let katago = format!("ko{ko}score{scoring}taxNONEsui{suicide}whb{bonus}");
    let mut texts = [rules.name.to_owned(), katago].into_iter();
    let found = texts.find(|text| Rules::from_name(text) == Some(rules));
    found.ok_or_else(|| PyValueError::new_err(format!("rules {:?}: cannot be pickled", rules.name)))
}

/// The parts of a game.
pub(crate) fn parts_of(mut game: Game) -> PyResult<GameParts> {
    let rules = text_of(*game.rules())?;
    let mut steps = Vec::with_capacity(game.depth());
    while let Some(step) = take_step(&mut game) {
        steps.push(step);
    }
    steps.reverse();
    let board = game.board();
    let stones = board.stones();
    let stones = stones.map(|(point, color)| (point.x, point.y, stone(Some(color))));
    let stones = stones.collect();
    let size = (board.size().columns(), board.size().rows());
    let to_play = game.to_play().letter().to_owned();
    Ok((size, rules, to_play, stones, steps))
}

fn cells(cells: &[Cell]) -> impl Iterator<Item = (Point, Option<Color>)> {
    let cell = |(x, y, number): &Cell| (Point::new(*x, *y), color(u32::from(*number)));
    cells.iter().map(cell)
}

/// The game of these parts.
pub(crate) fn game_of(parts: GameParts) -> PyResult<Game> {
    let invalid = || PyValueError::new_err("the pickled board is invalid");
    let ((columns, rows), rules, to_play, stones, steps) = parts;
    let size = Size::new(columns, rows).map_err(|_| invalid())?;
    let rules = Rules::from_name(&rules).ok_or_else(invalid)?;
    let mut start = Game::new(size, rules);
    start.setup(cells(&stones)).map_err(|_| invalid())?;
    let first = if to_play == "W" {
        Color::White
    } else {
        Color::Black
    };
    let mut game = Game::from_board(start.board().clone(), rules, first);
    for (kind, value, points) in steps {
        match (kind.as_str(), color(value)) {
            ("B" | "W", _) => {
                let mover = if kind == "W" {
                    Color::White
                } else {
                    Color::Black
                };
                let point = points.first().map(|(x, y, _)| Point::new(*x, *y));
                game.execute(mover, point.map_or(Move::Pass, Move::Play));
            }
            ("setup", Some(to_play)) => {
                let done = game.setup_to_play(cells(&points), to_play);
                done.map_err(|_| invalid())?;
            }
            ("turn", Some(to_play)) => game.set_to_play(to_play),
            ("number", _) => game.set_move_number(value),
            _ => return Err(invalid()),
        }
    }
    Ok(game)
}
