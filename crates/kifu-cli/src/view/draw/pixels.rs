//! The board as a picture, in as many cells as it needs.

use kifu_diagram::layout::{self, Places};
use kifu_diagram::picture::{CELL, Rgb, Shape, Step, Style};
use kifu_diagram::{Board, Point, Scene};
use ratatui::layout::Rect;

use crate::screen::Image;
use crate::view::look::Look;

/// The least distance of two lines in pixels, so that stones and labels can be recognized.
const LEAST_CELL: f32 = 9.0;

/// The most pixels of a side of the picture.
const MOST_SIDE: f32 = 4000.0;

/// A board of pixels.
#[derive(Debug)]
pub(super) struct Pixels {
    image: Image,
    places: Option<Places>,
}

/// Where the points of a picture are on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PixelGrid {
    places: Places,
    area: Rect,
    cell: (u16, u16),
    scale: f32,
    corner: (f32, f32),
}

impl PixelGrid {
    /// The point at a cell of the screen.
    pub(super) fn point(&self, column: u16, row: u16) -> Option<Point> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let middle = |at: u16, first: u16, cell: u16, corner: f32| {
            ((f32::from(at - first) + 0.5) * f32::from(cell) - corner) / self.scale
        };
        let x = middle(column, self.area.x, self.cell.0, self.corner.0);
        let y = middle(row, self.area.y, self.cell.1, self.corner.1);
        self.places.point(x, y)
    }
}

impl Pixels {
    /// The largest picture in so many columns and rows; `None` if points would be too small, or if the terminal shows no
    /// pictures.
    pub(super) fn fit(scene: &Scene, look: Look, width: u16, height: u16) -> Option<Self> {
        let protocol = look.terminal.protocol.filter(|_| look.has_pixels())?;
        let cell = look.terminal.cell();
        let side = |cells: u16, pixels: u16| f32::from(cells) * f32::from(pixels);
        let room = (
            side(width, cell.0).min(MOST_SIDE),
            side(height, cell.1).min(MOST_SIDE),
        );
        // A board that is much too large need not be drawn.
        let part = scene.window().rect;
        let is_grid = !matches!(scene.board, Board::Backgammon(_));
        let least = |points: u16| f32::from(points) * LEAST_CELL * 0.8;
        if is_grid && (least(part.columns()) > room.0 || least(part.rows()) > room.1) {
            return None;
        }
        let theme = look.skin.theme(look.terminal.is_dark());
        let board = layout::board_only(scene, &theme);
        if board.width <= 0.0 || board.height <= 0.0 {
            return None;
        }
        let exact = (room.0 / board.width).min(room.1 / board.height);
        // Lines are sharp if all have whole pixels between them.
        let scale = (exact * CELL).floor() / CELL;
        if scale * CELL < LEAST_CELL {
            return None;
        }
        #[expect(clippy::cast_sign_loss, reason = "lengths are positive")]
        let cells = |length: f32, pixels: u16| (length * scale / f32::from(pixels)).ceil() as u16;
        let area = Rect::new(
            0,
            0,
            cells(board.width, cell.0).min(width),
            cells(board.height, cell.1).min(height),
        );
        let free = |cells: u16, pixels: u16, length: f32| {
            ((side(cells, pixels) - length * scale) / 2.0).max(0.0)
        };
        let mut corner = (
            free(area.width, cell.0, board.width),
            free(area.height, cell.1, board.height),
        );
        let places = Places::of(scene, &theme);
        if let Some(places) = &places {
            // The first line begins half a pixel from the edge of one, so that its middle is one row of pixels.
            let (x, y) = places.at(Point::new(part.left, part.top));
            let sharp = |corner: f32, first: f32| {
                let at = corner + first * scale;
                (corner + at.floor() + 0.5 - at).max(0.0)
            };
            corner = (sharp(corner.0, x), sharp(corner.1, y));
        }
        Some(Self {
            image: Image {
                board,
                protocol,
                area,
                cell,
                scale,
                corner,
            },
            places,
        })
    }

