use kifu_sgf::value::{
    Color, Date, DateList, GameResult, Overtime, Rank, Real, Reason, Rules, TimeControl,
    ValueErrorKind as Kind, handicap, komi, rank, time_limit,
};
use kifu_syntax::Span;
use proptest::prelude::*;

use super::assert_lenient;

#[test]
fn dates_are_read_with_shortcuts() {
    for (raw, dates) in [
        ("1996", "1996"),
        ("1996-05", "1996-05"),
        ("1996-05,06", "1996-05 1996-06"),
        ("1996-05-06,07,08", "1996-05-06 1996-05-07 1996-05-08"),
        ("1996,1997", "1996 1997"),
        (
            "1996-12-27,28,1997-01-03,04",
            "1996-12-27 1996-12-28 1997-01-03 1997-01-04",
        ),
        ("1996-05,06-07", "1996-05 1996-06-07"),
        ("1996-05,06-07,08", "1996-05 1996-06-07 1996-06-08"),
        (
            "1996-05-06,06-07,08,07-01",
            "1996-05-06 1996-06-07 1996-06-08 1996-07-01",
        ),
        ("1996-05,06,06-07", "1996-05 1996-06 1996-06-07"),
        ("2000-02-29", "2000-02-29"),
    ] {
        let list = DateList::parse(raw).unwrap();
        let read: Vec<String> = list.dates().iter().map(Date::to_string).collect();
        assert_eq!(read.join(" "), dates, "{raw:?}");
        assert_eq!(list.to_string(), raw);
    }
    // Written out in full, and with shortcuts.
    let list = DateList::parse("1996-05-06,1996-05-07").unwrap();
    assert_eq!(list.to_string(), "1996-05-06,07");
}

#[test]
fn dates_that_the_standard_does_not_allow() {
    for (raw, kind, span) in [
        ("", Kind::Empty, 0..0),
        ("1996-05-06,", Kind::NotADate, 11..11),
        ("1996-05-06, 07", Kind::NotADate, 11..14),
        ("96-05", Kind::DateShortcut, 0..5),
        ("05", Kind::DateShortcut, 0..2),
        ("1996,05", Kind::DateShortcut, 5..7),
        ("1996,05-06", Kind::DateShortcut, 5..10),
        ("2004-02-30", Kind::NoSuchDay, 0..10),
        ("1900-02-29", Kind::NoSuchDay, 0..10),
        ("1996-13", Kind::NoSuchDay, 0..7),
        ("1996-00-01", Kind::NoSuchDay, 0..10),
        ("0000-00-00", Kind::NoSuchDay, 0..10),
        ("1996-05-06,32", Kind::NoSuchDay, 11..13),
        ("2003/4/5", Kind::NotADate, 0..8),
        ("1996-5-6", Kind::NotADate, 0..8),
        ("1996-05-06-07", Kind::NotADate, 0..13),
    ] {
        let error = DateList::parse(raw).unwrap_err();
        assert_eq!(
            (error.kind, error.span),
            (kind, Span::from(span)),
            "{raw:?}"
        );
    }
}

