//! Contents of points: pieces, marks, words.

use super::chess;
use super::frame::Frame;
use super::grain;
use super::layers::{Layer, Layers};
use super::{octi, shadow, strokes};
use crate::measure;
use crate::picture::{Anchor, CELL, Rgb, Shape, Spacing, Step, Stroke, Style};
use crate::scene::{Board, Color, Mark, Piece, Point, Scene, Spot, Window};
use crate::theme::Theme;

/// Maximum width of words on the bare board, in cells, if the points beside them are free.
const WIDEST: f32 = 2.4;
/// Their maximum width on the first and the last column, where the board ends and the names of rows begin.
const OUTERMOST: f32 = 1.2;
/// Radius of a peg, in cells.
const PEG: f32 = 0.32;
/// Size of words on a peg, compared with those on a stone: a little less than the peg, whose rim counts more.
const PEG_WORDS: f32 = 0.62;
/// The smallest font size on a point.
const SMALLEST: f32 = 6.0;

/// Distance, in cells, between a point and the lines of the board.
pub(super) fn gap(spot: &Spot) -> f32 {
    if spot.piece.is_some() {
        return 0.0;
    }
    if spot.words().is_some() || spot.free_hint().is_some() {
        return 0.43;
    }
    match spot.mark {
        Some(Mark::Circle | Mark::Square | Mark::Triangle | Mark::Selected) => 0.4,
        Some(Mark::Cross) => 0.36,
        None => 0.0,
    }
}

/// Labels too long for their point, as `D4: the whole label`.
pub(crate) fn legend(scene: &Scene) -> Vec<String> {
    scene
        .shown()
        .filter_map(|(point, spot)| {
            let label = spot.label.as_deref()?;
            (measure::width(label) * SMALLEST > room(scene, point) * CELL)
                .then(|| format!("{}: {label}", scene.point_name(point)))
        })
        .collect()
}

/// Maximum width of text on a point, in cells.
fn room(scene: &Scene, point: Point) -> f32 {
    if scene.at(point).is_some_and(|spot| spot.piece.is_some()) {
        return 0.95;
    }
    let is_taken = |x: Option<u16>| {
        let beside = x.and_then(|x| scene.at(Point::new(x, point.y)));
        beside.is_some_and(|spot| !spot.is_empty())
    };
    let is_near = |away| is_taken(point.x.checked_sub(away)) || is_taken(point.x.checked_add(away));
    let rect = scene.window().rect;
    let is_outermost = point.x == rect.left || point.x == rect.right;
    if is_near(1) {
        0.95
    } else if is_outermost {
        OUTERMOST
    } else if is_near(2) {
        1.9
    } else {
        WIDEST
    }
}

pub(super) fn draw(
    scene: &Scene,
    theme: &Theme,
    window: &Window<'_>,
    frame: &Frame,
    layers: &mut Layers,
) {
    let empty = Spot::default();
    let spots: Vec<(Point, &Spot)> = match &scene.board {
        Board::Octi(octi) => octi::spots(scene, octi, window, &empty),
        _ => scene.shown().collect(),
    };
    for (point, spot) in spots {
        let mut pen = Pen {
            theme,
            layers,
            at: frame.at(point),
            ink: theme.page.ink,
            room: room(scene, point),
            ground: frame.ground(theme, point),
            frame: Some(frame),
            scale: 1.0,
        };
        let pods = scene.pods(point);
        if !pods.is_empty() {
            octi::pods(&mut pen, pods);
            octi::around(&mut pen, spot);
            continue;
        }
        if let Some(piece) = spot.piece {
            pen.piece(piece, &scene.board);
        }
        pen.spot(spot);
    }
    strokes::draw(scene, theme, window, frame, layers);
}

/// Draws one point. `Backgammon` uses it too.
pub(super) struct Pen<'a> {
    pub(super) theme: &'a Theme,
    pub(super) layers: &'a mut Layers,
    pub(super) at: (f32, f32),
    /// Color of text and marks, in contrast to the background.
    pub(super) ink: Rgb,
    /// Maximum width of text, in cells.
    pub(super) room: f32,
    /// The color of the bare board.
    pub(super) ground: Rgb,
    /// The frame of a board with rows of points.
    pub(super) frame: Option<&'a Frame>,
    /// Size of words, compared with those on a stone.
    pub(super) scale: f32,
}

