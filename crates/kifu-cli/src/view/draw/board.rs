//! The board: the scene of the node, drawn by the text pen of `kifu-diagram`, as much of it as
//! there is room for.

use kifu_diagram::scene::CoordinateLabels;
use kifu_diagram::text::{self, Ink, Line};
use kifu_diagram::{Board, Point, Rect as Part, Scene};
use ratatui::layout::Rect;

use super::paint::Paint;
use crate::view::look::Look;

/// A board as it is put on the screen.
#[derive(Debug)]
pub(super) struct Picture {
    lines: Vec<Line>,
    /// Contents that the signs on the board cannot show: long labels, arrows, lines, dice.
    pub(super) below: Vec<String>,
    /// Whether all of the board is there that the scene shows.
    pub(super) is_whole: bool,
    points: Option<text::Places>,
    /// The points shown.
    part: Part,
}

/// Where the points of a board of text are on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextGrid {
    places: text::Places,
    area: Rect,
    part: Part,
}

impl TextGrid {
    /// The point whose sign or mark is at a place of the screen.
    pub(super) fn point(&self, column: u16, row: u16) -> Option<Point> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let (line, column) = (row - self.area.y, column - self.area.x);
        let point = self.places.point(line.into(), column.into())?;
        self.part.contains(point).then_some(point)
    }
}

/// The columns of a point, beside the one for its mark: enough for most labels, or the least.
const POINT_WIDTHS: [usize; 2] = [4, 1];

/// The least part of a board that is drawn.
const LEAST: u16 = 1;

impl Picture {
    /// Draws a scene in so many columns and rows: if it can be, with the names of points on all
    /// edges, else with fewer of them and shorter labels, else only the part around the cursor or the last move.
    pub(super) fn fit(
        scene: &Scene,
        look: Look,
        cursor: Option<Point>,
        width: u16,
        height: u16,
    ) -> Self {
        Self::whole(scene, look, width, height)
            .unwrap_or_else(|| Self::part(scene, look, cursor, width, height))
    }

    /// Draws a scene with the names of points that it asks for, as narrow as it can be.
    pub(super) fn as_it_is(scene: &Scene, look: Look) -> Self {
        let [_, narrow] = POINT_WIDTHS;
        Self::draw(scene, look, scene.coordinates, narrow)
    }

    /// The board in whole; `None` if there is no room for it.
    fn whole(scene: &Scene, look: Look, width: u16, height: u16) -> Option<Self> {
        let rect = scene.window().rect;
        let is_grid = !matches!(scene.board, Board::Backgammon(_));
        let (columns, rows) = (rect.right - rect.left, rect.bottom - rect.top);
        // A point takes two columns and a row, so that what is much too large need not be drawn.
        if is_grid && (columns > width / 2 || rows >= height) {
            return None;
        }
        let all = scene.coordinates;
        let few = on_one_edge(all);
        let none = CoordinateLabels {
            top: false,
            bottom: false,
            left: false,
            right: false,
            ..all
        };
        let [wide, narrow] = POINT_WIDTHS;
        let ways = [
            (all, wide),
            (few, wide),
            (all, narrow),
            (few, narrow),
            (none, narrow),
        ];
        let drawn = ways
            .into_iter()
            .map(|(coordinates, point)| Self::draw(scene, look, coordinates, point));
        let fits = |drawn: &Self| drawn.width() <= width && drawn.height() <= height;
        drawn.into_iter().find(fits)
    }

    /// The part around the cursor or the last move, or else around the middle of what the scene shows.
    fn part(scene: &Scene, look: Look, cursor: Option<Point>, width: u16, height: u16) -> Self {
        let window = scene.window().rect;
        let middle = |from: u16, to: u16| from + (to - from) / 2;
        let center = Point::new(
            middle(window.left, window.right),
            middle(window.top, window.bottom),
        );
        let last = scene.spots.iter().find(|(_, spot)| spot.last);
        let focus = cursor.or_else(|| last.map(|(&point, _)| point));
        let focus = focus.unwrap_or(center);
        let coordinates = on_one_edge(scene.coordinates);
        let [_, narrow] = POINT_WIDTHS;
        let mut scene = scene.clone();
        let (mut columns, mut rows) = ((width / 2).max(LEAST), height.max(LEAST));
        loop {
            let (left, right) = around(focus.x, window.left, window.right, columns);
            let (top, bottom) = around(focus.y, window.top, window.bottom, rows);
            scene.crop = Some(Part::new(Point::new(left, top), Point::new(right, bottom)));
            let drawn = Self::draw(&scene, look, coordinates, narrow);
            let over_width = drawn.width().saturating_sub(width).div_ceil(2);
            let over_height = drawn.height().saturating_sub(height);
            let is_least =
                (over_width == 0 || columns == LEAST) && (over_height == 0 || rows == LEAST);
            if is_least || matches!(scene.board, Board::Backgammon(_)) {
                return Self {
                    is_whole: false,
                    ..drawn
                };
            }
            columns = columns.saturating_sub(over_width).max(LEAST);
            rows = rows.saturating_sub(over_height).max(LEAST);
        }
    }

