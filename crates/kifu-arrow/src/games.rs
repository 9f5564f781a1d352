//! Games as batches of rows.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Deref, Range};
use std::sync::Arc;

use arrow_array::{LargeStringArray, RecordBatch, RecordBatchOptions, new_null_array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use kifu_select::Selection;
use kifu_store::{Batch, GameId, Snapshot, Store, StoreError};

use crate::arrays::{array, data_type};

/// Maximum number of rows of a batch.
const ROWS: usize = 1 << 16;

/// Columns that are omitted unless they are named: large, or for programs.
const UNNAMED: [&str; 2] = ["events", "sgf"];

/// The column of durable keys, which are computed on request.
pub const KEY: &str = "key";

/// A requested column that no index has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a column: use {known}")]
pub struct UnknownColumn {
    /// The requested name.
    pub name: String,
    /// The existing columns, separated by commas.
    pub known: String,
}

/// The columns of game info by their names; `None` for all but `events` and `sgf`. `key` is the durable key of a game
/// ([`Store::keys`]).
///
/// # Errors
/// A name is not a column.
pub fn schema(names: Option<&[String]>) -> Result<SchemaRef, UnknownColumn> {
    let all = || {
        let columns = Snapshot::columns().into_iter();
        let columns = columns.map(|(name, kind)| (name, data_type(kind)));
        std::iter::once((KEY, DataType::LargeUtf8)).chain(columns)
    };
    let field = |(name, kind)| Field::new(name, kind, true);
    let Some(names) = names else {
        let columns = all().filter(|(name, _)| !UNNAMED.contains(name));
        return Ok(Arc::new(Schema::new(
            columns.map(field).collect::<Vec<_>>(),
        )));
    };
    let mut fields = Vec::with_capacity(names.len());
    for name in names {
        let column = all().find(|(known, _)| known == name);
        let column = column.ok_or_else(|| UnknownColumn {
            name: name.clone(),
            known: all().map(|(name, _)| name).collect::<Vec<_>>().join(", "),
        })?;
        fields.push(field(column));
    }
    Ok(Arc::new(Schema::new(fields)))
}

/// The columns of a schema for these games, one row for each, in their order.
///
/// # Errors
/// A part of the index is damaged or cannot be read.
pub fn rows(store: &Store, ids: &[GameId], schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    let columns = store.rows(ids, &names(schema)).map_err(external)?;
    let batch = Batch {
        games: Vec::new(),
        columns,
    };
    record_batch(store, ids, batch, schema)
}

/// Reads the selected games of an index in batches, in the order of the index. `S` is a [`Store`], borrowed or shared.
#[derive(Debug)]
pub struct Games<S> {
    store: S,
    selected: Arc<Vec<Vec<u64>>>,
    schema: SchemaRef,
    /// The segments that were not read yet.
    segments: Range<usize>,
    /// Batches of the last segment.
    ready: VecDeque<RecordBatch>,
}

impl<S: Deref<Target = Store>> Games<S> {
    /// Selects games.
    ///
    /// # Errors
    /// A part of the index, or a record that the selection needs, cannot be read.
    pub fn new(store: S, selection: &Selection, schema: SchemaRef) -> Result<Self, StoreError> {
        let selected = Arc::new(store.selected(selection)?);
        Ok(Self {
            store,
            segments: 0..selected.len(),
            selected,
            schema,
            ready: VecDeque::new(),
        })
    }

    /// The columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// The number of selected games, those already read included.
    #[must_use]
    pub fn total(&self) -> usize {
        let words = self.selected.iter().flatten();
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// Returns a reader of these games that starts again at the first one.
    #[must_use]
    pub fn restarted(&self) -> Self
    where
        S: Clone,
    {
        Self {
            store: self.store.clone(),
            selected: Arc::clone(&self.selected),
            schema: Arc::clone(&self.schema),
            segments: 0..self.selected.len(),
            ready: VecDeque::new(),
        }
    }

    /// Reads the selected games of a segment.
    fn read(&mut self, number: usize) -> Result<(), ArrowError> {
        let (store, schema) = (&*self.store, &self.schema);
        let segment = number as u32;
        let Some(view) = store.snapshot().segment(segment) else {
            return Ok(());
        };
        let mut names = names(schema);
        // If only keys are requested, a column is read to count the rows.
        names.push("number");
        let (ready, mut failed) = (&mut self.ready, None);
        let take = |batch: Batch| {
            let games = batch.games.iter();
            let ids: Vec<_> = games
                .map(|game| GameId {
                    segment,
                    game: *game,
                })
                .collect();
            match record_batch(store, &ids, batch, schema) {
                Ok(batch) => {
                    ready.push_back(batch);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        view.read(&names, Some(&self.selected[number]), ROWS, take)
            .map_err(external)?;
        failed.map_or(Ok(()), Err)
    }
}

impl<S: Deref<Target = Store>> Iterator for Games<S> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.ready.pop_front() {
                return Some(Ok(batch));
            }
            let number = self.segments.next()?;
            if let Err(error) = self.read(number) {
                self.segments = 0..0;
                return Some(Err(error));
            }
        }
    }
}

fn names(schema: &Schema) -> Vec<&str> {
    let fields = schema.fields().iter();
    fields.map(|field| field.name().as_str()).collect()
}

fn record_batch(
    store: &Store,
    ids: &[GameId],
    mut batch: Batch,
    schema: &SchemaRef,
) -> Result<RecordBatch, ArrowError> {
    let mut arrays = Vec::with_capacity(schema.fields().len());
    for field in schema.fields() {
        arrays.push(match batch.columns.remove(field.name()) {
            Some(values) => array(values, field.data_type())?,
            None if field.name() == KEY => {
                let keys = store.keys(ids).map_err(external)?;
                let keys = keys.iter().map(ToString::to_string);
                Arc::new(LargeStringArray::from_iter_values(keys)) as _
            }
            // There are no games.
            None => new_null_array(field.data_type(), ids.len()),
        });
    }
    // Without columns there are rows all the same.
    let options = RecordBatchOptions::new().with_row_count(Some(ids.len()));
    RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options)
}

fn external(error: StoreError) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}
