use std::fmt::Write as _;

use super::data::{Data, Limits, Property, Value};

const HEAD: &str = "// Written by `cargo xtask gen`; change the tables in `data` instead.\n\n";

/// The `Game` enum.
pub(super) fn games(data: &Data) -> String {
    let mut out = String::from(HEAD);
    out.push_str(
        "/// Games with a number, the value of `GM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Game {
",
    );
    for game in &data.games {
        let notes = match &*game.notes {
            "" => String::new(),
            notes => format!("; {notes}"),
        };
        // Clippy takes a name with capitals inside for code.
        let name = match &*game.name {
            name if name[1..].contains(char::is_uppercase) && !name.contains(' ') => {
                format!("`{name}`")
            }
            name => name.to_owned(),
        };
        let line = format!("{name}{notes}.");
        for line in wrap(&line, 90) {
            let _ = writeln!(out, "    /// {line}");
        }
        let _ = writeln!(out, "    {} = {},", game.variant, game.number);
    }
    out.push_str(
        "}

/// Notation of points, moves and stones of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// A letter for the column and one for the row, as in Go.
    GoLike,
    /// A notation of this game only, which the standard defines.
    Own,
    /// No defined notation: values are kept unchanged.
    Undefined,
}

impl Game {
    /// All games, in the order of their numbers.
",
    );
    let _ = writeln!(out, "    pub const ALL: [Self; {}] = [", data.games.len());
    for game in &data.games {
        let _ = writeln!(out, "        Self::{},", game.variant);
    }
    out.push_str(
        "    ];

    /// Returns the game with this number; `None` if the standard does not assign it.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        Self::ALL.get(index).copied()
    }

    /// Number of the game in `GM`.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8
    }
",
    );
    method(
        &mut out,
        "Name of the game in English.",
        "name",
        "&'static str",
        data.games
            .iter()
            .map(|game| (&*game.variant, format!("{:?}", game.name))),
    );
    method(
        &mut out,
        "A short name in lower-case letters, as for command lines.",
        "key",
        "&'static str",
        data.games
            .iter()
            .map(|game| (&*game.variant, format!("{:?}", game.key))),
    );
    grouped(
        &mut out,
        "Notation of points and moves.",
        "notation",
        "Notation",
        "Notation::Undefined",
        data.games.iter().map(|game| {
            let notation = format!("Notation::{}", game.notation);
            (&*game.variant, Some(notation))
        }),
    );
    grouped(
        &mut out,
        "Columns and rows of the board if `SZ` is missing; `None` if the standard has no default.",
        "default_size",
        "Option<u16>",
        "None",
        data.games
            .iter()
            .map(|game| (&*game.variant, game.size.map(|n| format!("Some({n})")))),
    );
    grouped(
        &mut out,
        "Maximum number of columns or rows in the notation; `None` if it has no limit.",
        "max_size",
        "Option<u16>",
        "None",
        data.games
            .iter()
            .map(|game| (&*game.variant, game.max.map(|n| format!("Some({n})")))),
    );
    out.push_str(
        "
    /// Whether letter case is ignored in values of the game's notation.
    #[must_use]
    pub const fn is_case_insensitive(self) -> bool {
        matches!(self, Self::LinesOfAction | Self::Hex | Self::TwixT)
    }
}

impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
",
    );
    out
}

/// A method with an arm for each game.
fn method<'a>(
    out: &mut String,
    doc: &str,
    name: &str,
    result: &str,
    arms: impl Iterator<Item = (&'a str, String)>,
) {
    begin_method(out, doc, name, result);
    for (variant, value) in arms {
        let _ = writeln!(out, "            Self::{variant} => {value},");
    }
    out.push_str("        }\n    }\n");
}

/// A method with an arm for each value; `rest` is the value of the games not named.
fn grouped<'a>(
    out: &mut String,
    doc: &str,
    name: &str,
    result: &str,
    rest: &str,
    games: impl Iterator<Item = (&'a str, Option<String>)>,
) {
    let mut arms: Vec<(String, Vec<String>)> = Vec::new();
    for (variant, value) in games {
        let Some(value) = value.filter(|value| value != rest) else {
            continue;
        };
        let variant = format!("Self::{variant}");
        match arms.iter_mut().find(|(known, _)| *known == value) {
            Some((_, variants)) => variants.push(variant),
            None => arms.push((value, vec![variant])),
        }
    }
    begin_method(out, doc, name, result);
    for (value, variants) in arms {
        let line = format!("            {} => {value},", variants.join(" | "));
        if line.len() <= 100 {
            let _ = writeln!(out, "{line}");
        } else {
            // As rustfmt breaks it.
            let _ = writeln!(
                out,
                "            {} => {{\n                {value}\n            }}",
                variants.join(" | ")
            );
        }
    }
    let _ = writeln!(out, "            _ => {rest},\n        }}\n    }}");
}

