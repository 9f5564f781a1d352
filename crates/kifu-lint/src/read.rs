//! Reads a value strictly, then leniently: valid, repaired or unreadable.

use std::fmt::Display;

use kifu_sgf::games;
use kifu_sgf::schema::{BasicType, Game, Notation, PropertyDef};
use kifu_sgf::value::{
    self, Application, Color, DateList, Double, Figure, GameResult, Lenient, Move, PointItem,
    PrintMode, Real, Repair, Size, Style, ValueError, ValueErrorKind, handicap, komi, number,
    point_list, real, time_limit,
};
use kifu_syntax::{Span, text};

use crate::notation;

/// Result of reading a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Read {
    /// Valid by the standard.
    Fine,
    /// Invalid, with only one possible meaning: this raw value.
    Amended(String, Repair),
    /// Unreadable or ambiguous.
    Bad(ValueError),
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "results are passed as they come"
)]
/// Combines a strict and a lenient reading into a result.
fn both<S, T: Display>(
    strict: Result<S, ValueError>,
    lenient: impl FnOnce() -> Result<Lenient<T>, ValueError>,
) -> Read {
    let Err(error) = strict else {
        return Read::Fine;
    };
    match lenient() {
        Ok(Lenient {
            value,
            repair: Some(repair),
        }) => Read::Amended(value.to_string(), repair),
        Ok(_) => Read::Fine,
        Err(_) => Read::Bad(error),
    }
}

/// Reads the first word of a value that is invalid as a whole, if the rest has no content that the value could hold.
fn or_first_word<T: Display>(
    read: Read,
    raw: &str,
    lenient: impl Fn(&str) -> Result<Lenient<T>, ValueError>,
) -> Read {
    if !matches!(read, Read::Bad(_)) {
        return read;
    }
    match raw.split_ascii_whitespace().next().map(lenient) {
        Some(Ok(first)) => Read::Amended(first.value.to_string(), Repair::TrailingWords),
        _ => read,
    }
}

/// Reads one value of a property.
pub(crate) fn value(def: &PropertyDef, game: Option<Game>, size: Size, raw: &str) -> Read {
    let read = by_identifier(def, game, raw).unwrap_or_else(|| by_type(def, game, size, raw));
    let read = match read {
        Read::Bad(error) if !notation::is_defined(game) && is_of_points(error.kind) => Read::Fine,
        read => read,
    };
    match read {
        Read::Fine => def
            .check_limits(game, raw)
            .map_or_else(Read::Bad, |()| Read::Fine),
        Read::Amended(amended, repair) => match def.check_limits(game, &amended) {
            Ok(()) => Read::Amended(amended, repair),
            Err(error) => Read::Bad(ValueError::new(error.kind, Span::new(0, raw.len()))),
        },
        bad @ Read::Bad(_) => bad,
    }
}

/// Reads values whose form the standard limits beyond their type.
fn by_identifier(def: &PropertyDef, game: Option<Game>, raw: &str) -> Option<Read> {
    Some(match def.identifier {
        "KM" => both(komi::parse(raw), || komi::parse_lenient(raw)),
        "HA" => both(handicap::parse(raw), || handicap::parse_lenient(raw)),
        "TM" => both(time_limit::parse(raw), || time_limit::parse_lenient(raw)),
        "BL" | "WL" => both(real::parse(raw), || time_limit::parse_left_lenient(raw)),
        "RE" if game == Some(Game::Backgammon) => both(GameResult::parse_backgammon(raw), || {
            GameResult::parse_lenient(raw)
        }),
        "RE" => both(GameResult::parse(raw), || GameResult::parse_lenient(raw)),
        "DT" => both(DateList::parse(raw), || DateList::parse_lenient(raw)),
        "AP" => both(Application::parse(raw), || Application::parse_lenient(raw)),
        "FG" => both(Figure::parse(raw), || Figure::parse_lenient(raw)),
        "SZ" => both(value::size::parse(raw), || {
            value::size::parse_lenient(raw).map(|read| read.map(Size::sgf))
        }),
        "ST" => both(Style::parse(raw), || Style::parse_lenient(raw)),
        "PM" => both(PrintMode::parse(raw), || PrintMode::parse_lenient(raw)),
        _ => return None,
    })
}

/// Whether it is a point, a stone or a move that could not be read.
const fn is_of_points(kind: ValueErrorKind) -> bool {
    matches!(
        kind,
        ValueErrorKind::NotAPoint
            | ValueErrorKind::NotAMove
            | ValueErrorKind::NotAStone
            | ValueErrorKind::OffBoard
    )
}

