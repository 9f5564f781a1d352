//! Game info as Parquet (`docs/store-format.md`, *games.parquet*).

mod batch;
mod column;
mod parts;
mod read;
mod row;
mod runs;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use rayon::prelude::*;

pub use self::batch::{Batch, ColumnType, Strings, Values};
use self::column::{Cell, Column};
use self::parts::Written;
pub(crate) use self::read::Table;
use crate::directory::Winner;
use crate::error::{Result, StoreError};
use crate::info::Text;
use crate::ingest::GameData;
use crate::root::Root;

/// The columns after the file, the number and the texts.
const DERIVED: [(&str, ColumnType); 22] = [
    ("black_key", ColumnType::Text),
    ("white_key", ColumnType::Text),
    ("black_strength", ColumnType::Int),
    ("white_strength", ColumnType::Int),
    ("date_first", ColumnType::Date),
    ("date_last", ColumnType::Date),
    ("winner", ColumnType::Text),
    ("how", ColumnType::Text),
    ("margin", ColumnType::Double),
    ("komi", ColumnType::Double),
    ("time", ColumnType::Double),
    ("handicap", ColumnType::Int),
    ("columns", ColumnType::Int),
    ("rows", ColumnType::Int),
    ("format", ColumnType::Int),
    ("moves", ColumnType::Int),
    ("nodes", ColumnType::Int),
    ("variations", ColumnType::Int),
    ("properties", ColumnType::Texts),
    ("main_hash", ColumnType::Long),
    ("dyer_signature", ColumnType::Text),
    ("events", ColumnType::Bytes),
];

/// Columns with another name in the file: keywords of SQL are bad names, and so is `game`, the number of a game within
/// a segment. Before version 3, files used the first name.
const RENAMED: [(&str, &str); 6] = [
    ("columns", "width"),
    ("date", "date_text"),
    ("game", "game_name"),
    ("rows", "height"),
    ("time", "main_time"),
    ("user", "entered_by"),
];

/// The name of a column in the file.
pub(crate) fn written_name(name: &str) -> &str {
    let mut renamed = RENAMED.iter();
    let written = renamed.find(|(own, _)| *own == name);
    written.map_or(name, |(_, written)| *written)
}

/// The name in this crate of a column of the file.
fn own_name(written: &str) -> &str {
    let mut renamed = RENAMED.iter();
    let own = renamed.find(|(_, name)| *name == written);
    own.map_or(written, |(own, _)| *own)
}

/// All columns in order, by their names in the file.
pub(crate) fn columns() -> Vec<(&'static str, ColumnType)> {
    let columns = own_columns().into_iter();
    columns
        .map(|(name, kind)| (written_name(name), kind))
        .collect()
}

/// All columns in order.
fn own_columns() -> Vec<(&'static str, ColumnType)> {
    let mut columns = vec![("path", ColumnType::Text), ("number", ColumnType::Int)];
    columns.extend(
        Text::ALL
            .iter()
            .map(|text| (text.column(), ColumnType::Text)),
    );
    columns.extend(DERIVED);
    columns.push(("sgf", ColumnType::Text));
    columns
}

/// Collects the rows of a segment, column by column.
#[derive(Debug)]
pub(crate) struct TableBuilder {
    columns: Vec<Column>,
    /// Paths are stored relative to it.
    root: Arc<Root>,
}

impl TableBuilder {
    pub(crate) fn new(root: &Arc<Root>) -> Self {
        let columns = columns().into_iter();
        Self {
            columns: columns
                .map(|(name, kind)| Column::new(name, kind))
                .collect(),
            root: root.clone(),
        }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, game: &GameData) {
        let mut columns = self.columns.iter_mut();
        cells(game, &self.root, |cell| {
            if let Some(column) = columns.next() {
                column.push(cell);
            }
        });
    }

