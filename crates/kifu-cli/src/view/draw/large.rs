//! The board in large cells: stones are discs of half blocks, lines are drawn between them.

use kifu::value::Color as Side;
use kifu_diagram::{Board, Mark, Piece, Point, Scene, Spot};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::paint::Paint;
use crate::view::look::Look;
use crate::view::skin::{Colors, Rgb, indexed};

/// The columns and rows of a cell, the largest first.
const CELLS: [(u16, u16); 4] = [(10, 5), (8, 4), (6, 3), (4, 2)];

/// The width of the rim of a stone, in columns.
const RIM: f32 = 0.6;

/// Where the board is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellGrid {
    /// The middle of the upper left point.
    pub(crate) x: u16,
    pub(crate) y: u16,
    /// The columns and rows of a cell.
    pub(crate) cell: (u16, u16),
    /// The points shown.
    pub(crate) part: kifu_diagram::Rect,
}

impl CellGrid {
    /// The point at a place of the screen.
    pub(crate) fn point(&self, column: u16, row: u16) -> Option<Point> {
        let along = |at: u16, first: u16, cell: u16| {
            (at + cell / 2).checked_sub(first).map(|away| away / cell)
        };
        let x = along(column, self.x, self.cell.0)?;
        let y = along(row, self.y, self.cell.1)?;
        let point = Point::new(self.part.left + x, self.part.top + y);
        self.part.contains(point).then_some(point)
    }
}

/// A board in large cells.
#[derive(Debug)]
pub(super) struct Large<'s> {
    scene: &'s Scene,
    colors: &'static Colors,
    cell: (u16, u16),
    /// The columns for the names of rows at each side that has them.
    names: u16,
}

impl<'s> Large<'s> {
    /// The board in the largest cells that fit; `None` if only small ones do, or if it has no grid of
    /// points, or the terminal has no colors.
    pub(super) fn fit(scene: &'s Scene, look: Look, width: u16, height: u16) -> Option<Self> {
        if !look.has_color || look.is_ascii || !matches!(scene.board, Board::Lines) {
            return None;
        }
        let part = scene.window().rect;
        let all = (part.top..=part.bottom).map(|y| scene.row_name(y).chars().count());
        let names = u16::try_from(all.max().unwrap_or(0)).unwrap_or(0) + 1;
        CELLS
            .into_iter()
            .map(|cell| Self {
                scene,
                colors: look.colors(),
                cell,
                names,
            })
            .find(|large| large.width() <= width && large.height() <= height)
    }

    pub(super) fn width(&self) -> u16 {
        let names = &self.scene.coordinates;
        let sides = u16::from(names.left) + u16::from(names.right);
        let columns = self.scene.window().rect.columns();
        columns
            .saturating_mul(self.cell.0)
            .saturating_add(sides * self.names)
    }

    pub(super) fn height(&self) -> u16 {
        let names = &self.scene.coordinates;
        let edges = u16::from(names.top) + u16::from(names.bottom);
        let rows = self.scene.window().rect.rows();
        rows.saturating_mul(self.cell.1).saturating_add(edges)
    }

    /// Draws it in the upper left corner of an area; returns where its points are.
    pub(super) fn put(&self, area: Rect, paint: &mut Paint<'_>) -> CellGrid {
        let part = self.scene.window().rect;
        let names = &self.scene.coordinates;
        let (w, h) = self.cell;
        let left = area.x + if names.left { self.names } else { 0 };
        let top = area.y + u16::from(names.top);
        let grid = CellGrid {
            x: left + w / 2,
            y: top + h / 2,
            cell: self.cell,
            part,
        };
        for y in part.top..=part.bottom {
            for x in part.left..=part.right {
                self.cell(Point::new(x, y), &grid, paint);
            }
        }
        for y in part.top..=part.bottom {
            for x in part.left..=part.right {
                let point = Point::new(x, y);
                if let Some(spot) = self.scene.at(point) {
                    self.words(point, spot, &grid, paint);
                }
            }
        }
        self.names(area, &grid, paint);
        grid
    }

