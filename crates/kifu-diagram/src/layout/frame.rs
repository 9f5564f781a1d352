//! Positions of points, and their names along the edges.

use super::hex;
use super::layers::{Layer, Layers};
use crate::measure;
use crate::picture::{Anchor, CELL, Rgb, Shape, Spacing, Style};
use crate::scene::{Board, Point, Rect, Scene};
use crate::theme::Theme;

/// The height of a row of hexagons whose width is 1.
pub(super) const HEX_ROW: f32 = 0.866_025_4;

/// Mapping from points to positions in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) rect: Rect,
    hex: bool,
    /// The distance of two rows, in cells.
    row: f32,
    /// The place of the upper left point shown.
    x: f32,
    y: f32,
    /// Size of the board, including the names along its edges.
    pub(super) width: f32,
    pub(super) height: f32,
}

impl Frame {
    pub(super) fn new(scene: &Scene, rect: Rect, theme: &Theme) -> Self {
        let hex = scene.board == Board::Hex;
        let names = &scene.coordinates;
        // Names are as wide as the widest of them.
        let widest = (rect.top..=rect.bottom)
            .map(|y| measure::width(&scene.row_name(y)) * NAME)
            .fold(0.0, f32::max);
        let side = widest + 5.0;
        let (columns, rows) = (f32::from(rect.columns()), f32::from(rect.rows()));
        let edge = if hex { 0.75 } else { 0.62 } * CELL;
        let left = edge + if names.left { side } else { 0.0 };
        let right = edge + if names.right { side } else { 0.0 };
        let top = edge + if names.top { NAME + 4.0 } else { 0.0 };
        let bottom = edge + if names.bottom { NAME + 4.0 } else { 0.0 };
        let slant = if hex { (rows - 1.0) * 0.5 } else { 0.0 };
        let row = match scene.board {
            Board::Hex => HEX_ROW,
            Board::Lines => theme.board.aspect,
            _ => 1.0,
        };
        Self {
            rect,
            hex,
            row,
            x: left,
            y: top,
            width: left + right + (columns - 1.0 + slant) * CELL,
            height: top + bottom + (rows - 1.0) * row * CELL,
        }
    }

    /// The middle of a point, or of a place between points.
    pub(super) fn place(&self, x: f32, y: f32) -> (f32, f32) {
        let dx = x - f32::from(self.rect.left);
        let dy = y - f32::from(self.rect.top);
        let slant = if self.hex { dy * 0.5 } else { 0.0 };
        (self.x + (dx + slant) * CELL, self.y + dy * self.row * CELL)
    }

    /// The color of the bare board at a point.
    pub(super) fn ground(&self, theme: &Theme, point: Point) -> Rgb {
        let (x, y) = self.at(point);
        theme.board.fill.at(x / self.width, y / self.height)
    }

    /// The part of the board around a point; those of all points cover it once.
    pub(super) fn tile(&self, (x, y): (f32, f32)) -> Shape {
        if self.hex {
            return Shape::polygon(hex::corners((x, y)));
        }
        Shape::Rect {
            x: x - CELL / 2.0,
            y: y - self.row * CELL / 2.0,
            w: CELL,
            h: self.row * CELL,
            round: 0.0,
        }
    }

    /// The middle of a point.
    pub(super) fn at(&self, point: Point) -> (f32, f32) {
        self.place(f32::from(point.x), f32::from(point.y))
    }
}

/// The font size of the names.
const NAME: f32 = 9.0;

/// Writes the names of columns and rows.
pub(super) fn names(scene: &Scene, theme: &Theme, frame: &Frame, layers: &mut Layers) {
    let ink = Style::fill(theme.page.muted);
    let shown = &scene.coordinates;
    let mut write = |x: f32, y: f32, anchor: Anchor, text: String| {
        if !text.is_empty() {
            let shape = Shape::Text {
                x,
                y: y + NAME * 0.36,
                size: NAME,
                anchor,
                bold: false,
                spacing: Spacing::default(),
                text,
            };
            layers.push(Layer::Names, ink, shape);
        }
    };
    let rect = frame.rect;
    let away = (if frame.hex { 0.75 } else { 0.62 }) * CELL;
    // Beside a row of hexagons the slant moves the columns.
    let lean = if frame.hex { 0.25 * CELL } else { 0.0 };
    // Names keep off the ends of lines that run on.
    let off = |is_open: bool| away + if is_open && !frame.hex { 1.5 } else { 0.0 };
    let (left, right) = (off(rect.left > 0), off(rect.right + 1 < scene.columns));
    let (top, bottom) = (off(rect.top > 0), off(rect.bottom + 1 < scene.rows));
    for x in rect.left..=rect.right {
        if shown.top {
            let (px, py) = frame.at(Point::new(x, rect.top));
            write(
                px - lean,
                py - top - 4.0,
                Anchor::Middle,
                scene.column_name(x),
            );
        }
        if shown.bottom {
            let (px, py) = frame.at(Point::new(x, rect.bottom));
            write(
                px + lean,
                py + bottom + 4.0,
                Anchor::Middle,
                scene.column_name(x),
            );
        }
    }
    for y in rect.top..=rect.bottom {
        if shown.left {
            let (px, py) = frame.at(Point::new(rect.left, y));
            write(px - left, py, Anchor::End, scene.row_name(y));
        }
        if shown.right {
            let (px, py) = frame.at(Point::new(rect.right, y));
            write(px + right, py, Anchor::Start, scene.row_name(y));
        }
    }
}
