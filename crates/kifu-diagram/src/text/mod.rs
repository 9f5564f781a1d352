//! The text pen: character diagrams for terminals, mails and notes.
//!
//! A point takes as many columns as the widest text on the board, and one more for its mark. Without color, `●` is
//! Black and `○` White (`X` and `O` in ASCII), marks follow the marked point, and a last move is in brackets. Move
//! numbers have no color sign if one side has the odd ones and the other the even ones; a line under the board then
//! says so. Otherwise each number has its color.

mod backgammon;
mod beside;
mod cell;
mod line;
mod names;

use core::fmt::Write as _;

use cell::{Cell, Signs};

use crate::lang::Word;
use crate::measure;
use crate::scene::{Board, Color, Point, Scene};

pub use line::{Ink, Line};

/// Options of text diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Use only ASCII characters on the board. Default: off. Text stays unchanged.
    pub ascii: bool,
    /// Colors by ANSI escape sequences (256 colors). Default: off.
    pub color: bool,
    /// Columns at which text is wrapped. Default: 72.
    pub width: usize,
    /// Maximum columns of a point, besides the one for its mark. Default: 4. Longer labels are explained under the
    /// board. With 1 a Backgammon board is narrow too, and a move number uses the column of the mark too: of three digits
    /// the last two are shown.
    pub point_width: usize,
    /// Puts game info and comment at the right of the board if 20 columns are free for them. Default: off.
    pub beside: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            ascii: false,
            color: false,
            width: 72,
            point_width: 4,
            beside: false,
        }
    }
}

/// A diagram in parts, for other arrangements than that of [`draw`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The board, with the names of points along its edges.
    pub board: Vec<Line>,
    /// Explanations of signs on the board: long labels, arrows, lines, links. Not wrapped.
    pub below: Vec<String>,
    /// Where the points are on the board; `None` for backgammon.
    pub points: Option<Places>,
}

/// Maps the points of a board to lines and columns of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// The upper left point shown.
    first: Point,
    /// Its line and column.
    line: usize,
    column: usize,
    /// Columns of a point, with its mark.
    width: usize,
    /// Columns by which each row begins farther right.
    shift: usize,
}

impl Places {
    /// The line of a point, and the columns of its sign and its mark; `None` above or left of the part shown.
    pub fn at(&self, point: Point) -> Option<(usize, core::ops::Range<usize>)> {
        let x = usize::from(point.x.checked_sub(self.first.x)?);
        let y = usize::from(point.y.checked_sub(self.first.y)?);
        let column = self.column + x * self.width + y * self.shift;
        Some((self.line + y, column..column + self.width))
    }

    /// The point whose sign or mark is at a line and column; it may be right of or below the part shown. `None` above
    /// or left of that part.
    pub fn point(&self, line: usize, column: usize) -> Option<Point> {
        let y = line.checked_sub(self.line)?;
        let left = y.checked_mul(self.shift)?.checked_add(self.column)?;
        let x = column.checked_sub(left)?.checked_div(self.width)?;
        let place = |first: u16, away: usize| first.checked_add(u16::try_from(away).ok()?);
        Some(Point::new(place(self.first.x, x)?, place(self.first.y, y)?))
    }
}

/// Draws the board of a scene. The result is safe on a terminal, like that of [`draw`].
pub fn parts(scene: &Scene, options: &Options) -> Parts {
    let signs = Signs::new(options.ascii);
    if let Board::Backgammon(position) = &scene.board {
        return backgammon::draw(position, signs, options.point_width > 1);
    }
    let mut board = Vec::new();
    let (places, below) = grid(scene, options, signs, &mut board);
    let below = below.iter().map(|line| sanitize(line));
    Parts {
        board,
        below: below.filter(|line| !line.is_empty()).collect(),
        points: Some(places),
    }
}

