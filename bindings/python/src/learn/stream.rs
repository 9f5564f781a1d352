//! Streams of batches over files, and exports.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use kifu::batch::describe;
use kifu::learn::{Opened, PlaneSet, Stream, StreamOptions, export};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use super::{Planes, Wanted, load_numpy, selection};
use crate::argument::whole;
use crate::error;

/// How long a stream works before Python looks for signals.
const PAUSE: Duration = Duration::from_millis(50);

/// The stream has worked for long.
struct Paused;

type Opener = Box<dyn Fn(usize) -> io::Result<Opened> + Send + Sync>;

/// A stream of batches over files.
#[pyclass(frozen, module = "kifu._kifu", name = "_Stream")]
pub(crate) struct BatchStream {
    wanted: Wanted,
    paths: Vec<PathBuf>,
    stream: Mutex<Stream<Opener>>,
}

impl std::fmt::Debug for BatchStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchStream").finish_non_exhaustive()
    }
}

#[pymethods]
impl BatchStream {
    #[new]
    #[pyo3(signature = (paths, *, preset, layout, dtype, side, moves, symmetry, r#where, batch, shuffle, seed, epoch,
        shard, threads))]
    fn new(
        paths: Vec<PathBuf>,
        preset: &str,
        layout: &str,
        dtype: &str,
        side: i128,
        moves: Option<&Bound<'_, PyAny>>,
        symmetry: Option<&Bound<'_, PyAny>>,
        r#where: Option<Bound<'_, PyAny>>,
        batch: i128,
        shuffle: i128,
        seed: i128,
        epoch: i128,
        shard: (i128, i128),
        threads: Option<i128>,
    ) -> PyResult<Self> {
        let wanted = Wanted::new(preset, layout, dtype, side, moves, symmetry, seed, threads)?;
        let selection = selection(r#where.as_ref())?;
        let shard: (usize, usize) = (whole("shard", shard.0, 0)?, whole("shard", shard.1, 1)?);
        if shard.0 >= shard.1 {
            let message = format!("shard={shard:?}: expected a part below the number of parts");
            return Err(PyValueError::new_err(message));
        }
        let options = StreamOptions {
            set: wanted.options.clone(),
            selection,
            batch: whole("batch", batch, 1)?,
            buffer: whole("shuffle", shuffle, 0)?,
            seed: whole("seed", seed, 0)?,
            epoch: whole("epoch", epoch, 0)?,
            shard,
            threads: wanted.threads,
        };
        let files = paths.clone();
        let open: Opener = Box::new(move |number| {
            let path = files[number].clone();
            let failed = move |error: kifu::batch::Error| io::Error::other(reason(&path, &error));
            let records = kifu::batch::records(&files[number]).map_err(&failed)?;
            let records = records.map(move |file| Ok(file.map_err(&failed)?.collection));
            Ok(Opened::Parts(Box::new(records)))
        });
        Ok(Self {
            wanted,
            stream: Mutex::new(Stream::new(paths.len(), open, options)),
            paths,
        })
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Planes>> {
        load_numpy(py)?;
        let set = self.next_set(py)?;
        set.map(|set| Planes::new(py, &self.wanted, set, None))
            .transpose()
    }

    /// The files that could not be read so far: path and reason.
    #[getter]
    fn skipped(&self, py: Python<'_>) -> Vec<(OsString, String)> {
        let stream = self.stream.lock_py_attached(py);
        let stream = stream.unwrap_or_else(PoisonError::into_inner);
        let skipped = stream.skipped().iter();
        skipped
            .map(|(number, error)| {
                (
                    self.paths[*number].clone().into_os_string(),
                    error.to_string(),
                )
            })
            .collect()
    }

    /// Writes all batches to files in a folder, and returns their names.
    fn export(&self, py: Python<'_>, folder: PathBuf, format: &str) -> PyResult<Vec<PathBuf>> {
        if !matches!(format, "npz" | "katago" | "tar") {
            let message = format!("format={format:?}: expected \"npz\", \"katago\" or \"tar\"");
            return Err(PyValueError::new_err(message));
        }
        let options = &self.wanted.options;
        let mut written = Vec::new();
        std::fs::create_dir_all(&folder).map_err(|error| error::of_io(&folder, &error))?;
        let mut shard = match format {
            "tar" => {
                let path = folder.join("shard-000000.tar");
                let file = File::create(&path).map_err(|error| error::of_io(&path, &error))?;
                let file = BufWriter::new(file);
                written.push(path);
                Some(tar::Builder::new(file))
            }
            _ => None,
        };
        for number in 0.. {
            let Some(set) = self.next_set(py)? else {
                break;
            };
            let done = py.detach(|| {
                let arrays = match format {
                    "katago" => export::katago_arrays(&set, options)?,
                    _ => export::arrays(&set, options),
                };
                if let Some(shard) = &mut shard {
                    export::append_tar(shard, &format!("{number:08}"), &arrays)?;
                    return Ok(None);
                }
                let path = folder.join(format!("{number:08}.npz"));
                let file = File::create(&path)
                    .and_then(|file| export::write_npz(BufWriter::new(file), &arrays));
                file.map_err(|error| error::of_io(&path, &error))?;
                Ok(Some(path))
            });
            let done: PyResult<Option<PathBuf>> = done;
            written.extend(done?);
        }
        if let Some(shard) = shard {
            shard.into_inner()?;
        }
        Ok(written)
    }
}

/// Why a file was not read, with the name of a record in it.
fn reason(file: &Path, error: &kifu::batch::Error) -> String {
    if kifu::batch::path_of(&error.name) == file {
        describe(&error.kind)
    } else {
        describe(error)
    }
}

impl BatchStream {
    fn next_set(&self, py: Python<'_>) -> PyResult<Option<PlaneSet>> {
        loop {
            // Handlers may use the stream, so that it is not locked here.
            py.check_signals()?;
            let next = py.detach(|| {
                let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
                let begin = Instant::now();
                // A selection without games can be interrupted.
                stream.try_next_batch(|| {
                    if begin.elapsed() < PAUSE {
                        Ok(())
                    } else {
                        Err(Paused)
                    }
                })
            });
            if let Ok(set) = next {
                return Ok(set);
            }
        }
    }
}