    /// Shows the cursor as brackets around a point.
    pub(super) fn put_cursor(&self, point: Point, grid: &CellGrid, paint: &mut Paint<'_>) {
        let (w, h) = self.cell;
        let part = grid.part;
        let left = grid.x - w / 2 + (point.x - part.left) * w;
        let top = grid.y - h / 2 + (point.y - part.top) * h;
        let style = style(self.colors.cursor, self.colors.board).add_modifier(Modifier::BOLD);
        for row in 0..h {
            let signs = match row {
                0 => ['┏', '┓'],
                row if row + 1 == h => ['┗', '┛'],
                _ => ['┃', '┃'],
            };
            for (x, sign) in [left, left + w].into_iter().zip(signs) {
                paint.put(x, top + row, sign, style);
            }
        }
    }

    fn names(&self, area: Rect, grid: &CellGrid, paint: &mut Paint<'_>) {
        let names = &self.scene.coordinates;
        let style = Style::new().add_modifier(Modifier::DIM);
        let (w, h) = self.cell;
        let part = grid.part;
        for x in part.left..=part.right {
            let at = grid.x + (x - part.left) * w;
            let name = self.scene.column_name(x);
            if names.top {
                paint.text(at, area.y, area.right(), &name, style);
            }
            if names.bottom {
                paint.text(at, area.y + self.height() - 1, area.right(), &name, style);
            }
        }
        for y in part.top..=part.bottom {
            let at = grid.y + (y - part.top) * h;
            let name = self.scene.row_name(y);
            let own = u16::try_from(name.chars().count()).unwrap_or(0);
            if names.left {
                let x = area.x + (self.names - 1).saturating_sub(own);
                paint.text(x, at, area.right(), &name, style);
            }
            if names.right {
                let x = grid.x - w / 2 + part.columns() * w + 1;
                paint.text(x, at, area.right(), &name, style);
            }
        }
    }

    /// The ground, the lines, and the stone of a point.
    fn cell(&self, point: Point, grid: &CellGrid, paint: &mut Paint<'_>) {
        let (w, h) = self.cell;
        let (cx, cy) = (w / 2, h / 2);
        let part = grid.part;
        let (x, y) = (
            grid.x - cx + (point.x - part.left) * w,
            grid.y - cy + (point.y - part.top) * h,
        );
        let stone = self
            .scene
            .at(point)
            .and_then(|spot| spot.piece)
            .and_then(Piece::side);
        let is_star = self.scene.stars.contains(&point);
        let last = (self.scene.columns - 1, self.scene.rows - 1);
        for row in 0..h {
            for column in 0..w {
                let up = point.y > 0 || row > cy;
                let down = point.y < last.1 || row < cy;
                let before = point.x > 0 || column > cx;
                let after = point.x < last.0 || column < cx;
                let sign = match (column == cx, row == cy) {
                    (true, true) => crossing(point, last, is_star),
                    (true, false) if up && down => '│',
                    (false, true) if before && after => '─',
                    _ => ' ',
                };
                let halves = [0, 1].map(|half| self.coverage(column, row * 2 + half, 0.0));
                let covered = halves[0].max(halves[1]);
                let style = match stone {
                    Some(side) if covered > 0.06 => {
                        let [front, back] = [0, 1].map(|half| {
                            let at = (column, row * 2 + half);
                            self.half(side == Side::Black, at, halves[usize::from(half)])
                        });
                        if sign != ' ' && covered < 0.25 {
                            let style = style(self.colors.line, self.colors.board);
                            paint.put(x + column, y + row, sign, style);
                        } else {
                            paint.put(x + column, y + row, '▀', style(front, back));
                        }
                        continue;
                    }
                    _ => style(self.colors.line, self.colors.board),
                };
                paint.put(x + column, y + row, sign, style);
            }
        }
    }

    /// The color of a half block of which a stone covers a part.
    fn half(&self, is_black: bool, (column, half): (u16, u16), covered: f32) -> Rgb {
        let stone = self.colors.stone(is_black);
        let rim = self.colors.rim.as_ref();
        // In the smallest cells a rim would be as large as a black stone.
        let has_room = self.cell.1 > 2;
        match rim.filter(|rim| rim.is_black == is_black && (has_room || !is_black)) {
            None => mix(self.colors.board, stone, covered),
            Some(rim) => {
                let edge = mix(self.colors.board, rim.color, covered);
                mix(edge, stone, self.coverage(column, half, RIM))
            }
        }
    }

