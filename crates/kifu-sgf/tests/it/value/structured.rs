mod dates;
mod laws;
mod results;

use kifu_sgf::value::{
    Overtime, Rank, Real, RulesName, TimeControl, ValueErrorKind as Kind, handicap, komi, rank,
    time_limit,
};

use super::assert_lenient;

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
        ("１時間", Some(("3600", "TimeUnit"))),
        ("二時間三十分", Some(("9000", "TimeUnit"))),
        ("３６００", Some(("3600", "TimeUnit"))),
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
    assert_eq!(TimeControl::of(Some("-600"), None).main, None);
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
    for rules in RulesName::ALL {
        assert_eq!(RulesName::parse(rules.name()), Ok(rules));
    }
    assert_eq!(
        RulesName::ALL
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
        assert_lenient(raw, RulesName::parse_lenient(raw), expected);
    }
}
