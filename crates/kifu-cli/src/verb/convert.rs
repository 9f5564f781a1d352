use kifu_lint::convert::{Obsolete, Options, to_ff4};

use super::rewrite::{Rewrite, Rewritten};
use crate::exit::Exit;
use crate::output::Output;

/// Make old game records ones of the current version
///
/// Games of `FF[1]` to `FF[3]` become `FF[4]`: long identifiers, letters and marks, judgements of moves,
/// visible corners, komi in half points, nodes that mix setup and moves, passes. All else stays byte
/// for byte. Files are rewritten in place; standard input goes to standard output. What is not clear
/// stays, and is named on standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    rewrite: Rewrite,

    /// The version to convert to
    #[arg(long, value_name = "VERSION", default_value = "ff4")]
    to: Version,

    /// What becomes of properties that the new version has dropped
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    obsolete: ObsoleteChoice,
}

/// Versions of the format.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Version {
    Ff4,
}

/// What becomes of obsolete properties.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ObsoleteChoice {
    /// They stay, as private properties
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

impl Convert {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let options = Options {
            obsolete: self.obsolete.into(),
        };
        let Version::Ff4 = self.to;
        self.rewrite.run(output, |mut collection| {
            let changes = to_ff4(&mut collection, &options);
            Ok(Rewritten {
                bytes: collection.to_bytes()?,
                changes,
            })
        })
    }
}
