use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};

use super::batch::{Batch, batches};
use super::column::{IN_LIST, NO_LIST};
use super::own_name;
use super::parts::Parts;
use super::row::RowReader;
use super::runs::Runs;
use crate::error::{Result, StoreError};
use crate::handle::Handle;
use crate::info::IndexedGame;
use crate::root::Root;

/// The game info of a segment, read column by column on demand.
#[derive(Debug)]
pub(crate) struct Table {
    path: PathBuf,
    file: Handle,
    /// Paths of games are relative to it.
    root: Arc<Root>,
}

/// The values of a column, row by row.
pub(super) enum Cells {
    Bytes(Vec<Option<ByteArray>>),
    Ints(Vec<Option<i32>>),
    Doubles(Vec<Option<f64>>),
}

impl Cells {
    /// Adds the values of further rows of the same column.
    fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Bytes(own), Self::Bytes(more)) => own.extend(more),
            (Self::Ints(own), Self::Ints(more)) => own.extend(more),
            (Self::Doubles(own), Self::Doubles(more)) => own.extend(more),
            _ => {}
        }
    }
}

/// Number of rows read at a time if only one is kept: one or a few pages of each column.
const SCANNED: usize = 4096;

impl Table {
    pub(crate) fn open(path: &Path, root: &Arc<Root>) -> Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            file: Handle::open(path).map_err(StoreError::io(path))?,
            root: root.clone(),
        })
    }

    /// The info of these rows, in order, limited to the columns that `wanted` selects. All rows if `rows` is `None`.
    /// `checks` are the checksums of the parts of the file, if any.
    pub(crate) fn read(
        &self,
        checks: Option<Arc<Vec<u64>>>,
        rows: Option<&[u32]>,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<IndexedGame>> {
        self.with(checks, |reader| {
            let count = usize::try_from(reader.metadata().file_metadata().num_rows()).unwrap_or(0);
            let beyond = rows.and_then(|rows| rows.iter().find(|row| **row as usize >= count));
            if let Some(row) = beyond {
                return Err(ParquetError::EOF(format!("row {row} is missing")));
            }
            let runs = rows.map_or_else(|| Runs::all(count), Runs::of);
            let cells = columns(reader, &runs, wanted)?;
            match rows {
                None => infos(&cells, &self.root, 0..count),
                Some(rows) => {
                    let rows = rows.iter().map(|row| runs.place(*row as usize));
                    infos(&cells, &self.root, rows)
                }
            }
        })
    }

    /// Passes on the info of all rows in order, at most `most` rows at a time, which limits memory. Unselected rows are
    /// not read.
    pub(crate) fn each(
        &self,
        checks: Option<Arc<Vec<u64>>>,
        most: usize,
        wanted: impl Fn(&str) -> bool,
        is_wanted: impl Fn(Range<usize>) -> bool,
        mut take: impl FnMut(usize, Vec<IndexedGame>) -> ControlFlow<()>,
    ) -> Result<()> {
        self.with(checks, |reader| {
            let mut first = 0;
            for group in 0..reader.num_row_groups() {
                let group = reader.get_row_group(group)?;
                let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
                let (end, mut columns) = (first + rows, open(&*group, &wanted)?);
                while first < end {
                    let part = first..end.min(first + most);
                    let count = part.len();
                    if is_wanted(part) {
                        let mut cells = BTreeMap::new();
                        for (name, column) in &mut columns {
                            let values = values(column, count)?;
                            cells.extend(values.map(|values| (name.clone(), values)));
                        }
                        if take(first, infos(&cells, &self.root, 0..count)?).is_break() {
                            return Ok(());
                        }
                    } else {
                        for (_, column) in &mut columns {
                            skip(column, count)?;
                        }
                    }
                    first += count;
                }
            }
            Ok(())
        })
    }

    /// Passes on the info of all rows in order, limited to the selected columns. Each row replaces the previous one, so
    /// that rows cost no memory of their own.
    pub(crate) fn scan(
        &self,
        checks: Option<Arc<Vec<u64>>>,
        wanted: impl Fn(&str) -> bool,
        mut take: impl FnMut(usize, &IndexedGame),
    ) -> Result<usize> {
        self.with(checks, |reader| {
            let (mut first, mut info) = (0, RowReader::blank());
            for group in 0..reader.num_row_groups() {
                let group = reader.get_row_group(group)?;
                let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
                let (end, mut columns) = (first + rows, open(&*group, &wanted)?);
                while first < end {
                    let count = (end - first).min(SCANNED);
                    let mut cells = BTreeMap::new();
                    for (name, column) in &mut columns {
                        let values = values(column, count)?;
                        cells.extend(values.map(|values| (name.as_str(), values)));
                    }
                    let mut reader = RowReader::new(
                        cells.iter().map(|(name, cells)| (*name, cells)),
                        &self.root,
                    )?;
                    for row in 0..count {
                        reader.fill(row, &mut info)?;
                        take(first + row, &info);
                    }
                    first += count;
                }
            }
            Ok(first)
        })
    }

    /// Passes on columns of the games whose bit is set, at most `most` rows of the table at a time.
    pub(crate) fn batches(
        &self,
        checks: Option<Arc<Vec<u64>>>,
        names: &[&str],
        games: &[u64],
        most: usize,
        take: impl FnMut(Batch) -> ControlFlow<()>,
    ) -> Result<()> {
        self.with(checks, |reader| {
            batches(reader, &self.root, names, games, most, take)
        })
    }

    /// Reads the whole file and verifies its checksums.
    pub(crate) fn check(&self, checks: Arc<Vec<u64>>) -> Result<()> {
        Parts::new(self.file.clone(), Some(checks))
            .and_then(|parts| parts.check())
            .map_err(StoreError::table_as_read(&self.path))
    }

    fn with<R>(
        &self,
        checks: Option<Arc<Vec<u64>>>,
        read: impl FnOnce(&SerializedFileReader<Parts>) -> std::result::Result<R, ParquetError>,
    ) -> Result<R> {
        Parts::new(self.file.clone(), checks)
            .and_then(SerializedFileReader::new)
            .and_then(|reader| read(&reader))
            .map_err(StoreError::table_as_read(&self.path))
    }
}

