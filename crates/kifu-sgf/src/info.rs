//! Typed game info: players, ranks, date, result, komi, rules, time.

use std::borrow::Cow;

use crate::tree::{GameTree, Node};
use crate::value::{
    DateList, GameResult, Lenient, Overtime, Real, RulesName, Size, Standing, TimeControl,
    ValueError, ValueErrorKind, handicap, komi, time_limit,
};
use kifu_syntax::text::{unescape_simple_text, unescape_text};

/// A value of the game info: its text, and the typed value.
///
/// A property that is missing or empty has none of these. One without a [`value`](Self::value) has text that Kifu
/// cannot read.
#[derive(Clone, Debug, PartialEq)]
pub struct InfoValue<'a, T> {
    written: Cow<'a, str>,
    read: Option<Lenient<T>>,
}

impl<T> InfoValue<'_, T> {
    /// The text as written, unescaped.
    #[must_use]
    pub fn written(&self) -> &str {
        &self.written
    }

    /// The typed value; `None` if the text cannot be read.
    #[must_use]
    pub const fn value(&self) -> Option<&T> {
        match &self.read {
            Some(read) => Some(&read.value),
            None => None,
        }
    }

    /// The value, without the text.
    #[must_use]
    pub fn into_value(self) -> Option<T> {
        self.read.map(|read| read.value)
    }

    /// Whether the value is a guess, such as 1580 for `c. 1580`.
    #[must_use]
    pub fn is_guess(&self) -> bool {
        let repair = self.read.as_ref().and_then(|read| read.repair);
        repair.is_some_and(crate::value::Repair::is_guess)
    }
}

/// Game info about one player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerInfo<'a> {
    /// The name: `PB` or `PW`.
    pub name: Option<Cow<'a, str>>,
    /// The rank, rating or title: `BR` or `WR`.
    pub rank: Option<InfoValue<'a, Standing>>,
    /// The team: `BT` or `WT`.
    pub team: Option<Cow<'a, str>>,
}

/// The game info of a game, typed.
///
/// It is normally in the root; otherwise the first node of the main line with the property counts. Values are read on
/// demand. Invalid values with only one possible meaning are read too, and uncertain dates and results as guesses
/// ([`InfoValue::is_guess`]).
///
/// ```
/// use kifu_sgf::Collection;
///
/// let games = Collection::from("(;PB[吳清源]BR[プロ九段]DT[昭和8年10月16日]RE[白勝2目]KM[none];B[qc])");
/// let info = games.game(0).unwrap().info();
/// assert_eq!(info.black().name.unwrap(), "吳清源");
/// assert_eq!(info.black().rank.unwrap().value().unwrap().rank().unwrap().to_string(), "9p");
/// let date = info.date().unwrap();
/// assert_eq!(date.value().unwrap().to_string(), "1933-10-16");
/// assert_eq!(date.written(), "昭和8年10月16日");
/// assert_eq!(info.result().unwrap().value().unwrap().to_string(), "W+2");
/// assert_eq!(info.komi().unwrap().value().unwrap().get(), 0.0);
/// assert!(info.rules().is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameInfo<'a> {
    game: GameTree<'a>,
}

impl<'a> GameInfo<'a> {
    pub(crate) const fn new(game: GameTree<'a>) -> Self {
        Self { game }
    }

