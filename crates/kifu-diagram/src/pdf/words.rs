//! Text as runs of glyphs.

use std::collections::BTreeMap;

use krilla::geom::Point;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use resvg::usvg::fontdb::ID;

use crate::fonts::Fonts;
use crate::fonts::shape::{self, Part};
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

    /// The runs of a line, from left to right: the fewest of one face and direction.
    fn runs(&mut self, line: &Line<'_>) -> Vec<Run> {
        let text: String = line.text.chars().filter(|c| !c.is_control()).collect();
        let mut runs = Vec::new();
        for Part { range, is_rtl } in shape::parts(&text) {
            let mut part = self.runs_of_part(&text[range], is_rtl, line);
            if is_rtl {
                part.reverse();
            }
            runs.append(&mut part);
        }
        runs
    }

    /// The runs of a part with one direction, in the order of the text.
    fn runs_of_part(&mut self, text: &str, is_rtl: bool, line: &Line<'_>) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for c in text.chars().filter(|&c| !shape::is_direction_mark(c)) {
            let Some((id, glyph, width)) = self.glyph(line.family, c, line.bold) else {
                continue;
            };
            if runs.last().is_none_or(|run| run.id != id) {
                runs.push(Run::new(id, is_rtl));
            }
            if let Some(run) = runs.last_mut() {
                run.push(c, glyph, width, line);
            }
        }
        for run in runs.iter_mut().filter(|run| run.needs_shaping) {
            run.shape(self.fonts, line);
        }
        runs
    }

    /// Draws a line.
    pub(super) fn draw(&mut self, surface: &mut Surface<'_>, line: &Line<'_>) {
        let runs = self.runs(line);
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
            surface.draw_glyphs(start, &run.glyphs, font, &run.text, line.size, false);
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
    is_rtl: bool,
    /// Whether the glyphs depend on their neighbors: marks that combine, scripts that join; or run from right to left.
    needs_shaping: bool,
}

impl Run {
    const fn new(id: ID, is_rtl: bool) -> Self {
        Self {
            id,
            text: String::new(),
            glyphs: Vec::new(),
            width: 0.0,
            is_rtl,
            needs_shaping: is_rtl,
        }
    }

    fn push(&mut self, c: char, glyph: u16, width: f32, line: &Line<'_>) {
        let start = self.text.len();
        self.text.push(c);
        let advance = width + word_space(c, line) + line.spacing.letter / line.size;
        self.width += advance;
        let range = start..self.text.len();
        let id = GlyphId::new(glyph.into());
        let glyph = KrillaGlyph::new(id, advance, 0.0, 0.0, 0.0, range, None);
        self.glyphs.push(glyph);
        self.needs_shaping |= measure::needs_shaping(c.encode_utf8(&mut [0; 4]));
    }

    /// Replaces the glyphs by those that their neighbors and the direction ask for. Letters are not spread: that would
    /// tear joined ones apart.
    fn shape(&mut self, fonts: &Fonts, line: &Line<'_>) {
        let Some(shaped) = fonts.shape(self.id, &self.text, self.is_rtl) else {
            return;
        };
        let text = &self.text;
        let glyphs = shaped.into_iter().map(|shaped| {
            let first = text[shaped.range.clone()].chars().next();
            let advance = shaped.width + first.map_or(0.0, |c| word_space(c, line));
            let (right, up) = shaped.shift;
            let id = GlyphId::new(shaped.glyph);
            KrillaGlyph::new(id, advance, right, up, 0.0, shaped.range, None)
        });
        self.glyphs = glyphs.collect();
        self.width = self.glyphs.iter().map(|glyph| glyph.x_advance).sum();
    }
}

/// Space added to a blank, at font size 1.
fn word_space(c: char, line: &Line<'_>) -> f32 {
    if Spacing::is_blank(c) {
        line.spacing.word / line.size
    } else {
        0.0
    }
}
