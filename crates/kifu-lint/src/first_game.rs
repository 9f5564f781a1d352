//! Facts to compare all games of a file with.

use kifu_sgf::schema::Game;
use kifu_sgf::value::number;
use kifu_syntax::{EventKind, Parser, Properties};

use crate::node::identifier;

/// Properties that all games of a file should share, taken from its first game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstGame {
    pub(crate) version: Option<u8>,
    pub(crate) game: Option<Game>,
}

impl FirstGame {
    /// Reads the first game in `bytes`; only its root.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let root = Parser::new(bytes).find(|event| event.kind == EventKind::NodeBegin);
        let start = root.map_or(bytes.len(), |root| root.span.start);
        let mut values = [None; 2];
        for property in Properties::of_node(bytes, start) {
            let written = std::str::from_utf8(property.identifier()).unwrap_or_default();
            let place = match &*identifier(written) {
                "FF" => 0,
                "GM" => 1,
                _ => continue,
            };
            if values[place].is_none() {
                values[place] = std::str::from_utf8(property.value()).ok();
            }
        }
        Self {
            version: version(values[0]),
            game: Game::from_value(values[1]),
        }
    }
}

/// Returns the version in a value of `FF`; `None` if it is not a version.
pub(crate) fn version(raw: Option<&str>) -> Option<u8> {
    number::parse(raw?)
        .ok()
        .and_then(|version| u8::try_from(version).ok())
        .filter(|version| (1..=4).contains(version))
}
