//! Pieces of chess as outlines, drawn on a square of 100 by 100.

use super::layers::Layer;
use super::spots::Pen;
use crate::measure;
use crate::picture::{CELL, Shape, Step, Style};
use crate::scene::{Color, Mark, Role, Spot};

/// The parts of a piece, as paths of SVG with absolute positions, or as `O` with the middle and radius of a circle.
struct Outline {
    /// Filled parts.
    parts: &'static [&'static str],
    /// Lines on them.
    lines: &'static [&'static str],
    /// Dots on them.
    dots: &'static [&'static str],
}

const PAWN: Outline = Outline {
    parts: &[
        "M 28 86 L 28 77 C 28 67 42 64 44 50 L 37 50 L 37 44 L 42 44 C 35 40 34 31 38 26 C 41 22 45 20 50 20 \
         C 55 20 59 22 62 26 C 66 31 65 40 58 44 L 63 44 L 63 50 L 56 50 C 58 64 72 67 72 77 L 72 86 Z",
    ],
    lines: &["M 32 77 L 68 77"],
    dots: &[],
};

const KNIGHT: Outline = Outline {
    parts: &[
        "M 29 86 C 28 73 37 67 45 59 C 50 54 52 50 51 45 C 47 50 42 52 36 53 C 34 58 30 61 26 60 \
         C 20 59 16 54 18 48 C 21 42 29 35 31 27 C 32 23 34 20 37 18 L 35 9 L 46 15 \
         C 66 16 79 36 80 60 C 80.5 70 80 78 78 86 Z",
    ],
    lines: &["M 54 24 C 65 32 71 46 71 64", "M 33 78 L 75 78"],
    dots: &["O 42 30 3", "O 24.5 51.5 2"],
};

const BISHOP: Outline = Outline {
    parts: &[
        "O 50 16 5.5",
        "M 20 86 C 20 78 28 75 36 73 L 64 73 C 72 75 80 78 80 86 Z",
        "M 41 61 L 59 61 L 64 73 L 36 73 Z",
        "M 50 21 C 62 28 68 38 67 47 C 66 54 62 58 59 61 L 41 61 C 38 58 34 54 33 47 C 32 38 38 28 50 21 Z",
    ],
    lines: &[
        "M 50 33 L 50 50",
        "M 42 41 L 58 41",
        "M 42 61 L 58 61",
        "M 37 73 L 63 73",
    ],
    dots: &[],
};

const ROOK: Outline = Outline {
    parts: &[
        "M 22 86 L 22 77 L 29 77 L 29 70 L 35 63 L 35 41 L 27 34 L 27 18 L 38 18 L 38 25 L 45 25 L 45 18 L 55 18 \
         L 55 25 L 62 25 L 62 18 L 73 18 L 73 34 L 65 41 L 65 63 L 71 70 L 71 77 L 78 77 L 78 86 Z",
    ],
    lines: &["M 35 41 L 65 41", "M 35 63 L 65 63", "M 29 77 L 71 77"],
    dots: &[],
};

const QUEEN: Outline = Outline {
    parts: &[
        "O 15 28 4.5",
        "O 34 17 4.5",
        "O 50 13 4.5",
        "O 66 17 4.5",
        "O 85 28 4.5",
        "M 27 65 L 15 30 L 33 47 L 34 19 L 46 44 L 50 15 L 54 44 L 66 19 L 67 47 L 85 30 L 73 65 L 70 77 \
         L 76 80 L 76 86 L 24 86 L 24 80 L 30 77 Z",
    ],
    lines: &["M 29 65 C 42 69 58 69 71 65", "M 31 77 C 42 80 58 80 69 77"],
    dots: &[],
};

const KING: Outline = Outline {
    parts: &[
        "M 47 6 L 53 6 L 53 11 L 58 11 L 58 17 L 53 17 L 53 27 L 47 27 L 47 17 L 42 17 L 42 11 L 47 11 Z",
        "M 50 62 C 40 55 38 42 43 32 C 45 27 48 25 50 25 C 52 25 55 27 57 32 C 62 42 60 55 50 62 Z",
        "M 29 66 C 24 58 14 54 14 43 C 14 34 22 30 30 31 C 40 32 47 40 50 52 C 53 40 60 32 70 31 \
         C 78 30 86 34 86 43 C 86 54 76 58 71 66 L 71 77 L 76 80 L 76 86 L 24 86 L 24 80 L 29 77 Z",
    ],
    lines: &[
        "M 31 66 C 43 62 57 62 69 66",
        "M 31 77 C 43 74 57 74 69 77",
        "M 50 53 L 50 62",
    ],
    dots: &[],
};

/// Font size of words beside a piece.
const WORDS: f32 = 7.0;

