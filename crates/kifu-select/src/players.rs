//! Players with several names.

mod table;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::facts::Facts;
use crate::field::{Field, Kind};
use crate::group::groups;
use crate::outcome::PAIR;

/// A player of the table that comes with this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// The name by which reports show the player.
    pub name: &'static str,
    /// The year of birth; `None` if it is uncertain.
    pub born: Option<u16>,
    /// Other names, and other spellings in Latin, Chinese, Japanese and Korean letters.
    pub others: &'static [&'static str],
}

/// Names of players: maps each name to its player.
///
/// Letter case, width, white space, hyphens and apostrophes are ignored, and so is a rank after the name. A name in
/// Latin letters has at least two words, in either order: a single word may be any user's name on a server, so it counts
/// only if it was [added](Players::add).
///
/// ```
/// use kifu_select::Players;
///
/// let players = Players::known();
/// for name in ["吳清源", "呉清源", "吴清源 九段", "Wu Qingyuan", "GO SEIGEN"] {
///     assert_eq!(players.name(name), Some("Go Seigen"));
/// }
/// assert_eq!(players.name("seigen"), None);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Players {
    /// Numbers of players by folded names.
    numbers: HashMap<String, usize>,
    /// Of each player the name to show, and all folded names.
    list: Vec<(String, Vec<String>)>,
    /// The folded single words in Latin letters that were added as names.
    words: HashSet<String>,
}

impl fmt::Debug for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Players")
            .field("players", &self.list.len())
            .finish_non_exhaustive()
    }
}

/// Two players have one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedName {
    /// The name, as given.
    pub name: String,
    /// The names by which both players are shown.
    pub players: [String; 2],
}

impl fmt::Display for SharedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.players;
        write!(f, "`{}` is a name of `{one}` and of `{other}`", self.name)
    }
}

impl std::error::Error for SharedName {}

impl Players {
    /// An empty table: every name is a separate player.
    #[must_use]
    pub fn none() -> Arc<Self> {
        static NONE: OnceLock<Arc<Players>> = OnceLock::new();
        NONE.get_or_init(Arc::default).clone()
    }

    /// The table that comes with this crate: some hundreds of the best-known players.
    #[must_use]
    pub fn known() -> Arc<Self> {
        static KNOWN: OnceLock<Arc<Players>> = OnceLock::new();
        let make = || {
            let mut players = Self::default();
            for known in Self::TABLE {
                players.extend(known.name, known.others);
            }
            Arc::new(players)
        };
        KNOWN.get_or_init(make).clone()
    }

    /// All players of the table that comes with this crate.
    pub const TABLE: &'static [Known] = table::PLAYERS;

    /// Adds names of a player. If one of them belongs to a known player, that player gets the others, and the display
    /// name `name`.
    ///
    /// # Errors
    /// The names belong to two known players.
    pub fn add(&mut self, name: &str, others: &[impl AsRef<str>]) -> Result<(), SharedName> {
        let mut owner: Option<usize> = None;
        let others = others.iter().map(AsRef::as_ref);
        for own in std::iter::once(name).chain(others.clone()) {
            let known = self.numbers.get(&fold(own)).copied();
            let Some(number) = known.or_else(|| self.number(own)) else {
                continue;
            };
            match owner {
                Some(owner) if owner != number => {
                    return Err(SharedName {
                        name: own.to_owned(),
                        players: [owner, number].map(|number| self.list[number].0.clone()),
                    });
                }
                _ => owner = Some(number),
            }
        }
        let number = owner.unwrap_or(self.list.len());
        if number == self.list.len() {
            self.list.push((String::new(), Vec::new()));
        }
        name.clone_into(&mut self.list[number].0);
        for own in std::iter::once(name).chain(others) {
            self.insert(number, own);
            if !may_be_full(own) {
                self.words.insert(fold(own));
            }
        }
        Ok(())
    }

    /// Adds a player of the table, whose names are all new.
    fn extend(&mut self, name: &str, others: &[&str]) {
        let number = self.list.len();
        self.list.push((name.to_owned(), Vec::new()));
        self.insert(number, name);
        for own in others {
            self.insert(number, own);
        }
    }

