//! Dates in free wording: lists and ranges in any form, eras, remarks.
//!
//! A date is a row of numbers, each with the text before it and possibly a unit (`年`, `月`, `日`) after it. From the
//! left, each number completes the current item or begins the next one.

use super::era::{self, Calendar, Counting};
use super::wording::{LONGEST_RANGE, fill};
use super::{Date, DateList};
use crate::value::{Lenient, Repair, han, scan};

/// The units of dates; `None` for no unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Year,
    Month,
    Day,
}

/// Text between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// The separator of parts of one date: nothing, a blank, or this sign.
    Part(char),
    /// `-`: between the parts of a date, or between the first and the last day.
    Dash,
    List,
    Range,
}

#[derive(Clone, Copy, Debug)]
struct Number {
    gap: Gap,
    value: u16,
    digits: usize,
    unit: Option<Unit>,
    calendar: Calendar,
}

/// A date under construction.
#[derive(Clone, Copy, Debug)]
struct Item {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
    /// Whether it includes all days from the item before up to this one.
    is_range: bool,
    /// Whether the year was written, not taken from the item before.
    has_year: bool,
}

/// Reads `text` if all of its numbers, except in remarks, belong to dates with only one possible meaning.
pub(super) fn read(text: &str) -> Option<Lenient<DateList>> {
    let ascii = han::to_ascii(text);
    let (body, has_remark) = without_brackets(&ascii);
    let body = without_label(scan::trim(&body));
    let (numbers, has_era, rest) = numbers(body)?;
    let has_remark = is_remark(rest, numbers.last()?)? || has_remark;
    let is_lunar = numbers
        .first()
        .is_some_and(|first| first.calendar == Calendar::Lunar);
    let (items, has_range) = if is_lunar {
        let year = numbers
            .iter()
            .find(|number| number.unit == Some(Unit::Year));
        (vec![Item::of_year(year?.value)], false)
    } else {
        items(&numbers)?
    };
    let mut dates: Vec<Date> = Vec::new();
    for item in items {
        item.add_to(&mut dates)?;
    }
    let repair = if is_lunar && numbers.len() > 1 {
        Repair::LunarDate
    } else if has_remark {
        Repair::DateRemark
    } else if has_range {
        Repair::DateRange
    } else if has_era {
        Repair::DateEra
    } else {
        Repair::DateFormat
    };
    Some(Lenient::repaired(DateList::new(dates), repair))
}

impl Item {
    const fn of_year(year: u16) -> Self {
        Self {
            year,
            month: None,
            day: None,
            is_range: false,
            has_year: true,
        }
    }

    fn date(self) -> Option<Date> {
        match (self.month, self.day) {
            (None, _) => Date::of_year(self.year),
            (Some(month), None) => Date::of_month(self.year, month),
            (Some(month), Some(day)) => Date::of_day(self.year, month, day),
        }
    }

    /// Adds its date, or all days up to it.
    fn add_to(mut self, dates: &mut Vec<Date>) -> Option<()> {
        if !self.is_range {
            dates.push(self.date()?);
            return Some(());
        }
        let first = *dates.last()?;
        // From December to January.
        if !self.has_year && self.date()? < first {
            self.year += 1;
        }
        fill(dates, self.date()?)?;
        (dates.len() <= LONGEST_RANGE).then_some(())
    }
}

/// Returns `text` without the parts in brackets, and whether there was any. Of brackets around everything only the
/// signs are removed.
fn without_brackets(text: &str) -> (String, bool) {
    const OPENING: [char; 7] = ['(', '[', '【', '〔', '「', '《', '〈'];
    const CLOSING: [char; 7] = [')', ']', '】', '〕', '」', '》', '〉'];
    let mut body = String::with_capacity(text.len());
    let mut depth = 0_usize;
    let mut has_brackets = false;
    for char in text.chars() {
        if OPENING.contains(&char) {
            depth += 1;
            has_brackets = true;
        } else if CLOSING.contains(&char) {
            depth = depth.saturating_sub(1);
        } else if depth == 0 {
            body.push(char);
        }
    }
    if scan::trim(&body).is_empty() {
        let is_bracket = |char: char| OPENING.contains(&char) || CLOSING.contains(&char);
        return (text.replace(is_bracket, " "), false);
    }
    (body, has_brackets)
}

/// `text` without a label such as `Date:`.
fn without_label(text: &str) -> &str {
    const LABELS: [&str; 14] = [
        "date",
        "played",
        "on",
        "日期",
        "时间",
        "対局日",
        "對局日",
        "公元",
        "西元",
        "西暦",
        "西历",
        "西曆",
        "于",
        "於",
    ];
    let mut rest = text;
    while let Some(label) = LABELS.iter().find_map(|label| {
        let behind = scan::strip_prefix_ignore_case(rest, label)?;
        let is_word = !label.is_ascii() || !behind.starts_with(char::is_alphanumeric);
        is_word.then_some(behind)
    }) {
        rest = label.trim_start_matches([' ', ':', '.']);
    }
    rest
}

