//! Text above, below and beside the board.

use super::{Options, spots};
use crate::lang::Word;
use crate::measure;
use crate::picture::{Anchor, CELL, Picture, Rgb, Shape, Spacing, Style};
use crate::scene::{Color, Scene};
use crate::theme::Theme;

/// The least width of a picture with words in it.
const LEAST_WIDTH: f32 = 10.0 * CELL;
/// Width of the column beside the board.
const COLUMN: f32 = 12.0 * CELL;
/// The space between the board and that column.
const GUTTER: f32 = 12.0;
/// The space around everything.
pub(crate) const MARGIN: f32 = 4.0;

/// A picture that is filled from above.
pub(super) struct Page<'a> {
    picture: Picture,
    theme: &'a Theme,
    ink: Rgb,
    /// The font size of running words.
    size: f32,
    /// From one line of words to the next.
    leading: f32,
    /// Vertical position of the next item.
    pub(super) y: f32,
    /// Left end of text, and its width.
    x: f32,
    inner: f32,
    /// Lower end of the text beside the current column.
    bottom: f32,
}

impl<'a> Page<'a> {
    pub(super) fn new(scene: &Scene, board: f32, theme: &'a Theme, options: &Options) -> Self {
        let has_words = !scene.title.is_empty()
            || !scene.info.is_empty()
            || !scene.comment.is_empty()
            || !scene.caption.is_empty()
            || !scene.notes.is_empty()
            || !scene.references.is_empty()
            || scene.to_play.is_some()
            || scene.prisoners.is_some()
            || !spots::legend(scene).is_empty();
        let least = match options.width {
            Some(width) => width - 2.0 * MARGIN,
            None if has_words => LEAST_WIDTH,
            None => 0.0,
        };
        Self {
            picture: Picture::default(),
            theme,
            ink: theme.page.ink,
            size: options.words,
            leading: options.words * 1.4,
            y: MARGIN,
            x: MARGIN,
            inner: board.max(least),
            bottom: 0.0,
        }
    }

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
            spacing: Spacing::default(),
            text,
        };
        self.picture.push(Style::fill(self.ink), shape);
    }

    fn centered(&mut self, text: &str, size: f32, bold: bool) {
        for line in measure::wrap_at(text, size, self.inner, bold) {
            let middle = self.x + self.inner / 2.0;
            self.text(middle, Anchor::Middle, size, bold, line);
            self.y += size * 1.4;
        }
    }

    pub(super) fn title(&mut self, scene: &Scene) {
        self.centered(&scene.title, self.size * 1.2, true);
    }

    pub(super) fn info(&mut self, scene: &Scene) {
        if scene.info.is_empty() {
            return;
        }
        let size = self.size;
        let widest = scene
            .info
            .iter()
            .map(|(name, _)| measure::width(name) * size)
            .fold(0.0, f32::max);
        let indent = (widest + 0.8 * size).min(self.inner * 0.4);
        for (name, value) in &scene.info {
            let names = measure::wrap_at(name, size, indent - 0.4 * size, false);
            let values = measure::wrap_at(value, size, self.inner - indent, false);
            for row in 0..names.len().max(values.len()) {
                let ink = core::mem::replace(&mut self.ink, self.theme.page.muted);
                let name = names.get(row).cloned().unwrap_or_default();
                self.text(self.x, Anchor::Start, size, false, name);
                self.ink = ink;
                let value = values.get(row).cloned().unwrap_or_default();
                self.text(self.x + indent, Anchor::Start, size, false, value);
                self.y += self.leading;
            }
        }
        self.y += 4.0;
    }

    pub(super) fn board(&mut self, board: &Picture, scale: f32) {
        let x = self.x + (self.inner - board.width * scale) / 2.0;
        self.picture.place(board, scale, x, self.y);
        self.y += board.height * scale + 4.0;
    }

    /// Whose turn it is, and the prisoners, with small stones before the names.
    pub(super) fn status(&mut self, scene: &Scene) {
        let mut parts: Vec<(Option<Color>, String)> = Vec::new();
        if let Some(side) = scene.to_play {
            parts.push((Some(side), scene.lang.to_play(side, &scene.names)));
        }
        if let Some([black, white]) = scene.prisoners {
            parts.push((None, scene.lang.word(Word::Prisoners).into()));
            parts.push((Some(Color::Black), black.to_string()));
            parts.push((Some(Color::White), white.to_string()));
        }
        if parts.is_empty() {
            return;
        }
        let size = self.size;
        let (radius, after, gap) = (0.4 * size, 0.4 * size, size);
        let widths: Vec<f32> = parts
            .iter()
            .map(|(side, text)| {
                measure::width(text) * size + side.map_or(0.0, |_| 2.0 * radius + after)
            })
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "at most four parts")]
        let total = widths.iter().sum::<f32>() + gap * (widths.len() - 1) as f32;
        let mut x = self.x + (self.inner - total).max(0.0) / 2.0;
        for ((side, text), width) in parts.into_iter().zip(widths) {
            let mut start = x;
            if let Some(side) = side {
                let look = self.theme.side(side);
                let shape = Shape::Circle {
                    x: x + radius,
                    y: self.y + 0.74 * size,
                    r: radius,
                };
                let style = Style {
                    fill: Some(look.fill),
                    ..Style::default()
                };
                let style = style.outlined(look.rim, 0.07 * size);
                self.picture.push(style, shape);
                start += 2.0 * radius + after;
            }
            self.text(start, Anchor::Start, size, false, text);
            x += width + gap;
        }
        self.y += self.leading;
    }

    /// The notes, the labels too long for the board, and the caption.
    pub(super) fn below(&mut self, scene: &Scene) {
        self.centered(&scene.tied_notes(), self.size, false);
        self.centered(&spots::legend(scene).join(", "), self.size, false);
        self.centered(&scene.caption, self.size, true);
    }

    /// Goes on in a column at the right, from `top`.
    pub(super) fn column(&mut self, top: f32) {
        self.bottom = self.y;
        self.x += self.inner + GUTTER;
        self.inner = COLUMN;
        self.y = top;
    }

    /// Adds the comment; returns whether it was cut. A single line is centered.
    pub(super) fn comment(&mut self, scene: &Scene, room: f32) -> bool {
        let mut lines = measure::wrap_at(&scene.comment, self.size, self.inner, false);
        if lines.is_empty() {
            return false;
        }
        if self.bottom == 0.0 {
            self.y += 4.0;
        }
        let free = room - MARGIN - self.y;
        let fits = |count: usize| {
            #[expect(clippy::cast_precision_loss, reason = "lines of a page")]
            let height = count as f32 * self.leading;
            height <= free
        };
        let mut is_cut = false;
        if !fits(lines.len()) {
            let most = (1..lines.len()).take_while(|&count| fits(count)).last();
            lines.truncate(most.unwrap_or(1));
            if let Some(last) = lines.last_mut() {
                last.push('…');
            }
            is_cut = true;
        }
        if let ([line], 0.0) = (lines.as_slice(), self.bottom) {
            let middle = self.x + self.inner / 2.0;
            self.text(middle, Anchor::Middle, self.size, false, line.clone());
            self.y += self.leading;
            return is_cut;
        }
        for line in lines {
            self.text(self.x, Anchor::Start, self.size, false, line);
            self.y += self.leading;
        }
        is_cut
    }

    pub(super) fn finish(self) -> Picture {
        Picture {
            width: self.x + self.inner + MARGIN,
            height: self.y.max(self.bottom) + MARGIN,
            ..self.picture
        }
    }
}
