//! Templates of file names: `{date}-{black}-{white}.sgf`.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use kifu_select::{Field, Record};

use super::safe::safe_name;

/// Replacement for a missing field.
const UNKNOWN: &str = "unknown";

/// Placeholder of the number in a draft; no other part of a name contains it.
const NUMBER: char = '\u{E000}';

/// Maximum length of a field in characters: a long one must not displace the others.
const LONGEST: usize = 60;

/// The default extension.
const ENDING: &str = ".sgf";

/// A template for the names of files.
///
/// | in the template | in the name |
/// |---|---|
/// | `{black}`, `{white}`, `{date}`, `{event}`, `{result}` and every other field of a selection | what the record says; `unknown` where it says nothing |
/// | `{year}` | the year of the date |
/// | `{n}` | the number of the game in all that is written, from 1 |
/// | `{file}` | the name of the file it comes from, without folder and ending |
/// | `{number}` | the number of the game in its file, from 1 |
/// | `{variation}` | the number of the line of play, from 1 |
/// | `{n:4}` | at least four digits: `0001`; so for every number |
/// | `/` | a folder |
/// | `{{`, `}}` | braces |
///
/// Whatever the values of a record, each component of the path is valid on every system ([`safe_name`]), and the path
/// stays inside the folder. A missing `.sgf` is added.
///
/// ```
/// use kifu_collection::split::{Facts, Template};
/// use kifu_sgf::Collection;
///
/// let template: Template = "{year}/{black}-{white} {n:3}".parse()?;
/// let games = Collection::from("(;PB[Cho U]PW[A/B]DT[2003-04-05,06])");
/// let facts = Facts { n: 7, ..Facts::default() };
/// assert_eq!(template.path(games.game(0).unwrap(), facts), "2003/Cho U-A_B 007.sgf");
/// # Ok::<(), kifu_collection::split::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The components of the path, each as its parts.
    components: Vec<Vec<Part>>,
}

/// The values of a name that do not come from the record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts<'a> {
    /// The number of the game among all written games.
    pub n: usize,
    /// The source file.
    pub file: &'a str,
    /// The number of the variation.
    pub variation: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(Value, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    N,
    File,
    Variation,
    Year,
    Field(Field),
}

/// An error in a template, with its offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// Offset in the template, in bytes.
    pub offset: usize,
    message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: {}", self.offset + 1, self.message)
    }
}

impl std::error::Error for TemplateError {}

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(template: &str) -> Result<Self, TemplateError> {
        let error = |offset, message: &str| TemplateError {
            offset,
            message: message.to_owned(),
        };
        let mut components = Vec::new();
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut at = 0;
        while let Some(char) = template[at..].chars().next() {
            let rest = &template[at + char.len_utf8()..];
            match char {
                '{' | '}' if rest.starts_with(char) => {
                    text.push(char);
                    at += 2;
                    continue;
                }
                '{' => {
                    let Some(end) = rest.find('}') else {
                        return Err(error(at, "a `{` without `}`; write `{{` for a brace"));
                    };
                    push_text(&mut parts, &mut text);
                    parts.push(value(&rest[..end]).map_err(|message| TemplateError {
                        offset: at,
                        message,
                    })?);
                    at += end + 2;
                    continue;
                }
                '}' => return Err(error(at, "a `}` without `{`; write `}}` for a brace")),
                '/' => {
                    push_text(&mut parts, &mut text);
                    if parts.is_empty() {
                        return Err(error(at, "a folder without a name"));
                    }
                    components.push(std::mem::take(&mut parts));
                }
                _ => text.push(char),
            }
            at += char.len_utf8();
        }
        push_text(&mut parts, &mut text);
        if parts.is_empty() {
            return Err(error(template.len(), "a file without a name"));
        }
        components.push(parts);
        let leads_out = |parts: &Vec<Part>| matches!(parts.as_slice(), [Part::Text(text)] if text == ".." || text == ".");
        if components.iter().any(leads_out) {
            return Err(error(0, "`.` and `..` are no names of folders here"));
        }
        Ok(Self { components })
    }
}

fn push_text(parts: &mut Vec<Part>, text: &mut String) {
    if !text.is_empty() {
        parts.push(Part::Text(std::mem::take(text)));
    }
}