#[test]
fn dates_in_other_forms() {
    for (raw, expected) in [
        ("1996-05-06", Some(("1996-05-06", ""))),
        ("1996-05-06, 07", Some(("1996-05-06,07", "WhiteSpace"))),
        (" 1996 ", Some(("1996", "WhiteSpace"))),
        ("2003/4/5", Some(("2003-04-05", "DateFormat"))),
        ("2003.04.05", Some(("2003-04-05", "DateFormat"))),
        ("2004-5-6", Some(("2004-05-06", "DateFormat"))),
        ("2003 04 05", Some(("2003-04-05", "DateFormat"))),
        ("2003年4月5日", Some(("2003-04-05", "DateFormat"))),
        ("2003年", Some(("2003", "DateFormat"))),
        ("20040506", Some(("2004-05-06", "DateFormat"))),
        ("1962-", Some(("1962", "DateFormat"))),
        ("1945-11-", Some(("1945-11", "DateFormat"))),
        ("25/12/2003", Some(("2003-12-25", "DateFormat"))),
        ("12.25.2003", Some(("2003-12-25", "DateFormat"))),
        ("5/5/2003", Some(("2003-05-05", "DateFormat"))),
        ("5 May 2003", Some(("2003-05-05", "MonthName"))),
        ("May 5th, 2003", Some(("2003-05-05", "MonthName"))),
        ("Sept. 1996", Some(("1996-09", "MonthName"))),
        ("1996-Oct-03", Some(("1996-10-03", "MonthName"))),
        (
            "2018-09-02T21:28:24-0000",
            Some(("2018-09-02", "TimeOfDay")),
        ),
        ("2024-11-09 08 09 57", Some(("2024-11-09", "TimeOfDay"))),
        ("2024-11-09 08 09 77", None),
        ("2004/5/6 12:30", Some(("2004-05-06", "TimeOfDay"))),
        (
            "1998-08-10 - 1998-08-12",
            Some(("1998-08-10,11,12", "DateRange")),
        ),
        (
            "1998-08-31..1998-09-01",
            Some(("1998-08-31,09-01", "DateRange")),
        ),
        ("1998-12-30~31", Some(("1998-12-30,31", "DateRange"))),
        ("2003/4/5,2003/4/6", Some(("2003-04-05,06", "DateFormat"))),
        ("2/3 October 1996", Some(("1996-10-02,03", "MonthName"))),
        ("1966, August 5,6", Some(("1966-08-05,06", "MonthName"))),
        ("10, 11 May 1995", Some(("1995-05-10,11", "MonthName"))),
        (
            "29th and 30th June 1995",
            Some(("1995-06-29,30", "MonthName")),
        ),
        ("1968/Oct/3,4", Some(("1968-10-03,04", "MonthName"))),
        ("5-8 May 2003", None),
        ("1968-10-03,4", Some(("1968-10-03,04", "DateFormat"))),
        (
            "Sat Jun 22 10:50:36 PDT 2019",
            Some(("2019-06-22", "TimeOfDay")),
        ),
        ("2001/02/01 19:53:20 UT", Some(("2001-02-01", "TimeOfDay"))),
        ("2004-10-27 16\\:01\\:54", Some(("2004-10-27", "TimeOfDay"))),
        (
            "20221115-153814~20221115-194927",
            Some(("2022-11-15", "TimeOfDay")),
        ),
        (
            "20220923-235441 to 20220924-110925",
            Some(("2022-09-23,24", "DateRange")),
        ),
        ("1898-01-05..", None),
        ("05/06/2003", None),
        ("2004-02-30", None),
        ("1998-08-12 - 1998-08-10", None),
        ("0001 - 9999", None),
        ("1660s", None),
        ("99999999", None),
        ("03-04-05", None),
        ("2003-04/05", None),
        ("May June 2003", None),
        ("yesterday", None),
        ("", None),
        ("-", None),
    ] {
        assert_lenient(raw, DateList::parse_lenient(raw), expected);
    }
}

#[test]
fn dates_in_ranges() {
    let ranges = |raw: &str| {
        let list = DateList::parse(raw).unwrap();
        let ranges: Vec<String> = list
            .ranges()
            .map(|(first, last)| format!("{first}..{last}"))
            .collect();
        ranges.join(" ")
    };
    assert_eq!(
        ranges("1996-12-31,1997-01-01,02,04"),
        "1996-12-31..1997-01-02 1997-01-04..1997-01-04"
    );
    assert_eq!(ranges("1996-11,12,1997-01"), "1996-11..1997-01");
    assert_eq!(ranges("1996,1997,1999"), "1996..1997 1999..1999");
    assert_eq!(Date::of_day(9999, 12, 31).unwrap().next(), None);
}

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

