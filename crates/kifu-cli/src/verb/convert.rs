mod destination;
mod other;
mod table;
mod target;

use std::path::PathBuf;

use kifu_formats::Format;
use kifu_lint::convert::{Letters, Obsolete, Options, to_ff4};
use serde::Deserialize;

use self::other::Other;
use self::target::Target;
use super::rewrite::Rewrite;
use crate::config::Config;
use crate::exit::Exit;
use crate::output::Output;

/// Make old game records ones of the current version, and convert between formats
///
/// `--to ff4`, which is what is done where nothing else is said, makes games of `FF[1]` to `FF[3]` ones of
/// `FF[4]`: long identifiers, letters and marks, judgements of moves, visible corners, komi in half points,
/// dates, results and times in other words, nodes that mix setup and moves, passes. All else stays byte for byte.
/// Files are rewritten in place, after the new text was read again and compared; standard input goes to standard
/// output. What is not clear stays, and is named on standard error.
///
/// `--to sgf`: records in other formats, known by their content, become `.sgf` files beside them, or in
/// the folder that `--output` names; SGF stays as it is. `--to FORMAT` writes games in that format. Nothing is
/// overwritten unless it is asked for. What was not understood, and what the format cannot hold, is said on
/// standard error; the exit status is 1 then.
#[derive(Debug, clap::Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    rewrite: Rewrite,

    /// What to convert to: `ff4`, `sgf`, `json`, or a format of `--formats`
    ///
    /// Without it `sgf` where `--from` is given, and else `ff4`.
    #[arg(long, value_name = "FORMAT", value_parser = target::target)]
    to: Option<Target>,

    /// What format the files are in, instead of what their content says
    #[arg(long, value_name = "FORMAT", value_parser = target::format)]
    from: Option<Format>,

    /// Write over files that are there
    #[arg(long)]
    overwrite: bool,

    /// List the formats beside SGF, and what they hold
    #[arg(long, exclusive = true)]
    formats: bool,

    /// What becomes of properties that the new version has dropped
    ///
    /// Without it the `obsolete` of the section `convert` in `kifu.toml` counts, or else `keep`.
    #[arg(long, value_name = "WHAT")]
    obsolete: Option<ObsoleteChoice>,

    /// The letters that the points of `L` get
    ///
    /// Without it the `letters` of the section `convert` in `kifu.toml` count, or else `upper`.
    #[arg(long, value_name = "CASE")]
    letters: Option<LettersChoice>,

    /// Take what is left open here from this file, instead of a `kifu.toml` here or above
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// What `kifu.toml` says of it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ConvertConfig {
    obsolete: ObsoleteChoice,
    letters: LettersChoice,
}

/// What becomes of obsolete properties.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ObsoleteChoice {
    /// They stay, as private properties
    #[default]
    Keep,
    /// They are removed
    Drop,
    /// They get an `X` in front, or what the new version says for them
    Rename,
}

impl From<ObsoleteChoice> for Obsolete {
    fn from(choice: ObsoleteChoice) -> Self {
        match choice {
            ObsoleteChoice::Keep => Self::Keep,
            ObsoleteChoice::Drop => Self::Drop,
            ObsoleteChoice::Rename => Self::Rename,
        }
    }
}

/// The letters for points of `L`.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LettersChoice {
    /// A, B, C, as the standard says
    #[default]
    Upper,
    /// a, b, c, as SGFC writes them
    Lower,
}

impl From<LettersChoice> for Letters {
    fn from(choice: LettersChoice) -> Self {
        match choice {
            LettersChoice::Upper => Self::Upper,
            LettersChoice::Lower => Self::Lower,
        }
    }
}

impl Convert {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.formats {
            return table::show(output);
        }
        let to = match (self.to, self.from) {
            (Some(to), _) => to,
            (None, Some(_)) => Target::Sgf,
            (None, None) => Target::Ff4,
        };
        if to != Target::Ff4 {
            if let Some(switch) = self.rewrite.own_switch() {
                anyhow::bail!("`{switch}` belongs to `--to ff4`, which rewrites files");
            }
            return Other {
                inputs: self.rewrite.inputs(),
                from: self.from,
                to,
                output: self.rewrite.output(),
                overwrite: self.overwrite,
            }
            .run(output);
        }
        anyhow::ensure!(
            self.from.is_none() && !self.overwrite,
            "`--to ff4` rewrites SGF in place; for other formats give `--to sgf`"
        );
        let config = Config::read(self.config.as_deref())?.convert;
        let options = Options {
            obsolete: self.obsolete.unwrap_or(config.obsolete).into(),
            letters: self.letters.unwrap_or(config.letters).into(),
        };
        self.rewrite
            .run(output, |collection| to_ff4(collection, &options))
    }
}
