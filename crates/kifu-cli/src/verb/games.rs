use std::io::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use kifu::select::{Facts as _, Field};
use kifu::store::GameInfo;
use serde_json::{Map, Value};

use crate::database::{self, Told};
use crate::exit::Exit;
use crate::harmless;
use crate::output::Output;
use crate::selected::{Selected, csv_line, field, json};

/// List the games of an index that are meant, with any of their fields
///
/// The selections and fields are those of `kifu list`. Comments, which an index does not keep, are read from the
/// records of the games that are shown.
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
        let (store, mut exit) = database::open(&self.index, self.what_is_left, output)?;
        let mut told = Told::default();
        let selection = self.selected.selection();
        if self.output_format == Format::Count {
            let (count, errors) = store.count_what_is_left(&selection)?;
            told.tell(errors, self.what_is_left, &mut exit, output)?;
            told.end(output);
            writeln!(output, "{count}")?;
            return Ok(exit);
        }
        if self.output_format == Format::Csv {
            let names = self.fields.iter().map(|field| field.name().into());
            output.data(&csv_line(names)?)?;
        }
        let mut outcome = Ok(());
        let take = |_, info: GameInfo| {
            if outcome.is_ok() {
                outcome = self.show(&info, output);
            }
        };
        let mut errors = Vec::new();
        let failed = |error| {
            errors.extend(database::served(vec![error], self.what_is_left)?);
            Ok(())
        };
        store.select_fields(&selection, &self.fields, take, failed)?;
        outcome?;
        told.tell(errors, self.what_is_left, &mut exit, output)?;
        told.end(output);
        Ok(exit)
    }

    /// Writes a game.
    fn show(&self, info: &GameInfo, output: &mut Output) -> anyhow::Result<()> {
        if self.output_format == Format::Csv {
            let text = |field: &Field| info.field(*field).unwrap_or_default().trim().to_owned();
            output.data(&csv_line(self.fields.iter().map(text))?)?;
            return Ok(());
        }
        let fields = self.fields.iter().map(|field| {
            let value = json(
                *field,
                |field| info.number(field),
                |field| info.field(field),
            );
            (field.name().to_owned(), value)
        });
        let object = Value::from(fields.collect::<Map<String, Value>>()).to_string();
        Ok(writeln!(output, "{}", harmless::json(&object))?)
    }
}
