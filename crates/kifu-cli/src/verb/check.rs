mod baseline;
mod gather;
mod reporter;
mod sarif;
mod show;
mod summary;
#[cfg(feature = "watch")]
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use clap::ValueEnum;
use kifu::encoding::Source;
use kifu::lint::{Diagnostic, Linter, emit};

use self::baseline::Baseline;
use self::gather::Counts;
use self::reporter::Reporter;
use self::show::{Page, Shades};
use self::summary::Summary;
use kifu_batch::{Opened, Piece, Pool, Step};

use super::fix::Fix;
use crate::encoding::Encoding;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::{Output, grouped};
use crate::progress::Progress;
use crate::rules::{FileRules, Linters, Rules};

/// Report problems in game records
///
/// Reports where records break the standard, why that matters and how to fix it, then prints a summary. Hints alone leave
/// the exit status 0.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the switches of the command line"
)]
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu check games/
  kifu check --statistics games/
  kifu check --fix --select V2 games/
  kifu check --format sarif games/ > problems.sarif
  kifu check --watch games/
  kifu check --baseline known.json --write-baseline games/")]
pub(crate) struct Check {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    rules: Rules,

    /// Output format
    #[arg(
        long,
        alias = "output-format",
        value_name = "FORMAT",
        default_value = "full"
    )]
    format: Format,

    /// Apply safe fixes first, then report the remaining problems
    #[arg(long)]
    fix: bool,

    /// Print the number of problems of each rule instead of the problems
    #[arg(long)]
    statistics: bool,

    /// Print problems only, without the summary
    #[arg(long, short)]
    quiet: bool,

    /// Exit with status 0 even if there are problems
    #[arg(long)]
    exit_zero: bool,

    /// List the files that would be checked, and stop
    #[arg(long)]
    show_files: bool,

    /// Leave out the timing; it is only printed on a terminal
    #[arg(long)]
    no_timing: bool,

    /// Do not report the problems that this file lists; `--fix` repairs them too
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write all problems to the file of --baseline, replacing it
    #[arg(long, requires = "baseline", conflicts_with_all = ["fix", "show_files"])]
    write_baseline: bool,

    /// Keep running and check files when they change, until Ctrl-C
    #[cfg(feature = "watch")]
    #[arg(long, conflicts_with_all = ["show_files", "statistics", "write_baseline"])]
    watch: bool,
}

/// How problems are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Each problem with its source line
    #[default]
    Full,
    /// One line each
    Concise,
    /// One JSON array
    Json,
    /// One JSON object per line, the summary last
    JsonLines,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// The lines, numbers and exit codes (0, 5, 10, 20) of SGFC
    Sgfc,
}

impl Format {
    /// The format for programs; `None` for formats for people.
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

/// The result for one piece, kept small because many wait for an earlier one.
struct Checked {
    /// Whether it is the beginning of a file.
    is_first: bool,
    counts: Counts,
    encodings: Vec<&'static str>,
    /// The remaining output of the piece.
    shown: String,
    /// The exit status that SGFC would have.
    sgfc: Exit,
    /// Problems by rule.
    by_rule: BTreeMap<&'static str, usize>,
    /// Problems for a new baseline.
    problems: BTreeSet<(&'static str, String)>,
    name: Arc<str>,
}

/// The result for a piece.
enum Outcome {
    Checked(Checked),
    /// The output is too long to wait: the piece is checked again when its turn comes, and shown part by part.
    Later(Piece),
}

/// Number of bytes shown at once of a piece that is shown part by part.
const PART: usize = 1 << 16;

/// Maximum number of bytes of waiting output, except for pieces with less than a part.
const WAITING: usize = 64 << 20;

impl Check {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.show_files {
            return self.list_files(output);
        }
        #[cfg(feature = "watch")]
        if self.watch {
            return self.watch(output);
        }
        let (exit, _) = self.pass(&self.inputs, self.quiet, output)?;
        Ok(exit)
    }

