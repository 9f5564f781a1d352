//! Columns of the store as arrays of Arrow.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, BinaryArray, Date32Array, Float64Array, Int32Array, Int64Array, ListBuilder,
    StringArray, StringBuilder,
};
use datafusion::arrow::buffer::{Buffer, NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field};
use kifu::store::{ColumnType, Strings, Values};

/// The type of a list of texts.
pub(crate) fn texts() -> DataType {
    DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true)))
}

/// The type of a column of the store.
pub(crate) fn type_of(kind: ColumnType) -> DataType {
    match kind {
        ColumnType::Texts => texts(),
        ColumnType::Text => DataType::Utf8,
        ColumnType::Int => DataType::Int32,
        ColumnType::Date => DataType::Date32,
        ColumnType::Long => DataType::Int64,
        ColumnType::Double => DataType::Float64,
        ColumnType::Bytes => DataType::Binary,
    }
}

/// The values of a column of the store.
pub(crate) fn array(kind: ColumnType, values: Values) -> ArrayRef {
    match values {
        Values::Bytes(strings) if kind == ColumnType::Texts => list(&strings),
        Values::Bytes(strings) if kind == ColumnType::Bytes => {
            let (offsets, bytes, nulls) = parts(strings);
            Arc::new(BinaryArray::new(offsets, bytes, nulls))
        }
        Values::Bytes(strings) => Arc::new(text(strings)),
        Values::Ints(values) if kind == ColumnType::Date => Arc::new(Date32Array::from(values)),
        Values::Ints(values) => Arc::new(Int32Array::from(values)),
        Values::Longs(values) => Arc::new(Int64Array::from(values)),
        Values::Doubles(values) => Arc::new(Float64Array::from(values)),
    }
}

/// Texts; bytes that are not UTF-8 become replacement characters.
fn text(strings: Strings) -> StringArray {
    let (offsets, bytes, nulls) = parts(strings);
    StringArray::try_new(offsets.clone(), bytes.clone(), nulls.clone()).unwrap_or_else(|_| {
        let bytes = BinaryArray::new(offsets, bytes, nulls);
        let texts = bytes.iter().map(|text| text.map(String::from_utf8_lossy));
        texts.collect()
    })
}

fn parts(strings: Strings) -> (OffsetBuffer<i32>, Buffer, Option<NullBuffer>) {
    let starts = std::iter::once(&0).chain(&strings.ends);
    let lengths = starts
        .zip(&strings.ends)
        .map(|(start, end)| end.saturating_sub(*start));
    (
        OffsetBuffer::from_lengths(lengths),
        Buffer::from_vec(strings.bytes),
        Some(NullBuffer::from(strings.are_there)),
    )
}

fn list(strings: &Strings) -> ArrayRef {
    let mut builder = ListBuilder::new(StringBuilder::new());
    for row in 0..strings.ends.len() {
        let text = strings.get(row).map(String::from_utf8_lossy);
        if let Some(text) = &text {
            for word in text.split(',').filter(|word| !word.is_empty()) {
                builder.values().append_value(word);
            }
        }
        builder.append(text.is_some());
    }
    Arc::new(builder.finish())
}
