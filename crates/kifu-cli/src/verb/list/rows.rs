//! Games as rows: their texts, and the order in which they are printed.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::io::{self, Write as _};
use std::ops::ControlFlow;

#[cfg(feature = "database")]
use kifu::GameTree;
use kifu::select::{Field, Kind, Record};
use kifu::value::{DateList, Standing};
use serde_json::{Map, Value};

use super::table::Table;
use super::{Column, Format};
use crate::harmless;
use crate::output::{Output, Palette};
use crate::selected::{csv_line, json};

/// A game whose fields can be printed.
pub(super) trait Fields {
    fn text(&self, field: Field) -> Option<Cow<'_, str>>;
    fn number(&self, field: Field) -> Option<f64>;

    /// The text of a column for the game. The tables of an index have neither properties nor moves.
    fn column(&self, column: &Column) -> Option<Cow<'_, str>> {
        self.text(column.field()?)
    }
}

impl Fields for Record<'_> {
    fn text(&self, field: Field) -> Option<Cow<'_, str>> {
        Record::text(self, field)
    }

    fn number(&self, field: Field) -> Option<f64> {
        Record::number(self, field)
    }

    fn column(&self, column: &Column) -> Option<Cow<'_, str>> {
        match column {
            Column::Field(field) => Record::text(self, *field),
            Column::Property(identifier) => self.property(identifier),
            Column::Move(number) => {
                let (color, raw) = self.nth_move(*number)?;
                Some(format!("{color} {}", if raw.is_empty() { "pass" } else { raw }).into())
            }
        }
    }
}

#[cfg(feature = "database")]
impl Fields for kifu::store::IndexedGame {
    fn text(&self, field: Field) -> Option<Cow<'_, str>> {
        self.field(field)
    }

    fn number(&self, field: Field) -> Option<f64> {
        kifu::select::Facts::number(self, field)
    }
}

/// A game of an index, with its record for columns that the index does not have.
#[cfg(feature = "database")]
pub(super) struct WithRecord<'a> {
    info: &'a kifu::store::IndexedGame,
    record: Option<Record<'a>>,
}

#[cfg(feature = "database")]
impl<'a> WithRecord<'a> {
    /// `record` is `None` if it cannot be read.
    pub(super) fn new(info: &'a kifu::store::IndexedGame, record: Option<GameTree<'a>>) -> Self {
        Self {
            info,
            record: record.map(|game| Record::in_file(game, &info.path)),
        }
    }
}

#[cfg(feature = "database")]
impl Fields for WithRecord<'_> {
    fn text(&self, field: Field) -> Option<Cow<'_, str>> {
        Fields::text(self.info, field)
    }

    fn number(&self, field: Field) -> Option<f64> {
        Fields::number(self.info, field)
    }

    fn column(&self, column: &Column) -> Option<Cow<'_, str>> {
        match column {
            Column::Field(field) => self.text(*field),
            Column::Property(_) | Column::Move(_) => self.record.as_ref()?.column(column),
        }
    }
}

/// A value to sort by. Unreadable ones come last in either direction, and missing ones after them.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Key {
    Number(f64),
    Text(String),
    /// The text of a value that the field cannot have: `25th Honinbo` is no rank.
    Unreadable(String),
    Missing,
}

impl Key {
    fn of(game: &impl Fields, field: Field) -> Self {
        if field.kind() == Kind::Number {
            return game.number(field).map_or(Self::Missing, Self::Number);
        }
        let text = game.text(field).unwrap_or_default();
        Self::of_text(field, &text)
    }

    /// The key of a value with this text.
    pub(super) fn of_text(field: Field, text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() {
            return Self::Missing;
        }
        let read = match field.kind() {
            Kind::Number => text.parse().ok().map(Self::Number),
            Kind::Size => place_of_size(text).map(Self::Number),
            Kind::Date => DateList::guess(text).ok().and_then(|dates| {
                let first = dates.value.dates().iter().min()?;
                Some(Self::Text(first.to_string()))
            }),
            Kind::Rank => Standing::parse(text)
                .ok()
                .and_then(Standing::rank)
                .map(|rank| Self::Number(rank.strength().into())),
            _ => Some(Self::Text(text.to_lowercase())),
        };
        read.unwrap_or_else(|| Self::Unreadable(text.to_lowercase()))
    }

    pub(super) fn compare(&self, other: &Self, is_reverse: bool) -> Ordering {
        let order = match (self, other) {
            (Self::Missing, Self::Missing) => return Ordering::Equal,
            (Self::Missing, _) => return Ordering::Greater,
            (_, Self::Missing) => return Ordering::Less,
            (Self::Text(one), Self::Text(other))
            | (Self::Unreadable(one), Self::Unreadable(other)) => one.cmp(other),
            (Self::Unreadable(_), _) => return Ordering::Greater,
            (_, Self::Unreadable(_)) => return Ordering::Less,
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
        };
        if is_reverse { order.reverse() } else { order }
    }
}

/// The order of a board size, `19` or `13:9`: by columns, then by rows.
fn place_of_size(text: &str) -> Option<f64> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let side = |text: &str| text.trim().parse::<u16>().ok();
    Some(f64::from(side(columns)?) * 65536.0 + f64::from(side(rows)?))
}

/// The conversion of games to text.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    format: Format,
    pub(super) columns: Vec<Column>,
    sort: Vec<Field>,
    table: Table,
    pub(super) palette: Palette,
}

impl Layout {
    pub(super) fn new(
        format: Format,
        columns: Vec<Column>,
        sort: Vec<Field>,
        output: &Output,
    ) -> Self {
        Self {
            format,
            table: Table::of(&columns, output.columns()),
            columns,
            sort,
            palette: output.palette,
        }
    }

