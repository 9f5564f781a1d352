//! A diagram with its caption, in the scale of the book.

use super::Figure;
use super::paragraph::{Lines, Setting};
use crate::layout::{self, describe, legend};
use crate::picture::{Picture, Region, Role};
use crate::scene::Scene;
use crate::theme::Theme;

/// The space between a board and its caption.
const GAP: f32 = 4.0;
/// A caption may be this much wider than a small board.
const WIDER: f32 = 1.6;
/// Maximum length of a comment under a diagram; a longer one is set as a paragraph after the row.
const MOST_COMMENT: usize = 320;

/// A diagram ready to be placed.
#[derive(Debug)]
pub(super) struct Drawn<'a> {
    figure: &'a Figure,
    /// Width and height of the board at scale 1.
    size: (f32, f32),
    scale: f32,
    words: Vec<(Lines, Role, bool)>,
    /// The width of board and words.
    pub(super) width: f32,
    /// The height of the words, the space above them included.
    pub(super) below: f32,
    /// A comment too long for the place under the board.
    long_comment: Option<String>,
}

impl<'a> Drawn<'a> {
    /// `most` is the width of the column, `high` the height of a page.
    pub(super) fn new(
        figure: &'a Figure,
        size: (f32, f32),
        scale: f32,
        (most, high): (f32, f32),
        words: f32,
        theme: &Theme,
    ) -> Self {
        let scene = &figure.scene();
        let wide = size.0 * scale;
        // Captions may use all of their field, comments not much more than the width of the board.
        let room = (wide * WIDER)
            .max(words * 12.0)
            .min(most)
            .max(wide.min(most));
        let setting = |size: f32, width: f32| Setting {
            size,
            width,
            ink: theme.page.ink,
            justified: false,
        };
        let caption = caption(scene);
        let comment = scene.comment.trim();
        let mut paragraphs: Vec<&str> = comment
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        if comment.chars().count() > MOST_COMMENT {
            paragraphs.clear();
        }
        let small = words * 0.92;
        let below = |lines: &[(Lines, Role, bool)]| {
            let words: f32 = lines.iter().map(|(lines, ..)| lines.height()).sum();
            if words > 0.0 { words + GAP } else { 0.0 }
        };
        // Words are as wide as they need, if that is little more than the board.
        let natural = |text: &str, size: f32| Lines::new("", text, "", setting(size, room)).width();
        let set = |paragraphs: &[&str]| {
            let mut width = wide.max(Lines::new(&caption, "", "", setting(words, most)).width());
            for text in paragraphs {
                width = width.max(natural(text, small));
            }
            for text in notes(scene) {
                width = width.max(natural(&text, small).min(wide.max(words * 14.0)));
            }
            let width = width.min(most);
            let mut lines = Vec::new();
            if !caption.is_empty() {
                let setting = setting(words, width);
                let set = Lines::new(&caption, "", &figure.link, setting);
                lines.push((set, Role::Caption, true));
            }
            for text in notes(scene) {
                let set = Lines::new("", &text, "", setting(small, width));
                lines.push((set, Role::Caption, true));
            }
            let comment: Vec<Lines> = paragraphs
                .iter()
                .map(|text| Lines::new("", text, "", setting(small, width)))
                .collect();
            // Paragraphs of one comment are aligned alike.
            let is_short = comment.iter().all(|lines| lines.count() == 1);
            for set in comment {
                lines.push((set, Role::Paragraph { goes_on: false }, is_short));
            }
            (lines, width)
        };
        let (mut lines, mut width) = set(&paragraphs);
        if size.1 * scale + below(&lines) > high {
            paragraphs.clear();
            (lines, width) = set(&[]);
        }
        let is_long = paragraphs.is_empty() && !comment.is_empty();
        Self {
            scale,
            width,
            below: below(&lines),
            words: lines,
            long_comment: is_long.then(|| comment.to_owned()),
            figure,
            size,
        }
    }

    pub(super) fn board_height(&self) -> f32 {
        self.size.1 * self.scale
    }

    /// Removes the comment that is too long for the place under the board; returns it with the caption.
    pub(super) fn take_comment(&mut self) -> Option<(&'a str, String)> {
        let text = self.long_comment.take()?;
        Some((self.figure.caption(), text))
    }

    /// Its name for links, and a place a little above its board, which ends at `base`.
    pub(super) fn anchor(&self, base: f32) -> Option<(String, f32)> {
        let name = &self.figure.anchor;
        (!name.is_empty()).then(|| (name.clone(), base - self.board_height() - 10.0))
    }

    /// Draws the diagram on a picture: the board ends at `base`, its middle is `middle`.
    pub(super) fn put(&self, picture: &mut Picture, middle: f32, base: f32, theme: &Theme) {
        let first = picture.items.len();
        let scene = self.figure.scene();
        let wide = self.size.0 * self.scale;
        let top = base - self.board_height();
        let board = layout::board(&scene, theme);
        picture.place(&board, self.scale, middle - wide / 2.0, top);
        picture.regions.push(Region {
            items: first..picture.items.len(),
            role: Role::Figure(describe(&scene)),
            scale: self.scale,
        });
        let mut y = base + GAP;
        for (lines, role, is_centered) in &self.words {
            let drawn = lines.draw(0..lines.count(), *is_centered);
            let first = picture.items.len();
            picture.place(&drawn, 1.0, middle - self.width / 2.0, y);
            picture
                .regions
                .push(Region::new(first..picture.items.len(), role.clone()));
            y += drawn.height;
        }
    }
}

/// The caption, and whose turn it is.
pub(super) fn caption(scene: &Scene) -> String {
    let turn = scene
        .to_play
        .map(|side| scene.lang.to_play(side, &scene.names));
    // A caption of two lines breaks before the turn, and not before a number.
    let turn = turn.map(|turn| turn.replace(' ', "\u{a0}"));
    let parts = [Some(before_numbers(&scene.caption)), turn];
    let parts: Vec<String> = parts
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(scene.lang.comma())
}

/// A text whose numbers stay on the line of the word before them.
fn before_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_before = c == ' ' && chars.peek().is_some_and(char::is_ascii_digit);
        out.push(if is_before { '\u{a0}' } else { c });
    }
    out
}

/// The notes about moves, and the legend of labels.
pub(super) fn notes(scene: &Scene) -> impl Iterator<Item = String> {
    let all = [scene.tied_notes(), legend(scene).join(scene.lang.comma())];
    all.into_iter().filter(|text| !text.is_empty())
}
