//! Files and archives as an index reads them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use kifu::batch::{Error, Found, Inputs, Piece, gives_once, is_packed, records_of_archive};
use kifu::store::{self, Input};

/// The files and archives of a folder, or the one that is named.
pub(crate) fn of_path(path: &Path) -> Vec<Result<Input, String>> {
    let inputs = Inputs::new(vec![path.to_owned()]);
    let found = inputs.found().map(|found| match found {
        Ok(Found::File(path)) if !gives_once(&path) => Ok(Input::from(path)),
        Ok(Found::Archive(path, None)) => Ok(archive(&path)),
        Ok(Found::File(path) | Found::Archive(path, _)) => {
            Err(format!("{}: not a file or an archive", path.display()))
        }
        Ok(Found::Stdin) => Err("standard input is not a folder".to_owned()),
        Err(error) => Err(error.to_string()),
    });
    found.collect()
}

/// An archive whose records are named by its absolute path.
fn archive(path: &Path) -> Input {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let inner = path.clone();
    let unpack = Box::new(move || {
        let inputs = Inputs::new(vec![inner.clone()]);
        pieces(inputs.archive_pieces(inner))
    });
    Input::Archive { path, unpack }
}

/// Opens an archive of an index again, for these of its records; `None` if the file is not an archive.
pub(crate) fn unpack(
    path: &Path,
    records: &BTreeSet<&str>,
) -> Option<Box<dyn FnOnce() -> store::Pieces>> {
    let has_members = records.iter().any(|name| Path::new(name) != path);
    if !has_members && !is_packed(path) {
        return None;
    }
    let path: PathBuf = path.to_owned();
    let records = records.iter().map(|name| (*name).to_owned()).collect();
    Some(Box::new(move || pieces(records_of_archive(path, records))))
}

fn pieces(pieces: impl Iterator<Item = Result<Piece, Error>> + 'static) -> store::Pieces {
    Box::new(pieces.map(|piece| {
        let read = piece.and_then(|mut piece| {
            Ok(store::Piece {
                path: piece.name.to_string(),
                first: piece.first,
                bytes: piece.read()?,
            })
        });
        read.map_err(Into::into)
    }))
}
