//! Inputs of an index of `kifu-store`, which remembers the files that its games come from.
//!
//! ```no_run
//! use kifu_batch::{Inputs, index};
//! use kifu_store::{Indexer, Store};
//!
//! let inputs = Inputs::new(vec!["games".into()]);
//! let mut indexer = Indexer::open("games.kifu", false)?.refusing(index::refusal);
//! indexer.add(index::inputs(&inputs, index::describe).filter_map(Result::ok), |_| ())?;
//! indexer.finish(false)?;
//! let store = Store::open("games.kifu")?.unpacking(index::unpack);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod share;

use std::collections::BTreeSet;
use std::error::Error as StdError;
use std::path::{Path, PathBuf};

use kifu_sgf::Collection;
use kifu_store::{Cause, Input, Pieces};

use crate::{
    Error, ErrorKind, Found, Inputs, Many, Piece, begins_packed, gives_once, is_other_format,
    is_packed, is_record, name_of, not_sgf, records_of_archive,
};

pub use self::share::{Made, Share};

/// Formats an error of an archive. The index adds the path of the archive, so the path is removed from the beginning.
pub type Describe = fn(&Error) -> String;

/// The text of an error, with its causes.
#[must_use]
pub fn describe(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// The files and archives to index, in the order of the inputs.
///
/// Pipes, devices, standard input and parts of archives are errors: their records could not be found again.
pub fn inputs(
    inputs: &Inputs,
    describe: Describe,
) -> impl Iterator<Item = Result<Input, Error>> + '_ {
    let refuse = |name: &str, what| Err(Error::new(name, ErrorKind::CannotIndex(what)));
    inputs.found().map(move |found| match found? {
        Found::File(path) if gives_once(&path) => refuse(&name_of(&path), "a pipe or a device"),
        Found::File(path) if is_other_format(&path) => Ok(packed(path, inputs, describe)),
        Found::File(path) => Ok(path.into()),
        Found::Stdin => refuse("<stdin>", "standard input; name files"),
        Found::Archive(path, None) => Ok(packed(path, inputs, describe)),
        Found::Archive(path, Some(_)) => {
            refuse(&name_of(&path), "a part of an archive; name the archive")
        }
    })
}

/// A file whose records are not its own bytes: an archive, or another format.
fn packed(path: PathBuf, inputs: &Inputs, describe: Describe) -> Input {
    // Records are named by the absolute path of their archive.
    let path = path.canonicalize().unwrap_or(path);
    let (inputs, archive) = (inputs.clone(), path.clone());
    let unpack = Box::new(move || {
        let own = if is_packed(&archive) {
            inputs.archive_pieces(archive.clone())
        } else {
            translated(inputs, archive.clone())
        };
        pieces(&archive, own, describe)
    });
    Input::Archive { path, unpack }
}

/// The only piece of a file of another format.
fn translated(mut inputs: Inputs, path: PathBuf) -> Many<Result<Piece, Error>> {
    inputs.translates = true;
    Box::new(std::iter::once(Ok(inputs.file_piece(path))))
}

/// Opens an archive of an index again, for these of its records; `None` if the file is not an archive.
#[must_use]
pub fn unpack(path: &Path, records: &BTreeSet<&str>) -> Option<Box<dyn FnOnce() -> Pieces>> {
    unpack_with(path, records, describe)
}

/// As [`unpack`], with another text for errors.
#[must_use]
pub fn unpack_with(
    path: &Path,
    records: &BTreeSet<&str>,
    describe: Describe,
) -> Option<Box<dyn FnOnce() -> Pieces>> {
    let has_members = records.iter().any(|name| Path::new(name) != path);
    let path: PathBuf = path.to_owned();
    if !has_members && !is_packed(&path) {
        return is_other_format(&path).then(|| -> Box<dyn FnOnce() -> Pieces> {
            Box::new(move || {
                pieces(
                    &path.clone(),
                    translated(Inputs::new(Vec::new()), path),
                    describe,
                )
            })
        });
    }
    let records = records.iter().map(|name| (*name).to_owned()).collect();
    Some(Box::new(move || {
        pieces(&path, records_of_archive(path.clone(), records), describe)
    }))
}

/// The reason why the input is not a game record; `None` if it is one.
#[must_use]
pub fn refused(collection: &Collection) -> Option<ErrorKind> {
    let bytes = collection.source().bytes();
    if begins_packed(bytes) {
        return Some(ErrorKind::Misnamed);
    }
    (!is_record(collection)).then(|| not_sgf(bytes))
}

/// [`refused`] as [`Indexer::refusing`](kifu_store::Indexer::refusing) takes it.
#[must_use]
pub fn refusal(collection: &Collection) -> Option<Cause> {
    refused(collection).map(Into::into)
}

/// Pieces in the form that an index expects. Errors do not repeat the name of the archive, which the index adds.
fn pieces(archive: &Path, pieces: Many<Result<Piece, Error>>, describe: Describe) -> Pieces {
    let own = name_of(archive).into_owned();
    Box::new(pieces.map(move |piece| {
        let read = piece.and_then(|mut piece| {
            Ok(kifu_store::Piece {
                path: piece.name.to_string(),
                first: piece.first,
                bytes: piece.read()?,
            })
        });
        read.map_err(|error| {
            let text = describe(&error);
            let inner = text.strip_prefix(&own).unwrap_or(&text);
            inner.trim_start_matches([':', '/', ' ']).into()
        })
    }))
}
