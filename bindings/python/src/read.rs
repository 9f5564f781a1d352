//! Reading and replacing files.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use kifu::encoding::{Charset, DecodeOptions};
use kifu::formats::Format;
use pyo3::exceptions::{PyLookupError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

use crate::argument::without_surrogates;
use crate::collection::Collection;
use crate::error;
use crate::shared::Shared;

/// Reads a file with game records.
///
/// SGF and the other formats (GIB, NGF, UGF, GTP, XML, …) are recognized by their content, unless `format` names
/// one. `encoding` overrides what the file says of its encoding. A broken file raises nothing: see
/// `Collection.problems`.
///
/// Raises ``OSError`` if the file cannot be read, ``LookupError`` for an unknown encoding or format, and
/// `FormatError` for an archive, which `scan` reads.
#[pyfunction]
#[pyo3(signature = (path, /, *, encoding = None, format = None))]
pub(crate) fn open(
    py: Python<'_>,
    path: FilePath,
    encoding: Option<&str>,
    format: Option<&str>,
) -> PyResult<Collection> {
    let options = Options::new(encoding, format)?;
    let FilePath(path) = path;
    let bytes = py.detach(|| fs::read(&path));
    let bytes = bytes.map_err(|error| error::of_io(&path, &error))?;
    if format.is_none() && kifu::batch::is_packed_data(&bytes) {
        let message = format!("{}: an archive; `scan` reads its games", path.display());
        return Err(error::new(error::format(py), message));
    }
    let shared = py.detach(|| read(bytes, Some(path), &options));
    Ok(Collection::from_shared(shared))
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
        let text = text.to_cow();
        let text = text
            .map_err(|error| without_surrogates(py, error))?
            .into_owned();
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

/// The file of a pickled collection: path, games before, whether it is whole, format, and notes.
pub(crate) type FileOf<N = &'static str> = (Option<OsString>, usize, bool, N, Vec<String>);

/// Restores a pickled collection.
#[pyfunction]
pub(crate) fn _restore(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    encoding: Option<&str>,
    file: FileOf<String>,
) -> PyResult<Collection> {
    let (path, first, is_whole, format, notes) = file;
    let collection = if let Ok(text) = data.cast::<PyString>() {
        let text = text.to_cow()?.into_owned();
        py.detach(|| kifu::Collection::from(text))
    } else {
        let bytes = bytes_of(data)?;
        py.detach(|| kifu::Collection::from_bytes_with(bytes, &decode_options(encoding)))
    };
    Ok(Collection::from_shared(Shared {
        first,
        is_whole,
        format: Format::from_name(&format).map_or("sgf", Format::name),
        notes,
        ..Shared::new(collection, path.map(PathBuf::from))
    }))
}

/// How a pickled collection is decoded.
pub(crate) fn decode_options(encoding: Option<&str>) -> DecodeOptions {
    let decode = DecodeOptions::default();
    match encoding.and_then(Charset::for_label) {
        Some(charset) => decode.with_charset(charset),
        None => decode,
    }
}

fn bytes_of(data: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    if let Ok(bytes) = data.cast::<PyByteArray>() {
        return Ok(bytes.to_vec());
    }
    if let Ok(view) = PyMemoryView::from(data) {
        return view.call_method0("tobytes")?.extract();
    }
    let class = data.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "expected bytes, a buffer or str, not {class}; `open` reads a file"
    )))
}

/// A path: ``str``, ``bytes``, or an object with ``__fspath__``.
pub(crate) struct FilePath(pub(crate) PathBuf);

impl<'py> FromPyObject<'_, 'py> for FilePath {
    type Error = PyErr;

    fn extract(path: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let decode = path.py().import("os")?.getattr("fsdecode")?;
        let path: PathBuf = decode.call1((path,))?.extract()?;
        if path.as_os_str().as_encoded_bytes().contains(&0) {
            return Err(PyValueError::new_err("a path with a null character"));
        }
        Ok(Self(path))
    }
}

/// The encoding of a name.
pub(crate) fn charset(label: &str) -> PyResult<Charset> {
    Charset::for_label(label)
        .ok_or_else(|| PyLookupError::new_err(format!("unknown encoding: {label:?}")))
}

/// The encoding of a written file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Written {
    /// This one.
    In(Charset),
    /// UTF-8 without a character outside of ASCII.
    Ascii,
}

impl Written {
    /// The encoding of a name. ASCII is what Python calls so: the Encoding Standard reads it as Windows-1252.
    pub(crate) fn of(label: &str) -> PyResult<Self> {
        let name = label.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        if matches!(name.as_str(), "ascii" | "us-ascii" | "646") {
            return Ok(Self::Ascii);
        }
        charset(label).map(Self::In)
    }
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
