//! `kifu.Table`: columns in the memory layout of Apache Arrow.

use std::borrow::Cow;
use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Date32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};

use crate::error;
use crate::repr::count;

/// Batches of rows, read when they are asked for.
pub(crate) type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// A table of named columns.
///
/// It speaks the Arrow PyCapsule protocol, so that ``polars.DataFrame(table)``, ``pyarrow.table(table)``,
/// ``pandas.DataFrame.from_arrow(table)`` and DuckDB read it without a copy. `to_dict` and `to_list` return plain
/// Python values. ``len(table)`` is the number of rows. A table of games is read from the index in parts, each time
/// it is used; a pickle of it has all rows, and needs no index.
#[pyclass(frozen, module = "kifu")]
pub(crate) struct Table {
    schema: SchemaRef,
    rows: usize,
    open: Arc<dyn Fn() -> Batches + Send + Sync>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("schema", &self.schema)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// A table whose columns are here.
    pub(crate) fn of(columns: Vec<(&str, ArrayRef)>) -> PyResult<Self> {
        let batch = RecordBatch::try_from_iter_with_nullable(
            columns.into_iter().map(|(name, array)| (name, array, true)),
        );
        let batch = batch.map_err(failed)?;
        Ok(Self::of_batches(batch.schema(), vec![batch]))
    }

    /// A table whose batches are here.
    fn of_batches(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        let rows = batches.iter().map(RecordBatch::num_rows).sum();
        let open = move || Box::new(batches.clone().into_iter().map(Ok)) as Batches;
        Self::lazy(schema, rows, open)
    }

    /// A table that is read each time it is used.
    pub(crate) fn lazy(
        schema: SchemaRef,
        rows: usize,
        open: impl Fn() -> Batches + Send + Sync + 'static,
    ) -> Self {
        Self {
            schema,
            rows,
            open: Arc::new(open),
        }
    }

    /// Calls `take` with each batch. Batches are read without the interpreter lock.
    fn each(
        &self,
        py: Python<'_>,
        mut take: impl FnMut(RecordBatch) -> PyResult<()>,
    ) -> PyResult<()> {
        let mut batches = py.detach(|| (self.open)());
        while let Some(batch) = py.detach(|| batches.next()) {
            take(batch.map_err(failed)?)?;
        }
        Ok(())
    }

    /// All rows in Arrow's IPC stream format.
    fn to_ipc(&self) -> Result<Vec<u8>, ArrowError> {
        let mut writer = StreamWriter::try_new(Vec::new(), &self.schema)?;
        for batch in (self.open)() {
            writer.write(&batch?)?;
        }
        writer.into_inner()
    }

    /// The table of a stream of [`to_ipc`](Self::to_ipc).
    fn of_ipc(stream: &[u8]) -> Result<Self, ArrowError> {
        let reader = StreamReader::try_new(stream, None)?;
        let schema = reader.schema();
        let batches = reader.collect::<Result<_, _>>()?;
        Ok(Self::of_batches(schema, batches))
    }

    fn column<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        self.each(py, |batch| push(&list, batch.column(number)))?;
        Ok(list)
    }
}

fn failed(error: ArrowError) -> PyErr {
    let text = match error {
        ArrowError::ExternalError(error) => error.to_string(),
        other => other.to_string(),
    };
    Python::attach(|py| error::new(error::database(py), text))
}

