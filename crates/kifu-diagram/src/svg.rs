//! The SVG pen: small, scalable output with selectable text.
//!
//! No style sheet, and no identifiers except for color gradients, so many diagrams can be in one HTML page. Shapes of
//! one style share a group.

use core::fmt::Write as _;

use crate::picture::{Anchor, Fill, Item, Picture, Rgb, Shape, Step, Style};

/// Writes a picture as an SVG document. Its width in CSS pixels is that of its `viewBox`, unless the page sets
/// another.
pub fn draw(picture: &Picture) -> String {
    let mut out = Writer {
        text: String::with_capacity(4096),
    };
    let (w, h) = (number(picture.width), number(picture.height));
    let _ = write!(
        out.text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" font-family=\"{}\">\n<title>{}</title>\n<desc>{}</desc>\n",
        escape(&picture.font),
        escape(&picture.title),
        escape(&picture.description),
    );
    out.slopes(picture);
    let mut items = picture.items.iter().peekable();
    while let Some(first) = items.next() {
        let group = attributes(first);
        let mut rest = Vec::new();
        while let Some(next) = items.next_if(|next| attributes_agree(first, next)) {
            rest.push(next);
        }
        if rest.is_empty() {
            out.shape(&first.shape, &group);
            out.text.push('\n');
        } else {
            let _ = writeln!(out.text, "<g{group}>");
            for item in core::iter::once(first).chain(rest) {
                out.shape(&item.shape, "");
            }
            out.text.push_str("\n</g>\n");
        }
    }
    out.text.push_str("</svg>\n");
    out.text
}

struct Writer {
    text: String,
}

/// Whether two items can share a group.
fn attributes_agree(a: &Item, b: &Item) -> bool {
    let font = |shape: &Shape| match shape {
        Shape::Text {
            size,
            anchor,
            bold,
            spacing,
            ..
        } => Some((*size, *anchor, *bold, *spacing)),
        _ => None,
    };
    a.style == b.style && font(&a.shape) == font(&b.shape)
}

fn attributes(item: &Item) -> String {
    let mut text = String::new();
    let Style {
        fill,
        stroke,
        opacity,
    } = item.style;
    match fill {
        // Black is the default of SVG.
        Some(Fill::Solid(Rgb::BLACK)) => {}
        Some(Fill::Solid(color)) => {
            let _ = write!(text, " fill=\"{color}\"");
        }
        Some(slope) => {
            let _ = write!(text, " fill=\"url(#{})\"", slope_name(slope));
        }
        None => text.push_str(" fill=\"none\""),
    }
    if let Some(stroke) = stroke {
        let _ = write!(
            text,
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            stroke.color,
            number(stroke.width)
        );
        if stroke.dashed {
            let dash = number(stroke.width * 3.0);
            let _ = write!(text, " stroke-dasharray=\"{dash}\"");
        }
    }
    if opacity < 1.0 {
        let _ = write!(text, " opacity=\"{}\"", number(opacity));
    }
    if let Shape::Text {
        size,
        anchor,
        bold,
        spacing,
        ..
    } = &item.shape
    {
        let _ = write!(text, " font-size=\"{}\"", number(*size));
        if *bold {
            text.push_str(" font-weight=\"bold\"");
        }
        for (name, value) in [("word", spacing.word), ("letter", spacing.letter)] {
            if value != 0.0 {
                let _ = write!(text, " {name}-spacing=\"{}\"", number(value));
            }
        }
        match anchor {
            Anchor::Start => {}
            Anchor::Middle => text.push_str(" text-anchor=\"middle\""),
            Anchor::End => text.push_str(" text-anchor=\"end\""),
        }
    }
    text
}

/// Names a gradient by its content, so that two diagrams in one page can share
/// the name without conflict.
fn slope_name(fill: Fill) -> String {
    let hex = |c: Rgb| format!("{:02x}{:02x}{:02x}", c.r, c.g, c.b);
    match fill {
        Fill::Solid(color) => hex(color),
        Fill::Linear(a, b) => format!("kifu-slope-{}-{}", hex(a), hex(b)),
        Fill::Ball(a, b) => format!("kifu-ball-{}-{}", hex(a), hex(b)),
    }
}

impl Writer {
    fn slopes(&mut self, picture: &Picture) {
        let mut seen: Vec<Fill> = Vec::new();
        for fill in picture.items.iter().filter_map(|item| item.style.fill) {
            if !matches!(fill, Fill::Solid(_)) && !seen.contains(&fill) {
                seen.push(fill);
            }
        }
        if seen.is_empty() {
            return;
        }
        self.text.push_str("<defs>\n");
        for fill in seen {
            let name = slope_name(fill);
            let (tag, place, a, b) = match fill {
                Fill::Solid(_) => continue,
                Fill::Linear(a, b) => ("linearGradient", " x2=\"1\" y2=\"1\"", a, b),
                Fill::Ball(a, b) => ("radialGradient", " cx=\".35\" cy=\".32\" r=\".7\"", a, b),
            };
            let _ = writeln!(
                self.text,
                "<{tag} id=\"{name}\"{place}><stop stop-color=\"{a}\"/><stop offset=\"1\" stop-color=\"{b}\"/></{tag}>"
            );
        }
        self.text.push_str("</defs>\n");
    }

    fn shape(&mut self, shape: &Shape, attributes: &str) {
        let out = &mut self.text;
        let _ = match shape {
            Shape::Circle { x, y, r } => write!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{attributes}/>",
                number(*x),
                number(*y),
                number(*r)
            ),
            Shape::Rect { x, y, w, h, round } => {
                let _ = write!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                    number(*x),
                    number(*y),
                    number(*w),
                    number(*h)
                );
                if *round > 0.0 {
                    let _ = write!(out, " rx=\"{}\"", number(*round));
                }
                write!(out, "{attributes}/>")
            }
            Shape::Path(steps) => write!(out, "<path d=\"{}\"{attributes}/>", path(steps)),
            Shape::Text { x, y, text, .. } => {
                // Without it, a blank at the start or at the end takes no room.
                let space = if text.starts_with(' ') || text.ends_with(' ') {
                    " xml:space=\"preserve\""
                } else {
                    ""
                };
                write!(
                    out,
                    "<text x=\"{}\" y=\"{}\"{space}{attributes}>{}</text>",
                    number(*x),
                    number(*y),
                    escape(text)
                )
            }
        };
    }
}

fn path(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut at = (f32::NAN, f32::NAN);
    for step in steps {
        let _ = match *step {
            Step::Move(x, y) => {
                at = (x, y);
                write!(text, "M{} {}", number(x), number(y))
            }
            Step::Line(x, y) => {
                let from = core::mem::replace(&mut at, (x, y));
                if number(from.1) == number(y) {
                    write!(text, "H{}", number(x))
                } else if number(from.0) == number(x) {
                    write!(text, "V{}", number(y))
                } else {
                    write!(text, "L{} {}", number(x), number(y))
                }
            }
            Step::Curve([a, b, end]) => {
                at = end;
                let [ax, ay, bx, by, x, y] = [a.0, a.1, b.0, b.1, end.0, end.1].map(number);
                write!(text, "C{ax} {ay} {bx} {by} {x} {y}")
            }
            Step::Close => {
                text.push('Z');
                Ok(())
            }
        };
    }
    text
}

/// Formats a number with two decimals, without trailing zeros.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    text.strip_prefix("0.")
        .map_or_else(|| text.to_owned(), |rest| format!(".{rest}"))
}

/// Text as XML allows it: control characters are dropped.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}
