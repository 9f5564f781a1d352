//! Dates in forms outside of the standard.

use super::{Date, DateList, months, parse_item, wild};
use crate::value::{Lenient, Repair, scan};

/// Maximum number of dates in a range, so that a few bytes never become a long list.
pub(super) const LONGEST_RANGE: usize = 1000;

const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// Reads `raw` if it has only one possible meaning.
pub(super) fn read(raw: &str) -> Option<Lenient<DateList>> {
    let text = scan::trim(raw);
    let read = usual(text).or_else(|| wild::read(text))?;
    // In `1996/12/31, 1/1` the year of the second day is another one, which is not written.
    let is_short = read.repair != Some(Repair::WhiteSpace);
    (!is_short || read.value.dates().is_sorted()).then_some(read)
}

/// Reads the forms that programs write.
fn usual(text: &str) -> Option<Lenient<DateList>> {
    let without_blanks: String = text.chars().filter(|char| !char.is_whitespace()).collect();
    if let Ok(value) = DateList::parse(&without_blanks)
        && text.split(',').all(|item| !scan::trim(item).contains(' '))
    {
        return Some(Lenient::repaired(value, Repair::WhiteSpace));
    }
    if let Some((date, repair)) = single(text) {
        return Some(Lenient::repaired(DateList::new(vec![date]), repair));
    }
    if let Some(dates) = days_with_month_name(text) {
        return Some(Lenient::repaired(DateList::new(dates), Repair::MonthName));
    }
    if let Some(dates) = range(text) {
        // The beginning and the end of a game on one day are times, not a range.
        let repair = match dates.len() {
            1 => Repair::TimeOfDay,
            _ => Repair::DateRange,
        };
        return Some(Lenient::repaired(DateList::new(dates), repair));
    }
    let mut dates = Vec::new();
    let mut worst = Repair::WhiteSpace;
    for item in text.split(',') {
        let item = scan::trim(item);
        if let Ok(date) = parse_item(item, dates.last().copied()) {
            dates.push(date);
        } else {
            let (date, repair) = single(item).or_else(|| lone_day(item, dates.last()))?;
            dates.push(date);
            worst = worst.max(repair);
        }
    }
    Some(Lenient::repaired(DateList::new(dates), worst))
}

/// Reads two complete dates with a range sign between them.
fn range(text: &str) -> Option<Vec<Date>> {
    let signs = ["..", "~", "〜", "–", "—", "--", " - ", " to ", "/"];
    let (first, last) = signs.iter().find_map(|sign| {
        let (first, last) = text.split_once(sign)?;
        let whole = |text: &str| {
            let item = scan::trim(text);
            parse_item(item, None)
                .ok()
                .or_else(|| single(item).map(|(date, _)| date))
        };
        let last_item = scan::trim(last);
        let first = whole(first)?;
        let last = whole(last).or_else(|| parse_item(last_item, Some(first)).ok())?;
        // A stroke also separates year, month and day.
        (*sign != "/" || first.day().is_some()).then_some((first, last))
    })?;
    let mut dates = vec![first];
    fill(&mut dates, last)?;
    Some(dates)
}

/// Adds the dates after the last one, up to `last`; `None` if there are too many.
pub(super) fn fill(dates: &mut Vec<Date>, last: Date) -> Option<()> {
    while let Some(&date) = dates.last()
        && date != last
    {
        if dates.len() > LONGEST_RANGE {
            return None;
        }
        dates.push(date.next()?);
    }
    Some(())
}

/// A day of one digit after another day: the `4` of `2003-10-03,4`.
fn lone_day(item: &str, before: Option<&Date>) -> Option<(Date, Repair)> {
    let before = before.filter(|date| date.day().is_some())?;
    let day = item.parse().ok().filter(|_| scan::is_digits(item))?;
    let date = Date::of_day(before.year(), before.month()?, day)?;
    Some((date, Repair::DateFormat))
}

/// One date.
fn single(text: &str) -> Option<(Date, Repair)> {
    if let Ok(date) = parse_item(text, None) {
        return Some((date, Repair::WhiteSpace));
    }
    if let Some(date) = with_time(text) {
        return Some((date, Repair::TimeOfDay));
    }
    let words = words(text)?;
    with_month_name(&words)
        .map(|date| (date, Repair::MonthName))
        .or_else(|| numeric(&words).map(|date| (date, Repair::DateFormat)))
}

