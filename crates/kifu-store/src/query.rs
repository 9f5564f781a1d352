mod options;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use kifu_go::{Color, Point, Size, Symmetry};
use kifu_select::Selection;

use crate::instance::{instances, transforms};
use crate::pattern::Pattern;

pub use self::options::OptionError;

/// What is looked for.
///
/// A pattern is found at the first node of a line where it is there, once for each place of the board
/// and each way to look at it; ways that look the same count once. The *continuation* is the next stone
/// that is played within the rectangle.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the switches of a search are independent"
)]
pub struct Query {
    /// The pattern.
    pub pattern: Pattern,
    /// How it may be turned and mirrored. The default is all eight ways.
    ///
    /// Any of them may be chosen, in any order. Continuations are one where they look the same in two of these ways
    /// (with the colours exchanged too, if that is allowed), or where each is one with a third.
    pub symmetries: Vec<Symmetry>,
    /// Whether the colours may be exchanged. The default is that they may.
    pub swaps_colors: bool,
    /// Whether a pattern may slide onto edges of the board that it does not lie at. The default is that
    /// it may not, as in Kombilo.
    pub slides_onto_edges: bool,
    /// The colour of the continuation: who is to move, as the pattern sees it; of a pattern that looks the
    /// same with the colours exchanged, as it sees it from either side. The default is either, or none at all.
    pub next: Option<Color>,
    /// The number of the move with which the pattern is there, from 0 for the root. The default is any.
    pub moves: RangeInclusive<u32>,
    /// What must be played within the rectangle afterwards. The default is nothing.
    ///
    /// It is looked for along the main line; with `in_variations` along every line after the hit, and a hit
    /// counts for the variations if it, or all of what comes after it, is not on the main line.
    pub sequence: Vec<Step>,
    /// Patterns that must come later, one after the other, along the same line and looked at in the same
    /// way as the pattern and the sequence. The default is none.
    pub later: Vec<Pattern>,
    /// Whether variations are searched too; they are counted apart. The default is that they are not.
    pub in_variations: bool,
    /// Whether the answer lists every hit ([`Answer::hits`](crate::Answer::hits)), and not only the first of each game.
    /// The default is that it does not. Blocks are searched one by one then, without the index of positions.
    pub lists_hits: bool,
    /// Whether a game ends before the first move on a stone, as in Kombilo. The default is that the new stone takes the
    /// place of the old one, and the game goes on. It has no effect with `in_variations`. Whole boards are searched
    /// without the index of positions then, and continuations have no
    /// [`reached`](crate::Continuation::reached).
    pub strict_records: bool,
    /// Which games are searched. The default is all.
    pub selection: Selection,
    /// Which segments are searched, by their numbers ([`SegmentView::number`](crate::SegmentView::number)). The default
    /// is all. The sum of the answers for some segments and for the others is the answer for all.
    pub segments: Option<BTreeSet<u32>>,
}

/// What happens within the rectangle of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The next stone is this one, on the cell of this number (row by row, from 0).
    Play(Color, u16),
    /// The one on this cell is taken off the board: by the stone before, or by one that is played outside the
    /// rectangle before another is played within.
    Capture(u16),
    /// Any stones, or none.
    Gap,
}

/// Why a sequence cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SequenceError {
    /// A word is no step.
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
                write!(f, "`{word}` is no move: say `B:cc`, `W:cc`, `x:cc` or `~`")
            }
            Self::Point(place) => write!(
                f,
                "`{place}` is not within the pattern; count from `aa`, its upper left"
            ),
            Self::Player(what) => {
                write!(
                    f,
                    "`{what}` is no player: say `B`, `W`, or `x` for a capture"
                )
            }
            Self::Empty => f.write_str("the sequence is empty"),
        }
    }
}

impl std::error::Error for SequenceError {}

impl Step {
    /// Reads steps separated by blanks: `B:cc` and `W:cc` are stones by column and row of the pattern, `x:cc` says that
    /// the stone there is captured, `~` stands for any moves.
    ///
    /// # Errors
    /// A word that is no step, a point outside the pattern, or no step at all.
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
    /// A query for a pattern, as by default.
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

    /// Whether the pattern, and every later one, has a place on boards of a size.
    #[must_use]
    pub fn fits(&self, size: Size) -> bool {
        let transforms = transforms(&self.symmetries, self.swaps_colors);
        let has_place = |pattern: &Pattern| {
            !instances(pattern, size, &transforms, self.slides_onto_edges).is_empty()
        };
        has_place(&self.pattern) && self.later.iter().all(has_place)
    }
}
