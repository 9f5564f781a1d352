//! Fields of games in columns.

use kifu::select::{Field, Kind};

use super::Column;

use crate::harmless::{self, cut, cut_start};

/// Number of columns between two fields.
const GAP: usize = 2;

/// Minimum width of a text field when columns are narrowed.
const NARROWEST: usize = 8;

/// Minimum width of any field, if the terminal has no room otherwise.
const LEAST: usize = 3;

/// The columns of a table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Each column with its width.
    columns: Vec<(Column, usize)>,
    /// Maximum width of the last column.
    last: usize,
    /// Whether fields are printed whole, even if they are wider than their columns.
    is_whole: bool,
    /// Whether the last column has its full width in each row.
    is_padded: bool,
}

impl Table {
    /// A table with lines of `room` columns. If `room` is `None`, each field has at least its default width, and none is
    /// cut.
    pub(super) fn of(columns: &[Column], room: Option<usize>) -> Self {
        let mut columns: Vec<_> = columns
            .iter()
            .map(|own| (own.clone(), width(own)))
            .collect();
        let Some(room) = room else {
            return Self {
                columns,
                last: usize::MAX,
                is_whole: true,
                is_padded: false,
            };
        };
        narrow(&mut columns, room, NARROWEST, |column| {
            column.kind() == Kind::Text
        });
        narrow(&mut columns, room, LEAST, |_| true);
        let last = columns.last().map_or(0, |(_, width)| *width);
        Self {
            last: last + room.saturating_sub(used(&columns)),
            columns,
            is_whole: false,
            is_padded: false,
        }
    }

    /// The table with the last column cut and padded like the others, because text follows it.
    pub(super) fn padded(mut self) -> Self {
        self.last = self.columns.last().map_or(0, |(_, width)| *width);
        self.is_padded = true;
        self
    }

    /// The fields of a game in columns.
    pub(super) fn row(&self, mut text: impl FnMut(&Column) -> String) -> String {
        let mut row = String::new();
        for (number, (column, room)) in self.columns.iter().enumerate() {
            let text = text(column);
            let is_last = number + 1 == self.columns.len();
            let most = match (self.is_whole, is_last) {
                (true, _) => usize::MAX,
                (false, true) => self.last,
                (false, false) => *room,
            };
            // The name of a file tells more than its folders.
            let text = match column.field() {
                Some(Field::File) => cut_start(&text, most),
                _ => cut(&text, most),
            };
            let gap = " ".repeat(room.saturating_sub(harmless::columns(&text)));
            if matches!(column.kind(), Kind::Number) && !(is_last && self.is_padded) {
                row.push_str(&gap);
                row.push_str(&text);
            } else {
                row.push_str(&text);
                row.push_str(&gap);
            }
            row.push_str(&" ".repeat(GAP));
        }
        row
    }
}

/// Narrows the widest of these columns, as often as is needed to fit into `room`, but none below `least`.
fn narrow(
    columns: &mut [(Column, usize)],
    room: usize,
    least: usize,
    is_narrowed: impl Fn(&Column) -> bool,
) {
    for _ in room..used(columns) {
        let narrowed = columns.iter_mut().filter(|(column, _)| is_narrowed(column));
        match narrowed.max_by_key(|(_, width)| *width) {
            Some((_, width)) if *width > least => *width -= 1,
            _ => break,
        }
    }
}

/// The width of a row.
fn used(columns: &[(Column, usize)]) -> usize {
    let gaps = GAP * columns.len().saturating_sub(1);
    gaps + columns.iter().map(|(_, width)| width).sum::<usize>()
}

/// The default width of a column.
fn width(column: &Column) -> usize {
    match (column.field(), column.kind()) {
        (Some(Field::File), _) => 30,
        (_, Kind::Date) => 10,
        (_, Kind::Result) => 8,
        (_, Kind::Number) => {
            let name = column.name().len();
            if name > 5 { name } else { 5 }
        }
        (_, Kind::Rank | Kind::Size) => 9,
        (_, Kind::Text) => 18,
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, Table};
    use crate::harmless;

    const LONG: &str = "a name that is longer than all of its columns together, whatever the terminal \
                        is that somebody has: 本因坊秀策 beside 井上幻庵因碩, and many more of them";

    fn columns(fields: &[&str], room: Option<usize>) -> usize {
        let fields: Vec<_> = fields
            .iter()
            .map(|name| Column::parse(name).unwrap())
            .collect();
        let row = Table::of(&fields, room).row(|_| LONG.to_owned());
        harmless::columns(row.trim_end())
    }

    #[test]
    fn a_row_fits_into_the_terminal() {
        let usual = [
            "date", "result", "moves", "black", "white", "file", "number",
        ];
        let texts = ["black", "white", "event", "file"];
        for room in [40, 70, 80, 81, 100, 120, 200] {
            assert!(columns(&usual, Some(room)) <= room, "{room}");
            assert!(columns(&texts, Some(room)) <= room, "{room}");
            assert!(columns(&["file"], Some(room)) <= room, "{room}");
        }
        // Text that cannot fit gets the minimum width.
        assert!(columns(&usual, Some(10)) < 70);
        assert_eq!(columns(&[], Some(80)), 0);
    }

    #[test]
    fn elsewhere_fields_are_whole() {
        let long = harmless::columns(LONG);
        assert_eq!(columns(&["black", "file"], None), long + 2 + long);
    }
}