fn begin_method(out: &mut String, doc: &str, name: &str, result: &str) {
    let _ = write!(
        out,
        "
    /// {doc}
    #[must_use]
    pub const fn {name}(self) -> {result} {{
        match self {{
"
    );
}

/// The table of properties and its index.
pub(super) fn properties(data: &Data) -> String {
    let mut out = String::from(HEAD);
    out.push_str(
        "use super::Game;
use super::property::{
    BasicType as T, Count, Games, Group, Limits, PropertyDef, PropertyType as P, ValueType,
    Versions,
};

/// All properties, sorted by identifier; definitions for single games before that for all games.
#[rustfmt::skip]
pub const PROPERTIES: &[PropertyDef] = &[
",
    );
    for property in &data.properties {
        let _ = writeln!(out, "    PropertyDef {{ {} }},", fields(property, data));
    }
    out.push_str(
        "];

/// For each identifier of one or two letters, its first property and how many there are.
#[rustfmt::skip]
pub(super) const INDEX: [(u8, u8); 702] = [
",
    );
    let name = |key: usize| -> String {
        let letter = |n: usize| char::from(b'A' + n as u8);
        let first = letter(key / 27);
        match key % 27 {
            0 => first.to_string(),
            second => [first, letter(second - 1)].iter().collect(),
        }
    };
    for first in 0..26 {
        out.push_str("   ");
        for key in first * 27..(first + 1) * 27 {
            let name = name(key);
            let count = data
                .properties
                .iter()
                .filter(|property| property.identifier == name)
                .count();
            let place = data
                .properties
                .iter()
                .position(|property| property.identifier == name)
                .unwrap_or(0);
            let _ = write!(out, " ({place},{count}),");
        }
        out.push('\n');
    }
    out.push_str("];\n");
    out
}

fn fields(property: &Property, data: &Data) -> String {
    let limits = match &property.limits {
        Limits::None => "None".to_owned(),
        Limits::Range(min, max) => {
            let bound = |bound: Option<i64>, none: &str| {
                bound.map_or_else(|| none.to_owned(), |bound| bound.to_string())
            };
            format!(
                "Range({}, {})",
                bound(*min, "i64::MIN"),
                bound(*max, "i64::MAX")
            )
        }
        Limits::Words(words) => format!("Words(&{words:?})"),
    };
    let games = if property.games.is_empty() {
        "ALL".to_owned()
    } else {
        let variants: Vec<String> = data
            .games
            .iter()
            .filter(|game| property.games.contains(&game.key))
            .map(|game| format!("Game::{}", game.variant))
            .collect();
        format!("of(&[{}])", variants.join(", "))
    };
    let group = match &property.group {
        Some(group) => format!("Some(Group::{})", camel(group)),
        None => "None".to_owned(),
    };
    format!(
        "identifier: {:?}, name: {:?}, property_type: P::{}, inherit: {}, value: {}, \
         limits: Limits::{limits}, games: Games::{games}, versions: Versions::of(&{:?}), \
         group: {group}, notes: {:?}",
        property.identifier,
        property.name,
        camel(&property.place),
        property.inherit,
        value_type(&property.value),
        property.versions,
        property.notes,
    )
}

fn value_type(value: &Value) -> String {
    let basic = |name: &str| match name {
        "simpletext" => "T::SimpleText".to_owned(),
        name => format!("T::{}", camel(name)),
    };
    let single = match &value.single {
        Some(name) => format!("Some({})", basic(name)),
        None => "None".to_owned(),
    };
    let compose = match &value.compose {
        Some((first, second)) => format!("Some(({}, {}))", basic(first), basic(second)),
        None => "None".to_owned(),
    };
    format!(
        "ValueType {{ count: Count::{}, single: {single}, compose: {compose} }}",
        value.count
    )
}

/// `game-info` as `GameInfo`.
fn camel(name: &str) -> String {
    name.split('-')
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect()
}

/// `text` in lines of at most `width` characters.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
