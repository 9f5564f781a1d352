use crate::{board, square};
use kifu_sgf::schema::{Count, Game};
use kifu_sgf::value::{
    self, Application, Color, Double, Figure, FigureFlags, Move, Point, PrintMode, Real, Size,
    Style, ValueErrorKind as Kind, compose, list, none, number, real, simple_text, text,
};
use kifu_syntax::Span;
use proptest::prelude::*;

use super::assert_lenient;

#[test]
fn numbers() {
    for (raw, value) in [("0", 0), ("007", 7), ("+5", 5), ("-0", 0), ("-12", -12)] {
        assert_eq!(number::parse(raw), Ok(value), "{raw:?}");
    }
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("+", Kind::NotANumber, 0..1),
        ("x", Kind::NotANumber, 0..1),
        ("-x", Kind::NotANumber, 1..2),
        ("1.5", Kind::NotANumber, 1..2),
        ("12 ", Kind::NotANumber, 2..3),
        ("9段", Kind::NotANumber, 1..4),
        ("99999999999999999999", Kind::OutOfRange, 0..20),
    ] {
        let error = number::parse(raw).unwrap_err();
        assert_eq!(
            (error.kind, error.span),
            (kind, Span::from(span)),
            "{raw:?}"
        );
    }
    for (raw, expected) in [
        ("7", Some(("7", ""))),
        (" 7\n", Some(("7", "WhiteSpace"))),
        ("3.0", Some(("3", "WholeReal"))),
        ("14\n0", Some(("140", "WhiteSpace"))),
        ("14 0", None),
        ("306 moves", Some(("306", "TrailingWords"))),
        ("1 kk", Some(("1", "TrailingWords"))),
        ("9 stones, 2", None),
        ("2.5", None),
        ("1e3", None),
        ("", None),
        ("x", None),
        ("1,2", None),
    ] {
        assert_lenient(raw, number::parse_lenient(raw), expected);
    }
}

#[test]
fn reals() {
    for (raw, value) in [
        ("6.5", 6.5),
        ("+5", 5.0),
        ("-0", 0.0),
        ("-0.50", -0.5),
        ("0.00", 0.0),
    ] {
        assert_eq!(real::parse(raw).map(f64::from), Ok(value), "{raw:?}");
    }
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        (".5", Kind::NotAReal, 0..1),
        ("5.", Kind::NotAReal, 0..2),
        ("1e3", Kind::NotAReal, 1..2),
        ("6,5", Kind::NotAReal, 1..2),
        ("6.5目", Kind::NotAReal, 3..6),
        ("--5", Kind::NotAReal, 1..2),
        ("inf", Kind::NotAReal, 0..1),
    ] {
        let error = real::parse(raw).unwrap_err();
        assert_eq!(
            (error.kind, error.span),
            (kind, Span::from(span)),
            "{raw:?}"
        );
    }
    let long = "9".repeat(400);
    assert_eq!(real::parse(&long).unwrap_err().kind, Kind::OutOfRange);
    for (raw, expected) in [
        ("6.5", Some(("6.5", ""))),
        ("6,5", Some(("6.5", "DecimalComma"))),
        ("-6,50", Some(("-6.5", "DecimalComma"))),
        ("5.", Some(("5", "MissingDigit"))),
        (".5", Some(("0.5", "MissingDigit"))),
        ("1e3", Some(("1000", "Exponent"))),
        (" 6.5 ", Some(("6.5", "WhiteSpace"))),
        ("1,234,5", None),
        ("1.234,5", None),
        ("inf", None),
        ("nan", None),
        (",", None),
        ("1e999", None),
        ("", None),
        ("1:30", None),
    ] {
        assert_lenient(raw, real::parse_lenient(raw), expected);
    }
}