/// Reads the numbers at the beginning of `text`; also returns whether their years are those of an era, and the text
/// after them.
fn numbers(text: &str) -> Option<(Vec<Number>, bool, &str)> {
    let mut numbers: Vec<Number> = Vec::new();
    let mut has_era = false;
    let mut rest = text;
    loop {
        let end = rest
            .char_indices()
            .find(|&(at, char)| char.is_ascii_digit() || era::strip(&rest[at..]).is_some())
            .map(|(at, _)| at);
        let Some(end) = end else {
            return Some((numbers, has_era, rest));
        };
        let Some(gap) = gap(&rest[..end], numbers.last()) else {
            return Some((numbers, has_era, rest));
        };
        let mut counting: Option<Counting> = None;
        let mut behind = &rest[end..];
        if let Some((found, after)) = era::strip(behind) {
            counting = Some(found);
            has_era = true;
            behind = after;
        }
        let (digits, behind) = scan::split_digits(behind);
        let value: u16 = digits.parse().ok()?;
        let (unit, behind) = unit(behind);
        let (value, calendar) = match counting {
            Some(counting) => counting.year(value)?,
            None => (value, Calendar::Gregorian),
        };
        numbers.push(Number {
            gap,
            value,
            digits: if counting.is_some() { 4 } else { digits.len() },
            unit: if counting.is_some() {
                Some(Unit::Year)
            } else {
                unit
            },
            calendar,
        });
        rest = behind;
        if numbers.len() > LONGEST_RANGE {
            return None;
        }
    }
}

/// The unit `text` begins with, and the rest.
fn unit(text: &str) -> (Option<Unit>, &str) {
    const UNITS: [(Unit, &[&str]); 3] = [
        (Unit::Year, &["年度", "年", "년"]),
        (Unit::Month, &["月份", "月", "월"]),
        (Unit::Day, &["日", "号", "號", "일"]),
    ];
    let trimmed = text.trim_start();
    for (unit, names) in UNITS {
        for name in names {
            if let Some(rest) = trimmed.strip_prefix(name) {
                return (Some(unit), rest);
            }
        }
    }
    (None, text)
}

/// Interprets the text between two numbers; `None` if it cannot be part of a date.
fn gap(text: &str, before: Option<&Number>) -> Option<Gap> {
    let Some(before) = before else {
        return text.trim().is_empty().then_some(Gap::Part(' '));
    };
    Some(match text.trim() {
        "" if before.unit.is_some() || !text.is_empty() => Gap::Part(' '),
        "." => Gap::Part('.'),
        "/" => Gap::Part('/'),
        "-" | "‐" | "−" if before.unit == Some(Unit::Day) => Gap::Range,
        "-" | "‐" | "−" => Gap::Dash,
        "," | "、" | ";" | "·" | "・" | "，" | "；" | "&" | "和" | "及" | "与" | "與" | "と"
        | "and" => Gap::List,
        "~" | "〜" | "～" | "–" | "—" | "―" | "--" | "——" | "至" | "到" | "から" | "to" | ".."
        | "..." | "…" => Gap::Range,
        _ => return None,
    })
}

/// Whether the text after the dates is a remark; `None` if it could belong to the date.
fn is_remark(rest: &str, last: &Number) -> Option<bool> {
    const SEPARATORS: [char; 6] = ['.', ',', '、', '。', ';', '-'];
    let text = rest.trim_matches(|char: char| char.is_whitespace() || SEPARATORS.contains(&char));
    if text.is_empty() {
        // Two signs are a range without an end.
        return (rest.trim().chars().count() <= 1).then_some(false);
    }
    let is_apart = last.unit.is_some() || rest.starts_with(char::is_whitespace);
    let has_digits = text.contains(|char: char| char.is_ascii_digit());
    let is_doubt = text.contains(['?', '？', '约', '頃', '代', '或', '前', '后', '後', '~'])
        || scan::is_one_of(
            text,
            &["approx", "approx.", "or", "onwards", "circa", "bc", "b.c."],
        );
    (is_apart && !is_doubt && (!has_digits || last.unit.is_some())).then_some(true)
}