    fn draw(scene: &Scene, look: Look, coordinates: CoordinateLabels, point_width: usize) -> Self {
        let options = text::Options {
            ascii: look.is_ascii,
            // The ink of each piece shows its color, so that numbers need no sign.
            color: look.has_color,
            point_width,
            ..text::Options::default()
        };
        let mut scene = scene.clone();
        scene.coordinates = coordinates;
        let text::Parts {
            board,
            below,
            points,
        } = text::parts(&scene, &options);
        Self {
            lines: board,
            below,
            points,
            is_whole: true,
            part: scene.window().rect,
        }
    }

    /// The columns it takes; blanks at the end do not count.
    pub(super) fn width(&self) -> u16 {
        let blanks = |line: &Line| {
            let text = line.to_string();
            text.len() - text.trim_end().len()
        };
        let columns = |line: &Line| line.columns() - blanks(line);
        let widest = self.lines.iter().map(columns).max().unwrap_or(0);
        u16::try_from(widest).unwrap_or(u16::MAX)
    }

    /// The rows it takes.
    pub(super) fn height(&self) -> u16 {
        u16::try_from(self.lines.len()).unwrap_or(u16::MAX)
    }

    /// Puts it in the upper left corner of an area; what has no room is left out.
    pub(super) fn put(&self, area: Rect, paint: &mut Paint<'_>) {
        for (y, line) in (area.y..area.bottom()).zip(&self.lines) {
            let mut x = area.x;
            for (ink, text) in &line.spans {
                let style = paint.ink(*ink);
                let sign = match (ink, text.as_str()) {
                    (Ink::Stone(_), sign) => stone(sign, paint.look),
                    (_, text) => text,
                };
                x = paint.text(x, y, area.right(), sign, style);
            }
        }
    }

    /// Where its points are if it is put in an area; `None` if it has no grid of points.
    pub(super) fn grid(&self, area: Rect) -> Option<TextGrid> {
        let part = self.part;
        self.points.map(|places| TextGrid { places, area, part })
    }

    /// Shows the cursor on a point, if the picture in an area has it.
    pub(super) fn put_cursor(&self, point: Point, area: Rect, paint: &mut Paint<'_>) {
        let place = self.points.and_then(|points| points.at(point));
        let Some((line, columns)) = place.filter(|(line, _)| *line < self.lines.len()) else {
            return;
        };
        let y = usize::from(area.y) + line;
        for column in columns {
            let x = usize::from(area.x) + column;
            if x < usize::from(area.right()) && y < usize::from(area.bottom()) {
                paint.restyle(x as u16, y as u16, paint.cursor());
            }
        }
    }
}

/// The sign of a stone as the terminal shows it.
fn stone(sign: &str, look: Look) -> &str {
    match sign {
        // In its color a filled white stone is easier to see than a ring.
        "○" if look.has_color && !look.colors().is_white_ring() => "●",
        // Text is light on a dark terminal: there a ring is dark.
        "○" if look.has_light_text() => "●",
        "●" if look.has_light_text() => "○",
        sign => sign,
    }
}

/// Names of rows on one side only, and so of columns.
fn on_one_edge(all: CoordinateLabels) -> CoordinateLabels {
    CoordinateLabels {
        top: all.top && !all.bottom,
        right: all.right && !all.left,
        ..all
    }
}

/// So many lines with `focus` among them, in the middle if it may be, within `from` and `to`.
fn around(focus: u16, from: u16, to: u16, lines: u16) -> (u16, u16) {
    let lines = lines.clamp(1, (to - from).saturating_add(1));
    let first = focus
        .saturating_sub(lines / 2)
        .min(to - (lines - 1))
        .max(from);
    (first, first + (lines - 1))
}

#[cfg(test)]
mod tests {
    use super::around;

    #[test]
    fn a_part_holds_its_focus() {
        for to in 0..52 {
            for from in 0..=to {
                for lines in 1..=60 {
                    for focus in from..=to {
                        let (first, last) = around(focus, from, to, lines);
                        assert!(from <= first && first <= focus);
                        assert!(focus <= last && last <= to);
                        assert_eq!(last - first + 1, lines.min(to - from + 1));
                    }
                }
            }
        }
    }
}
