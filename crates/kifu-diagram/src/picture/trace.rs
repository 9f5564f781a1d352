//! Shapes as curves, for pens that draw nothing else.

use super::{Shape, Step};

/// Distance of the control points of a quarter circle from its ends, for radius 1.
const QUARTER: f32 = 0.552_285;

/// A pen that draws lines and curves.
pub(crate) trait Trace {
    /// Begins a line at a place.
    fn move_to(&mut self, x: f32, y: f32);

    /// Draws a straight line to a place.
    fn line_to(&mut self, x: f32, y: f32);

    /// Draws a curve with two control points to a place, the last of the three.
    fn cubic_to(&mut self, points: [(f32, f32); 3]);

    /// Draws a straight line back to the beginning.
    fn close(&mut self);
}

impl Shape {
    /// Draws the shape as lines and curves. Text has none.
    pub(crate) fn trace(&self, pen: &mut impl Trace) {
        match self {
            Self::Circle { x, y, r } => circle(pen, *x, *y, *r),
            Self::Rect { x, y, w, h, round } if *round > 0.0 => {
                rounded(pen, (*x, *y, *w, *h), round.min(w / 2.0).min(h / 2.0));
            }
            Self::Rect { x, y, w, h, .. } => {
                pen.move_to(*x, *y);
                pen.line_to(x + w, *y);
                pen.line_to(x + w, y + h);
                pen.line_to(*x, y + h);
                pen.close();
            }
            Self::Path(steps) => {
                for step in steps {
                    match *step {
                        Step::Move(x, y) => pen.move_to(x, y),
                        Step::Line(x, y) => pen.line_to(x, y),
                        Step::Curve(points) => pen.cubic_to(points),
                        Step::Close => pen.close(),
                    }
                }
            }
            Self::Text { .. } => {}
        }
    }
}

fn circle(pen: &mut impl Trace, x: f32, y: f32, r: f32) {
    let k = r * QUARTER;
    pen.move_to(x + r, y);
    pen.cubic_to([(x + r, y + k), (x + k, y + r), (x, y + r)]);
    pen.cubic_to([(x - k, y + r), (x - r, y + k), (x - r, y)]);
    pen.cubic_to([(x - r, y - k), (x - k, y - r), (x, y - r)]);
    pen.cubic_to([(x + k, y - r), (x + r, y - k), (x + r, y)]);
    pen.close();
}

fn rounded(pen: &mut impl Trace, (x, y, w, h): (f32, f32, f32, f32), r: f32) {
    let k = r * (1.0 - QUARTER);
    let (right, bottom) = (x + w, y + h);
    pen.move_to(x + r, y);
    pen.line_to(right - r, y);
    pen.cubic_to([(right - k, y), (right, y + k), (right, y + r)]);
    pen.line_to(right, bottom - r);
    pen.cubic_to([
        (right, bottom - k),
        (right - k, bottom),
        (right - r, bottom),
    ]);
    pen.line_to(x + r, bottom);
    pen.cubic_to([(x + k, bottom), (x, bottom - k), (x, bottom - r)]);
    pen.line_to(x, y + r);
    pen.cubic_to([(x, y + k), (x + k, y), (x + r, y)]);
    pen.close();
}
