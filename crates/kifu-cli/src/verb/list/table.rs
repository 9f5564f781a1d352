//! Fields of games in columns.

use kifu::select::{Field, Kind};

use crate::harmless::{self, cut};

/// Columns between two fields.
const GAP: usize = 2;

/// A field of text is not made narrower than that.
const NARROWEST: usize = 8;

/// The columns of a table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Each field, and how wide it is.
    columns: Vec<(Field, usize)>,
    /// How wide the last one may become.
    last: usize,
}

impl Table {
    /// A table of lines that have so much `room`; where that is not said, each field has the width that suits it,
    /// and the last one is as wide as it is.
    pub(super) fn of(fields: &[Field], room: Option<usize>) -> Self {
        let mut columns: Vec<_> = fields.iter().map(|field| (*field, width(*field))).collect();
        let Some(room) = room else {
            return Self {
                columns,
                last: usize::MAX,
            };
        };
        let gaps = GAP * columns.len().saturating_sub(1);
        let mut used = gaps + columns.iter().map(|(_, width)| width).sum::<usize>();
        while used > room {
            let texts = columns
                .iter_mut()
                .filter(|(field, _)| field.kind() == Kind::Text);
            match texts.max_by_key(|(_, width)| *width) {
                Some((_, width)) if *width > NARROWEST => *width -= 1,
                _ => break,
            }
            used -= 1;
        }
        let last = columns.last().map_or(0, |(_, width)| *width);
        Self {
            columns,
            last: last + room.saturating_sub(used),
        }
    }

    /// The fields of a game in columns.
    pub(super) fn row(&self, text: impl Fn(Field) -> String) -> String {
        let mut row = String::new();
        for (number, (field, room)) in self.columns.iter().enumerate() {
            let text = text(*field);
            let is_last = number + 1 == self.columns.len();
            let text = cut(&text, if is_last { self.last } else { *room });
            let gap = " ".repeat(room.saturating_sub(harmless::columns(&text)));
            if matches!(field.kind(), Kind::Number) {
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

/// How wide the column of a field is.
const fn width(field: Field) -> usize {
    match (field, field.kind()) {
        (Field::File, _) => 30,
        (_, Kind::Date) => 10,
        (_, Kind::Result) => 8,
        (_, Kind::Number) => {
            let name = field.name().len();
            if name > 5 { name } else { 5 }
        }
        (_, Kind::Rank | Kind::Size) => 9,
        (_, Kind::Text) => 18,
    }
}

#[cfg(test)]
mod tests {
    use kifu::select::Field;

    use super::Table;
    use crate::harmless;

    const LONG: &str = "a name that is longer than all of its columns together, whatever the terminal \
                        is that somebody has: 本因坊秀策 beside 井上幻庵因碩, and many more of them";

    fn columns(fields: &[&str], room: Option<usize>) -> usize {
        let fields: Vec<_> = fields
            .iter()
            .filter_map(|name| Field::from_name(name))
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
        for room in [70, 80, 81, 100, 120, 200] {
            assert!(columns(&usual, Some(room)) <= room, "{room}");
            assert!(columns(&texts, Some(room)) <= room, "{room}");
            assert!(columns(&["file"], Some(room)) <= room, "{room}");
        }
        // What cannot fit is as narrow as can be.
        assert!(columns(&usual, Some(10)) < 70);
        assert_eq!(columns(&[], Some(80)), 0);
    }

    #[test]
    fn elsewhere_the_last_field_is_whole() {
        let long = harmless::columns(LONG);
        assert_eq!(columns(&["black", "file"], None), 18 + 2 + long);
    }
}
