mod apply;
mod find;
mod plan;
mod show;

use std::path::PathBuf;

use clap::ValueEnum;
use kifu::collection::dedupe::Kind;

use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::{self, Output};
use crate::selected::Selected;

/// Find records of the same game
///
/// Groups equal, truncated and nearly equal records, and changes nothing. The best of a group has the most moves, then
/// the most game info, then the longest comments. `--plan` writes the proposed changes to a
/// file; edit it, then run it with `--apply`. `--undo` restores the files.
#[derive(Debug, clap::Args)]
#[command(mut_arg("paths", |arg| arg.help(PATHS)))]
#[command(after_help = "\
Examples:
  kifu dedupe games/
  kifu dedupe --plan plan.toml games/
  kifu dedupe --apply plan.toml
  kifu dedupe --undo plan.toml")]
pub(crate) struct Dedupe {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// Largest difference of duplicates; `moves` for a plan, `players` otherwise
    #[arg(long, value_name = "KIND")]
    up_to: Option<UpTo>,

    /// Fewest equal moves of two records of the same game, if no stones were set up
    #[arg(long, value_name = "N", default_value_t = 10)]
    least_moves: u32,

    /// Output format
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "full"
    )]
    format: Format,

    /// Write a plan to this new file: keep the best record of each group and remove the others, up to
    /// equal moves unless `--up-to` is given
    // A plan is applied without the encoding, and might find other games in a file.
    #[arg(long, value_name = "FILE", conflicts_with = "encoding")]
    plan: Option<PathBuf>,

    /// In the plan, move records to this folder instead of removing them
    #[arg(long, value_name = "FOLDER", requires = "plan")]
    move_to: Option<PathBuf>,

    /// In the plan, merge records into the best of their group instead of removing them
    #[arg(long, requires = "plan", conflicts_with = "move_to")]
    merge: bool,

    /// Apply the plan PATH; the old files are kept next to it
    #[arg(long, conflicts_with_all = ["plan", "undo", "encoding"])]
    apply: bool,

    /// Undo the plan PATH
    #[arg(long, conflicts_with_all = ["plan", "encoding"])]
    undo: bool,
}

/// The help of the paths.
const PATHS: &str = "\
Files, folders, archives (zip, 7z, tar, gz, bz2, xz, zst), or the plan of --apply and --undo";

/// The largest difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UpTo {
    /// Equal bytes
    Bytes,
    /// Equal trees in other bytes
    Tree,
    /// Equal moves in any orientation and color
    Moves,
    /// One record ends earlier, after 30 moves or more
    Prefix,
    /// A move differs or is missing, or two are swapped
    Near,
    /// Equal moves 20, 31, 40, 51, 60 and 71 (Dyer's signature)
    Dyer,
    /// Equal players and date
    Players,
}

impl UpTo {
    const fn kind(self) -> Kind {
        match self {
            Self::Bytes => Kind::Bytes,
            Self::Tree => Kind::Tree,
            Self::Moves => Kind::Moves,
            Self::Prefix => Kind::Prefix,
            Self::Near => Kind::Near,
            Self::Dyer => Kind::Dyer,
            Self::Players => Kind::Players,
        }
    }
}

/// How groups are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Each group with its best record, and the reason for every other
    Full,
    /// One JSON object per line for each group
    JsonLines,
}

impl Dedupe {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.apply || self.undo {
            let [path] = self.inputs.paths.as_slice() else {
                anyhow::bail!("give one plan");
            };
            return if self.apply {
                apply::apply(path, output)
            } else {
                apply::undo(path, output)
            };
        }
        if let Some(path) = &self.plan {
            let is_there = path.symlink_metadata().is_ok();
            anyhow::ensure!(
                !is_there,
                "{}: the file exists already; choose another name",
                path.display()
            );
        }
        let mut exit = Exit::Clean;
        let mut found = self.find(&mut exit, output)?;
        // A plan on standard output must not be mixed with other output.
        if output::file(self.plan.as_ref()).is_some() || self.plan.is_none() {
            self.show(&found, output)?;
        }
        if !found.groups.is_empty() {
            exit.add(Exit::Findings);
        }
        if let Some(path) = &self.plan {
            if self.up_to.is_none() {
                // Groups of their own: the best of a larger group may have other moves than two equal records.
                found.finder.limit_to(Kind::Moves);
                found.groups = found.finder.groups();
            }
            self.write_plan(path, &found, output)?;
        }
        Ok(exit)
    }
}
