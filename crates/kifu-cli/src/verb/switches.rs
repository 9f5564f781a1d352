//! The switches that verbs which rewrite files share.

use std::io::{self, Write as _};
use std::path::PathBuf;

use kifu::encoding::{EncodingProblem, EncodingProblemKind, Source};
use kifu_batch::Input;

use crate::exit::Exit;
use crate::harmless;
use crate::output::Output;

/// Whether files are rewritten, or only looked at, and what may be lost.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Switches {
    /// Write nothing; list files that would change
    #[arg(long, visible_alias = "dry-run")]
    pub(super) check: bool,

    /// Write nothing; show changes as a diff
    #[arg(long)]
    pub(super) diff: bool,

    /// Rewrite even if text outside of games and values is lost, or a property without a value gets an empty one: a move
    /// without a value becomes a pass
    #[arg(long)]
    pub(super) lossy: bool,
}

/// Where new bytes go.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Writing {
    /// Write to this file instead; `-` is standard output
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["check", "diff"])]
    pub(super) output: Option<PathBuf>,

    /// Replace existing files; only with --output
    #[arg(long)]
    pub(super) overwrite: bool,

    /// Keep a copy of each file that is rewritten, with `.bak` after its name; `.bak.1` if that is another file
    #[arg(long, alias = "bak", conflicts_with_all = ["check", "diff", "output"])]
    pub(super) backup: bool,
}

impl Writing {
    /// Whether files are rewritten in place.
    pub(super) const fn is_in_place(&self, switches: Switches) -> bool {
        !switches.only_look() && self.output.is_none()
    }

    /// Whether the file is replaced, or would be without `--check` and `--diff`.
    pub(super) const fn replaces(&self, input: &Input) -> bool {
        self.output.is_none() && matches!(input, Input::File(_))
    }
}

/// Fails if a file should not be rewritten in place without naming its encoding.
pub(super) fn ensure_no_doubt(old: &Source) -> anyhow::Result<()> {
    match old.doubt() {
        Some(doubt) => {
            anyhow::bail!("{doubt}; name the encoding with `--encoding`, or give `--output`")
        }
        None => Ok(()),
    }
}

/// Fails if some bytes of a file are invalid in its encoding, so that they would be lost in another one.
pub(super) fn ensure_decodable(old: &Source) -> anyhow::Result<()> {
    let is_invalid = |problem: &&EncodingProblem| problem.kind == EncodingProblemKind::InvalidBytes;
    if let Some(problem) = old.problems().iter().find(is_invalid) {
        let at = old.to_text_offset(problem.span.start);
        let charset = old.segment_at(at).charset;
        anyhow::bail!(
            "some bytes are invalid in {charset} (E104) and would be lost; see `kifu check`"
        );
    }
    Ok(())
}

impl Switches {
    /// Whether nothing is written.
    pub(super) const fn only_look(self) -> bool {
        self.check || self.diff
    }

    /// The verb for files that change.
    pub(super) const fn verb(self) -> &'static str {
        if self.only_look() {
            "would change"
        } else {
            "rewritten"
        }
    }

    /// Takes note of a file that changes, or would; it is named where nothing else is shown of it.
    pub(super) fn changed(
        self,
        name: &str,
        exit: &mut Exit,
        output: &mut Output,
    ) -> io::Result<()> {
        if self.only_look() {
            exit.add(Exit::Findings);
        }
        if self.check && !self.diff {
            crate::progress::aside(|| writeln!(output, "{}", harmless::line(name)))?;
        }
        Ok(())
    }
}
