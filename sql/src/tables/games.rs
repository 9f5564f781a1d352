//! The table of games: game info, and the records if the index stores them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int32Array, StringArray, UInt32Array};
use datafusion::arrow::compute::filter_record_batch;
use datafusion::arrow::datatypes::{DataType, Schema, SchemaRef};
use datafusion::error::Result;
use kifu::store::{Batch, ColumnType, GameId, SegmentView, Snapshot, Values};

use crate::arrays::{array, type_of};
use crate::database::Database;
use crate::error::of_store;
use crate::scan::{Filter, ROWS, Request, Rows, Source, batch_of, column, of_game, same};

/// Derived columns, which the store does not have: the name, and the source columns.
const DERIVED: [(&str, &str); 2] = [("year", "date_first"), ("size", "width,height")];

/// The games of an index.
#[derive(Debug)]
pub(crate) struct Games {
    database: Database,
    name: String,
    schema: SchemaRef,
    kinds: BTreeMap<&'static str, ColumnType>,
}

impl Games {
    pub(crate) fn new(database: Database, name: &str) -> Self {
        let columns = Snapshot::columns();
        let mut fields = of_game().to_vec();
        for (name, kind) in &columns {
            fields.push(column(name, type_of(*kind)));
        }
        fields.push(column("year", DataType::Int32));
        fields.push(column("size", DataType::Utf8));
        Self {
            database,
            name: name.to_owned(),
            schema: Arc::new(Schema::new(fields)),
            kinds: columns.into_iter().collect(),
        }
    }