#[test]
fn komi_and_handicap() {
    assert_eq!(komi::parse("-5.5").map(f64::from), Ok(-5.5));
    for (raw, expected) in [
        ("6.5", Some(("6.5", ""))),
        ("6,5", Some(("6.5", "DecimalComma"))),
        ("5.", Some(("5", "MissingDigit"))),
        ("5 1/2", Some(("5.5", "Fraction"))),
        ("-5 1/2", Some(("-5.5", "Fraction"))),
        ("5½", Some(("5.5", "Fraction"))),
        ("1/2", Some(("0.5", "Fraction"))),
        ("3 3/4", Some(("3.75", "Fraction"))),
        ("6目半", Some(("6.5", "Fraction"))),
        ("6.5目", Some(("6.5", "TrailingUnit"))),
        ("6.5 points", Some(("6.5", "TrailingUnit"))),
        ("none", Some(("0", "Word"))),
        ("half", Some(("0.5", "Word"))),
        ("3.75子", None),
        ("5 1/7", None),
        ("5 or 6", None),
        ("", None),
    ] {
        assert_lenient(raw, komi::parse_lenient(raw), expected);
    }
    assert_eq!(handicap::parse("9"), Ok(9));
    assert_eq!(handicap::parse("-2").unwrap_err().kind, Kind::OutOfRange);
    for (raw, expected) in [
        ("0", Some(("0", ""))),
        ("9 stones", Some(("9", "TrailingWords"))),
        ("9 stones, 2", Some(("9", "TrailingWords"))),
        ("2子", Some(("2", "TrailingWords"))),
        ("None", Some(("0", "Word"))),
        ("2.5", None),
        ("-2", None),
        ("吴受先", None),
        ("", None),
    ] {
        assert_lenient(raw, handicap::parse_lenient(raw), expected);
    }
}

#[test]
fn time_limits() {
    for (raw, expected) in [
        ("300", Some(("300", ""))),
        ("3h", Some(("10800", "TimeUnit"))),
        ("1h30m", Some(("5400", "TimeUnit"))),
        ("1.5h", Some(("5400", "TimeUnit"))),
        ("90 min", Some(("5400", "TimeUnit"))),
        ("8 hours each", Some(("28800", "TimeUnit"))),
        ("2m30s", Some(("150", "TimeUnit"))),
        ("1:30:00", Some(("5400", "TimeUnit"))),
        ("60:00", Some(("3600", "TimeUnit"))),
        ("30/3 10m", Some(("600", "TimeWithOvertime"))),
        ("5:00:00(5x1:00)", Some(("18000", "TimeWithOvertime"))),
        ("30:00+30:00/25", Some(("1800", "TimeWithOvertime"))),
        ("1:30", None),
        ("60x", None),
        ("30m1h", None),
        ("-", None),
        ("20s/move", None),
        ("1800,0,30,5", None),
        ("", None),
    ] {
        assert_lenient(raw, time_limit::parse_lenient(raw), expected);
    }
    for (raw, expected) in [
        ("-640.0", Some(("-640", ""))),
        ("1:30", Some(("90", "TimeUnit"))),
        ("1e3", Some(("1000", "Exponent"))),
        ("1m", Some(("60", "TimeUnit"))),
        ("1:75", None),
    ] {
        assert_lenient(raw, time_limit::parse_left_lenient(raw), expected);
    }
}

#[test]
fn overtimes() {
    for (raw, written) in [
        ("5x30 byo-yomi", "5x30 byo-yomi"),
        ("3x60s byo-yomi", "3x60 byo-yomi"),
        ("60 sec/move byo-yomi", "1x60 byo-yomi"),
        ("25/600 Canadian", "25/600 Canadian"),
        ("10/60 canadian", "10/60 Canadian"),
        ("25 moves / 10 min", "25/600 Canadian"),
        ("1 moves / 30 sec", "1/30 Canadian"),
        ("86400 fischer", "86400 fischer"),
        ("60 simple", "60 simple"),
        ("30s/mv", "30 simple"),
        ("0 none", "0 absolute"),
        ("-", "0 absolute"),
    ] {
        assert_eq!(
            Overtime::parse(raw).unwrap().to_string(),
            written,
            "{raw:?}"
        );
    }
    for raw in [
        "",
        "60s",
        "5x30",
        "25/600",
        "x byo-yomi",
        "0x30 byo-yomi",
        "-5 fischer",
        "10 min",
    ] {
        assert!(Overtime::parse(raw).is_err(), "{raw:?}");
    }
    let control = TimeControl::of(Some("600"), Some("5x30 byo-yomi"));
    assert_eq!(control.main.map(Real::get), Some(600.0));
    assert!(matches!(
        control.overtime,
        Some(Overtime::ByoYomi { periods: 5, .. })
    ));
    let control = TimeControl::of(Some("30/3 10m"), None);
    assert!(matches!(
        control.overtime,
        Some(Overtime::ByoYomi { periods: 3, .. })
    ));
    assert_eq!(
        TimeControl::of(None, Some("as usual")),
        TimeControl::default()
    );
}

