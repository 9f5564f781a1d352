//! Game info as Parquet (`docs/store-format.md`, *games.parquet*).

mod column;
mod read;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use kifu_sgf::value::{Date, DateList, GameResult, Rank, Real, Reason};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use self::column::{Cell, Column, Kind};
pub(crate) use self::read::Table;
use crate::directory::Winner;
use crate::error::{Result, StoreError};
use crate::info::Text;
use crate::ingest::GameData;

/// The columns behind the file, the number and the texts.
const DERIVED: [(&str, Kind); 22] = [
    ("black_key", Kind::Text),
    ("white_key", Kind::Text),
    ("black_strength", Kind::Int),
    ("white_strength", Kind::Int),
    ("date_first", Kind::Date),
    ("date_last", Kind::Date),
    ("winner", Kind::Text),
    ("how", Kind::Text),
    ("margin", Kind::Double),
    ("komi", Kind::Double),
    ("time", Kind::Double),
    ("handicap", Kind::Int),
    ("columns", Kind::Int),
    ("rows", Kind::Int),
    ("format", Kind::Int),
    ("moves", Kind::Int),
    ("nodes", Kind::Int),
    ("variations", Kind::Int),
    ("properties", Kind::Text),
    ("main_hash", Kind::Long),
    ("dyer_signature", Kind::Text),
    ("events", Kind::Bytes),
];

/// All columns in their order.
fn columns() -> Vec<(&'static str, Kind)> {
    let mut columns = vec![("path", Kind::Text), ("number", Kind::Int)];
    columns.extend(Text::ALL.iter().map(|text| (text.column(), Kind::Text)));
    columns.extend(DERIVED);
    columns.push(("sgf", Kind::Bytes));
    columns
}

/// Gathers the rows of a segment, column by column.
#[derive(Debug)]
pub(crate) struct TableBuilder {
    columns: Vec<Column>,
}

impl TableBuilder {
    pub(crate) fn new() -> Self {
        let columns = columns().into_iter();
        Self {
            columns: columns
                .map(|(name, kind)| Column::new(name, kind))
                .collect(),
        }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, game: &GameData) {
        let mut columns = self.columns.iter_mut();
        cells(game, |cell| {
            if let Some(column) = columns.next() {
                column.push(cell);
            }
        });
    }

    /// Writes all rows as one group.
    pub(crate) fn write(self, path: &Path) -> Result<()> {
        let message: String = self.columns.iter().map(Column::declaration).collect();
        let schema = parse_message_type(&format!("message game {{ {message} }}"))
            .map_err(StoreError::table(path))?;
        let level = ZstdLevel::try_new(1).map_err(StoreError::table(path))?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_created_by(concat!("kifu-store ", env!("CARGO_PKG_VERSION")).to_owned())
            // What differs in every row only fills a dictionary.
            .set_column_dictionary_enabled(ColumnPath::from("events"), false)
            .set_column_dictionary_enabled(ColumnPath::from("sgf"), false)
            .set_column_dictionary_enabled(ColumnPath::from("main_hash"), false)
            .build();
        let file = File::create(path).map_err(StoreError::io(path))?;
        let mut writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))
            .map_err(StoreError::table(path))?;
        let mut group = writer.next_row_group().map_err(StoreError::table(path))?;
        for column in self.columns {
            let next = group.next_column().map_err(StoreError::table(path))?;
            if let Some(next) = next {
                column.write(next).map_err(StoreError::table(path))?;
            }
        }
        group.close().map_err(StoreError::table(path))?;
        let file = writer.into_inner().map_err(StoreError::table(path))?;
        file.sync_all().map_err(StoreError::io(path))
    }
}

