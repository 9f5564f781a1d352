//! Columns of game info for given games.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::bits::set;
use crate::error::Result;
use crate::found::GameId;
use crate::store::Store;
use crate::table::{Batch, Strings, Values};

/// Maximum number of rows read at a time.
const ROWS: usize = 1 << 16;

impl Store {
    /// Columns of game info for some games, each with a value for each game, in the order of `games`. Names are those
    /// of [`Snapshot::columns`](crate::Snapshot::columns); others are ignored. Deleted games have no values.
    ///
    /// # Errors
    /// The table of a segment is damaged or cannot be read, or a game is not of this index.
    pub fn rows(&self, games: &[GameId], names: &[&str]) -> Result<BTreeMap<String, Values>> {
        let mut batches: BTreeMap<u32, Batch> = BTreeMap::new();
        let segments: BTreeSet<u32> = games.iter().map(|id| id.segment).collect();
        for number in segments {
            let first = GameId {
                segment: number,
                game: 0,
            };
            let mut wanted = vec![0; self.segment(first)?.games.div_ceil(64)];
            for id in games.iter().filter(|id| id.segment == number) {
                self.segment(*id)?;
                set(&mut wanted, id.game as usize, true);
            }
            if let Some(segment) = self.snapshot().segment(number) {
                segment.read(names, Some(&wanted), ROWS, |batch| {
                    match batches.get_mut(&number) {
                        Some(before) => before.append(&batch),
                        None => drop(batches.insert(number, batch)),
                    }
                    ControlFlow::Continue(())
                })?;
            }
        }
        let places: Vec<Option<(&Batch, usize)>> = games
            .iter()
            .map(|id| {
                let batch = batches.get(&id.segment)?;
                Some((batch, batch.games.binary_search(&id.game).ok()?))
            })
            .collect();
        let columns = batches.values().flat_map(|batch| &batch.columns);
        let mut rows = BTreeMap::new();
        for (name, like) in columns {
            rows.entry(name.clone()).or_insert_with(|| {
                let mut values = like.empty();
                for place in &places {
                    let found =
                        place.and_then(|(batch, row)| Some((batch.columns.get(name)?, row)));
                    values.push(found);
                }
                values
            });
        }
        Ok(rows)
    }
}

impl Batch {
    /// Adds the rows of the next batch of the same table.
    fn append(&mut self, next: &Self) {
        self.games.extend_from_slice(&next.games);
        for (name, values) in &mut self.columns {
            if let Some(more) = next.columns.get(name) {
                for row in 0..next.games.len() {
                    values.push(Some((more, row)));
                }
            }
        }
    }
}

impl Values {
    /// A column of the same type without rows.
    fn empty(&self) -> Self {
        match self {
            Self::Bytes(_) => Self::Bytes(Strings::default()),
            Self::Ints(_) => Self::Ints(Vec::new()),
            Self::Longs(_) => Self::Longs(Vec::new()),
            Self::Doubles(_) => Self::Doubles(Vec::new()),
        }
    }

    /// Adds a value of another column of the same type; `None` adds a missing value.
    fn push(&mut self, value: Option<(&Self, usize)>) {
        fn get<T: Copy>(values: &[Option<T>], row: usize) -> Option<T> {
            values.get(row).copied().flatten()
        }
        match (self, value) {
            (Self::Bytes(own), Some((Self::Bytes(other), row))) => own.push_bytes(other.get(row)),
            (Self::Bytes(own), _) => own.push_bytes(None),
            (Self::Ints(own), Some((Self::Ints(other), row))) => own.push(get(other, row)),
            (Self::Ints(own), _) => own.push(None),
            (Self::Longs(own), Some((Self::Longs(other), row))) => own.push(get(other, row)),
            (Self::Longs(own), _) => own.push(None),
            (Self::Doubles(own), Some((Self::Doubles(other), row))) => own.push(get(other, row)),
            (Self::Doubles(own), _) => own.push(None),
        }
    }
}

impl Strings {
    fn push_bytes(&mut self, text: Option<&[u8]>) {
        self.bytes.extend_from_slice(text.unwrap_or_default());
        self.ends.push(self.bytes.len());
        self.are_there.push(text.is_some());
    }
}
