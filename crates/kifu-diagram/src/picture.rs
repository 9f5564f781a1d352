//! Shapes with colors: the common input of the pens that draw lines and circles.
//!
//! A [`Picture`] is flat and in painting order. A cell of the board is [`CELL`] units wide; y grows downwards.

#[cfg(any(feature = "png", feature = "pdf"))]
mod trace;

use core::fmt;

#[cfg(any(feature = "png", feature = "pdf"))]
pub(crate) use self::trace::Trace;

/// The distance of two lines of a board.
pub const CELL: f32 = 20.0;

/// A color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rgb {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Rgb {
    /// Black.
    pub const BLACK: Self = Self::gray(0);
    /// White.
    pub const WHITE: Self = Self::gray(255);

    /// A color of its parts.
    pub const fn new(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b }
    }

    /// A gray, 0 black to 255 white.
    pub const fn gray(level: u8) -> Self {
        Self::new(level, level, level)
    }

    /// Reads `#rgb` or `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let part = |from: usize, len: usize| {
            let value = u8::from_str_radix(&digits[from..from + len], 16).ok()?;
            Some(if len == 1 { value * 17 } else { value })
        };
        match digits.len() {
            3 => Some(Self::new(part(0, 1)?, part(1, 1)?, part(2, 1)?)),
            6 => Some(Self::new(part(0, 2)?, part(2, 2)?, part(4, 2)?)),
            _ => None,
        }
    }

    /// The color halfway to another.
    #[must_use]
    pub fn mix(self, other: Self) -> Self {
        let mid = u8::midpoint;
        Self::new(
            mid(self.r, other.r),
            mid(self.g, other.g),
            mid(self.b, other.b),
        )
    }
}

/// Writes `#rrggbb`, or `#rgb` if that is equivalent.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { r, g, b } = *self;
        if [r, g, b].iter().all(|v| v % 17 == 0) {
            write!(f, "#{:x}{:x}{:x}", r / 17, g / 17, b / 17)
        } else {
            write!(f, "#{r:02x}{g:02x}{b:02x}")
        }
    }
}

/// Fill of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// One color.
    Solid(Rgb),
    /// From one color at the upper left to another at the lower right.
    Linear(Rgb, Rgb),
    /// A ball: one color at the highlight, another at the rim.
    Ball(Rgb, Rgb),
}

impl Fill {
    /// The single color closest to the fill.
    pub fn mean(self) -> Rgb {
        match self {
            Self::Solid(color) => color,
            Self::Linear(a, b) | Self::Ball(a, b) => a.mix(b),
        }
    }

    /// The color at a place of a rectangle filled so; `x` and `y` are parts of
    /// its width and height.
    pub(crate) fn at(self, x: f32, y: f32) -> Rgb {
        match self {
            Self::Linear(a, b) => {
                let part = f32::midpoint(x, y).clamp(0.0, 1.0);
                #[expect(clippy::cast_sign_loss, reason = "between two colors")]
                let between = |a: u8, b: u8| {
                    (f32::from(a) * (1.0 - part) + f32::from(b) * part).round() as u8
                };
                Rgb::new(between(a.r, b.r), between(a.g, b.g), between(a.b, b.b))
            }
            _ => self.mean(),
        }
    }
}

/// A stroke along a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its color.
    pub color: Rgb,
    /// Its width.
    pub width: f32,
    /// Whether it is broken into dashes, each three widths long.
    pub dashed: bool,
}

/// Paint style of a shape. The default paints nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The inside.
    pub fill: Option<Fill>,
    /// The outline. Ends and joins are round.
    pub stroke: Option<Stroke>,
    /// Opacity, from 0 (invisible) to 1 (opaque).
    pub opacity: f32,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            fill: None,
            stroke: None,
            opacity: 1.0,
        }
    }
}

impl Style {
    /// A surface in one color.
    pub fn fill(color: Rgb) -> Self {
        Self {
            fill: Some(Fill::Solid(color)),
            ..Self::default()
        }
    }