fn columns(
    reader: &SerializedFileReader<Parts>,
    runs: &Runs,
    wanted: impl Fn(&str) -> bool,
) -> std::result::Result<BTreeMap<String, Cells>, ParquetError> {
    let mut cells: BTreeMap<String, Cells> = BTreeMap::new();
    let mut first = 0;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        for (name, mut column) in open(&*group, &wanted)? {
            let mut next = first;
            for run in runs.within(first..first + rows) {
                if run.start > next {
                    skip(&mut column, run.start - next)?;
                }
                next = run.end;
                let Some(values) = values(&mut column, run.len())? else {
                    break;
                };
                match cells.get_mut(&name) {
                    Some(cells) => cells.append(values),
                    None => {
                        cells.insert(name.clone(), values);
                    }
                }
            }
        }
        first += rows;
    }
    Ok(cells)
}

/// The requested columns, each at its first row.
pub(super) fn open(
    group: &dyn RowGroupReader,
    wanted: impl Fn(&str) -> bool,
) -> std::result::Result<Vec<(String, ColumnReader)>, ParquetError> {
    let metadata = group.metadata();
    let mut columns = Vec::new();
    for number in 0..metadata.num_columns() {
        // A list has its elements as a leaf below it.
        let path = metadata.column(number).column_descr().path().parts();
        let name = own_name(path.first().map_or("", String::as_str)).to_owned();
        if wanted(&name) {
            columns.push((name, group.get_column_reader(number)?));
        }
    }
    Ok(columns)
}

/// The next values of a column.
fn values(
    column: &mut ColumnReader,
    rows: usize,
) -> std::result::Result<Option<Cells>, ParquetError> {
    Ok(Some(match column {
        ColumnReader::ByteArrayColumnReader(column) => {
            let mut texts = Vec::with_capacity(rows);
            each_text(column, rows, |text| texts.push(text))?;
            Cells::Bytes(texts)
        }
        ColumnReader::Int32ColumnReader(column) => Cells::Ints(spread(|levels, values| {
            column.read_records(rows, Some(levels), None, values)
        })?),
        ColumnReader::DoubleColumnReader(column) => Cells::Doubles(spread(|levels, values| {
            column.read_records(rows, Some(levels), None, values)
        })?),
        // Hashes are in the directory too.
        _ => return Ok(None),
    }))
}

/// Skips the next values of a column.
pub(super) fn skip(
    column: &mut ColumnReader,
    rows: usize,
) -> std::result::Result<usize, ParquetError> {
    match column {
        ColumnReader::ByteArrayColumnReader(column) => column.skip_records(rows),
        ColumnReader::Int32ColumnReader(column) => column.skip_records(rows),
        ColumnReader::DoubleColumnReader(column) => column.skip_records(rows),
        ColumnReader::Int64ColumnReader(column) => column.skip_records(rows),
        _ => Ok(rows),
    }
}

/// Passes on the next values of a column of texts or bytes, row by row; for lists, one text with commas for each row.
pub(super) fn each_text(
    column: &mut ColumnReaderImpl<ByteArrayType>,
    rows: usize,
    mut take: impl FnMut(Option<ByteArray>),
) -> std::result::Result<(), ParquetError> {
    let (mut levels, mut starts) = (Vec::with_capacity(rows), Vec::new());
    let mut values = Vec::with_capacity(rows);
    column.read_records(rows, Some(&mut levels), Some(&mut starts), &mut values)?;
    let mut values = values.into_iter();
    if starts.is_empty() {
        // Not a list: each level belongs to a row.
        for level in levels {
            take(if level > 0 { values.next() } else { None });
        }
        return Ok(());
    }
    let mut list: Option<Vec<u8>> = None;
    for (place, (level, start)) in levels.into_iter().zip(starts).enumerate() {
        if start == 0 {
            if place > 0 {
                take(list.take().map(ByteArray::from));
            }
            list = (level != NO_LIST).then(Vec::new);
        }
        if level == IN_LIST
            && let (Some(value), Some(list)) = (values.next(), &mut list)
        {
            if start != 0 {
                list.push(b',');
            }
            list.extend_from_slice(value.data());
        }
    }
    take(list.map(ByteArray::from));
    Ok(())
}

/// Assigns values to their rows.
pub(super) fn spread<T>(
    read: impl FnOnce(
        &mut Vec<i16>,
        &mut Vec<T>,
    ) -> std::result::Result<(usize, usize, usize), ParquetError>,
) -> std::result::Result<Vec<Option<T>>, ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    read(&mut levels, &mut values)?;
    let mut values = values.into_iter();
    Ok(levels
        .into_iter()
        .map(|level| if level > 0 { values.next() } else { None })
        .collect())
}

/// Game info of some rows.
fn infos(
    cells: &BTreeMap<String, Cells>,
    root: &Root,
    rows: impl Iterator<Item = usize>,
) -> std::result::Result<Vec<IndexedGame>, ParquetError> {
    let cells = cells.iter().map(|(name, cells)| (name.as_str(), cells));
    let mut reader = RowReader::new(cells, root)?;
    let read = |row| {
        let mut info = RowReader::blank();
        reader.fill(row, &mut info)?;
        Ok(info)
    };
    rows.map(read).collect()
}
