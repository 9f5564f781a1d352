//! The user's settings in the editor, in addition to `kifu.toml`.

use kifu_lint::Options;
use serde::Deserialize;
use serde_json::Value;

/// Settings: `initializationOptions`, or the section `kifu` of the client's configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The values of lists of rules, for messages.
const RULES: &str = "a list of rules, such as [\"V2\"]";

/// The values of switches, for messages.
const SWITCH: &str = "true or false";

/// Maximum number of characters of a value in a message.
const MOST: usize = 40;

impl Settings {
    /// Reads settings, with or without the section `kifu` around them. A missing or invalid entry stays as it is here.
    /// Returns a message for the user about each problem.
    pub(crate) fn with(&self, value: &Value) -> (Self, Vec<String>) {
        let section = value.get("kifu");
        let mut settings = self.clone();
        let mut problems = Problems::default();
        for (name, value) in problems.entries("settings", section.unwrap_or(value)) {
            match &**name {
                "select" => problems.set(&mut settings.select, name, value, RULES),
                "ignore" => problems.set(&mut settings.ignore, name, value, RULES),
                "strict" => problems.set(&mut settings.strict, name, value, SWITCH),
                "board" => {
                    let forms = "`auto`, `svg`, `text` or `none`";
                    problems.set(&mut settings.board, name, value, forms);
                }
                "inlayHints" => {
                    for (name, value) in problems.entries("`inlayHints`", value) {
                        settings.inlay_hints.set(name, value, &mut problems);
                    }
                }
                // The name that the settings of an editor have.
                dotted if dotted.starts_with("inlayHints.") => {
                    let name = &dotted["inlayHints.".len()..];
                    settings.inlay_hints.set(name, value, &mut problems);
                }
                // Settings of the extension for VS Code.
                "path" | "trace" => {}
                // A client may send the sections of all servers.
                _ if section.is_none() && value.is_object() => {}
                _ => problems.unknown(
                    name,
                    "`select`, `ignore`, `strict`, `board` or `inlayHints`",
                ),
            }
        }
        (settings, problems.0)
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

impl InlayHints {
    fn set(&mut self, name: &str, value: &Value, problems: &mut Problems) {
        let full = format!("inlayHints.{name}");
        match name {
            "moveNumbers" => {
                let expected = "0 or a greater number";
                problems.set(&mut self.move_numbers, &full, value, expected);
            }
            "setup" => problems.set(&mut self.setup, &full, value, SWITCH),
            _ => problems.unknown(&full, "`moveNumbers` or `setup`"),
        }
    }
}

/// Messages about settings.
#[derive(Debug, Default)]
struct Problems(Vec<String>);

impl Problems {
    /// The entries of an object that are not `null`.
    fn entries<'v>(
        &mut self,
        name: &str,
        value: &'v Value,
    ) -> impl Iterator<Item = (&'v String, &'v Value)> + use<'v> {
        if !value.is_object() && !value.is_null() {
            self.unexpected(name, value, "an object");
        }
        let entries = value.as_object().into_iter().flatten();
        entries.filter(|(_, value)| !value.is_null())
    }

    /// Reads an entry, or keeps what is set.
    fn set<'v, T: Deserialize<'v>>(
        &mut self,
        setting: &mut T,
        name: &str,
        value: &'v Value,
        expected: &str,
    ) {
        match T::deserialize(value) {
            Ok(new) => *setting = new,
            Err(_) => self.unexpected(&format!("`{name}`"), value, expected),
        }
    }

    fn unexpected(&mut self, name: &str, value: &Value, expected: &str) {
        let mut found = value.to_string();
        if let Some((end, _)) = found.char_indices().nth(MOST) {
            found.truncate(end);
            found.push('…');
        }
        self.0
            .push(format!("{name}: expected {expected}, not `{found}`"));
    }

    fn unknown(&mut self, name: &str, expected: &str) {
        self.0
            .push(format!("`{name}`: unknown setting, expected {expected}"));
    }
}

#[cfg(test)]
mod tests {
    use kifu_lint::Options;
    use kifu_lint::normalize::Aliases;

    use serde_json::json;

    use super::{BoardForm, Settings};

    #[test]
    fn each_entry_is_read_by_itself() {
        let (settings, problems) = Settings::default().with(&json!({"kifu": {
            "select": "V2",
            "strict": true,
            "strct": true,
            "board": "picture",
            "ignore": ["S330"],
            "inlayHints": {"moveNumbers": -1, "setup": false, "numbers": 3},
            "path": "/usr/bin/kifu",
        }}));
        assert!(settings.strict && settings.select.is_empty());
        assert_eq!(settings.ignore, ["S330"]);
        assert_eq!(settings.board, BoardForm::Auto);
        assert_eq!(settings.inlay_hints.move_numbers, 10);
        assert!(!settings.inlay_hints.setup);
        let expected = [
            "`board`: expected `auto`, `svg`, `text` or `none`, not `\"picture\"`",
            "`inlayHints.moveNumbers`: expected 0 or a greater number, not `-1`",
            "`inlayHints.numbers`: unknown setting, expected `moveNumbers` or `setup`",
            "`select`: expected a list of rules, such as [\"V2\"], not `\"V2\"`",
            "`strct`: unknown setting, expected `select`, `ignore`, `strict`, `board` or `inlayHints`",
        ];
        let mut problems = problems;
        problems.sort();
        assert_eq!(problems, expected);
    }

    #[test]
    fn dots_divide_the_names_of_settings() {
        let value =
            json!({"inlayHints.moveNumbers": 1, "inlayHints.setup": false, "inlayHints.a": 0});
        let (settings, problems) = Settings::default().with(&value);
        assert_eq!(settings.inlay_hints.move_numbers, 1);
        assert!(!settings.inlay_hints.setup);
        let expected = "`inlayHints.a`: unknown setting, expected `moveNumbers` or `setup`";
        assert_eq!(problems, [expected]);
    }

    #[test]
    fn settings_of_other_servers_are_skipped() {
        for (value, expected) in [
            (json!(null), 0),
            (json!({"pylsp": {}, "kifu": {}}), 0),
            (json!({"pylsp": {}}), 0),
            (json!({"kifu": {"pylsp": {}}}), 1),
            (json!({"kifu": null}), 0),
            (json!([]), 1),
            (json!({"inlayHints": false}), 1),
            (json!({"select": null}), 0),
        ] {
            let (settings, problems) = Settings::default().with(&value);
            assert_eq!(settings, Settings::default(), "{value}");
            assert_eq!(problems.len(), expected, "{value}: {problems:?}");
        }
    }

    #[test]
    fn settings_leave_the_names_of_players() {
        let players = Aliases::new([("Go Seigen", vec!["Wu Qingyuan"])]).expect("a table");
        let configured = Options::default().with_players(players.clone());
        let rules = Settings::default().rules(configured);
        assert_eq!(rules.players, players);
    }
}
