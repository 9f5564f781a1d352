use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use kifu::select::{Facts as _, Field, Kind};
use kifu::store::GameInfo;
use serde_json::{Map, Value};

use crate::database;
use crate::exit::Exit;
use crate::harmless;
use crate::output::Output;
use crate::selected::{Selected, field};

/// List the games of an index that are meant, with any of their fields
///
/// The selections and fields are those of `kifu list`.
#[derive(Debug, clap::Args)]
pub(crate) struct Games {
    /// The index
    #[arg(value_name = "NAME.kifu")]
    index: PathBuf,

    #[command(flatten)]
    selected: Selected,

    /// What to print of each game
    #[arg(short, long, value_name = "FIELD,…", value_delimiter = ',', value_parser = field,
          default_value = "date,result,moves,black,white,file,number")]
    fields: Vec<Field>,

    /// Serve what is whole of a damaged index
    #[arg(long)]
    what_is_left: bool,

    /// How games are shown
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    output_format: Format,
}

/// How games are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values, the names of the fields first
    Csv,
    /// One JSON object a line
    JsonLines,
    /// Only how many there are
    Count,
}

impl Games {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let (store, exit) = database::open(&self.index, self.what_is_left, output)?;
        let mut writer = csv::Writer::from_writer(Vec::new());
        if self.output_format == Format::Csv {
            writer.write_record(self.fields.iter().map(|field| field.name()))?;
        }
        let mut count = 0_u64;
        let mut lines = String::new();
        let mut outcome = Ok(());
        store.select(&self.selected.selection(), |_, info| {
            count += 1;
            match self.output_format {
                Format::Csv if outcome.is_ok() => {
                    let text =
                        |field: &Field| info.field(*field).unwrap_or_default().trim().to_owned();
                    outcome = writer.write_record(self.fields.iter().map(text));
                }
                Format::JsonLines => {
                    let fields = self.fields.iter();
                    let object: Map<String, Value> = fields
                        .map(|field| (field.name().to_owned(), json(&info, *field)))
                        .collect();
                    // Writing to a string does not fail.
                    let _ = writeln!(
                        lines,
                        "{}",
                        harmless::json(&Value::from(object).to_string())
                    );
                }
                Format::Csv | Format::Count => {}
            }
        })?;
        outcome?;
        match self.output_format {
            Format::Csv => output.data(&writer.into_inner()?)?,
            Format::JsonLines => output.write_all(lines.as_bytes())?,
            Format::Count => writeln!(output, "{count}")?,
        }
        Ok(exit)
    }
}

/// A field as JSON: numbers as numbers, `null` for what is not said.
fn json(info: &GameInfo, field: Field) -> Value {
    if field.kind() == Kind::Number {
        return match info.number(field) {
            Some(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => (whole as i64).into(),
            Some(number) => number.into(),
            None => Value::Null,
        };
    }
    info.field(field)
        .map_or(Value::Null, |text| text.trim().into())
}