    /// A line.
    pub fn stroke(color: Rgb, width: f32) -> Self {
        Self {
            stroke: Some(Stroke {
                color,
                width,
                dashed: false,
            }),
            ..Self::default()
        }
    }

    /// Adds an outline, and keeps the fill.
    #[must_use]
    pub fn outlined(self, color: Rgb, width: f32) -> Self {
        Self {
            stroke: Self::stroke(color, width).stroke,
            ..self
        }
    }
}

/// One step along a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Begin here.
    Move(f32, f32),
    /// A straight line to here.
    Line(f32, f32),
    /// A cubic Bézier curve: two control points, and its end.
    Curve([(f32, f32); 3]),
    /// Back to the beginning.
    Close,
}

/// Alignment of a text relative to its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centered there.
    #[default]
    Middle,
    /// The text ends there.
    End,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A circle.
    Circle {
        /// The center.
        x: f32,
        /// The center.
        y: f32,
        /// The radius.
        r: f32,
    },
    /// A rectangle.
    Rect {
        /// The left side.
        x: f32,
        /// The upper side.
        y: f32,
        /// The width.
        w: f32,
        /// The height.
        h: f32,
        /// The radius of the corners.
        round: f32,
    },
    /// Lines and curves, open or closed.
    Path(Vec<Step>),
    /// One line of text.
    Text {
        /// Horizontal position of the anchor.
        x: f32,
        /// The base line.
        y: f32,
        /// The font size.
        size: f32,
        /// Alignment of the text relative to `x`.
        anchor: Anchor,
        /// Whether it is bold.
        bold: bool,
        /// Extra spacing, which aligns both ends of a line with the margins.
        spacing: Spacing,
        /// The text.
        text: String,
    },
}

/// Extra space between the letters of a line. Default: none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spacing {
    /// Added to each blank, also to those that do not break a line.
    pub word: f32,
    /// Added after each letter, the last included.
    pub letter: f32,
}

impl Spacing {
    /// Whether a character gets the space of a blank.
    pub(crate) const fn is_blank(c: char) -> bool {
        matches!(c, ' ' | '\u{a0}')
    }
}

impl Shape {
    /// A straight line.
    pub fn line(from: (f32, f32), to: (f32, f32)) -> Self {
        Self::Path(vec![Step::Move(from.0, from.1), Step::Line(to.0, to.1)])
    }

    /// A closed path through points.
    pub fn polygon(points: impl IntoIterator<Item = (f32, f32)>) -> Self {
        let mut steps: Vec<Step> = points
            .into_iter()
            .enumerate()
            .map(|(i, (x, y))| {
                if i == 0 {
                    Step::Move(x, y)
                } else {
                    Step::Line(x, y)
                }
            })
            .collect();
        steps.push(Step::Close);
        Self::Path(steps)
    }

    /// The shape enlarged by `scale` and then moved.
    #[must_use]
    pub(crate) fn placed(&self, scale: f32, dx: f32, dy: f32) -> Self {
        let (px, py) = (|x: f32| x * scale + dx, |y: f32| y * scale + dy);
        match self {
            Self::Circle { x, y, r } => Self::Circle {
                x: px(*x),
                y: py(*y),
                r: r * scale,
            },
            Self::Rect { x, y, w, h, round } => Self::Rect {
                x: px(*x),
                y: py(*y),
                w: w * scale,
                h: h * scale,
                round: round * scale,
            },
            Self::Path(steps) => Self::Path(
                steps
                    .iter()
                    .map(|step| match *step {
                        Step::Move(x, y) => Step::Move(px(x), py(y)),
                        Step::Line(x, y) => Step::Line(px(x), py(y)),
                        Step::Curve(points) => Step::Curve(points.map(|(x, y)| (px(x), py(y)))),
                        Step::Close => Step::Close,
                    })
                    .collect(),
            ),
            Self::Text {
                x,
                y,
                size,
                anchor,
                bold,
                spacing,
                text,
            } => Self::Text {
                x: px(*x),
                y: py(*y),
                size: size * scale,
                anchor: *anchor,
                bold: *bold,
                spacing: Spacing {
                    word: spacing.word * scale,
                    letter: spacing.letter * scale,
                },
                text: text.clone(),
            },
        }
    }
}