/// Reads a date with a time of day: `2018-09-02T21:28:24-0000`, `20180902-212824`, `2004/5/6 12:30 UT`, `2024-11-09 08
/// 09 57`, or in the form of C programs, `Sat Jun 22 10:50:36 PDT 2019`.
fn with_time(text: &str) -> Option<Date> {
    if let Some((date, time)) = text.split_once('T')
        && is_time(time)
    {
        return parse_item(date, None).ok();
    }
    if let Some((date, time)) = text.split_once('-')
        && (date.len(), time.len()) == (8, 6)
        && scan::is_digits(time)
    {
        return numeric(&words(date)?);
    }
    let mut words: Vec<&str> = text.split_whitespace().collect();
    // A time without signs is one after a whole date only.
    if let &[date, hours, minutes, seconds] = &words[..]
        && is_clock([hours, minutes, seconds])
    {
        return parse_item(date, None)
            .ok()
            .filter(|date| date.day().is_some());
    }
    let time = words.iter().position(|word| is_time(word))?;
    words.remove(time);
    // A time zone, or `am` and `pm`.
    let is_zone = |word: &&str| {
        word.starts_with("GMT")
            || word.starts_with("UTC")
            || word.len() <= 5
                && (word.bytes().all(|byte| byte.is_ascii_uppercase())
                    || scan::is_one_of(word, &["am", "pm"])
                    || word.strip_prefix(['+', '-']).is_some_and(scan::is_digits))
                && months::number(word).is_none()
    };
    if words.get(time).is_some_and(is_zone) {
        words.remove(time);
    }
    let is_weekday = |word: &&str| {
        WEEKDAYS.iter().any(|day| {
            let word = word.trim_end_matches(',');
            word.eq_ignore_ascii_case(day) || word.eq_ignore_ascii_case(&day[..3])
        })
    };
    if words.first().is_some_and(is_weekday) {
        words.remove(0);
    }
    let date = words.join(" ");
    if let Ok(date) = parse_item(&date, None) {
        return Some(date);
    }
    let words = self::words(&date)?;
    numeric(&words).or_else(|| with_month_name(&words))
}

/// Hours, minutes and seconds, of two digits each: `08`, `09`, `57`.
fn is_clock(parts: [&str; 3]) -> bool {
    let is_below = |part: &str, end| part.len() == 2 && part.parse::<u8>().is_ok_and(|n| n < end);
    parts
        .into_iter()
        .zip([24, 60, 60])
        .all(|(part, end)| is_below(part, end))
}

/// `21:28`, `21:28:24`, `21:28:24.123`, with a zone directly after it: `Z`, `+0200`.
fn is_time(text: &str) -> bool {
    let (hours, rest) = scan::split_digits(text);
    let (minutes, rest) = match rest.strip_prefix(':') {
        Some(rest) => scan::split_digits(rest),
        None => return false,
    };
    matches!(hours.len(), 1 | 2)
        && minutes.len() == 2
        && rest
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b":.+-Z".contains(&byte))
}

/// Several days of one month: `2/3 October 1996`, `1966, August 5,6`, `10, 11 May 1995`.
fn days_with_month_name(text: &str) -> Option<Vec<Date>> {
    let mut month = None;
    let mut year = None;
    let mut days: Vec<u8> = Vec::new();
    let words = text.split(|char: char| char.is_whitespace() || ",./&-".contains(char));
    for word in words.filter(|word| !word.is_empty() && *word != "and") {
        if let Some(number) = months::number(word) {
            month.replace(number).is_none().then_some(())?;
        } else if word.len() == 4 && scan::is_digits(word) {
            year.replace(word.parse().ok()?).is_none().then_some(())?;
        } else {
            let (day, ordinal) = scan::split_digits(word);
            (ordinal.is_empty() || scan::is_one_of(ordinal, &ORDINALS)).then_some(())?;
            days.push(day.parse().ok()?);
        }
    }
    // Days with a stroke between them may be a range.
    let follow = days
        .windows(2)
        .all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    let ascend = days.is_sorted_by(|first, second| first < second);
    if days.len() < 2 || !ascend || (text.contains('-') && !follow) {
        return None;
    }
    let (year, month) = (year?, month?);
    let dates = days.into_iter().map(|day| Date::of_day(year, month, day));
    dates.collect()
}

