mod count;
mod html;
mod json;
mod plot;
mod table;

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::ValueEnum;
use kifu::select::{Field, Kind};

use self::count::Counts;
use crate::each::each_games_into;
use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::pieces::Games;
use crate::replace;
use crate::selected::{Selected, field};

/// Count the games that are meant: by player, year, result, and whatever else
///
/// Beside the fields of `kifu list` games are counted by `wins` (of Black and White, by komi), `length`
/// (moves, in steps of twenty) and `problems` (what `kifu check` finds).
#[derive(Debug, clap::Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// What to count by
    #[arg(short, long, value_name = "FIELD,…", value_delimiter = ',', value_parser = by,
          default_value = "date,result,wins,player,size,length,handicap,program,encoding")]
    by: Vec<By>,

    /// How many lines of each count at the most; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    /// How counts are shown
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    output_format: Format,

    /// Write a report with plots to this file instead: one page that needs nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["by", "output_format"])]
    html: Option<PathBuf>,
}

/// How counts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables with bars
    Table,
    /// One JSON object
    Json,
}

/// What games are counted by.
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
    other.map_or_else(|| field(name).map(By::Field), Ok)
}

impl Stats {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let selection = self.selected.selection();
        let by = if self.html.is_some() {
            &html::BY[..]
        } else {
            &self.by
        };
        let mut counts = Counts::new(by);
        let work = |games: Games<'_>| Counts::of(games, by, &selection);
        let exit = each_games_into(&self.inputs, output, work, |_, found| {
            counts.add(found);
            Ok(())
        })?;
        if let Some(path) = &self.html {
            let report = html::report(&counts, &self.inputs.paths);
            replace::write(path, report.as_bytes())
                .with_context(|| format!("{}: it cannot be written", path.display()))?;
            output.note(format_args!(
                "{} games of {} files in {}",
                counts.games,
                counts.files,
                path.display()
            ));
            return Ok(exit);
        }
        let shown = match self.output_format {
            Format::Table => self.table(&counts, &output.palette),
            Format::Json => format!("{}\n", harmless::json(&self.json(&counts))),
        };
        output.write_all(shown.as_bytes())?;
        Ok(exit)
    }
}
