//! What verbs that rewrite files have in common: in place or elsewhere, or only to be looked at.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use kifu::Collection;
use kifu::syntax::LineIndex;
use kifu_lint::{Change, Outcome};

use super::fmt::diff;
use crate::exit::Exit;
use crate::inputs::{Input, Inputs};
use crate::output::Output;
use crate::progress::Progress;
use crate::replace::replace;
use crate::run;

/// What to rewrite, and where to.
#[derive(Debug, clap::Args)]
pub(crate) struct Rewrite {
    #[command(flatten)]
    inputs: Inputs,

    /// Write nothing; name the files that would change
    #[arg(long)]
    check: bool,

    /// Write nothing; show what would change
    #[arg(long)]
    diff: bool,

    /// Write to this file instead; `-` is standard output
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["check", "diff"])]
    output: Option<PathBuf>,

    /// Name every change on standard error, and not only what is left because it is not clear
    #[arg(long, short)]
    verbose: bool,
}

/// What a verb makes of a file.
pub(crate) struct Rewritten {
    pub(crate) bytes: Vec<u8>,
    pub(crate) changes: Vec<Change>,
}

/// What became of one input.
struct Done {
    name: String,
    length: usize,
    is_changed: bool,
    /// What goes to standard output.
    shown: Vec<u8>,
    /// What is said on standard error.
    said: Vec<String>,
}

impl Rewrite {
    /// Rewrites every input by `work`.
    pub(crate) fn run(
        &self,
        output: &mut Output,
        work: impl Fn(Collection) -> anyhow::Result<Rewritten> + Sync,
    ) -> anyhow::Result<Exit> {
        if self.output.is_some() && self.inputs.may_be_many() {
            anyhow::bail!("`--output` takes the games of one file; give one path");
        }
        let palette = output.palette;
        let one = |input: anyhow::Result<Input>| {
            let input = input?;
            let name = input.name().into_owned();
            let bytes = input.read().with_context(|| name.clone())?;
            let collection = Collection::from_bytes(bytes);
            anyhow::ensure!(!collection.is_empty(), "{name}: {}", crate::NOT_SGF);
            let source = collection.source().clone();
            let rewritten = work(collection).with_context(|| name.clone())?;
            let is_changed = rewritten.bytes != source.bytes();
            let mut shown = Vec::new();
            if self.diff {
                if is_changed {
                    let new = Collection::from_bytes(rewritten.bytes);
                    shown = diff::diff(&name, source.text(), new.text(), &palette);
                }
            } else if !self.check {
                match (&self.output, &input) {
                    (Some(path), _) if path.as_os_str() != "-" => {
                        std::fs::write(path, &rewritten.bytes)
                            .with_context(|| path.display().to_string())?;
                    }
                    (None, Input::File(path)) => {
                        if is_changed {
                            replace(path, &rewritten.bytes).with_context(|| name.clone())?;
                        }
                    }
                    _ => shown = rewritten.bytes,
                }
            }
            Ok(Done {
                said: self.said(&name, source.text(), &rewritten.changes),
                name,
                length: source.bytes().len(),
                is_changed,
                shown,
            })
        };
        let mut exit = Exit::Clean;
        let mut progress = Progress::new();
        let (mut changed, mut same) = (0_usize, 0_usize);
        run::in_order(self.inputs.iter(), one, |done| {
            let done = match done {
                Ok(done) => done,
                Err(error) => {
                    exit.add(Exit::Failure);
                    progress.aside(|| output.error(format_args!("{error:#}")));
                    return Ok(());
                }
            };
            progress.add(done.length);
            if done.is_changed {
                changed += 1;
                if self.check || self.diff {
                    exit.add(Exit::Findings);
                }
                if self.check && !self.diff {
                    let name = crate::harmless::line(&done.name);
                    progress.aside(|| writeln!(output, "{name}"))?;
                }
            } else {
                same += 1;
            }
            if self.diff {
                progress.aside(|| output.write_all(&done.shown))?;
            } else if !done.shown.is_empty() {
                output.data(&done.shown)?;
            }
            progress.aside(|| {
                for line in &done.said {
                    output.note(line);
                }
            });
            anyhow::Ok(())
        })?;
        drop(progress);
        let is_filter =
            !self.check && !self.diff && (self.inputs.is_only_stdin() || self.output.is_some());
        if !is_filter && changed + same > 0 {
            let verb = if self.check || self.diff {
                "would change"
            } else {
                "rewritten"
            };
            let files = if changed == 1 { "file" } else { "files" };
            output.note(format_args!(
                "{changed} {files} {verb}, {same} as they were"
            ));
        }
        Ok(exit)
    }

    /// The changes that people are told of, with their places.
    fn said(&self, name: &str, text: &str, changes: &[Change]) -> Vec<String> {
        let lines = LineIndex::new(text.as_bytes());
        changes
            .iter()
            .filter(|change| self.verbose || change.outcome == Outcome::Kept)
            .map(|change| match change.span {
                Some(span) => {
                    let place = lines.position(text.as_bytes(), span.start);
                    format!("{name}:{}:{}: {change}", place.line, place.column)
                }
                None => format!("{name}: {change}"),
            })
            .collect()
    }
}
