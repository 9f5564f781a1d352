//! Draws shapes with the operators of PDF.

use krilla::color::{luma, rgb};
use krilla::geom::{PathBuilder, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{
    Fill, LineCap, LineJoin, LinearGradient, Paint, RadialGradient, SpreadMethod, Stop, Stroke,
    StrokeDash,
};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};

use super::tags::Tags;
use super::words::{Line, Words};
use crate::picture::{self, Item, Picture, Rgb, Role, Shape, Step, Style, Trace};

/// A hundredth of a point is finer than any printer.
pub(super) fn rounded(length: f32) -> f32 {
    (length * 100.0).round() / 100.0
}

/// Draws a picture on a page, with its structure.
pub(super) fn draw(
    picture: &Picture,
    surface: &mut Surface<'_>,
    words: &mut Words<'_>,
    tags: &mut Tags,
) {
    let mut done = 0;
    let decoration = |surface: &mut Surface<'_>, words: &mut Words<'_>, from: usize, to: usize| {
        if from < to {
            surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(
                ArtifactType::Other,
            )));
            items(picture, &picture.items[from..to], surface, words);
            surface.end_tagged();
        }
    };
    for region in &picture.regions {
        let end = region.items.end.min(picture.items.len());
        let start = region.items.start.clamp(done, end);
        decoration(surface, words, done, start);
        done = end;
        if start == end {
            continue;
        }
        if region.role == Role::Header {
            decoration(surface, words, start, end);
            continue;
        }
        let tag = match region.role {
            Role::Figure(_) => ContentTag::Other,
            _ => ContentTag::Span(SpanTag::empty()),
        };
        let content = surface.start_tagged(tag);
        let part = &picture.items[start..end];
        board(picture, part, region.scale, surface, words);
        surface.end_tagged();
        tags.add(&region.role, content);
    }
    let rest = picture.items.len();
    if picture.regions.is_empty() && rest > 0 {
        // A diagram for itself.
        let content = surface.start_tagged(ContentTag::Other);
        items(picture, &picture.items, surface, words);
        surface.end_tagged();
        tags.add(&Role::Figure(picture.description.clone()), content);
    } else {
        decoration(surface, words, done, rest);
    }
}

/// Draws items that were placed with a scale, in units of before and counted from the first line. Those are short numbers, and
/// the same for all boards, which shrinks a book.
fn board(
    picture: &Picture,
    part: &[Item],
    scale: f32,
    surface: &mut Surface<'_>,
    words: &mut Words<'_>,
) {
    let start = part.iter().find_map(|item| match &item.shape {
        Shape::Circle { x, y, .. } => Some((*x, *y)),
        Shape::Path(steps) => match steps.first() {
            Some(Step::Move(x, y)) => Some((*x, *y)),
            _ => None,
        },
        _ => None,
    });
    let (Some((x, y)), true) = (start, scale > 0.0) else {
        items(picture, part, surface, words);
        return;
    };
    let back = 1.0 / scale;
    let part: Vec<Item> = part
        .iter()
        .map(|item| item.placed(back, -x * back, -y * back))
        .collect();
    surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, x, y));
    items(picture, &part, surface, words);
    surface.pop();
}

