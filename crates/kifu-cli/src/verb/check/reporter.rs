use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::ops::ControlFlow;

use kifu::lint::Linter;
use kifu_batch::Piece;

use super::baseline::Baseline;
use super::summary::Summary;
use super::{Checked, Way};
use crate::encoding::Misread;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::rules::RuleSets;

/// Writes findings in the order of the inputs, and counts them for the summary.
pub(super) struct Reporter<'o> {
    pub(super) output: &'o mut Output,
    pub(super) progress: Progress,
    pub(super) summary: Summary,
    /// Separator between the problems of two files.
    pub(super) between: &'static str,
    /// Whether there were any problems.
    pub(super) is_begun: bool,
    /// The exit status that SGFC would have.
    pub(super) sgfc: Exit,
    pub(super) by_rule: BTreeMap<&'static str, usize>,
    /// The errors of inputs that could not be read.
    pub(super) unread: Vec<String>,
    pub(super) new_baseline: Baseline,
}

impl Reporter<'_> {
    /// Adds a piece and shows its output; `is_begun` if a part of it was shown before.
    pub(super) fn add(&mut self, checked: &Checked, is_begun: bool) -> anyhow::Result<()> {
        self.progress.finish(checked.counts.bytes);
        self.summary
            .add(checked.is_first, &checked.counts, &checked.encodings);
        self.sgfc.add(checked.sgfc);
        for (code, count) in &checked.by_rule {
            *self.by_rule.entry(code).or_default() += count;
        }
        self.new_baseline.add(&checked.name, &checked.problems);
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
        crate::progress::aside(|| output.write_all(shown.as_bytes()))
    }

    /// Reports an input that cannot be read.
    pub(super) fn unread(&mut self, error: &anyhow::Error) {
        let message = Failure(error).to_string();
        let is_again = self.unread.last() == Some(&message);
        // Another piece of the same file.
        if is_again && error.is::<Misread>() {
            return;
        }
        self.summary.unread += 1;
        // Files that share a broken configuration have one error.
        if !is_again {
            self.output.error(&message);
            self.unread.push(message);
        }
    }

    /// Checks a piece, or the pieces into which a grown file is now divided, and shows it part by part.
    pub(super) fn later(
        &mut self,
        way: &Way,
        sets: &RuleSets<'_>,
        piece: Piece,
    ) -> anyhow::Result<()> {
        piece.each(|read| match read {
            Ok((piece, bytes)) => self.check(way, sets, &piece, bytes),
            Err(error) => {
                self.unread(&error.into());
                Ok(())
            }
        })
    }

    /// Checks a piece, and shows it part by part.
    fn check(
        &mut self,
        way: &Way,
        sets: &RuleSets<'_>,
        piece: &Piece,
        bytes: Vec<u8>,
    ) -> anyhow::Result<()> {
        let rules = sets.of(&piece.name)?;
        let linter = &mut Linter::new(&rules.options);
        let source = match way.encoding.source(bytes) {
            Ok(source) => source,
            Err(error) => {
                self.unread(&anyhow::Error::new(error).context(piece.name.to_string()));
                return Ok(());
            }
        };
        let mut is_begun = false;
        let mut failed = Ok(());
        let checked = way.check(linter, &rules, piece, &source, |shown| {
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