#[test]
fn ranks() {
    for (raw, expected) in [
        ("10k", Some(("10k", ""))),
        ("3dan", Some(("3d", ""))),
        ("10kyu?", Some(("10k?", ""))),
        ("9p", Some(("9p", ""))),
        ("5k*", Some(("5k*", ""))),
        ("9D", Some(("9d", "LetterCase"))),
        ("9 Dan", Some(("9d", "RankWording"))),
        ("NR ", None),
        ("17k ", Some(("17k", "WhiteSpace"))),
        ("6段", Some(("6d", "RankWording"))),
        ("P9段", Some(("9p", "RankWording"))),
        ("九段", Some(("9d", "RankWording"))),
        ("9 dan pro", Some(("9p", "RankWording"))),
        ("6d ama", Some(("6d", "RankWording"))),
        ("9p, Honinbo", Some(("9p", "TrailingWords"))),
        ("7d ama, 5p", None),
        ("6p & 9p", None),
        ("0k", None),
        ("-8k", None),
        ("Honinbo", None),
        ("?", None),
        ("1800", None),
        ("", None),
    ] {
        assert_lenient(raw, Rank::parse_lenient(raw), expected);
    }
    let strengths =
        ["30k", "1k", "1d", "7d", "1p", "9p"].map(|raw| Rank::parse(raw).unwrap().strength());
    assert!(strengths.is_sorted());
    assert_eq!(Rank::parse("2k?").unwrap().mark, rank::Mark::Uncertain);
}

#[test]
fn rules() {
    for rules in Rules::ALL {
        assert_eq!(Rules::parse(rules.name()), Ok(rules));
    }
    assert_eq!(
        Rules::ALL
            .iter()
            .filter(|rules| rules.is_standard())
            .count(),
        4
    );
    for (raw, expected) in [
        ("Japanese", Some(("Japanese", ""))),
        ("japanese", Some(("Japanese", "LetterCase"))),
        ("JPN", Some(("Japanese", "RulesWording"))),
        ("Chinese rules", Some(("Chinese", "RulesWording"))),
        ("New Zealand", Some(("NZ", "RulesWording"))),
        ("Ing Goe", Some(("GOE", "RulesWording"))),
        ("Tromp/Taylor", Some(("Tromp-Taylor", "RulesWording"))),
        ("Old Chinese", None),
        ("Uchikomi", None),
        ("", None),
    ] {
        assert_lenient(raw, Rules::parse_lenient(raw), expected);
    }
}

fn dates() -> impl Strategy<Value = Date> {
    (1_u16..=9999, 1_u8..=12, 1_u8..=31, 0_u8..3).prop_filter_map(
        "the calendar has it",
        |(year, month, day, shape)| match shape {
            0 => Date::of_year(year),
            1 => Date::of_month(year, month),
            _ => Date::of_day(year, month, day),
        },
    )
}

/// Lists in which years and months come again, so that shortcuts are used.
fn date_lists() -> impl Strategy<Value = DateList> {
    let steps = prop::collection::vec((dates(), any::<bool>(), 0_u8..3), 1..8);
    steps.prop_map(|steps| {
        let mut list: Vec<Date> = Vec::new();
        for (date, follows, shape) in steps {
            let next = list.last().and_then(|last| {
                let (year, month) = (last.year(), date.month().unwrap_or(1));
                match shape {
                    _ if !follows => None,
                    0 => last.next(),
                    1 => Date::of_month(year, month),
                    _ => Date::of_day(year, last.month().unwrap_or(month), date.day().unwrap_or(1)),
                }
            });
            list.push(next.unwrap_or(date));
        }
        DateList::new(list)
    })
}

