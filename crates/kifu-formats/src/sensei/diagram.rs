use kifu_sgf::value::{Color, Point, PointSet, Size};

use super::{MARKS, MOVES};
use crate::note::{Notes, quote};
use crate::text::Text;
use crate::west;

/// A diagram, on the board it belongs to.
#[derive(Debug)]
pub(super) struct Diagram {
    pub(super) line: usize,
    pub(super) size: Size,
    pub(super) title: String,
    /// Color of the first move, if the header names it.
    pub(super) color: Option<Color>,
    /// Number of the first move, if the header names it.
    pub(super) first: Option<u32>,
    pub(super) black: PointSet,
    pub(super) white: PointSet,
    /// The points of the moves, in order.
    pub(super) moves: Vec<Point>,
    pub(super) marks: Vec<(&'static str, Point)>,
    pub(super) labels: Vec<(Point, String)>,
    /// `AR` or `LN`, from and to.
    pub(super) strokes: Vec<(&'static str, Point, Point)>,
    /// Visible points, if that is not the whole board.
    pub(super) view: Option<PointSet>,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "they are the four edges of the board"
)]
/// Lines of a diagram that is being read.
#[derive(Debug, Default)]
struct Draft {
    line: usize,
    color: Option<Color>,
    size: Option<u16>,
    first: Option<u32>,
    title: String,
    rows: Vec<Vec<char>>,
    top: bool,
    bottom: bool,
    left: bool,
    right: bool,
    strokes: Vec<(usize, String)>,
}

/// The most rows and columns of a diagram.
const SIDE: usize = 52;

/// Reads all diagrams of a text.
pub(super) fn read(text: &Text<'_>, notes: &mut Notes) -> Vec<Diagram> {
    let mut diagrams = Vec::new();
    let mut draft: Option<Draft> = None;
    for (number, line) in text.lines() {
        let Some(rest) = line.trim_start().strip_prefix("$$") else {
            diagrams.extend(draft.take().and_then(|draft| draft.finish(notes)));
            continue;
        };
        // A second header is a second diagram.
        if draft.as_ref().is_some_and(|draft| !draft.rows.is_empty()) && is_header(rest) {
            diagrams.extend(draft.take().and_then(|draft| draft.finish(notes)));
        }
        match &mut draft {
            Some(draft) => draft.line(number, rest, notes),
            None => draft = Some(Draft::begin(number, rest, notes)),
        }
    }
    diagrams.extend(draft.and_then(|draft| draft.finish(notes)));
    diagrams
}

/// Whether a line is a header: flags right after the `$$`.
fn is_header(rest: &str) -> bool {
    rest.starts_with(['B', 'W', 'c', 'm']) || rest.starts_with(|char: char| char.is_ascii_digit())
}

/// Whether a line is an edge of the board.
fn is_border(text: &str) -> bool {
    text.contains("--")
        && text
            .chars()
            .all(|char| matches!(char, '-' | '+' | '|' | ' '))
}

fn is_cell(char: char) -> bool {
    matches!(char, '.' | ',' | '_' | '-' | '+' | '0'..='9' | 'a'..='z')
        || "XOBW#@YQZPCSTM".contains(char)
}

/// Whether a line is a row of the board, not a title.
fn is_row(text: &str) -> bool {
    if text.starts_with('|') || text.ends_with('|') {
        return true;
    }
    let mut words = text.split_whitespace();
    let is_spaced = text.split_whitespace().count() > 1
        && words.all(|word| word.chars().count() == 1 && word.chars().all(is_cell));
    is_spaced
        || (text.contains(['.', ',']) && text.chars().all(|char| is_cell(char) || char == ' '))
}

impl Draft {
    fn begin(number: usize, rest: &str, notes: &mut Notes) -> Self {
        let mut draft = Self {
            line: number,
            ..Self::default()
        };
        let trimmed = rest.trim();
        if is_header(rest) {
            draft.header(rest);
        } else if is_border(trimmed) || is_row(trimmed) || trimmed.starts_with('{') {
            draft.line(number, rest, notes);
        } else {
            trimmed.clone_into(&mut draft.title);
        }
        draft
    }

