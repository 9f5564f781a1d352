//! Finds parts of a scene that cannot be drawn.

use super::{MAX_SHOWN, Point, Scene, Spot};
use crate::Problem;

impl Scene {
    /// Returns the parts that the diagram omits because they are not on the board, in the order of the fields. Points
    /// outside a crop are not problems.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let view = self.window().rect;
        let board = super::Rect::board(self.columns, self.rows);
        let all_shown = self
            .crop
            .is_none_or(|crop| crop.normal().intersect(board).is_some())
            && self
                .visible
                .as_ref()
                .is_none_or(|list| list.iter().any(|&p| self.has(p)));
        if !all_shown {
            problems.push(Problem::EmptyView);
        }
        let wanted = self.crop.map_or(board, super::Rect::normal);
        if wanted.columns().min(self.columns) > MAX_SHOWN && view.columns() == MAX_SHOWN
            || wanted.rows().min(self.rows) > MAX_SHOWN && view.rows() == MAX_SHOWN
        {
            problems.push(Problem::TooLarge {
                columns: self.columns,
                rows: self.rows,
            });
        }
        let mut off = |what, point: Point| {
            if !self.has(point) {
                problems.push(Problem::OffBoard {
                    what,
                    point,
                    columns: self.columns,
                    rows: self.rows,
                });
            }
        };
        for &point in self.visible.iter().flatten() {
            off("view", point);
        }
        for (&point, spot) in &self.spots {
            if let Some(what) = name_of(spot) {
                off(what, point);
            }
        }
        for &point in &self.stars {
            off("star point", point);
        }
        let strokes = self.strokes();
        for &(what, from, to) in &strokes {
            off(what, from);
            off(what, to);
        }
        for (what, from, to) in strokes {
            if from == to && self.has(from) {
                problems.push(Problem::NoLength { what, point: from });
            }
        }
        problems
    }

    fn strokes(&self) -> Vec<(&'static str, Point, Point)> {
        let arrows = self.arrows.iter().map(|&(a, b)| ("arrow", a, b));
        let lines = self.lines.iter().map(|&(a, b)| ("line", a, b));
        let links = self.links.iter().map(|&(a, b, _)| ("link", a, b));
        arrows.chain(lines).chain(links).collect()
    }
}

fn name_of(spot: &Spot) -> Option<&'static str> {
    Some(if spot.piece.is_some() {
        "piece"
    } else if spot.mark.is_some() {
        "mark"
    } else if spot.label.is_some() {
        "label"
    } else if spot.number.is_some() {
        "move number"
    } else if spot.territory.is_some() {
        "territory"
    } else if spot.hint.is_some() {
        "variation"
    } else if spot.last {
        "last move"
    } else if spot.dim {
        "dimmed point"
    } else {
        return None;
    })
}
