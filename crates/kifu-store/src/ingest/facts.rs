use kifu_select::how;
use kifu_sgf::value::{Date, GameResult, Real, Standing};

use crate::directory::{Entry, NO_RANK, Winner};
use crate::info::{IndexedGame, Text};
use crate::players::player_key;

/// Values derived from the texts of a game, computed once for the directory and the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    /// The normalized names of Black and White.
    pub(crate) keys: [Option<String>; 2],
    /// The strengths of the ranks of Black and White.
    pub(crate) strengths: [Option<i16>; 2],
    /// The first and the last possible day, in days since January 1, 1970.
    pub(crate) days: Option<(i32, i32)>,
    pub(crate) winner: Winner,
    pub(crate) how: Option<&'static str>,
    pub(crate) margin: Option<f64>,
    /// The first date, as the decimal number `YYYYMMDD`; 0 if unknown.
    date: u32,
}

impl Facts {
    /// Derives the values from the texts of a game.
    pub(crate) fn of(info: &IndexedGame) -> Self {
        let strength = |text| {
            let rank = Standing::parse(info.text(text)?).ok()?.rank()?;
            Some(rank.strength())
        };
        let dates = info.dates();
        let dates = dates.as_ref().map_or(&[][..], |dates| dates.dates());
        let first = dates.iter().map(|date| day(*date, false)).min();
        let last = dates.iter().map(|date| day(*date, true)).max();
        let result = info.result();
        Self {
            keys: [Text::Black, Text::White].map(|text| info.text(text).map(player_key)),
            strengths: [Text::BlackRank, Text::WhiteRank].map(strength),
            days: first.zip(last),
            winner: IndexedGame::winner_of(result),
            how: result.and_then(how),
            margin: match result {
                Some(GameResult::Win { margin, .. }) => margin.map(Real::get),
                Some(GameResult::Draw) => Some(0.0),
                Some(GameResult::Void | GameResult::Unknown) | None => None,
            },
            date: dates.iter().min().map_or(0, |date| decimal(*date)),
        }
    }

    /// Copies the values that the directory stores to an entry.
    pub(crate) fn enter(&self, entry: &mut Entry) {
        let [black, white] = self.strengths.map(|strength| strength.unwrap_or(NO_RANK));
        (entry.black, entry.white) = (black, white);
        (entry.winner, entry.date) = (self.winner, self.date);
    }
}

/// A date as the decimal number `YYYYMMDD`, with zeros for an unknown month or day.
fn decimal(date: Date) -> u32 {
    let month = date.month().unwrap_or(0);
    u32::from(date.year()) * 10_000 + u32::from(month) * 100 + u32::from(date.day().unwrap_or(0))
}

/// The number of days since January 1, 1970. For a date without a day, this is the first day of the month or year, or
/// the last one if `is_last`.
fn day(date: Date, is_last: bool) -> i32 {
    let (year, month) = (i32::from(date.year()), date.month().map(i32::from));
    let first_of = |year: i32, month: i32| {
        // Years begin in March, so that the leap day is the last day.
        let (year, month) = if month > 2 {
            (year, month - 3)
        } else {
            (year - 1, month + 9)
        };
        year * 365 + year.div_euclid(4) - year.div_euclid(100)
            + year.div_euclid(400)
            + (month * 153 + 2) / 5
            - 719_468
    };
    match (month, date.day()) {
        (Some(month), Some(day)) => first_of(year, month) + i32::from(day) - 1,
        (Some(month @ ..12), None) if is_last => first_of(year, month + 1) - 1,
        (Some(_) | None, None) if is_last => first_of(year + 1, 1) - 1,
        (Some(month), None) => first_of(year, month),
        (None, _) => first_of(year, 1),
    }
}

#[cfg(test)]
mod tests {
    use kifu_sgf::value::Date;

    use super::day;

    #[test]
    fn days_count_from_1970() {
        let of = |year, month, day| Date::of_day(year, month, day).unwrap();
        assert_eq!(day(of(1970, 1, 1), false), 0);
        assert_eq!(day(of(2000, 3, 1), true), 11_017);
        assert_eq!(day(of(1969, 12, 31), true), -1);
        assert_eq!(day(of(2026, 11, 21), false), 20_778);
        let year = Date::of_year(2000).unwrap();
        assert_eq!(day(year, true) - day(year, false), 365);
        let february = Date::of_month(1900, 2).unwrap();
        assert_eq!(day(february, true) - day(february, false), 27);
    }
}
