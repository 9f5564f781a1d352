//! The encoding of files as the command line names it.

use std::fmt;

use anyhow::Context as _;
use kifu::Collection;
use kifu::encoding::{Charset, Decision, DecodeOptions, Source};
use kifu_batch::Progress;

/// The encoding of files
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Encoding {
    /// Read files in this encoding, whatever they declare: `GBK`, `Shift_JIS`, `ISO-8859-2` and so on. A file in UTF-8 or
    /// UTF-16 is refused if that is not the named encoding
    #[arg(long, value_name = "NAME", value_parser = charset, help_heading = "Input")]
    encoding: Option<Charset>,
}

/// The encoding with this name.
fn charset(name: &str) -> Result<Charset, String> {
    Charset::for_label(name).ok_or_else(|| "no encoding has this name".to_owned())
}

/// The reason why a file cannot be read in the named encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misread {
    /// All of it is in UTF-8 or UTF-16.
    File(Charset),
    /// A game among others declares this encoding, rightly.
    Game(Charset),
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(found) => {
                write!(
                    f,
                    "the file is in {found}, which `--encoding` would misread"
                )
            }
            Self::Game(declared) => write!(
                f,
                "a game of the file declares {declared}, rightly, and `--encoding` would misread it; first write the \
                 games to files of their own with `kifu split`"
            ),
        }
    }
}

impl std::error::Error for Misread {}

impl Encoding {
    /// Whether the command line names an encoding.
    pub(crate) const fn is_named(self) -> bool {
        self.encoding.is_some()
    }

    /// How files are decoded.
    pub(crate) fn options(self) -> DecodeOptions {
        let options = DecodeOptions::default();
        self.encoding
            .map_or(options, |charset| options.with_charset(charset))
    }

    /// Decodes a file.
    pub(crate) fn source(self, bytes: Vec<u8>) -> Result<Source, Misread> {
        self.ensure_fits(&bytes)?;
        Ok(Source::new(bytes, &self.options()))
    }

    /// Reads the games of a file.
    pub(crate) fn collection(self, bytes: Vec<u8>) -> Result<Collection, Misread> {
        self.ensure_fits(&bytes)?;
        Ok(Collection::from_bytes_with(bytes, &self.options()))
    }

    /// Reads the games of a file of any format, with its notes. An encoding applies to SGF only.
    pub(crate) fn games_of_any_format(
        self,
        bytes: Vec<u8>,
        name: &str,
        progress: &Progress,
    ) -> anyhow::Result<Collection> {
        let (bytes, notes) = kifu_batch::into_sgf(bytes);
        if let Some(notes) = notes {
            progress.add_notes(name, &notes);
            return Ok(Collection::from_bytes(bytes));
        }
        self.collection(bytes).with_context(|| name.to_owned())
    }

    /// Reads the first nodes of the games of a file.
    pub(crate) fn headers(self, bytes: Vec<u8>) -> Result<Collection, Misread> {
        self.ensure_fits(&bytes)?;
        Ok(Collection::headers_from_bytes_with(bytes, &self.options()))
    }

    /// Fails if `bytes` are in UTF-8 or UTF-16, or a game among others declares its encoding, and another one is named.
    pub(crate) fn ensure_fits(self, bytes: &[u8]) -> Result<(), Misread> {
        let Some(named) = self.encoding else {
            return Ok(());
        };
        let plain = Source::new(bytes.to_vec(), &DecodeOptions::default());
        let utf8 = || is_utf8(&plain).then_some(Charset::UTF_8);
        if let Some(found) = wide_charset(&plain).or_else(utf8)
            && found != named
            && !(is_wide(found) && is_wide(named))
        {
            return Err(Misread::File(found));
        }
        match other_encoding(&plain, named) {
            Some(other) => Err(Misread::Game(other)),
            None => Ok(()),
        }
    }
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
