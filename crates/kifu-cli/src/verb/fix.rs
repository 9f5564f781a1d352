use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use kifu::encoding::{DecodeOptions, Source};
use kifu::lint::{Applicability, Fixed, Severity, fix};

use super::fmt::diff;
use crate::exit::Exit;
use crate::inputs::{Input, Inputs};
use crate::output::{Output, count, grouped};
use crate::progress::{self, Progress};
use crate::record::{has_game, is_bare_page, is_foreign, not_sgf};
use crate::replace::{back_up, ensure_unchanged, replace_unless_changed};
use crate::rules::Rules;
use crate::run;

/// Repair game records
///
/// Applies the fixes that `kifu check` offers, until there is none left. Only what can mean one
/// thing is repaired, and nothing that says something is lost, unless `--unsafe-fixes` asks for
/// more. Nothing else in a file changes by one byte. Files are rewritten in place; standard input
/// goes to standard output.
#[derive(Debug, clap::Args)]
pub(crate) struct Fix {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    rules: Rules,

    /// Write nothing; show what would change
    #[arg(long)]
    diff: bool,

    /// Keep what a file was in a copy beside it, with `.bak` behind its name
    #[arg(long)]
    bak: bool,

    /// Apply also fixes by which something is lost, or that are a matter of taste
    #[arg(long)]
    unsafe_fixes: bool,
}

/// What became of one input.
struct Done {
    length: usize,
    fixes: usize,
    /// What is left: errors and warnings.
    left: usize,
    /// What goes to standard output.
    shown: Vec<u8>,
    /// What is said on standard error.
    note: Option<String>,
}

impl Fix {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut exit = Exit::Clean;
        let progress = Progress::of(&self.inputs);
        let options = self.rules.options()?;
        let palette = output.palette;
        let applicability = if self.unsafe_fixes {
            Applicability::Unsafe
        } else {
            Applicability::Safe
        };
        let (mut files, mut fixes, mut left, mut failed) = (0, 0, 0, 0);
        let work = |input: anyhow::Result<Input>| {
            let mut input = input?;
            let name = input.name().into_owned();
            let bytes = input.read_record().with_context(|| name.clone())?;
            let length = bytes.len();
            let before = bytes.clone();
            let is_other = is_bare_page(&bytes) || is_foreign(&bytes);
            let fixed = fix(bytes, &DecodeOptions::default(), &options, applicability);
            anyhow::ensure!(
                has_game(fixed.source.text()) && !is_other,
                "{name}: {}",
                not_sgf(&before)
            );
            let (mut shown, mut note) = (Vec::new(), None);
            match (self.diff, &input) {
                (true, _) if fixed.is_changed() => {
                    let before = Source::new(before, &DecodeOptions::default());
                    shown = diff::diff(&name, &before, &fixed.source, &palette);
                }
                (false, Input::Stdin | Input::Member { .. }) => {
                    shown = fixed.source.bytes().to_vec();
                }
                (false, Input::File(path)) if fixed.is_changed() => {
                    note = self
                        .write(path, &before, &fixed)
                        .with_context(|| name.clone())?
                        .map(|note| format!("{name}: {note}"));
                }
                (true, _) | (false, Input::File(_)) => {}
            }
            let serious = |severity| severity > Severity::Hint;
            anyhow::Ok(Done {
                length,
                fixes: fixed.applied.values().sum(),
                left: fixed
                    .found
                    .iter()
                    .filter(|found| serious(found.severity))
                    .count(),
                shown,
                note,
            })
        };
        run::in_order(
            self.inputs.to_write(self.diff),
            Input::weight,
            work,
            |done| {
                match done {
                    Ok(done) => {
                        progress::finish(done.length);
                        files += usize::from(done.fixes > 0);
                        fixes += done.fixes;
                        left += done.left;
                        if self.diff {
                            progress.aside(|| output.write_all(&done.shown))?;
                        } else {
                            output.data(&done.shown)?;
                        }
                        if let Some(note) = done.note {
                            progress.aside(|| output.note(note));
                        }
                    }
                    Err(error) => {
                        failed += 1;
                        exit.add(Exit::Failure);
                        progress.aside(|| output.error(format_args!("{error:#}")));
                    }
                }
                anyhow::Ok(())
            },
        )?;
        drop(progress);
        if left > 0 || (self.diff && fixes > 0) {
            exit.add(Exit::Findings);
        }
        if !self.inputs.is_only_stdin() || self.diff {
            let verb = if self.diff { "would be fixed" } else { "fixed" };
            let (fixes, files) = (count(fixes, "problem"), count(files, "file"));
            let mut last = vec![format!("{fixes} {verb} in {files}, {} left", grouped(left))];
            if failed > 0 {
                let failed = count(failed, "file");
                last.push(format!("{failed} not changed, see above"));
            }
            output.note(last.join(", "));
        }
        Ok(exit)
    }

    /// Puts the repaired file in the place of the old one. Gives what is to be said of that.
    fn write(
        &self,
        path: &Path,
        before: &[u8],
        fixed: &Fixed,
    ) -> anyhow::Result<Option<&'static str>> {
        ensure_unchanged(path, before)?;
        if self.bak {
            back_up(path, before).context("no copy can be written")?;
        }
        Ok(replace_unless_changed(path, before, fixed.source.bytes())?)
    }
}
