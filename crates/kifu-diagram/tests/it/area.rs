//! Areas of shapes, measured with the font files.

use std::sync::LazyLock;

use kifu_diagram::picture::{Anchor, Item, Shape, Step};
use ttf_parser::Face;

/// A rounding error, in points.
const NEAR: f32 = 1.0;

static FACES: LazyLock<[Face<'static>; 2]> = LazyLock::new(|| {
    let face = |data: &'static [u8]| Face::parse(data, 0).expect("a font");
    [
        face(include_bytes!("../../fonts/NotoSans-Regular.ttf")),
        face(include_bytes!("../../fonts/NotoSans-Bold.ttf")),
    ]
});

pub(crate) fn is_wide(c: char) -> bool {
    matches!(
        u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f
            | 0xff01..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd
    )
}

pub(crate) fn is_hangul(c: char) -> bool {
    matches!(u32::from(c), 0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7a3)
}

/// The width of a text at font size 1.
fn width(text: &str, bold: bool) -> f32 {
    let face = &FACES[usize::from(bold)];
    let of = |c: char| match face
        .glyph_index(c)
        .and_then(|glyph| face.glyph_hor_advance(glyph))
    {
        Some(units) => f32::from(units) / f32::from(face.units_per_em()),
        None if is_wide(c) => 1.0,
        // The width of other characters depends on a font that is not here.
        None => 0.0,
    };
    text.chars().map(of).sum()
}

/// Left, top, right and bottom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area(pub(crate) [f32; 4]);

impl Area {
    const NONE: Self = Self([f32::MAX, f32::MAX, f32::MIN, f32::MIN]);

    fn with(self, (x, y): (f32, f32)) -> Self {
        let [left, top, right, bottom] = self.0;
        Self([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    }

    pub(crate) fn around(items: &[Item]) -> Self {
        let corners = items.iter().map(|item| Self::of(&item.shape).0);
        corners.fold(Self::NONE, |all, [left, top, right, bottom]| {
            all.with((left, top)).with((right, bottom))
        })
    }

    pub(crate) fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle { x, y, r } => Self([x - r, y - r, x + r, y + r]),
            Shape::Rect { x, y, w, h, .. } => Self([*x, *y, x + w, y + h]),
            Shape::Path(steps) => steps.iter().fold(Self::NONE, |area, step| match *step {
                Step::Move(x, y) | Step::Line(x, y) => area.with((x, y)),
                Step::Curve(points) => points.into_iter().fold(area, Self::with),
                Step::Close => area,
            }),
            Shape::Text {
                x,
                y,
                size,
                anchor,
                bold,
                spacing,
                text,
            } => {
                #[expect(clippy::cast_precision_loss, reason = "characters of a line")]
                let times = |count: usize, each: f32| count as f32 * each;
                let blanks = times(text.matches([' ', '\u{a0}']).count(), spacing.word);
                let letters = times(text.chars().count().saturating_sub(1), spacing.letter);
                let wide = width(text, *bold) * size + blanks + letters;
                let left = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - wide / 2.0,
                    Anchor::End => x - wide,
                };
                Self([left, y - size * 0.75, left + wide, y + size * 0.22])
            }
        }
    }

    pub(crate) fn is_within(self, other: Self) -> bool {
        let ([a, b, c, d], [left, top, right, bottom]) = (self.0, other.0);
        a > left - NEAR && b > top - NEAR && c < right + NEAR && d < bottom + NEAR
    }

    pub(crate) fn overlaps(self, other: Self) -> bool {
        let ([a, b, c, d], [left, top, right, bottom]) = (self.0, other.0);
        a < right - NEAR / 2.0
            && left < c - NEAR / 2.0
            && b < bottom - NEAR / 2.0
            && top < d - NEAR / 2.0
    }
}
