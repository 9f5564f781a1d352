//! Every property of every game, as the standard lists them.
//!
//! The tables are generated from `data/properties.tsv` and `data/games.tsv` with
//! `cargo xtask gen`; nothing is listed twice.
//!
//! Some identifiers mean different things in different games: `AS` in Lines of Action and in
//! Octi, `SE`, `IP`, `RE`, `RU`. [`lookup`] therefore asks for the game.
//!
//! ```
//! use kifu_sgf::schema::{self, Count, Game, PropertyType};
//!
//! let ab = schema::lookup(Game::Go, "AB").unwrap();
//! assert_eq!(ab.name, "Add Black");
//! assert_eq!(ab.property_type, PropertyType::Setup);
//! assert_eq!(ab.value.count, Count::List);
//! assert!(schema::lookup(Game::Hex, "KM").is_none());
//! ```

mod game;
mod properties;
mod property;

use std::borrow::Cow;

use crate::value::number;

pub use game::{Game, Notation};
pub use properties::PROPERTIES;
pub use property::{
    BasicType, Count, Games, Group, Limits, PropertyDef, PropertyType, ValueType, Versions,
};

impl Game {
    /// Returns the game in a raw value of `GM`: by its number, or by its name, which some programs write. Go without a
    /// value, or for one that is neither; `None` for a number that the standard does not assign.
    ///
    /// ```
    /// use kifu_sgf::schema::Game;
    ///
    /// assert_eq!(Game::from_value(None), Some(Game::Go));
    /// assert_eq!(Game::from_value(Some("hex")), Some(Game::Hex));
    /// assert_eq!(Game::from_value(Some("weiqi")), Some(Game::Go));
    /// assert_eq!(Game::from_value(Some("99")), None);
    /// ```
    #[must_use]
    pub fn from_value(raw: Option<&str>) -> Option<Self> {
        let Some(raw) = raw else {
            return Some(Self::Go);
        };
        if let Ok(read) = number::parse_lenient(raw) {
            return Self::from_number(read.value);
        }
        let is_number = raw
            .trim_start()
            .starts_with(|sign: char| sign.is_ascii_digit() || sign == '-');
        if is_number {
            None
        } else {
            Some(Self::from_name(raw).unwrap_or(Self::Go))
        }
    }

    /// Returns the game with this English name, in any letter case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let is_name = |game: &Self| game.name().eq_ignore_ascii_case(name.trim());
        Self::ALL.into_iter().find(is_name)
    }
}

/// Returns the property `identifier` in `game`; `None` if the standard does not define it there.
///
/// `game` may be a [`Game`], or `None` for a game of an unknown number, which has only the properties of all games.
/// The identifier is in upper-case letters; see [`short_identifier`] for the long names of old files.
///
/// Obsolete properties are found too: [`PropertyDef::versions`] has their versions.
#[must_use]
#[inline]
pub fn lookup(game: impl Into<Option<Game>>, identifier: &str) -> Option<&'static PropertyDef> {
    let game = game.into();
    definitions(identifier)
        .iter()
        .find(|property| property.games.contains(game))
}

/// Returns every definition of `identifier`, those of single games before that of all games; empty if the standard
/// does not have it.
#[must_use]
#[inline]
pub fn definitions(identifier: &str) -> &'static [PropertyDef] {
    let Some(key) = key(identifier.as_bytes()) else {
        return &[];
    };
    let (first, count) = properties::INDEX[key];
    let first = usize::from(first);
    &PROPERTIES[first..first + usize::from(count)]
}

/// Place of an identifier of one or two upper-case letters in the index.
#[inline]
fn key(identifier: &[u8]) -> Option<usize> {
    let letter = |byte: u8| {
        let letter = usize::from(byte.wrapping_sub(b'A'));
        (letter < 26).then_some(letter)
    };
    match *identifier {
        [first] => Some(letter(first)? * 27),
        [first, second] => Some(letter(first)? * 27 + letter(second)? + 1),
        _ => None,
    }
}

/// Normalizes an identifier, like [`Property::identifier`](crate::Property::identifier): [`short_identifier`], or
/// upper case if it has no upper-case letter.
#[must_use]
#[inline]
pub fn normal_identifier(written: &str) -> Cow<'_, str> {
    if written.bytes().any(|byte| byte.is_ascii_uppercase()) {
        short_identifier(written)
    } else {
        Cow::Owned(written.to_ascii_uppercase())
    }
}

/// Returns an identifier in the short form of FF\[1\] to FF\[3\]: its upper-case letters. `Black` is `B`,
/// `PlayerWhite` is `PW`. Digits between them stay, those before them do not. Borrows if nothing changes.
#[must_use]
pub fn short_identifier(identifier: &str) -> Cow<'_, str> {
    if identifier.bytes().any(|byte| byte.is_ascii_lowercase()) {
        let upper = identifier
            .chars()
            .filter(|char| !char.is_ascii_lowercase())
            .skip_while(|char| !char.is_ascii_uppercase());
        Cow::Owned(upper.collect())
    } else {
        Cow::Borrowed(identifier)
    }
}
