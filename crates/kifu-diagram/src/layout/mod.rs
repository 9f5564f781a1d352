//! From a scene to a picture: where everything goes.
//!
//! The board is drawn in layers (ground, lines, pieces, words, marks, strokes);
//! within a layer shapes of one style follow each other, which keeps the files
//! of the pens small. Above the board stand the title and the game info, below
//! it the status, the notes, the caption and the comment.

mod backgammon;
mod board;
mod frame;
mod hex;
mod layers;
mod spots;

use core::fmt::Write as _;

use layers::Layers;

use crate::measure;
use crate::picture::{Anchor, CELL, Color, Picture, Shape, Style};
use crate::scene::{Board, Point, Scene, Side};
use crate::theme::Theme;

/// The font size of running words.
const WORDS: f32 = 10.0;
/// From one line of words to the next.
const LEADING: f32 = 14.0;
/// The least width of a picture with words in it.
const LEAST_WIDTH: f32 = 10.0 * CELL;
/// The space around everything.
const MARGIN: f32 = 4.0;

/// Draws a scene.
pub fn draw(scene: &Scene, theme: &Theme) -> Picture {
    let mut layers = Layers::default();
    let (board_width, board_height) = match &scene.board {
        Board::Backgammon(position) => backgammon::draw(scene, position, theme, &mut layers),
        _ => board::draw(scene, theme, &mut layers),
    };
    let legend = spots::legend(scene);
    let words = !scene.title.is_empty()
        || !scene.info.is_empty()
        || !scene.comment.is_empty()
        || !scene.caption.is_empty()
        || !scene.notes.is_empty()
        || !legend.is_empty()
        || scene.to_play.is_some()
        || scene.prisoners.is_some();
    let inner = if words {
        board_width.max(LEAST_WIDTH)
    } else {
        board_width
    };
    let mut page = Page {
        picture: Picture {
            width: inner + 2.0 * MARGIN,
            title: title_of(scene),
            description: describe(scene),
            font: theme.font.clone(),
            ..Picture::default()
        },
        ink: theme.page.ink,
        y: MARGIN,
        inner,
    };
    page.centred(&scene.title, 12.0, true);
    page.info(&scene.info, theme);
    page.board(layers, board_width, board_height);
    page.status(scene, theme);
    page.centred(&scene.notes_line(), WORDS, false);
    page.centred(&legend.join(", "), WORDS, false);
    page.centred(&scene.caption, WORDS, true);
    page.comment(&scene.comment);
    let mut picture = page.picture;
    picture.height = page.y + MARGIN;
    if let Some(color) = theme.page.background {
        let ground = Shape::Rect {
            x: 0.0,
            y: 0.0,
            w: picture.width,
            h: picture.height,
            round: 0.0,
        };
        picture.items.insert(
            0,
            crate::picture::Item {
                style: Style::fill(color),
                shape: ground,
            },
        );
    }
    picture
}

/// What stands above and below the board.
struct Page {
    picture: Picture,
    ink: Color,
    /// Where the next thing goes.
    y: f32,
    /// The width between the margins.
    inner: f32,
}

impl Page {
    fn text(&mut self, x: f32, anchor: Anchor, size: f32, bold: bool, text: String) {
        if text.is_empty() {
            return;
        }
        let shape = Shape::Text {
            x,
            y: self.y + size * 1.1,
            size,
            anchor,
            bold,
            text,
        };
        self.picture.push(Style::fill(self.ink), shape);
    }

    fn centred(&mut self, text: &str, size: f32, bold: bool) {
        // Bold letters are a little wider than the plain ones measured.
        let room = if bold { self.inner * 0.93 } else { self.inner };
        for line in measure::wrap_at(text, size, room) {
            let middle = MARGIN + self.inner / 2.0;
            self.text(middle, Anchor::Middle, size, bold, line);
            self.y += size * 1.4;
        }
    }

    fn info(&mut self, info: &[(String, String)], theme: &Theme) {
        if info.is_empty() {
            return;
        }
        let widest = info
            .iter()
            .map(|(name, _)| measure::width(name) * WORDS)
            .fold(0.0, f32::max);
        let indent = (widest + 8.0).min(self.inner * 0.4);
        for (name, value) in info {
            let names = measure::wrap_at(name, WORDS, indent - 4.0);
            let values = measure::wrap_at(value, WORDS, self.inner - indent);
            for row in 0..names.len().max(values.len()) {
                let ink = core::mem::replace(&mut self.ink, theme.page.muted);
                let name = names.get(row).cloned().unwrap_or_default();
                self.text(MARGIN, Anchor::Start, WORDS, false, name);
                self.ink = ink;
                let value = values.get(row).cloned().unwrap_or_default();
                self.text(MARGIN + indent, Anchor::Start, WORDS, false, value);
                self.y += LEADING;
            }
        }
        self.y += 4.0;
    }