    /// The first value of a property that is not empty, raw.
    #[must_use]
    pub fn raw(&self, identifier: &str) -> Option<&'a str> {
        let value = |node: Node<'a>| {
            let mut properties = node.properties().filter(|own| own.is(identifier));
            properties.find_map(|own| Some(own.value()).filter(|raw| !raw.trim().is_empty()))
        };
        self.game.main_line().find_map(value)
    }

    /// A property as one line of text, unescaped; `None` if it is missing or empty.
    #[must_use]
    pub fn text(&self, identifier: &str) -> Option<Cow<'a, str>> {
        self.raw(identifier).map(unescape_simple_text)
    }

    fn value<T>(
        &self,
        identifier: &str,
        read: impl FnOnce(&str) -> Result<Lenient<T>, ValueError>,
    ) -> Option<InfoValue<'a, T>> {
        let raw = self.raw(identifier)?;
        Some(InfoValue {
            written: unescape_simple_text(raw),
            read: read(raw).ok(),
        })
    }

    /// The black player.
    #[must_use]
    pub fn black(&self) -> PlayerInfo<'a> {
        self.player("PB", "BR", "BT")
    }

    /// The white player.
    #[must_use]
    pub fn white(&self) -> PlayerInfo<'a> {
        self.player("PW", "WR", "WT")
    }

    fn player(&self, name: &str, rank: &str, team: &str) -> PlayerInfo<'a> {
        let standing = |raw: &str| {
            Standing::parse(raw).map(|value| Lenient {
                value,
                repair: None,
            })
        };
        PlayerInfo {
            name: self.text(name),
            rank: self.value(rank, standing),
            team: self.text(team),
        }
    }

    /// Dates on which the game was played: `DT`.
    #[must_use]
    pub fn date(&self) -> Option<InfoValue<'a, DateList>> {
        self.value("DT", DateList::guess)
    }

    /// The result of the game: `RE`.
    #[must_use]
    pub fn result(&self) -> Option<InfoValue<'a, GameResult>> {
        self.value("RE", GameResult::guess)
    }

    /// The komi: `KM`.
    #[must_use]
    pub fn komi(&self) -> Option<InfoValue<'a, Real>> {
        self.value("KM", komi::parse_lenient)
    }

    /// The number of handicap stones: `HA`.
    #[must_use]
    pub fn handicap(&self) -> Option<InfoValue<'a, u16>> {
        self.value("HA", handicap::parse_lenient)
    }

    /// The rules: `RU`. Rules without a name in [`RulesName`] have no value.
    #[must_use]
    pub fn rules(&self) -> Option<InfoValue<'a, RulesName>> {
        self.value("RU", RulesName::parse_lenient)
    }

    /// The main time of each player in seconds: `TM`. A negative time cannot be read.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let games = Collection::from("(;TM[1h30m])(;TM[unlimited])(;)");
    /// let times = games.games().map(|game| game.info().main_time()).collect::<Vec<_>>();
    /// assert_eq!(times[0].as_ref().unwrap().value().unwrap().get(), 5400.0);
    /// assert!(times[1].as_ref().unwrap().value().is_none());
    /// assert!(times[2].is_none());
    /// ```
    #[must_use]
    pub fn main_time(&self) -> Option<InfoValue<'a, Real>> {
        let read = |raw: &str| match time_limit::parse_lenient(raw) {
            Ok(read) if read.value.get() < 0.0 => {
                Err(ValueError::whole(ValueErrorKind::OutOfRange, raw))
            }
            read => read,
        };
        self.value("TM", read)
    }

    /// The main time and the overtime, as far as `TM` and `OT` can be read. [`main_time`](Self::main_time) and
    /// [`overtime`](Self::overtime) also tell unreadable values from missing ones.
    #[must_use]
    pub fn time(&self) -> TimeControl {
        TimeControl::of(self.raw("TM"), self.raw("OT"))
    }

    /// The overtime: `OT`.
    #[must_use]
    pub fn overtime(&self) -> Option<InfoValue<'a, Overtime>> {
        let read = |raw: &str| {
            Overtime::parse(raw).map(|value| Lenient {
                value,
                repair: None,
            })
        };
        self.value("OT", read)
    }

    /// Size of the board: `SZ`, or else the default of the game, also where `SZ` cannot be read. `None` if neither is
    /// known.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        let written = self.game.root().value("SZ");
        written
            .and_then(|raw| crate::value::size::parse_lenient(raw).ok())
            .map(|read| read.value)
            .or_else(|| crate::value::size::default_of(self.game.kind()?))
    }

    /// The event: `EV`.
    #[must_use]
    pub fn event(&self) -> Option<Cow<'a, str>> {
        self.text("EV")
    }

    /// The round: `RO`.
    #[must_use]
    pub fn round(&self) -> Option<Cow<'a, str>> {
        self.text("RO")
    }

    /// The place: `PC`.
    #[must_use]
    pub fn place(&self) -> Option<Cow<'a, str>> {
        self.text("PC")
    }

    /// The comment on the game as a whole: `GC`.
    #[must_use]
    pub fn comment(&self) -> Option<Cow<'a, str>> {
        self.raw("GC").map(unescape_text)
    }
}

impl<'a> GameTree<'a> {
    /// The game info, typed: players, ranks, date, result, komi, rules, time.
    #[must_use]
    pub const fn info(&self) -> GameInfo<'a> {
        GameInfo::new(*self)
    }
}