#[test]
fn none_double_and_color() {
    assert_eq!(none::parse(""), Ok(()));
    assert_eq!(none::parse("hc").unwrap_err().kind, Kind::NotEmpty);
    assert!(none::parse_lenient(" \n").is_ok() && none::parse_lenient("1").is_err());

    for (raw, expected) in [
        ("1", Some(("1", ""))),
        ("2", Some(("2", ""))),
        ("", Some(("1", "EmptyDouble"))),
        (" 2", Some(("2", "WhiteSpace"))),
        ("3", None),
        ("ab", None),
    ] {
        assert_lenient(raw, Double::parse_lenient(raw), expected);
    }
    for (raw, expected) in [
        ("B", Some(("B", ""))),
        ("w", Some(("W", "LetterCase"))),
        (" W ", Some(("W", "WhiteSpace"))),
        ("black", Some(("B", "Word"))),
        ("White", Some(("W", "Word"))),
        ("1", Some(("B", "ColorNumber"))),
        ("2", Some(("W", "ColorNumber"))),
        ("3", None),
        ("eh", None),
        ("w 123", None),
        ("", None),
    ] {
        let read = value::color::parse_lenient(raw).map(|read| read.map(Color::letter));
        assert_lenient(raw, read, expected);
    }
    assert_eq!(Color::Black.opponent(), Color::White);
}

#[test]
fn texts_and_composes() {
    assert_eq!(simple_text::parse("a\\]\nb"), "a] b");
    assert_eq!(text::parse("a\\]\nb"), "a]\nb");
    assert_eq!(simple_text::to_sgf("a]\nb"), "a\\] b");
    assert_eq!(text::to_sgf("a]\nb"), "a\\]\nb");
    assert_eq!(compose::parse("dd:12:30"), Ok(("dd", "12:30")));
    assert_eq!(compose::parse("dd").unwrap_err().kind, Kind::NotComposed);
    assert_eq!(compose::to_sgf(Point::new(0, 1), "x"), "ab:x");
}

#[test]
fn lists_and_elists() {
    let items = |count, values: &[&'static str]| {
        list::items(count, values.iter().copied()).collect::<Vec<_>>()
    };
    assert!(items(Count::EmptyOrList, &[""]).is_empty());
    assert_eq!(items(Count::EmptyOrList, &["", "aa"]), ["", "aa"]);
    assert_eq!(items(Count::List, &[""]), [""]);
    assert_eq!(items(Count::List, &["aa", "bb"]), ["aa", "bb"]);
}

#[test]
fn points() {
    for (raw, column, row) in [("aa", 0, 0), ("sa", 18, 0), ("zA", 25, 26), ("ZZ", 51, 51)] {
        let point = value::point::parse(raw).unwrap();
        assert_eq!(point, Point::new(column, row), "{raw:?}");
        assert_eq!(point.to_string(), raw);
    }
    for raw in ["", "a", "abc", "a1", "é", "{a", "@a", "a "] {
        assert!(value::point::parse(raw).is_err(), "{raw:?}");
    }
    let off = value::point::parse_on("ta", Size::GO).unwrap_err();
    assert_eq!((off.kind, off.span), (Kind::OffBoard, Span::new(0, 2)));
    assert_eq!(
        value::point::parse_on("ma", board(13, 9)),
        Ok(Point::new(12, 0))
    );
    assert!(value::point::parse_on("aj", board(13, 9)).is_err());
    for (raw, expected) in [
        ("dd", Some(("dd", ""))),
        ("d d", Some(("dd", "WhiteSpace"))),
        ("\ndd", Some(("dd", "WhiteSpace"))),
        ("QD", Some(("qd", "LetterCase"))),
        ("qD", Some(("qd", "LetterCase"))),
        ("tt", None),
        ("d", None),
        ("ddd", None),
        ("D4", None),
    ] {
        assert_lenient(raw, value::point::parse_lenient(raw, Size::GO), expected);
    }
    assert_lenient(
        "QD",
        value::point::parse_lenient("QD", square(52)),
        Some(("QD", "")),
    );
    assert_eq!(Point::new(52, 0).to_string(), "52:0");
}

