//! The switches that verbs which rewrite files share.

use std::io::{self, Write as _};
use std::path::PathBuf;

use kifu::Collection;
use kifu::encoding::{
    Charset, Decision, DecodeOptions, EncodingProblem, EncodingProblemKind, Source,
};
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

/// Where new bytes go, and how the old ones are read.
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
    /// It is in UTF-8 or UTF-16, or a game among others declares its encoding, and `--encoding` names another one.
    pub(super) fn read(&self, bytes: Vec<u8>) -> anyhow::Result<Collection> {
        self.ensure_encoding(&bytes)?;
        Ok(Collection::from_bytes_with(bytes, &self.options()))
    }

    /// Fails if `bytes` are in UTF-8 or UTF-16, or a game among others declares its encoding, and `--encoding` names
    /// another one.
    pub(super) fn ensure_encoding(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let Some(named) = self.encoding else {
            return Ok(());
        };
        let plain = Source::new(bytes.to_vec(), &DecodeOptions::default());
        let utf8 = || is_utf8(&plain).then_some(Charset::UTF_8);
        if let Some(found) = wide_charset(&plain).or_else(utf8) {
            anyhow::ensure!(
                found == named || is_wide(found) && is_wide(named),
                "the file is in {found}, which `--encoding` would misread"
            );
        }
        if let Some(other) = other_encoding(&plain, named) {
            anyhow::bail!(
                "a game of the file declares {other}, rightly, and `--encoding` would misread it; first write the games \
                 to files of their own with `kifu split`"
            );
        }
        Ok(())
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

/// Whether all text beyond ASCII of a file is in UTF-8, and not by chance.
fn is_utf8(plain: &Source) -> bool {
    /// Maximum number of letters that may be UTF-8 by chance.
    const NAME: usize = 3;
    let Ok(text) = std::str::from_utf8(plain.bytes()) else {
        return false;
    };
    let mut wide = text.chars().filter(|char| !char.is_ascii());
    let has_long = || text.chars().any(|char| char.len_utf8() > 2);
    let is_certain = || {
        let mut segments = plain.segments().iter();
        plain.doubt().is_none()
            && segments.all(|segment| {
                segment.charset == Charset::UTF_8 || segment.bytes.of(plain.bytes()).is_ascii()
            })
    };
    !text.is_ascii() && (wide.nth(NAME).is_some() || has_long() || is_certain())
}

/// An encoding other than `named` that a game declares and has, in a file of several encodings: no single name is right
/// there. An encoding of single bytes is no evidence, since any bytes are valid in it.
fn other_encoding(plain: &Source, named: Charset) -> Option<Charset> {
    let mut segments = plain
        .segments()
        .iter()
        .filter(|segment| !segment.bytes.of(plain.bytes()).is_ascii());
    let first = segments.clone().next()?.charset;
    if segments.clone().all(|segment| segment.charset == first) {
        return None;
    }
    let declared = segments.find(|segment| {
        segment.decision == Decision::Declared
            && segment.charset != named
            && !segment.charset.is_single_byte()
    });
    declared.map(|segment| segment.charset)
}

/// The encoding of a file that has units of two or four bytes.
fn wide_charset(plain: &Source) -> Option<Charset> {
    let charset = plain.segments().first()?.charset;
    is_wide(charset).then_some(charset)
}

fn is_wide(charset: Charset) -> bool {
    [
        Charset::UTF_16LE,
        Charset::UTF_16BE,
        Charset::UTF_32LE,
        Charset::UTF_32BE,
    ]
    .contains(&charset)
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
