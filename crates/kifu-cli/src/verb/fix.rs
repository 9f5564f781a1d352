use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use kifu::encoding::Source;
use kifu::lint::{Applicability, Fixed, fix};

use super::fmt::diff;
use super::switches::{Writing, ensure_decodable, ensure_no_doubt};
use kifu_batch::replace::{back_up, ensure_unchanged, replace_unless_changed, write_new};
use kifu_batch::{Input, Pool, has_game, is_foreign, is_page_without_game};

use crate::exit::Exit;
use crate::failure::{lost, not_sgf};
use crate::harmless;
use crate::inputs::Inputs;
use crate::output::{Output, count, grouped};
use crate::progress::Progress;
use crate::rules::Rules;

/// Repair game records
///
/// Applies the fixes that `kifu check` offers. Only unambiguous problems are repaired, and no information is lost, unless
/// --unsafe-fixes is given. Nothing else in a file changes. Files are rewritten in place; standard input goes to standard
/// output.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu fix --diff games/
  kifu fix games/
  kifu fix --select V2,S3 --backup game.sgf
  kifu fix --select N games/
  kifu fix - < broken.sgf > fixed.sgf")]
pub(crate) struct Fix {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    rules: Rules,

    /// Write nothing; list files that would change
    #[arg(long, visible_alias = "dry-run")]
    check: bool,

    /// Write nothing; show changes as a diff
    #[arg(long)]
    diff: bool,

    #[command(flatten)]
    writing: Writing,

    /// Also apply fixes that may change the meaning of a record or lose information
    #[arg(long)]
    unsafe_fixes: bool,
}

/// Result of repairing one input.
struct Done {
    length: usize,
    fixes: usize,
    /// Errors and warnings that remain.
    left: usize,
    /// Hints that remain.
    hints: usize,
    /// Problems that remain because of the encoding.
    unwritable: usize,
    /// Text for standard output.
    shown: Vec<u8>,
    /// Messages for standard error.
    note: Option<String>,
}

impl Fix {
    /// Returns the verb with safe fixes only, which rewrites these inputs.
    pub(super) fn safe(inputs: Inputs, rules: Rules) -> Self {
        Self {
            inputs,
            rules,
            check: false,
            diff: false,
            writing: Writing::default(),
            unsafe_fixes: false,
        }
    }