    fn board(&mut self, layers: Layers, width: f32, height: f32) {
        let x = MARGIN + (self.inner - width) / 2.0;
        layers.paint(&mut self.picture, x, self.y);
        self.y += height + 4.0;
    }

    /// Whose turn it is, and the prisoners, with small stones before the names.
    fn status(&mut self, scene: &Scene, theme: &Theme) {
        let mut parts: Vec<(Option<Side>, String)> = Vec::new();
        if let Some(side) = scene.to_play {
            parts.push((Some(side), format!("{} to play", scene.names.of(side))));
        }
        if let Some([black, white]) = scene.prisoners {
            parts.push((None, "prisoners:".into()));
            parts.push((Some(Side::Black), black.to_string()));
            parts.push((Some(Side::White), white.to_string()));
        }
        if parts.is_empty() {
            return;
        }
        let (radius, after, gap) = (4.0, 4.0, 10.0);
        let widths: Vec<f32> = parts
            .iter()
            .map(|(side, text)| {
                measure::width(text) * WORDS + side.map_or(0.0, |_| 2.0 * radius + after)
            })
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "at most four parts")]
        let total = widths.iter().sum::<f32>() + gap * (widths.len() - 1) as f32;
        let mut x = MARGIN + (self.inner - total).max(0.0) / 2.0;
        for ((side, text), width) in parts.into_iter().zip(widths) {
            let mut start = x;
            if let Some(side) = side {
                let look = theme.side(side);
                let shape = Shape::Circle {
                    x: x + radius,
                    y: self.y + 7.4,
                    r: radius,
                };
                let style = Style {
                    fill: Some(look.fill),
                    ..Style::default()
                };
                self.picture.push(style.outlined(look.rim, 0.7), shape);
                start += 2.0 * radius + after;
            }
            self.text(start, Anchor::Start, WORDS, false, text);
            x += width + gap;
        }
        self.y += LEADING;
    }

    fn comment(&mut self, comment: &str) {
        let lines = measure::wrap_at(comment, WORDS, self.inner);
        if lines.is_empty() {
            return;
        }
        self.y += 4.0;
        for line in lines {
            self.text(MARGIN, Anchor::Start, WORDS, false, line);
            self.y += LEADING;
        }
    }
}

fn board_name(board: &Board) -> &'static str {
    match board {
        Board::Lines => "board",
        Board::Cells { .. } => "board of squares",
        Board::Hex => "board of hexagons",
        Board::Holes => "peg board",
        Board::Backgammon(_) => "Backgammon board",
    }
}

fn title_of(scene: &Scene) -> String {
    [&scene.title, &scene.caption]
        .into_iter()
        .find(|text| !text.is_empty())
        .cloned()
        .unwrap_or_else(|| match scene.board {
            Board::Backgammon(_) => board_name(&scene.board).into(),
            _ => format!(
                "{}x{} {}",
                scene.columns,
                scene.rows,
                board_name(&scene.board)
            ),
        })
}

/// The picture in words: the size, the part shown, how many pieces, whose turn.
fn describe(scene: &Scene) -> String {
    let mut text = match &scene.board {
        Board::Backgammon(_) => board_name(&scene.board).to_owned(),
        board => format!("{}x{} {}", scene.columns, scene.rows, board_name(board)),
    };
    let window = scene.window();
    if window.rect.columns() < scene.columns || window.rect.rows() < scene.rows {
        let corner = |x, y| scene.point_name(Point::new(x, y));
        let _ = write!(
            text,
            ", the part from {} to {}",
            corner(window.rect.left, window.rect.bottom),
            corner(window.rect.right, window.rect.top),
        );
    }
    let mut counts = [0_u32; 2];
    for (_, spot) in scene.shown() {
        if let Some(side) = spot.piece.and_then(crate::Piece::side) {
            counts[usize::from(side == Side::White)] += 1;
        }
    }
    if counts != [0; 2] {
        let _ = write!(
            text,
            ", {} {}, {} {}",
            scene.names.black, counts[0], scene.names.white, counts[1]
        );
    }
    text.push('.');
    for line in [scene.status_line(), scene.notes_line()] {
        if !line.is_empty() {
            text.push(' ');
            text.push_str(&line);
            text.push('.');
        }
    }
    text
}
