use bytes::Bytes;
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use super::batch::ColumnType;
use crate::event::extend_le;

/// A value of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell<'a> {
    Null,
    Text(&'a str),
    /// A list of texts, separated by commas.
    Texts(&'a str),
    Int(Option<i32>),
    Long(i64),
    Double(Option<f64>),
    Words(&'a [u16]),
}

/// The levels of a missing list, of an empty one, and of a text in a list.
pub(super) const NO_LIST: i16 = 0;
const EMPTY_LIST: i16 = 1;
pub(super) const IN_LIST: i16 = 2;

/// The values of a column; each may be missing.
#[derive(Debug)]
pub(super) struct Column {
    name: &'static str,
    kind: ColumnType,
    /// For each row, 1 if there is a value; for lists, the level of each text.
    levels: Vec<i16>,
    /// For lists, 0 for the first text of a row.
    starts: Vec<i16>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    ints: Vec<i32>,
    longs: Vec<i64>,
    doubles: Vec<f64>,
}

impl Column {
    pub(super) const fn new(name: &'static str, kind: ColumnType) -> Self {
        Self {
            name,
            kind,
            levels: Vec::new(),
            starts: Vec::new(),
            bytes: Vec::new(),
            ends: Vec::new(),
            ints: Vec::new(),
            longs: Vec::new(),
            doubles: Vec::new(),
        }
    }

    /// Its line in the message type.
    pub(super) fn declaration(&self) -> String {
        let (physical, logical) = match self.kind {
            ColumnType::Text => ("BYTE_ARRAY", " (STRING)"),
            ColumnType::Int => ("INT32", ""),
            ColumnType::Date => ("INT32", " (DATE)"),
            ColumnType::Long => ("INT64", ""),
            ColumnType::Double => ("DOUBLE", ""),
            ColumnType::Bytes => ("BYTE_ARRAY", ""),
            ColumnType::Texts => {
                return format!(
                    "OPTIONAL group {} (LIST) {{ REPEATED group list {{ REQUIRED BYTE_ARRAY element (STRING); }} }} ",
                    self.name
                );
            }
        };
        format!("OPTIONAL {physical} {}{logical}; ", self.name)
    }

    pub(super) fn push(&mut self, cell: Cell<'_>) {
        if self.kind == ColumnType::Texts {
            return self.push_list(match cell {
                Cell::Texts(texts) => Some(texts),
                _ => None,
            });
        }
        let is_there = match cell {
            Cell::Null | Cell::Int(None) | Cell::Double(None) => false,
            Cell::Text(text) | Cell::Texts(text) => {
                self.bytes.extend_from_slice(text.as_bytes());
                self.ends.push(self.bytes.len());
                true
            }
            Cell::Words(words) => {
                extend_le(&mut self.bytes, words);
                self.ends.push(self.bytes.len());
                true
            }
            Cell::Int(Some(int)) => {
                self.ints.push(int);
                true
            }
            Cell::Long(long) => {
                self.longs.push(long);
                true
            }
            Cell::Double(Some(double)) => {
                self.doubles.push(double);
                true
            }
        };
        self.levels.push(is_there.into());
    }

    fn push_list(&mut self, texts: Option<&str>) {
        let first = self.levels.len();
        let words = texts.into_iter().flat_map(|texts| texts.split(','));
        for word in words.filter(|word| !word.is_empty()) {
            self.bytes.extend_from_slice(word.as_bytes());
            self.ends.push(self.bytes.len());
            self.levels.push(IN_LIST);
            self.starts.push(1);
        }
        if self.levels.len() == first {
            self.levels.push(texts.map_or(NO_LIST, |_| EMPTY_LIST));
            self.starts.push(1);
        }
        self.starts[first] = 0;
    }

    /// The bytes of its chunk, with their metadata.
    pub(super) fn encode(
        self,
        descriptor: ColumnDescPtr,
        properties: &WriterPropertiesPtr,
    ) -> Result<(Bytes, ColumnCloseResult)> {
        let mut output = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut output));
        let writer = get_column_writer(descriptor, properties.clone(), pages);
        let closed = self.write(writer)?;
        Ok((output.into_inner()?.into(), closed))
    }

    fn write(self, mut writer: ColumnWriter<'_>) -> Result<ColumnCloseResult> {
        let levels = Some(&self.levels[..]);
        match &mut writer {
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                let whole = ByteArray::from(self.bytes);
                let mut start = 0;
                let values: Vec<_> = self
                    .ends
                    .iter()
                    .map(|&end| {
                        let value = whole.slice(start, end - start);
                        start = end;
                        value
                    })
                    .collect();
                let starts = (self.kind == ColumnType::Texts).then_some(&self.starts[..]);
                writer.write_batch(&values, levels, starts)?;
            }
            ColumnWriter::Int32ColumnWriter(writer) => {
                writer.write_batch(&self.ints, levels, None)?;
            }
            ColumnWriter::Int64ColumnWriter(writer) => {
                writer.write_batch(&self.longs, levels, None)?;
            }
            ColumnWriter::DoubleColumnWriter(writer) => {
                writer.write_batch(&self.doubles, levels, None)?;
            }
            _ => return Err(other_type(self.name)),
        }
        writer.close()
    }
}

/// The error for a column with an unexpected type.
pub(super) fn other_type(name: &str) -> ParquetError {
    ParquetError::General(format!("the column `{name}` has another type"))
}