/// Draws a scene as lines of text. Control characters and characters that turn
/// the direction of writing are dropped from its words, so that the result is
/// safe on a terminal.
pub fn draw(scene: &Scene, options: &Options) -> String {
    let width = options.width.max(20);
    let Parts { board, below, .. } = parts(scene, options);
    let column = if options.beside {
        beside::room(&board, width)
    } else {
        None
    };
    let mut out = String::new();
    say(&mut out, &scene.title, width);
    let mut info = String::new();
    for (name, value) in &scene.info {
        say(
            &mut info,
            &format!("{name}: {value}"),
            column.unwrap_or(width),
        );
    }
    let mut comment = String::new();
    say(&mut comment, &scene.comment, column.unwrap_or(width));
    if column.is_none() {
        out.push_str(&info);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let room = match column {
        Some(_) => beside::left(&board),
        None => width,
    };
    let mut words = String::new();
    let below = below.into_iter().chain([
        scene.status_line(),
        scene.tied_notes(),
        scene.caption.clone(),
    ]);
    for line in below {
        say(&mut words, &line, room);
    }
    if column.is_some() {
        let gap = if info.is_empty() || comment.is_empty() {
            ""
        } else {
            "\n"
        };
        let mut left = board;
        left.extend(words.lines().map(Line::plain));
        let right = format!("{info}{gap}{comment}");
        for line in beside::join(left, &right) {
            write(&mut out, &line, options);
        }
        return out;
    }
    for line in &board {
        write(&mut out, line, options);
    }
    out.push_str(&words);
    if !comment.is_empty() {
        out.push('\n');
        out.push_str(&comment);
    }
    out
}

/// Breaks a text into lines for a terminal, none wider than `width` columns (at least 2), one line at a time.
///
/// Lines break by the rules of Unicode, of Japanese and Chinese typesetting, and in Korean between words; a word too long
/// for a line is cut. Line breaks of the text, and blanks at the start of a paragraph, are kept. Control characters are
/// not removed.
///
/// ```
/// let lines: Vec<String> = kifu_diagram::text::wrap("흑이 따냅니다", 8).collect();
/// assert_eq!(lines, ["흑이", "따냅니다"]);
/// ```
pub fn wrap(text: impl Into<String>, width: usize) -> impl Iterator<Item = String> {
    measure::lines(text.into(), width)
}

/// Adds wrapped lines of words that are safe on a terminal.
fn say(out: &mut String, text: &str, width: usize) {
    for line in measure::wrap_columns(&sanitize(text), width) {
        let _ = writeln!(out, "{}", line.replace('\u{a0}', " "));
    }
}

/// A text in lines, without what would harm a terminal; empty for blanks.
pub(crate) fn wrapped(text: &str, options: &Options) -> String {
    let mut out = String::new();
    if !text.trim().is_empty() {
        say(&mut out, text, options.width.max(20));
    }
    out
}

/// Adds a line, with its colors if they are enabled.
fn write(out: &mut String, line: &Line, options: &Options) {
    let line = if options.color {
        line.colored()
    } else {
        line.to_string()
    };
    let _ = writeln!(out, "{}", line.trim_end());
}

/// Removes characters that could control a terminal or change the direction of writing; other line separators become
/// blanks.
fn sanitize(text: &str) -> String {
    text.chars()
        .filter_map(|c| match c {
            '\n' | '\t' => Some(c),
            '\u{2028}' | '\u{2029}' => Some(' '),
            '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => None,
            _ => (!c.is_control()).then_some(c),
        })
        .collect()
}

/// Returns the side that plays the odd numbers, if each side has either odd or even ones.
fn odd_side(scene: &Scene) -> Option<Color> {
    let mut odd = None;
    for (_, spot) in scene.shown() {
        let (Some(number), Some(side)) = (spot.number, spot.piece.and_then(crate::Piece::side))
        else {
            continue;
        };
        let here = if number % 2 == 1 {
            side
        } else {
            side.opponent()
        };
        if *odd.get_or_insert(here) != here {
            return None;
        }
    }
    odd
}

/// Draws the board; returns the places of its points, and the notes to print under it.
fn grid(
    scene: &Scene,
    options: &Options,
    signs: &Signs,
    out: &mut Vec<Line>,
) -> (Places, Vec<String>) {
    let window = scene.window();
    let rect = window.rect;
    let odd = odd_side(scene);
    let bare = options.color || odd.is_some();
    let most = options.point_width.clamp(1, cell::MAX_WIDTH);
    let cell = |point| Cell::new(scene, &window, point, signs, bare, most);
    let pods = scene.points_of_pods().filter(|point| window.shows(*point));
    let width = scene
        .shown()
        .map(|(point, _)| point)
        .chain(pods)
        .map(|point| cell(point).width)
        .max()
        .unwrap_or(1);
    let joined = matches!(scene.board, Board::Lines) && !options.ascii;
    let hex = scene.board == Board::Hex;
    let name_width = (rect.top..=rect.bottom)
        .map(|y| measure::columns(&scene.row_name(y)))
        .max()
        .unwrap_or(0);
    let mut first_column = (rect.top..=rect.bottom).map(|y| cell(Point::new(rect.left, y)));
    let has_lead = first_column.any(|cell| cell.lead.is_some());
    // At an open edge the lines run on to the names, which keep off by a blank; numbers would run into them.
    let (open_left, open_right) = (
        if rect.left > 0 || has_lead { " " } else { "" },
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
    if scene.coordinates.top {
        out.extend(names::columns(scene, width, margin));
    }
    let shift = if hex { width.div_ceil(2) } else { 0 };
    let places = Places {
        first: Point::new(rect.left, rect.top),
        line: out.len(),
        // The first column is that between two points.
        column: margin + 1,
        width: width + 1,
        shift,
    };
    for y in rect.top..=rect.bottom {
        let indent = usize::from(y - rect.top) * shift;
        let mut line = Line::plain(" ".repeat(indent));
        if scene.coordinates.left {
            let name = scene.row_name(y);
            let pad = name_width - measure::columns(&name);
            line.push(Ink::Plain, format!("{}{name}{open_left}", " ".repeat(pad)));
        }
        let mut before: Option<Cell> = None;
        for x in rect.left..=rect.right {
            let point = Point::new(x, y);
            let here = cell(point);
            // The column between two points: a mark of the left one, an opening
            // bracket of the right one, or the line of the board.
            let onward = match &before {
                Some(left) => left.has_lines() && here.has_lines(),
                None => here.has_lines() && x > 0,
            };
            let between = if joined && onward { '─' } else { ' ' };
            let fill = if joined && here.has_lines() && x > 0 {
                '─'
            } else {
                ' '
            };
            let mark = before.as_ref().and_then(|left| left.mark);
            let open = here.last.then_some('(');
            let mut pad = width - here.width;
            // An opening bracket is next to its sign, and the lines run up to it.
            let near = open.filter(|_| pad > 0);
            pad -= usize::from(near.is_some());
            let near_lead = here.lead.filter(|_| pad > 0);
            pad -= usize::from(near_lead.is_some());
            let lead = here.lead.filter(|_| near_lead.is_none());
            match (lead, mark.or(open.filter(|_| near.is_none()))) {
                // A number without its first digit is another number: it matters more than a mark.
                (Some(lead), _) => line.push_char(here.ink, lead),
                (None, Some(mark)) => line.push_char(Ink::Sign, mark),
                (None, None) => line.push_char(Ink::Grid, between),
            }
            line.push(Ink::Grid, fill.to_string().repeat(pad));
            if let Some(open) = near {
                line.push_char(Ink::Sign, open);
            }
            if let Some(lead) = near_lead {
                line.push_char(here.ink, lead);
            }
            line.push(here.ink, &*here.text);
            before = Some(here);
        }
        if let Some(last) = before {
            let onward = joined && last.has_lines() && rect.right + 1 < scene.columns;
            match last.mark {
                Some(mark) => line.push_char(Ink::Sign, mark),
                None => line.push_char(Ink::Grid, if onward { '─' } else { ' ' }),
            }
        }
        if scene.coordinates.right {
            line.push(Ink::Plain, format!("{open_right}{}", scene.row_name(y)));
        }
        out.push(line);
    }
    if scene.coordinates.bottom {
        let indent = usize::from(rect.bottom - rect.top) * shift;
        out.extend(names::columns(scene, width, margin + indent));
    }
    (places, below(scene, &window, options, odd, most))
}

/// Explains the signs on the board.
fn below(
    scene: &Scene,
    window: &crate::scene::Window<'_>,
    options: &Options,
    odd: Option<Color>,
    most: usize,
) -> Vec<String> {
    let mut under = Vec::new();
    if let (Some(side), false) = (odd, options.color) {
        under.push(scene.lang.plays_odd_numbers(side, &scene.names));
    }
    let is_cut = |number: u32| most == 1 && number > 99;
    if scene
        .shown()
        .any(|(_, spot)| spot.number.is_some_and(is_cut))
    {
        under.push(scene.lang.word(Word::LastTwoDigits).to_owned());
    }
    let long: Vec<String> = scene
        .shown()
        .filter_map(|(point, spot)| {
            let label = spot.label.as_deref()?;
            (measure::columns(label) > most)
                .then(|| format!("{}: {label}", scene.point_name(point)))
        })
        .collect();
    let name = |point| scene.point_name(point);
    let signs = Signs::new(options.ascii);
    let pods: Vec<String> = scene
        .points_of_pods()
        .filter(|point| window.shows(*point))
        .filter_map(|point| {
            let pods = scene.pods(point);
            let has_words = scene.at(point).is_some_and(|spot| spot.words().is_some());
            let is_short = pods.len() == 1 && pods[0].letters().len() < most && !has_words;
            let words = pods
                .iter()
                .map(|pod| format!("{}{}", signs.side(pod.side), pod.letters()));
            (!is_short).then(|| format!("{}: {}", name(point), words.collect::<Vec<_>>().join(" ")))
        })
        .collect();
    under.push(pods.join(", "));
    let strokes = |what: Word, ends: Vec<(Point, Point)>, sign: &str| {
        let what = scene.lang.word(what);
        let shown: Vec<String> = ends
            .into_iter()
            .filter(|&(from, to)| window.stroke(from, to).is_some())
            .map(|(from, to)| format!("{}{sign}{}", name(from), name(to)))
            .collect();
        (!shown.is_empty()).then(|| format!("{what}: {}", shown.join(", ")))
    };
    let links = scene.links.iter().map(|&(a, b, _)| (a, b)).collect();
    under.push(long.join(", "));
    under.extend(strokes(Word::Arrows, scene.arrows.clone(), "→"));
    under.extend(strokes(Word::Lines, scene.lines.clone(), "–"));
    under.extend(strokes(Word::Links, links, "–"));
    if options.ascii {
        for line in &mut under {
            *line = line.replace('→', "->").replace('–', "-");
        }
    }
    under
}
