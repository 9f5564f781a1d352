//! Values of properties by field: one meaning for records and for indexes built from them.

use std::borrow::Cow;

use kifu_sgf::schema::Game;
use kifu_sgf::value::{Application, handicap, komi, number, time_limit};
use kifu_syntax::text::{unescape_simple_text, unescape_text};

use crate::field::Field;

impl Field {
    /// Returns the text of a raw value of one of its properties; `None` if it is empty.
    #[must_use]
    pub fn text_of(self, raw: &str) -> Option<Cow<'_, str>> {
        let text = match self {
            Self::About | Self::Comment => unescape_text(raw),
            Self::Program => Application::parse_lenient(raw).ok()?.value.name,
            _ => unescape_simple_text(raw),
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// Returns the number in a raw value of its property; `None` if it is not a number, or the field is not numeric.
    /// An empty handicap is that of an even game, 0.
    #[must_use]
    pub fn number_of(self, raw: &str) -> Option<f64> {
        match self {
            Self::Komi => Some(komi::parse_lenient(raw).ok()?.value.get()),
            Self::Time => Some(time_limit::parse_lenient(raw).ok()?.value.get()),
            Self::Handicap if raw.trim().is_empty() => Some(0.0),
            Self::Handicap => Some(handicap::parse_lenient(raw).ok()?.value.into()),
            Self::Format => {
                let version = number::parse_lenient(raw).ok()?.value;
                i32::try_from(version).ok().map(f64::from)
            }
            _ => None,
        }
    }
}

/// Whether `wanted` returns true for the name or the number of a game. A game without a name has the written text as
/// its name.
pub fn game_matches(name: &str, wanted: &dyn Fn(&str) -> bool) -> bool {
    let mut known = Game::ALL.iter();
    let number = known.find(|game| game.name() == name);
    wanted(name) || number.is_some_and(|game| wanted(&game.number().to_string()))
}