/// Draws a piece.
pub(super) fn piece(pen: &mut Pen<'_>, side: Color, role: Role) {
    let outline = match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    };
    let look = pen.theme.side(side);
    // The rim of a white stone may be too pale for a piece with corners.
    let rim = match side {
        Color::Black => look.rim,
        Color::White => look.text,
    };
    let whole = Style::fill(look.fill.mean()).outlined(rim, 0.035 * CELL);
    let line = Style::stroke(look.text, 0.035 * CELL);
    let dot = Style::fill(look.text);
    for (parts, style) in [
        (outline.parts, whole),
        (outline.lines, line),
        (outline.dots, dot),
    ] {
        for part in parts {
            pen.layers.push(Layer::Pieces, style, shape(part, pen.at));
        }
    }
}

/// Draws the contents of a point around its piece, whose outline shows its kind: a mark and words in the corners, the
/// last move as a frame.
pub(super) fn around(pen: &mut Pen<'_>, spot: &Spot) {
    pen.ink = pen.theme.page.ink;
    let accent = pen.theme.page.accent;
    let (x, y) = pen.at;
    if spot.last {
        let frame = Style::stroke(accent, 0.07 * CELL);
        pen.square(Layer::Edge, frame, 0.45);
    }
    let plate = Style {
        opacity: 0.85,
        ..Style::fill(pen.ground)
    };
    if let Some(mark) = spot.mark {
        pen.at = (x - 0.33 * CELL, y - 0.33 * CELL);
        pen.square(Layer::Plates, plate, 0.17);
        let ink = core::mem::replace(&mut pen.ink, accent);
        if mark == Mark::Circle {
            pen.circle(Layer::Marks, Style::stroke(accent, 0.05 * CELL), 0.13);
        } else {
            // With words, a mark is small and above its middle.
            pen.at.1 += 0.28 * CELL;
            pen.mark(mark, true);
        }
        pen.ink = ink;
    }
    let hint = spot.free_hint().map(|hint| hint.text.clone());
    if let Some(words) = spot.words().or(hint).filter(|words| !words.is_empty()) {
        let text = measure::cut(&words, 0.66 * CELL / WORDS, measure::width);
        let half = (measure::width(&text) * WORDS / 2.0 + 1.0).max(0.17 * CELL);
        pen.at = (x + 0.5 * CELL - half, y - 0.33 * CELL);
        let shape = Shape::Rect {
            x: pen.at.0 - half,
            y: pen.at.1 - 0.17 * CELL,
            w: 2.0 * half,
            h: 0.36 * CELL,
            round: 1.0,
        };
        pen.layers.push(Layer::Plates, plate, shape);
        pen.write(text, WORDS, pen.ink);
    }
    if let Some(side) = spot.territory {
        pen.at = (x - 0.33 * CELL, y + 0.3 * CELL);
        pen.territory(side, pen.theme.side(side).rim, true);
    }
    pen.at = (x, y);
    if spot.dim {
        pen.veil();
    }
}

/// A part around the middle of its square.
fn shape(part: &str, (x, y): (f32, f32)) -> Shape {
    let scale = CELL / 100.0;
    let mut words = part.split_ascii_whitespace();
    let mut steps = Vec::new();
    while let Some(word) = words.next() {
        let mut number = || -> f32 {
            let word = words.next().unwrap_or_default();
            word.parse().unwrap_or_default()
        };
        let mut place = || {
            let (dx, dy) = (number(), number());
            (x + (dx - 50.0) * scale, y + (dy - 50.0) * scale)
        };
        match word {
            "M" => {
                let (x, y) = place();
                steps.push(Step::Move(x, y));
            }
            "L" => {
                let (x, y) = place();
                steps.push(Step::Line(x, y));
            }
            "C" => steps.push(Step::Curve([place(), place(), place()])),
            "O" => {
                let (x, y) = place();
                let r = number() * scale;
                return Shape::Circle { x, y, r };
            }
            _ => steps.push(Step::Close),
        }
    }
    Shape::Path(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word of every part is a command or a number, and every part is inside of its square.
    #[test]
    fn parts_can_be_read() {
        for outline in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] {
            let all = [outline.parts, outline.lines, outline.dots].concat();
            for part in all {
                for word in part.split_ascii_whitespace() {
                    let is_command = ["M", "L", "C", "O", "Z"].contains(&word);
                    let number = word.parse::<f32>();
                    assert!(
                        is_command || number.is_ok_and(|n| (2.0..98.0).contains(&n)),
                        "{word}"
                    );
                }
                let count = |letter| part.matches(letter).count();
                let numbers = part
                    .split_ascii_whitespace()
                    .filter(|word| word.parse::<f32>().is_ok());
                let expected = 2 * (count('M') + count('L')) + 6 * count('C') + 3 * count('O');
                assert_eq!(numbers.count(), expected, "{part}");
            }
        }
    }
}
