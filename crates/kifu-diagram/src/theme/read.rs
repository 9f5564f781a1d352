//! Reads a theme. An invalid entry keeps the value of the theme it extends and is reported with its position; only
//! text that is not TOML at all is an error.

use core::fmt;
use core::ops::Range;

use toml::de::{DeTable, DeValue};

use super::{SideLook, Theme};
use crate::picture::{Fill, Rgb};

/// An entry of a theme file that was ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeProblem {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// Description of the problem, and the text to write instead.
    pub message: String,
}

impl fmt::Display for ThemeProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl core::error::Error for ThemeProblem {}

impl Theme {
    /// Reads a theme file. Missing or invalid entries are taken from the theme named by `extends`, or from `book`.
    pub fn read(text: &str) -> (Self, Vec<ThemeProblem>) {
        let mut reader = Reader {
            text,
            problems: Vec::new(),
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            reader.report(error.span().unwrap_or(0..0), message);
        }
        let theme = reader.theme(table.get_ref());
        let mut problems = reader.problems;
        problems.sort_by_key(|problem| (problem.line, problem.column));
        (theme, problems)
    }
}

struct Reader<'a> {
    text: &'a str,
    problems: Vec<ThemeProblem>,
}

/// A value with its place.
type Entry<'t, 'i> = (Range<usize>, &'t DeValue<'i>);

const SECTIONS: [&str; 9] = [
    "extends", "page", "font", "board", "stone", "black", "white", "mark", "dim",
];

