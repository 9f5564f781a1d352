mod gather;
mod severity;
mod show;
mod summary;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::time::Instant;

use clap::ValueEnum;
use kifu::Collection;

use self::gather::Counts;
use self::summary::Summary;
use crate::exit::Exit;
use crate::inputs::{Input, Inputs};
use crate::output::Output;
use crate::progress::Progress;
use crate::run;

/// Say what is wrong with game records
///
/// Reads every game, and says where it breaks the standard and how it was read nevertheless. A
/// summary comes last.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    inputs: Inputs,

    /// How problems are shown
    #[arg(long, value_name = "FORMAT", default_value = "full")]
    output_format: Format,
}

/// How problems are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the line they are in
    #[default]
    Full,
    /// One line each
    Concise,
    /// One JSON object a line, the summary last
    JsonLines,
}

/// What is kept of one file: little, as many wait for an earlier one.
struct Checked {
    counts: Counts,
    encodings: BTreeSet<&'static str>,
    shown: String,
}

impl Check {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let mut summary = Summary::default();
        let mut progress = Progress::new();
        let palette = output.palette;
        let check = |input: anyhow::Result<Input>| {
            let input = input?;
            let name = input.name();
            let bytes = input
                .read()
                .map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
            let collection = Collection::from_bytes(bytes);
            let report = gather::gather(&name, &collection);
            let shown = show::show(&report, collection.text(), self.output_format, &palette);
            anyhow::Ok(Checked {
                counts: report.counts,
                encodings: report.encodings,
                shown,
            })
        };
        run::in_order(self.inputs.iter(), check, |checked| {
            match checked {
                Ok(checked) => {
                    progress.add(checked.counts.bytes);
                    summary.add(&checked.counts, &checked.encodings);
                    if !checked.shown.is_empty() {
                        progress.aside(|| output.write_all(checked.shown.as_bytes()))?;
                    }
                }
                Err(error) => {
                    summary.unread += 1;
                    progress.aside(|| output.error(error));
                }
            }
            anyhow::Ok(())
        })?;
        drop(progress);
        summary.seconds = start.elapsed().as_secs_f64();
        output.write_all(summary.show(self.output_format, &palette).as_bytes())?;
        Ok(summary.exit())
    }
}
