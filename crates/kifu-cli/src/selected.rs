//! Selection of games, and fields.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use kifu::Collection;
use kifu::select::{Field, Kind, Players, Record, Selection, SelectionError, SelectionErrorKind};
use serde_json::Value;

use crate::failure::plain;

/// Which games to select
#[derive(Args, Clone, Debug)]
pub(crate) struct Selected {
    /// Select games: `black=Lee* and date>=2016`; see `kifu list --help`
    #[arg(short = 'w', long = "where", value_name = "EXPR", value_parser = expression)]
    expression: Option<Expression>,

    /// Table of other names of players, in TOML: `"Go Seigen" = ["Wu Qingyuan", "呉清源"]`
    #[arg(long, value_name = "FILE", value_parser = players, conflicts_with = "exact_names")]
    players: Option<Arc<Players>>,

    /// Compare and count player names exactly as written
    #[arg(long)]
    exact_names: bool,
}

/// An expression that selects games.
#[derive(Clone, Debug)]
struct Expression {
    #[cfg(feature = "database")]
    text: String,
    selection: Selection,
}

/// Reads an expression.
fn expression(text: &str) -> Result<Expression, String> {
    Ok(Expression {
        #[cfg(feature = "database")]
        text: text.to_owned(),
        selection: selection(text)?,
    })
}

impl Selected {
    /// Whether any of the options is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.expression.is_some() || self.players.is_some() || self.exact_names
    }

    /// The selection; all games if there is none.
    pub(crate) fn selection(&self) -> Selection {
        let selection = self.expression.as_ref();
        let selection = selection.map(|expression| expression.selection.clone());
        let selection = selection.unwrap_or_default();
        if self.exact_names {
            selection.with_exact_names()
        } else {
            selection.with_players(&self.players())
        }
    }

    /// The expression as given.
    #[cfg(feature = "database")]
    pub(crate) fn text(&self) -> Option<&str> {
        let expression = self.expression.as_ref();
        expression.map(|expression| expression.text.as_str())
    }

    /// Whether names are compared in the default way.
    #[cfg(feature = "database")]
    pub(crate) const fn has_usual_players(&self) -> bool {
        self.players.is_none() && !self.exact_names
    }

    /// The names that belong to each player.
    pub(crate) fn players(&self) -> Arc<Players> {
        match &self.players {
            _ if self.exact_names => Players::none(),
            Some(players) => players.clone(),
            None => Players::known(),
        }
    }
}

/// Reads a file of names, and adds them to the known ones.
fn players(path: &str) -> Result<Arc<Players>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| plain(&error.to_string()))?;
    let names: BTreeMap<String, Vec<String>> =
        toml::from_str(&text).map_err(|error| error.to_string())?;
    let mut players = (*Players::known()).clone();
    for (name, others) in &names {
        players
            .add(name, others)
            .map_err(|error| error.to_string())?;
    }
    Ok(Arc::new(players))
}

/// Reads a selection. `@FILE` is replaced with the field of the first game in the file, which is read once.
fn selection(text: &str) -> Result<Selection, String> {
    let mut files: HashMap<String, Collection> = HashMap::new();
    let reference = |path: &str, field: Field| {
        let collection = match files.entry(path.to_owned()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let mut files = kifu_batch::records(Path::new(path))?;
                let file = files.next().transpose()?;
                new.insert(file.map(|file| file.collection).unwrap_or_default())
            }
        };
        let game = collection.game(0);
        let game = game.ok_or_else(|| format!("{path}: no game in the file"))?;
        Ok(Record::from(game).reference(field))
    };
    Selection::parse_with(text, reference).map_err(|error| {
        let shown = error.shown_in(text);
        let quoted = quoted(text, &error);
        match error.kind {
            SelectionErrorKind::UnknownField { .. } if quoted.is_some() => {
                let quoted = quoted.unwrap_or_default();
                let advice =
                    format!("unknown field; a value of several words needs quotes: `{quoted}`");
                shown.replacen(&error.to_string(), &advice, 1)
            }
            SelectionErrorKind::UnknownField { nearest: None } => {
                shown.replacen('\n', &format!("; expected one of {}\n", names()), 1)
            }
            _ => shown,
        }
    })
}

/// The condition with its value in quotes, if an unknown field is a further word of that value.
fn quoted(text: &str, error: &SelectionError) -> Option<String> {
    const SIGNS: [char; 8] = ['=', '~', '<', '>', '!', '(', ')', '"'];
    let (before, after) = text.split_at_checked(error.span.start)?;
    let after = after.split(')').next().unwrap_or(after);
    let is_word = |word: &&str| {
        let joins = ["and", "or", "not"];
        !word.contains(SIGNS) && !joins.iter().any(|join| word.eq_ignore_ascii_case(join))
    };
    let sign = before
        .rfind(SIGNS)
        .filter(|at| !before[*at..].starts_with(['(', ')', '"']))?
        + 1;
    let first: Vec<&str> = before[sign..].split_whitespace().collect();
    let rest: Vec<&str> = after.split_whitespace().take_while(is_word).collect();
    if first.is_empty() || rest.is_empty() || !first.iter().all(is_word) {
        return None;
    }
    // The next word belongs to a condition of its own if a comparison follows it.
    let further = after.split_whitespace().nth(rest.len());
    let is_apart = further.is_some_and(|word| word.starts_with(['=', '~', '<', '>', '!']));
    let words = &rest[..rest.len() - usize::from(is_apart)];
    let head = before[..sign].trim_end_matches(SIGNS);
    let field = head.split([' ', '(']).rfind(|word| !word.is_empty())?;
    let comparison = &before[head.len()..sign];
    let value = [&first, words].concat().join(" ");
    (!words.is_empty()).then(|| format!("{field}{comparison}\"{value}\""))
}

/// The names of all fields.
fn names() -> String {
    let all = Field::ALL.iter().map(|field| field.name());
    all.collect::<Vec<_>>().join(", ")
}

/// Reads the name of a field.
pub(crate) fn field(name: &str) -> Result<Field, String> {
    Field::from_name(name.trim()).ok_or_else(|| {
        let all = Field::ALL.iter().map(|field| field.name());
        match kifu::select::nearest(name, all) {
            Some(near) => format!("unknown field: did you mean `{near}`?"),
            None => format!("unknown field; expected one of {}", names()),
        }
    })
}

/// A field as JSON: numbers as numbers, `null` for missing values.
pub(crate) fn json<'a>(
    field: Field,
    number: impl FnOnce(Field) -> Option<f64>,
    text: impl FnOnce(Field) -> Option<Cow<'a, str>>,
) -> Value {
    if field.kind() == Kind::Number {
        return match number(field) {
            Some(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => (whole as i64).into(),
            Some(number) => number.into(),
            None => Value::Null,
        };
    }
    text(field).map_or(Value::Null, |text| text.trim().into())
}

/// A line of comma-separated values.
pub(crate) fn csv_line(texts: impl Iterator<Item = String>) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(texts)?;
    Ok(writer.into_inner()?)
}
