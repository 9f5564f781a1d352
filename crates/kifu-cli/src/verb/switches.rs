//! The switches that verbs which rewrite files share.

use std::io::{self, Write as _};
use std::path::PathBuf;

use kifu::Collection;
use kifu::encoding::{Charset, Decision, DecodeOptions, Source};

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

    /// Rewrite even if text outside of games and values is lost
    #[arg(long)]
    pub(super) lossy: bool,
}

/// Where new bytes go, and how the old ones are read.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct Writing {
    /// Write to this file instead; `-` is standard output
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["check", "diff"])]
    pub(super) output: Option<PathBuf>,

    /// Replace the file of --output if it exists
    #[arg(long)]
    pub(super) overwrite: bool,

    /// Keep a copy of each file that is rewritten, with `.bak` after its name; `.bak.1` if that is another file
    #[arg(long, alias = "bak", conflicts_with_all = ["check", "diff", "output"])]
    pub(super) backup: bool,

    /// Read files in this encoding: `GBK`, `Shift_JIS`, `ISO-8859-2` and so on. Files in UTF-8 are not changed
    #[arg(long, value_name = "NAME", value_parser = charset)]
    pub(super) encoding: Option<Charset>,
}

/// The encoding with this name.
fn charset(name: &str) -> Result<Charset, String> {
    Charset::for_label(name).ok_or_else(|| "no encoding has this name".to_owned())
}

impl Writing {
    /// How files are read.
    pub(super) fn options(&self) -> DecodeOptions {
        let options = DecodeOptions::default();
        self.encoding
            .map_or(options, |charset| options.with_charset(charset))
    }

    /// Whether files are rewritten in place.
    pub(super) const fn is_in_place(&self, switches: Switches) -> bool {
        !switches.only_look() && self.output.is_none()
    }

    /// Reads the collection in `bytes`.
    ///
    /// # Errors
    /// It is UTF-8, and `--encoding` names another encoding.
    pub(super) fn read(&self, bytes: Vec<u8>) -> anyhow::Result<Collection> {
        self.ensure_encoding(&bytes)?;
        Ok(Collection::from_bytes_with(bytes, &self.options()))
    }

    /// Fails if `bytes` are UTF-8, and `--encoding` names another encoding.
    pub(super) fn ensure_encoding(&self, bytes: &[u8]) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.encoding
                .is_none_or(|charset| charset == Charset::UTF_8 || !is_utf8(bytes)),
            "the file is in UTF-8, which `--encoding` would misread"
        );
        Ok(())
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

/// Whether bytes are in UTF-8 beyond ASCII, and not by chance: they say so, or there is more of it than a name.
fn is_utf8(bytes: &[u8]) -> bool {
    const NAME: usize = 3;
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut wide = text.chars().filter(|char| !char.is_ascii());
    let says_so = || {
        let source = Source::new(bytes.to_vec(), &DecodeOptions::default());
        let mut segments = source.segments().iter();
        segments.any(|segment| {
            segment.charset == Charset::UTF_8
                && matches!(segment.decision, Decision::Mark | Decision::Declared)
                && !segment.bytes.of(bytes).is_ascii()
        })
    };
    wide.nth(NAME).is_some() || says_so()
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
