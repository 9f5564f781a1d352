mod gather;
mod show;
mod summary;

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::ValueEnum;
use kifu::encoding::{DecodeOptions, Source};
use kifu::lint::{Linter, emit};

use self::gather::Counts;
use self::show::{Page, Shades};
use self::summary::Summary;
use crate::exit::Exit;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::Output;
use crate::pieces::{Opened, Piece};
use crate::progress::{self, Progress};
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

/// What is kept of one piece: little, as many wait for an earlier one.
struct Checked {
    /// Whether it is the beginning of a file.
    is_first: bool,
    counts: Counts,
    encodings: Vec<&'static str>,
    /// What is to be shown of it, or the last of that.
    shown: String,
    /// The exit status that SGFC would have.
    sgfc: Exit,
}

/// What became of a piece.
enum Outcome {
    Checked(Checked),
    /// There is more to be shown of it than may wait: it is checked when its turn comes, and shown part by
    /// part.
    Later(Piece),
}

/// How many bytes are shown at once of what is shown part by part.
const PART: usize = 1 << 16;

/// How many bytes to be shown may wait, those of pieces with less than a part aside.
const WAITING: usize = 64 << 20;

impl Check {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let palette = output.palette;
        let options = self.rules.options()?;
        let machine = self.output_format.machine();
        let way = Way {
            format: self.output_format,
            is_strict: options.strict,
            shades: Shades::new(&palette),
        };
        let linter = || Linter::new(&options);
        let waiting = AtomicUsize::new(0);
        let check = |linter: &mut Linter, piece: Piece, bytes: Vec<u8>| {
            let source = Source::new(bytes, &DecodeOptions::default());
            let mut is_much = false;
            let checked = way.check(linter, &piece, &source, |shown| {
                is_much = waiting.load(Ordering::Relaxed) + shown.len() > WAITING;
                if is_much {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if is_much {
                return Outcome::Later(piece.again(source.into_bytes()));
            }
            waiting.fetch_add(checked.shown.len(), Ordering::Relaxed);
            Outcome::Checked(checked)
        };
        let work = |linter: &mut Linter, piece: anyhow::Result<Piece>| {
            let opened = piece.and_then(|mut piece| Ok((piece.open()?, piece)));
            match opened {
                Ok((Opened::Bytes(bytes), piece)) => Step::Done(Ok(check(linter, piece, bytes))),
                Ok((Opened::Pieces(pieces), _)) => Step::Many(pieces),
                Err(error) => Step::Done(Err(error)),
            }
        };
        if let Some(format) = machine {
            output.write_all(format.begin().as_bytes())?;
        }
        // What programs read tells places by bytes too, and is made of whole files.
        let inputs: Box<dyn Iterator<Item = _>> = if machine.is_some() {
            Box::new(self.inputs.iter().map(|input| input.map(Piece::of)))
        } else {
            Box::new(self.inputs.pieces_with(true))
        };
        let weight = |piece: &anyhow::Result<Piece>| piece.as_ref().map_or(0, Piece::weight);
        let mut told = Told {
            progress: Progress::of(&self.inputs),
            output: &mut *output,
            summary: Summary::default(),
            between: machine.map_or("", emit::Format::between),
            is_begun: false,
            sgfc: Exit::Clean,
        };
        run::in_order_with(inputs, weight, linter, work, |outcome| match outcome {
            Ok(Outcome::Checked(checked)) => {
                waiting.fetch_sub(checked.shown.len(), Ordering::Relaxed);
                told.add(&checked, false)
            }
            Ok(Outcome::Later(piece)) => told.later(&way, &mut linter(), piece),
            Err(error) => {
                told.unread(&error);
                Ok(())
            }
        })?;
        let Told {
            mut summary,
            mut sgfc,
            progress,
            ..
        } = told;
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

/// How pieces are checked and shown.
struct Way {
    format: Format,
    is_strict: bool,
    shades: Shades,
}

impl Way {
    /// Checks the piece that `source` was read from. While there is a part to be shown, `part` is asked after
    /// each problem whether to go on, and may take what there is.
    fn check(
        &self,
        linter: &mut Linter,
        piece: &Piece,
        source: &Source,
        mut part: impl FnMut(&mut String) -> ControlFlow<()>,
    ) -> Checked {
        let mut shown = String::new();
        let mut ask = |shown: &mut String| {
            if shown.len() < PART {
                return ControlFlow::Continue(());
            }
            part(shown)
        };
        let mut sgfc = Exit::Clean;
        let counts = if let Some(format) = self.format.machine() {
            let mut report = emit::Report::new(&piece.name, source, format, self.is_strict);
            let mut plain = String::new();
            let counts = gather::gather(piece, source, linter, |finding| {
                plain.clear();
                report.add(finding, &mut plain);
                shown.push_str(&harmless::json(&plain));
                ask(&mut shown)
            });
            plain.clear();
            report.end(&mut plain);
            shown.push_str(&harmless::json(&plain));
            if self.format == Format::Sgfc {
                sgfc = of_sgfc(report.sgfc_exit_code());
            }
            counts
        } else {
            let is_full = self.format == Format::Full;
            let page = Page::new(piece, source.text(), is_full, &self.shades);
            gather::gather(piece, source, linter, |finding| {
                page.add(finding, &mut shown);
                ask(&mut shown)
            })
        };
        Checked {
            is_first: piece.first == 0,
            counts,
            encodings: gather::encodings(source),
            shown,
            sgfc,
        }
    }
}

/// What was told, and to whom.
struct Told<'o> {
    output: &'o mut Output,
    progress: Progress,
    summary: Summary,
    /// What stands between the problems of two files.
    between: &'static str,
    /// Whether there were any.
    is_begun: bool,
    /// The exit status that SGFC would have.
    sgfc: Exit,
}

impl Told<'_> {
    /// Adds a piece, and shows what there is of it; `is_begun` if a part of that was shown before.
    fn add(&mut self, checked: &Checked, is_begun: bool) -> anyhow::Result<()> {
        progress::finish(checked.counts.bytes);
        self.summary
            .add(checked.is_first, &checked.counts, &checked.encodings);
        self.sgfc.add(checked.sgfc);
        self.show(&checked.shown, is_begun)?;
        Ok(())
    }

    fn show(&mut self, shown: &str, is_begun: bool) -> io::Result<()> {
        if shown.is_empty() {
            return Ok(());
        }
        if std::mem::replace(&mut self.is_begun, true) && !is_begun {
            self.output.write_all(self.between.as_bytes())?;
        }
        let output = &mut *self.output;
        self.progress.aside(|| output.write_all(shown.as_bytes()))
    }

    /// Something could not be read.
    fn unread(&mut self, error: &anyhow::Error) {
        self.summary.unread += 1;
        let output = &mut *self.output;
        self.progress
            .aside(|| output.error(format_args!("{error:#}")));
    }

    /// Checks a piece, or those that a file has become meanwhile, and shows it part by part.
    fn later(&mut self, way: &Way, linter: &mut Linter, piece: Piece) -> anyhow::Result<()> {
        piece.each(|read| match read {
            Ok((piece, bytes)) => self.check(way, linter, &piece, bytes),
            Err(error) => {
                self.unread(&error);
                Ok(())
            }
        })
    }

    /// Checks a piece, and shows it part by part.
    fn check(
        &mut self,
        way: &Way,
        linter: &mut Linter,
        piece: &Piece,
        bytes: Vec<u8>,
    ) -> anyhow::Result<()> {
        let source = Source::new(bytes, &DecodeOptions::default());
        let mut is_begun = false;
        let mut failed = Ok(());
        let checked = way.check(linter, piece, &source, |shown| {
            failed = self.show(shown, std::mem::replace(&mut is_begun, true));
            shown.clear();
            if failed.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        failed?;
        self.add(&checked, is_begun)
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
