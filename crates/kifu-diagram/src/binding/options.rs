//! Options for the diagram of a node.

use kifu_sgf::value::PrintMode;

use crate::Lang;
use crate::scene::{Axis, CoordinateLabels, Rect};

/// Selection of the moves with a printed number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// None.
    #[default]
    None,
    /// All moves on the path from the root.
    All,
    /// The last moves, this number of them.
    Last(u32),
    /// Those with numbers from the first to the second.
    Range(u32, u32),
    /// Those of the figure (`FG`) of the node, in the style of `PM`.
    Figure,
}

/// Treatment of captured stones, which hide their numbers in a diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Captured {
    /// They go: the board shows the position of the node, and moves that are not
    /// to be seen in it are noted.
    #[default]
    Removed,
    /// They stay, as books print it, and later moves on their points are noted:
    /// "12 at 7".
    Kept,
}

/// Visible part of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crop {
    /// The part selected by `VW`.
    #[default]
    View,
    /// The whole board.
    Whole,
    /// A rectangle, whatever `VW` selects.
    Rect(Rect),
    /// The occupied part, whatever `VW` selects, with this margin in points around it.
    Shrink(u16),
}

/// Selection of the variations marked on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hints {
    /// According to `ST`.
    #[default]
    AsAuthor,
    /// None.
    Off,
    /// The next moves, if there are several.
    Children,
    /// The alternatives to this move.
    Siblings,
}

/// Condition for naming the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToPlay {
    /// At nodes that set the player (`PL`).
    #[default]
    WhenSet,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Options for the diagram of a node. By default it follows the record, with the last move marked and no text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a part of a diagram that is shown or not"
)]
pub struct Options {
    /// Move numbers. Default: none.
    pub numbers: Numbers,
    /// Style of the numbers. `None`, the default, follows `PM`. Numbers selected by [`numbers`](Self::numbers) are
    /// shown even if `PM` turns them off.
    pub print_mode: Option<PrintMode>,
    /// The number of the first move of a figure, from 1, unless its node has `MN`; the others count from it, and from
    /// `MN`. `None`, the default, keeps the numbers of the game, as scenes of one node do in any case.
    pub first_number: Option<u32>,
    /// Treatment of captured stones. Default: remove them.
    pub captured: Captured,
    /// Notes on hidden moves, and on moves whose label is replaced by their number. Default: on.
    pub notes: bool,
    /// Names of points. `None`, the default, uses the names usual for the game.
    pub coordinates: Option<CoordinateLabels>,
    /// Star points. Default: on.
    pub stars: bool,
    /// Part of the board. Default: the part in `VW`.
    pub crop: Crop,
    /// Whether `VW` hides points, with [`Crop::View`]. Default: on.
    pub view: bool,
    /// Markup. Default: on.
    pub markup: bool,
    /// Whether a figure keeps the marks, labels, arrows, lines and territory of earlier nodes with a comment. Default: off, but
    /// always on if the comment is shown.
    pub earlier_marks: bool,
    /// Mark the last move if it has no number. Default: on.
    pub last_move: bool,
    /// Variations. Default: according to `ST`.
    pub hints: Hints,
    /// Names of variations. Default: capital letters.
    pub hint_names: Axis,
    /// Whether and how the player to move is named.
    pub to_play: ToPlay,
    /// Prisoners, in games that have them. Default: off.
    pub prisoners: bool,
    /// The name of the node (`N`) as the caption. Default: off.
    pub name: bool,
    /// The comment (`C`). Default: off.
    pub comment: bool,
    /// The players, or the name of the game, as the title. Default: off.
    pub title: bool,
    /// The game-info box. Default: off.
    pub info: bool,
    /// Language of captions and notes. Default: English.
    pub lang: Lang,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            numbers: Numbers::None,
            print_mode: None,
            first_number: None,
            captured: Captured::Removed,
            notes: true,
            coordinates: None,
            stars: true,
            crop: Crop::View,
            view: true,
            markup: true,
            earlier_marks: false,
            last_move: true,
            hints: Hints::AsAuthor,
            hint_names: Axis::AllLetters,
            to_play: ToPlay::WhenSet,
            prisoners: false,
            name: false,
            comment: false,
            title: false,
            info: false,
            lang: Lang::English,
        }
    }
}