#[test]
fn moves() {
    let read = |raw, size| value::r#move::parse(raw, square(size));
    assert_eq!(read("", 19), Ok(Move::Pass));
    assert_eq!(read("tt", 19), Ok(Move::Pass));
    assert_eq!(read("tt", 20), Ok(Move::Play(Point::new(19, 19))));
    assert_eq!(
        value::r#move::parse("tt", board(19, 20)).unwrap_err().kind,
        Kind::OffBoard
    );
    assert_eq!(read("pd", 19).unwrap().point(), Some(Point::new(15, 3)));
    assert_eq!(read("pd", 9).unwrap_err().kind, Kind::OffBoard);
    for (raw, expected) in [
        ("pass", Some(("", "Word"))),
        ("PASS", Some(("", "Word"))),
        ("``", Some(("", "Word"))),
        (" ", Some(("", "WhiteSpace"))),
        ("p d", Some(("pd", "WhiteSpace"))),
        ("PD", Some(("pd", "LetterCase"))),
        ("R16", None),
        ("passed", None),
    ] {
        let read = value::r#move::parse_lenient(raw, Size::GO).map(|read| read.map(Move::sgf));
        assert_lenient(raw, read, expected);
    }
}

#[test]
fn sizes() {
    assert_eq!(value::size::parse("19"), Ok(Size::GO));
    assert_eq!(value::size::parse("13:9"), Ok(board(13, 9)));
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("0", Kind::OutOfRange, 0..1),
        ("-10", Kind::OutOfRange, 0..3),
        ("70000", Kind::OutOfRange, 0..5),
        ("19:19", Kind::SquareSize, 0..5),
        ("9:x", Kind::NotASize, 2..3),
        ("19x19", Kind::NotASize, 0..5),
        ("9:", Kind::Empty, 2..2),
    ] {
        let error = value::size::parse(raw).unwrap_err();
        assert_eq!(
            (error.kind, error.span),
            (kind, Span::from(span)),
            "{raw:?}"
        );
    }
    for (raw, expected) in [
        ("19:19", Some(("19", "SquareSize"))),
        ("19x19", Some(("19", "SizeSeparator"))),
        ("19 19", Some(("19", "SizeSeparator"))),
        ("13 × 9", Some(("13:9", "SizeSeparator"))),
        (" 19 ", Some(("19", "WhiteSpace"))),
        ("-10", None),
        ("1900000", None),
        ("19x", None),
        ("x19", None),
        ("19x19x19", None),
    ] {
        let read = value::size::parse_lenient(raw).map(|read| read.map(Size::sgf));
        assert_lenient(raw, read, expected);
    }
    assert_eq!(value::size::default_of(Game::Hex), Some(square(11)));
    assert_eq!(value::size::default_of(Game::Kropki), None);
    assert!(value::size::fits(square(52), Game::Go) && !value::size::fits(board(9, 53), Game::Go));
    assert!(value::size::fits(square(1000), Game::Hex));
}

#[test]
fn applications() {
    for (raw, expected) in [
        ("CGoban:3", Some(("CGoban:3", ""))),
        ("MultiGo:3:9", Some((r"MultiGo:3\:9", ""))),
        (r"a\:b:c", Some((r"a\:b:c", ""))),
        ("yenw-tygem", Some(("yenw-tygem:", "MissingPart"))),
        ("", None),
        (" ", None),
    ] {
        assert_lenient(raw, Application::parse_lenient(raw), expected);
    }
    let application = Application::parse(r"a\:b:1\]").unwrap();
    assert_eq!((&*application.name, &*application.version), ("a:b", "1]"));
}

#[test]
fn figures() {
    assert_eq!(Figure::parse("").unwrap(), Figure::default());
    let (flags, name) = Figure::parse("515:Dia. 3").unwrap().caption.unwrap();
    assert_eq!(name, "Dia. 3");
    assert!(!flags.shows_coordinates() && !flags.shows_name() && !flags.shows_star_points());
    assert!(flags.lists_hidden_moves() && flags.removes_captured_stones());
    assert!(FigureFlags::new(32768).ignores_others() && !flags.ignores_others());
    for (raw, expected) in [
        ("259:", Some(("259:", ""))),
        ("257", Some(("257:", "MissingPart"))),
        ("x:y", None),
        ("-1:y", None),
        ("65536:y", None),
    ] {
        assert_lenient(raw, Figure::parse_lenient(raw), expected);
    }
}

