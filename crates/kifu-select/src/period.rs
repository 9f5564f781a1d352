//! Incomplete dates: all days that they may mean.

use kifu_sgf::value::{Date, DateList};

/// The first and the last day of a stretch of time, as numbers that grow with the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) first: u32,
    pub(crate) last: u32,
}

const fn number(year: u16, month: u8, day: u8) -> u32 {
    year as u32 * 10_000 + month as u32 * 100 + day as u32
}

impl Period {
    /// All days of a date.
    pub(crate) fn of(date: Date) -> Self {
        Self::between(date, date)
    }

    /// From the first day of one date to the last of another.
    fn between(first: Date, last: Date) -> Self {
        Self {
            first: number(
                first.year(),
                first.month().unwrap_or(1),
                first.day().unwrap_or(1),
            ),
            last: number(
                last.year(),
                last.month().unwrap_or(12),
                last.day().unwrap_or(31),
            ),
        }
    }

    /// The stretches of the days of a `DT`.
    pub(crate) fn all(dates: &DateList) -> impl Iterator<Item = Self> + '_ {
        dates
            .ranges()
            .map(|(first, last)| Self::between(first, last))
    }

    /// Parses the date of a selection.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match DateList::parse_lenient(text).ok()?.value.dates() {
            [date] => Some(Self::of(*date)),
            _ => None,
        }
    }
}
