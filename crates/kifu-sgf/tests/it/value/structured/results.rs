//! Results of games.

use kifu_sgf::value::{
    Color, DateList, GameResult, Grade, Overtime, Rank, Real, Reason, ValueErrorKind as Kind,
};
use kifu_syntax::Span;

use super::super::assert_lenient;

#[test]
fn results() {
    for (raw, written) in [
        ("0", "Draw"),
        ("Draw", "Draw"),
        ("Void", "Void"),
        ("?", "?"),
        ("B+", "B+"),
        ("W+3.50", "W+3.5"),
        ("B+R", "B+R"),
        ("B+Resign", "B+R"),
        ("W+Time", "W+T"),
        ("W+F", "W+F"),
    ] {
        assert_eq!(
            GameResult::parse(raw).unwrap().to_string(),
            written,
            "{raw:?}"
        );
    }
    assert_eq!(
        GameResult::parse("B+R"),
        Ok(GameResult::win_because(Color::Black, Reason::Resignation))
    );
    assert_eq!(
        GameResult::parse("W+2").unwrap().winner(),
        Some(Color::White)
    );
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("draw", Kind::NotAResult, 0..4),
        ("b+r", Kind::NotAResult, 0..3),
        ("B+ 3", Kind::NotAResult, 2..4),
        ("B+-5", Kind::NotAResult, 2..4),
        ("B+6R", Kind::NotAResult, 2..4),
        ("W+Score", Kind::NotAResult, 2..7),
    ] {
        let error = GameResult::parse(raw).unwrap_err();
        assert_eq!(
            (error.kind, error.span),
            (kind, Span::from(span)),
            "{raw:?}"
        );
    }
}

#[test]
fn results_of_backgammon() {
    for (raw, written) in [
        ("B+6R", "B+6R"),
        ("W+2Resign", "W+2R"),
        ("B+4", "B+4"),
        ("W+R", "W+R"),
    ] {
        assert_eq!(
            GameResult::parse_backgammon(raw).unwrap().to_string(),
            written
        );
    }
    for raw in ["B+6T", "B+R6", "B+6 R"] {
        assert!(GameResult::parse_backgammon(raw).is_err(), "{raw:?}");
    }
}

#[test]
fn results_in_other_words() {
    for (raw, expected) in [
        ("B+3.5", Some(("B+3.5", ""))),
        ("\\B+3\\.5", Some(("B+3.5", ""))),
        ("B+R ", Some(("B+R", "WhiteSpace"))),
        ("b+r", Some(("B+R", "LetterCase"))),
        ("B+Res", Some(("B+R", "ResultWording"))),
        ("B+resign", Some(("B+R", "ResultWording"))),
        ("B+ 3,5", Some(("B+3.5", "ResultWording"))),
        ("B+.5", Some(("B+0.5", "ResultWording"))),
        ("B+1/2", Some(("B+0.5", "ResultWording"))),
        ("W+3 1/2", Some(("W+3.5", "ResultWording"))),
        ("W+1半", Some(("W+1.5", "ResultWording"))),
        ("W+3目半", Some(("W+3.5", "ResultWording"))),
        ("B+3.5 points", Some(("B+3.5", "ResultWording"))),
        ("W+Time Over", Some(("W+T", "ResultWording"))),
        ("W+Forfeit.", Some(("W+F", "ResultWording"))),
        ("Jigo", Some(("Draw", "ResultWording"))),
        ("DRAW", Some(("Draw", "ResultWording"))),
        ("The game is a draw", Some(("Draw", "ResultWording"))),
        ("void", Some(("Void", "ResultWording"))),
        ("Unfinished", Some(("Void", "ResultWording"))),
        ("White resigns.", Some(("B+R", "ResultWording"))),
        ("W resigned", Some(("B+R", "ResultWording"))),
        ("Black lost on time", Some(("W+T", "ResultWording"))),
        ("W wins by time", Some(("W+T", "ResultWording"))),
        ("White wins by resignation", Some(("W+R", "ResultWording"))),
        (
            "black wins by 5 3/4 points",
            Some(("B+5.75", "ResultWording")),
        ),
        ("黑中盘胜", Some(("B+R", "ResultWording"))),
        ("黒中押し勝ち", Some(("B+R", "ResultWording"))),
        ("白3目半勝ち", Some(("W+3.5", "ResultWording"))),
        ("白胜43.5目", Some(("W+43.5", "ResultWording"))),
        ("흑 불계승", Some(("B+R", "ResultWording"))),
        ("W+R (152 moves)", Some(("W+R", "ResultRemark"))),
        ("? (No further moves known)", Some(("?", "ResultRemark"))),
        ("Both lost", None),
        ("0.5", None),
        ("W+Abandoned", None),
        ("B+Score", None),
        ("B+-5", None),
        ("B+0.0.5", None),
        ("W+J", None),
        ("W+Jigo", None),
        ("B+7.5?", None),
        ("B+1.5 ? W+timeout", None),
        ("X+", None),
        ("W+ (but Black does not lose)", Some(("W+", "ResultRemark"))),
        ("B+, human judge for communication error", None),
        ("Bob+3", None),
        ("白胜1子", Some(("W+2", "ResultInStones"))),
        ("", None),
    ] {
        assert_lenient(raw, GameResult::parse_lenient(raw), expected);
    }
}

/// What the module's documentation names as exceptions, and nothing that a lenient reading returns.
#[test]
fn values_that_no_record_has_do_not_read_back() {
    let half = Real::new(0.5).unwrap();
    let by_time = GameResult::Win {
        winner: Color::Black,
        margin: Some(half),
        reason: Some(Reason::Time),
    };
    let negative = GameResult::win_by(Color::Black, Real::from(-3));
    for (result, written) in [(by_time, "B+0.5T"), (negative, "B+-3")] {
        assert_eq!(result.to_string(), written);
        assert!(GameResult::parse(written).is_err());
        assert!(GameResult::parse_backgammon(written).is_err());
    }
    assert_eq!(DateList::default().to_string(), "");
    assert!(DateList::parse("").is_err());
    let zero = Rank::new(0, Grade::Kyu).to_string();
    assert!(Rank::parse(&zero).is_err(), "{zero}");
    let zero = Overtime::ByoYomi {
        periods: 0,
        seconds: half,
    }
    .to_string();
    assert!(Overtime::parse(&zero).is_err(), "{zero}");
}