    /// Writes all rows as one group. Returns the checksums of the parts of the file.
    pub(crate) fn write(self, path: &Path) -> Result<Vec<u64>> {
        let message: String = self.columns.iter().map(Column::declaration).collect();
        let schema = parse_message_type(&format!("message game {{ {message} }}"))
            .map_err(StoreError::table(path))?;
        let level = ZstdLevel::try_new(1).map_err(StoreError::table(path))?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_created_by(concat!("kifu-store ", env!("CARGO_PKG_VERSION")).to_owned())
            // A dictionary is useless for values that differ in every row.
            .set_column_dictionary_enabled(ColumnPath::from("events"), false)
            .set_column_dictionary_enabled(ColumnPath::from("sgf"), false)
            .set_column_dictionary_enabled(ColumnPath::from("main_hash"), false)
            .build();
        let properties = Arc::new(properties);
        let file = File::create(path).map_err(StoreError::io(path))?;
        let mut writer =
            SerializedFileWriter::new(Written::new(file), Arc::new(schema), properties.clone())
                .map_err(StoreError::table(path))?;
        let descriptors = writer.schema_descr().columns().to_vec();
        let chunks: Vec<_> = self
            .columns
            .into_par_iter()
            .zip(descriptors)
            .with_max_len(1)
            .map(|(column, descriptor)| column.encode(descriptor, &properties))
            .collect();
        let mut group = writer.next_row_group().map_err(StoreError::table(path))?;
        for chunk in chunks {
            let (bytes, closed) = chunk.map_err(StoreError::table(path))?;
            group
                .append_column(&bytes, closed)
                .map_err(StoreError::table(path))?;
        }
        group.close().map_err(StoreError::table(path))?;
        let written = writer.into_inner().map_err(StoreError::table(path))?;
        let (file, checks) = written.finish();
        file.sync_all().map_err(StoreError::io(path))?;
        Ok(checks)
    }
}

/// The cells of a row, in the order of the columns.
fn cells(game: &GameData, root: &Root, mut push: impl FnMut(Cell<'_>)) {
    let (info, facts) = (&game.info, &game.facts);
    push(Cell::Text(&root.stored(&info.path)));
    push(Cell::Int(i32::try_from(info.number + 1).ok()));
    for text in &info.texts {
        push(text.as_deref().map_or(Cell::Null, Cell::Text));
    }
    for key in &facts.keys {
        push(key.as_deref().map_or(Cell::Null, Cell::Text));
    }
    for strength in facts.strengths {
        push(Cell::Int(strength.map(i32::from)));
    }
    push(Cell::Int(facts.days.map(|(first, _)| first)));
    push(Cell::Int(facts.days.map(|(_, last)| last)));
    push(match facts.winner {
        Winner::Unknown => Cell::Null,
        Winner::Black => Cell::Text("B"),
        Winner::White => Cell::Text("W"),
        Winner::Draw => Cell::Text("draw"),
        Winner::Void => Cell::Text("void"),
    });
    push(facts.how.map_or(Cell::Null, Cell::Text));
    push(Cell::Double(facts.margin));
    push(Cell::Double(info.komi));
    push(Cell::Double(info.time));
    push(Cell::Int(info.handicap));
    push(Cell::Int(info.size.map(|size| size.columns().into())));
    push(Cell::Int(info.size.map(|size| size.rows().into())));
    push(Cell::Int(info.format));
    for count in [info.moves, info.nodes, info.variations] {
        push(Cell::Int(i32::try_from(count).ok()));
    }
    push(Cell::Texts(&info.properties));
    push(Cell::Long(game.entry.hash.cast_signed()));
    push(Cell::Text(&info.dyer_signature));
    push(Cell::Words(&game.events));
    push(info.sgf.as_deref().map_or(Cell::Null, Cell::Text));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kifu_sgf::Collection;

    use super::column::Column;
    use super::{ColumnType, Table, TableBuilder, own_columns};
    use crate::info::Text;
    use crate::ingest::GameData;

    /// Tables of version 2 have other names for some columns, and a text for the list.
    #[test]
    fn tables_of_version_2_are_read() {
        let record = "(;GM[1]SZ[9:13]PB[Ann]DT[2001-02-03]US[Bob]TM[3600]KM[6.5];B[aa])";
        let collection = Collection::from(record);
        let game = GameData::of(collection.game(0).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let old = own_columns().into_iter().map(|(name, kind)| match kind {
            ColumnType::Texts => Column::new(name, ColumnType::Text),
            kind => Column::new(name, kind),
        });
        let old = TableBuilder {
            columns: old.collect(),
            root: Arc::default(),
        };
        let mut infos = Vec::new();
        for (name, mut builder) in [("old", old), ("new", TableBuilder::new(&Arc::default()))] {
            let path = folder.path().join(name);
            builder.push(&game);
            builder.push(&game);
            builder.write(&path).unwrap();
            let table = Table::open(&path, &Arc::default()).unwrap();
            infos.push(table.read(None, None, |name| name != "events").unwrap());
        }
        assert_eq!(infos[0], infos[1]);
        let info = &infos[0][1];
        assert_eq!(info.size.unwrap().to_string(), "9×13");
        assert_eq!(info.text(Text::Date), Some("2001-02-03"));
        assert_eq!(info.text(Text::User), Some("Bob"));
        assert_eq!(info.time, Some(3600.0));
        assert_eq!(info.properties, "B,DT,GM,KM,PB,SZ,TM,US");
    }
}
