//! Arrays of the caller to which planes are written.

use numpy::{PyReadwriteArrayDyn, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::{Numbers, Wanted};

/// The array of the caller to which planes are written, part by part.
pub(super) struct Out<'py> {
    array: Bound<'py, PyAny>,
    numbers: OutNumbers<'py>,
    /// The shape of the array.
    shape: Vec<usize>,
}

/// The numbers of an array of the caller.
enum OutNumbers<'py> {
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Floats(PyReadwriteArrayDyn<'py, f32>),
}

/// The numbers of an array of the caller, and how many positions were written or had no room.
pub(super) struct OutSlice<'a> {
    numbers: SliceOf<'a>,
    positions: usize,
}

enum SliceOf<'a> {
    Packed(&'a mut [u8]),
    Bytes(&'a mut [u8]),
    Floats(&'a mut [f32]),
}

impl<'py> Out<'py> {
    pub(super) fn new(array: &Bound<'py, PyAny>, numbers: Numbers) -> PyResult<Self> {
        let unfit = |dtype: &str| {
            let message = format!("out: expected a writable numpy array of type {dtype}");
            PyTypeError::new_err(message)
        };
        let (numbers, shape) = match numbers {
            Numbers::Floats => {
                let array = array.extract::<PyReadwriteArrayDyn<'_, f32>>();
                let array = array.map_err(|_| unfit("float32"))?;
                let shape = array.shape().to_vec();
                (OutNumbers::Floats(array), shape)
            }
            Numbers::Bytes | Numbers::Packed => {
                let array = array.extract::<PyReadwriteArrayDyn<'_, u8>>();
                let array = array.map_err(|_| unfit("uint8"))?;
                let shape = array.shape().to_vec();
                (OutNumbers::Bytes(array), shape)
            }
        };
        Ok(Self {
            array: array.clone(),
            numbers,
            shape,
        })
    }

    /// The numbers, if the shape fits planes of any number of positions.
    pub(super) fn slice(&mut self, wanted: &Wanted) -> PyResult<OutSlice<'_>> {
        let shape = wanted.shape(0);
        if self.shape.len() != shape.len() || self.shape[1..] != shape[1..] {
            return Err(self.misfit("N", &shape[1..]));
        }
        let order = || PyValueError::new_err("out must be C-contiguous");
        // `as_slice_mut` accepts the order of Fortran too.
        let is_contiguous = match &self.numbers {
            OutNumbers::Floats(array) => array.is_c_contiguous(),
            OutNumbers::Bytes(array) => array.is_c_contiguous(),
        };
        if !is_contiguous {
            return Err(order());
        }
        let numbers = match &mut self.numbers {
            OutNumbers::Floats(array) => {
                SliceOf::Floats(array.as_slice_mut().map_err(|_| order())?)
            }
            OutNumbers::Bytes(array) => {
                let bytes = array.as_slice_mut().map_err(|_| order())?;
                match wanted.numbers {
                    Numbers::Packed => SliceOf::Packed(bytes),
                    Numbers::Bytes | Numbers::Floats => SliceOf::Bytes(bytes),
                }
            }
        };
        Ok(OutSlice {
            numbers,
            positions: 0,
        })
    }

    fn misfit(&self, positions: &str, shape: &[usize]) -> PyErr {
        let found = &self.shape;
        let shape: Vec<_> = shape.iter().map(ToString::to_string).collect();
        let shape = shape.join(", ");
        PyValueError::new_err(format!(
            "out has the shape {found:?}, and the planes need [{positions}, {shape}]"
        ))
    }

    /// The part that was written.
    pub(super) fn used(self, positions: usize) -> PyResult<Bound<'py, PyAny>> {
        if positions > self.shape[0] {
            return Err(self.misfit(&positions.to_string(), &self.shape[1..]));
        }
        let part = pyo3::types::PySlice::new(self.array.py(), 0, positions.cast_signed(), 1);
        self.array.get_item(part)
    }
}

impl OutSlice<'_> {
    /// Writes planes after those that were written before.
    pub(super) fn write(&mut self, wanted: &Wanted, planes: &[u8], positions: usize) {
        let length = wanted.shape(1).iter().product::<usize>();
        let range = self.positions * length..(self.positions + positions) * length;
        self.positions += positions;
        let expansion = wanted.expansion();
        // What has no room is counted: the caller learns the shape that is needed.
        match &mut self.numbers {
            SliceOf::Packed(out) => {
                if let Some(out) = out.get_mut(range) {
                    out.copy_from_slice(planes);
                }
            }
            SliceOf::Bytes(out) => {
                if let Some(out) = out.get_mut(range) {
                    expansion.expand(planes, 1, out);
                }
            }
            SliceOf::Floats(out) => {
                if let Some(out) = out.get_mut(range) {
                    expansion.expand(planes, 1.0, out);
                }
            }
        }
    }
}
