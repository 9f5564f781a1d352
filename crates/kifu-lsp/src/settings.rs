//! What the user chose in the editor, beside `kifu.toml`.

use kifu_lint::Options;
use serde::Deserialize;
use serde_json::Value;

/// Settings: `initializationOptions`, or the section `kifu` of the client's configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    /// Rules that apply; those of `kifu.toml` if empty.
    pub(crate) select: Vec<String>,
    /// Rules that do not apply, beside those of `kifu.toml`.
    pub(crate) ignore: Vec<String>,
    /// Whether valid but unusual properties and values are reported too.
    pub(crate) strict: bool,
    pub(crate) board: BoardForm,
    pub(crate) inlay_hints: InlayHints,
}

/// How a hover shows the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BoardForm {
    /// As a picture if the client shows pictures, else as text.
    #[default]
    Auto,
    /// As a picture.
    Svg,
    /// As text.
    Text,
    /// Not at all.
    None,
}

/// Hints in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct InlayHints {
    /// Every so many moves a number is shown; 0 for none.
    pub(crate) move_numbers: u32,
    /// Whether the number of stones in setup, and the player to move after it, are shown.
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
    pub(crate) fn rules(&self, configured: Options) -> Options {
        let Options {
            mut select,
            mut ignore,
            strict,
            ..
        } = configured;
        if !self.select.is_empty() {
            select.clone_from(&self.select);
        }
        ignore.extend_from_slice(&self.ignore);
        Options::default()
            .with_strict(strict || self.strict)
            .with_select(select)
            .with_ignore(ignore)
    }
}
