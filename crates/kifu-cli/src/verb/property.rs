use std::fmt::{self, Write as _};
use std::io::Write as _;

use kifu::schema::{self, Limits, PROPERTIES, PropertyDef};

use crate::exit::Exit;
use crate::output::{Output, Palette};

/// Explain properties
///
/// Says what the standard knows of a property: its name, where it may stand, what values it takes,
/// in which games and versions. The long names of old files are understood too.
#[derive(Debug, clap::Args)]
pub(crate) struct Property {
    /// Identifiers, such as `KM`
    #[arg(required_unless_present = "all", value_name = "ID")]
    identifiers: Vec<String>,

    /// List every property, one a line
    #[arg(long, conflicts_with = "identifiers")]
    all: bool,
}

impl Property {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let palette = output.palette;
        let mut text = String::new();
        if self.all {
            for definition in PROPERTIES {
                line(&mut text, definition, &palette)?;
            }
        }
        let mut exit = Exit::Clean;
        for written in &self.identifiers {
            let identifier = if written.bytes().any(|byte| byte.is_ascii_uppercase()) {
                schema::short_identifier(written).into_owned()
            } else {
                written.to_ascii_uppercase()
            };
            let definitions = schema::definitions(&identifier);
            if definitions.is_empty() {
                exit.add(Exit::Failure);
                output.error(format_args!(
                    "the standard does not know `{written}`; see `kifu property --all`"
                ));
            }
            for definition in definitions {
                entry(&mut text, definition, &palette)?;
            }
        }
        output.write_all(text.trim_end_matches('\n').as_bytes())?;
        if !text.is_empty() {
            writeln!(output)?;
        }
        Ok(exit)
    }
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
            format!(" ({})", games(definition))
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
    writeln!(text, "  {}", definition.notes)?;
    let mut row =
        |label: &str, value: String| writeln!(text, "  {faint}{label:9}{faint:#} {value}");
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
