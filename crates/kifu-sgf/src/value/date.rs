//! Date: the value of `DT`, a list of dates with shortcuts.
//!
//! The items of the list are separated by commas, without blanks. Read from the left, an item may omit the parts it
//! shares with the one before it:
//!
//! | after | allowed |
//! |---|---|
//! | nothing, `YYYY` | `YYYY`, `YYYY-MM`, `YYYY-MM-DD` |
//! | `YYYY-MM`, `MM` | these, and `MM-DD`, `MM` |
//! | `YYYY-MM-DD`, `MM-DD`, `DD` | these, and `MM-DD`, `DD` |

mod era;
mod months;
mod wild;
mod wording;

use std::fmt;

use kifu_syntax::Span;

use super::{Lenient, Repair, ValueError, ValueErrorKind, scan};

/// A date of the Gregorian calendar: a year, a month, or a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    /// 1 to 12; 0 if the month is not known.
    month: u8,
    /// 1 to 31; 0 if the day is not known.
    day: u8,
}

impl Date {
    /// A year, if it has one to four digits.
    #[must_use]
    pub const fn of_year(year: u16) -> Option<Self> {
        Self::new(year, 0, 0)
    }

    /// A month, if the calendar has it. Months count from 1.
    #[must_use]
    pub const fn of_month(year: u16, month: u8) -> Option<Self> {
        if month == 0 {
            return None;
        }
        Self::new(year, month, 0)
    }

    /// A day, if the calendar has it. Months and days count from 1.
    #[must_use]
    pub const fn of_day(year: u16, month: u8, day: u8) -> Option<Self> {
        if month == 0 || day == 0 {
            return None;
        }
        Self::new(year, month, day)
    }

    const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        if year == 0 || year > 9999 || month > 12 || day > Self::days_of_month(year, month) {
            return None;
        }
        Some(Self { year, month, day })
    }

    /// Number of days of the month; 0 if `month` is not 1 to 12.
    const fn days_of_month(year: u16, month: u8) -> u8 {
        let is_leap =
            year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => 0,
        }
    }

    /// The year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1; `None` if only the year is known.
    #[must_use]
    pub const fn month(self) -> Option<u8> {
        match self.month {
            0 => None,
            month => Some(month),
        }
    }

    /// The day of the month, from 1; `None` if only year and month are known.
    #[must_use]
    pub const fn day(self) -> Option<u8> {
        match self.day {
            0 => None,
            day => Some(day),
        }
    }

    /// The next day, month or year, depending on the date; `None` at the end of year 9999.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        let Self { year, month, day } = self;
        if day != 0 && day < Self::days_of_month(year, month) {
            return Self::new(year, month, day + 1);
        }
        let first_day = if day == 0 { 0 } else { 1 };
        if month != 0 && month < 12 {
            return Self::new(year, month + 1, first_day);
        }
        let first_month = if month == 0 { 0 } else { 1 };
        Self::new(year + 1, first_month, first_day)
    }
}

/// The date in full: `1996-05-06`, `1996-05`, `1996`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month != 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day != 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

/// Parts of a date that the next item of the list may omit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `YYYY`, or the beginning of the list.
    Year,
    /// A month without a day: a lone number is a month.
    Month,
    /// A day: a lone number is a day.
    Day,
}

impl Shape {
    const fn of(date: Date) -> Self {
        match (date.month, date.day) {
            (0, _) => Self::Year,
            (_, 0) => Self::Month,
            _ => Self::Day,
        }
    }
}

/// The dates of a `DT`, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DateList {
    dates: Vec<Date>,
}

impl DateList {
    /// The list of `dates`.
    #[must_use]
    pub const fn new(dates: Vec<Date>) -> Self {
        Self { dates }
    }

    /// The dates.
    #[must_use]
    pub fn dates(&self) -> &[Date] {
        &self.dates
    }

