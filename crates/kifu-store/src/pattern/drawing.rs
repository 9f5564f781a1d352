use std::fmt;
use std::str::FromStr;

use kifu_go::Point;

use super::{Anchor, Cell, Pattern};

/// A drawing of a pattern: rows of letters, with the edges of the board to which it is anchored.
///
/// ```
/// use kifu_store::{Anchor, Drawing};
///
/// let drawing: Drawing = "
///     --------
///     . . . . |
///     . X O . |
///     . . x . |
/// ".parse()?;
/// let pattern = drawing.pattern()?;
/// assert_eq!(pattern.to_string(), "....\n.XO.\n..x.\n");
/// assert_eq!(Some(pattern.anchor()), Anchor::from_name("NE"));
/// # Ok::<(), kifu_store::PatternError>(())
/// ```
///
/// `X` is black, `O` white, `.` empty, `*` anything, `x` black or empty, `o` white or empty, `@` a stone of either
/// color. A line of `-` is the upper or the lower edge, `|` at either end of a line the left or the right one. Rows may
/// also be separated by `/`. Blanks are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
    /// The edges that are drawn.
    pub anchor: Anchor,
}

impl Drawing {
    /// The pattern that is drawn.
    ///
    /// # Errors
    /// See [`Pattern::new`].
    pub fn pattern(&self) -> Result<Pattern, PatternError> {
        let columns = self.rows.first().map_or(0, Vec::len);
        if let Some(row) = self.rows.iter().position(|row| row.len() != columns) {
            return Err(PatternError::Ragged { row: row + 1 });
        }
        Pattern::new(columns, self.rows.concat(), self.anchor)
    }
}

impl FromStr for Drawing {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut anchor = Anchor::default();
        let mut lower_edge = None;
        for (number, line) in text.split(['\n', '/']).enumerate() {
            let line: Vec<char> = line.chars().filter(|char| !char.is_whitespace()).collect();
            if line.is_empty() {
                continue;
            }
            let is_edge =
                line.contains(&'-') && line.iter().all(|char| matches!(char, '-' | '+' | '|'));
            if is_edge {
                if rows.is_empty() {
                    anchor.top = true;
                } else {
                    anchor.bottom = true;
                    lower_edge = Some(number + 1);
                }
                continue;
            }
            if let Some(line) = lower_edge {
                return Err(PatternError::EdgeWithin { line });
            }
            let mut cells = &line[..];
            if let [first, rest @ ..] = cells
                && *first == '|'
            {
                anchor.left = true;
                cells = rest;
            }
            if let [rest @ .., last] = cells
                && *last == '|'
            {
                anchor.right = true;
                cells = rest;
            }
            let row = cells.iter().map(|letter| {
                Cell::from_char(*letter).ok_or(PatternError::Letter {
                    letter: *letter,
                    line: number + 1,
                })
            });
            rows.push(row.collect::<Result<_, _>>()?);
        }
        Ok(Self { rows, anchor })
    }
}

/// An error in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// It has no points.
    Empty,
    /// An unknown letter.
    Letter {
        /// The letter.
        letter: char,
        /// The line of the drawing, from 1.
        line: usize,
    },
    /// An edge of the board lies between two rows.
    EdgeWithin {
        /// The line of the drawing, from 1.
        line: usize,
    },
    /// A row is longer or shorter than the first one.
    Ragged {
        /// The row, from 1.
        row: usize,
    },
    /// It is larger than any board.
    TooLarge {
        /// Its columns.
        columns: usize,
        /// Its rows.
        rows: usize,
    },
    /// A group has no liberty: no move leaves it so, and what setup alone can make is not looked for.
    NoLiberty(Point),
    /// The anchor leaves out edges that the drawing has.
    Edges {
        /// The anchor.
        anchor: Anchor,
        /// The edges of the drawing.
        drawn: Anchor,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                f.write_str("the pattern has no points: draw rows of `X`, `O`, `.` and `*`")
            }
            Self::Letter { letter, line } => write!(
                f,
                "line {line} of the pattern: `{}`: unknown letter; black is `X`, white `O`, empty `.`, \
                 anything `*`, `x` and `o` a stone or nothing, `@` any stone",
                letter.escape_debug()
            ),
            Self::EdgeWithin { line } => write!(
                f,
                "line {line} of the pattern is an edge of the board, and there are rows above and below; draw \
                 edges around the pattern, and `*` for points that do not matter"
            ),
            Self::Ragged { row } => write!(
                f,
                "row {row} of the pattern is not as long as the first; fill up with `*`, which is anything"
            ),
            Self::TooLarge { columns, rows } => write!(
                f,
                "the pattern has {columns} columns and {rows} rows, and a board 52 at the most"
            ),
            Self::Edges { anchor, drawn } => write!(
                f,
                "the anchor is `{anchor}`, and the pattern has the edges of `{drawn}`; draw no edges, or name no anchor"
            ),
            Self::NoLiberty(point) => write!(
                f,
                "the group in column {}, row {} of the pattern has no liberty: no move leaves it so, \
                 and what setup alone can make is not looked for; write `*` for points that do not matter",
                u32::from(point.x) + 1,
                u32::from(point.y) + 1
            ),
        }
    }
}

impl std::error::Error for PatternError {}