    /// `Wc13m5 title`.
    fn header(&mut self, rest: &str) {
        let (flags, title) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let mut flags = flags;
        for (letter, color) in [('B', Color::Black), ('W', Color::White)] {
            if let Some(behind) = flags.strip_prefix(letter) {
                (self.color, flags) = (Some(color), behind);
                break;
            }
        }
        flags = flags.strip_prefix('c').unwrap_or(flags);
        let end = flags
            .find(|char: char| !char.is_ascii_digit())
            .unwrap_or(flags.len());
        self.size = flags[..end]
            .parse()
            .ok()
            .filter(|size| (1..=52).contains(size));
        flags = &flags[end..];
        self.first = flags
            .strip_prefix('m')
            .and_then(|number| number.parse().ok());
        title.trim().clone_into(&mut self.title);
    }

    fn line(&mut self, number: usize, rest: &str, notes: &mut Notes) {
        let text = rest.trim();
        if text.is_empty() {
        } else if text.starts_with('{') {
            self.strokes.push((number, text.to_owned()));
        } else if text.starts_with('[') {
            notes.line(number, format_args!("the link is ignored: {}", quote(text)));
        } else if is_border(text) {
            if self.rows.is_empty() {
                self.top = true;
            } else {
                self.bottom = true;
            }
        } else if self.bottom || self.rows.len() >= SIDE {
            notes.line(
                number,
                format_args!("ignored, text after the board: {}", quote(text)),
            );
        } else {
            self.row(number, text, notes);
        }
    }

    fn row(&mut self, number: usize, text: &str, notes: &mut Notes) {
        let inner = match text.strip_prefix('|') {
            Some(inner) => {
                self.left = true;
                inner
            }
            None => text,
        };
        let inner = match inner.strip_suffix('|') {
            Some(inner) => {
                self.right = true;
                inner
            }
            None => inner,
        };
        let cells = inner.chars().filter(|char| !char.is_whitespace());
        let mut row: Vec<_> = cells.collect();
        if row.len() > SIDE {
            notes.line(
                number,
                "the row is longer than any board; its end is ignored",
            );
            row.truncate(SIDE);
        }
        if let Some(other) = row.iter().find(|char| !is_cell(**char)) {
            notes.line(
                number,
                format_args!(
                    "`{}` is not a sign of a diagram and is read as an empty point",
                    other.escape_debug()
                ),
            );
        }
        self.rows.push(row);
    }

    /// Builds the board and its contents; `None` if the lines have none.
    fn finish(self, notes: &mut Notes) -> Option<Diagram> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let rows = self.rows.len();
        if columns == 0 {
            return None;
        }
        if !(self.top || self.bottom || self.left || self.right) {
            notes.line(
                self.line,
                "the diagram has no edge; it is placed in the upper left corner",
            );
        }
        let (full_width, full_height) = (self.left && self.right, self.top && self.bottom);
        let (wide, high) = (columns as u16, rows as u16);
        let side = self.size.unwrap_or(match (full_width, full_height) {
            (true, false) => wide,
            (false, true) => high,
            _ => 19,
        });
        let size = Size::new(
            if full_width { wide } else { side.max(wide) },
            if full_height { high } else { side.max(high) },
        )
        .unwrap_or_default();
        // At most 52, as the rows are.
        let at_right = if self.right && !self.left {
            size.columns() - wide
        } else {
            0
        };
        let at_bottom = if self.bottom && !self.top {
            size.rows() - high
        } else {
            0
        };
        let point = |column: usize, row: usize| {
            Point::new(at_right + column as u16, at_bottom + row as u16)
        };
        let mut diagram = Diagram {
            line: self.line,
            size,
            color: self.color,
            first: self.first,
            title: self.title,
            black: PointSet::default(),
            white: PointSet::default(),
            moves: Vec::new(),
            marks: Vec::new(),
            labels: Vec::new(),
            strokes: Vec::new(),
            view: None,
        };
        let mut view = PointSet::default();
        let mut numbered: [Option<Point>; MOVES] = [None; MOVES];
        for (row, cells) in self.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let point = point(column, row);
                if matches!(cell, '_' | '-') {
                    continue;
                }
                view.insert(point);
                diagram.cell(*cell, point, &mut numbered);
            }
        }
        if view.len() < usize::from(size.columns()) * usize::from(size.rows()) {
            diagram.view = Some(view);
        }
        diagram.number(numbered, notes);
        for (number, text) in &self.strokes {
            match stroke(text, size) {
                Some(stroke) => diagram.strokes.push(stroke),
                None => notes.line(
                    *number,
                    format_args!("ignored, does not join two points: {}", quote(text)),
                ),
            }
        }
        Some(diagram)
    }
}