/// The cells of a row, in the order of the columns.
fn cells(game: &GameData, mut push: impl FnMut(Cell<'_>)) {
    let info = &game.info;
    push(Cell::Text(&info.path));
    push(Cell::Int(i32::try_from(info.number + 1).ok()));
    for text in &info.texts {
        push(text.as_deref().map_or(Cell::Null, Cell::Text));
    }
    for player in [Text::Black, Text::White] {
        let key = info.text(player).map(player_key);
        push(key.as_deref().map_or(Cell::Null, Cell::Text));
    }
    for rank in [Text::BlackRank, Text::WhiteRank] {
        let rank = info
            .text(rank)
            .and_then(|rank| Rank::parse_lenient(rank).ok());
        push(Cell::Int(rank.map(|rank| rank.value.strength().into())));
    }
    let dates = info.dates();
    let days = |end: fn(&DateList) -> Option<i32>| Cell::Int(dates.as_ref().and_then(end));
    push(days(|dates| {
        dates.dates().iter().map(|date| day(*date, false)).min()
    }));
    push(days(|dates| {
        dates.dates().iter().map(|date| day(*date, true)).max()
    }));
    let result = info.result();
    push(match game.winner {
        Winner::Unknown => Cell::Null,
        Winner::Black => Cell::Text("B"),
        Winner::White => Cell::Text("W"),
        Winner::Draw => Cell::Text("draw"),
        Winner::Void => Cell::Text("void"),
    });
    push(how(result).map_or(Cell::Null, Cell::Text));
    let margin = match result {
        Some(GameResult::Win { margin, .. }) => margin.map(Real::get),
        Some(GameResult::Draw) => Some(0.0),
        _ => None,
    };
    push(Cell::Double(margin));
    push(Cell::Double(info.komi));
    push(Cell::Double(info.time));
    push(Cell::Int(info.handicap));
    push(Cell::Int(info.size.map(|(columns, _)| columns.into())));
    push(Cell::Int(info.size.map(|(_, rows)| rows.into())));
    push(Cell::Int(info.format));
    for count in [info.moves, info.nodes, info.variations] {
        push(Cell::Int(i32::try_from(count).ok()));
    }
    push(Cell::Text(&info.properties));
    push(Cell::Long(game.hash.cast_signed()));
    push(Cell::Text(&info.dyer_signature));
    push(Cell::Words(&game.events));
    push(info.sgf.as_deref().map_or(Cell::Null, Cell::Text));
}

/// How a game was won.
const fn how(result: Option<GameResult>) -> Option<&'static str> {
    match result {
        Some(GameResult::Win { margin, reason, .. }) => match (reason, margin) {
            (Some(Reason::Resignation), _) => Some("resignation"),
            (Some(Reason::Time), _) => Some("time"),
            (Some(Reason::Forfeit), _) => Some("forfeit"),
            (None, Some(_)) => Some("points"),
            (None, None) => None,
        },
        Some(GameResult::Draw | GameResult::Void | GameResult::Unknown) | None => None,
    }
}

/// A player, normalised: lower case, full-width letters as ASCII, letters and digits only, words parted by
/// one blank.
#[must_use]
pub fn player_key(name: &str) -> String {
    let narrow = name.chars().map(|char| match char {
        // Full-width ASCII stands in the same order as ASCII.
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(char) - 0xff01 + u32::from('!')).unwrap_or(char)
        }
        _ => char,
    });
    let lower: String = narrow.flat_map(char::to_lowercase).collect();
    let words: Vec<_> = lower
        .split(|char: char| !char.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// The number of a day, counted from the first of January 1970; the first or the last day of a month or a
/// year.
fn day(date: Date, is_last: bool) -> i32 {
    let (year, month) = (i32::from(date.year()), date.month().map(i32::from));
    let first_of = |year: i32, month: i32| {
        // Years begin in March, so that the leap day comes last.
        let (year, month) = if month > 2 {
            (year, month - 3)
        } else {
            (year - 1, month + 9)
        };
        year * 365 + year.div_euclid(4) - year.div_euclid(100)
            + year.div_euclid(400)
            + (month * 153 + 2) / 5
            - 719_468
    };
    match (month, date.day()) {
        (Some(month), Some(day)) => first_of(year, month) + i32::from(day) - 1,
        (Some(month @ ..12), None) if is_last => first_of(year, month + 1) - 1,
        (Some(_) | None, None) if is_last => first_of(year + 1, 1) - 1,
        (Some(month), None) => first_of(year, month),
        (None, _) => first_of(year, 1),
    }
}

#[cfg(test)]
mod tests {
    use kifu_sgf::value::Date;

    use super::{day, player_key};

    #[test]
    fn days_count_from_1970() {
        let of = |year, month, day| Date::of_day(year, month, day).unwrap();
        assert_eq!(day(of(1970, 1, 1), false), 0);
        assert_eq!(day(of(2000, 3, 1), true), 11_017);
        assert_eq!(day(of(1969, 12, 31), true), -1);
        assert_eq!(day(of(2026, 11, 21), false), 20_778);
        let year = Date::of_year(2000).unwrap();
        assert_eq!(day(year, true) - day(year, false), 365);
        let february = Date::of_month(1900, 2).unwrap();
        assert_eq!(day(february, true) - day(february, false), 27);
    }

    #[test]
    fn players_are_known_however_they_are_written() {
        for name in [
            "Lee Sedol",
            " lee  sedol ",
            "LEE, Sedol",
            "Ｌｅｅ　Ｓｅｄｏｌ",
        ] {
            assert_eq!(player_key(name), "lee sedol", "{name}");
        }
        assert_eq!(player_key("吴清源 9p"), "吴清源 9p");
        assert_eq!(player_key("№!"), "");
    }
}
