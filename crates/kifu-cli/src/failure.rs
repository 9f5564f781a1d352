//! Errors of the libraries, with what to do about them on this command line.

use std::fmt;

use kifu_batch::ErrorKind;

/// An error with all its causes, and advice where this program has some.
pub(crate) struct Failure<'e>(pub(crate) &'e anyhow::Error);

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.0)?;
        let found = self.0.downcast_ref::<kifu_batch::Error>();
        found.map_or(Ok(()), |error| f.write_str(advice(&error.kind)))
    }
}

/// What to do about an error, if this program knows.
pub(crate) fn advice(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotSgf(Some(_)) => "; convert it with `kifu convert --to sgf`",
        ErrorKind::MemberTooLarge { .. } => "; raise the limit with `--member-limit`",
        ErrorKind::Misnamed => ", or name it on the command line",
        ErrorKind::Exists => "; choose another name or pass `--overwrite`",
        _ => "",
    }
}

/// Why `bytes` without a game are not a record, and what to do.
pub(crate) fn not_sgf(bytes: &[u8]) -> String {
    let kind = kifu_batch::not_sgf(bytes);
    format!("{kind}{}", advice(&kind))
}

/// Why an archive with the name of a record is not read.
#[cfg(feature = "database")]
pub(crate) fn misnamed() -> String {
    let kind = ErrorKind::Misnamed;
    format!("{kind}{}", advice(&kind))
}

/// What a replaced file lost, for a note.
pub(crate) const fn lost(lost: kifu_batch::replace::Lost) -> Option<&'static str> {
    match (lost.links, lost.attributes) {
        (false, false) => None,
        (true, false) => Some("its other names (hard links) keep the old content"),
        (false, true) => Some("some extended attributes or access lists were not kept"),
        (true, true) => Some(
            "its other names (hard links) keep the old content, and some extended attributes or access lists were \
             not kept",
        ),
    }
}