impl Diagram {
    fn cell(&mut self, cell: char, point: Point, numbered: &mut [Option<Point>; MOVES]) {
        let marked = MARKS
            .iter()
            .find(|(_, black, white, empty)| [*black, *white, *empty].contains(&cell));
        if let Some((mark, black, white, _)) = marked {
            self.marks.push((mark, point));
            if cell == *black {
                self.black.insert(point);
            } else if cell == *white {
                self.white.insert(point);
            }
            return;
        }
        match cell {
            'X' => {
                self.black.insert(point);
            }
            'O' => {
                self.white.insert(point);
            }
            '0'..='9' => {
                // `0` is the tenth.
                let index = (cell as usize - '0' as usize + MOVES - 1) % MOVES;
                numbered[index].get_or_insert(point);
            }
            'a'..='z' => self.labels.push((point, cell.to_string())),
            _ => {}
        }
    }

    /// Makes moves of the numbers. Where one is missing that the title does not explain, the stones after
    /// it are a position with labels.
    fn number(&mut self, mut numbered: [Option<Point>; MOVES], notes: &mut Notes) {
        let first = self.first.unwrap_or(1);
        for (under, at) in moves_under_stones(&self.title) {
            let index = |number: u32| {
                let index = number.checked_sub(first).or(number.checked_sub(1))?;
                usize::try_from(index).ok().filter(|index| *index < MOVES)
            };
            if let (Some(under), Some(at)) = (index(under), index(at))
                && numbered[under].is_none()
            {
                numbered[under] = numbered[at];
            }
        }
        let end = numbered.iter().position(Option::is_none).unwrap_or(MOVES);
        self.moves = numbered[..end].iter().copied().flatten().collect();
        let rest = numbered.iter().enumerate().skip(end);
        let rest: Vec<_> = rest
            .filter_map(|(index, point)| Some((index, (*point)?)))
            .collect();
        if rest.is_empty() {
            return;
        }
        notes.line(
            self.line,
            format_args!(
                "move {} is not shown; the ones after it are stones with labels",
                end + 1
            ),
        );
        let color = self.color.unwrap_or(Color::Black);
        for (index, point) in rest {
            let own = if index % 2 == 0 {
                color
            } else {
                color.opponent()
            };
            match own {
                Color::Black => self.black.insert(point),
                Color::White => self.white.insert(point),
            };
            self.labels
                .push((point, (index as u32).saturating_add(first).to_string()));
        }
    }
}

/// `5 at 1`, `8@2` in a title.
pub(super) fn moves_under_stones(title: &str) -> Vec<(u32, u32)> {
    let spaced = title.replace('@', " at ");
    let words: Vec<_> = spaced
        .split(|char: char| char.is_whitespace() || matches!(char, ',' | ';' | '(' | ')'))
        .filter(|word| !word.is_empty())
        .collect();
    let found = words.windows(3).filter(|words| words[1] == "at");
    found
        .filter_map(|words| Some((words[0].parse().ok()?, words[2].parse().ok()?)))
        .collect()
}

/// `{AR C3 D4}`, `{LN 3:3 4:4}`.
fn stroke(text: &str, size: Size) -> Option<(&'static str, Point, Point)> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    let mut words = inner.split_whitespace();
    let kind = match words.next()? {
        "AR" => "AR",
        "LN" => "LN",
        _ => return None,
    };
    let mut point = || {
        let word = words.next()?;
        match word.split_once(':') {
            Some((column, row)) => {
                let number = |text: &str| text.parse::<u16>().ok()?.checked_sub(1);
                let point = Point::new(number(column)?, number(row)?);
                size.contains(point).then_some(point)
            }
            None => west::parse(word, size),
        }
    };
    let (from, to) = (point()?, point()?);
    (from != to).then_some((kind, from, to))
}
