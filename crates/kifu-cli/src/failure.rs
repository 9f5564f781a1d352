//! Errors of the libraries, with advice for this command line.

use std::fmt;
#[cfg(feature = "database")]
use std::io::ErrorKind as ErrorOfFile;

#[cfg(feature = "database")]
use kifu::store::{StoreError, StoreErrorKind};
use kifu_batch::ErrorKind;

use crate::exit::Exit;
use crate::output::Output;

/// An error with all its causes, and advice if available.
pub(crate) struct Failure<'e>(pub(crate) &'e anyhow::Error);

impl Output {
    /// Returns the value of an input; reports an error, and adds a failure to `exit`.
    pub(crate) fn ok<T>(&mut self, result: anyhow::Result<T>, exit: &mut Exit) -> Option<T> {
        self.count_input(result.is_err());
        let reported = result.map_err(|error| {
            exit.add(Exit::Failure);
            self.error(Failure(&error));
        });
        reported.ok()
    }
}

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(feature = "database")]
        if let Some(error) = self.0.downcast_ref::<StoreError>() {
            return f.write_str(&plain(&OfStore(error).to_string()));
        }
        f.write_str(&plain(&format!("{:#}", self.0)))?;
        let inner = self.0.downcast_ref::<std::io::Error>();
        let inner = inner.and_then(|error| error.get_ref()?.downcast_ref());
        let found = self.0.downcast_ref::<kifu_batch::Error>().or(inner);
        found.map_or(Ok(()), |error| f.write_str(advice(&error.kind)))
    }
}

/// A message in which errors of the system have no number, and a missing file is called as everywhere else.
pub(crate) fn plain(message: &str) -> String {
    let Some((before, rest)) = message.split_once(" (os error ") else {
        return message.to_owned();
    };
    let Some((_, after)) = rest.split_once(')') else {
        return message.to_owned();
    };
    let before = before
        .strip_suffix("No such file or directory")
        .map_or_else(
            || before.to_owned(),
            |name| format!("{name}no such file or folder"),
        );
    format!("{before}{after}")
}

/// Advice for an error; empty if there is none.
pub(crate) fn advice(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotSgf(Some(_)) => "; convert it with `kifu convert --to sgf`",
        ErrorKind::Json => "; convert it with `kifu json --back`",
        ErrorKind::MemberTooLarge { .. } => "; raise the limit with `--member-limit`",
        ErrorKind::Misnamed => ", or name it on the command line",
        ErrorKind::Exists => "; choose another name or pass `--overwrite`",
        _ => "",
    }
}

/// The text of an error of a file or an archive that an index read, with its causes and advice.
#[cfg(feature = "database")]
pub(crate) fn of_cause(error: &(dyn std::error::Error + 'static)) -> String {
    let kind = match error.downcast_ref::<kifu_batch::Error>() {
        Some(error) => Some(&error.kind),
        None => error.downcast_ref(),
    };
    let advice = kind.map_or("", advice);
    format!("{}{advice}", kifu_batch::describe(error))
}

/// An error of an index, with advice.
#[cfg(feature = "database")]
pub(crate) struct OfStore<'e>(pub(crate) &'e StoreError);

#[cfg(feature = "database")]
impl fmt::Display for OfStore<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            StoreErrorKind::Unread(cause) => {
                write!(f, "{}: {}", self.0.path.display(), of_cause(&**cause))?;
            }
            _ => self.0.fmt(f)?,
        }
        if kifu_remote::distrust(self.0) {
            return f.write_str(
                "; this is a copy in the cache: run the command again, which makes it again",
            );
        }
        f.write_str(advice_on_index(&self.0.kind))
    }
}

/// Advice for an error of an index; empty if there is none.
#[cfg(feature = "database")]
fn advice_on_index(kind: &StoreErrorKind) -> &'static str {
    match kind {
        StoreErrorKind::Io(error) if error.kind() == ErrorOfFile::StorageFull => {
            "; make room, and run it again"
        }
        StoreErrorKind::Io(error) if error.kind() == ErrorOfFile::NotFound => {
            "; `kifu index` over all folders of the index makes it again, and `--partial` serves the rest"
        }
        StoreErrorKind::NotFound | StoreErrorKind::NotAnIndex => {
            "; make one with `kifu index FOLDER -o NAME.kifu`"
        }
        StoreErrorKind::NoPlace(error) if error.kind() == ErrorOfFile::NotADirectory => {
            "; name another place with `-o NAME.kifu`, or move the file away"
        }
        StoreErrorKind::NoPlace(_) => "; name another place with `-o NAME.kifu`",
        StoreErrorKind::Newer { .. } => "; use a newer Kifu, or make the index again",
        StoreErrorKind::Damaged(_) => {
            "; `kifu index` over all folders of the index mends it, and `--partial` serves the rest"
        }
        StoreErrorKind::Lost(_) => {
            "; move its folder away, and make it again with `kifu index` over all folders it was made of"
        }
        StoreErrorKind::Missing { .. } => {
            "; `kifu index` over all folders of the index reads them again"
        }
        StoreErrorKind::NothingRead => "; name the folders it was made of",
        StoreErrorKind::Gone => {
            "; an index keeps a part of each record, and the rest is in the file: run `kifu index` again"
        }
        StoreErrorKind::Changed => "; run `kifu index` again",
        StoreErrorKind::Unread(_) | StoreErrorKind::Incomplete => {
            "; an index keeps a part of each record, and the rest is in the file: put that right, or run `kifu index` again"
        }
        _ => "",
    }
}

/// The reason why `bytes` without a game are not a record, with advice.
pub(crate) fn not_sgf(bytes: &[u8]) -> String {
    let kind = kifu_batch::not_sgf(bytes);
    format!("{kind}{}", advice(&kind))
}

/// The message about the lost properties of a replaced file.
pub(crate) const fn lost(lost: kifu_batch::replace::LostProperties) -> Option<&'static str> {
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
