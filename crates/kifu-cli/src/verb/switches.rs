//! The switches that verbs which rewrite files share.

use std::io::{self, Write as _};

use crate::exit::Exit;
use crate::harmless;
use crate::output::Output;
use crate::progress::Progress;

/// Whether files are rewritten, or only looked at, and what may be lost.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Switches {
    /// Write nothing; name the files that would change
    #[arg(long)]
    pub(super) check: bool,

    /// Write nothing; show what would change
    #[arg(long)]
    pub(super) diff: bool,

    /// Rewrite even if characters that stand outside of games and values are lost
    #[arg(long)]
    pub(super) lossy: bool,
}

impl Switches {
    /// Whether nothing is written.
    pub(super) const fn only_look(self) -> bool {
        self.check || self.diff
    }

    /// What is said of the files that change.
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
        progress: &Progress,
        output: &mut Output,
    ) -> io::Result<()> {
        if self.only_look() {
            exit.add(Exit::Findings);
        }
        if self.check && !self.diff {
            progress.aside(|| writeln!(output, "{}", harmless::line(name)))?;
        }
        Ok(())
    }
}
