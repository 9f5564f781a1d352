//! Paints shapes and text on pixels.

use resvg::tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder,
    Pixmap, Point, RadialGradient, Shader, SpreadMode, Stroke, StrokeDash, Transform,
};

use super::stamp::{LARGEST_STAMP, Stamps};
use crate::fonts::Fonts;
use crate::measure;
use crate::picture::{Anchor, Fill, Item, Picture, Rgb, Shape, Spacing, Style, Trace};

/// Whether this pen can draw every text of a picture: letters side by side, in no script that joins letters.
pub(super) fn can_paint(picture: &Picture) -> bool {
    !picture.texts().any(measure::needs_shaping)
}

/// Paints some items of a picture, `scale` pixels to a unit.
pub(super) fn paint(
    picture: &Picture,
    mut items: &[Item],
    scale: f32,
    fonts: &Fonts,
    pixels: &mut Pixmap,
) {
    if let Some((ground, rest)) = ground(picture, items) {
        // Also of the last row and column, which may be half outside of the picture.
        pixels.fill(color(ground));
        items = rest;
    }
    let mut pen = Pen {
        pixels,
        scale,
        fonts,
        family: &picture.font,
        stamps: Stamps::default(),
    };
    for item in items {
        pen.item(item);
    }
}

/// The color of a ground that fills the picture, and the items on it.
fn ground<'a>(picture: &Picture, items: &'a [Item]) -> Option<(Rgb, &'a [Item])> {
    let (first, rest) = items.split_first()?;
    let whole = Shape::Rect {
        x: 0.0,
        y: 0.0,
        w: picture.width,
        h: picture.height,
        round: 0.0,
    };
    match first.style {
        Style {
            fill: Some(Fill::Solid(color)),
            stroke: None,
            opacity,
        } if opacity >= 1.0 && first.shape == whole => Some((color, rest)),
        _ => None,
    }
}

struct Pen<'a> {
    pixels: &'a mut Pixmap,
    scale: f32,
    fonts: &'a Fonts,
    family: &'a str,
    stamps: Stamps,
}

impl Pen<'_> {
    fn item(&mut self, item: &Item) {
        if let Shape::Text { .. } = item.shape {
            self.text(item);
            return;
        }
        if let Shape::Circle { x, y, r } = item.shape
            && r * self.scale < LARGEST_STAMP
        {
            let (x, y, r) = (x * self.scale, y * self.scale, r * self.scale);
            self.stamps
                .circle(self.pixels, item.style, (x, y, r), self.scale);
            return;
        }
        let mut outline = Outline(PathBuilder::new());
        item.shape.trace(&mut outline);
        let Some(path) = outline.0.finish() else {
            return;
        };
        let whole = Transform::from_scale(self.scale, self.scale);
        draw(self.pixels, &path, item.style, whole);
    }

    fn text(&mut self, item: &Item) {
        let Shape::Text {
            x,
            y,
            size,
            anchor,
            bold,
            spacing,
            text,
        } = &item.shape
        else {
            return;
        };
        let Style {
            fill: Some(fill),
            opacity,
            ..
        } = item.style
        else {
            return;
        };
        let paint = solid(fill.mean(), opacity);
        let glyphs = self.fonts.outlines(self.family, text, *bold);
        let width = |(c, width): (char, f32)| {
            let blank = if Spacing::is_blank(c) {
                spacing.word
            } else {
                0.0
            };
            width * size + blank + spacing.letter
        };
        let total: f32 = glyphs
            .iter()
            .map(|(c, glyph)| width((*c, glyph.width)))
            .sum();
        let mut at = match anchor {
            Anchor::Start => *x,
            Anchor::Middle => x - total / 2.0,
            Anchor::End => x - total,
        };
        let zoom = size * self.scale;
        for (c, glyph) in &glyphs {
            if let Some(path) = &glyph.outline {
                let place =
                    Transform::from_row(zoom, 0.0, 0.0, zoom, at * self.scale, y * self.scale);
                self.pixels
                    .fill_path(path, &paint, FillRule::Winding, place, None);
            }
            at += width((*c, glyph.width));
        }
    }
}

/// Fills a path, and draws its outline.
pub(super) fn draw(pixels: &mut Pixmap, path: &Path, style: Style, place: Transform) {
    if let Some(fill) = style.fill {
        let paint = fill_paint(fill, style.opacity, path);
        pixels.fill_path(path, &paint, FillRule::Winding, place, None);
    }
    if let Some(stroke) = style.stroke {
        let paint = solid(stroke.color, style.opacity);
        let dash = stroke
            .dashed
            .then(|| StrokeDash::new(vec![stroke.width * 3.0; 2], 0.0));
        let line = Stroke {
            width: stroke.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: dash.flatten(),
            ..Stroke::default()
        };
        pixels.stroke_path(path, &paint, &line, place, None);
    }
}

struct Outline(PathBuilder);

impl Trace for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn cubic_to(&mut self, [(ax, ay), (bx, by), (x, y)]: [(f32, f32); 3]) {
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

fn color(color: Rgb) -> Color {
    Color::from_rgba8(color.r, color.g, color.b, u8::MAX)
}

fn solid(ink: Rgb, opacity: f32) -> Paint<'static> {
    let mut color = color(ink);
    color.apply_opacity(opacity);
    Paint {
        shader: Shader::SolidColor(color),
        anti_alias: true,
        ..Paint::default()
    }
}

/// A slope fits the bounds of the path.
fn fill_paint(fill: Fill, opacity: f32, path: &Path) -> Paint<'static> {
    let bounds = path.bounds();
    let place = Transform::from_row(
        bounds.width(),
        0.0,
        0.0,
        bounds.height(),
        bounds.x(),
        bounds.y(),
    );
    let stops = |from, to| {
        vec![
            GradientStop::new(0.0, color(from)),
            GradientStop::new(1.0, color(to)),
        ]
    };
    let shader = match fill {
        Fill::Solid(_) => None,
        Fill::Linear(from, to) => LinearGradient::new(
            Point::from_xy(0.0, 0.0),
            Point::from_xy(1.0, 1.0),
            stops(from, to),
            SpreadMode::Pad,
            place,
        ),
        Fill::Ball(light, rim) => {
            let middle = Point::from_xy(0.35, 0.32);
            RadialGradient::new(
                middle,
                0.0,
                middle,
                0.7,
                stops(light, rim),
                SpreadMode::Pad,
                place,
            )
        }
    };
    let Some(mut shader) = shader else {
        return solid(fill.mean(), opacity);
    };
    shader.apply_opacity(opacity);
    Paint {
        shader,
        anti_alias: true,
        ..Paint::default()
    }
}
