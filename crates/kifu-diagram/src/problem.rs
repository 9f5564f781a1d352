//! Problems of a diagram: parts it could not show, and the reason.

use core::fmt;

use crate::scene::Point;

/// A part omitted from a diagram. The rest is drawn.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// An item is on a point outside of the board.
    OffBoard {
        /// Kind of the omitted item: `stone`, `mark`, `label`, `arrow`, …
        what: &'static str,
        /// Point of the item, counted from the upper left corner.
        point: Point,
        /// Columns of the board.
        columns: u16,
        /// Rows of the board.
        rows: u16,
    },
    /// An arrow, line or link begins and ends on the same point.
    NoLength {
        /// `arrow`, `line` or `link`.
        what: &'static str,
        /// The point.
        point: Point,
    },
    /// The board is larger than a diagram can be; the part shown ends early.
    TooLarge {
        /// Columns of the board.
        columns: u16,
        /// Rows of the board.
        rows: u16,
    },
    /// The part to show has no point of the board and is ignored.
    EmptyView,
    /// A pen has no sign for something in the scene.
    NotInFormat {
        /// The format: `Sensei's Library`, …
        format: &'static str,
        /// Missing part.
        what: String,
    },
    /// Diagrams are too large for a page in the scale of the book, and are drawn smaller.
    Reduced {
        /// Caption of the first of them; may be empty.
        title: String,
        /// Number of these diagrams.
        count: usize,
        /// The smallest cell of their boards, in millimeters.
        least: f32,
        /// The largest cell of their boards, in millimeters.
        most: f32,
    },
    /// The comment of a diagram does not fit a page and was cut.
    CommentCut {
        /// Title of the diagram.
        title: String,
    },
    /// The font family of a theme is not installed; another is used.
    MissingFont {
        /// The family.
        family: String,
    },
    /// No available font has these characters; boxes replace them.
    MissingGlyphs {
        /// Some of the characters, each once, in the order met: about 20, at least one of each script.
        characters: String,
        /// Number of other missing characters.
        more: usize,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard {
                what,
                point,
                columns,
                rows,
            } => write!(
                f,
                "{what} at column {}, row {} is off the {columns}x{rows} board and was left out",
                u32::from(point.x) + 1,
                u32::from(point.y) + 1,
            ),
            Self::NoLength { what, point } => write!(
                f,
                "{what} at column {}, row {} ends where it begins and was left out",
                u32::from(point.x) + 1,
                u32::from(point.y) + 1,
            ),
            Self::TooLarge { columns, rows } => write!(
                f,
                "a {columns}x{rows} board is too large for one diagram; choose a part of it"
            ),
            Self::EmptyView => {
                f.write_str("the part to show has no point of the board and is ignored")
            }
            Self::NotInFormat { format, what } => {
                write!(f, "the format of {format} has no sign for {what}")
            }
            Self::Reduced {
                title,
                count,
                least,
                most,
            } => {
                match (*count, title.is_empty()) {
                    (1, true) => f.write_str("the board is too large for the page")?,
                    (1, false) => write!(f, "`{title}` is too large for the page")?,
                    (count, _) => write!(f, "{count} boards are too large for the page")?,
                }
                if *count > 1 && format!("{least:.1}") != format!("{most:.1}") {
                    write!(f, ": drawn with cells of {least:.1} to {most:.1} mm")
                } else {
                    write!(f, ": drawn with cells of {least:.1} mm")
                }
            }
            Self::CommentCut { title } => write!(
                f,
                "the comment of `{title}` is too long for a page and was cut; put fewer diagrams \
                 on a page, or leave it out"
            ),
            Self::MissingFont { family } => write!(
                f,
                "the font `{family}` is not installed and another was used; install it, \
                 name its file, or change `family` in the theme"
            ),
            Self::MissingGlyphs { characters, more } => {
                write!(f, "no font has the characters `{characters}`")?;
                if *more > 0 {
                    write!(f, " and {more} more")?;
                }
                f.write_str(
                    "; install one that does (for Chinese, Japanese and Korean: Noto Sans CJK) or name a font file",
                )
            }
        }
    }
}

impl core::error::Error for Problem {}
