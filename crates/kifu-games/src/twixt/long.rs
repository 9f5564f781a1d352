//! Moves of `TwixT` that also change links.
//!
//! Since 2021 the standard uses Alan Hensel's notation: `-i5'/h'6k6` removes the link in the middle between i5 and i6,
//! sets the one in the middle between h6 and i6, which rises to the right, and puts a peg on k6. A link is named by
//! its center, halfway between two holes: `'` or `*` is the half step, in the column or in the row. `-` removes; `/`,
//! `\` and `+` add, the first two with the direction of the link. A center without a sign uses the sign before it.

use kifu_board::Point;

/// A part of a long move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A peg, in this column and row from 0.
    Peg(u16, u16),
    Remove(Center),
    Add(Center),
    /// Unreadable text; it is the last part.
    Unknown,
}

/// The middle of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Center {
    /// Column and row from 0, before the half step.
    column: u16,
    row: u16,
    /// Whether the half step is in the column; else it is in the row.
    is_between_columns: bool,
    /// Whether the link rises to the right (`/`), or falls; `None` is either.
    rises: Option<bool>,
}

impl Center {
    /// The links it may be the middle of, each from left to right.
    pub(super) fn links(self) -> impl Iterator<Item = (Point, Point)> {
        let Self {
            column, row, rises, ..
        } = self;
        let [rising, falling] = if self.is_between_columns {
            let (right, above, below) = (column.checked_add(1), row.checked_sub(1), row + 1);
            [
                Some((column, Some(below), right, above)),
                Some((column, above, right, Some(below))),
            ]
        } else {
            let (left, right, below) = (column.checked_sub(1), column + 1, row + 1);
            [
                left.map(|left| (left, Some(below), Some(right), Some(row))),
                left.map(|left| (left, Some(row), Some(right), Some(below))),
            ]
        };
        [(true, rising), (false, falling)]
            .into_iter()
            .filter(move |&(way, _)| rises.is_none_or(|rises| rises == way))
            .filter_map(|(_, ends)| {
                let (left, y, right, end) = ends?;
                Some((Point::new(left, y?), Point::new(right?, end?)))
            })
    }
}

/// The parts of a long move, in the order they are written.
pub(super) fn parts(raw: &str) -> impl Iterator<Item = Part> {
    let mut rest = raw.as_bytes();
    let mut sign = None;
    core::iter::from_fn(move || {
        loop {
            let (&byte, behind) = rest.split_first()?;
            match byte {
                b'-' | b'+' | b'/' | b'\\' => sign = Some(byte),
                b' ' | b',' | b';' | b':' => {}
                _ => break,
            }
            rest = behind;
        }
        let read = hole(rest);
        // The first unreadable part ends the move.
        rest = read.map_or(&[][..], |(_, length)| &rest[length..]);
        Some(match read.map(|(hole, _)| hole) {
            None => Part::Unknown,
            Some(Hole {
                column,
                row,
                halves: [false, false],
            }) => {
                sign = None;
                Part::Peg(column, row)
            }
            Some(Hole {
                column,
                row,
                halves: [is_between_columns, between_rows],
            }) => {
                let center = Center {
                    column,
                    row,
                    is_between_columns,
                    rises: match sign {
                        Some(b'/') => Some(true),
                        Some(b'\\') => Some(false),
                        _ => None,
                    },
                };
                match sign {
                    _ if is_between_columns && between_rows => Part::Unknown,
                    None => Part::Unknown,
                    Some(b'-') => Part::Remove(center),
                    Some(_) => Part::Add(center),
                }
            }
        })
    })
}

/// A hole, or halfway from it to the next column or row.
#[derive(Clone, Copy)]
struct Hole {
    column: u16,
    row: u16,
    halves: [bool; 2],
}

/// Reads a hole and its length.
fn hole(raw: &[u8]) -> Option<(Hole, usize)> {
    let mut at = 0;
    let mut column = 0_u16;
    while let Some(letter) = raw.get(at).filter(|byte| byte.is_ascii_alphabetic()) {
        let digit = u16::from(letter.to_ascii_lowercase() - b'a' + 1);
        column = column.checked_mul(26)?.checked_add(digit)?;
        at += 1;
    }
    let is_half = |at: usize| matches!(raw.get(at), Some(b'\'' | b'*'));
    let mut halves = [is_half(at), false];
    at += usize::from(halves[0]);
    let mut row = 0_u16;
    while let Some(digit) = raw.get(at).filter(|byte| byte.is_ascii_digit()) {
        row = row.checked_mul(10)?.checked_add(u16::from(digit - b'0'))?;
        at += 1;
    }
    halves[1] = is_half(at);
    at += usize::from(halves[1]);
    // Far beyond the largest board.
    let limit = |n: u16| n.checked_sub(1).filter(|&n| n < u16::MAX - 2);
    let hole = Hole {
        column: limit(column)?,
        row: limit(row)?,
        halves,
    };
    Some((hole, at))
}

#[cfg(test)]
mod tests {
    use super::{Part, parts};

    fn shown(raw: &str) -> Vec<String> {
        let name = |p: super::Point| format!("{},{}", p.x, p.y);
        parts(raw)
            .map(|part| match part {
                Part::Peg(column, row) => format!("peg {column},{row}"),
                Part::Unknown => "?".into(),
                Part::Remove(center) | Part::Add(center) => {
                    let what = if matches!(part, Part::Add(_)) {
                        "add"
                    } else {
                        "remove"
                    };
                    let links = center
                        .links()
                        .map(|(a, b)| format!(" {}-{}", name(a), name(b)));
                    what.to_owned() + &links.collect::<String>()
                }
            })
            .collect()
    }

    #[test]
    fn links_are_called_by_their_centers() {
        let cases: [(&str, &[&str]); 8] = [
            // h5-j6 goes, h7-i5 comes.
            (
                "-i5'/H'6K6",
                &["remove 7,5-9,4 7,4-9,5", "add 7,6-8,4", "peg 10,5"],
            ),
            ("k6-i5*", &["peg 10,5", "remove 7,5-9,4 7,4-9,5"]),
            ("\\\\c2*d4", &["add 1,1-3,2", "peg 3,3"]),
            ("+c2*, b*3", &["add 1,2-3,1 1,1-3,2", "add 1,3-2,1 1,1-2,3"]),
            // Links that would begin beside the board.
            ("-a1*", &["remove"]),
            ("-a*1", &["remove"]),
            ("c2*", &["?"]),
            ("d4x", &["peg 3,3", "?"]),
        ];
        for (raw, expected) in cases {
            assert_eq!(shown(raw), expected, "{raw}");
        }
    }
}
