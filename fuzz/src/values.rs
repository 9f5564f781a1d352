//! What a typed value is written as reads back as that value, strictly; a lenient reading is one
//! that can be written.

use std::fmt::{Debug, Display};

use kifu_sgf::schema::Game;
use kifu_sgf::value::{
    Application, DateList, Double, Figure, GameResult, Lenient, Move, Overtime, PointItem,
    PointSet, PrintMode, Rank, RulesName, Size, Style, TimeControl, ValueError, handicap, komi,
    number, real, time_limit,
};
use kifu_sgf::{games, value};
use kifu_syntax::text;

use crate::Choices;

/// Checks all laws of values: of `data` as one raw value.
pub fn check(data: &[u8]) {
    let Ok(raw) = std::str::from_utf8(data) else {
        return;
    };
    let mut choices = Choices::of(data);
    texts(raw);
    let size = match choices.below(4) {
        0 => Size::of::<9, 9>(),
        1 => Size::of::<52, 3>(),
        _ => Size::GO,
    };
    both(raw, value::color::parse, value::color::parse_lenient);
    both(raw, Double::parse, Double::parse_lenient);
    both(raw, DateList::parse, DateList::parse_lenient);
    both(raw, GameResult::parse, GameResult::parse_lenient);
    both(raw, PrintMode::parse, PrintMode::parse_lenient);
    both(raw, Rank::parse, Rank::parse_lenient);
    both(raw, RulesName::parse, RulesName::parse_lenient);
    both_as(
        raw,
        |size| size.sgf().to_string(),
        value::size::parse,
        value::size::parse_lenient,
    );
    both(raw, Style::parse, Style::parse_lenient);
    both(raw, real::parse, real::parse_lenient);
    both(raw, number::parse, number::parse_lenient);
    both(raw, handicap::parse, handicap::parse_lenient);
    both(raw, komi::parse, komi::parse_lenient);
    both(raw, time_limit::parse, time_limit::parse_lenient);
    both_as(
        raw,
        |played: &Move| played.sgf().to_string(),
        |raw| value::r#move::parse(raw, size),
        |raw| value::r#move::parse_lenient(raw, size),
    );
    both(
        raw,
        |raw| value::point::parse_on(raw, size),
        |raw| value::point::parse_lenient(raw, size),
    );
    both(
        raw,
        |raw| PointItem::parse(raw, size),
        |raw| PointItem::parse_lenient(raw, size),
    );
    // A time left may be below zero, and a result of Backgammon of another form.
    let _ = time_limit::parse_left_lenient(raw);
    strict(raw, GameResult::parse_backgammon);
    strict(raw, Overtime::parse);
    let _ = TimeControl::parse(raw);
    let _ = TimeControl::of(Some(raw), Some(raw));

    if let Ok(application) = Application::parse(raw) {
        let written = application.to_string();
        assert_eq!(
            Application::parse(&written).as_ref(),
            Ok(&application),
            "{written:?}"
        );
    }
    if let Ok(figure) = Figure::parse(raw) {
        let written = figure.to_string();
        assert_eq!(Figure::parse(&written).as_ref(), Ok(&figure), "{written:?}");
    }
    lists(raw, size);
    for number in 1..=40 {
        if let Some(game) = Game::from_number(number) {
            let _ = games::check_move(game, raw, size);
            let _ = games::check_point(game, raw, size);
            let _ = games::check_stone(game, raw, size);
        }
    }
}

#[track_caller]
fn strict<T: Display + Debug + PartialEq>(
    raw: &str,
    parse: impl Fn(&str) -> Result<T, ValueError>,
) {
    strict_as(raw, T::to_string, parse);
}

#[track_caller]
fn strict_as<T: Debug + PartialEq>(
    raw: &str,
    write: impl Fn(&T) -> String,
    parse: impl Fn(&str) -> Result<T, ValueError>,
) {
    match parse(raw) {
        Ok(value) => {
            let written = write(&value);
            assert_eq!(parse(&written).as_ref(), Ok(&value), "{written:?}");
        }
        Err(error) => {
            let span = error.span;
            assert!(
                span.end <= raw.len() && raw.is_char_boundary(span.start),
                "{error:?}"
            );
            assert!(raw.is_char_boundary(span.end), "{error:?}");
        }
    }
}

#[track_caller]
fn both<T: Display + Debug + PartialEq>(
    raw: &str,
    parse: impl Fn(&str) -> Result<T, ValueError>,
    lenient: impl Fn(&str) -> Result<Lenient<T>, ValueError>,
) {
    both_as(raw, T::to_string, parse, lenient);
}

/// Both readings of a value that `write` writes in SGF notation.
#[track_caller]
fn both_as<T: Debug + PartialEq>(
    raw: &str,
    write: impl Fn(&T) -> String,
    parse: impl Fn(&str) -> Result<T, ValueError>,
    lenient: impl Fn(&str) -> Result<Lenient<T>, ValueError>,
) {
    strict_as(raw, &write, &parse);
    match (parse(raw), lenient(raw)) {
        (Ok(value), Ok(other)) => assert_eq!(value, other.value, "leniently something else"),
        (Ok(value), Err(error)) => panic!("{value:?} is refused leniently: {error:?}"),
        (Err(_), Ok(other)) => {
            let written = write(&other.value);
            assert_eq!(parse(&written).as_ref(), Ok(&other.value), "{written:?}");
        }
        (Err(_), Err(_)) => {}
    }
}

fn texts(raw: &str) {
    for value in [raw, &text::unescape_text(raw)] {
        let escaped = text::escape_text(value);
        assert_eq!(text::unescape_text(&escaped), text::normalize_text(value));
        let wrapped = text::soft_wrap(&escaped, 3, 20);
        assert_eq!(text::unescape_text(&wrapped), text::normalize_text(value));
        let escaped = text::escape_simple_text(value);
        assert_eq!(
            text::unescape_simple_text(&escaped),
            text::normalize_simple_text(value)
        );
        let pair = value::compose::to_sgf(
            text::escape_compose_simple_text(value),
            text::escape_compose_text(value),
        );
        let (left, right) = text::split_compose(&pair).expect("a colon stands between");
        assert_eq!(
            text::unescape_simple_text(left),
            text::normalize_simple_text(value)
        );
        assert_eq!(text::unescape_text(right), text::normalize_text(value));
    }
    let written = text::escape_brackets(raw);
    assert_eq!(text::unescape_text(&written), text::unescape_text(raw));
    assert_eq!(text::escape_brackets(&written), written);
}

/// A compressed list has the same points.
fn lists(raw: &str, size: Size) {
    let items = raw
        .split('|')
        .filter_map(|raw| PointItem::parse(raw, size).ok());
    let points = value::point_list::expand(items).collect::<PointSet>();
    let compressed = value::point_list::compress(&points);
    assert!(compressed.len() <= points.len());
    let written = compressed
        .iter()
        .map(|item| PointItem::parse(&item.to_string(), size));
    let back = value::point_list::expand(written.map(|item| item.expect("it was written")))
        .collect::<PointSet>();
    assert!(back.iter().eq(points.iter()));
}
