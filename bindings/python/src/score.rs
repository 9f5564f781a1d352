//! `kifu.Score`.

use numpy::PyArray2;
use pyo3::prelude::*;

use crate::board::grid;

/// The result of a count.
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Score {
    /// The points of Black.
    #[pyo3(get)]
    pub(crate) black: f64,
    /// The points of White, komi included.
    #[pyo3(get)]
    pub(crate) white: f64,
    /// By how many points Black leads; negative if White leads.
    #[pyo3(get)]
    pub(crate) lead: f64,
    pub(crate) text: String,
    pub(crate) rows: usize,
    pub(crate) owners: Vec<u8>,
}

/// The points of Black and White and the lead; the text; the rows; the owners.
type ScoreParts = ((f64, f64, f64), String, usize, Vec<u8>);

#[pymethods]
impl Score {
    /// ``"B"``, ``"W"``, or ``None`` for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        match self.lead {
            lead if lead > 0.0 => Some("B"),
            lead if lead < 0.0 => Some("W"),
            _ => None,
        }
    }

    /// Who owns each point: an array of shape (rows, columns) and type ``uint8``: 0 nobody, 1 Black, 2 White.
    fn owners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        grid(py, self.owners.clone(), self.rows)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<kifu.Score {}>", self.text)
    }

    /// Restores a pickled score.
    #[staticmethod]
    fn _restore(points: (f64, f64, f64), text: String, rows: usize, owners: Vec<u8>) -> Self {
        let (black, white, lead) = points;
        Self {
            black,
            white,
            lead,
            text,
            rows,
            owners,
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, ScoreParts)> {
        let score = slf.get();
        let restore = slf.get_type().getattr("_restore")?;
        let points = (score.black, score.white, score.lead);
        let text = score.text.clone();
        Ok((restore, (points, text, score.rows, score.owners.clone())))
    }
}
