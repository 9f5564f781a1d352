//! The text pen: diagrams of characters, for terminals, mails and notes.
//!
//! A point takes as many columns as the widest thing on the board, and one more
//! which holds its mark. Without colour, `●` is Black and `○` White (`X` and
//! `O` in ASCII), marks stand behind what they mark, and a last move is put in
//! brackets. Move numbers stand alone if odd ones belong to one side and even
//! ones to the other, which a line under the board then says; else each carries
//! its colour.

mod backgammon;
mod cell;

use core::fmt::Write as _;

use cell::{Cell, Paint, Signs};

use crate::measure;
use crate::scene::{Board, Point, Scene, Side};

/// How text diagrams are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Only ASCII characters on the board; off by default. Words stay as they are.
    pub ascii: bool,
    /// Colours by ANSI escape sequences (256 colours); off by default.
    pub color: bool,
    /// The columns words are wrapped to; 72 by default.
    pub width: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ascii: false,
            color: false,
            width: 72,
        }
    }
}

/// Draws a scene as lines of text. Control characters and characters that turn
/// the direction of writing are dropped from its words, so that the result is
/// safe on a terminal.
pub fn draw(scene: &Scene, options: &Options) -> String {
    let mut out = String::new();
    let say = |out: &mut String, text: &str| {
        let safe = sanitize(text);
        for line in measure::wrap_columns(&safe, options.width.max(20)) {
            let _ = writeln!(out, "{line}");
        }
    };
    say(&mut out, &scene.title);
    for (name, value) in &scene.info {
        say(&mut out, &format!("{name}: {value}"));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let signs = Signs::new(options.ascii);
    let mut under = Vec::new();
    if let Board::Backgammon(position) = &scene.board {
        backgammon::draw(position, signs, &mut out);
    } else {
        under = grid(scene, options, signs, &mut out);
    }
    let lines = under.into_iter().chain([
        scene.status_line(),
        scene.notes_line(),
        scene.caption.clone(),
    ]);
    for line in lines {
        say(&mut out, &line);
    }
    if !scene.comment.is_empty() {
        out.push('\n');
        say(&mut out, &scene.comment);
    }
    out
}

/// Drops what could command a terminal or turn the direction of writing.
fn sanitize(text: &str) -> String {
    text.chars()
        .filter(|&c| {
            (!c.is_control() || c == '\n' || c == '\t')
                && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        })
        .collect()
}

/// Which side plays the odd numbers, if each side keeps to one kind.
fn odd_side(scene: &Scene) -> Option<Side> {
    let mut odd = None;
    for (_, spot) in scene.shown() {
        let (Some(number), Some(side)) = (spot.number, spot.piece.and_then(crate::Piece::side))
        else {
            continue;
        };
        let here = if number % 2 == 1 { side } else { side.other() };
        if *odd.get_or_insert(here) != here {
            return None;
        }
    }
    odd
}

/// Draws the board; returns what has to be said under it.
fn grid(scene: &Scene, options: &Options, signs: &Signs, out: &mut String) -> Vec<String> {
    let window = scene.window();
    let rect = window.rect;
    let odd = odd_side(scene);
    let bare = options.color || odd.is_some();
    let cell = |point| Cell::new(scene, &window, point, signs, bare);
    let width = scene
        .shown()
        .map(|(point, _)| cell(point).width)
        .max()
        .unwrap_or(1);
    let joined = matches!(scene.board, Board::Lines) && !options.ascii;
    let hex = scene.board == Board::Hex;
    let name_width = (rect.top..=rect.bottom)
        .map(|y| measure::columns(&scene.row_name(y)))
        .max()
        .unwrap_or(0);
    // At an open edge the lines run on to the names, which keep off by a blank.
    let (open_left, open_right) = (
        if rect.left > 0 { " " } else { "" },
        if rect.right + 1 < scene.columns {
            " "
        } else {
            ""
        },
    );
    let margin = if scene.coordinates.left {
        name_width + open_left.len()
    } else {
        0
    };
    let names = |out: &mut String, indent: usize| {
        let mut line = " ".repeat(margin + indent + 1);
        for x in rect.left..=rect.right {
            let name = scene.column_name(x);
            let pad = (width + 1).saturating_sub(measure::columns(&name) + 1);
            let _ = write!(line, "{}{name} ", " ".repeat(pad));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    };
    if scene.coordinates.top {
        names(out, 0);
    }
    for y in rect.top..=rect.bottom {
        let indent = if hex {
            usize::from(y - rect.top) * width.div_ceil(2)
        } else {
            0
        };
        let mut line = " ".repeat(indent);
        if scene.coordinates.left {
            let name = scene.row_name(y);
            let pad = name_width - measure::columns(&name);
            let _ = write!(line, "{}{name}{open_left}", " ".repeat(pad));
        }
        let mut before: Option<Cell> = None;
        for x in rect.left..=rect.right {
            let point = Point::new(x, y);
            let here = cell(point);
            // The column between two points: a mark of the left one, an opening
            // bracket of the right one, or the line of the board.
            let onward = match &before {
                Some(left) => left.shown && here.shown,
                None => here.shown && x > 0,
            };
            let between = if joined && onward { '─' } else { ' ' };
            let fill = if joined && here.shown && x > 0 {
                '─'
            } else {
                ' '
            };
            let mark = before.as_ref().and_then(|left| left.mark);
            let open = here.last.then_some('(');
            let between = mark.or(open).unwrap_or(between);
            let pad: String = core::iter::repeat_n(fill, width - here.width).collect();
            if options.color {
                Paint::line(&mut line, &format!("{between}{pad}"));
                here.paint.write(&mut line, &here.text);
            } else {
                let _ = write!(line, "{between}{pad}{}", here.text);
            }
            before = Some(here);
        }
        if let Some(last) = before {
            let onward = joined && last.shown && rect.right + 1 < scene.columns;
            let end = last.mark.unwrap_or(if onward { '─' } else { ' ' });
            if options.color {
                Paint::line(&mut line, &end.to_string());
            } else {
                line.push(end);
            }
        }
        if scene.coordinates.right {
            let _ = write!(line, "{open_right}{}", scene.row_name(y));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if scene.coordinates.bottom {
        let indent = if hex {
            usize::from(rect.bottom - rect.top) * width.div_ceil(2)
        } else {
            0
        };
        names(out, indent);
    }
    below(scene, &window, options, odd)
}

/// What the signs on the board leave open.
fn below(
    scene: &Scene,
    window: &crate::scene::Window<'_>,
    options: &Options,
    odd: Option<Side>,
) -> Vec<String> {
    let mut under = Vec::new();
    if let (Some(side), false) = (odd, options.color) {
        under.push(format!("{} plays the odd numbers", scene.names.of(side)));
    }
    let long: Vec<String> = scene
        .shown()
        .filter_map(|(point, spot)| {
            let label = spot.label.as_deref()?;
            (measure::columns(label) > cell::MAX_WIDTH)
                .then(|| format!("{}: {label}", scene.point_name(point)))
        })
        .collect();
    let name = |point| scene.point_name(point);
    let strokes = |what: &str, ends: Vec<(Point, Point)>, sign: &str| {
        let shown: Vec<String> = ends
            .into_iter()
            .filter(|&(from, to)| window.joins(from, to))
            .map(|(from, to)| format!("{}{sign}{}", name(from), name(to)))
            .collect();
        (!shown.is_empty()).then(|| format!("{what}: {}", shown.join(", ")))
    };
    let links = scene.links.iter().map(|&(a, b, _)| (a, b)).collect();
    under.push(long.join(", "));
    under.extend(strokes("arrows", scene.arrows.clone(), "→"));
    under.extend(strokes("lines", scene.lines.clone(), "–"));
    under.extend(strokes("links", links, "–"));
    if options.ascii {
        for line in &mut under {
            *line = line.replace('→', "->").replace('–', "-");
        }
    }
    under
}