    /// Repairs files in place and ignores the remaining problems.
    ///
    /// # Errors
    /// An input cannot be rewritten, or fails to be read or written.
    pub(super) fn run_quietly(&self, output: &mut Output) -> anyhow::Result<Exit> {
        anyhow::ensure!(
            !self.inputs.has_stream(),
            "`--fix` rewrites files; use `kifu fix -` for standard input"
        );
        let exit = self.run(output)?;
        Ok(if exit == Exit::Findings {
            Exit::Clean
        } else {
            exit
        })
    }

    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.writing.output.is_some() && self.inputs.may_be_several() {
            anyhow::bail!("`--output` takes the games of one file; give one path");
        }
        let only_look = self.check || self.diff;
        let mut exit = Exit::Clean;
        let progress = Progress::of(&self.inputs);
        let sets = self.rules.sets(&self.inputs.paths)?;
        let palette = output.palette;
        let (mut files, mut fixes, mut left, mut hints, mut unwritable) = (0, 0, 0, 0, 0);
        let work = |input: Result<Input, kifu_batch::Error>| {
            let mut input = input?;
            let name = input.name().into_owned();
            let bytes = input.read_record(self.inputs.progress())?;
            let rules = sets.of(&name)?;
            let applicability = if self.unsafe_fixes || rules.fix.unsafe_fixes {
                Applicability::Unsafe
            } else {
                Applicability::Safe
            };
            let length = bytes.len();
            let before = bytes.clone();
            let is_other = is_page_without_game(&bytes) || is_foreign(&bytes);
            let encoding = self.inputs.encoding();
            let decode = encoding.options();
            // Before any fix: a text without a game may have a problem at each byte.
            let source = encoding.source(bytes).with_context(|| name.clone())?;
            anyhow::ensure!(
                has_game(source.text()) && !is_other,
                "{name}: {}",
                not_sgf(&before)
            );
            if encoding.is_named() {
                ensure_decodable(&source).with_context(|| format!("{name}: left unchanged"))?;
            }
            let is_certain = ensure_no_doubt(&source);
            let fixed = fix(source.into_bytes(), &decode, &rules.options, applicability);
            if fixed.is_changed() && self.writing.replaces(&input) {
                is_certain.with_context(|| format!("{name}: left unchanged"))?;
            }
            let (mut shown, mut note) = (Vec::new(), None);
            match (only_look, &self.writing.output, &input) {
                (true, ..) if fixed.is_changed() && self.diff => {
                    let before = Source::new(before, &decode);
                    shown = diff::diff(&name, &before, &fixed.source, &palette);
                }
                (true, ..) if fixed.is_changed() => {
                    shown = format!("{}\n", harmless::line(&name)).into_bytes();
                }
                (false, Some(path), _) if !crate::output::is_stdout(path) => {
                    write_new(path, fixed.source.bytes(), self.writing.overwrite)?;
                }
                (false, Some(_), _) | (false, None, Input::Stdin | Input::Member { .. }) => {
                    shown = fixed.source.bytes().to_vec();
                }
                (false, None, Input::File(path)) if fixed.is_changed() => {
                    let has_copy = self.writing.backup || rules.fix.backup;
                    note = Self::write(path, &before, &fixed, has_copy)?
                        .map(|note| format!("{name}: {note}"));
                }
                (true, ..) | (false, None, Input::File(_)) => {}
            }
            anyhow::Ok(Done {
                length,
                fixes: fixed.applied.values().sum(),
                left: fixed.left,
                hints: fixed.hints,
                unwritable: fixed.unwritable,
                shown,
                note,
            })
        };
        Pool::default().in_order(
            self.inputs
                .to_write(only_look || self.writing.output.is_some()),
            Input::weight,
            work,
            |done| {
                let Some(done) = output.ok(done, &mut exit) else {
                    return Ok(());
                };
                progress.finish(done.length);
                files += usize::from(done.fixes > 0);
                fixes += done.fixes;
                left += done.left;
                hints += done.hints;
                unwritable += done.unwritable;
                if only_look {
                    crate::progress::aside(|| output.write_all(&done.shown))?;
                } else {
                    output.data(&done.shown)?;
                }
                if let Some(note) = done.note {
                    output.note(note);
                }
                anyhow::Ok(())
            },
        )?;
        drop(progress);
        let failed = output.take_failures("failed");
        output.ensure_read(&self.inputs.skipped(), &mut exit);
        if left > 0 || (only_look && fixes > 0) {
            exit.add(Exit::Findings);
        }
        let is_filter = self.inputs.is_only_stdin() || self.writing.output.is_some();
        if !is_filter || only_look || left > 0 {
            let verb = if only_look { "would be fixed" } else { "fixed" };
            let mut last = Vec::new();
            if fixes > 0 {
                let (fixes, files) = (count(fixes, "problem"), count(files, "file"));
                last.push(format!("{fixes} {verb} in {files}, {} left", grouped(left)));
            } else if left > 0 {
                last.push(format!("no problems {verb}, {} left", grouped(left)));
            } else if failed.is_none() {
                last.push("no problems to fix".to_owned());
            }
            if hints > 0 {
                last.push(format!("{} remaining", count(hints, "hint")));
            }
            last.extend(failed);
            output.note(last.join(", "));
        }
        if unwritable > 0 {
            output.note(format!(
                "{} not applied: the encoding of the game lacks characters of the new text, or the game does not name \
                 it; `--select N608` converts to UTF-8",
                count(unwritable, "fix")
            ));
        }
        Ok(exit)
    }

    /// Replaces a file by the repaired one. Returns a note about what was lost.
    fn write(
        path: &Path,
        before: &[u8],
        fixed: &Fixed,
        has_copy: bool,
    ) -> anyhow::Result<Option<&'static str>> {
        ensure_unchanged(path, before)?;
        if has_copy {
            back_up(path, before)?;
        }
        Ok(lost(replace_unless_changed(
            path,
            before,
            fixed.source.bytes(),
        )?))
    }
}
