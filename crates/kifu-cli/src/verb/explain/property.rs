use std::fmt::{self, Write as _};

use kifu::schema::{self, Game, Limits, Notation, PROPERTIES, PropertyDef};
use serde_json::{Value, json};

use crate::output::{Palette, WIDTH};
use crate::wrap::wrap;

/// Reads the number or the name of a game.
pub(super) fn game(wanted: &str) -> Result<Game, String> {
    let by_number = wanted.parse().ok().and_then(Game::from_number);
    by_number
        .or_else(|| game_named(wanted))
        .ok_or_else(|| "unknown game; `kifu explain --list games` lists them".to_owned())
}

/// The game of this name, in any case.
pub(super) fn game_named(wanted: &str) -> Option<Game> {
    Game::ALL.into_iter().find(|game| {
        [game.key(), game.name()]
            .iter()
            .any(|name| name.eq_ignore_ascii_case(wanted))
    })
}

/// The definitions of an identifier, in any case or in the long form of old files.
pub(super) fn named(written: &str) -> &'static [PropertyDef] {
    let identifier = if written.bytes().any(|byte| byte.is_ascii_uppercase()) {
        schema::short_identifier(written).into_owned()
    } else {
        written.to_ascii_uppercase()
    };
    schema::definitions(&identifier)
}

/// All games.
pub(super) fn games(is_json: bool, palette: &Palette) -> anyhow::Result<String> {
    if is_json {
        let games = Game::ALL.into_iter().map(game_data).collect::<Value>();
        return Ok(serde_json::to_string_pretty(&games)? + "\n");
    }
    let mut text = String::new();
    for game in Game::ALL {
        text.push_str(&game_line(game, palette));
    }
    Ok(text)
}

/// A game in one line.
pub(super) fn game_line(game: Game, palette: &Palette) -> String {
    let strong = palette.strong;
    let size = game.default_size();
    let notation = match game.notation() {
        Notation::GoLike => "letters as in Go",
        Notation::Own => "its own notation",
        Notation::Undefined => "no notation defined",
    };
    let size = size.map_or(String::new(), |size| format!(", {size}×{size}"));
    let line = format!(
        "{:2}  {:22}  {:10}  {notation}{size}",
        game.number(),
        game.name(),
        game.key()
    );
    let (number, rest) = line.split_at(2);
    format!("{strong}{number}{strong:#}{}\n", rest.trim_end())
}

/// A game and the properties that only some games have.
pub(super) fn game_entry(game: Game, palette: &Palette) -> Result<String, fmt::Error> {
    let mut text = game_line(game, palette);
    let own = PROPERTIES.iter().filter(|definition| {
        definition.is_game_specific() && definition.games.iter().any(|other| other == game)
    });
    for definition in own {
        text.push_str(&line(definition, palette)?);
    }
    Ok(text)
}

/// A game as an object.
pub(super) fn game_data(game: Game) -> Value {
    json!({
        "number": game.number(),
        "name": game.name(),
        "key": game.key(),
        "defaultSize": game.default_size(),
    })
}

/// A property as an object.
pub(super) fn data(definition: &PropertyDef) -> Value {
    let games = definition.is_game_specific().then(|| {
        let games = definition.games.iter();
        games.map(Game::number).collect::<Vec<_>>()
    });
    json!({
        "identifier": definition.identifier,
        "name": definition.name,
        "type": definition.property_type.to_string(),
        "inherit": definition.inherit,
        "value": definition.value.to_string(),
        "games": games,
        "versions": definition.versions.iter().collect::<Vec<_>>(),
        "obsolete": definition.is_obsolete(),
        "notes": definition.notes,
    })
}

/// A property in one line.
pub(super) fn line(definition: &PropertyDef, palette: &Palette) -> Result<String, fmt::Error> {
    let strong = palette.strong;
    let mut text = String::new();
    writeln!(
        text,
        "{strong}{:2}{strong:#}  {:10} {:26} {}{}",
        definition.identifier,
        definition.property_type.to_string(),
        definition.value.to_string(),
        definition.name,
        if definition.is_game_specific() {
            let names: Vec<&str> = definition.games.iter().map(Game::name).collect();
            format!(" ({})", names.join(", "))
        } else {
            String::new()
        }
    )?;
    Ok(text)
}

/// Everything about a property.
pub(super) fn entry(definition: &PropertyDef, palette: &Palette) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let Palette { strong, faint, .. } = palette;
    let PropertyDef {
        identifier, name, ..
    } = definition;
    writeln!(text, "{strong}{identifier}{strong:#}  {name}")?;
    for line in wrap(definition.notes, WIDTH - 2) {
        writeln!(text, "  {line}")?;
    }
    let mut row = |label: &str, value: String| {
        let mut lines = wrap(&value, WIDTH - 12);
        let first = lines.next().unwrap_or_default();
        writeln!(text, "  {faint}{label:9}{faint:#} {first}")?;
        lines.try_for_each(|line| writeln!(text, "            {line}"))
    };
    let inherit = if definition.inherit {
        ", inherited by the nodes below"
    } else {
        ""
    };
    row("type", format!("{}{inherit}", definition.property_type))?;
    row("value", definition.value.to_string())?;
    match definition.limits {
        Limits::Range(least, i64::MAX) => row("limits", format!("{least} or more"))?,
        Limits::Range(least, most) => row("limits", format!("{least} to {most}"))?,
        Limits::Words(words) => row("limits", format!("one of `{}`", words.join("`, `")))?,
        _ => {}
    }
    row("games", names_of_games(definition))?;
    let versions: Vec<String> = definition
        .versions
        .iter()
        .map(|version| format!("FF[{version}]"))
        .collect();
    let versions = match (versions.is_empty(), definition.is_obsolete()) {
        (true, _) => "none (never part of the standard)".to_owned(),
        (false, true) => format!("{}; obsolete", versions.join(", ")),
        (false, false) => versions.join(", "),
    };
    row("versions", versions)?;
    Ok(text)
}

fn names_of_games(definition: &PropertyDef) -> String {
    if !definition.is_game_specific() {
        return "all".to_owned();
    }
    let names: Vec<String> = definition
        .games
        .iter()
        .map(|game| format!("{} (GM[{}])", game.name(), game.number()))
        .collect();
    names.join(", ")
}
