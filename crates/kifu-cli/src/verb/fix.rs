use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use kifu::encoding::Source;
use kifu::lint::{Applicability, Fixed, fix};

use super::fmt::diff;
use super::switches::{Writing, ensure_no_doubt};
use crate::exit::Exit;
use crate::harmless;
use crate::inputs::{Input, Inputs};
use crate::output::{Output, count, grouped};
use crate::progress::{self, Progress};
use crate::record::{has_game, is_bare_page, is_foreign, not_sgf};
use crate::replace::{back_up, ensure_unchanged, replace_unless_changed, write};
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

    /// Write nothing; name the files that would change
    #[arg(long)]
    check: bool,

    /// Write nothing; show what would change
    #[arg(long)]
    diff: bool,

    #[command(flatten)]
    writing: Writing,

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
        if self.writing.output.is_some() && self.inputs.may_be_many() {
            anyhow::bail!("`--output` takes the games of one file; give one path");
        }
        let only_look = self.check || self.diff;
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
            self.writing
                .ensure_encoding(&bytes)
                .with_context(|| name.clone())?;
            let decode = self.writing.options();
            let fixed = fix(bytes, &decode, &options, applicability);
            anyhow::ensure!(
                has_game(fixed.source.text()) && !is_other,
                "{name}: {}",
                not_sgf(&before)
            );
            let (mut shown, mut note) = (Vec::new(), None);
            match (only_look, &self.writing.output, &input) {
                (true, ..) if fixed.is_changed() && self.diff => {
                    let before = Source::new(before, &decode);
                    shown = diff::diff(&name, &before, &fixed.source, &palette);
                }
                (true, ..) if fixed.is_changed() => {
                    shown = format!("{}\n", harmless::line(&name)).into_bytes();
                }
                (false, Some(path), _) if path.as_os_str() != "-" => {
                    write(path, fixed.source.bytes())
                        .with_context(|| format!("{}: it cannot be written", path.display()))?;
                }
                (false, Some(_), _) | (false, None, Input::Stdin | Input::Member { .. }) => {
                    shown = fixed.source.bytes().to_vec();
                }
                (false, None, Input::File(path)) if fixed.is_changed() => {
                    ensure_no_doubt(&Source::new(before.clone(), &decode))
                        .with_context(|| format!("{name}: left as it is"))?;
                    note = self
                        .write(path, &before, &fixed)
                        .with_context(|| name.clone())?
                        .map(|note| format!("{name}: {note}"));
                }
                (true, ..) | (false, None, Input::File(_)) => {}
            }
            anyhow::Ok(Done {
                length,
                fixes: fixed.applied.values().sum(),
                left: fixed.left,
                shown,
                note,
            })
        };
        run::in_order(
            self.inputs
                .to_write(only_look || self.writing.output.is_some()),
            Input::weight,
            work,
            |done| {
                match done {
                    Ok(done) => {
                        progress::finish(done.length);
                        files += usize::from(done.fixes > 0);
                        fixes += done.fixes;
                        left += done.left;
                        if only_look {
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
        if left > 0 || (only_look && fixes > 0) {
            exit.add(Exit::Findings);
        }
        let is_filter = self.inputs.is_only_stdin() || self.writing.output.is_some();
        if !is_filter || only_look {
            let verb = if only_look { "would be fixed" } else { "fixed" };
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
        if self.writing.backup {
            back_up(path, before).context("no copy can be written")?;
        }
        Ok(replace_unless_changed(path, before, fixed.source.bytes())?)
    }
}
