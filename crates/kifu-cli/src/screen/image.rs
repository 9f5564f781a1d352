//! A board to show as a picture.

use kifu_diagram::Picture;
#[cfg(feature = "pictures")]
use kifu_diagram::picture::Shape;
use ratatui::layout::Rect;

use super::Protocol;

/// A board of pixels, and its place on the screen. The cells under it are blank.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Image {
    pub(crate) board: Picture,
    pub(crate) protocol: Protocol,
    /// The cells that it takes.
    pub(crate) area: Rect,
    /// Width and height of a cell in pixels.
    pub(crate) cell: (u16, u16),
    /// Pixels of a unit of the board.
    pub(crate) scale: f32,
    /// The upper left corner of the board in the picture, in pixels.
    pub(crate) corner: (f32, f32),
}

#[cfg(feature = "pictures")]
impl Image {
    /// The board in a picture that has as many pixels as the cells.
    pub(super) fn picture(&self) -> Picture {
        // Half a pixel less: sizes are rounded up.
        let length = |cells: u16, pixels: u16| {
            (f32::from(cells) * f32::from(pixels) - 0.5).max(0.5) / self.scale
        };
        let mut picture = Picture {
            width: length(self.area.width, self.cell.0),
            height: length(self.area.height, self.cell.1),
            font: self.board.font.clone(),
            ..Picture::default()
        };
        let (x, y) = self.corner;
        picture.place(&self.board, 1.0, x / self.scale, y / self.scale);
        let whole = Shape::Rect {
            x: 0.0,
            y: 0.0,
            w: self.board.width,
            h: self.board.height,
            round: 0.0,
        };
        // The ground fills the cells, also their last pixels, so that none is transparent.
        if self
            .board
            .items
            .first()
            .is_some_and(|item| item.shape == whole)
        {
            picture.items[0].shape = Shape::Rect {
                x: 0.0,
                y: 0.0,
                w: picture.width + 1.0 / self.scale,
                h: picture.height + 1.0 / self.scale,
                round: 0.0,
            };
        }
        picture
    }

    /// Whether nothing of another picture is seen after this one is drawn over it.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let key = |image: &Self| {
            (
                image.protocol,
                image.area,
                image.cell,
                image.scale.to_bits(),
                image.corner,
                image.board.width.to_bits(),
                image.board.height.to_bits(),
            )
        };
        key(self) == key(other)
    }
}
