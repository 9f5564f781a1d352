//! Dates in other forms than that of the standard.

use super::{Date, DateList, parse_item};
use crate::value::{Lenient, Repair, scan};

/// The most dates a range may stand for, so that a few bytes never become a long list.
const LONGEST_RANGE: usize = 1000;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Reads `raw` if it can mean one thing only.
pub(super) fn read(raw: &str) -> Option<Lenient<DateList>> {
    let text = scan::trim(raw);
    let without_blanks: String = text.chars().filter(|char| !char.is_whitespace()).collect();
    if let Ok(value) = DateList::parse(&without_blanks)
        && text.split(',').all(|item| !scan::trim(item).contains(' '))
    {
        return Some(Lenient::repaired(value, Repair::WhiteSpace));
    }
    if let Some((date, repair)) = single(text) {
        return Some(Lenient::repaired(DateList::new(vec![date]), repair));
    }
    if let Some(dates) = range(text) {
        return Some(Lenient::repaired(DateList::new(dates), Repair::DateRange));
    }
    let mut dates = Vec::new();
    let mut worst = Repair::WhiteSpace;
    for item in text.split(',') {
        let item = scan::trim(item);
        if let Ok(date) = parse_item(item, dates.last().copied()) {
            dates.push(date);
        } else {
            let (date, repair) = single(item)?;
            dates.push(date);
            worst = worst.max(repair);
        }
    }
    Some(Lenient::repaired(DateList::new(dates), worst))
}

/// Two whole dates with a sign of a range between them.
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
    while let Some(&date) = dates.last()
        && date != last
    {
        if dates.len() > LONGEST_RANGE {
            return None;
        }
        dates.push(date.next()?);
    }
    Some(dates)
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

/// A date with a time of day behind it: `2018-09-02T21:28:24-0000`, `2004/5/6 12:30`.
fn with_time(text: &str) -> Option<Date> {
    let (date, time) = text.split_once(['T', ' ', '\t'])?;
    let time = time.trim_start();
    let (hours, rest) = scan::split_digits(time);
    let (minutes, _) = scan::split_digits(rest.strip_prefix(':')?);
    let is_time = matches!(hours.len(), 1 | 2)
        && minutes.len() == 2
        && time
            .chars()
            .all(|char| char.is_ascii_digit() || ": .+-ZAPMapm".contains(char));
    if !is_time {
        return None;
    }
    parse_item(date, None)
        .ok()
        .or_else(|| numeric(&words(date)?))
}

/// A word of a date, and the separator in front of it.
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
    // A separator may stand at the end: `1962-`, `2003年`.
    let words = match words {
        [head @ .., last] if last.text.is_empty() && !head.is_empty() => head,
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
            // Only a number above 12 tells the day from the month.
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
        "年" | "月" => "-".to_owned(),
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
        if let Some(number) = month_number(word.text) {
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
            let is_ordinal =
                word.separator.is_empty() && scan::is_one_of(word.text, &["st", "nd", "rd", "th"]);
            (is_ordinal || word.text.is_empty()).then_some(())?;
        }
    }
    match day {
        None => Date::of_month(year?, month?),
        Some(day) => Date::of_day(year?, month?, day),
    }
}

fn month_number(word: &str) -> Option<u8> {
    let word = word.to_ascii_lowercase();
    let index = MONTHS.iter().position(|&month| {
        word == month || word == month[..3] || (word == "sept" && month == "september")
    })?;
    // There are twelve.
    Some(index as u8 + 1)
}
