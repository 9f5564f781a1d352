use std::collections::BTreeMap;

use kifu::go::replay::Replay;
use kifu::go::{Color, Move, Point, Size, star_points};
use kifu::value::{self, PointItem, point_list};
use ratatui::layout::Rect;

use super::paint::Paint;
use crate::view::model::Model;
use crate::view::words;

/// The columns that a board takes with its numbers, `cell` columns to a point.
pub(super) fn width(size: Size, cell: u16) -> u16 {
    3 + u16::from(size.width()) * cell - (cell - 1)
}

/// Part of the lines of a board: from which, and how many.
#[derive(Clone, Copy)]
struct Part {
    from: u8,
    count: u8,
}

impl Part {
    /// As many lines as there is room for, with `focus` among them, in the middle if it may be.
    fn around(focus: u8, lines: u8, room: u16) -> Self {
        let count = lines.min(u8::try_from(room).unwrap_or(u8::MAX));
        let from = focus.saturating_sub(count / 2).min(lines - count);
        Self { from, count }
    }
}

/// Draws the position, as large as the area allows; of a board that is larger than the area, the
/// part around the last move.
pub(super) fn draw(model: &Model<'_>, area: Rect, paint: &mut Paint<'_>) {
    let Some(replay) = &model.replay else {
        return;
    };
    let size = replay.game().board().size();
    let cell = if width(size, 2) <= area.width { 2 } else { 1 };
    let last = last_move(replay);
    let focus = last.unwrap_or(Point::new(size.width() / 2, size.height() / 2));
    let columns = Part::around(
        focus.x,
        size.width(),
        area.width.saturating_sub(3) / cell + cell - 1,
    );
    let letters = area.height.saturating_sub(size.height().into()).min(2);
    let rows = Part::around(focus.y, size.height(), area.height - letters);
    let (left, top) = (area.x + 3, area.y + u16::from(letters == 2));
    let place = |point: Point| {
        let x = left + u16::from(point.x - columns.from) * cell;
        let y = top + u16::from(point.y - rows.from);
        (x, y)
    };
    let points = || {
        (rows.from..rows.from + rows.count).flat_map(|y| {
            (columns.from..columns.from + columns.count).map(move |x| Point::new(x, y))
        })
    };
    let wood = Rect {
        x: left - 1,
        y: top,
        width: (u16::from(columns.count) * cell - (cell - 1) + 2)
            .min(area.right().saturating_sub(left - 1)),
        height: rows.count.into(),
    };
    paint.fill(wood, paint.wood());
    let stars = star_points(size).collect::<Vec<_>>();
    for point in points() {
        let (x, y) = place(point);
        let sign = paint.sign(crossing(point, size), '.');
        let is_star = stars.contains(&point);
        let sign = if is_star {
            paint.sign('•', '+')
        } else {
            sign
        };
        paint.put(x, y, sign, paint.wood());
        let is_last = point.x + 1 == columns.from + columns.count;
        if cell == 2 && !is_last {
            paint.put(x + 1, y, paint.sign('─', ' '), paint.wood());
        }
    }
    let board = replay.game().board();
    for (point, color) in board.stones() {
        if is_in(point, columns, rows) {
            let (x, y) = place(point);
            let is_black = color == Color::Black;
            // On wood black and white are colours; elsewhere they are full and hollow.
            let sign = if paint.look.has_color {
                paint.stone(is_black || !paint.look.is_ascii)
            } else {
                paint.stone(is_black)
            };
            paint.put(x, y, sign, paint.stone_on_wood(is_black));
        }
    }
    for (point, mark) in marks(model, replay) {
        if !is_in(point, columns, rows) {
            continue;
        }
        let (x, y) = place(point);
        let has_stone = board.get(point).is_some();
        let style = match mark {
            Mark::Hint(_) => paint.hint(),
            _ => paint.mark(),
        };
        let text = mark.text(paint.look.is_ascii);
        // A stone stays to be seen, with its mark beside it, where there is a place beside.
        let from = u16::from(has_stone && cell == 2);
        for (n, character) in (0..cell - from).zip(text.chars()) {
            paint.put(x + from + n, y, character, style);
        }
    }
    if let Some(last) = last.filter(|last| is_in(*last, columns, rows)) {
        let (x, y) = place(last);
        if cell == 2 {
            paint.put(x - 1, y, '(', paint.mark());
            // A label beside the stone says more.
            if matches!(paint.at(x + 1, y), Some('─' | ' ') | None) {
                paint.put(x + 1, y, ')', paint.mark());
            }
        } else {
            paint.restyle(x, y, Paint::chosen());
        }
    }
    label(area, paint, letters, size, (columns, rows), &place);
}

fn is_in(point: Point, columns: Part, rows: Part) -> bool {
    let within = |at: u8, part: Part| at >= part.from && at - part.from < part.count;
    within(point.x, columns) && within(point.y, rows)
}

/// Writes the names of columns and rows beside the board.
fn label(
    area: Rect,
    paint: &mut Paint<'_>,
    letters: u16,
    size: Size,
    (columns, rows): (Part, Part),
    place: &impl Fn(Point) -> (u16, u16),
) {
    let faint = paint.tone(words::Tone::Faint);
    for row in rows.from..rows.from + rows.count {
        let (_, y) = place(Point::new(columns.from, row));
        let text = format!("{:>2}", size.height() - row);
        let at = Rect {
            x: area.x,
            y,
            width: 2,
            height: 1,
        };
        paint.line(at, &text, faint);
    }
    for column in columns.from..columns.from + columns.count {
        let (x, top) = place(Point::new(column, rows.from));
        let name = words::column(column);
        let mut lines = Vec::new();
        if letters == 2 {
            lines.push(top.wrapping_sub(1));
        }
        if letters > 0 {
            lines.push(top + u16::from(rows.count));
        }
        for y in lines {
            for (n, letter) in (0..2).zip(name.chars()) {
                paint.put(x + n, y, letter, faint);
            }
        }
    }
}

