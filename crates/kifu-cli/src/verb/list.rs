mod column;
mod facts;
mod full;
mod groups;
mod rows;
mod table;

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use clap::ValueEnum;
use kifu::GameTree;
use kifu::select::{Field, Record};

use self::column::Column;
use self::groups::{Groups, Order};
use self::rows::{Layout, Rows};
use crate::each::each_headers;
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::selected::{Selected, field};
use crate::wrap::wrap;

/// List games with any of their fields
///
/// Reads game records, or the games of an index. One line per game, unless --format selects another form. Games can be
/// selected, sorted and counted.
#[derive(Debug, clap::Args)]
#[command(mut_arg("expression", |arg| arg.long_help(WHERE)), after_long_help = help())]
pub(crate) struct List {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// Fields to print: also identifiers (`KM`), moves by number (`move:37`), or `all` fields
    ///
    /// [default: date,result,moves,black,white,file,number]
    #[arg(short, long, value_name = "FIELD,…", value_delimiter = ',', value_parser = fields)]
    fields: Vec<Fields>,

    /// Sort by these fields; unreadable dates, ranks and sizes come last, and missing values after them
    #[arg(short, long, value_name = "FIELD,…", value_delimiter = ',', value_parser = field)]
    sort: Vec<Field>,

    /// Sort in descending order
    #[arg(short, long, requires = "sort")]
    reverse: bool,

    /// Print at most this many games or groups; 0 prints all
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,

    /// Print only the number of selected games, whatever the limit
    #[arg(short, long, conflicts_with = "sort")]
    count: bool,

    /// Count games by the values of these fields, with their shares of all selected games
    ///
    /// Dates are counted by year, results without their figures. A game counts once for each player. The largest group
    /// comes first, unless --sort selects another order.
    #[arg(long, value_name = "FIELD,…", value_delimiter = ',', value_parser = field,
          conflicts_with_all = ["fields", "count"])]
    group_by: Vec<Field>,

    /// Output format
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "table"
    )]
    format: Format,

    /// Answer from the intact part of a damaged index
    #[cfg(feature = "database")]
    #[arg(long)]
    partial: bool,
}

/// The help of `--where` above the conditions.
const WHERE: &str = "Select games: `black=Lee* and date>=2016`; conditions and fields are below";

/// The fields to print, unless others are named.
const DEFAULT: [Field; 7] = [
    Field::Date,
    Field::Result,
    Field::Moves,
    Field::Black,
    Field::White,
    Field::File,
    Field::Number,
];

/// Fields named by one word.
#[derive(Clone, Debug)]
enum Fields {
    One(Column),
    All,
}

/// Reads the name of a field, or `all`.
fn fields(name: &str) -> Result<Fields, String> {
    if name.trim() == "all" {
        return Ok(Fields::All);
    }
    Column::parse(name).map(Fields::One)
}

/// How games are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Aligned columns; fitted to the terminal, and whole elsewhere
    Table,
    /// Comma-separated values with a header line
    Csv,
    /// One JSON array
    Json,
    /// One JSON object per line
    JsonLines,
    /// Several lines for each game: every known field; not with --fields
    Full,
}