    /// The sort keys of a game.
    pub(super) fn keys(&self, game: &impl Fields) -> Vec<Key> {
        self.sort
            .iter()
            .map(|field| Key::of(game, *field))
            .collect()
    }

    /// A game as a row, with its line end unless JSON.
    pub(super) fn text(&self, game: &impl Fields) -> String {
        match self.format {
            Format::Table | Format::Full => {
                let row = self.table.row(|column| {
                    let text = game.column(column).unwrap_or_default();
                    let text = if text.trim().is_empty() {
                        "?".into()
                    } else {
                        text
                    };
                    harmless::line(text.trim()).into_owned()
                });
                format!("{}\n", row.trim_end())
            }
            Format::Csv => {
                let columns = self.columns.iter();
                let text = |column| game.column(column).unwrap_or_default().trim().to_owned();
                let line = csv_line(columns.map(text));
                String::from_utf8_lossy(&line.unwrap_or_default()).into_owned()
            }
            Format::Json | Format::JsonLines => {
                let fields = self.columns.iter().map(|column| {
                    let value = match column {
                        Column::Field(field) => {
                            json(*field, |field| game.number(field), |field| game.text(field))
                        }
                        _ => game
                            .column(column)
                            .map_or(Value::Null, |text| text.trim().into()),
                    };
                    (column.name().into_owned(), value)
                });
                let object = Value::from(fields.collect::<Map<String, Value>>());
                harmless::json(&object.to_string()).into_owned()
            }
        }
    }
}

/// Rows to be written: at once, or sorted at the end.
pub(super) struct Rows {
    layout: Layout,
    is_reverse: bool,
    limit: usize,
    only_count: bool,
    /// Rows that wait to be sorted.
    waiting: Vec<(Vec<Key>, String)>,
    count: usize,
}

impl Rows {
    pub(super) fn new(layout: Layout, is_reverse: bool, limit: usize, only_count: bool) -> Self {
        Self {
            layout,
            is_reverse,
            limit,
            only_count,
            waiting: Vec::new(),
            count: 0,
        }
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout.clone()
    }

    /// Writes what precedes the rows.
    pub(super) fn begin(&self, output: &mut Output) -> anyhow::Result<()> {
        if self.only_count {
            return Ok(());
        }
        match self.layout.format {
            Format::Table => {
                let strong = self.layout.palette.strong;
                let names = self.layout.table.row(|column| column.name().into());
                writeln!(output, "{strong}{}{strong:#}", names.trim_end())?;
            }
            Format::Csv => {
                let names = self
                    .layout
                    .columns
                    .iter()
                    .map(|column| column.name().into());
                output.data(&csv_line(names)?)?;
            }
            Format::Json => write!(output, "[")?,
            Format::JsonLines | Format::Full => {}
        }
        Ok(())
    }

    /// Takes a row; breaks if no further row is needed.
    pub(super) fn add(
        &mut self,
        keys: Vec<Key>,
        text: String,
        output: &mut Output,
    ) -> io::Result<ControlFlow<()>> {
        if self.only_count {
            self.count += 1;
            return Ok(ControlFlow::Continue(()));
        } else if !keys.is_empty() {
            self.waiting.push((keys, text));
            return Ok(ControlFlow::Continue(()));
        } else if self.count < self.limit {
            self.write(&text, output)?;
        }
        Ok(if self.count >= self.limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn write(&mut self, text: &str, output: &mut Output) -> io::Result<()> {
        self.count += 1;
        match self.layout.format {
            Format::Json if self.count == 1 => write!(output, "\n  {text}"),
            Format::Json => write!(output, ",\n  {text}"),
            Format::JsonLines => writeln!(output, "{text}"),
            Format::Csv => output.data(text.as_bytes()),
            Format::Table | Format::Full => output.write_all(text.as_bytes()),
        }
    }

    /// Writes the waiting rows, and the text after the rows.
    pub(super) fn end(mut self, output: &mut Output) -> io::Result<()> {
        if self.only_count {
            return writeln!(output, "{}", self.count);
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_by(|(one, _), (other, _)| {
            let mut keys = one.iter().zip(other);
            let orders = keys.find_map(|(one, other)| {
                let order = one.compare(other, self.is_reverse);
                order.is_ne().then_some(order)
            });
            orders.unwrap_or(Ordering::Equal)
        });
        for (_, text) in waiting.iter().take(self.limit) {
            self.write(text, output)?;
        }
        match self.layout.format {
            Format::Json if self.count > 0 => writeln!(output, "\n]"),
            Format::Json => writeln!(output, "]"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use kifu::select::Field;

    use super::Key;

    #[test]
    fn sizes_are_compared_by_columns_and_then_by_rows() {
        let sizes = ["5", "9", "13:9", "13", "13:19", "19", "none", ""];
        let keys: Vec<Key> = sizes
            .iter()
            .map(|size| Key::of_text(Field::Size, size))
            .collect();
        assert!(keys.is_sorted_by(|one, other| one.compare(other, false).is_lt()));
    }

    #[test]
    fn missing_values_come_last_in_both_directions() {
        let (one, two) = (Key::Number(1.0), Key::Number(2.0));
        for is_reverse in [false, true] {
            assert_eq!(Key::Missing.compare(&one, is_reverse), Ordering::Greater);
            assert_eq!(one.compare(&Key::Missing, is_reverse), Ordering::Less);
        }
        assert_eq!(one.compare(&two, false), Ordering::Less);
        assert_eq!(one.compare(&two, true), Ordering::Greater);
    }
}