    fn insert(&mut self, number: usize, name: &str) {
        let mut folded = vec![fold(name)];
        // `Lee Sedol` is `Sedol Lee` in the West.
        if let Some((family, given)) = name.split_once(' ')
            && !given.contains(' ')
            && name.is_ascii()
        {
            folded.push(fold(given) + &fold(family));
        }
        for folded in folded {
            if !folded.is_empty() && !self.numbers.contains_key(&folded) {
                self.list[number].1.push(folded.clone());
                self.numbers.insert(folded, number);
            }
        }
    }

    /// Returns the display name of a player; `None` if no player has this name.
    #[must_use]
    pub fn name(&self, name: &str) -> Option<&str> {
        let number = self.number(name)?;
        Some(&self.list[number].0)
    }

    /// Returns the group of a field's value in statistics: the display name of a player, in `players` those of both,
    /// otherwise the value itself.
    fn group(&self, field: Field, value: String) -> String {
        if field == Field::Players
            && let Some((black, white)) = value.split_once(PAIR)
        {
            let [black, white] = [black, white].map(|name| self.name(name).unwrap_or(name));
            return [black, white].join(PAIR);
        }
        let name = if is_of_players(field) {
            self.name(&value)
        } else {
            None
        };
        name.map_or(value, str::to_owned)
    }

    /// Returns the groups of a game in statistics by a field, as [`groups`] does, with the display names of players, and
    /// once for names with one [key](Self::group_key).
    #[must_use]
    pub fn groups(&self, facts: &dyn Facts, field: Field) -> Vec<String> {
        let groups = groups(facts, field).into_iter();
        let mut groups: Vec<_> = groups.map(|own| self.group(field, own)).collect();
        groups.dedup_by(|one, other| self.group_key(field, one) == self.group_key(field, other));
        groups
    }

    /// The key of a group in statistics: groups of a field with equal keys are one group. Letter case does not count in
    /// texts, as in selections, but for names of files and, if the table is empty, those of players.
    ///
    /// ```
    /// use kifu_select::{Field, Players};
    ///
    /// let players = Players::known();
    /// assert_eq!(players.group_key(Field::Player, "Alice"), players.group_key(Field::Player, "ALICE"));
    /// ```
    #[must_use]
    pub fn group_key(&self, field: Field, group: &str) -> String {
        let is_exact = match field {
            Field::File => true,
            Field::Players => self.list.is_empty(),
            _ => self.list.is_empty() && is_of_players(field) || field.kind() != Kind::Text,
        };
        if is_exact {
            group.to_owned()
        } else {
            group.to_lowercase()
        }
    }

    fn number(&self, name: &str) -> Option<usize> {
        if self.numbers.is_empty() || !(may_be_full(name) || self.words.contains(&fold(name))) {
            return None;
        }
        let folded = fold(name);
        let number = self.numbers.get(&folded);
        number
            .or_else(|| self.numbers.get(without_rank(&folded)?))
            .copied()
    }

    /// Returns all names of the player with this name; `None` if the player is not in the table.
    pub(crate) fn names(&self, name: &str) -> Option<Names> {
        let number = self.number(name)?;
        let all = &self.list[number].1;
        let words = all.iter().filter(|name| self.words.contains(*name));
        Some(Names {
            all: all.as_slice().into(),
            words: words.cloned().collect(),
        })
    }
}

/// All names of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// Folded.
    all: Arc<[String]>,
    /// Those that are single words in Latin letters and were added.
    words: Arc<[String]>,
}

impl Names {
    /// Whether the names include `name`, which may have a rank after it.
    pub(crate) fn include(&self, name: &str) -> bool {
        if !may_be_full(name) {
            return !self.words.is_empty() && self.words.contains(&fold(name));
        }
        let folded = fold(name);
        let has = |name: &str| self.all.iter().any(|own| own == name);
        has(&folded) || without_rank(&folded).is_some_and(has)
    }
}

/// Whether a field contains names of players.
pub(crate) const fn is_of_players(field: Field) -> bool {
    matches!(
        field,
        Field::Black | Field::White | Field::Player | Field::Winner | Field::Loser
    )
}

/// Whether a name is more than one word of Latin letters.
fn may_be_full(name: &str) -> bool {
    let name = name.trim();
    !name.is_ascii() || name.contains(|sign: char| sign.is_ascii_whitespace() || sign == ',')
}