fn results_of_backgammon_too() -> impl Strategy<Value = GameResult> {
    let winner = prop_oneof![Just(Color::Black), Just(Color::White)];
    let margin = (1_u32..2000).prop_map(|n| Real::new(f64::from(n) / 4.0).unwrap());
    let reason = prop_oneof![
        Just(Reason::Resignation),
        Just(Reason::Time),
        Just(Reason::Forfeit)
    ];
    (winner, margin, reason, 0_u8..7).prop_map(|(winner, margin, reason, kind)| match kind {
        0 => GameResult::Draw,
        1 => GameResult::Void,
        2 => GameResult::Unknown,
        3 => GameResult::win(winner),
        4 => GameResult::win_by(winner, margin),
        5 => GameResult::win_because(winner, reason),
        _ => GameResult::Win {
            winner,
            margin: Some(margin),
            reason: Some(Reason::Resignation),
        },
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        list in date_lists(),
        result in results_of_backgammon_too(),
        count in 1_u32..1000,
        time in 0_u32..100_000,
        number in 1_u8..,
        kind in 0_u8..9,
    ) {
        prop_assert_eq!(DateList::parse(&list.to_string()), Ok(list.clone()));
        // In full, without shortcuts, it is the same list.
        let full: Vec<String> = list.dates().iter().map(Date::to_string).collect();
        prop_assert_eq!(DateList::parse(&full.join(",")), Ok(list));

        prop_assert_eq!(GameResult::parse_backgammon(&result.to_string()), Ok(result));
        if !matches!(result, GameResult::Win { margin: Some(_), reason: Some(_), .. }) {
            prop_assert_eq!(GameResult::parse(&result.to_string()), Ok(result));
        }

        let seconds = Real::new(f64::from(time) / 10.0).unwrap();
        let overtime = match kind % 5 {
            0 => Overtime::ByoYomi { periods: count, seconds },
            1 => Overtime::Canadian { moves: count, seconds },
            2 => Overtime::Fischer { increment: seconds },
            3 => Overtime::Simple { seconds },
            _ => Overtime::Absolute,
        };
        prop_assert_eq!(Overtime::parse(&overtime.to_string()), Ok(overtime));

        let grades = [rank::Grade::Kyu, rank::Grade::Dan, rank::Grade::Professional];
        let marks = [rank::Mark::None, rank::Mark::Uncertain, rank::Mark::Established];
        let rank = Rank {
            number,
            grade: grades[usize::from(kind) % 3],
            mark: marks[usize::from(kind) / 3],
        };
        prop_assert_eq!(Rank::parse(&rank.to_string()), Ok(rank));
    }

    /// The result of a lenient reading is written as a valid value.
    #[test]
    fn repaired_values_are_sound(raw in "[BW01239+:,./ -]{0,9}|[a-zA-Z目半段年月日0-9+ ]{0,9}|\\PC{0,12}") {
        if let Ok(read) = DateList::parse_lenient(&raw) {
            prop_assert_eq!(DateList::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = GameResult::parse_lenient(&raw) {
            prop_assert_eq!(GameResult::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = komi::parse_lenient(&raw) {
            prop_assert_eq!(komi::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = time_limit::parse_lenient(&raw) {
            prop_assert_eq!(time_limit::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = Rank::parse_lenient(&raw) {
            prop_assert_eq!(Rank::parse(&read.value.to_string()), Ok(read.value));
        }
        if let Ok(read) = handicap::parse_lenient(&raw) {
            prop_assert_eq!(handicap::parse(&read.value.to_string()), Ok(read.value));
        }
        let _ = time_limit::parse_left_lenient(&raw);
        let _ = Overtime::parse(&raw);
        let _ = Rules::parse_lenient(&raw);
        let errors = [DateList::parse(&raw).err(), GameResult::parse(&raw).err()];
        for error in errors.into_iter().flatten() {
            prop_assert!(raw.get(error.span.range()).is_some(), "{error:?}");
        }
    }
}