/// Draws items, joining adjacent ones of one style.
fn items(picture: &Picture, items: &[Item], surface: &mut Surface<'_>, words: &mut Words<'_>) {
    let mut rest = items;
    while let Some(first) = rest.first() {
        let alike =
            |item: &&Item| item.style == first.style && kind(&item.shape) == kind(&first.shape);
        let count = rest.iter().take_while(alike).count();
        let (group, others) = rest.split_at(count);
        rest = others;
        match kind(&first.shape) {
            Kind::Text => {
                surface.set_fill(
                    first
                        .style
                        .fill
                        .map(|fill| solid(fill.mean(), first.style.opacity)),
                );
                surface.set_stroke(None);
                for item in group {
                    text(&item.shape, &picture.font, surface, words);
                }
            }
            Kind::Circle => circles(first.style, group, surface),
            Kind::Lines => lines(first.style, group, surface),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Circle,
    Lines,
}

const fn kind(shape: &Shape) -> Kind {
    match shape {
        Shape::Text { .. } => Kind::Text,
        Shape::Circle { .. } => Kind::Circle,
        Shape::Rect { .. } | Shape::Path(_) => Kind::Lines,
    }
}

fn text(shape: &Shape, family: &str, surface: &mut Surface<'_>, words: &mut Words<'_>) {
    if let Shape::Text {
        x,
        y,
        size,
        anchor,
        bold,
        spacing,
        text,
    } = shape
    {
        let line = Line {
            x: *x,
            y: *y,
            size: rounded(*size),
            anchor: *anchor,
            bold: *bold,
            spacing: *spacing,
            text,
            family,
        };
        words.draw(surface, &line);
    }
}

/// Filled circles in plain colors are dots: lines of no length with round caps, a tenth of the size
/// of curves. The rim is a larger dot below. Translucent dots of one path do not darken each other.
fn circles(style: Style, group: &[Item], surface: &mut Surface<'_>) {
    let places = || {
        group.iter().filter_map(|item| match item.shape {
            Shape::Circle { x, y, r } => Some((x, y, r)),
            _ => None,
        })
    };
    let plain = match style.fill {
        Some(picture::Fill::Solid(color)) if style.opacity >= 1.0 || style.stroke.is_none() => {
            Some(color)
        }
        _ => None,
    };
    if let Some(color) = plain.filter(|_| style.stroke.is_none_or(|stroke| !stroke.dashed)) {
        let rim = style.stroke.map_or(0.0, |stroke| stroke.width);
        if let Some(stroke) = style.stroke.filter(|stroke| stroke.color != color) {
            dots((stroke.color, 1.0), places(), |r| 2.0 * r + rim, surface);
            dots((color, 1.0), places(), |r| 2.0 * r - rim, surface);
        } else {
            dots((color, style.opacity), places(), |r| 2.0 * r + rim, surface);
        }
        return;
    }
    for (x, y, r) in places() {
        let mut path = Outline(PathBuilder::new());
        path.add(&Shape::Circle { x, y, r });
        let Some(path) = path.0.finish() else {
            continue;
        };
        set(style, (x - r, y - r, 2.0 * r, 2.0 * r), surface);
        surface.draw_path(&path);
    }
}

fn dots(
    (color, opacity): (Rgb, f32),
    places: impl Iterator<Item = (f32, f32, f32)>,
    width: impl Fn(f32) -> f32,
    surface: &mut Surface<'_>,
) {
    let mut places = places.peekable();
    while let Some(&(_, _, radius)) = places.peek() {
        let mut path = PathBuilder::new();
        while let Some((x, y, _)) = places.next_if(|&(_, _, r)| r.to_bits() == radius.to_bits()) {
            path.move_to(rounded(x), rounded(y));
            // Not quite nothing: some printers leave out lines without length.
            path.line_to(rounded(x + 0.01), rounded(y));
        }
        surface.set_fill(None);
        surface.set_stroke(Some(Stroke {
            paint: paint(color),
            width: rounded(width(radius)),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            opacity: NormalizedF32::new(opacity.clamp(0.0, 1.0)).unwrap_or(NormalizedF32::ONE),
            ..Stroke::default()
        }));
        if let Some(path) = path.finish() {
            surface.draw_path(&path);
        }
    }
}

/// Draws lines and rectangles. Each is drawn separately if its color is a gradient, which depends on its shape.
fn lines(style: Style, group: &[Item], surface: &mut Surface<'_>) {
    let is_plain = matches!(style.fill, None | Some(picture::Fill::Solid(_)));
    // Parts of one piece may overlap: each covers the outlines of those before it.
    let is_layered = style.fill.is_some()
        && style.stroke.is_some()
        && group
            .iter()
            .any(|item| matches!(item.shape, Shape::Path(_)));
    let size = if is_plain && style.opacity >= 1.0 && !is_layered {
        group.len()
    } else {
        1
    };
    for group in group.chunks(size.max(1)) {
        let mut path = Outline(PathBuilder::new());
        for item in group {
            path.add(&item.shape);
        }
        let bounds = match group {
            [
                Item {
                    shape: Shape::Rect { x, y, w, h, .. },
                    ..
                },
            ] => (*x, *y, *w, *h),
            _ => (0.0, 0.0, 1.0, 1.0),
        };
        if let Some(path) = path.0.finish() {
            set(style, bounds, surface);
            surface.draw_path(&path);
        }
    }
}

/// A path with coordinates that are rounded.
struct Outline(PathBuilder);

impl Outline {
    fn add(&mut self, shape: &Shape) {
        match shape {
            // PDF has an operator for these.
            Shape::Rect { x, y, w, h, round } if *round <= 0.0 => {
                let rect = Rect::from_xywh(rounded(*x), rounded(*y), rounded(*w), rounded(*h));
                if let Some(rect) = rect {
                    self.0.push_rect(rect);
                }
            }
            _ => shape.trace(self),
        }
    }
}

impl Trace for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(rounded(x), rounded(y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(rounded(x), rounded(y));
    }

    fn cubic_to(&mut self, points: [(f32, f32); 3]) {
        let [(ax, ay), (bx, by), (x, y)] = points.map(|(x, y)| (rounded(x), rounded(y)));
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

/// Sets how the next path is painted; slopes fit the rectangle `bounds` (x, y, width, height).
fn set(style: Style, bounds: (f32, f32, f32, f32), surface: &mut Surface<'_>) {
    let opacity = NormalizedF32::new(style.opacity.clamp(0.0, 1.0)).unwrap_or(NormalizedF32::ONE);
    let (x, y, w, h) = bounds;
    surface.set_fill(style.fill.map(|fill| {
        Fill {
            paint: match fill {
                picture::Fill::Solid(color) => paint(color),
                picture::Fill::Linear(from, to) => LinearGradient {
                    x1: x,
                    y1: y,
                    x2: x + w,
                    y2: y + h,
                    transform: Transform::default(),
                    spread_method: SpreadMethod::Pad,
                    stops: stops(from, to),
                    anti_alias: false,
                }
                .into(),
                picture::Fill::Ball(light, rim) => RadialGradient {
                    fx: x + 0.35 * w,
                    fy: y + 0.32 * h,
                    fr: 0.0,
                    cx: x + 0.35 * w,
                    cy: y + 0.32 * h,
                    cr: 0.7 * w,
                    transform: Transform::default(),
                    spread_method: SpreadMethod::Pad,
                    stops: stops(light, rim),
                    anti_alias: false,
                }
                .into(),
            },
            opacity,
            ..Fill::default()
        }
    }));
    surface.set_stroke(style.stroke.map(|stroke| Stroke {
        paint: paint(stroke.color),
        width: rounded(stroke.width),
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        opacity,
        dash: stroke.dashed.then(|| StrokeDash {
            array: vec![stroke.width * 3.0; 2],
            offset: 0.0,
        }),
        ..Stroke::default()
    }));
}

fn stops(from: Rgb, to: Rgb) -> Vec<Stop> {
    let stop = |offset, color: Rgb| Stop {
        offset,
        color: rgb::Color::new(color.r, color.g, color.b).into(),
        opacity: NormalizedF32::ONE,
    };
    vec![
        stop(NormalizedF32::ZERO, from),
        stop(NormalizedF32::ONE, to),
    ]
}

fn solid(color: Rgb, opacity: f32) -> Fill {
    Fill {
        paint: paint(color),
        opacity: NormalizedF32::new(opacity.clamp(0.0, 1.0)).unwrap_or(NormalizedF32::ONE),
        ..Fill::default()
    }
}

/// Grays stay grays, so that a black and white book is printed in one ink.
fn paint(color: Rgb) -> Paint {
    if color.r == color.g && color.g == color.b {
        luma::Color::new(color.r).into()
    } else {
        rgb::Color::new(color.r, color.g, color.b).into()
    }
}