/// Returns the part of a name that is compared: letters and digits, in lower case and half width.
fn fold(name: &str) -> String {
    name.chars()
        .map(|sign| match sign {
            // Wide Latin letters and digits.
            '\u{FF01}'..='\u{FF5E}' => {
                char::from_u32(u32::from(sign) - 0xFF01 + 0x21).unwrap_or(sign)
            }
            _ => sign,
        })
        .filter(|sign| sign.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// A folded name without the rank at its end: `9p`, `9dan`, `九段`, `9단`.
fn without_rank(folded: &str) -> Option<&str> {
    let before = ["段", "단", "dan", "p", "d"]
        .into_iter()
        .find_map(|unit| folded.strip_suffix(unit))?;
    let is_number = |sign: char| sign.is_ascii_digit() || "初一二三四五六七八九".contains(sign);
    let name = before.trim_end_matches(is_number);
    (name.len() < before.len()).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Players, fold};
    use crate::field::Field;

    #[test]
    fn the_table_has_no_name_twice() {
        let mut seen = BTreeSet::new();
        for player in Players::TABLE {
            for name in std::iter::once(&player.name).chain(player.others) {
                assert!(seen.insert(fold(name)), "{name}");
                assert_eq!(Players::known().name(name), Some(player.name), "{name}");
            }
            assert!(player.born.is_none_or(|year| (1550..2015).contains(&year)));
        }
        assert!(Players::TABLE.len() > 250, "{}", Players::TABLE.len());
    }

    #[test]
    fn names_are_known_in_many_ways() {
        let players = Players::known();
        for (name, expected) in [
            ("Lee Sedol", Some("Lee Sedol")),
            ("sedol LEE", Some("Lee Sedol")),
            ("Lee Se-dol", Some("Lee Sedol")),
            ("Lee Sedol 9p", Some("Lee Sedol")),
            ("Lee Sedol (9 dan)", Some("Lee Sedol")),
            ("李世石九段", Some("Lee Sedol")),
            ("이세돌 9단", Some("Lee Sedol")),
            ("ＫＥ　ＪＩＥ", Some("Ke Jie")),
            ("leesedol", None),
            ("guli", None),
            ("Lee", None),
            ("Lee Sedol and Gu Li", None),
            ("", None),
        ] {
            assert_eq!(players.name(name), expected, "{name}");
        }
        assert_eq!(Players::none().name("Lee Sedol"), None);
    }

    #[test]
    fn letter_case_counts_in_groups_of_files_and_of_exact_names() {
        let (known, none) = (Players::known(), Players::none());
        for (players, field, is_one) in [
            (&known, Field::Player, true),
            (&known, Field::Players, true),
            (&known, Field::Event, true),
            (&known, Field::Result, false),
            (&known, Field::File, false),
            (&none, Field::Event, true),
            (&none, Field::Winner, false),
            (&none, Field::Players, false),
        ] {
            let [one, other] = ["Ö - a", "ö - A"].map(|group| players.group_key(field, group));
            assert_eq!(one == other, is_one, "{field:?}");
        }
    }

    #[test]
    fn users_add_names() {
        let mut players = (*Players::known()).clone();
        players.add("Wu Qingyuan", &["Master Go"]).unwrap();
        assert_eq!(players.name("吳清源"), Some("Wu Qingyuan"));
        assert_eq!(players.name("master go"), Some("Wu Qingyuan"));
        players.add("Ann Other", &["安"]).unwrap();
        assert_eq!(players.name("安"), Some("Ann Other"));
        // Single words count if they were added.
        assert_eq!(players.name("Foo"), None);
        players.add("Foo", &["Cho Hunhyun"]).unwrap();
        assert_eq!(players.name("foo 3d"), Some("Foo"));
        assert_eq!(players.name("FOO"), Some("Foo"));
        assert!(players.names("foo").unwrap().include("Cho Hunhyun"));
        assert!(players.names("Cho Hunhyun").unwrap().include("Foo"));
        assert!(!players.names("Cho Hunhyun").unwrap().include("Cho"));
        let error = players.add("Ke Jie", &["李世石"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`李世石` is a name of `Ke Jie` and of `Lee Sedol`"
        );
    }
}
