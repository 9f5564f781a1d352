//! Layout: from a scene to a picture.
//!
//! The board is drawn in layers (ground, lines, pieces, words, marks, strokes). Within a layer, shapes of one style
//! are adjacent, which keeps the output of the pens small. Title and game info are above the board; status, notes,
//! caption and comment below it. Game info and comment can also be [beside](Options::beside) it.

mod backgammon;
mod board;
mod chess;
mod describe;
mod frame;
mod grain;
mod hex;
mod layers;
mod octi;
mod page;
mod places;
mod shadow;
mod spots;
mod strokes;

pub(crate) use describe::describe;
use frame::Frame;
use layers::Layers;
pub(crate) use page::MARGIN;
use page::Page;
pub use places::Places;
pub(crate) use spots::legend;

use crate::picture::{Picture, Shape, Style};
use crate::scene::{Board, Scene};
use crate::theme::Theme;

/// Layout options of a scene. The default is a single diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Scale factor of the board; 1, the default, gives it cells of [`CELL`](crate::picture::CELL). Text keeps its
    /// size.
    pub scale: f32,
    /// Font size of text. Default: 10.
    pub words: f32,
    /// Maximum width of text. `None`, the default, is the width of the board, or slightly more if the board is small.
    pub width: Option<f32>,
    /// Puts game info and comment at the right of the board, in a column as wide as 12 cells. Default: off.
    pub beside: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scale: 1.0,
            words: 10.0,
            width: None,
            beside: false,
        }
    }
}

/// Draws a single scene.
pub fn draw(scene: &Scene, theme: &Theme) -> Picture {
    draw_as(scene, theme, &Options::default())
}

/// Draws a scene with options.
pub fn draw_as(scene: &Scene, theme: &Theme, options: &Options) -> Picture {
    let board = board(scene, theme);
    let mut picture = compose(scene, &board, theme, options, f32::INFINITY).picture;
    add_ground(&mut picture, theme);
    picture
}

/// Draws the board, its pieces and marks, and the names along its edges, without a margin and without any other text.
/// The picture has a ground under the board only. [`Places`] finds points in it.
pub fn board_only(scene: &Scene, theme: &Theme) -> Picture {
    let mut picture = board(scene, theme);
    picture.title = describe::title_of(scene);
    picture.description = describe(scene);
    picture.font.clone_from(&theme.font);
    picture
}

/// Draws only the board, at scale 1.
pub(crate) fn board(scene: &Scene, theme: &Theme) -> Picture {
    let mut layers = Layers::default();
    let (width, height) = match &scene.board {
        Board::Backgammon(position) => backgammon::draw(scene, position, theme, &mut layers),
        _ => board::draw(scene, theme, &mut layers),
    };
    let mut picture = Picture {
        width,
        height,
        ..Picture::default()
    };
    layers.paint(&mut picture);
    picture
}

/// The size of [`board`], which does not depend on the pieces and marks.
pub(crate) fn board_size(scene: &Scene, theme: &Theme) -> (f32, f32) {
    if matches!(scene.board, Board::Backgammon(_)) {
        return backgammon::SIZE;
    }
    let frame = Frame::new(scene, scene.window().rect, theme);
    (frame.width, frame.height)
}

/// A board with its words.
pub(crate) struct Composed {
    pub(crate) picture: Picture,
    /// Height of the comment.
    pub(crate) comment: f32,
    /// Whether the comment lost its end.
    pub(crate) is_cut: bool,
}

/// Puts the words of a scene around its board, without a ground. A comment that
/// would make it higher than `room` is cut.
pub(crate) fn compose(
    scene: &Scene,
    board: &Picture,
    theme: &Theme,
    options: &Options,
    room: f32,
) -> Composed {
    let mut page = Page::new(scene, board.width * options.scale, theme, options);
    page.title(scene);
    let top = page.y;
    if !options.beside {
        page.info(scene);
    }
    page.board(board, options.scale);
    page.status(scene);
    page.below(scene);
    if options.beside {
        page.column(top);
        page.info(scene);
    }
    let before = page.y;
    let is_cut = page.comment(scene, room);
    let comment = page.y - before;
    let mut picture = page.finish();
    picture.title = describe::title_of(scene);
    picture.description = describe(scene);
    picture.font.clone_from(&theme.font);
    Composed {
        picture,
        comment,
        is_cut,
    }
}

/// Puts the ground of the page under a picture.
pub(crate) fn add_ground(picture: &mut Picture, theme: &Theme) {
    if let Some(color) = theme.page.background {
        let shape = Shape::Rect {
            x: 0.0,
            y: 0.0,
            w: picture.width,
            h: picture.height,
            round: 0.0,
        };
        let style = Style::fill(color);
        let ground = crate::picture::Item { style, shape };
        picture.items.insert(0, ground);
        for region in &mut picture.regions {
            region.items.start += 1;
            region.items.end += 1;
        }
    }
}
