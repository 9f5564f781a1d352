use anyhow::{Context, Result, bail, ensure};

/// The tables, checked.
pub(super) struct Data {
    /// In the order of their numbers.
    pub(super) games: Vec<Game>,
    /// Sorted by identifier, definitions for single games before that for all games.
    pub(super) properties: Vec<Property>,
}

/// A line of `games.tsv`.
pub(super) struct Game {
    pub(super) number: u8,
    /// Short name, as in `properties.tsv`.
    pub(super) key: String,
    /// Name of the Rust variant.
    pub(super) variant: String,
    pub(super) name: String,
    /// Default size.
    pub(super) size: Option<u16>,
    /// Largest size.
    pub(super) max: Option<u16>,
    pub(super) notation: String,
    pub(super) notes: String,
}

/// A line of `properties.tsv`.
pub(super) struct Property {
    pub(super) identifier: String,
    pub(super) name: String,
    /// The property type: the nodes that may have the property.
    pub(super) place: String,
    pub(super) inherit: bool,
    pub(super) value: Value,
    pub(super) limits: Limits,
    /// Keys of games; empty for all games.
    pub(super) games: Vec<String>,
    pub(super) versions: Vec<u8>,
    pub(super) group: Option<String>,
    pub(super) notes: String,
}

/// A value type: its text, and its parts.
pub(super) struct Value {
    pub(super) text: String,
    pub(super) count: &'static str,
    pub(super) single: Option<String>,
    pub(super) compose: Option<(String, String)>,
}

pub(super) enum Limits {
    None,
    Range(Option<i64>, Option<i64>),
    Words(Vec<String>),
}

const BASIC_TYPES: [&str; 10] = [
    "none",
    "number",
    "real",
    "double",
    "color",
    "simpletext",
    "text",
    "point",
    "move",
    "stone",
];

impl Data {
    pub(super) fn parse(games: &str, properties: &str) -> Result<Self> {
        let games = table(games)
            .map(|(line, row)| Game::parse(&row).with_context(|| format!("games.tsv:{line}")))
            .collect::<Result<Vec<_>>>()?;
        ensure!(
            games.iter().map(|game| game.number).eq(1..=40),
            "games.tsv: the numbers are not 1 to 40"
        );
        let mut properties = table(properties)
            .map(|(line, row)| {
                Property::parse(&row, &games).with_context(|| format!("properties.tsv:{line}"))
            })
            .collect::<Result<Vec<_>>>()?;
        properties.sort_by_key(|property| (property.identifier.clone(), property.games.is_empty()));
        for pair in properties.windows(2) {
            ensure!(
                pair[0].identifier != pair[1].identifier || pair[0].games != pair[1].games,
                "properties.tsv: `{}` stands twice",
                pair[0].identifier
            );
        }
        Ok(Self { games, properties })
    }
}

/// The rows of a table below its heading, with their line numbers.
fn table(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    text.lines()
        .enumerate()
        .skip(1)
        .map(|(line, row)| (line + 1, row.split('\t').collect()))
}

impl Game {
    fn parse(row: &[&str]) -> Result<Self> {
        let &[number, key, variant, name, size, max, notation, notes] = row else {
            bail!("{} columns, not 8", row.len());
        };
        let optional = |text: &str| (!text.is_empty()).then(|| text.parse()).transpose();
        Ok(Self {
            number: number.parse()?,
            key: key.to_owned(),
            variant: variant.to_owned(),
            name: name.to_owned(),
            size: optional(size)?,
            max: optional(max)?,
            notation: match notation {
                "go" => "GoLike",
                "own" => "Own",
                "none" => "Undefined",
                _ => bail!("unknown notation `{notation}`"),
            }
            .to_owned(),
            notes: notes.to_owned(),
        })
    }
}

impl Property {
    fn parse(row: &[&str], all_games: &[Game]) -> Result<Self> {
        let &[
            identifier,
            name,
            place,
            attr,
            value,
            limits,
            games,
            versions,
            group,
            notes,
        ] = row
        else {
            bail!("{} columns, not 10", row.len());
        };
        ensure!(
            matches!(identifier.len(), 1..=2) && identifier.bytes().all(|b| b.is_ascii_uppercase()),
            "`{identifier}` is not an identifier of one or two upper-case letters"
        );
        ensure!(
            ["move", "setup", "root", "game-info", "none"].contains(&place),
            "unknown property type `{place}`"
        );
        ensure!(
            ["", "inherit"].contains(&attr),
            "unknown attribute `{attr}`"
        );
        let games: Vec<String> = match games {
            "all" => Vec::new(),
            _ => games.split(',').map(str::to_owned).collect(),
        };
        for key in &games {
            ensure!(
                all_games.iter().any(|game| game.key == *key),
                "unknown game `{key}`"
            );
        }
        Ok(Self {
            identifier: identifier.to_owned(),
            name: name.to_owned(),
            place: place.to_owned(),
            inherit: attr == "inherit",
            value: Value::parse(value)?,
            limits: Limits::parse(limits)?,
            games,
            versions: versions
                .chars()
                .map(|version| match version {
                    '1'..='4' => Ok(version as u8 - b'0'),
                    _ => bail!("unknown version `{version}`"),
                })
                .collect::<Result<_>>()?,
            group: (!group.is_empty()).then(|| group.to_owned()),
            notes: notes.to_owned(),
        })
    }
}

impl Value {
    fn parse(text: &str) -> Result<Self> {
        let (count, item) = if let Some(item) = text.strip_prefix("elist of ") {
            ("EmptyOrList", item)
        } else if let Some(item) = text.strip_prefix("list of ") {
            ("List", item)
        } else {
            ("One", text)
        };
        let mut value = Self {
            text: text.to_owned(),
            count,
            single: None,
            compose: None,
        };
        let basic = |name: &str| {
            ensure!(BASIC_TYPES.contains(&name), "unknown value type `{name}`");
            Ok(name.to_owned())
        };
        for form in item.split(" or ") {
            match form.split_once(':') {
                Some((first, second)) => value.compose = Some((basic(first)?, basic(second)?)),
                None => value.single = Some(basic(form)?),
            }
        }
        Ok(value)
    }
}

impl Limits {
    fn parse(text: &str) -> Result<Self> {
        if text.is_empty() {
            return Ok(Self::None);
        }
        let Some((min, max)) = text.split_once("..") else {
            return Ok(Self::Words(text.split('/').map(str::to_owned).collect()));
        };
        let bound = |text: &str| (!text.is_empty()).then(|| text.parse()).transpose();
        Ok(Self::Range(bound(min)?, bound(max)?))
    }
}
