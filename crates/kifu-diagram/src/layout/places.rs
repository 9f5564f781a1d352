//! Positions of points in a picture of a board.

use super::frame::Frame;
use crate::picture::CELL;
use crate::scene::{Board, Point, Scene};
use crate::theme::Theme;

/// Maps between the points of a board and positions in its picture, in the units of [`board_only`](super::board_only).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places(Frame);

impl Places {
    /// The places of a scene; `None` for backgammon, whose board has no grid of points.
    pub fn of(scene: &Scene, theme: &Theme) -> Option<Self> {
        let has_points = !matches!(scene.board, Board::Backgammon(_));
        has_points.then(|| Self(Frame::new(scene, scene.window().rect, theme)))
    }

    /// The middle of a point.
    pub fn at(&self, point: Point) -> (f32, f32) {
        self.0.at(point)
    }

    /// The point nearest to a position; `None` if no point of the picture is within half a cell.
    pub fn point(&self, x: f32, y: f32) -> Option<Point> {
        let rect = self.0.rect;
        let (left, top) = (f32::from(rect.left), f32::from(rect.top));
        let (_, first) = self.0.place(left, top);
        let (_, second) = self.0.place(left, top + 1.0);
        let down = ((y - first) / (second - first)).round();
        // Each row of hexagons begins farther right.
        let (begin, _) = self.0.place(left, top + down);
        let across = ((x - begin) / CELL).round();
        let is_inside = |steps: f32, last: u16| (0.0..=f32::from(last)).contains(&steps);
        if !is_inside(across, rect.right - rect.left) || !is_inside(down, rect.bottom - rect.top) {
            return None;
        }
        #[expect(clippy::cast_sign_loss, reason = "neither is negative")]
        let (across, down) = (across as u16, down as u16);
        Some(Point::new(rect.left + across, rect.top + down))
    }
}
