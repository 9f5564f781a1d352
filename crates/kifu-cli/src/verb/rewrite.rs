//! Shared parts of the verbs that rewrite files: in place, elsewhere, or as a preview.

mod text;

use std::io::Write as _;
use std::path::Path;

use kifu::Collection;
use kifu::syntax::{LineIndex, Span};
use kifu_lint::{Change, Outcome};

pub(super) use self::text::Part;
use self::text::{Text, Way};
use super::fmt::diff;
use anyhow::Context as _;

use super::switches::{Switches, Writing, ensure_no_doubt};
use kifu_batch::replace::{back_up, ensure_unchanged, replace_unless_changed, write_new};
use kifu_batch::{Input, Pool};

use crate::exit::Exit;
use crate::failure::lost;
use crate::inputs::Inputs;
use crate::output::{self, Output, Palette};
use crate::progress::Progress;

/// Files to rewrite, and the output.
#[derive(Debug, clap::Args)]
pub(crate) struct Rewrite {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    switches: Switches,

    #[command(flatten)]
    writing: Writing,

    /// Report every change, not only what was left unchanged
    #[arg(long, short)]
    verbose: bool,
}

/// A message about a rewritten game.
pub(super) struct Remark {
    /// The span in the source text.
    pub(super) span: Option<Span>,
    pub(super) weight: Weight,
    pub(super) text: String,
}

/// The severity of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// A requested change was made.
    Done,
    /// Something was left unchanged.
    Kept,
    /// A game could not be changed as requested.
    Failed,
}

impl From<Change> for Remark {
    fn from(change: Change) -> Self {
        let weight = if change.outcome == Outcome::Kept {
            Weight::Kept
        } else {
            Weight::Done
        };
        Self {
            span: change.span,
            weight,
            text: change.to_string(),
        }
    }
}

/// The result for one input.
struct Done {
    name: String,
    length: usize,
    is_changed: bool,
    /// The data for standard output.
    shown: Vec<u8>,
    /// Messages for standard error.
    notes: Vec<String>,
    /// Number of games that could not be changed as requested.
    failed: usize,
}

impl Rewrite {
    /// The inputs.
    pub(super) const fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Whether existing files may be replaced.
    pub(super) const fn overwrites(&self) -> bool {
        self.writing.overwrite
    }

    /// The path of the output, if given.
    pub(super) fn output(&self) -> Option<&Path> {
        self.writing.output.as_deref()
    }

