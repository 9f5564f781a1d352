//! The user's settings in the editor, in addition to `kifu.toml`.

use kifu_lint::Options;
use serde::Deserialize;
use serde_json::Value;

/// Settings: `initializationOptions`, or the section `kifu` of the client's configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    /// Selected rules; those of `kifu.toml` if empty.
    pub(crate) select: Vec<String>,
    /// Ignored rules, in addition to those of `kifu.toml`.
    pub(crate) ignore: Vec<String>,
    /// Whether valid but unusual properties and values are reported too.
    pub(crate) strict: bool,
    pub(crate) board: BoardForm,
    pub(crate) inlay_hints: InlayHints,
}

/// The form of the board in a hover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BoardForm {
    /// A picture if the client shows pictures, otherwise text.
    #[default]
    Auto,
    /// A picture.
    Svg,
    /// Text.
    Text,
    /// No board.
    None,
}

/// Hints in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct InlayHints {
    /// Interval of move numbers, in moves; 0 for none.
    pub(crate) move_numbers: u32,
    /// Whether to show the number of setup stones and the player to move.
    pub(crate) setup: bool,
}

impl Default for InlayHints {
    fn default() -> Self {
        Self {
            move_numbers: 10,
            setup: true,
        }
    }
}

impl Settings {
    /// Reads settings, with or without the section `kifu` around them.
    ///
    /// # Errors
    /// An entry has the wrong type: a message for the user.
    pub(crate) fn read(value: &Value) -> Result<Self, String> {
        let own = value.get("kifu").unwrap_or(value);
        if own.is_null() {
            return Ok(Self::default());
        }
        Self::deserialize(own).map_err(|error| format!("settings of Kifu: {error}"))
    }

    /// The rules of a document.
    pub(crate) fn rules(&self, mut configured: Options) -> Options {
        if !self.select.is_empty() {
            configured.select.clone_from(&self.select);
        }
        configured.ignore.extend_from_slice(&self.ignore);
        configured.strict |= self.strict;
        configured
    }
}

#[cfg(test)]
mod tests {
    use kifu_lint::Options;
    use kifu_lint::normalize::Aliases;

    use super::Settings;

    #[test]
    fn settings_leave_the_names_of_players() {
        let players = Aliases::new([("Go Seigen", vec!["Wu Qingyuan"])]).expect("a table");
        let configured = Options::default().with_players(players.clone());
        let rules = Settings::default().rules(configured);
        assert_eq!(rules.players, players);
    }
}
