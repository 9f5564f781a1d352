//! Selection of games, and fields.

use std::borrow::Cow;

use clap::Args;
use kifu::select::{Field, Kind, Selection};
use serde_json::Value;

/// Which games to select
#[derive(Args, Clone, Debug)]
pub(crate) struct Selected {
    /// Select games: `black=Lee* and date>=2016`; see `kifu list --help`
    #[arg(short = 'w', long = "where", value_name = "EXPR", value_parser = selection)]
    selection: Option<Selection>,
}

impl Selected {
    /// The selection; all games if there is none.
    pub(crate) fn selection(&self) -> Selection {
        self.selection.clone().unwrap_or_default()
    }
}

fn selection(text: &str) -> Result<Selection, String> {
    Selection::parse(text).map_err(|error| error.shown_in(text))
}

/// Reads the name of a field.
pub(crate) fn field(name: &str) -> Result<Field, String> {
    Field::from_name(name.trim()).ok_or_else(|| {
        let names: Vec<_> = Field::ALL.iter().map(|field| field.name()).collect();
        format!("unknown field; expected one of {}", names.join(", "))
    })
}

/// A field as JSON: numbers as numbers, `null` for what is not said.
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