    /// The columns of the store that are needed for columns of the table.
    fn needed(&self, columns: &[usize]) -> Vec<&str> {
        let mut needed = Vec::new();
        for at in columns {
            let name = self.schema.field(*at).name();
            match DERIVED.iter().find(|(own, _)| own == name) {
                Some((_, from)) => needed.extend(from.split(',')),
                None if self.kinds.contains_key(name.as_str()) => needed.push(name),
                None => {}
            }
        }
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// The arrays of columns of the table.
    fn arrays(&self, columns: &[usize], segment: u32, mut batch: Batch) -> Vec<ArrayRef> {
        let rows = batch.games.len();
        let has = |name| {
            columns
                .iter()
                .any(|at| self.schema.field(*at).name() == name)
        };
        // Made first: they have the values of other columns, which move into their own arrays.
        let years = has("year").then(|| Arc::new(years(batch.columns.get("date_first"), rows)));
        let sizes = has("size").then(|| Arc::new(sizes(&batch.columns, rows)));
        let mut array_of = |at: &usize| -> ArrayRef {
            let name = self.schema.field(*at).name().as_str();
            match (name, &years, &sizes) {
                ("segment", ..) => same(segment, rows),
                ("game", ..) => Arc::new(UInt32Array::from(batch.games.clone())),
                ("year", Some(years), _) => Arc::clone(years) as _,
                ("size", _, Some(sizes)) => Arc::clone(sizes) as _,
                _ => match batch.columns.remove(name) {
                    Some(values) => array(self.kinds[name], values),
                    // An index without records has a column of nulls instead.
                    None => datafusion::arrow::array::new_null_array(
                        self.schema.field(*at).data_type(),
                        rows,
                    ),
                },
            }
        };
        columns.iter().map(&mut array_of).collect()
    }

    /// The games of a segment that satisfy a filter, one bit per game.
    fn meeting(
        &self,
        view: SegmentView<'_>,
        segment: u32,
        games: Option<&[u64]>,
        filter: &Filter,
        rows: &Rows<'_>,
    ) -> Result<Vec<u64>> {
        let mut meeting = vec![0; view.rows().div_ceil(64)];
        let schema = Arc::new(self.schema.project(&filter.columns)?);
        let mut failed = Ok(());
        view.read(&self.needed(&filter.columns), games, ROWS, |batch| {
            let ids = batch.games.clone();
            let arrays = self.arrays(&filter.columns, segment, batch);
            let outcome =
                batch_of(&schema, arrays, ids.len()).and_then(|batch| filter.holds(&batch));
            match outcome {
                Ok(holds) => {
                    for (game, holds) in ids.iter().zip(&holds) {
                        let word = &mut meeting[*game as usize / 64];
                        *word |= u64::from(holds == Some(true)) << (game % 64);
                    }
                }
                Err(error) => failed = Err(error),
            }
            flow(failed.is_err() || rows.are_unwanted())
        })
        .map_err(of_store)?;
        failed.map(|()| meeting)
    }
}

fn flow(is_over: bool) -> ControlFlow<()> {
    if is_over {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

impl Source for Games {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn database(&self) -> Option<&Database> {
        Some(&self.database)
    }

    fn parts(&self) -> usize {
        self.database.store.snapshot().segments().len()
    }

    fn rows(&self) -> Option<usize> {
        Some(self.database.store.len())
    }

    fn filters_columns(&self) -> bool {
        true
    }

    fn read(&self, part: usize, request: &Request, rows: &mut Rows<'_>) -> Result<()> {
        let number = part as u32;
        let Some(view) = self.database.store.snapshot().segment(number) else {
            return Ok(());
        };
        let segment = self.database.first + number;
        let mut games = request.games(number);
        let mut filter = request.filter.as_ref();
        // A filter over requested columns is evaluated in one pass; otherwise the other columns are read for the
        // remaining games.
        let has_all = filter.is_some_and(|filter| {
            let mut columns = request.columns.iter();
            columns.all(|column| filter.columns.contains(column))
        });
        if let Some(own) = filter
            && !has_all
        {
            games = Some(self.meeting(view, segment, games.as_deref(), own, rows)?);
            filter = None;
        }
        let columns = filter.map_or(&request.columns, |filter| &filter.columns);
        let mut failed = Ok(());
        let mut take = |batch: Batch| -> Result<ControlFlow<()>> {
            let count = batch.games.len();
            let arrays = self.arrays(columns, segment, batch);
            let Some(filter) = filter else {
                return rows.put(arrays, count);
            };
            let schema = Arc::new(self.schema.project(columns)?);
            let batch = batch_of(&schema, arrays, count)?;
            let batch = filter_record_batch(&batch, &filter.holds(&batch)?)?;
            let wanted = request.columns.iter();
            let places = wanted.filter_map(|at| columns.iter().position(|own| own == at));
            let arrays = places.map(|at| batch.column(at).clone()).collect();
            rows.put(arrays, batch.num_rows())
        };
        view.read(&self.needed(columns), games.as_deref(), ROWS, |batch| {
            take(batch).unwrap_or_else(|error| {
                failed = Err(error);
                ControlFlow::Break(())
            })
        })
        .map_err(of_store)?;
        failed
    }
}

/// The years of days since 1970.
fn years(days: Option<&Values>, rows: usize) -> Int32Array {
    match days {
        Some(Values::Ints(days)) => days.iter().map(|day| day.map(year_of)).collect(),
        _ => std::iter::repeat_n(None, rows).collect(),
    }
}

/// The year of a day since 1970, in the Gregorian calendar (Hinnant, *chrono-Compatible Low-Level Date Algorithms*).
fn year_of(day: i32) -> i32 {
    const ERA: i64 = 146_097;
    let shifted = i64::from(day) + 719_468;
    let era = shifted.div_euclid(ERA);
    let of_era = shifted.rem_euclid(ERA);
    let years = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * years + years / 4 - years / 100);
    // Years of this count begin in March: January and February are their last months.
    let is_after_new_year = of_year >= 306;
    i32::try_from(era * 400 + years + i64::from(is_after_new_year)).unwrap_or(i32::MAX)
}

/// The sizes in the notation of SGF: `19`, `13:19`.
fn sizes(columns: &BTreeMap<String, Values>, rows: usize) -> StringArray {
    let of = |name: &str| match columns.get(name) {
        Some(Values::Ints(values)) => values.clone(),
        _ => vec![None; rows],
    };
    let both = of("width").into_iter().zip(of("height"));
    let size = |(columns, rows): (Option<i32>, Option<i32>)| {
        let (columns, rows) = columns.zip(rows)?;
        Some(if columns == rows {
            columns.to_string()
        } else {
            format!("{columns}:{rows}")
        })
    };
    both.map(size).collect()
}

/// The identifier of a game in the store of its index.
pub(crate) const fn id(segment: u32, game: u32) -> GameId {
    GameId { segment, game }
}

#[cfg(test)]
mod tests {
    use super::year_of;

    #[test]
    fn days_have_their_year() {
        for (day, year) in [
            (0, 1970),
            (-1, 1969),
            (364, 1970),
            (365, 1971),
            (11_016, 2000),
            (10_957, 2000),
            (10_956, 1999),
            (16_869, 2016),
            (-44_560, 1848),
            (-44_561, 1847),
            (-719_162, 1),
            (-719_163, 0),
        ] {
            assert_eq!(year_of(day), year, "{day}");
        }
    }
}
