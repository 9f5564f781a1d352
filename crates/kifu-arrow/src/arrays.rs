//! Columns of the store as arrays.

use std::iter::once;
use std::sync::Arc;

use arrow_array::builder::{LargeStringBuilder, ListBuilder};
use arrow_array::{
    ArrayRef, Date32Array, Float64Array, Int32Array, Int64Array, LargeBinaryArray,
    LargeStringArray, ListArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field};
use kifu_store::{ColumnType, Strings, Values};

/// The type of a column of an index.
#[must_use]
pub fn data_type(kind: ColumnType) -> DataType {
    match kind {
        ColumnType::Texts => {
            let text = Field::new_list_field(DataType::LargeUtf8, true);
            DataType::List(Arc::new(text))
        }
        ColumnType::Text => DataType::LargeUtf8,
        ColumnType::Int => DataType::Int32,
        ColumnType::Date => DataType::Date32,
        ColumnType::Long => DataType::Int64,
        ColumnType::Double => DataType::Float64,
        ColumnType::Bytes => DataType::LargeBinary,
    }
}

/// Converts the values of a column to an array of type `kind`, which is the [`data_type`] of the column.
///
/// # Errors
/// Text that is not UTF-8.
pub fn array(values: Values, kind: &DataType) -> Result<ArrayRef, ArrowError> {
    Ok(match (values, kind) {
        (Values::Bytes(strings), DataType::LargeUtf8) => {
            let (offsets, bytes, nulls) = parts(strings);
            Arc::new(LargeStringArray::try_new(offsets, bytes, nulls)?)
        }
        (Values::Bytes(strings), DataType::List(_)) => Arc::new(lists(&strings)),
        (Values::Bytes(strings), _) => {
            let (offsets, bytes, nulls) = parts(strings);
            Arc::new(LargeBinaryArray::try_new(offsets, bytes, nulls)?)
        }
        (Values::Ints(ints), DataType::Date32) => Arc::new(Date32Array::from(ints)),
        (Values::Ints(ints), _) => Arc::new(Int32Array::from(ints)),
        (Values::Longs(longs), _) => Arc::new(Int64Array::from(longs)),
        (Values::Doubles(doubles), _) => Arc::new(Float64Array::from(doubles)),
    })
}

/// Lists of texts, which the store keeps with commas between them.
fn lists(strings: &Strings) -> ListArray {
    let mut lists = ListBuilder::new(LargeStringBuilder::new());
    for row in 0..strings.ends.len() {
        let texts = strings.get(row).map(String::from_utf8_lossy);
        for text in texts.iter().flat_map(|texts| texts.split(',')) {
            if !text.is_empty() {
                lists.values().append_value(text);
            }
        }
        lists.append(texts.is_some());
    }
    lists.finish()
}

fn parts(strings: Strings) -> (OffsetBuffer<i64>, Buffer, Option<NullBuffer>) {
    let ends = strings
        .ends
        .into_iter()
        .map(|end| (end as u64).cast_signed());
    let offsets: Vec<i64> = once(0).chain(ends).collect();
    (
        // The ends of texts are ascending.
        OffsetBuffer::new(ScalarBuffer::from(offsets)),
        Buffer::from_vec(strings.bytes),
        Some(NullBuffer::from(strings.are_there)),
    )
}