#[test]
fn styles_and_print_modes() {
    let style = Style::parse("2").unwrap();
    assert!(!style.shows_siblings && style.no_markup);
    for raw in ["0", "1", "2", "3"] {
        assert_eq!(Style::parse(raw).unwrap().to_string(), raw);
    }
    assert_eq!(Style::parse("9").unwrap_err().kind, Kind::OutOfRange);
    assert_lenient(" 1", Style::parse_lenient(" 1"), Some(("1", "WhiteSpace")));

    for raw in ["0", "1", "2"] {
        assert_eq!(PrintMode::parse(raw).unwrap().to_string(), raw);
    }
    assert_eq!(PrintMode::parse("7").unwrap_err().kind, Kind::OutOfRange);
    assert_lenient(
        " 0",
        PrintMode::parse_lenient(" 0"),
        Some(("0", "WhiteSpace")),
    );
    for (first, last, printed) in [
        (32, 78, 78),
        (102, 177, 77),
        (67, 117, 117),
        (154, 213, 113),
        // A number below the hundred of the first one stays.
        (154, 2, 2),
        (254, 154, 154),
    ] {
        assert_eq!(PrintMode::ModuloHundred.printed(first, last), Some(printed));
    }
    assert_eq!(PrintMode::None.printed(1, 1), None);
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        number in any::<i64>(),
        real in any::<f64>(),
        column in 0_u16..52,
        row in 0_u16..52,
        columns in 1_u16..,
        rows in 1_u16..,
        bits in any::<u16>(),
        name in any::<String>(),
        version in any::<String>(),
    ) {
        prop_assert_eq!(number::parse(&number::to_sgf(number)), Ok(number));
        if let Some(real) = Real::new(real) {
            prop_assert_eq!(Real::parse(&real.to_string()), Ok(real));
        }
        let point = Point::new(column, row);
        prop_assert_eq!(value::point::parse(&point.to_string()), Ok(point));
        let size = board(columns, rows);
        prop_assert_eq!(value::size::parse(&size.sgf().to_string()), Ok(size));
        let board = square(52);
        for played in [Move::Pass, Move::Play(point)] {
            prop_assert_eq!(value::r#move::parse(&played.sgf().to_string(), board), Ok(played));
        }
        let name = kifu_syntax::text::normalize_simple_text(&name);
        let version = kifu_syntax::text::normalize_simple_text(&version);
        let figure = Figure { caption: Some((FigureFlags::new(bits), name.clone())) };
        let raw = figure.to_string();
        prop_assert_eq!(Figure::parse(&raw), Ok(figure));
        let application = Application { name, version };
        let raw = application.to_string();
        prop_assert_eq!(Application::parse(&raw), Ok(application));
    }

    #[test]
    fn hostile_values_are_refused_quietly(raw in any::<String>()) {
        let size = Size::GO;
        let errors = [
            number::parse(&raw).err(),
            real::parse(&raw).err(),
            value::r#move::parse(&raw, size).err(),
            value::size::parse(&raw).err(),
            Figure::parse(&raw).err(),
        ];
        for error in errors.into_iter().flatten() {
            prop_assert!(raw.get(error.span.range()).is_some(), "{error:?}");
        }
        let _ = number::parse_lenient(&raw);
        let _ = real::parse_lenient(&raw);
        let _ = value::r#move::parse_lenient(&raw, size);
        let _ = value::size::parse_lenient(&raw);
        let _ = Figure::parse_lenient(&raw);
        let _ = value::color::parse_lenient(&raw);
        let _ = Double::parse_lenient(&raw);
        let _ = Application::parse_lenient(&raw);
    }
}
