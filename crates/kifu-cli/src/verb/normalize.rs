use kifu_lint::normalize::{Options, normalize};

use super::rewrite::{Rewrite, Rewritten};
use crate::exit::Exit;
use crate::output::Output;

/// Write game information in one form
///
/// Dates, results, ranks, komi, times, rules and the names of players. All else stays byte for byte.
/// Files are rewritten in place; standard input goes to standard output. What is not clear stays,
/// and is named on standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct Normalize {
    #[command(flatten)]
    rewrite: Rewrite,

    /// Bring only these into form, separated by commas
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    only: Vec<What>,

    /// Leave these as they are, separated by commas
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    except: Vec<What>,
}

/// What can be brought into one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    Dates,
    Results,
    Ranks,
    Komi,
    Times,
    Rules,
    Names,
}

impl Normalize {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let wanted = |what| {
            (self.only.is_empty() || self.only.contains(&what)) && !self.except.contains(&what)
        };
        let options = Options {
            dates: wanted(What::Dates),
            results: wanted(What::Results),
            ranks: wanted(What::Ranks),
            komi: wanted(What::Komi),
            times: wanted(What::Times),
            rules: wanted(What::Rules),
            names: wanted(What::Names),
        };
        self.rewrite.run(output, |mut collection| {
            let changes = normalize(&mut collection, &options);
            Ok(Rewritten {
                bytes: collection.to_bytes()?,
                changes,
            })
        })
    }
}