impl List {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if !self.group_by.is_empty() {
            return self.run_groups(output);
        }
        anyhow::ensure!(
            self.format != Format::Full || self.fields.is_empty() || self.count,
            "--fields: `--format full` prints every known field; give another format, such as `--format json-lines`"
        );
        let layout = Layout::new(self.format, self.columns(), self.sort.clone(), output);
        let rows = Rows::new(layout, self.reverse, self.limit(), self.count);
        #[cfg(feature = "database")]
        if let Some(index) = crate::database::only(&self.inputs)? {
            return self.of_index(index, rows, output);
        }
        self.of_files(rows, output)
    }

    /// Maximum number of games or groups.
    fn limit(&self) -> usize {
        match self.limit {
            None | Some(0) => usize::MAX,
            Some(limit) => limit,
        }
    }

    /// The columns to print.
    fn columns(&self) -> Vec<Column> {
        if self.fields.is_empty() {
            return DEFAULT.iter().copied().map(Column::Field).collect();
        }
        let mut columns: Vec<Column> = Vec::new();
        for named in &self.fields {
            match named {
                Fields::One(column) => columns.push(column.clone()),
                Fields::All => columns.extend(Field::ALL.iter().copied().map(Column::Field)),
            }
        }
        columns
    }

    fn run_groups(&self, output: &mut Output) -> anyhow::Result<Exit> {
        for field in &self.sort {
            anyhow::ensure!(
                self.group_by.contains(field),
                "--sort {}: sort groups by a field of --group-by",
                field.name()
            );
        }
        let mut groups = Groups::new(self.group_by.clone());
        let players = self.selected.players();
        let order = Order {
            sort: self.sort.clone(),
            is_reverse: self.reverse,
            limit: self.limit(),
        };
        #[cfg(feature = "database")]
        if let Some(index) = crate::database::only(&self.inputs)? {
            let exit = crate::database::each_game(
                index,
                &self.selected.selection(),
                &self.group_by,
                self.partial,
                output,
                |_, info| {
                    groups.add(Groups::of(&info, &self.group_by, &players));
                    Ok(ControlFlow::Continue(()))
                },
            )?;
            groups.write(self.format, &order, &players, output)?;
            output.flush()?;
            return Ok(exit);
        }
        let selection = self.selected.selection();
        let make = |games: kifu_batch::Games<'_>, missed: Option<&AtomicBool>| {
            let mut made = Vec::new();
            for game in games.collection.games() {
                let record = record_of(game, &games, missed);
                if selection.matches_facts(&record) {
                    made.push(Groups::of(&record, &self.group_by, &players));
                }
            }
            made
        };
        let exit = each_headers(
            &self.inputs.with_formats(),
            output,
            true,
            make,
            |_, made| {
                for own in made {
                    groups.add(own);
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        groups.write(self.format, &order, &players, output)?;
        output.flush()?;
        Ok(exit)
    }

    fn of_files(&self, mut rows: Rows, output: &mut Output) -> anyhow::Result<Exit> {
        let selection = self.selected.selection();
        rows.begin(output)?;
        let layout = rows.layout();
        let is_full = self.format == Format::Full && !self.count;
        let make = |games: kifu_batch::Games<'_>, missed: Option<&AtomicBool>| {
            let mut made = Vec::new();
            for game in games.collection.games() {
                let record = record_of(game, &games, missed);
                if !selection.matches_facts(&record) {
                    continue;
                }
                let keys = layout.keys(&record);
                let text = if self.count {
                    String::new()
                } else if is_full {
                    // The number of games is unknown until all of a large file was read.
                    let count = games.is_whole.then_some(games.collection.len());
                    full::of_record(games.file, count, game, games.first, &layout.palette)
                } else {
                    layout.text(&record)
                };
                made.push((keys, text));
            }
            made
        };
        let exit = each_headers(
            &self.inputs.with_formats(),
            output,
            !is_full,
            make,
            |output, made| {
                for (keys, text) in made {
                    if rows.add(keys, text, output)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        rows.end(output)?;
        output.flush()?;
        Ok(exit)
    }

    #[cfg(feature = "database")]
    fn of_index(
        &self,
        index: &std::path::Path,
        mut rows: Rows,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        use kifu::Collection;
        use kifu::store::IndexedGame;

        use crate::database::{self, DamageReport};

        let selection = self.selected.selection();
        if self.count {
            let (store, mut exit) = database::open(index, self.partial, output)?;
            let mut report = DamageReport::default();
            let (count, errors) = store.count_partial(&selection)?;
            report.add(errors, self.partial, &mut exit, output)?;
            report.end(output);
            writeln!(output, "{count}")?;
            return Ok(exit);
        }
        let layout = rows.layout();
        let is_full = self.format == Format::Full;
        let mut fields: Vec<Field> = if is_full {
            full::OF_INDEX.to_vec()
        } else {
            layout.columns.iter().filter_map(Column::field).collect()
        };
        fields.extend_from_slice(&self.sort);
        rows.begin(output)?;
        let has_fields_only = layout.columns.iter().all(|column| column.field().is_some());
        let exit = if is_full || has_fields_only {
            let take = |output: &mut Output, info| {
                let text = if is_full {
                    full::of_info(&info, &layout.palette)
                } else {
                    layout.text(&info)
                };
                rows.add(layout.keys(&info), text, output)
            };
            database::each_game(index, &selection, &fields, self.partial, output, take)?
        } else {
            let needed = if self.sort.is_empty() {
                self.limit()
            } else {
                usize::MAX
            };
            let take = |output: &mut Output, info: &IndexedGame, record: Option<&Collection>| {
                let game = record.and_then(|record| record.game(0));
                let game = rows::WithRecord::new(info, game);
                rows.add(layout.keys(info), layout.text(&game), output)
            };
            database::each_record(
                index,
                &selection,
                &fields,
                self.partial,
                needed,
                output,
                take,
            )?
        };
        rows.end(output)?;
        Ok(exit)
    }
}

/// The record of a game; `missed` is set if only its header was read and an answer needs more.
fn record_of<'a>(
    game: GameTree<'a>,
    games: &kifu_batch::Games<'a>,
    missed: Option<&'a AtomicBool>,
) -> Record<'a> {
    let record = Record::in_file(game, games.file).after_games(games.first);
    match missed {
        Some(missed) => record.of_header(missed),
        None => record,
    }
}

/// Conditions, fields and examples, for the long help.
fn help() -> String {
    let mut help = "Conditions of --where:
  black=Lee*                 the whole text; * is any text, ? any character
  player~\"吴清源\"            a part of the text
  file=lee/*.sgf             files by the end of their path
  date>=2016-03              played in March 2016 or later
  result=B+R                 also B, W+T, *+R, B+3.5, *+points, draw, void
  winner=B                   the same as result=B; other values are names
  how=time year>=1990        how it was won; the year of the first day
  margin<1 komi=7.5          several conditions must all hold
  rank>=9p or handicap>0     either condition
  not has(C)                 no comment anywhere
  rules                      the field has a value
  date=missing               or date=unreadable
  player=~\"^(lee|yi) \"      a regular expression
  plays(1-12: cf Q16)        these moves, in a range, of any color
  plays(black 120: cf)       this move of Black
  captures>50                stones captured
  KM=6.5 root.C~ko below.LB  properties: of all nodes, the root, the others
  dyer=@lee.sgf              equal to the first game of this file

Fields of --where, --fields and --sort:
"
    .to_owned();
    for field in Field::ALL {
        // Writing to a string cannot fail.
        let mut name = field.name();
        for line in wrap(&field.meaning(), 62) {
            let _ = writeln!(help, "  {name:14} {line}");
            name = "";
        }
    }
    help.push_str(
        "
Examples:
  kifu list games/
  kifu list -w 'player~Shusaku date<1850' --sort date games/
  kifu list --fields black,white,komi --format csv games.kifu > games.csv
  kifu list --count -w result=B games.kifu
  kifu list --group-by winner --limit 20 games/
  kifu list --format full game.sgf
",
    );
    help
}
