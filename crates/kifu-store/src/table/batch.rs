//! Columns of rows for other engines, without types of other libraries.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use parquet::column::reader::ColumnReader;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};

use super::parts::Parts;
use super::read::{each_text, open, skip, spread};
use super::written_name;
use crate::bits::has;
use crate::root::Root;

/// The type of a column. Every value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Text.
    Text,
    /// A list of texts. As [`Values`] they are one text with commas between them.
    Texts,
    /// Integers of 32 bits.
    Int,
    /// Days since 1970.
    Date,
    /// Integers of 64 bits.
    Long,
    /// Floating point numbers of 64 bits.
    Double,
    /// Bytes.
    Bytes,
}

/// Some rows of a table.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The game of each row: its number in the segment.
    pub games: Vec<u32>,
    /// The columns by name, each with a value for each row.
    pub columns: BTreeMap<String, Values>,
}

/// The values of a column, row by row.
#[derive(Clone, Debug)]
pub enum Values {
    /// Text or bytes.
    Bytes(Strings),
    /// Integers of 32 bits, or days since 1970.
    Ints(Vec<Option<i32>>),
    /// Integers of 64 bits.
    Longs(Vec<Option<i64>>),
    /// Floating point numbers.
    Doubles(Vec<Option<f64>>),
}

/// Concatenated texts.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    /// All texts.
    pub bytes: Vec<u8>,
    /// The end of each text in `bytes`; a missing one is empty.
    pub ends: Vec<usize>,
    /// For each text, whether it is present.
    pub are_there: Vec<bool>,
}

impl Strings {
    /// The text of a row; `None` if it is missing.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        if !*self.are_there.get(row)? {
            return None;
        }
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.bytes.get(start..self.ends[row])
    }

    /// Paths made absolute.
    fn under(&self, root: &Root) -> Self {
        let mut paths = Self::default();
        for row in 0..self.ends.len() {
            let path = self.get(row);
            match path.and_then(|path| std::str::from_utf8(path).ok()) {
                Some(path) => paths.push(Some(root.absolute(path).as_bytes())),
                None => paths.push(path),
            }
        }
        paths
    }

    fn push(&mut self, text: Option<&[u8]>) {
        self.bytes.extend_from_slice(text.unwrap_or_default());
        self.ends.push(self.bytes.len());
        self.are_there.push(text.is_some());
    }
}

/// Passes on the rows whose bit is set, at most `most` at a time.
pub(super) fn batches(
    reader: &SerializedFileReader<Parts>,
    root: &Root,
    names: &[&str],
    games: &[u64],
    most: usize,
    mut take: impl FnMut(Batch) -> ControlFlow<()>,
) -> Result<(), ParquetError> {
    let mut first = 0;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let (end, mut columns) = (
            first + rows,
            open(&*group, |name| names.contains(&written_name(name)))?,
        );
        while first < end {
            let part = first..end.min(first + most);
            let wanted: Vec<u32> = part
                .clone()
                .filter(|game| has(games, *game))
                .map(|game| game as u32)
                .collect();
            if wanted.is_empty() {
                for (_, column) in &mut columns {
                    skip(column, part.len())?;
                }
            } else {
                let mut batch = Batch {
                    games: wanted,
                    columns: BTreeMap::new(),
                };
                for (name, column) in &mut columns {
                    let mut values = values(column, &part, &batch.games)?;
                    if let ("path", Values::Bytes(paths)) = (&**name, &mut values) {
                        *paths = paths.under(root);
                    }
                    batch.columns.insert(written_name(name).to_owned(), values);
                }
                if take(batch).is_break() {
                    return Ok(());
                }
            }
            first = part.end;
        }
    }
    Ok(())
}

/// The next values of a column, for the requested games only.
fn values(
    column: &mut ColumnReader,
    part: &Range<usize>,
    games: &[u32],
) -> Result<Values, ParquetError> {
    fn pick<T: Copy>(all: &[Option<T>], part: &Range<usize>, games: &[u32]) -> Vec<Option<T>> {
        let rows = games.iter().map(|game| *game as usize - part.start);
        rows.map(|row| all.get(row).copied().flatten()).collect()
    }
    let rows = part.len();
    Ok(match column {
        ColumnReader::ByteArrayColumnReader(column) => {
            let mut strings = Strings::default();
            let (mut wanted, mut row) = (games.iter().peekable(), part.start);
            each_text(column, rows, |text| {
                if wanted.next_if(|game| **game as usize == row).is_some() {
                    strings.push(text.as_ref().map(ByteArray::data));
                }
                row += 1;
            })?;
            // Rows that the table does not have.
            wanted.for_each(|_| strings.push(None));
            Values::Bytes(strings)
        }
        ColumnReader::Int32ColumnReader(column) => {
            let all =
                spread(|levels, values| column.read_records(rows, Some(levels), None, values))?;
            Values::Ints(pick(&all, part, games))
        }
        ColumnReader::Int64ColumnReader(column) => {
            let all =
                spread(|levels, values| column.read_records(rows, Some(levels), None, values))?;
            Values::Longs(pick(&all, part, games))
        }
        ColumnReader::DoubleColumnReader(column) => {
            let all =
                spread(|levels, values| column.read_records(rows, Some(levels), None, values))?;
            Values::Doubles(pick(&all, part, games))
        }
        _ => return Err(ParquetError::General("a column has another type".into())),
    })
}
