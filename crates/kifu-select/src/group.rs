use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use kifu_sgf::value::{GameResult, Reason};

use crate::facts::Facts;
use crate::field::{Field, Kind};
use crate::record::Record;

/// The name of the group of games whose field cannot be read.
pub const UNREADABLE: &str = "unreadable";

impl Record<'_> {
    /// Returns the groups of a game in statistics by a field: the earliest year of dates, both players of `player`, results
    /// without their figures, `unreadable` for dates, years and results that cannot be read. Empty if the field has no value.
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
        groups(self, field)
    }

    /// Returns the value of a field for a comparison with `@`: its text, or the first day of a date.
    #[must_use]
    pub fn reference(&self, field: Field) -> Option<String> {
        match field.kind() {
            Kind::Date => Some(self.dates()?.dates().first()?.to_string()),
            Kind::Result => self.result().map(|result| match result {
                GameResult::Draw => "draw".to_owned(),
                GameResult::Void => "void".to_owned(),
                GameResult::Unknown => "unknown".to_owned(),
                GameResult::Win { .. } => result.to_string(),
            }),
            Kind::Size => {
                let size = self.size()?;
                Some(format!("{}x{}", size.columns(), size.rows()))
            }
            Kind::Text | Kind::Number | Kind::Rank => {
                let text = self.text(field)?;
                Some(text.trim().to_owned())
            }
        }
    }
}

/// The groups that a game belongs to when games are counted by a field; see [`Record::groups`].
#[must_use]
pub fn groups(facts: &dyn Facts, field: Field) -> Vec<String> {
    let unreadable = || {
        let is_given = facts.is_given(field);
        is_given
            .then(|| UNREADABLE.to_owned())
            .into_iter()
            .collect()
    };
    let mut groups = match field.kind() {
        Kind::Date => match facts.dates() {
            // A game of several years would count several times.
            Some(dates) => {
                let first = dates.dates().iter().min();
                let year = first.map(|date| format!("{:04}", date.year()));
                year.into_iter().collect()
            }
            None => unreadable(),
        },
        Kind::Result => match facts.result() {
            Some(result) => vec![result_group(result)],
            None => unreadable(),
        },
        Kind::Number => match (facts.number(field), field) {
            (Some(number), _) => vec![number.to_string()],
            (None, Field::Year) => unreadable(),
            // An index does not know whether there is a value that is no number.
            (None, _) => Vec::new(),
        },
        Kind::Size => {
            let size = facts.size().map(|size| size.sgf().to_string());
            size.into_iter().collect()
        }
        Kind::Text | Kind::Rank => {
            let all = RefCell::new(Vec::new());
            // Only the first text is a group, unless there is one for each player.
            let has_both = field.properties().len() > 1;
            facts.texts(field, &|text| {
                let text = text.trim();
                if !text.is_empty() {
                    all.borrow_mut().push(text.to_owned());
                }
                !has_both && !text.is_empty()
            });
            all.into_inner()
        }
    };
    groups.dedup();
    groups
}

/// Adds up the counts of groups with equal keys. Such a group keeps the spelling with the most games, of several the
/// first in order.
///
/// `key` makes the key of a group, `games` reads the games of a count, `add` adds a count to another.
pub fn join_groups<G: Ord, K: Ord, C>(
    counts: BTreeMap<G, C>,
    key: impl Fn(&G) -> K,
    games: impl Fn(&C) -> u64,
    add: impl Fn(&mut C, C),
) -> BTreeMap<G, C> {
    let mut joined: BTreeMap<K, (G, u64, C)> = BTreeMap::new();
    for (group, count) in counts {
        let most = games(&count);
        match joined.entry(key(&group)) {
            Entry::Vacant(entry) => {
                entry.insert((group, most, count));
            }
            Entry::Occupied(mut entry) => {
                let own = entry.get_mut();
                if most > own.1 {
                    (own.0, own.1) = (group, most);
                }
                add(&mut own.2, count);
            }
        }
    }
    let joined = joined.into_values();
    joined.map(|(group, _, count)| (group, count)).collect()
}

/// Returns the group of a result in statistics: winner and reason, without figures (`B+points`).
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::join_groups;

    #[test]
    fn the_most_frequent_spelling_names_a_group() {
        let counts = [
            ("ALICE", 1),
            ("Alice", 3),
            ("alice", 3),
            ("Bob", 2),
            ("bob", 1),
        ];
        let counts: BTreeMap<_, u64> = counts.into_iter().collect();
        let joined = join_groups(
            counts,
            |group| group.to_lowercase(),
            |games| *games,
            |own, other| *own += other,
        );
        assert_eq!(joined, BTreeMap::from([("Alice", 7), ("Bob", 3)]));
    }
}
