//! Inputs of an index, with errors that include advice for this command line.

use std::collections::BTreeSet;
use std::path::Path;

use kifu::store::{Input, Pieces};
use kifu_batch::{Error, index};

use crate::failure::advice;
use crate::inputs::Inputs;

/// The files and archives to index.
pub(crate) fn to_index(inputs: &Inputs) -> impl Iterator<Item = Result<Input, Error>> + '_ {
    index::inputs(inputs, describe)
}

/// Opens an archive of an index again to read these records; `None` if the file is not an archive.
pub(crate) fn unpack(path: &Path, records: &BTreeSet<&str>) -> Option<Box<dyn FnOnce() -> Pieces>> {
    index::unpack_with(path, records, describe)
}

fn describe(error: &Error) -> String {
    format!("{}{}", index::describe(error), advice(&error.kind))
}
