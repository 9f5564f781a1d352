//! Why a file or a folder cannot be read, and what to do about it.

use std::error::Error as _;
use std::io::{self, ErrorKind};
use std::path::Path;

/// What is said of `path`, which the one who reads this puts before it: that it cannot be read, why,
/// and what to do where that is known.
pub(crate) fn unread(path: &Path, error: &io::Error) -> io::Error {
    let told = match error.kind() {
        ErrorKind::NotFound if path.is_symlink() => {
            "the link leads nowhere; mend or remove it".to_owned()
        }
        ErrorKind::NotFound => {
            "there is no such file or folder; look at how its path is written".to_owned()
        }
        ErrorKind::PermissionDenied => {
            "you are not allowed to; change its permissions, or ask who may".to_owned()
        }
        ErrorKind::IsADirectory => "it is a folder; name a file in it".to_owned(),
        _ => error.to_string(),
    };
    io::Error::new(error.kind(), format!("it cannot be read: {told}"))
}

/// What is said of an error on the way through `folder`: where it is, and why.
pub(crate) fn unwalked(folder: &Path, error: &ignore::Error) -> anyhow::Error {
    let Some(met) = error.io_error() else {
        return anyhow::anyhow!("{}: {error}", folder.display());
    };
    // Who walks wraps what the system said, and names the path in it once more.
    let cause = met
        .source()
        .and_then(|cause| cause.downcast_ref::<io::Error>())
        .unwrap_or(met);
    let path = place(error).unwrap_or(folder);
    anyhow::anyhow!("{}: {}", path.display(), unread(path, cause))
}

/// Where an error was met.
fn place(mut error: &ignore::Error) -> Option<&Path> {
    loop {
        error = match error {
            ignore::Error::WithPath { path, .. } => return Some(path),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => err,
            _ => return None,
        };
    }
}