/// A shape and how it is painted.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Style of the item.
    pub style: Style,
    /// Shape of the item.
    pub shape: Shape,
}

impl Item {
    /// The item enlarged by `scale` and then moved.
    #[must_use]
    pub(crate) fn placed(&self, scale: f32, dx: f32, dy: f32) -> Self {
        let stroke = self.style.stroke.map(|stroke| Stroke {
            width: stroke.width * scale,
            ..stroke
        });
        Self {
            style: Style {
                stroke,
                ..self.style
            },
            shape: self.shape.placed(scale, dx, dy),
        }
    }
}

/// Role of a part of a picture, for screen readers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// A heading; 1 is the highest level.
    Heading(u8),
    /// A paragraph of text; `goes_on` if it began in the region before.
    Paragraph {
        /// Whether it continues the paragraph of the region before.
        goes_on: bool,
    },
    /// A diagram, with its description.
    Figure(String),
    /// The caption of the diagram before.
    Caption,
    /// An entry of the table of contents.
    Entry,
    /// A running head or a page number.
    Header,
}

/// Consecutive items of a picture with one role.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Range of the items, end excluded.
    pub items: core::ops::Range<usize>,
    /// Role of the region.
    pub role: Role,
    /// The scale with which the items were [placed](Picture::place), if they are a picture of their own: pens can then write
    /// equal boards in equal numbers. 1 is a drawing in the units of the page.
    pub scale: f32,
}

impl Region {
    /// A region whose items have the coordinates of the page.
    pub const fn new(items: core::ops::Range<usize>, role: Role) -> Self {
        Self {
            items,
            role,
            scale: 1.0,
        }
    }
}

/// A rectangle that leads to an [`Anchor`](Picture::anchors) elsewhere in the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The left side.
    pub x: f32,
    /// The upper side.
    pub y: f32,
    /// The width.
    pub w: f32,
    /// The height.
    pub h: f32,
    /// The name of the anchor.
    pub to: String,
}

/// A finished drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
    /// Title in a few words, for people who cannot see it.
    pub title: String,
    /// Description of the contents, in a sentence or two.
    pub description: String,
    /// Requested font families, best first, as in CSS.
    pub font: String,
    /// Items in painting order.
    pub items: Vec<Item>,
    /// Roles of parts of the items, in reading order and without overlap. Items outside of all regions are decoration.
    pub regions: Vec<Region>,
    /// Links to other places of a document. Pens of formats without links ignore them.
    pub links: Vec<Link>,
    /// Places that links lead to: names, and the distance from the top.
    pub anchors: Vec<(String, f32)>,
}

impl Picture {
    /// Paints a shape on top.
    pub fn push(&mut self, style: Style, shape: Shape) {
        self.items.push(Item { style, shape });
    }

    /// Paints another picture on top, enlarged by `scale`, with its upper left corner at `x`, `y`.
    pub fn place(&mut self, other: &Self, scale: f32, x: f32, y: f32) {
        let first = self.items.len();
        self.regions
            .extend(other.regions.iter().map(|region| Region {
                items: region.items.start + first..region.items.end + first,
                role: region.role.clone(),
                scale: region.scale * scale,
            }));
        self.links.extend(other.links.iter().map(|link| Link {
            x: link.x * scale + x,
            y: link.y * scale + y,
            w: link.w * scale,
            h: link.h * scale,
            to: link.to.clone(),
        }));
        let anchors = other.anchors.iter();
        self.anchors
            .extend(anchors.map(|(name, at)| (name.clone(), at * scale + y)));
        let items = other.items.iter();
        self.items
            .extend(items.map(|item| item.placed(scale, x, y)));
    }

    /// All texts in it, in painting order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match &item.shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}
