use std::fmt::{self, Write as _};
use std::io::Write as _;

use kifu::schema::{self, Game, Limits, Notation, PROPERTIES, PropertyDef};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output::{Output, Palette, WIDTH};
use crate::wrap::wrap;

/// Explain properties and games
///
/// Says what the standard knows of a property: its name, where it may stand, what values it takes,
/// in which games and versions. The long names of old files are understood too.
#[derive(Debug, clap::Args)]
pub(crate) struct Property {
    /// Identifiers, such as `KM`
    #[arg(required_unless_present_any = ["all", "games"], value_name = "ID")]
    identifiers: Vec<String>,

    /// List every property, one a line
    #[arg(long, conflicts_with = "identifiers")]
    all: bool,

    /// List every game with its number
    #[arg(long, conflicts_with_all = ["identifiers", "all", "game"])]
    games: bool,

    /// Only as it is in this game: its number, or its name as `--games` has it
    #[arg(long, value_name = "GAME", value_parser = game)]
    game: Option<Game>,

    /// How to show it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    output_format: Format,
}

/// How properties are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs: a list of objects
    Json,
}

/// The game of a number or a name.
fn game(wanted: &str) -> Result<Game, String> {
    let by_number = wanted.parse().ok().and_then(Game::from_number);
    let by_name = || {
        let mut all = Game::ALL.into_iter();
        all.find(|game| {
            [game.key(), game.name()]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(wanted))
        })
    };
    by_number
        .or_else(by_name)
        .ok_or_else(|| "no such game; see `kifu property --games`".to_owned())
}

impl Property {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let palette = output.palette;
        let mut exit = Exit::Clean;
        let mut text = String::new();
        if self.games {
            if self.output_format == Format::Json {
                let games = Game::ALL.into_iter().map(game_data);
                text = serde_json::to_string_pretty(&games.collect::<Value>())?;
            } else {
                for game in Game::ALL {
                    game_line(&mut text, game, &palette)?;
                }
            }
        } else {
            let mut definitions = Vec::new();
            if self.all {
                definitions.extend(PROPERTIES.iter().filter(|one| self.is_meant(one)));
            }
            for written in &self.identifiers {
                let identifier = if written.bytes().any(|byte| byte.is_ascii_uppercase()) {
                    schema::short_identifier(written).into_owned()
                } else {
                    written.to_ascii_uppercase()
                };
                let before = definitions.len();
                let known = schema::definitions(&identifier);
                definitions.extend(known.iter().filter(|one| self.is_meant(one)));
                if definitions.len() == before {
                    exit.add(Exit::Failure);
                    let place = match self.game {
                        Some(game) if !known.is_empty() => format!(" in {game}"),
                        _ => String::new(),
                    };
                    output.error(format_args!(
                        "the standard does not know `{written}`{place}; see `kifu property --all`"
                    ));
                }
            }
            if self.output_format == Format::Json {
                let all = definitions.into_iter().map(data);
                text = serde_json::to_string_pretty(&all.collect::<Value>())?;
            } else {
                for definition in definitions {
                    if self.all {
                        line(&mut text, definition, &palette)?;
                    } else {
                        entry(&mut text, definition, &palette)?;
                    }
                }
            }
        }
        output.write_all(text.trim_end_matches('\n').as_bytes())?;
        if !text.is_empty() {
            writeln!(output)?;
        }
        Ok(exit)
    }

    /// Whether a definition holds in the game that is asked about.
    fn is_meant(&self, definition: &PropertyDef) -> bool {
        self.game.is_none_or(|game| {
            schema::lookup(game, definition.identifier).is_some_and(|found| found == definition)
        })
    }
}

/// A game in one line.
fn game_line(text: &mut String, game: Game, palette: &Palette) -> fmt::Result {
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
    writeln!(text, "{strong}{number}{strong:#}{}", rest.trim_end())
}

/// A game as an object.
fn game_data(game: Game) -> Value {
    json!({
        "number": game.number(),
        "name": game.name(),
        "key": game.key(),
        "defaultSize": game.default_size(),
    })
}

/// A property as an object.
fn data(definition: &PropertyDef) -> Value {
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
fn line(text: &mut String, definition: &PropertyDef, palette: &Palette) -> fmt::Result {
    let strong = palette.strong;
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
    )
}

/// All that is known of a property.
fn entry(text: &mut String, definition: &PropertyDef, palette: &Palette) -> fmt::Result {
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
        ", holds for the nodes below too"
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
    row("games", games(definition))?;
    let versions: Vec<String> = definition
        .versions
        .iter()
        .map(|version| format!("FF[{version}]"))
        .collect();
    let versions = match (versions.is_empty(), definition.is_obsolete()) {
        (true, _) => "none: never part of the standard".to_owned(),
        (false, true) => format!("{}; obsolete", versions.join(", ")),
        (false, false) => versions.join(", "),
    };
    row("versions", versions)?;
    writeln!(text)
}

fn games(definition: &PropertyDef) -> String {
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