/// Builds the items from the numbers; also returns whether one of them is a range.
fn items(numbers: &[Number]) -> Option<(Vec<Item>, bool)> {
    let first = numbers.first()?;
    let is_year = first.digits == 4 && matches!(first.unit, None | Some(Unit::Year));
    let mut done: Vec<Item> = Vec::new();
    let mut item = Item::of_year(is_year.then_some(first.value)?);
    // The sign between the parts of the first date.
    let mut style: Option<Gap> = None;
    for (index, number) in numbers.iter().enumerate().skip(1) {
        let small = u8::try_from(number.value).ok();
        let is_part = matches!(number.gap, Gap::Part(_))
            || style.is_none_or(|style| style == number.gap) && number.gap == Gap::Dash;
        let next = |item: Item, month, day| Item {
            month,
            day,
            is_range: matches!(number.gap, Gap::Range | Gap::Dash),
            has_year: false,
            ..item
        };
        let follow = match number.unit {
            Some(Unit::Year) => Some(None),
            None if number.digits == 4 => Some(None),
            _ if number.digits > 2 => return None,
            Some(Unit::Month) if item.month.is_none() && is_part => {
                item.month = small;
                None
            }
            Some(Unit::Month) => Some(Some(next(item, small, None))),
            Some(Unit::Day) if item.month.is_some() && item.day.is_none() && is_part => {
                item.day = small;
                None
            }
            Some(Unit::Day) => {
                item.month?;
                Some(Some(next(item, item.month, small)))
            }
            None => match (item.month, item.day) {
                (None, _) if is_part => {
                    style.get_or_insert(number.gap);
                    item.month = small;
                    None
                }
                (None, _) => return None,
                // `2003-04/05` may be two months.
                (Some(_), None) if is_part && before_has_unit(numbers, index) => {
                    item.day = small;
                    None
                }
                (Some(_), None) if is_part && style != Some(number.gap) => return None,
                (Some(_), None) if is_part => {
                    item.day = small;
                    None
                }
                (Some(_), None) => Some(Some(next(item, small, None))),
                (Some(_), Some(_)) => {
                    // A month, if a day follows it.
                    let has_day = numbers.get(index + 1).is_some_and(|after| {
                        after.unit != Some(Unit::Month)
                            && Some(after.gap) == style
                            && after.digits <= 2
                    });
                    let is_last = index + 1 == numbers.len();
                    match (has_day, number.gap) {
                        // A dash between parts and between days: only the last one is a range.
                        (_, gap) if gap == Gap::Dash && style == Some(Gap::Dash) && !is_last => {
                            return None;
                        }
                        (_, Gap::Part(' ')) => return None,
                        (_, gap) if matches!(gap, Gap::Part(_)) && Some(gap) == style => {
                            return None;
                        }
                        (true, _) => Some(Some(next(item, small, None))),
                        (false, _) => Some(Some(next(item, item.month, small))),
                    }
                }
            },
        };
        match follow {
            None => {}
            Some(next) => {
                let whole = next.unwrap_or(Item {
                    is_range: matches!(number.gap, Gap::Range | Gap::Dash),
                    ..Item::of_year(number.value)
                });
                if next.is_none() && matches!(number.gap, Gap::Part('.' | '/')) {
                    return None;
                }
                done.push(std::mem::replace(&mut item, whole));
            }
        }
    }
    done.push(item);
    let has_range = done.iter().any(|item| item.is_range);
    Some((done, has_range))
}

/// Whether the number before this one has a unit.
fn before_has_unit(numbers: &[Number], index: usize) -> bool {
    index
        .checked_sub(1)
        .and_then(|before| numbers.get(before))
        .is_some_and(|before| before.unit.is_some())
}

/// Guesses a date: an uncertain one (`c. 1580`, `1740?`, `1959 or 1960`, `1660s`, `Summer 1857`), or the year of one
/// whose day and month are ambiguous (`05/06/2003`).
pub(super) fn guess(text: &str) -> Option<DateList> {
    let ascii = han::to_ascii(text);
    let mut years: Vec<u16> = Vec::new();
    let mut decade = None;
    let mut rest = &*ascii;
    while let Some(char) = rest.chars().next() {
        if let Some((counting, behind)) = era::strip(rest) {
            let (digits, behind) = scan::split_digits(behind);
            years.extend(
                digits
                    .parse()
                    .ok()
                    .and_then(|number| counting.year(number))
                    .map(|(year, _)| year),
            );
            rest = behind;
            continue;
        }
        let (digits, behind) = scan::split_digits(rest);
        if digits.is_empty() {
            rest = &rest[char.len_utf8()..];
            continue;
        }
        let year = digits
            .parse()
            .ok()
            .filter(|year| (500..2200).contains(year));
        if let Some(year) = year.filter(|_| digits.len() == 4) {
            years.push(year);
            if year.is_multiple_of(10) && (behind.starts_with('s') || behind.starts_with("年代"))
            {
                decade = Some(year);
            }
        }
        rest = behind;
    }
    if let (Some(decade), [_]) = (decade, &years[..]) {
        years.push(decade + 9);
    }
    years.sort_unstable();
    years.dedup();
    let (first, last) = (*years.first()?, *years.last()?);
    // Years far apart are not one date.
    if last - first > 30 {
        return None;
    }
    let dates = (first..=last)
        .map(Date::of_year)
        .collect::<Option<Vec<_>>>()?;
    Some(DateList::new(dates))
}