    /// The first switch that was given and means something for files that are rewritten only.
    pub(super) fn own_switch(&self) -> Option<&'static str> {
        [
            ("--check", self.switches.check),
            ("--diff", self.switches.diff),
            ("--backup", self.writing.backup),
            ("--lossy", self.switches.lossy),
        ]
        .into_iter()
        .find_map(|(name, is_given)| is_given.then_some(name))
    }

    /// Rewrites every input by `work`, which changes the games of a part of an input and returns remarks about its
    /// changes.
    pub(crate) fn run<R: Into<Remark>>(
        &self,
        output: &mut Output,
        work: impl Fn(Part<'_>, &mut Collection) -> anyhow::Result<Vec<R>> + Sync,
    ) -> anyhow::Result<Exit> {
        if self.writing.output.is_some() && self.inputs.may_be_several() {
            anyhow::bail!("`--output` takes the games of one file; give one path");
        }
        let palette = output.palette;
        let work = |part: Part<'_>, collection: &mut Collection| {
            let remarks = work(part, collection)?;
            Ok(remarks.into_iter().map(Into::into).collect())
        };
        let one = |input: Result<Input, kifu_batch::Error>| self.rewrite(input?, &work, &palette);
        let mut exit = Exit::Clean;
        let progress = Progress::of(&self.inputs);
        let (mut changed, mut same, mut failed) = (0_usize, 0_usize, 0_usize);
        let only_look = self.switches.only_look();
        let is_in_place = self.writing.is_in_place(self.switches);
        let inputs = self.inputs.to_write(!is_in_place);
        Pool::default().in_order(inputs, Input::weight, one, |done| {
            let Some(done) = output.ok(done, &mut exit) else {
                return Ok(());
            };
            progress.finish(done.length);
            if done.failed > 0 {
                failed += done.failed;
                exit.add(Exit::Failure);
            }
            if done.is_changed {
                changed += 1;
                self.switches.changed(&done.name, &mut exit, output)?;
            } else {
                same += 1;
            }
            if self.switches.diff {
                crate::progress::aside(|| output.write_all(&done.shown))?;
            } else if !done.shown.is_empty() {
                output.data(&done.shown)?;
            }
            for line in &done.notes {
                output.note(line);
            }
            anyhow::Ok(())
        })?;
        drop(progress);
        output.ensure_read(&self.inputs.skipped(), &mut exit);
        let is_filter =
            !only_look && (self.inputs.is_only_stdin() || self.writing.output.is_some());
        if !is_filter {
            output.sum_up(changed, self.switches.verb(), same);
        }
        if failed > 0 {
            let games = output::count(failed, "game");
            output.note(format_args!("{games} not changed, see above"));
        }
        Ok(exit)
    }

    /// Rewrites an input, or shows what would change.
    fn rewrite(
        &self,
        mut input: Input,
        work: &text::Work<'_>,
        palette: &Palette,
    ) -> anyhow::Result<Done> {
        let name = input.name().into_owned();
        let bytes = input.read_record(self.inputs.progress())?;
        let way = Way {
            file: &name,
            is_lossy: self.switches.lossy,
            encoding: self.inputs.encoding(),
            work,
        };
        let Text { old, new, remarks } = way.rewrite(bytes)?;
        if new.is_some() && self.writing.replaces(&input) {
            ensure_no_doubt(&old).with_context(|| format!("{name}: left unchanged"))?;
        }
        let failed = |remark: &&Remark| remark.weight == Weight::Failed;
        let mut done = Done {
            length: old.bytes().len(),
            is_changed: new.is_some(),
            shown: Vec::new(),
            notes: self.notes(&name, old.text(), &remarks),
            failed: remarks.iter().filter(failed).count(),
            name,
        };
        if self.switches.diff {
            if let Some(new) = new {
                done.shown = diff::diff(&done.name, &old, &new, palette);
            }
        } else if !self.switches.check {
            match (&self.writing.output, &input) {
                (Some(path), _) if !output::is_stdout(path) => {
                    write_new(
                        path,
                        new.as_ref().unwrap_or(&old).bytes(),
                        self.writing.overwrite,
                    )?;
                }
                (None, Input::File(path)) => {
                    if let Some(new) = new
                        && let Some(note) = self.replace(path, old.bytes(), new.bytes())?
                    {
                        done.notes.push(format!("{}: {note}", done.name));
                    }
                }
                _ => done.shown = new.unwrap_or(old).into_bytes(),
            }
        }
        Ok(done)
    }

    /// Replaces the old bytes. Returns a note about what was lost.
    fn replace(&self, path: &Path, old: &[u8], new: &[u8]) -> anyhow::Result<Option<&'static str>> {
        ensure_unchanged(path, old)?;
        if self.writing.backup {
            back_up(path, old)?;
        }
        Ok(lost(replace_unless_changed(path, old, new)?))
    }

    /// The remarks for standard error, with their positions.
    fn notes(&self, name: &str, text: &str, remarks: &[Remark]) -> Vec<String> {
        let lines = LineIndex::new(text.as_bytes());
        remarks
            .iter()
            .filter(|remark| self.verbose || remark.weight != Weight::Done)
            .map(|remark| match remark.span {
                Some(span) => {
                    let place = lines.position(text.as_bytes(), span.start);
                    format!("{name}:{}:{}: {}", place.line, place.column, remark.text)
                }
                None => format!("{name}: {}", remark.text),
            })
            .collect()
    }
}
