mod gather;
mod show;
mod summary;

use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

use clap::ValueEnum;
use kifu::encoding::{DecodeOptions, Source};
use kifu::lint::{Linter, emit};

use self::gather::Counts;
use self::summary::Summary;
use crate::exit::Exit;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::pieces::{Opened, Piece};
use crate::progress::Progress;
use crate::rules::Rules;
use crate::run::{self, Step};

/// Say what is wrong with game records
///
/// Reads every game, and says where it breaks the standard, why that is bad, and how to mend it. A
/// summary comes last. Hints alone leave the exit status 0.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    rules: Rules,

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
    /// One JSON array
    Json,
    /// One JSON object a line, the summary last
    JsonLines,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// The lines, numbers and exit codes (0, 5, 10, 20) of SGFC
    Sgfc,
}

impl Format {
    /// The format for programs; none for those for people.
    const fn machine(self) -> Option<emit::Format> {
        Some(match self {
            Self::Full | Self::Concise => return None,
            Self::Json => emit::Format::Json,
            Self::JsonLines => emit::Format::JsonLines,
            Self::Sarif => emit::Format::Sarif,
            Self::Github => emit::Format::Github,
            Self::Sgfc => emit::Format::Sgfc,
        })
    }
}

/// What is kept of one file: little, as many wait for an earlier one.
struct Checked {
    /// Whether it is the beginning of a file.
    is_first: bool,
    counts: Counts,
    encodings: Vec<&'static str>,
    shown: String,
    /// The exit status that SGFC would have.
    sgfc: Exit,
}

impl Check {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let mut summary = Summary::default();
        let mut progress = Progress::of(&self.inputs);
        let palette = output.palette;
        let options = self.rules.options()?;
        let machine = self.output_format.machine();
        let check = |linter: &mut Linter, piece: &Piece, bytes: Vec<u8>| {
            let name = Arc::clone(&piece.name);
            let source = Source::new(bytes, &DecodeOptions::default());
            let report = gather::gather(piece, &source, linter);
            let mut sgfc = Exit::Clean;
            let shown = if let Some(format) = machine {
                let report = emit::Report::new(&name, &source, &report.findings, options.strict);
                if self.output_format == Format::Sgfc {
                    sgfc = of_sgfc(emit::sgfc_exit_code(&report));
                }
                crate::harmless::json(&report.show(format)).into_owned()
            } else {
                show::show(
                    &report,
                    source.text(),
                    piece.before,
                    self.output_format,
                    &palette,
                )
            };
            Checked {
                is_first: piece.first == 0,
                counts: report.counts,
                encodings: report.encodings,
                shown,
                sgfc,
            }
        };
        let work = |linter: &mut Linter, piece: anyhow::Result<Piece>| {
            let opened = piece.and_then(|mut piece| Ok((piece.open()?, piece)));
            match opened {
                Ok((Opened::Bytes(bytes), piece)) => Step::Done(Ok(check(linter, &piece, bytes))),
                Ok((Opened::Pieces(pieces), _)) => Step::Many(pieces),
                Err(error) => Step::Done(Err(error)),
            }
        };
        if let Some(format) = machine {
            output.write_all(format.begin().as_bytes())?;
        }
        let mut is_first = true;
        let mut sgfc = Exit::Clean;
        let linter = || Linter::new(&options);
        // What programs read tells places by bytes too, and is made of whole files.
        let inputs: Box<dyn Iterator<Item = _>> = if machine.is_some() {
            Box::new(self.inputs.iter().map(|input| input.map(Piece::of)))
        } else {
            Box::new(self.inputs.pieces_with(true))
        };
        let weight = |piece: &anyhow::Result<Piece>| piece.as_ref().map_or(0, Piece::weight);
        run::in_order_with(inputs, weight, linter, work, |checked| {
            match checked {
                Ok(checked) => {
                    progress.add(checked.counts.bytes);
                    summary.add(checked.is_first, &checked.counts, &checked.encodings);
                    sgfc.add(checked.sgfc);
                    if !checked.shown.is_empty() {
                        let between = machine.map_or("", emit::Format::between);
                        if !std::mem::replace(&mut is_first, false) {
                            output.write_all(between.as_bytes())?;
                        }
                        progress.aside(|| output.write_all(checked.shown.as_bytes()))?;
                    }
                }
                Err(error) => {
                    summary.unread += 1;
                    progress.aside(|| output.error(format_args!("{error:#}")));
                }
            }
            anyhow::Ok(())
        })?;
        drop(progress);
        if let Some(format) = machine {
            output.write_all(format.end().as_bytes())?;
        }
        summary.seconds = start.elapsed().as_secs_f64();
        output.write_all(summary.show(self.output_format, &palette).as_bytes())?;
        if self.output_format == Format::Sgfc {
            if summary.unread > 0 {
                sgfc.add(Exit::SgfcFatal);
            }
            return Ok(sgfc);
        }
        Ok(summary.exit())
    }
}

/// The exit status for a code of SGFC.
const fn of_sgfc(code: u8) -> Exit {
    match code {
        0 => Exit::Clean,
        5 => Exit::SgfcWarnings,
        10 => Exit::SgfcErrors,
        _ => Exit::SgfcFatal,
    }
}
