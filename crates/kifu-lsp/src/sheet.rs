//! The page of a property, in Markdown.

use std::fmt::Write as _;

use kifu_sgf::schema::{self, Game, Limits, PropertyDef};

/// The page of a property as written: its meaning, its valid positions, and its values.
pub(crate) fn page(kind: Option<Game>, written: &str) -> String {
    let identifier = schema::normal_identifier(written);
    let mut text = String::new();
    let Some(definition) = schema::lookup(kind, &identifier) else {
        let others = schema::definitions(&identifier);
        let _ = write!(text, "`{written}`: ");
        match others.first() {
            Some(other) => {
                let games: Vec<&str> = other.games.iter().map(Game::name).collect();
                let _ = write!(text, "{} in {} only", other.name, games.join(", "));
            }
            None => text.push_str("a private property, unknown to the standard"),
        }
        return text;
    };
    let _ = writeln!(text, "**{}** {}", definition.identifier, definition.name);
    if written != definition.identifier {
        let _ = writeln!(
            text,
            "\n`{written}` is written `{}` in FF[4].",
            definition.identifier
        );
    }
    let _ = writeln!(text, "\n{}\n", definition.notes);
    for line in facts(definition) {
        let _ = writeln!(text, "- {line}");
    }
    text
}

/// Type, value, limits and versions, one per line.
pub(crate) fn facts(definition: &PropertyDef) -> Vec<String> {
    let inherit = if definition.inherit {
        ", inherited by the nodes below"
    } else {
        ""
    };
    let mut lines = vec![
        format!("type: {}{inherit}", definition.property_type),
        format!("value: {}", definition.value),
    ];
    match definition.limits {
        Limits::Range(least, i64::MAX) => lines.push(format!("limits: {least} or more")),
        Limits::Range(least, most) => lines.push(format!("limits: {least} to {most}")),
        Limits::Words(words) => lines.push(format!("limits: one of `{}`", words.join("`, `"))),
        _ => {}
    }
    let versions: Vec<String> = definition
        .versions
        .iter()
        .map(|one| format!("FF[{one}]"))
        .collect();
    lines.push(match (versions.is_empty(), definition.is_obsolete()) {
        (true, _) => "versions: none, never part of the standard".to_owned(),
        (false, true) => format!("versions: {}; obsolete", versions.join(", ")),
        (false, false) => format!("versions: {}", versions.join(", ")),
    });
    if definition.is_game_specific() {
        let games: Vec<&str> = definition.games.iter().map(Game::name).collect();
        lines.push(format!("games: {}", games.join(", ")));
    }
    lines
}