    /// The dates as stretches of days, months or years that follow each other, each with its first
    /// and its last.
    pub fn ranges(&self) -> impl Iterator<Item = (Date, Date)> + '_ {
        self.dates
            .chunk_by(|first, second| first.next() == Some(*second))
            .filter_map(|range| Some((*range.first()?, *range.last()?)))
    }

    /// Reads a list of dates.
    ///
    /// # Errors
    /// [`NotADate`](ValueErrorKind::NotADate) for an item that has none of the forms,
    /// [`DateShortcut`](ValueErrorKind::DateShortcut) for one that omits a part which the item before it lacks,
    /// [`NoSuchDay`](ValueErrorKind::NoSuchDay) for a date that does not exist.
    pub fn parse(raw: &str) -> Result<Self, ValueError> {
        scan::unescaped(raw, Self::read)
    }

    fn read(raw: &str) -> Result<Self, ValueError> {
        if raw.is_empty() {
            return Err(ValueError::whole(ValueErrorKind::NotADate, raw));
        }
        let mut dates: Vec<Date> = Vec::new();
        let mut start = 0;
        for item in raw.split(',') {
            let date = parse_item(item, dates.last().copied())
                .map_err(|kind| ValueError::new(kind, Span::new(start, start + item.len())))?;
            dates.push(date);
            start += item.len() + 1;
        }
        Ok(Self { dates })
    }

    /// Reads dates in other forms with only one possible meaning: with other separators (`2003/4/5`, `2003年4月5日`,
    /// `20030405`), with the name of the month (`5 May 2003`), with a time of day, as a range of days (`2003-04-05 -
    /// 2003-04-07`, `1940.10.30-31`), with blanks, by an era (`平成8年5月6日`), with a remark (`1935年(読売新聞)`). A date of
    /// the lunar calendar gives only the year.
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), for anything else: `05/06/2003`.
    pub fn parse_lenient(raw: &str) -> Result<Lenient<Self>, ValueError> {
        let strict = match Self::parse(raw) {
            Ok(value) => return Ok(Lenient::strict(value)),
            Err(error) => error,
        };
        scan::unescaped(raw, |raw| wording::read(raw).ok_or(strict))
    }
}

impl DateList {
    /// Reads a date like [`parse_lenient`](Self::parse_lenient), and also an uncertain one, as far as the years are
    /// clear: `c. 1580`, `1959 or 1960`, `1660s`, and `05/06/2003` as a day of 2003. The repair is then a guess
    /// ([`Repair::is_guess`]).
    ///
    /// ```
    /// use kifu_sgf::value::{DateList, Repair};
    ///
    /// let guess = DateList::guess("c. 1580").unwrap();
    /// assert_eq!(guess.value.to_string(), "1580");
    /// assert!(guess.repair.is_some_and(Repair::is_guess));
    /// ```
    ///
    /// # Errors
    /// The errors of [`parse`](Self::parse), if no year can be read.
    pub fn guess(raw: &str) -> Result<Lenient<Self>, ValueError> {
        let error = match Self::parse_lenient(raw) {
            Ok(read) => return Ok(read),
            Err(error) => error,
        };
        scan::unescaped(raw, |raw| {
            let value = wild::guess(raw).ok_or(error)?;
            Ok(Lenient::repaired(value, Repair::UncertainDate))
        })
    }
}

/// Reads one item after the date `before`.
fn parse_item(item: &str, before: Option<Date>) -> Result<Date, ValueErrorKind> {
    let shape = before.map_or(Shape::Year, Shape::of);
    let digits = |part: &str, length: usize| {
        let value = (part.len() == length && scan::is_digits(part)).then(|| part.parse::<u16>());
        match value {
            Some(Ok(value)) => Ok(value),
            _ => Err(ValueErrorKind::NotADate),
        }
    };
    // Two digits fit a byte.
    let two = |part| digits(part, 2).map(|value| value as u8);
    let shared = || match (shape, before) {
        (Shape::Month | Shape::Day, Some(before)) => Ok(before),
        _ => Err(ValueErrorKind::DateShortcut),
    };
    let mut parts = item.split('-');
    let parts = (parts.next(), parts.next(), parts.next(), parts.next());
    let date = match parts {
        (Some(year), Some(month), Some(day), None) => {
            Date::of_day(digits(year, 4)?, two(month)?, two(day)?)
        }
        (Some(year), Some(month), None, _) if year.len() == 4 => {
            Date::of_month(digits(year, 4)?, two(month)?)
        }
        (Some(month), Some(day), None, _) => {
            let (month, day) = (two(month)?, two(day)?);
            Date::of_day(shared()?.year, month, day)
        }
        (Some(year), None, ..) if year.len() == 4 => Date::of_year(digits(year, 4)?),
        (Some(number), None, ..) => {
            let number = two(number)?;
            let before = shared()?;
            if shape == Shape::Month {
                Date::of_month(before.year, number)
            } else {
                Date::of_day(before.year, before.month, number)
            }
        }
        _ => return Err(ValueErrorKind::NotADate),
    };
    date.ok_or(ValueErrorKind::NoSuchDay)
}

/// The raw value, with every shortcut that the standard allows; nothing for an empty list, which is no valid value.
impl fmt::Display for DateList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<Date> = None;
        for &date in &self.dates {
            if before.is_some() {
                f.write_str(",")?;
            }
            let shares_year = before.filter(|before| before.year == date.year);
            match (shares_year, shares_year.map(Shape::of), Shape::of(date)) {
                (Some(before), Some(Shape::Day), Shape::Day) if before.month == date.month => {
                    write!(f, "{:02}", date.day)?;
                }
                (_, Some(Shape::Month | Shape::Day), Shape::Day) => {
                    write!(f, "{:02}-{:02}", date.month, date.day)?;
                }
                (_, Some(Shape::Month), Shape::Month) => write!(f, "{:02}", date.month)?,
                _ => write!(f, "{date}")?,
            }
            before = Some(date);
        }
        Ok(())
    }
}
