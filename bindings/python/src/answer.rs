//! `kifu.Answer`.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int32Array, Int64Array, LargeStringArray};
use kifu::go::{Color, Symmetry};
use kifu::store::{self, Continuation, Counts, Found, Order, Store, Tally};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::argument::{Texts, whole};
use crate::database;
use crate::error;
use crate::repr::count;
use crate::table::Table;

/// The result of a search. Everything is from the point of view of the pattern: where it occurs with swapped colors,
/// Black is White. ``len(answer)`` is the number of games.
#[pyclass(frozen, module = "kifu")]
#[derive(Debug)]
pub(crate) struct Answer {
    store: Arc<Store>,
    found: store::Answer,
    /// Columns of the pattern.
    columns: u16,
    problems: Vec<String>,
}

impl Answer {
    pub(crate) const fn new(
        store: Arc<Store>,
        found: store::Answer,
        columns: u16,
        problems: Vec<String>,
    ) -> Self {
        Self {
            store,
            found,
            columns,
            problems,
        }
    }
}

fn counts(py: Python<'_>, counts: Counts) -> PyResult<Bound<'_, PyAny>> {
    let numbers = (
        counts.games,
        counts.hits,
        counts.black_wins,
        counts.white_wins,
        counts.swapped,
    );
    error::counts(py)?.call1(numbers)
}

fn longs(numbers: impl Iterator<Item = u64>) -> ArrayRef {
    // Counts of games are far below the limit.
    Arc::new(Int64Array::from_iter_values(numbers.map(u64::cast_signed)))
}

fn ints(numbers: impl Iterator<Item = Option<u16>>) -> ArrayRef {
    Arc::new(
        numbers
            .map(|number| number.map(i32::from))
            .collect::<Int32Array>(),
    )
}

fn letters(colors: impl Iterator<Item = Option<Color>>) -> ArrayRef {
    Arc::new(
        colors
            .map(|color| color.map(Color::letter))
            .collect::<LargeStringArray>(),
    )
}

#[pymethods]
impl Answer {
    /// Hits on main lines: `Counts`.
    #[getter]
    fn main<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        counts(py, self.found.main)
    }

    /// Hits in variations: `Counts`; all 0 unless variations were searched.
    #[getter]
    fn variations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        counts(py, self.found.variations)
    }

    /// How many games were searched.
    #[getter]
    fn searched(&self) -> u64 {
        self.found.searched
    }

    /// Files whose comments `where` asks about and that are gone or have changed.
    #[getter]
    fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }

    /// The next moves inside the pattern, the most frequent first. A row without a color counts hits without a
    /// next move.
    ///
    /// | column | meaning |
    /// |---|---|
    /// | ``color``, ``x``, ``y`` | the stone, and its column and row in the pattern, from 0 |
    /// | ``hits``, ``black_wins``, ``white_wins`` | hits on main lines, and who won |
    /// | ``black_share``, ``low``, ``high`` | the share of decided games that Black won, with its interval of 95 % |
    /// | ``tenuki`` | hits where both played elsewhere before |
    /// | ``average_move`` | the average number of the move with which the pattern was there |
    /// | ``in_variations`` | hits in variations |
    /// | ``reached`` | games that come to the position after it by any order of moves; whole boards of few stones only |
    #[getter]
    fn continuations(&self) -> PyResult<Table> {
        let mut rows: Vec<(Option<Continuation>, Tally)> = self
            .found
            .continuations()
            .into_iter()
            .map(|next| (Some(next), next.tally))
            .collect();
        let without = self.found.without;
        if without.hits + without.in_variations > 0 {
            rows.push((None, without));
        }
        let next = || rows.iter().map(|(next, _)| *next);
        let tallies = || rows.iter().map(|(_, tally)| *tally);
        let shares = |part: fn(store::Share) -> f64| {
            let shares = tallies().map(|tally| tally.black_share().map(part));
            Arc::new(shares.collect::<Float64Array>()) as ArrayRef
        };
        let average = tallies().map(|tally| tally.average_move());
        let reached = next().map(|next| next?.reached.map(u64::cast_signed));
        Table::of(vec![
            ("color", letters(next().map(|next| Some(next?.color)))),
            ("x", ints(next().map(|next| Some(next?.point.x)))),
            ("y", ints(next().map(|next| Some(next?.point.y)))),
            ("hits", longs(tallies().map(|tally| tally.hits))),
            ("black_wins", longs(tallies().map(|tally| tally.black_wins))),
            ("white_wins", longs(tallies().map(|tally| tally.white_wins))),
            ("black_share", shares(|share| share.share)),
            ("low", shares(|share| share.low)),
            ("high", shares(|share| share.high)),
            ("tenuki", longs(tallies().map(|tally| tally.tenuki))),
            ("average_move", Arc::new(average.collect::<Float64Array>())),
            (
                "in_variations",
                longs(tallies().map(|tally| tally.in_variations)),
            ),
            ("reached", Arc::new(reached.collect::<Int64Array>())),
        ])
    }

    /// Hits by year: ``year`` (missing for games without a date), ``hits``, ``black_wins``, ``white_wins``.
    #[getter]
    fn years(&self) -> PyResult<Table> {
        let years = || self.found.years.values();
        Table::of(vec![
            ("year", ints(self.found.years.keys().copied())),
            ("hits", longs(years().map(|year| year.hits))),
            ("black_wins", longs(years().map(|year| year.black_wins))),
            ("white_wins", longs(years().map(|year| year.white_wins))),
        ])
    }

    /// The games as a table: where the pattern was found first, and game info.
    ///
    /// `order` is ``"index"``, ``"rank"`` (the strongest first), ``"newest"``, ``"oldest"`` or ``"novelty"`` (the rarest
    /// continuations first). `limit` is the most games to return. `columns` names the columns of game info, as in
    /// `Database.games`. The columns of the hit are ``node`` (its number in the game), ``move_number``,
    /// ``in_variation``, ``symmetry`` (see `Board.transformed`) and ``swapped`` (how the pattern was looked at),
    /// ``x`` and ``y`` (the upper left point of its rectangle), ``next_color``, ``next_x`` and ``next_y`` (what was
    /// played next, inside the pattern).
    #[pyo3(signature = (*, order = "index", limit = None, columns = None))]
    fn games(
        &self,
        py: Python<'_>,
        order: &str,
        limit: Option<i128>,
        columns: Option<Texts>,
    ) -> PyResult<Table> {
        let order = match order {
            "index" => Order::Index,
            "rank" => Order::Rank,
            "newest" => Order::Newest,
            "oldest" => Order::Oldest,
            "novelty" => Order::Novelty,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "order={order:?}: expected \"index\", \"rank\", \"newest\", \"oldest\" or \"novelty\""
                )));
            }
        };
        let limit = limit.map(|limit| whole("limit", limit, 0)).transpose()?;
        let schema = database::schema(columns.as_ref())?;
        let (found, batch) = py.detach(|| {
            let found = self.found.sample(order, limit.unwrap_or(usize::MAX));
            let ids: Vec<_> = found.iter().map(|found| found.game).collect();
            (found, kifu_arrow::rows(&self.store, &ids, &schema))
        });
        let batch = batch.map_err(|error| error::new(error::database(py), error))?;
        let hits = || found.iter();
        let columns = self.columns;
        let next = |part: fn(u16, u16) -> u16| {
            ints(hits().map(move |found| found.next.map(|(cell, _)| part(cell, columns))))
        };
        let symmetry = |found: &Found| {
            let all = Symmetry::ALL.iter();
            let found = all
                .zip(0_u16..)
                .find(|(own, _)| **own == found.transform.symmetry);
            found.map(|(_, number)| number)
        };
        let flags = |flag: fn(&Found) -> bool| {
            Arc::new(
                hits()
                    .map(|found| Some(flag(found)))
                    .collect::<BooleanArray>(),
            ) as ArrayRef
        };
        let mut arrays = vec![
            ("node", longs(hits().map(|found| found.node.into()))),
            (
                "move_number",
                longs(hits().map(|found| found.move_number.into())),
            ),
            ("in_variation", flags(|found| found.is_variation)),
            ("symmetry", ints(hits().map(symmetry))),
            ("swapped", flags(|found| found.transform.is_swapped)),
            ("x", ints(hits().map(|found| Some(found.corner.x)))),
            ("y", ints(hits().map(|found| Some(found.corner.y)))),
            (
                "next_color",
                letters(hits().map(|found| found.next.map(|(_, color)| color))),
            ),
            ("next_x", next(|cell, columns| cell % columns)),
            ("next_y", next(|cell, columns| cell / columns)),
        ];
        let fields = schema.fields().iter().zip(batch.columns());
        arrays.extend(fields.map(|(field, array)| (field.name().as_str(), array.clone())));
        Table::of(arrays)
    }

    fn __len__(&self) -> usize {
        self.found.found.len()
    }

    fn __bool__(&self) -> bool {
        !self.found.found.is_empty()
    }

    fn __repr__(&self) -> String {
        let counts = self.found.main;
        let (games, hits) = (count(counts.games, "game"), count(counts.hits, "hit"));
        format!("<kifu.Answer {games}, {hits}>")
    }
}
