//! Parts of strokes that are drawn.

use super::{Point, Window};

/// The part of a stroke that is drawn. Places are columns and rows, with fractions between points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stretch {
    pub(crate) from: (f32, f32),
    pub(crate) to: (f32, f32),
    /// Whether the stroke begins and ends at points that are drawn.
    pub(crate) is_whole: [bool; 2],
}

/// Minimum length of a drawn part, in cells: less is a speck in a corner.
const SHORTEST: f32 = 0.5;

impl Window<'_> {
    /// Returns the part of a stroke between two points that is drawn: up to half a cell beyond the last points where the
    /// board continues. `None` if no part is drawn, or if `VW` hides one of its points within the rectangle.
    pub(crate) fn stroke(&self, from: Point, to: Point) -> Option<Stretch> {
        let is_whole = [from, to].map(|end| self.shows(end));
        let is_hidden = |end: Point| !self.board.contains(end) || self.rect.contains(end);
        let mut ends = [from, to].into_iter().zip(is_whole);
        if from == to || ends.any(|(end, is_shown)| !is_shown && is_hidden(end)) {
            return None;
        }
        let place = |point: Point| (f32::from(point.x), f32::from(point.y));
        let ((x, y), (to_x, to_y)) = (place(from), place(to));
        let (dx, dy) = (to_x - x, to_y - y);
        let rect = self.rect;
        let columns = inside((x, dx), (rect.left, rect.right))?;
        let rows = inside((y, dy), (rect.top, rect.bottom))?;
        let first = columns.0.max(rows.0).max(0.0);
        let last = columns.1.min(rows.1).min(1.0);
        let at = |part: f32| (x + part * dx, y + part * dy);
        ((last - first) * dx.hypot(dy) >= SHORTEST).then(|| Stretch {
            from: at(first),
            to: at(last),
            is_whole,
        })
    }
}

/// The fractions of a stroke between which it is in a range of points along one axis; `None` if it never is.
fn inside((start, length): (f32, f32), (first, last): (u16, u16)) -> Option<(f32, f32)> {
    let (low, high) = (f32::from(first) - 0.5, f32::from(last) + 0.5);
    if length == 0.0 {
        return (low..=high).contains(&start).then_some((0.0, 1.0));
    }
    let (one, other) = ((low - start) / length, (high - start) / length);
    Some((one.min(other), one.max(other)))
}
