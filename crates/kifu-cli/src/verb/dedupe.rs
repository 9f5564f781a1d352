mod apply;
mod changes;
mod find;
mod merged;
mod plan;
mod show;
mod undo;

use std::path::PathBuf;

use clap::ValueEnum;
use kifu::collection::dedupe::Kind;

use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::selected::Selected;

/// Find records of one game: the same bytes, the same moves, one that breaks off, one with a slip
///
/// Groups records, says how each is like the best of its group, and touches nothing. The best has the most
/// moves, then the most game info, then the longest comments. `--plan` writes what could be done about it;
/// look at it, change it, then `kifu dedupe --apply PLAN`, and `kifu dedupe --undo PLAN` if it was wrong.
#[derive(Debug, clap::Args)]
pub(crate) struct Dedupe {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selected: Selected,

    /// The largest difference that makes a duplicate
    #[arg(long, value_name = "KIND", default_value = "players")]
    up_to: UpTo,

    /// The fewest moves that make two records the same game, if no stones were set up
    #[arg(long, value_name = "N", default_value_t = 10)]
    least_moves: u32,

    /// How groups are shown
    #[arg(long, value_name = "FORMAT", default_value = "full")]
    output_format: Format,

    /// Write to this file what would be done: all but the best of each group removed, up to the same moves
    /// unless `--up-to` says more; a plan that is there is not overwritten
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,

    /// In the plan, move records to this folder instead of removing them
    #[arg(long, value_name = "FOLDER", requires = "plan")]
    move_to: Option<PathBuf>,

    /// In the plan, put records into the trees of the best instead of removing them
    #[arg(long, requires = "plan", conflicts_with = "move_to")]
    merge: bool,

    /// Do what the plan PATH says; what was there is kept beside it
    #[arg(long, conflicts_with_all = ["plan", "undo"])]
    apply: bool,

    /// Undo what the plan PATH did
    #[arg(long, conflicts_with = "plan")]
    undo: bool,
}

/// The largest difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UpTo {
    /// The same bytes
    Bytes,
    /// The same tree, written in another way
    Tree,
    /// The same moves in any orientation, colours exchanged or not
    Moves,
    /// One record breaks off
    Prefix,
    /// A move is wrong or missing, or two changed places
    Near,
    /// The same moves 20, 31, 40, 51, 60 and 71 (Dyer's signature)
    Dyer,
    /// The same players on the same day
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
    /// With their best records and why the others are there
    Full,
    /// One JSON object a line for each group
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
                undo::undo(path, output)
            };
        }
        if let Some(path) = &self.plan {
            let is_there = path.symlink_metadata().is_ok();
            anyhow::ensure!(!is_there, "{}: there is a file already", path.display());
        }
        let mut exit = Exit::Clean;
        let found = self.find(&mut exit, output)?;
        self.show(&found, output)?;
        if !found.groups.is_empty() {
            exit.add(Exit::Findings);
        }
        if let Some(path) = &self.plan {
            self.write_plan(path, &found, output)?;
        }
        Ok(exit)
    }
}