/// Appends the values of an array to a list.
fn push(list: &Bound<'_, PyList>, array: &dyn Array) -> PyResult<()> {
    fn all<'py, T: IntoPyObject<'py>>(
        list: &Bound<'py, PyList>,
        values: impl Iterator<Item = Option<T>>,
    ) -> PyResult<()> {
        for value in values {
            list.append(value)?;
        }
        Ok(())
    }
    match array.data_type() {
        DataType::LargeUtf8 => all(list, array.as_string::<i64>().iter()),
        DataType::LargeBinary => all(list, array.as_binary::<i64>().iter()),
        DataType::Boolean => all(list, array.as_boolean().iter()),
        DataType::Int32 => all(list, array.as_primitive::<Int32Type>().iter()),
        DataType::Int64 => all(list, array.as_primitive::<Int64Type>().iter()),
        DataType::Float64 => all(list, array.as_primitive::<Float64Type>().iter()),
        DataType::Date32 => {
            static FROM_ORDINAL: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            /// The day 1 January 1970 by `date.toordinal`.
            const EPOCH: i32 = 719_163;
            let py = list.py();
            let day = FROM_ORDINAL.get_or_try_init(py, || {
                let date = py.import("datetime")?.getattr("date")?;
                date.getattr("fromordinal").map(Bound::unbind)
            })?;
            for days in array.as_primitive::<Date32Type>() {
                match days {
                    Some(days) => list.append(day.bind(py).call1((days + EPOCH,))?)?,
                    None => list.append(py.None())?,
                }
            }
            Ok(())
        }
        DataType::List(_) => {
            for texts in array.as_list::<i32>() {
                match texts {
                    Some(texts) => {
                        let inner = PyList::empty(list.py());
                        push(&inner, &texts)?;
                        list.append(inner)?;
                    }
                    None => list.append(list.py().None())?,
                }
            }
            Ok(())
        }
        other => Err(failed(ArrowError::NotYetImplemented(other.to_string()))),
    }
}

/// How a pickled table is restored, and the rows, as `bytes`.
type Reduced<'py> = (Bound<'py, PyAny>, (Cow<'static, [u8]>,));

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().as_str()).collect()
    }

    /// The columns as a dictionary from names to lists. Missing values are ``None``.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let lists: Vec<_> = (0..self.schema.fields().len())
            .map(|_| PyList::empty(py))
            .collect();
        self.each(py, |batch| {
            let mut columns = lists.iter().zip(batch.columns());
            columns.try_for_each(|(list, array)| push(list, array))
        })?;
        let dict = PyDict::new(py);
        for (name, list) in self.columns().into_iter().zip(lists) {
            dict.set_item(name, list)?;
        }
        Ok(dict)
    }

    /// The rows as a list of dictionaries. Missing values are ``None``.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let columns = self.to_dict(py)?;
        let rows = PyList::empty(py);
        for row in 0..self.rows {
            let dict = PyDict::new(py);
            for (name, list) in &columns {
                dict.set_item(name, list.get_item(row)?)?;
            }
            rows.append(dict)?;
        }
        Ok(rows)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let number = self.schema.index_of(name);
        let number = number.map_err(|_| PyKeyError::new_err(name.to_owned()))?;
        self.column(py, number)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_list(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// The table as a stream of the Arrow C data interface, for libraries. `requested_schema` is ignored, as the
    /// protocol allows.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = py.detach(|| (self.open)());
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, STREAM)
    }

    /// The types of the columns in the Arrow C data interface, for libraries.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    /// Returns this table, which does not change.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// Returns this table, which does not change.
    #[pyo3(signature = (memo, /))]
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: Bound<'py, PyAny>) -> Bound<'py, Self> {
        drop(memo);
        slf
    }

    /// Restores a pickled table.
    #[staticmethod]
    fn _restore(py: Python<'_>, stream: &[u8]) -> PyResult<Self> {
        py.detach(|| Self::of_ipc(stream)).map_err(failed)
    }

    /// Pickles the rows: a table of games no longer needs its index.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let table = slf.get();
        let stream = slf.py().detach(|| table.to_ipc()).map_err(failed)?;
        Ok((slf.get_type().getattr("_restore")?, (stream.into(),)))
    }

    fn __repr__(&self) -> String {
        let names = self.columns();
        let shown = names.iter().take(8).copied().collect::<Vec<_>>().join(", ");
        let more = if names.len() > 8 { ", …" } else { "" };
        format!("<kifu.Table {}: {shown}{more}>", count(self.rows, "row"))
    }
}
