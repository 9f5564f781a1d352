//! Strict reading of one raw value by its definition.

use kifu_syntax::text::split_compose;

use crate::games;
use crate::schema::{BasicType, Game, Notation, PropertyDef};
use crate::value::{
    DateList, Double, Figure, GameResult, PointItem, Size, ValueError, ValueErrorKind, color,
    compose, none, number, real, size,
};

/// Checks a raw value of a property in a game with a board of `board`.
pub(super) fn value(
    definition: &PropertyDef,
    game: Option<Game>,
    board: Size,
    raw: &str,
) -> Result<(), ValueError> {
    match definition.identifier {
        "RE" if game == Some(Game::Backgammon) => GameResult::parse_backgammon(raw).map(drop),
        "RE" => GameResult::parse(raw).map(drop),
        "DT" => DateList::parse(raw).map(drop),
        "FG" => Figure::parse(raw).map(drop),
        "SZ" => size_of(game, raw),
        _ => by_type(definition, game, board, raw),
    }?;
    definition.check_limits(game, raw)
}

fn size_of(game: Option<Game>, raw: &str) -> Result<(), ValueError> {
    let read = size::parse(raw)?;
    if game.is_none_or(|game| size::fits(read, game)) {
        Ok(())
    } else {
        Err(ValueError::whole(ValueErrorKind::OutOfRange, raw))
    }
}

fn by_type(
    definition: &PropertyDef,
    game: Option<Game>,
    board: Size,
    raw: &str,
) -> Result<(), ValueError> {
    let types = definition.value;
    if let Some((first, second)) = types.compose {
        match split_compose(raw) {
            Some((left, right)) => {
                basic(first, game, board, left)?;
                return basic(second, game, board, right)
                    .map_err(|error| error.offset_by(left.len() + 1));
            }
            // Programs often leave the version out.
            None if definition.identifier == "AP" => return Ok(()),
            None if types.single.is_none() => return compose::parse(raw).map(drop),
            None => {}
        }
    }
    let single = types.single.unwrap_or(BasicType::Text);
    if let (true, Some(game)) = (definition.allows_rectangles(game), game)
        && let Some((left, right)) = raw.split_once(':')
    {
        if game.notation() == Notation::GoLike {
            return PointItem::parse(raw, board).map(drop);
        }
        basic(single, Some(game), board, left)?;
        return basic(single, Some(game), board, right);
    }
    basic(single, game, board, raw)
}

fn basic(basic: BasicType, game: Option<Game>, board: Size, raw: &str) -> Result<(), ValueError> {
    match (basic, game) {
        (BasicType::None, _) => none::parse(raw),
        (BasicType::Number, _) => number::parse(raw).map(drop),
        (BasicType::Real, _) => real::parse(raw).map(drop),
        (BasicType::Double, _) => Double::parse(raw).map(drop),
        (BasicType::Color, _) => color::parse(raw).map(drop),
        // Programs write moves of some games in several notations, points in one.
        (BasicType::Move, Some(game)) if games::is_defined(game) => {
            games::check_move(game, raw, board)
        }
        (BasicType::Point, Some(game)) => games::check_point(game, raw, board),
        (BasicType::Stone, Some(game)) => games::check_stone(game, raw, board),
        (
            BasicType::SimpleText
            | BasicType::Text
            | BasicType::Move
            | BasicType::Point
            | BasicType::Stone,
            _,
        ) => Ok(()),
    }
}