    /// Adds the cursor: brackets around a point.
    pub(super) fn add_cursor(&mut self, point: Point, look: Look) {
        const HALF: f32 = 0.48 * CELL;
        const ARM: f32 = 0.2 * CELL;
        let Some((x, y)) = self.places.map(|places| places.at(point)) else {
            return;
        };
        let (red, green, blue) = look.colors().cursor;
        let style = Style::stroke(Rgb::new(red, green, blue), 0.12 * CELL);
        for side in [-1.0, 1.0] {
            let (edge, inner) = (x + side * HALF, x + side * (HALF - ARM));
            let steps = vec![
                Step::Move(inner, y - HALF),
                Step::Line(edge, y - HALF),
                Step::Line(edge, y + HALF),
                Step::Line(inner, y + HALF),
            ];
            self.image.board.push(style, Shape::Path(steps));
        }
    }

    /// The distance of two lines in pixels.
    pub(super) fn distance(&self) -> f32 {
        self.image.scale * CELL
    }

    pub(super) fn width(&self) -> u16 {
        self.image.area.width
    }

    pub(super) fn height(&self) -> u16 {
        self.image.area.height
    }

    /// Puts the picture in the upper left corner of an area; returns it, and where its points are.
    pub(super) fn put(mut self, area: Rect) -> (Image, Option<PixelGrid>) {
        self.image.area.x = area.x;
        self.image.area.y = area.y;
        let image = self.image;
        let grid = self.places.map(|places| PixelGrid {
            places,
            area: image.area,
            cell: image.cell,
            scale: image.scale,
            corner: image.corner,
        });
        (image, grid)
    }
}

#[cfg(test)]
mod tests {
    use super::Pixels;
    use crate::screen::{Protocol, Terminal};
    use crate::view::Look;
    use kifu_diagram::{Point, Scene};
    use ratatui::layout::Rect;

    fn look(cell: (u16, u16)) -> Look {
        Look {
            has_color: true,
            terminal: Terminal {
                protocol: Some(Protocol::Kitty),
                cell: Some(cell),
                ..Terminal::default()
            },
            ..Look::default()
        }
    }

    #[test]
    fn the_picture_fits_and_clicks_find_points() {
        for (side, width, height) in [(19, 55, 22), (9, 30, 20), (13, 100, 40), (19, 200, 80)] {
            let scene = Scene::go(side, side);
            let fitted = Pixels::fit(&scene, look((10, 20)), width, height).expect("room");
            assert!(fitted.width() <= width && fitted.height() <= height);
            let distance = fitted.distance();
            let (image, grid) = fitted.put(Rect::new(3, 1, width, height));
            let grid = grid.expect("points");
            // The first click on each row of the first column of points.
            let (x, y) = grid.places.at(Point::new(0, 0));
            #[expect(clippy::cast_sign_loss, reason = "places are positive")]
            let cell = |at: f32, pixels: f32| (at * image.scale / pixels) as u16;
            let column = 3 + cell(x, 10.0);
            let row = 1 + cell(y, 20.0);
            assert_eq!(grid.point(column, row), Some(Point::new(0, 0)), "{side}");
            if distance >= 20.0 {
                let mut found: Vec<_> = (1..=height)
                    .filter_map(|row| grid.point(column, row))
                    .map(|point| point.y)
                    .collect();
                found.dedup();
                assert_eq!(found, (0..side).collect::<Vec<_>>());
            }
            assert_eq!(grid.point(2, 1), None);
            assert_eq!(grid.point(3 + width, 1), None);
        }
    }

    #[test]
    fn small_and_large_boards_stay_text() {
        let fit = |scene: &Scene, look, width, height| Pixels::fit(scene, look, width, height);
        let go = Scene::go(19, 19);
        assert!(fit(&go, look((10, 20)), 10, 5).is_none());
        assert!(fit(&go, look((10, 20)), 0, 0).is_none());
        assert!(fit(&Scene::go(702, 702), look((10, 20)), 200, 80).is_none());
        assert!(fit(&go, Look::default(), 200, 80).is_none());
        let huge = fit(&go, look((80, 160)), u16::MAX, u16::MAX).expect("a picture");
        assert!(huge.width() * 80 <= 4000 && huge.height() * 160 <= 4000);
    }
}
