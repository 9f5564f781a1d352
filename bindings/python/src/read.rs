//! Reading and replacing files.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use kifu::encoding::{Charset, DecodeOptions};
use kifu::formats::Format;
use pyo3::exceptions::{PyLookupError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use crate::collection::Collection;
use crate::shared::Shared;

/// Reads a file with game records.
///
/// SGF and the other formats (GIB, NGF, UGF, GTP, XML, …) are recognized by their content, unless `format` names
/// one. `encoding` overrides what the file says of its encoding. A broken file raises nothing: see
/// `Collection.problems`.
///
/// Raises ``OSError`` if the file cannot be read, and ``LookupError`` for an unknown encoding or format.
#[pyfunction]
#[pyo3(signature = (path, /, *, encoding = None, format = None))]
pub(crate) fn open(
    py: Python<'_>,
    path: PathBuf,
    encoding: Option<&str>,
    format: Option<&str>,
) -> PyResult<Collection> {
    let options = Options::new(encoding, format)?;
    let shared = py.detach(|| {
        let bytes = fs::read(&path)?;
        Ok::<_, io::Error>(read(bytes, Some(path), &options))
    });
    Ok(Collection::from_shared(shared.map_err(PyErr::from)?))
}

/// Reads game records from bytes, or from text that is decoded already.
///
/// Formats and encodings are recognized as in `open`. Broken data raises nothing: see `Collection.problems`.
///
/// >>> loads("(;PB[Ann];B[aa];W[bb])")[0].players
/// ('Ann', None)
/// >>> [problem.code for problem in loads(b"(;C[open").problems]
/// ['P117', 'P105']
#[pyfunction]
#[pyo3(signature = (data, /, *, encoding = None, format = None))]
pub(crate) fn loads(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    encoding: Option<&str>,
    format: Option<&str>,
) -> PyResult<Collection> {
    let options = Options::new(encoding, format)?;
    let shared = if let Ok(text) = data.cast::<PyString>() {
        let text = text.to_cow()?.into_owned();
        py.detach(|| match options.format_of(text.as_bytes()) {
            Some(_) => read(text.into_bytes(), None, &options),
            None => Shared::new(kifu::Collection::from(text), None),
        })
    } else {
        let bytes = bytes_of(data)?;
        py.detach(|| read(bytes, None, &options))
    };
    Ok(Collection::from_shared(shared))
}

/// Restores a pickled collection.
#[pyfunction]
pub(crate) fn _restore(py: Python<'_>, bytes: Vec<u8>, path: Option<PathBuf>) -> Collection {
    let shared = py.detach(|| Shared::new(kifu::Collection::from_bytes(bytes), path));
    Collection::from_shared(shared)
}

fn bytes_of(data: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    if let Ok(bytes) = data.cast::<PyByteArray>() {
        return Ok(bytes.to_vec());
    }
    Err(PyTypeError::new_err("expected bytes, bytearray or str"))
}

/// The encoding of a name.
pub(crate) fn charset(label: &str) -> PyResult<Charset> {
    Charset::for_label(label)
        .ok_or_else(|| PyLookupError::new_err(format!("unknown encoding: {label:?}")))
}

/// How to read data.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    decode: DecodeOptions,
    format: Choice,
}

/// Which format the data are in.
#[derive(Clone, Copy, Debug, Default)]
enum Choice {
    /// The one that the content shows.
    #[default]
    Recognized,
    /// This one; `None` is SGF.
    Named(Option<Format>),
}

impl Options {
    pub(crate) fn new(encoding: Option<&str>, format: Option<&str>) -> PyResult<Self> {
        let mut options = Self::default();
        if let Some(label) = encoding {
            options.decode = options.decode.with_charset(charset(label)?);
        }
        options.format = match format {
            None => Choice::Recognized,
            Some("sgf") => Choice::Named(None),
            Some(name) => match Format::from_name(name) {
                None => return Err(PyLookupError::new_err(format!("unknown format: {name:?}"))),
                found => Choice::Named(found),
            },
        };
        Ok(options)
    }

    fn format_of(&self, bytes: &[u8]) -> Option<Format> {
        match self.format {
            Choice::Recognized => Format::of(bytes),
            Choice::Named(format) => format,
        }
    }
}

/// Reads bytes of any format.
pub(crate) fn read(bytes: Vec<u8>, path: Option<PathBuf>, options: &Options) -> Shared {
    match options.format_of(&bytes) {
        None => Shared::new(
            kifu::Collection::from_bytes_with(bytes, &options.decode),
            path,
        ),
        Some(format) => {
            let import = format.read(&bytes);
            let notes = import.notes.iter().map(ToString::to_string).collect();
            Shared {
                format: format.name(),
                notes,
                ..Shared::new(import.collection, path)
            }
        }
    }
}

/// Replaces a file as a whole, or not at all.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    if let Ok(metadata) = fs::metadata(path) {
        file.as_file().set_permissions(metadata.permissions())?;
    }
    file.persist(path)?;
    Ok(())
}
