//! Inputs of an index of `kifu-store`, which remembers the files that its games come from.
//!
//! ```no_run
//! use kifu_batch::{Inputs, index};
//! use kifu_store::{Indexer, Store};
//!
//! let inputs = Inputs::new(vec!["games".into()]);
//! let mut indexer = Indexer::open("games.kifu", false)?.refusing(index::refusal);
//! indexer.add(index::inputs(&inputs).filter_map(Result::ok), |_| ())?;
//! indexer.finish(false)?;
//! let store = Store::open("games.kifu")?.unpacking(index::unpacking());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod share;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use kifu_sgf::Collection;
use kifu_store::{Cause, Input, Pieces, Unpack, Unpacked};

use crate::{
    Error, ErrorKind, Found, Inputs, Many, Piece, is_other_format, is_packed, is_packed_data,
    is_record, is_stream, name_of, not_sgf, records_of_archive,
};

pub use self::share::{Made, Share};

/// The files and archives to index, in the order of the inputs.
///
/// Pipes, devices, standard input and parts of archives are errors: their records could not be found again.
pub fn inputs(inputs: &Inputs) -> impl Iterator<Item = Result<Input, Error>> + '_ {
    let refuse = |name: &str, what| Err(Error::new(name, ErrorKind::CannotIndex(what)));
    inputs.found().map(move |found| match found? {
        Found::File(path) if is_stream(&path) => refuse(&name_of(&path), "a pipe or a device"),
        Found::File(path) if is_other_format(&path) => Ok(packed(path, inputs)),
        Found::File(path) => Ok(path.into()),
        Found::Stdin => refuse("<stdin>", "standard input; name files"),
        Found::Archive(path, None) => Ok(packed(path, inputs)),
        Found::Archive(path, Some(_)) => {
            refuse(&name_of(&path), "a part of an archive; name the archive")
        }
    })
}

/// A file whose records are not its own bytes: an archive, or another format.
fn packed(path: PathBuf, inputs: &Inputs) -> Input {
    // Records are named by the absolute path of their archive.
    let path = dunce::canonicalize(&path).unwrap_or(path);
    let (inputs, archive) = (inputs.clone(), path.clone());
    let unpack = Box::new(move || {
        let own = if is_packed(&archive) {
            inputs.archive_pieces(archive.clone())
        } else {
            translated(inputs, archive.clone())
        };
        pieces(&archive, own)
    });
    Input::Archive { path, unpack }
}

/// The only piece of a file of another format.
fn translated(mut inputs: Inputs, path: PathBuf) -> Many<Result<Piece, Error>> {
    inputs.translates = true;
    Box::new(std::iter::once(Ok(inputs.file_piece(path))))
}

/// [`unpack`] as [`Store::unpacking`](kifu_store::Store::unpacking) takes it.
#[must_use]
pub fn unpacking() -> Unpack {
    Unpack::new(unpack)
}

/// Opens an archive of an index again, for these of its records; `None` if the file is not an archive.
#[must_use]
pub fn unpack(path: &Path, records: &BTreeSet<&str>) -> Option<Unpacked> {
    let has_members = records.iter().any(|name| Path::new(name) != path);
    let path: PathBuf = path.to_owned();
    if !has_members && !is_packed(&path) {
        return is_other_format(&path).then(|| -> Unpacked {
            Box::new(move || {
                let own = translated(Inputs::new(Vec::new()), path.clone());
                pieces(&path, own)
            })
        });
    }
    let records = records.iter().map(|name| (*name).to_owned()).collect();
    Some(Box::new(move || {
        pieces(&path, records_of_archive(path.clone(), records))
    }))
}

/// The reason why the input is not a game record; `None` if it is one.
#[must_use]
pub fn refused(collection: &Collection) -> Option<ErrorKind> {
    let bytes = collection.source().bytes();
    if is_packed_data(bytes) {
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
fn pieces(archive: &Path, pieces: Many<Result<Piece, Error>>) -> Pieces {
    let own = name_of(archive).into_owned();
    Box::new(pieces.map(move |piece| {
        let read = piece.and_then(|mut piece| {
            Ok(kifu_store::Piece {
                path: piece.name.to_string(),
                first: piece.first,
                bytes: piece.read()?,
            })
        });
        read.map_err(|Error { name, kind }| {
            let inner = name.strip_prefix(&own).unwrap_or(&name);
            match inner.trim_start_matches('/') {
                "" => kind.into(),
                inner => Error::new(inner, kind).into(),
            }
        })
    }))
}