/// A word of a date, and the separator before it.
#[derive(Clone, Copy)]
struct Word<'a> {
    separator: &'a str,
    text: &'a str,
}

/// The words and numbers of a date; `None` if there are more than three, or something else.
fn words(text: &str) -> Option<Vec<Word<'_>>> {
    let is_separator = |char: char| {
        char.is_whitespace() || matches!(char, '-' | '/' | '.' | ',' | '年' | '月' | '日')
    };
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (separator, behind) = split_while(rest, is_separator);
        let (word, behind) = if behind.starts_with(|char: char| char.is_ascii_digit()) {
            scan::split_digits(behind)
        } else {
            split_while(behind, |char| char.is_alphabetic() && !is_separator(char))
        };
        if word.is_empty() && !behind.is_empty() || words.len() > 4 {
            return None;
        }
        words.push(Word {
            separator,
            text: word,
        });
        rest = behind;
    }
    Some(words)
}

fn split_while(text: &str, keep: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|char| !keep(char)).unwrap_or(text.len()))
}

/// A date of numbers: `2003/4/5`, `2003年4月5日`, `20030405`, `1962-`, `25.12.2003`.
fn numeric(words: &[Word<'_>]) -> Option<Date> {
    // A separator may be at the end: `1962-`, `2003年`.
    let words = match words {
        [head @ .., last] if last.text.is_empty() && !head.is_empty() => {
            // Two points are a range without an end.
            (last.separator.chars().count() == 1).then_some(head)?
        }
        words => words,
    };
    if !words.iter().all(|word| scan::is_digits(word.text)) || !words.first()?.separator.is_empty()
    {
        return None;
    }
    let number = |word: &Word<'_>| word.text.parse::<u16>().ok();
    let small = |word: &Word<'_>| {
        (word.text.len() <= 2)
            .then(|| word.text.parse::<u8>().ok())
            .flatten()
    };
    match words {
        [year] if year.text.len() == 4 => Date::of_year(number(year)?),
        [whole] if whole.text.len() == 8 => {
            let (year, rest) = whole.text.split_at(4);
            let (month, day) = rest.split_at(2);
            // Eight digits that are no date of our times may be anything.
            let year = year
                .parse()
                .ok()
                .filter(|year| (1500..2200).contains(year))?;
            Date::of_day(year, month.parse().ok()?, day.parse().ok()?)
        }
        [year, month] if year.text.len() == 4 => Date::of_month(number(year)?, small(month)?),
        [year, month, day] if year.text.len() == 4 && same_separators(month, day) => {
            Date::of_day(number(year)?, small(month)?, small(day)?)
        }
        [first, second, year] if year.text.len() == 4 && same_separators(second, year) => {
            let (first, second, year) = (small(first)?, small(second)?, number(year)?);
            // Only a number above 12 distinguishes the day from the month.
            match (first > 12, second > 12) {
                (true, false) => Date::of_day(year, second, first),
                (false, true) => Date::of_day(year, first, second),
                _ if first == second => Date::of_day(year, first, second),
                _ => None,
            }
        }
        _ => None,
    }
}

fn same_separators(first: &Word<'_>, second: &Word<'_>) -> bool {
    let kind = |word: &Word<'_>| match word.separator.trim() {
        "年" | "月" => "年月".to_owned(),
        separator => separator.to_owned(),
    };
    kind(first) == kind(second)
}

/// A date with the name of its month: `5 May 2003`, `May 5th, 2003`, `Oct 1996`.
fn with_month_name(words: &[Word<'_>]) -> Option<Date> {
    let mut month = None;
    let mut year = None;
    let mut day = None;
    for word in words {
        if let Some(number) = months::number(word.text) {
            month.replace(number).is_none().then_some(())?;
        } else if word.text.len() == 4 && scan::is_digits(word.text) {
            year.replace(word.text.parse().ok()?)
                .is_none()
                .then_some(())?;
        } else if matches!(word.text.len(), 1 | 2) && scan::is_digits(word.text) {
            day.replace(word.text.parse().ok()?)
                .is_none()
                .then_some(())?;
        } else {
            let is_ordinal = word.separator.is_empty() && scan::is_one_of(word.text, &ORDINALS);
            (is_ordinal || word.text.is_empty()).then_some(())?;
        }
    }
    match day {
        None => Date::of_month(year?, month?),
        Some(day) => Date::of_day(year?, month?, day),
    }
}
