mod options;
mod place;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use kifu_go::{Color, Point, Symmetry};
use kifu_select::Selection;

use crate::pattern::Pattern;

pub use self::options::OptionError;
pub use self::place::NoPlace;

/// A search query.
///
/// A pattern is found at the first node of a line where it occurs, once for each place on the board and each transform;
/// equivalent transforms count once. The *continuation* is the next stone that is played within the rectangle, unless
/// setup in a later node changes the rectangle first.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the switches of a search are independent"
)]
pub struct Query {
    /// The pattern.
    pub pattern: Pattern,
    /// The allowed symmetries. The default is all eight.
    ///
    /// Any subset is valid, in any order. Continuations are equivalent if two of these symmetries make them equal (with
    /// colors exchanged too, if allowed), or if both are equivalent to a third.
    pub symmetries: Vec<Symmetry>,
    /// Whether colors may be exchanged. The default is `true`.
    pub swaps_colors: bool,
    /// Whether a pattern may be placed at opposite edges of the board of which it is anchored to neither. The default is
    /// `false`, as in Kombilo.
    pub slides_onto_edges: bool,
    /// The color of the continuation, from the point of view of the pattern; if the pattern is symmetric under an
    /// exchange of colors, from either side. The default is any color, or no continuation.
    pub next: Option<Color>,
    /// The range of move numbers at which the pattern may occur, where 0 is the root. The default is any.
    pub moves: RangeInclusive<u32>,
    /// The sequence that must follow within the rectangle. The default is none.
    ///
    /// It must end before setup in a later node that changes the rectangle.
    /// It is searched along the main line; with `in_variations` along every line after the hit. A hit counts for the
    /// variations if it, or everything that follows it, is not on the main line.
    pub sequence: Vec<Step>,
    /// Patterns that must occur later, one after the other, along the same line and under the same transform as the
    /// pattern and the sequence. The default is none.
    pub later: Vec<Pattern>,
    /// Whether variations are searched too; their hits are counted separately. The default is `false`.
    pub in_variations: bool,
    /// Whether the answer lists every hit ([`Answer::hits`](crate::Answer::hits)), and not only the first of each game.
    /// The default is `false`. If set, blocks are searched one by one, without the index of positions.
    pub lists_hits: bool,
    /// Whether a game ends before the first move on a stone, as in Kombilo. By default, the new stone replaces the old
    /// one, and the game continues. Has no effect with `in_variations`. If set, whole boards are searched without the
    /// index of positions, and continuations have no [`reached`](crate::Continuation::reached).
    pub strict_records: bool,
    /// The games to search. The default is all.
    pub selection: Selection,
    /// The segments to search, by their numbers ([`SegmentView::number`](crate::SegmentView::number)). The default is
    /// all. The sum of the answers for some segments and for the others is the answer for all.
    pub segments: Option<BTreeSet<u32>>,
}

/// A step of a sequence within the rectangle of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next stone, on the cell of this number (row by row, from 0).
    Play(Color, u16),
    /// The stone on this cell is captured: by the previous stone, or by a stone played outside the rectangle before the
    /// next one within it.
    Capture(u16),
    /// Any number of stones.
    Gap,
}

/// The reason why a sequence cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SequenceError {
    /// A word is not a step.
    Word(String),
    /// A point is not in the pattern.
    Point(String),
    /// A step has an unknown player.
    Player(String),
    /// There is no step.
    Empty,
}

impl fmt::Display for SequenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => {
                write!(
                    f,
                    "`{word}` is not a move; write `B:cc`, `W:cc`, `x:cc` or `~`"
                )
            }
            Self::Point(place) => write!(
                f,
                "`{place}` is not within the pattern; count from `aa`, its upper left"
            ),
            Self::Player(what) => {
                write!(
                    f,
                    "`{what}` is not a player; write `B`, `W`, or `x` for a capture"
                )
            }
            Self::Empty => f.write_str("the sequence is empty"),
        }
    }
}

impl std::error::Error for SequenceError {}

impl Step {
    /// Reads steps separated by blanks: `B:cc` and `W:cc` are stones by column and row of the pattern, `x:cc` is the
    /// capture of the stone there, `~` represents any moves.
    ///
    /// # Errors
    /// A word is not a step, a point is outside the pattern, or there is no step.
    pub fn parse_all(text: &str, pattern: &Pattern) -> Result<Vec<Self>, SequenceError> {
        let steps = text
            .split_whitespace()
            .map(|word| Self::parse(word, pattern));
        let steps: Vec<Self> = steps.collect::<Result<_, _>>()?;
        if steps.is_empty() {
            return Err(SequenceError::Empty);
        }
        Ok(steps)
    }

    fn parse(word: &str, pattern: &Pattern) -> Result<Self, SequenceError> {
        if word == "~" {
            return Ok(Self::Gap);
        }
        let (what, place) = word
            .split_once(':')
            .ok_or_else(|| SequenceError::Word(word.into()))?;
        let point = match place.as_bytes() {
            [x, y] => Point::from_letters(*x, *y),
            _ => None,
        };
        let Some(Point { x, y }) =
            point.filter(|point| point.x < pattern.columns() && point.y < pattern.rows())
        else {
            return Err(SequenceError::Point(place.into()));
        };
        let cell = y * pattern.columns() + x;
        Ok(match what {
            "B" | "b" => Self::Play(Color::Black, cell),
            "W" | "w" => Self::Play(Color::White, cell),
            "x" | "X" => Self::Capture(cell),
            _ => return Err(SequenceError::Player(what.into())),
        })
    }
}

impl Query {
    /// A query for a pattern with default settings.
    #[must_use]
    pub fn new(pattern: Pattern) -> Self {
        Self {
            pattern,
            symmetries: Symmetry::ALL.to_vec(),
            swaps_colors: true,
            slides_onto_edges: false,
            next: None,
            moves: 0..=u32::MAX,
            sequence: Vec::new(),
            later: Vec::new(),
            in_variations: false,
            lists_hits: false,
            strict_records: false,
            selection: Selection::default(),
            segments: None,
        }
    }

    /// Whether a segment is searched.
    pub(crate) fn has_segment(&self, segment: u32) -> bool {
        let segments = self.segments.as_ref();
        segments.is_none_or(|segments| segments.contains(&segment))
    }
}