    /// Checks these inputs once, and prints the summary unless `quiet` is set.
    fn pass(
        &self,
        inputs: &Inputs,
        is_quiet: bool,
        output: &mut Output,
    ) -> anyhow::Result<(Exit, Summary)> {
        let start = Instant::now();
        let palette = output.palette;
        let machine = self.format.machine();
        anyhow::ensure!(
            !self.statistics || machine.is_none(),
            "`--statistics` needs `--format full` or `concise`"
        );
        let mut exit = Exit::Clean;
        let (known, new_baseline) = match &self.baseline {
            Some(path) if self.write_baseline => (Baseline::default(), Baseline::for_path(path)?),
            Some(path) => (Baseline::read(path)?, Baseline::default()),
            None => <(Baseline, Baseline)>::default(),
        };
        if self.fix {
            exit.add(Fix::safe(inputs.clone(), self.rules.clone()).run_quietly(output)?);
        }
        let sets = self.rules.sets(&inputs.paths)?;
        let way = Way {
            format: self.format,
            encoding: inputs.encoding(),
            shades: Shades::new(&palette),
            known,
            only_counts: self.statistics || self.write_baseline,
            keeps_problems: self.write_baseline,
        };
        let linter = Linters::default;
        let waiting = AtomicUsize::new(0);
        let check = |linters: &mut Linters, piece: Piece, bytes: Vec<u8>| {
            let rules = sets.of(&piece.name)?;
            let linter = linters.get(&rules);
            let source = way.encoding.source(bytes);
            let source = source.with_context(|| piece.name.to_string())?;
            let mut is_much = false;
            let checked = way.check(linter, &rules, &piece, &source, |shown| {
                is_much = waiting.load(Ordering::Relaxed) + shown.len() > WAITING;
                if is_much {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if is_much {
                return Ok(Outcome::Later(piece.again(source.into_bytes())));
            }
            waiting.fetch_add(checked.shown.len(), Ordering::Relaxed);
            anyhow::Ok(Outcome::Checked(checked))
        };
        let work = |linter: &mut Linters, piece: Result<Piece, kifu_batch::Error>| {
            let opened = piece.and_then(|mut piece| Ok((piece.open()?, piece)));
            match opened {
                Ok((Opened::Bytes(bytes), piece)) => Step::Done(check(linter, piece, bytes)),
                Ok((Opened::Pieces(pieces), _)) => Step::Many(pieces),
                Err(error) => Step::Done(Err(error.into())),
            }
        };
        if let Some(format) = machine {
            output.write_all(format.begin().as_bytes())?;
        }
        // Formats for programs have byte offsets, which need whole files.
        let pieces: Box<dyn Iterator<Item = _>> = if machine.is_some() {
            Box::new(
                inputs
                    .iter()
                    .map(|input| input.map(|input| Piece::of(input, inputs.progress().clone()))),
            )
        } else {
            Box::new(inputs.pieces_with(true))
        };
        let weight =
            |piece: &Result<Piece, kifu_batch::Error>| piece.as_ref().map_or(0, Piece::weight);
        let mut reporter = Reporter {
            progress: Progress::of(inputs),
            output: &mut *output,
            summary: Summary::default(),
            between: machine.map_or("", emit::Format::between),
            is_begun: false,
            sgfc: Exit::Clean,
            by_rule: BTreeMap::new(),
            unread: Vec::new(),
            new_baseline,
        };
        Pool::default().in_order_with(pieces, weight, linter, work, |outcome| match outcome {
            Ok(Outcome::Checked(checked)) => {
                waiting.fetch_sub(checked.shown.len(), Ordering::Relaxed);
                reporter.add(&checked, false)
            }
            Ok(Outcome::Later(piece)) => reporter.later(&way, &sets, piece),
            Err(error) => {
                reporter.unread(&error);
                Ok(())
            }
        })?;
        let Reporter {
            mut summary,
            mut sgfc,
            progress,
            by_rule,
            new_baseline,
            unread,
            ..
        } = reporter;
        drop(progress);
        if self.format == Format::Sarif {
            output.write_all(sarif::end(&unread).as_bytes())?;
        } else if let Some(format) = machine {
            output.write_all(format.end().as_bytes())?;
        }
        if self.statistics {
            output.write_all(statistics(&by_rule).as_bytes())?;
        }
        if let (Some(path), true) = (&self.baseline, self.write_baseline) {
            new_baseline.write(path, true)?;
        }
        summary.skipped = inputs.skipped();
        summary.seconds = start.elapsed().as_secs_f64();
        summary.has_timing = output.is_terminal && !self.no_timing;
        let shown = if is_quiet {
            String::new()
        } else {
            summary.show(self.format, &palette)
        };
        output.write_all(shown.as_bytes())?;
        if shown.is_empty() && summary.is_empty() {
            output.ensure_read(&summary.skipped, &mut exit);
        }
        if self.format == Format::Sgfc {
            if summary.unread > 0 {
                sgfc.add(Exit::SgfcFatal);
            }
            return Ok((sgfc, summary));
        }
        exit.add(summary.exit());
        let is_failed = exit == Exit::Failure;
        if (self.exit_zero || self.write_baseline) && !is_failed {
            exit = Exit::Clean;
        }
        Ok((exit, summary))
    }

    /// Prints the names of all files.
    fn list_files(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        let mut count = 0;
        for input in self.inputs.iter() {
            match input {
                Ok(input) => {
                    count += 1;
                    writeln!(output, "{}", harmless::line(&input.name()))?;
                }
                Err(error) => {
                    exit.add(Exit::Failure);
                    output.error(Failure(&error.into()));
                }
            }
        }
        if count == 0 {
            exit.add(Exit::Failure);
        }
        Ok(exit)
    }
}

/// The number of problems of each rule, the most frequent first.
fn statistics(by_rule: &BTreeMap<&'static str, usize>) -> String {
    let mut rules: Vec<_> = by_rule.iter().collect();
    rules.sort_by_key(|(code, count)| (std::cmp::Reverse(**count), **code));
    let width = rules.first().map_or(0, |(_, count)| grouped(**count).len());
    let mut text = String::new();
    for (code, count) in rules {
        let name = kifu::lint::rule(code).map_or("", |rule| rule.name);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:>width$}  {code}  {name}", grouped(*count));
    }
    text
}

/// The settings for checking and showing pieces.
struct Way {
    format: Format,
    encoding: Encoding,
    shades: Shades,
    /// Known problems, which are not reported.
    known: Baseline,
    /// Whether problems are only counted.
    only_counts: bool,
    /// Whether problems are collected for a new baseline.
    keeps_problems: bool,
}

impl Way {
    /// Checks the piece that `source` was read from. If the output is shown in parts, `part` is called after each
    /// problem; it may take the output so far, and decides whether to continue.
    fn check(
        &self,
        linter: &mut Linter,
        rules: &FileRules,
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
        let mut by_rule = BTreeMap::new();
        let mut problems = BTreeSet::new();
        let known = self.known.of(&piece.name);
        let is_known = |finding: &Diagnostic| known.has(finding);
        let mut tally = |finding: &Diagnostic| {
            *by_rule.entry(finding.code).or_default() += 1;
            if self.keeps_problems {
                problems.insert((finding.code, finding.message.to_string()));
            }
        };
        let counts = if let Some(format) = self.format.machine() {
            let mut report = emit::Report::new(&piece.name, source, format, rules.options.strict);
            let mut plain = String::new();
            let counts = gather::gather(piece, source, linter, is_known, |finding| {
                tally(finding);
                if self.only_counts {
                    return ControlFlow::Continue(());
                }
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
            gather::gather(piece, source, linter, is_known, |finding| {
                tally(finding);
                if self.only_counts {
                    return ControlFlow::Continue(());
                }
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
            by_rule,
            problems,
            name: Arc::clone(&piece.name),
        }
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
