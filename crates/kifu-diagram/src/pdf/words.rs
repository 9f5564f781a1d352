//! Text as runs of glyphs.

use std::collections::BTreeMap;

use krilla::geom::Point;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph, TextDirection};
use resvg::usvg::fontdb::ID;

use crate::fonts::Fonts;
use crate::picture::{Anchor, Picture, Spacing};
use crate::{Problem, measure};

/// A face, a glyph in it, and its width at font size 1.
type Glyph = (ID, u16, f32);

/// Sets text, and remembers faces and glyphs.
pub(super) struct Words<'a> {
    fonts: &'a mut Fonts,
    faces: BTreeMap<ID, Option<Font>>,
    /// By character and weight: the face, the glyph and its width at font size 1.
    glyphs: BTreeMap<(char, bool), Option<Glyph>>,
}

/// One line of text.
pub(super) struct Line<'a> {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) size: f32,
    pub(super) anchor: Anchor,
    pub(super) bold: bool,
    pub(super) spacing: Spacing,
    pub(super) text: &'a str,
    pub(super) family: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn new(fonts: &'a mut Fonts) -> Self {
        Self {
            fonts,
            faces: BTreeMap::new(),
            glyphs: BTreeMap::new(),
        }
    }

    /// Loads the fonts that a page needs; returns the problems with those that are missing.
    pub(super) fn prepare(&mut self, page: &Picture) -> Vec<Problem> {
        self.fonts.prepare(page)
    }

    fn glyph(&mut self, family: &str, c: char, bold: bool) -> Option<Glyph> {
        let fonts = &*self.fonts;
        *self.glyphs.entry((c, bold)).or_insert_with(|| {
            let id = fonts.face(family, c, bold)?;
            let (glyph, width) = fonts.glyph(id, c).unwrap_or((0, 0.6));
            Some((id, glyph, width))
        })
    }

    fn font(&mut self, id: ID) -> Option<Font> {
        let fonts = &*self.fonts;
        let font = self.faces.entry(id).or_insert_with(|| {
            let (data, index) = fonts.data(id)?;
            Font::new(data.into(), index)
        });
        font.clone()
    }

    /// Draws a line, in the fewest runs of one face.
    pub(super) fn draw(&mut self, surface: &mut Surface<'_>, line: &Line<'_>) {
        let mut runs: Vec<Run> = Vec::new();
        for c in line.text.chars().filter(|c| !c.is_control()) {
            let Some((id, glyph, width)) = self.glyph(line.family, c, line.bold) else {
                continue;
            };
            if runs.last().is_none_or(|run| run.id != id) {
                runs.push(Run::new(id));
            }
            if let Some(run) = runs.last_mut() {
                run.push(c, glyph, width, line);
            }
        }
        let total: f32 = runs.iter().map(|run| run.width).sum();
        let mut x = match line.anchor {
            Anchor::Start => line.x,
            Anchor::Middle => line.x - total * line.size / 2.0,
            Anchor::End => line.x - total * line.size,
        };
        for run in runs {
            let start = Point::from_xy(super::pen::rounded(x), super::pen::rounded(line.y));
            x += run.width * line.size;
            let Some(font) = self.font(run.id) else {
                continue;
            };
            if run.needs_shaping {
                surface.draw_text(
                    start,
                    font,
                    line.size,
                    &run.text,
                    false,
                    TextDirection::Auto,
                );
            } else {
                surface.draw_glyphs(start, &run.glyphs, font, &run.text, line.size, false);
            }
        }
    }
}

/// Characters that follow each other in one face.
struct Run {
    id: ID,
    text: String,
    glyphs: Vec<KrillaGlyph>,
    /// At font size 1.
    width: f32,
    /// Whether the glyphs depend on their neighbors: marks that combine, scripts that join.
    needs_shaping: bool,
}

impl Run {
    const fn new(id: ID) -> Self {
        Self {
            id,
            text: String::new(),
            glyphs: Vec::new(),
            width: 0.0,
            needs_shaping: false,
        }
    }

    fn push(&mut self, c: char, glyph: u16, width: f32, line: &Line<'_>) {
        let start = self.text.len();
        self.text.push(c);
        let blank = if Spacing::is_blank(c) {
            line.spacing.word
        } else {
            0.0
        };
        let advance = width + (blank + line.spacing.letter) / line.size;
        self.width += advance;
        let range = start..self.text.len();
        let id = GlyphId::new(glyph.into());
        let glyph = KrillaGlyph::new(id, advance, 0.0, 0.0, 0.0, range, None);
        self.glyphs.push(glyph);
        self.needs_shaping |= measure::needs_shaping(c.encode_utf8(&mut [0; 4]));
    }
}