impl Pen<'_> {
    pub(super) fn circle(&mut self, layer: Layer, style: Style, r: f32) {
        let (x, y) = self.at;
        self.layers
            .push(layer, style, Shape::Circle { x, y, r: r * CELL });
    }

    pub(super) fn square(&mut self, layer: Layer, style: Style, half: f32) {
        let (x, y) = self.at;
        let half = half * CELL;
        let shape = Shape::Rect {
            x: x - half,
            y: y - half,
            w: 2.0 * half,
            h: 2.0 * half,
            round: 0.0,
        };
        self.layers.push(layer, style, shape);
    }

    /// A closed path through places given in cells from the middle.
    fn polygon(&mut self, layer: Layer, style: Style, points: &[(f32, f32)]) {
        let (x, y) = self.at;
        let places = points
            .iter()
            .map(|&(dx, dy)| (x + dx * CELL, y + dy * CELL));
        self.layers.push(layer, style, Shape::polygon(places));
    }

    pub(super) fn piece(&mut self, piece: Piece, board: &Board) {
        let rim = self.theme.stone.rim_width * CELL;
        if let Some(side) = piece.side() {
            self.ink = self.theme.side(side).text;
        }
        match piece {
            Piece::Stone(side) => {
                let small = !matches!(board, Board::Lines);
                let radius = self.theme.stone.radius - if small { 0.06 } else { 0.0 };
                self.stone(side, radius);
            }
            Piece::Peg(side) => {
                self.scale = PEG_WORDS;
                self.stone(side, PEG);
            }
            Piece::Cell(side) => {
                // Hexagons are filled with their cell.
                if *board != Board::Hex {
                    let look = self.theme.side(side);
                    let style = Style {
                        fill: Some(look.fill),
                        ..Style::default()
                    };
                    self.square(Layer::Pieces, style.outlined(look.rim, rim), 0.46);
                }
            }
            Piece::Queen(side) => self.queen(side),
            Piece::Chess(side, role) => chess::piece(self, side, role),
            Piece::Burnt => {
                self.ink = self.theme.white.text;
                let gray = self.theme.board.line.mix(self.theme.board.fill.mean());
                self.square(Layer::Pieces, Style::fill(gray), 0.42);
                let cross = Style::stroke(self.theme.board.line, 0.1 * CELL);
                self.cross(Layer::Pieces, cross, 0.22);
            }
        }
    }

    fn stone(&mut self, side: Color, radius: f32) {
        let look = self.theme.side(side);
        let rim = self.theme.stone.rim_width;
        let style = Style {
            fill: Some(look.fill),
            ..Style::default()
        };
        shadow::draw(self, radius);
        // The rim is inside the radius, so neighbors do not overlap.
        let style = if rim > 0.0 {
            style.outlined(look.rim, rim * CELL)
        } else {
            style
        };
        self.circle(Layer::Pieces, style, radius - rim / 2.0);
        if let Some(color) = look.shell {
            let lines = grain::shell(self.at, (radius - rim) * CELL);
            let style = Style::stroke(color, 0.025 * CELL);
            self.layers.push(Layer::Shells, style, lines);
        }
    }

    /// A crown with five points on a base.
    fn queen(&mut self, side: Color) {
        let look = self.theme.side(side);
        let rim = match side {
            Color::Black => look.rim,
            Color::White => look.text,
        };
        let style = Style::fill(look.fill.mean()).outlined(rim, 0.05 * CELL);
        let crown = [
            (-0.28, 0.2),
            (-0.38, -0.2),
            (-0.19, 0.0),
            (-0.16, -0.3),
            (0.0, -0.03),
            (0.16, -0.3),
            (0.19, 0.0),
            (0.38, -0.2),
            (0.28, 0.2),
        ];
        self.polygon(Layer::Pieces, style, &crown);
        let base = [(-0.3, 0.25), (0.3, 0.25), (0.3, 0.36), (-0.3, 0.36)];
        self.polygon(Layer::Pieces, style, &base);
    }

    fn cross(&mut self, layer: Layer, style: Style, arm: f32) {
        let (x, y) = self.at;
        let arm = arm * CELL;
        let steps = vec![
            Step::Move(x - arm, y - arm),
            Step::Line(x + arm, y + arm),
            Step::Move(x - arm, y + arm),
            Step::Line(x + arm, y - arm),
        ];
        self.layers.push(layer, style, Shape::Path(steps));
    }

    /// Marks, words, territory, hints and the veil.
    pub(super) fn spot(&mut self, spot: &Spot) {
        if matches!(spot.piece, Some(Piece::Chess(..))) {
            chess::around(self, spot);
            return;
        }
        let words = spot.words();
        if let Some(side) = spot.territory {
            let rim = self.theme.side(side).rim;
            let is_own = spot.piece.and_then(Piece::side) == Some(side);
            let rim = if is_own { self.ink } else { rim };
            self.territory(side, rim, words.is_some());
        }
        if let Some(mark) = spot.mark {
            self.mark(mark, words.is_some());
        }
        if let Some(words) = &words {
            let middle = self.at;
            let shrink = match spot.mark {
                None if spot.territory.is_some() => {
                    self.at.1 += 0.13 * CELL;
                    0.78
                }
                None => 1.0,
                Some(Mark::Circle) => 0.72,
                Some(_) => {
                    self.at.1 += 0.13 * CELL;
                    0.78
                }
            };
            self.words(words, spot.piece.is_some(), shrink);
            self.at = middle;
        }
        if spot.free_last() {
            let color = if self.theme.page.accent == self.theme.page.ink {
                self.ink
            } else {
                self.theme.page.accent
            };
            self.circle(Layer::Marks, Style::fill(color), 0.15);
        }
        if let Some(hint) = spot.free_hint() {
            self.hint(&hint.text, spot.piece.is_some());
        }
        if spot.dim {
            self.veil();
        }
    }

    /// Dims the point.
    pub(super) fn veil(&mut self) {
        let style = Style {
            opacity: self.theme.dim,
            ..Style::fill(self.ground)
        };
        match self.frame {
            Some(frame) => self.layers.push(Layer::Veil, style, frame.tile(self.at)),
            None => self.square(Layer::Veil, style, 0.5),
        }
    }

    /// A small square with an outline; above the words if there are any.
    pub(super) fn territory(&mut self, side: Color, rim: Rgb, words: bool) {
        let style = Style::fill(self.theme.side(side).fill.mean()).outlined(rim, 0.04 * CELL);
        let (x, y) = self.at;
        if words {
            self.at = (x, y - 0.28 * CELL);
        }
        self.square(Layer::Marks, style, if words { 0.1 } else { 0.17 });
        self.at = (x, y);
    }

    /// Draws a mark: without text it fills the point, with text it is a ring around it, or a small sign above it.
    pub(super) fn mark(&mut self, mark: Mark, words: bool) {
        let width = self.theme.mark_width * CELL;
        if words && mark == Mark::Circle {
            let line = Style::stroke(self.ink, width * 0.7);
            self.circle(Layer::Marks, line, 0.38 * self.scale);
            return;
        }
        let (scale, rise): (f32, f32) = if words { (0.5, 0.28) } else { (1.0, 0.0) };
        let line = Style::stroke(self.ink, width * scale.max(0.6));
        let middle = self.at;
        self.at.1 -= rise * CELL;
        match mark {
            Mark::Circle => self.circle(Layer::Marks, line, 0.26 * scale),
            Mark::Square => self.square(Layer::Marks, line, 0.22 * scale),
            Mark::Triangle => {
                let r = 0.32 * scale;
                let points = [(0.0, -r), (r * 0.866, r / 2.0), (-r * 0.866, r / 2.0)];
                self.polygon(Layer::Marks, line, &points);
            }
            Mark::Cross => self.cross(Layer::Marks, line, 0.21 * scale),
            Mark::Selected => {
                let r = 0.27 * scale;
                let points = [(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)];
                self.polygon(Layer::Marks, Style::fill(self.ink), &points);
            }
        }
        self.at = middle;
    }

    /// Writes on the point, as large as fits.
    fn words(&mut self, words: &str, on_piece: bool, shrink: f32) {
        let room = self.scale * if on_piece { 0.82 * CELL } else { 0.95 * CELL };
        let wide = measure::width(words).max(0.1);
        let largest = if words.chars().count() > 1 {
            11.5
        } else {
            13.0
        } * self.scale;
        let fitting = ((room / wide).min(largest) * shrink * 2.0).round() / 2.0;
        let size = fitting.max(SMALLEST.min(largest * shrink));
        // Sizes are rounded, so what fits may be a little wider than its room.
        let text = measure::cut(
            words,
            (self.room * self.scale + 0.05) * CELL / size,
            measure::width,
        );
        let width = measure::width(&text) * size;
        if !on_piece && width > 0.95 * CELL {
            let (x, y) = self.at;
            let shape = Shape::Rect {
                x: x - width / 2.0 - 1.0,
                y: y - size * 0.6,
                w: width + 2.0,
                h: size * 1.2,
                round: 1.0,
            };
            let style = Style::fill(self.ground);
            self.layers.push(Layer::Clearing, style, shape);
        }
        self.write(text, size, self.ink);
    }

    pub(super) fn write(&mut self, text: String, size: f32, color: Rgb) {
        let (x, y) = self.at;
        let shape = Shape::Text {
            x,
            y: y + size * 0.357,
            size,
            anchor: Anchor::Middle,
            bold: true,
            spacing: Spacing::default(),
            text,
        };
        self.layers.push(Layer::Words, Style::fill(color), shape);
    }

    fn hint(&mut self, text: &str, on_piece: bool) {
        let color = if on_piece {
            self.ink
        } else {
            self.theme.page.accent
        };
        let ring = Style {
            stroke: Some(Stroke {
                color,
                width: 0.045 * CELL,
                dashed: true,
            }),
            ..Style::default()
        };
        self.circle(Layer::Marks, ring, 0.41);
        if !text.is_empty() {
            let wide = measure::width(text).max(0.1);
            let size = ((0.66 * CELL / wide).min(10.0) * 2.0).round() / 2.0;
            let text = measure::cut(text, CELL / size.max(5.0), measure::width);
            self.write(text, size.max(5.0), color);
        }
    }
}