impl Reader<'_> {
    fn report(&mut self, span: Range<usize>, message: String) {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        self.problems.push(ThemeProblem {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
        });
    }

    fn theme(&mut self, table: &DeTable<'_>) -> Theme {
        let mut theme = Theme::default();
        if let Some(entry) = table.get("extends") {
            match entry.get_ref().as_str().map(Theme::named) {
                Some(Some(base)) => theme = base,
                _ => self.report(
                    entry.span(),
                    format!(
                        "`extends` is not the name of a built-in theme; write one of {}",
                        list(&Theme::NAMES)
                    ),
                ),
            }
        }
        for (key, value) in table {
            let name: &str = key.get_ref();
            if name == "extends" {
                continue;
            }
            if !SECTIONS.contains(&name) {
                self.report(
                    key.span(),
                    format!("unknown section `{name}`{}", suggest(name, &SECTIONS)),
                );
                continue;
            }
            let Some(section) = value.get_ref().as_table() else {
                self.report(
                    value.span(),
                    format!("`{name}` is a section; write `[{name}]` and its keys below"),
                );
                continue;
            };
            for (key, value) in section {
                let entry = (value.span(), value.get_ref());
                self.entry(&mut theme, name, key.get_ref(), key.span(), &entry);
            }
        }
        theme
    }

    fn entry(
        &mut self,
        theme: &mut Theme,
        section: &str,
        key: &str,
        place: Range<usize>,
        value: &Entry<'_, '_>,
    ) {
        let known: &[&str] = match section {
            "page" => &["background", "ink", "muted", "accent"],
            "font" => &["family"],
            "board" => &[
                "fill",
                "grain",
                "grain-strength",
                "dark",
                "line",
                "line-width",
                "edge-width",
                "star",
                "aspect",
            ],
            "stone" => &[
                "radius",
                "rim-width",
                "shadow",
                "shadow-offset",
                "shadow-blur",
            ],
            "black" | "white" => &["fill", "shell", "rim", "text"],
            "mark" => &["width"],
            _ => &["opacity"],
        };
        match (section, key) {
            ("page", "background") => self.color_or_none(value, &mut theme.page.background),
            ("page", "ink") => drop(self.color(value, &mut theme.page.ink)),
            ("page", "muted") => drop(self.color(value, &mut theme.page.muted)),
            ("page", "accent") => drop(self.color(value, &mut theme.page.accent)),
            ("font", "family") => match value.1.as_str() {
                Some(family) if !family.trim().is_empty() => family.clone_into(&mut theme.font),
                _ => self.report(
                    value.0.clone(),
                    "the font family is not a name; write one like `\"Noto Sans, sans-serif\"`"
                        .into(),
                ),
            },
            ("board", "fill") => self.fill(value, &mut theme.board.fill, Fill::Linear),
            ("board", "grain") => self.color_or_none(value, &mut theme.board.grain),
            ("board", "grain-strength") => {
                self.number(value, &mut theme.board.grain_strength, 0.0, 1.0);
            }
            ("board", "dark") => drop(self.color(value, &mut theme.board.dark)),
            ("board", "line") => drop(self.color(value, &mut theme.board.line)),
            ("board", "line-width") => self.number(value, &mut theme.board.line_width, 0.005, 0.3),
            ("board", "edge-width") => self.number(value, &mut theme.board.edge_width, 0.005, 0.3),
            ("board", "star") => self.number(value, &mut theme.board.star, 0.0, 0.3),
            ("board", "aspect") => self.number(value, &mut theme.board.aspect, 0.5, 2.0),
            ("stone", "shadow") => self.number(value, &mut theme.stone.shadow, 0.0, 1.0),
            ("stone", "shadow-offset") => self.offset(value, &mut theme.stone.shadow_offset),
            ("stone", "shadow-blur") => {
                self.number(value, &mut theme.stone.shadow_blur, 0.0, 0.3);
            }
            ("stone", "radius") => self.number(value, &mut theme.stone.radius, 0.3, 0.5),
            ("stone", "rim-width") => self.number(value, &mut theme.stone.rim_width, 0.0, 0.2),
            ("black", _) if known.contains(&key) => self.side(value, key, &mut theme.black),
            ("white", _) if known.contains(&key) => self.side(value, key, &mut theme.white),
            ("mark", "width") => self.number(value, &mut theme.mark_width, 0.02, 0.2),
            ("dim", "opacity") => self.number(value, &mut theme.dim, 0.0, 1.0),
            _ => self.report(
                place,
                format!(
                    "unknown key `{key}` in `[{section}]`{}",
                    suggest(key, known)
                ),
            ),
        }
    }

    fn side(&mut self, value: &Entry<'_, '_>, key: &str, look: &mut SideLook) {
        match key {
            "fill" => self.fill(value, &mut look.fill, Fill::Ball),
            "shell" => self.color_or_none(value, &mut look.shell),
            "rim" => drop(self.color(value, &mut look.rim)),
            _ => drop(self.color(value, &mut look.text)),
        }
    }

    /// Whether it was one.
    fn color(&mut self, value: &Entry<'_, '_>, into: &mut Rgb) -> bool {
        let color = value.1.as_str().and_then(Rgb::parse);
        match color {
            Some(color) => *into = color,
            None => self.report(
                value.0.clone(),
                format!(
                    "{} is not a color; write one like `\"#d0021b\"` or `\"#fff\"`",
                    shown(self.text, &value.0)
                ),
            ),
        }
        color.is_some()
    }

    /// Reads a color, or `none`.
    fn color_or_none(&mut self, value: &Entry<'_, '_>, into: &mut Option<Rgb>) {
        if value.1.as_str() == Some("none") {
            *into = None;
            return;
        }
        let mut color = Rgb::WHITE;
        if self.color(value, &mut color) {
            *into = Some(color);
        }
    }

    /// Reads a distance to the right and one down.
    fn offset(&mut self, value: &Entry<'_, '_>, into: &mut (f32, f32)) {
        match value.1.as_array() {
            Some(array) if array.len() == 2 => {
                let mut numbers = [into.0, into.1];
                for (item, number) in array.iter().zip(&mut numbers) {
                    self.number(&(item.span(), item.get_ref()), number, -0.2, 0.2);
                }
                *into = (numbers[0], numbers[1]);
            }
            _ => self.report(
                value.0.clone(),
                format!(
                    "{} is not an offset; write one like `[0.05, 0.07]`, right and down",
                    shown(self.text, &value.0)
                ),
            ),
        }
    }

    fn fill(&mut self, value: &Entry<'_, '_>, into: &mut Fill, pair: fn(Rgb, Rgb) -> Fill) {
        let mut colors = [Rgb::BLACK; 2];
        match value.1.as_array() {
            Some(array) if array.len() == 2 => {
                let mut good = true;
                for (item, color) in array.iter().zip(&mut colors) {
                    good &= self.color(&(item.span(), item.get_ref()), color);
                }
                if good {
                    *into = pair(colors[0], colors[1]);
                }
            }
            Some(array) => self.report(
                value.0.clone(),
                format!("a slope has two colors, not {}", array.len()),
            ),
            None => {
                if self.color(value, &mut colors[0]) {
                    *into = Fill::Solid(colors[0]);
                }
            }
        }
    }

    fn number(&mut self, value: &Entry<'_, '_>, into: &mut f32, least: f32, most: f32) {
        let digits = match value.1 {
            DeValue::Float(float) => Some(float.as_str()),
            DeValue::Integer(integer) => Some(integer.as_str()),
            _ => None,
        };
        match digits.and_then(|digits| digits.parse::<f32>().ok()) {
            Some(number) if (least..=most).contains(&number) => *into = number,
            _ => self.report(
                value.0.clone(),
                format!(
                    "{} is not a number from {least} to {most}",
                    shown(self.text, &value.0)
                ),
            ),
        }
    }
}

/// Returns the value as written in the file, cut short.
fn shown(text: &str, span: &Range<usize>) -> String {
    let value = text.get(span.clone()).unwrap_or_default();
    let line = value.lines().next().unwrap_or_default();
    let short: String = line.chars().take(40).collect();
    format!("`{short}`")
}

fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// Returns the name that was probably intended, or all known names.
fn suggest(name: &str, known: &[&str]) -> String {
    let dashed = name.replace('_', "-");
    let start = |text: &str| text.get(..3).unwrap_or(text).to_ascii_lowercase();
    let near = known
        .iter()
        .find(|candidate| candidate.eq_ignore_ascii_case(&dashed))
        .or_else(|| {
            known
                .iter()
                .find(|candidate| start(candidate) == start(name))
        });
    match near {
        Some(near) => format!("; did you mean `{near}`?"),
        None => format!("; known are {}", list(known)),
    }
}
