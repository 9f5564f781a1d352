//! Dates, their shortcuts, ranges and repairs.

use kifu_sgf::value::{Date, DateList, ValueErrorKind as Kind};
use kifu_syntax::Span;

use super::super::assert_lenient;

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
