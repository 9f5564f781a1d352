//! Rows of a table as game info.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use kifu_go::Size;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;

use super::column::other_type;
use super::read::Cells;
use crate::info::{IndexedGame, Text};
use crate::root::Root;

/// The place of a column's value in game info.
#[derive(Clone, Copy)]
enum Slot {
    Path,
    Text(usize),
    Properties,
    DyerSignature,
    Sgf,
    Komi,
    Time,
    Number,
    Handicap,
    Format,
    Columns,
    Rows,
    Moves,
    Nodes,
    Variations,
}

impl Slot {
    /// The slot of a column; `None` if game info has none.
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "path" => Self::Path,
            "properties" => Self::Properties,
            "dyer_signature" => Self::DyerSignature,
            "sgf" => Self::Sgf,
            "komi" => Self::Komi,
            "time" => Self::Time,
            "number" => Self::Number,
            "handicap" => Self::Handicap,
            "format" => Self::Format,
            "columns" => Self::Columns,
            "rows" => Self::Rows,
            "moves" => Self::Moves,
            "nodes" => Self::Nodes,
            "variations" => Self::Variations,
            _ => {
                let mut texts = Text::ALL.iter();
                Self::Text(texts.position(|text| text.column() == name)?)
            }
        })
    }

    const fn is_text(self) -> bool {
        matches!(
            self,
            Self::Path | Self::Text(_) | Self::Properties | Self::DyerSignature | Self::Sgf
        )
    }
}

/// Reads rows of some columns into game info.
pub(super) struct RowReader<'a> {
    columns: Vec<(Slot, &'a Cells)>,
    /// Paths are relative to it.
    root: &'a Root,
    /// Most games share their path with others.
    paths: BTreeMap<String, Arc<str>>,
}

impl<'a> RowReader<'a> {
    pub(super) fn new(
        cells: impl IntoIterator<Item = (&'a str, &'a Cells)>,
        root: &'a Root,
    ) -> Result<Self, ParquetError> {
        let mut columns = Vec::new();
        for (name, cells) in cells {
            let Some(slot) = Slot::of(name) else { continue };
            if slot.is_text() && !matches!(cells, Cells::Bytes(_)) {
                return Err(other_type(name));
            }
            columns.push((slot, cells));
        }
        Ok(Self {
            columns,
            root,
            paths: BTreeMap::new(),
        })
    }

    /// Game info without values.
    pub(super) fn blank() -> IndexedGame {
        IndexedGame {
            texts: vec![None; Text::ALL.len()],
            ..IndexedGame::default()
        }
    }

    /// Reads a row into the info of another row with the same columns.
    pub(super) fn fill(&mut self, row: usize, info: &mut IndexedGame) -> Result<(), ParquetError> {
        let (mut columns, mut rows) = (None, None);
        for (slot, cells) in &self.columns {
            match (*slot, cells) {
                (Slot::Path, Cells::Bytes(cells)) => {
                    let path = text(cells, row)?.map_or(String::new(), lossy);
                    let path = match self.root.absolute(&path) {
                        Cow::Borrowed(_) => path,
                        Cow::Owned(path) => path,
                    };
                    if *info.path != *path {
                        let known = self.paths.entry(path);
                        let known = known.or_insert_with_key(|path| path.as_str().into());
                        info.path = known.clone();
                    }
                }
                (Slot::Text(number), Cells::Bytes(cells)) => {
                    let own = &mut info.texts[number];
                    match (text(cells, row)?, own) {
                        (Some(bytes), Some(own)) => put(own, bytes),
                        (bytes, own) => *own = bytes.map(lossy),
                    }
                }
                (Slot::Sgf, Cells::Bytes(cells)) => info.sgf = text(cells, row)?.map(lossy),
                (Slot::Properties, Cells::Bytes(cells)) => {
                    put(&mut info.properties, text(cells, row)?.unwrap_or_default());
                }
                (Slot::DyerSignature, Cells::Bytes(cells)) => {
                    put(
                        &mut info.dyer_signature,
                        text(cells, row)?.unwrap_or_default(),
                    );
                }
                (Slot::Komi, Cells::Doubles(cells)) => info.komi = value(cells, row),
                (Slot::Time, Cells::Doubles(cells)) => info.time = value(cells, row),
                (Slot::Handicap, Cells::Ints(cells)) => info.handicap = value(cells, row),
                (Slot::Format, Cells::Ints(cells)) => info.format = value(cells, row),
                (Slot::Columns, Cells::Ints(cells)) => columns = side(cells, row),
                (Slot::Rows, Cells::Ints(cells)) => rows = side(cells, row),
                (Slot::Number, Cells::Ints(cells)) => {
                    info.number = count(cells, row).saturating_sub(1);
                }
                (Slot::Moves, Cells::Ints(cells)) => info.moves = count(cells, row),
                (Slot::Nodes, Cells::Ints(cells)) => info.nodes = count(cells, row),
                (Slot::Variations, Cells::Ints(cells)) => info.variations = count(cells, row),
                _ => {}
            }
        }
        info.size = columns
            .zip(rows)
            .and_then(|(columns, rows)| Size::new(columns, rows).ok());
        Ok(())
    }
}

fn text(cells: &[Option<ByteArray>], row: usize) -> Result<Option<&[u8]>, ParquetError> {
    match cells.get(row) {
        Some(cell) => Ok(cell.as_ref().map(ByteArray::data)),
        None => Err(ParquetError::EOF(format!("row {row} is missing"))),
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Replaces a text, reusing its memory.
fn put(own: &mut String, bytes: &[u8]) {
    own.clear();
    own.push_str(&String::from_utf8_lossy(bytes));
}

fn value<T: Copy>(cells: &[Option<T>], row: usize) -> Option<T> {
    cells.get(row).copied().flatten()
}

fn count(cells: &[Option<i32>], row: usize) -> u32 {
    let count = value(cells, row).and_then(|count| u32::try_from(count).ok());
    count.unwrap_or(0)
}

fn side(cells: &[Option<i32>], row: usize) -> Option<u16> {
    u16::try_from(value(cells, row)?).ok()
}
