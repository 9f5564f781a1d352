//! Batches in Arrow's IPC stream format.

use std::io::Write;
use std::ops::Deref;

use arrow_ipc::writer::StreamWriter;
use arrow_schema::ArrowError;
use kifu_store::Store;

use crate::Games;

/// Writes games as a stream in Arrow's IPC format (`application/vnd.apache.arrow.stream`), without compression.
///
/// ```
/// use std::path::Path;
///
/// use kifu_arrow::{Games, schema, write};
/// use kifu_store::Store;
///
/// fn send(index: &Path) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
///     let store = Store::open(index)?;
///     let columns = schema(Some(&["black".into(), "white".into(), "date".into()]))?;
///     let games = Games::new(&store, &"year>1900".parse()?, columns)?;
///     let mut bytes = Vec::new();
///     write(games, &mut bytes)?;
///     Ok(bytes)
/// }
/// ```
///
/// # Errors
/// A part of the index is damaged, or `output` fails.
pub fn write<S: Deref<Target = Store>>(
    games: Games<S>,
    output: impl Write,
) -> Result<(), ArrowError> {
    let mut writer = StreamWriter::try_new(output, &games.schema())?;
    for batch in games {
        writer.write(&batch?)?;
    }
    writer.finish()
}
