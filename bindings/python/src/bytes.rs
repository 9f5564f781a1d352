//! Bytes of any length as ``bytes``.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A `bytes` object of these bytes. They are copied without the interpreter: for large files that takes as long as
/// writing them.
pub(crate) fn to_python(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Bound<'_, PyBytes>> {
    let length = isize::try_from(bytes.len())?;
    // SAFETY: without a source the object has `length` bytes that are not initialized yet. Nothing else refers to it
    // before they are: the garbage collector does not track `bytes`.
    unsafe {
        let object = ffi::PyBytes_FromStringAndSize(std::ptr::null(), length);
        let object = Bound::from_owned_ptr_or_err(py, object)?;
        let place = ffi::PyBytes_AsString(object.as_ptr()).cast::<u8>() as usize;
        py.detach(move || {
            let place = place as *mut u8;
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, bytes.len());
            drop(bytes);
        });
        Ok(object.cast_into_unchecked())
    }
}