fn by_type(def: &PropertyDef, game: Option<Game>, size: Size, raw: &str) -> Read {
    if let Some((first, second)) = def.value.compose
        && (def.value.single.is_none() || raw.contains(':'))
    {
        return compose(first, second, game, size, raw);
    }
    let Some(single) = def.value.single else {
        return Read::Fine;
    };
    if def.allows_rectangles(game) {
        return points(game, size, raw);
    }
    basic(single, game, size, raw)
}

fn go_like(game: Option<Game>) -> bool {
    game.is_some_and(|game| game.notation() == Notation::GoLike)
}

fn points(game: Option<Game>, size: Size, raw: &str) -> Read {
    let Some(game) = game else {
        return Read::Fine;
    };
    if go_like(Some(game)) {
        return match PointItem::parse(raw, size) {
            Ok(_) => Read::Fine,
            Err(error) => match point_list::parse_lenient(raw, size) {
                Ok(Lenient { value, repair }) => {
                    let items: Vec<_> = value.iter().map(ToString::to_string).collect();
                    Read::Amended(items.join("]["), repair.unwrap_or(Repair::WhiteSpace))
                }
                Err(_) => Read::Bad(error),
            },
        };
    }
    let checked = match raw.split_once(':') {
        Some((first, second)) => games::check_point(game, first, size)
            .and_then(|()| games::check_point(game, second, size)),
        None => games::check_point(game, raw, size),
    };
    checked.map_or_else(Read::Bad, |()| Read::Fine)
}

fn compose(first: BasicType, second: BasicType, game: Option<Game>, size: Size, raw: &str) -> Read {
    let Some((left, right)) = text::split_compose(raw) else {
        return Read::Bad(ValueError::new(
            ValueErrorKind::NotComposed,
            Span::new(0, raw.len()),
        ));
    };
    match (
        basic(first, game, size, left),
        basic(second, game, size, right),
    ) {
        (Read::Fine, Read::Fine) => Read::Fine,
        (Read::Bad(error), _) => Read::Bad(error),
        (_, Read::Bad(error)) => Read::Bad(ValueError::new(
            error.kind,
            error.span.offset_by(left.len() + 1),
        )),
        (Read::Amended(left, repair), Read::Fine) => {
            Read::Amended(format!("{left}:{right}"), repair)
        }
        (Read::Fine, Read::Amended(right, repair)) => {
            Read::Amended(format!("{left}:{right}"), repair)
        }
        (Read::Amended(left, repair), Read::Amended(right, _)) => {
            Read::Amended(format!("{left}:{right}"), repair)
        }
    }
}

fn basic(basic: BasicType, game: Option<Game>, size: Size, raw: &str) -> Read {
    match basic {
        BasicType::None if raw.is_empty() => Read::Fine,
        // `KO[1]` says no more than `KO[]`.
        BasicType::None if matches!(raw.trim(), "" | "1") => {
            Read::Amended(String::new(), Repair::WhiteSpace)
        }
        BasicType::None => Read::Bad(ValueError::new(
            ValueErrorKind::NotEmpty,
            Span::new(0, raw.len()),
        )),
        BasicType::Number => both(number::parse(raw), || number::parse_lenient(raw)),
        BasicType::Real => both::<Real, Real>(real::parse(raw), || real::parse_lenient(raw)),
        BasicType::Double => {
            let read = both(Double::parse(raw), || Double::parse_lenient(raw));
            or_first_word(read, raw, Double::parse_lenient)
        }
        BasicType::Color => {
            let lenient =
                |raw: &str| value::color::parse_lenient(raw).map(|read| read.map(Color::letter));
            let read = both(value::color::parse(raw), || lenient(raw));
            or_first_word(read, raw, lenient)
        }
        BasicType::SimpleText | BasicType::Text => Read::Fine,
        BasicType::Point => match game {
            Some(game) if go_like(Some(game)) => both(value::point::parse_on(raw, size), || {
                value::point::parse_lenient(raw, size)
            }),
            Some(game) => checked(games::check_point(game, raw, size)),
            None => Read::Fine,
        },
        BasicType::Move => match game {
            Some(Game::Go) => both(value::r#move::parse(raw, size), || {
                value::r#move::parse_lenient(raw, size).map(|read| read.map(Move::sgf))
            }),
            Some(game) => checked(games::check_move(game, raw, size)),
            None => Read::Fine,
        },
        BasicType::Stone => match game {
            Some(game) => checked(games::check_stone(game, raw, size)),
            None => Read::Fine,
        },
    }
}

fn checked(checked: Result<(), ValueError>) -> Read {
    checked.map_or_else(Read::Bad, |()| Read::Fine)
}
