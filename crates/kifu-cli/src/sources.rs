//! Inputs of an index, which knows the files that its games come from.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use kifu::store;
use kifu_batch::{
    Error, Found, Many, Piece, gives_once, is_other_format, is_packed, name_of, records_of_archive,
};

use crate::failure::advice;
use crate::inputs::Inputs;

/// The files and archives to index.
pub(crate) fn to_index(inputs: &Inputs) -> impl Iterator<Item = anyhow::Result<store::Input>> + '_ {
    inputs.found().map(|found| match found? {
        Found::File(path) if gives_once(&path) => Err(anyhow!(
            "{}: cannot index a pipe or a device",
            path.display()
        )),
        Found::File(path) if is_other_format(&path) => Ok(packed(path, inputs)),
        Found::File(path) => Ok(path.into()),
        Found::Stdin => Err(anyhow!("<stdin>: cannot index standard input; name files")),
        Found::Archive(path, None) => Ok(packed(path, inputs)),
        Found::Archive(path, Some(_)) => Err(anyhow!(
            "{}: cannot index a part of an archive; name the archive",
            path.display()
        )),
    })
}

/// A file whose records are not its bytes: an archive, or another format.
fn packed(path: PathBuf, inputs: &Inputs) -> store::Input {
    // Records are named by the absolute path of their archive.
    let path = path.canonicalize().unwrap_or(path);
    let (inputs, archive) = (inputs.clone(), path.clone());
    let unpack = Box::new(move || {
        let own = if is_packed(&archive) {
            inputs.archive_pieces(archive.clone())
        } else {
            translated(archive.clone())
        };
        pieces(&archive, own)
    });
    store::Input::Archive { path, unpack }
}

/// The only piece of a file of another format.
fn translated(path: PathBuf) -> Many<Result<Piece, Error>> {
    let mut inputs = kifu_batch::Inputs::new(Vec::new());
    inputs.translates = true;
    Box::new(std::iter::once(Ok(inputs.file_piece(path))))
}

/// Opens an archive of an index again, for these of its records; `None` if the file is not an archive.
pub(crate) fn unpack(
    path: &Path,
    records: &BTreeSet<&str>,
) -> Option<Box<dyn FnOnce() -> store::Pieces>> {
    let has_members = records.iter().any(|name| Path::new(name) != path);
    let path = path.to_owned();
    if !has_members && !is_packed(&path) {
        let is_translated = is_other_format(&path);
        return is_translated.then(|| -> Box<dyn FnOnce() -> store::Pieces> {
            Box::new(move || pieces(&path.clone(), translated(path)))
        });
    }
    let records = records.iter().map(|name| (*name).to_owned()).collect();
    Some(Box::new(move || {
        pieces(&path, records_of_archive(path.clone(), records))
    }))
}

/// Pieces as an index takes them. Errors do not repeat the name of the archive, which the index adds.
fn pieces(archive: &Path, pieces: Many<Result<Piece, Error>>) -> store::Pieces {
    let own = name_of(archive).into_owned();
    Box::new(pieces.map(move |piece| {
        let read = piece.and_then(|mut piece| {
            Ok(store::Piece {
                path: piece.name.to_string(),
                first: piece.first,
                bytes: piece.read()?,
            })
        });
        read.map_err(|error| {
            let advice = advice(&error.kind);
            let error = format!("{:#}", anyhow::Error::from(error));
            let inner = error.strip_prefix(&own).unwrap_or(&error);
            let inner = inner.trim_start_matches([':', '/', ' ']);
            format!("{inner}{advice}").into()
        })
    }))
}