    /// How much of a half block a stone covers, 0 to 1; `less` makes its radius smaller.
    fn coverage(&self, column: u16, half: u16, less: f32) -> f32 {
        const STEPS: u16 = 4;
        let (w, h) = self.cell;
        let middle = (f32::from(w / 2) + 0.5, f32::from(h / 2) * 2.0 + 1.0);
        let radius = (f32::from(w).min(f32::from(h) * 2.0)) * 0.485 - less;
        let mut inside = 0;
        for i in 0..STEPS * STEPS {
            let at = |step: u16| (f32::from(step) + 0.5) / f32::from(STEPS);
            let dx = f32::from(column) + at(i % STEPS) - middle.0;
            let dy = f32::from(half) + at(i / STEPS) - middle.1;
            inside += u16::from(dx.hypot(dy) <= radius);
        }
        f32::from(inside) / f32::from(STEPS * STEPS)
    }

    /// Number, label, mark, territory or hint, in the middle of the point.
    fn words(&self, point: Point, spot: &Spot, grid: &CellGrid, paint: &mut Paint<'_>) {
        let (w, h) = self.cell;
        let part = grid.part;
        let (x, y) = (
            grid.x + (point.x - part.left) * w,
            grid.y + (point.y - part.top) * h,
        );
        let side = spot.piece.and_then(Piece::side);
        let colors = self.colors;
        let ground = side.map_or(colors.board, |side| colors.stone(side == Side::Black));
        let ink = match side {
            Some(Side::Black) => colors.white,
            Some(Side::White) => colors.black,
            None => colors.sign,
        };
        let mark = spot.mark.map(|mark| match mark {
            Mark::Circle => '○',
            Mark::Cross => '×',
            Mark::Square => '□',
            Mark::Selected => '◆',
            Mark::Triangle => '△',
        });
        let territory = spot.territory.map(|side| match side {
            Side::Black => (colors.black, '■'),
            Side::White if colors.is_white_ring() => (colors.black, '□'),
            Side::White => (colors.white, '■'),
        });
        let hint = spot.hint.as_ref();
        let (text, color) = if let Some(words) = spot.words() {
            (words, ink)
        } else if let Some(mark) = mark {
            (mark.to_string(), ink)
        } else if let Some((color, sign)) = territory {
            (sign.to_string(), color)
        } else if spot.last {
            ("●".to_owned(), colors.last)
        } else if let Some(hint) = hint {
            let text = if hint.text.is_empty() {
                "◌"
            } else {
                &hint.text
            };
            (text.to_owned(), colors.accent)
        } else {
            return;
        };
        let room = usize::from(w);
        let short: String = text.chars().take(room).collect();
        let width = paint.width(&short);
        let style = style(color, ground).add_modifier(Modifier::BOLD);
        paint.text(x.saturating_sub(width / 2), y, x + w, &short, style);
    }
}

fn crossing(point: Point, last: (u16, u16), is_star: bool) -> char {
    let column = (point.x == 0, point.x == last.0);
    let row = (point.y == 0, point.y == last.1);
    match (column, row) {
        _ if is_star => '•',
        ((true, _), (true, _)) => '┌',
        ((_, true), (true, _)) => '┐',
        ((true, _), (_, true)) => '└',
        ((_, true), (_, true)) => '┘',
        ((true, _), _) => '├',
        ((_, true), _) => '┤',
        (_, (true, _)) => '┬',
        (_, (_, true)) => '┴',
        _ => '┼',
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between two colors"
)]
fn mix(from: Rgb, to: Rgb, part: f32) -> Rgb {
    let between =
        |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
    (
        between(from.0, to.0),
        between(from.1, to.1),
        between(from.2, to.2),
    )
}

fn style(front: Rgb, back: Rgb) -> Style {
    Style::new().fg(indexed(front)).bg(indexed(back))
}

#[cfg(test)]
mod tests {
    use super::CellGrid;
    use kifu_diagram::{Point, Rect};

    #[test]
    fn places_of_the_screen_are_points() {
        let grid = CellGrid {
            x: 5,
            y: 3,
            cell: (4, 2),
            part: Rect::new(Point::new(2, 2), Point::new(4, 4)),
        };
        assert_eq!(grid.point(5, 3), Some(Point::new(2, 2)));
        assert_eq!(grid.point(3, 2), Some(Point::new(2, 2)));
        assert_eq!(grid.point(13, 7), Some(Point::new(4, 4)));
        assert_eq!(grid.point(40, 3), None);
        assert_eq!(grid.point(0, 0), None);
    }
}
