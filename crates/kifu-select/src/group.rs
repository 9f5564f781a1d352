use kifu_sgf::value::{GameResult, Reason};

use crate::field::{Field, Kind};
use crate::record::Record;

/// The name of the group of games whose field cannot be read.
pub const UNREADABLE: &str = "unreadable";

impl Record<'_> {
    /// The heaps that a game belongs to when games are counted by a field: years of dates, both
    /// players of `player`, results without their figures, `unreadable` for dates and results that cannot be read. None
    /// if the field says nothing.
    ///
    /// ```
    /// use kifu_select::{Field, Record};
    /// use kifu_sgf::Collection;
    ///
    /// let games = Collection::from("(;PB[Shusaku]PW[Gennan]DT[1846-09-11,14]RE[B+2])");
    /// let record = Record::from(games.game(0).unwrap());
    /// assert_eq!(record.groups(Field::Player), ["Shusaku", "Gennan"]);
    /// assert_eq!(record.groups(Field::Date), ["1846"]);
    /// assert_eq!(record.groups(Field::Result), ["B+points"]);
    /// ```
    #[must_use]
    pub fn groups(&self, field: Field) -> Vec<String> {
        let mut groups = match field.kind() {
            Kind::Date => match self.dates() {
                Some(dates) => dates
                    .dates()
                    .iter()
                    .map(|date| format!("{:04}", date.year()))
                    .collect(),
                None => self.unreadable(field),
            },
            Kind::Result => match self.result() {
                Some(result) => vec![result_group(result)],
                None => self.unreadable(field),
            },
            Kind::Text | Kind::Rank if field.properties().len() > 1 => field
                .properties()
                .iter()
                .filter_map(|id| self.info(field, id))
                .map(|text| text.trim().to_owned())
                .collect(),
            Kind::Number => self
                .number(field)
                .map(|number| number.to_string())
                .into_iter()
                .collect(),
            Kind::Text | Kind::Rank | Kind::Size => self
                .text(field)
                .map(|text| text.trim().to_owned())
                .into_iter()
                .collect(),
        };
        groups.dedup();
        groups
    }

    /// The group of games whose field is given and cannot be read.
    fn unreadable(&self, field: Field) -> Vec<String> {
        let given = self.text(field);
        given.map(|_| UNREADABLE.to_owned()).into_iter().collect()
    }
}

/// The group of a result when games are counted by it: who won, and how, without figures (`B+points`).
pub fn result_group(result: GameResult) -> String {
    match result {
        GameResult::Win {
            winner,
            margin,
            reason,
        } => {
            let how = match (reason, margin) {
                (Some(Reason::Resignation), _) => "R",
                (Some(Reason::Time), _) => "T",
                (Some(Reason::Forfeit), _) => "F",
                (None, Some(_)) => "points",
                (None, None) => "",
            };
            format!("{}+{how}", winner.letter())
        }
        GameResult::Draw => "Draw".to_owned(),
        GameResult::Void => "Void".to_owned(),
        GameResult::Unknown => "?".to_owned(),
    }
}
