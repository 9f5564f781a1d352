mod count;
mod html;
mod json;
mod plot;
mod table;

#[cfg(feature = "database")]
use std::collections::HashSet;
use std::io::Write as _;
#[cfg(feature = "database")]
use std::ops::ControlFlow;
#[cfg(feature = "database")]
use std::path::Path;
use std::path::PathBuf;

use clap::ValueEnum;
use kifu::select::{Field, Kind};

use self::count::Counts;
use kifu_batch::{Games, replace};

use crate::each::each_games_into;
use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::{self, Output};
use crate::selected::{Selected, field};

/// Count games by player, year, result and more
///
/// Besides the fields of `kifu list`, games are counted by `wins` (of Black and White, by komi), `length` (moves, in
/// steps of twenty) and `problems` (found by `kifu check`). An index is counted too, without problems; its files are those
/// with a selected game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu stats games/
  kifu stats --group-by result,komi -w 'date>=2000' games/
  kifu stats --html report.html games.kifu")]
pub(crate) struct Stats {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// Count games by the values of these fields
    #[arg(long, alias = "by", short_alias = 'b', value_name = "FIELD,…", value_delimiter = ',', value_parser = by,
          default_value = "date,result,wins,player,size,length,handicap,program,encoding")]
    group_by: Vec<By>,

    /// Print at most this many lines of each count; 0 prints all
    #[arg(
        short = 'n',
        long,
        alias = "top",
        value_name = "N",
        default_value_t = 10
    )]
    limit: usize,

    /// Output format
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "table"
    )]
    format: Format,

    /// Write a self-contained HTML report with plots to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["group_by", "format"])]
    html: Option<PathBuf>,

    /// Replace existing files
    #[arg(long, requires = "html")]
    overwrite: bool,

    /// Answer from the intact part of a damaged index
    #[cfg(feature = "database")]
    #[arg(long)]
    partial: bool,
}

/// How counts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables with bars
    Table,
    /// One JSON object
    Json,
}

/// The criterion by which games are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Field(Field),
    Wins,
    Length,
    Problems,
}

impl By {
    const fn name(self) -> &'static str {
        match self {
            Self::Field(field) => field.name(),
            Self::Wins => "wins",
            Self::Length => "length",
            Self::Problems => "problems",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Field(field) if field.kind() == Kind::Date => "year",
            _ => self.name(),
        }
    }

    const fn field(self) -> Option<Field> {
        match self {
            Self::Field(field) => Some(field),
            Self::Wins | Self::Length | Self::Problems => None,
        }
    }
}

fn by(name: &str) -> Result<By, String> {
    let others = [By::Wins, By::Length, By::Problems];
    let other = others
        .into_iter()
        .find(|by| by.name().eq_ignore_ascii_case(name.trim()));
    let others = others.map(By::name).join(", ");
    other.map_or_else(
        || {
            let read = field(name).map(By::Field);
            read.map_err(|error| format!("{error}; besides fields there are {others}"))
        },
        Ok,
    )
}

impl Stats {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let by = if self.html.is_some() {
            &html::BY[..]
        } else {
            &self.group_by
        };
        if let Some(path) = output::file(self.html.as_ref()) {
            self.inputs.ensure_outside(path, "--html")?;
        }
        let (counts, exit) = self.count(by, output)?;
        if let Some(path) = &self.html {
            let report = html::report(&counts, &self.inputs.paths);
            let Some(path) = output::file(Some(path)) else {
                output.data(report.as_bytes())?;
                return Ok(exit);
            };
            replace::write_new(path, report.as_bytes(), self.overwrite)?;
            output.note(format_args!(
                "{} of {} in {}",
                output::count(counts.games, "game"),
                output::count(counts.files, "file"),
                path.display()
            ));
            return Ok(exit);
        }
        let shown = match self.format {
            Format::Table if counts.games == 0 => "No games.\n".to_owned(),
            Format::Table => self.table(&counts, &output.palette, output.columns()),
            Format::Json => format!("{}\n", harmless::json(&self.json(&counts))),
        };
        output.write_all(shown.as_bytes())?;
        Ok(exit)
    }

    fn count(&self, by: &[By], output: &mut Output) -> anyhow::Result<(Counts, Exit)> {
        #[cfg(feature = "database")]
        if let Some(index) = crate::database::only(&self.inputs)? {
            return self.count_index(index, by, output);
        }
        let mut counts = Counts::new(by);
        let selection = self.selected.selection();
        let players = self.selected.players();
        let work = |games: Games<'_>| Counts::of(games, by, &selection, &players);
        let exit = each_games_into(&self.inputs.with_formats(), output, work, |_, found| {
            counts.add(found);
            Ok(())
        })?;
        counts.join(by, &players);
        Ok((counts, exit))
    }

    #[cfg(feature = "database")]
    fn count_index(
        &self,
        index: &Path,
        by: &[By],
        output: &mut Output,
    ) -> anyhow::Result<(Counts, Exit)> {
        let by: Vec<By> = by
            .iter()
            .copied()
            .filter(|by| *by != By::Problems)
            .collect();
        anyhow::ensure!(
            self.html.is_some() || by.len() == self.group_by.len(),
            "an index does not keep problems; count those of its files"
        );
        let mut fields: Vec<Field> = by.iter().copied().filter_map(By::field).collect();
        fields.extend([Field::File, Field::Moves]);
        if by.contains(&By::Wins) {
            fields.extend([Field::Black, Field::White, Field::Komi, Field::Result]);
        }
        let mut counts = Counts::new(&by);
        let players = self.selected.players();
        let mut files = HashSet::new();
        let exit = crate::database::each_game(
            index,
            &self.selected.selection(),
            &fields,
            self.partial,
            output,
            |_, info| {
                counts.add_game(&info, info.moves as usize, &by, &players);
                files.insert(info.path);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        counts.files = files.len();
        counts.join(&by, &players);
        Ok((counts, exit))
    }
}