/// Where lines cross, meet or end.
fn crossing(point: Point, size: Size) -> char {
    let end = |at: u8, lines: u8| (at == 0, at + 1 == lines);
    let (left, right) = end(point.x, size.width());
    let (top, bottom) = end(point.y, size.height());
    match (left, right, top, bottom) {
        (true, true, true, true) => '·',
        (true, true, true, _) => '╷',
        (true, true, _, true) => '╵',
        (true, true, ..) => '│',
        (true, _, true, true) => '╶',
        (_, true, true, true) => '╴',
        (_, _, true, true) => '─',
        (true, _, true, _) => '┌',
        (true, _, _, true) => '└',
        (true, ..) => '├',
        (_, true, true, _) => '┐',
        (_, true, _, true) => '┘',
        (_, true, ..) => '┤',
        (_, _, true, _) => '┬',
        (.., true) => '┴',
        _ => '┼',
    }
}

fn last_move(replay: &Replay<'_>) -> Option<Point> {
    replay.played().and_then(|(_, mv)| match mv {
        Move::At(point) => Some(point),
        Move::Pass => None,
    })
}

/// What is drawn on a point beside its stone.
enum Mark {
    Circle,
    Cross,
    Square,
    Triangle,
    Selected,
    Black,
    White,
    Label(String),
    /// The next move of this number.
    Hint(usize),
}

impl Mark {
    fn text(&self, is_ascii: bool) -> String {
        let (unicode, ascii) = match self {
            Self::Circle => ('◯', 'o'),
            Self::Cross => ('×', 'x'),
            Self::Square => ('□', '#'),
            Self::Triangle => ('△', '^'),
            Self::Selected => ('◆', '*'),
            Self::Black => ('▪', 'b'),
            Self::White => ('▫', 'w'),
            Self::Label(text) => return text.clone(),
            Self::Hint(number) => return number.to_string(),
        };
        String::from(if is_ascii { ascii } else { unicode })
    }
}

/// What is marked at the node; of several marks on a point, the one that says most.
fn marks(model: &Model<'_>, replay: &Replay<'_>) -> BTreeMap<Point, Mark> {
    let size = replay.game().board().size();
    let sgf_size = size.into();
    let mut marks = BTreeMap::new();
    if model.has_hints && model.node.child_count() > 1 {
        let children = model.node.children().take(9).enumerate();
        for (n, child) in children {
            let raw = child.play().map(|(_, raw)| raw);
            let read = raw.and_then(|raw| value::Move::parse_lenient(raw, sgf_size).ok());
            if let Some(point) = read.and_then(|read| read.value.point()) {
                marks.entry(point.into()).or_insert(Mark::Hint(n + 1));
            }
        }
    }
    for property in model.node.properties() {
        let mark: fn() -> Mark = match &*property.identifier() {
            "CR" => || Mark::Circle,
            "MA" | "M" => || Mark::Cross,
            "SQ" => || Mark::Square,
            "TR" => || Mark::Triangle,
            "SL" => || Mark::Selected,
            "TB" => || Mark::Black,
            "TW" => || Mark::White,
            "LB" => {
                for raw in property.values() {
                    let Some((at, text)) = kifu::syntax::text::split_compose(raw) else {
                        continue;
                    };
                    if let Ok(point) = value::Point::parse_lenient(at, sgf_size) {
                        let text = value::simple_text::parse(text);
                        let text = text.chars().map(printable).collect();
                        marks.insert(point.value.into(), Mark::Label(text));
                    }
                }
                continue;
            }
            _ => continue,
        };
        for point in points(property.values(), sgf_size) {
            marks.insert(point, mark());
        }
    }
    marks
}

/// The points of a list, each rectangle read out; no more than a board has, however often the
/// list names them.
fn points<'a>(
    values: impl Iterator<Item = &'a str>,
    size: value::Size,
) -> impl Iterator<Item = Point> {
    let mut set = value::PointSet::EMPTY;
    for raw in values {
        let items = match PointItem::parse(raw, size) {
            Ok(item) => vec![item],
            Err(_) => {
                point_list::parse_lenient(raw, size).map_or_else(|_| vec![], |read| read.value)
            }
        };
        for point in items.into_iter().flat_map(PointItem::points) {
            set.insert(point);
        }
    }
    set.iter().map(Point::from).collect::<Vec<_>>().into_iter()
}

/// A character of a label that takes one column.
fn printable(character: char) -> char {
    use unicode_width::UnicodeWidthChar as _;
    if crate::harmless::is_harmful(character) || character.width() != Some(1) {
        '?'
    } else {
        character
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn a_part_holds_its_focus() {
        for lines in 1..=52 {
            for room in 1..=60 {
                for focus in 0..lines {
                    let part = Part::around(focus, lines, room);
                    assert!(part.from <= focus && focus - part.from < part.count);
                    assert!(part.from + part.count <= lines);
                    assert_eq!(u16::from(part.count), room.min(lines.into()));
                }
            }
        }
    }
}