/// Parses the text between braces.
fn value(inside: &str) -> Result<Part, String> {
    let (name, width) = match inside.split_once(':') {
        None => (inside, 0),
        Some((name, width)) => match width.parse() {
            Ok(width @ 1..=20) => (name, width),
            _ => return Err(format!("`{width}` is no number of digits from 1 to 20")),
        },
    };
    let name = name.trim();
    let value = match name.to_ascii_lowercase().as_str() {
        "n" => Value::N,
        "file" => Value::File,
        "variation" => Value::Variation,
        "year" => Value::Year,
        _ => Value::Field(Field::from_name(name).ok_or_else(|| {
            let fields = Field::ALL.iter().map(|field| field.name());
            let names = ["n", "variation"].into_iter().chain(fields);
            match kifu_select::nearest(name, names.clone()) {
                Some(near) => format!("`{name}` is not a field: did you mean `{near}`?"),
                None => format!(
                    "`{name}` is not a field; use one of {}",
                    names.collect::<Vec<_>>().join(", ")
                ),
            }
        })?),
    };
    Ok(Part::Value(value, width))
}

impl Template {
    /// Whether the template distinguishes the lines of play of a game.
    #[must_use]
    pub fn has_variation(&self) -> bool {
        let mut parts = self.components.iter().flatten();
        parts.any(|part| matches!(part, Part::Value(Value::Variation | Value::N, _)))
    }

    /// The path of a game, with `/` between folders.
    #[must_use]
    pub fn path<'a>(&self, game: impl Into<Record<'a>>, facts: Facts<'_>) -> String {
        self.draft(&game.into(), facts).path(facts.n)
    }

    /// The path of a game whose number among all written games is not known yet.
    #[must_use]
    pub fn draft(&self, game: &Record<'_>, facts: Facts<'_>) -> Draft {
        let mut path = String::new();
        for (place, parts) in self.components.iter().enumerate() {
            let mut name = String::new();
            for part in parts {
                match part {
                    Part::Text(text) => name.push_str(&text.replace(NUMBER, "_")),
                    Part::Value(Value::N, _) => name.push(NUMBER),
                    Part::Value(value, width) => {
                        let shown = shown(*value, *width, game, facts);
                        name.push_str(&shown.replace(NUMBER, "_"));
                    }
                }
            }
            if place > 0 {
                path.push('/');
            }
            if place + 1 < self.components.len() {
                path.push_str(&safe_name(&name));
                continue;
            }
            let length = name.len().saturating_sub(ENDING.len());
            let stem = match name.get(length..) {
                Some(ending) if ending.eq_ignore_ascii_case(ENDING) => &name[..length],
                _ => &name,
            };
            path.push_str(&safe_name(stem));
            path.push_str(ENDING);
        }
        let parts = self.components.iter().flatten();
        let widths = parts.filter_map(|part| match part {
            Part::Value(Value::N, width) => Some(*width),
            Part::Value(..) | Part::Text(_) => None,
        });
        Draft {
            path,
            widths: widths.collect(),
        }
    }
}

/// A path that is complete except for the number of the game among all written games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    path: String,
    widths: Vec<usize>,
}

impl Draft {
    /// Completes the path with this number.
    #[must_use]
    pub fn path(&self, n: usize) -> String {
        let mut path = String::with_capacity(self.path.len());
        let mut widths = self.widths.iter();
        for (place, piece) in self.path.split(NUMBER).enumerate() {
            if place > 0 {
                let width = widths.next().copied().unwrap_or(0);
                // Writing to a string cannot fail.
                let _ = write!(path, "{n:0width$}");
            }
            path.push_str(piece);
        }
        path
    }
}

/// The text of a value in a file name.
fn shown(value: Value, width: usize, record: &Record<'_>, facts: Facts<'_>) -> String {
    let number = |number: usize| format!("{number:0width$}");
    match value {
        Value::N => NUMBER.to_string(),
        Value::Variation => number(facts.variation),
        Value::File => {
            let name = facts.file.rsplit(['/', '\\']).next().unwrap_or_default();
            let stem = match name.rfind('.') {
                Some(dot) if dot > 0 => &name[..dot],
                _ => name,
            };
            or_unknown(stem)
        }
        Value::Year => record
            .dates()
            .and_then(|dates| {
                dates
                    .dates()
                    .first()
                    .map(|date| format!("{:04}", date.year()))
            })
            .unwrap_or_else(|| UNKNOWN.to_owned()),
        Value::Field(field) => {
            let text = record.text(field).unwrap_or_default();
            let text: String = text.chars().take(LONGEST).collect();
            match text.trim().parse::<usize>() {
                Ok(value) if width > 0 => number(value),
                _ => or_unknown(text.trim()),
            }
        }
    }
}

fn or_unknown(text: &str) -> String {
    if text.is_empty() { UNKNOWN } else { text }.to_owned()
}
