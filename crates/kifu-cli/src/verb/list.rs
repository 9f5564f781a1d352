mod table;

use std::fmt::Write as _;
use std::io::Write as _;

use clap::ValueEnum;
use kifu::select::{Field, Record};
use serde_json::{Map, Value};

use self::table::Table;
use crate::each::each_headers;
use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::selected::{Selected, csv_line, field, json};

/// List the games that are meant, with any of their fields
///
/// One line a game. The fields of `--where` and `--fields`, and what they mean, are below.
#[derive(Debug, clap::Args)]
#[command(after_long_help = help())]
pub(crate) struct List {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// What to print of each game
    #[arg(short, long, value_name = "FIELD,…", value_delimiter = ',', value_parser = field,
          default_value = "date,result,moves,black,white,file,number")]
    fields: Vec<Field>,

    /// How games are shown
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    output_format: Format,
}

/// How games are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns, cut to their width; on a terminal all of them fit into a line
    Table,
    /// Comma-separated values, the names of the fields first
    Csv,
    /// One JSON object a line
    JsonLines,
}

impl List {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let selection = self.selected.selection();
        let palette = output.palette;
        let table = Table::of(&self.fields, output.columns());
        if self.output_format == Format::Table {
            let (strong, names) = (palette.strong, table.row(|field| field.name().into()));
            output.write_all(format!("{strong}{}{strong:#}\n", names.trim_end()).as_bytes())?;
        } else if self.output_format == Format::Csv {
            let names = self.fields.iter().map(|field| field.name().to_owned());
            output.write_all(&csv_line(names)?)?;
        }
        each_headers(&self.inputs, output, |games, missed| {
            let mut shown = String::new();
            for game in games.collection.games() {
                let record = Record::in_file(game, games.file).behind(games.first);
                let record = missed.map_or(record, |missed| record.of_header(missed));
                if selection.matches(record) {
                    self.show(&mut shown, &record, &table);
                }
            }
            shown
        })
    }

    fn show(&self, shown: &mut String, record: &Record<'_>, table: &Table) {
        let text = |field| record.text(field).unwrap_or_default();
        // Writing to a string does not fail.
        let _ = match self.output_format {
            Format::Table => {
                let row = table.row(|field| {
                    let text = text(field);
                    let text = if text.trim().is_empty() {
                        "?".into()
                    } else {
                        text
                    };
                    harmless::line(text.trim()).into_owned()
                });
                writeln!(shown, "{}", row.trim_end())
            }
            Format::Csv => {
                let texts = self
                    .fields
                    .iter()
                    .map(|field| text(*field).trim().to_owned());
                let line = csv_line(texts).unwrap_or_default();
                write!(shown, "{}", String::from_utf8_lossy(&line))
            }
            Format::JsonLines => {
                let object: Map<String, Value> = self
                    .fields
                    .iter()
                    .map(|field| {
                        let value = json(
                            *field,
                            |field| record.number(field),
                            |field| record.text(field),
                        );
                        (field.name().to_owned(), value)
                    })
                    .collect();
                writeln!(
                    shown,
                    "{}",
                    harmless::json(&Value::from(object).to_string())
                )
            }
        };
    }
}

/// The fields and the selections, for the long help.
fn help() -> String {
    let mut help = "Selections:
  black=Lee*                 whole text; * is any text, ? any character
  player~\"吴清源\"            a part of the text
  file=lee/*.sgf             in these files, wherever the folder is
  date>=2016-03              may have been played in March 2016 or later
  result=B+R                 also B, W+T, *+R, B+3.5, *+points, draw, void
  margin<1 komi=7.5          several conditions: all of them
  rank>=9p or handicap>0     or one of them
  not has(C)                 no comment anywhere
  rules                      the rules are given

Fields:
"
    .to_owned();
    for field in Field::ALL {
        let _ = writeln!(help, "  {:12} {}", field.name(), field.meaning());
    }
    help
}
