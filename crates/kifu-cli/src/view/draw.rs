//! The screen of the viewer.
//!
//! Where there is room, the board stands left and the words right of it; where the window is
//! narrow, the words stand below the board, or take its place.

mod board;
mod large;
mod page;
mod paint;
mod pixels;
mod tree;

use std::fmt::Write as _;
use std::path::Path;

use kifu_diagram::binding::Drawn;
use kifu_diagram::{Point, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use self::board::{Picture, TextGrid};
pub(crate) use self::large::CellGrid;
use self::large::Large;
use self::paint::Paint;
use self::pixels::{PixelGrid, Pixels};
use super::look::Look;
use super::model::{Mode, Model, Question};
use super::task::Task;
use super::words;
use crate::screen::Image;

/// The least width of the words beside a board, and the least height of words below one.
const WORDS_WIDTH: u16 = 24;
const WORDS_HEIGHT: u16 = 6;
/// The least width of a part of a board that has words beside it.
const PART_WIDTH: u16 = 40;
/// The most width of the words: long lines are hard to read.
const WORDS_MOST: u16 = 76;

/// Where the points of the board are on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Grid {
    Cells(CellGrid),
    Pixels(PixelGrid),
    Text(TextGrid),
}

impl Grid {
    /// The point at a place of the screen.
    pub(crate) fn point(&self, column: u16, row: u16) -> Option<Point> {
        match self {
            Self::Cells(grid) => grid.point(column, row),
            Self::Pixels(grid) => grid.point(column, row),
            Self::Text(grid) => grid.point(column, row),
        }
    }
}

/// Draws the screen; scrolls back text that was scrolled too far.
pub(crate) fn draw(model: &mut Model<'_>, area: Rect, buffer: &mut Buffer) {
    model.image = None;
    model.grid = None;
    model.branches.clear();
    let mut paint = Paint::new(buffer, model.look);
    if area.width < 2 || area.height < 2 {
        return;
    }
    let notice = notice(model, area);
    let lines = u16::try_from(notice.len()).unwrap_or(1).max(1);
    let (body, bottom) = split_bottom(area, lines);
    let mut has_both = true;
    match model.mode.clone() {
        Mode::Help(of) => page::help(model, &of, body, &mut paint),
        Mode::Info => page::info(model, body, &mut paint),
        Mode::Games(chosen) => page::games(model, chosen, body, &mut paint),
        Mode::Play | Mode::Ask(..) => has_both = play(model, body, &mut paint),
    }
    if notice.is_empty() {
        status(model, bottom, has_both, &mut paint);
    } else {
        let bar = paint.bar();
        paint.fill(bottom, bar);
        for (y, line) in (bottom.y..).zip(&notice) {
            paint.line(Rect { y, ..bottom }, &format!(" {line}"), bar);
        }
    }
}

/// The lines of what came of the last key, at most half of the screen; empty if there is nothing to report.
fn notice(model: &Model<'_>, area: Rect) -> Vec<String> {
    if model.message.is_empty() || matches!(model.mode, Mode::Ask(..)) {
        return Vec::new();
    }
    let room = usize::from(area.width - 1);
    let lines = kifu_diagram::text::wrap(&*model.message, room);
    lines.take(usize::from(area.height / 2)).collect()
}

/// Draws a scene in the upper left corner of an area, as narrow as it can be. Returns where its points are.
pub(crate) fn put_board(scene: &Scene, look: Look, area: Rect, buffer: &mut Buffer) -> CellGrid {
    let picture = Picture::as_it_is(scene, look);
    picture.put(area, &mut Paint::new(buffer, look));
    let part = scene.window().rect;
    let names = (part.top..=part.bottom).map(|y| scene.row_name(y).len() as u16);
    let left = if scene.coordinates.left {
        names.max().unwrap_or(0) + 1
    } else {
        0
    };
    CellGrid {
        x: area.x + left,
        y: area.y + picture.height().saturating_sub(part.rows()),
        cell: (2, 1),
        part,
    }
}

/// The largest picture of a scene in an area, in its upper left corner, and where its points are; `None` if boards are
/// text, or if points would be too small.
pub(crate) fn picture(scene: &Scene, look: Look, area: Rect) -> Option<(Image, Option<Grid>)> {
    let pixels = Pixels::fit(scene, look, area.width, area.height)?;
    let (image, grid) = pixels.put(area);
    Some((image, grid.map(Grid::Pixels)))
}

/// Puts a line of text, cut if it is too long.
pub(crate) fn put_line(text: &str, style: Style, look: Look, area: Rect, buffer: &mut Buffer) {
    Paint::new(buffer, look).line(area, text, style);
}

fn split_bottom(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    let top = Rect {
        height: area.height - height,
        ..area
    };
    let bottom = Rect {
        y: area.y + top.height,
        height,
        ..area
    };
    (top, bottom)
}

fn split_left(area: Rect, width: u16) -> (Rect, Rect) {
    let width = width.min(area.width);
    let right = Rect {
        x: area.x + width,
        width: area.width - width,
        ..area
    };
    (Rect { width, ..area }, right)
}

/// Where the words stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    Beside,
    Below,
    /// In the place of the board, when the user turns it.
    Under,
}

/// The board as it fits an area, and where the words stand; a part of the board only where nothing
/// else can be done.
fn arrange(drawn: &Drawn, model: &Model<'_>, area: Rect) -> (Picture, Words) {
    let cursor = cursor(drawn, model);
    let fit = |width, height| Picture::fit(&drawn.scene, model.look, cursor, width, height);
    let beside = area.width.saturating_sub(WORDS_WIDTH + 1);
    let below = area.height.saturating_sub(WORDS_HEIGHT);
    for (width, height, words) in [
        (beside, area.height, Words::Beside),
        (area.width, below, Words::Below),
        (area.width, area.height, Words::Under),
    ] {
        let picture = fit(width, height);
        if picture.is_whole {
            return (picture, words);
        }
    }
    if beside >= PART_WIDTH {
        (fit(beside, area.height), Words::Beside)
    } else {
        (fit(area.width, area.height), Words::Under)
    }
}

/// The point of the cursor, if it is shown.
fn cursor(drawn: &Drawn, model: &Model<'_>) -> Option<Point> {
    let cursor = model.task.cursor()?;
    drawn.scene.window().shows(cursor).then_some(cursor)
}

/// A game; whether there was room for the board and the words.
fn play(model: &mut Model<'_>, area: Rect, paint: &mut Paint<'_>) -> bool {
    let Some(drawn) = model.drawn() else {
        page::without_board(model, area, paint);
        return true;
    };
    let below_title = split_bottom(area, area.height - 1).1;
    if let Some(has_both) = pixels(model, &drawn, area, below_title, paint) {
        return has_both;
    }
    if large(model, &drawn, area, below_title, paint) {
        return true;
    }
    let (mut picture, mut words) = arrange(&drawn, model, below_title);
    let mut rest = below_title;
    if !picture.is_whole {
        // The title may take the one row that is missing.
        let (other, place) = arrange(&drawn, model, area);
        if other.is_whole {
            (picture, words, rest) = (other, place, area);
        }
    }
    if rest != area {
        title(model, area, paint);
    }
    let seen = words::Seen {
        drawn: &drawn,
        below: &picture.below,
    };
    let put = |model: &mut Model<'_>, area, paint: &mut Paint<'_>| {
        picture.put(area, paint);
        if let Some(cursor) = cursor(&drawn, model) {
            picture.put_cursor(cursor, area, paint);
        }
        model.grid = picture.grid(area).map(Grid::Text);
    };
    match words {
        Words::Beside => {
            let (left, right) = split_left(rest, picture.width() + 1);
            put(model, left, paint);
            let words = Rect {
                x: right.x + 1,
                width: right.width.saturating_sub(1).min(WORDS_MOST),
                ..right
            };
            page::beside(model, &seen, words, paint);
        }
        Words::Below => {
            let (top, bottom) = split_bottom(rest, rest.height - picture.height());
            put(model, top, paint);
            page::beside(model, &seen, bottom, paint);
        }
        Words::Under if model.is_turned => page::beside(model, &seen, rest, paint),
        Words::Under => put(model, rest, paint),
    }
    words != Words::Under
}

/// How much larger the board must be above the words than beside them, to stand there.
const WORTH: f32 = 1.25;

/// The board as a picture; whether there was room for the board and the words, or `None` if the board is text.
fn pixels(
    model: &mut Model<'_>,
    drawn: &Drawn,
    area: Rect,
    rest: Rect,
    paint: &mut Paint<'_>,
) -> Option<bool> {
    let fit = |width, height| Pixels::fit(&drawn.scene, model.look, width, height);
    let beside = fit(rest.width.saturating_sub(WORDS_WIDTH + 1), rest.height);
    let least = beside
        .as_ref()
        .map_or(0.0, |board| board.distance() * WORTH);
    let below = fit(rest.width, rest.height.saturating_sub(WORDS_HEIGHT))
        .filter(|board| board.distance() > least);
    let (mut board, words) = match (beside, below) {
        (_, Some(board)) => (board, Words::Below),
        (Some(board), None) => (board, Words::Beside),
        (None, None) => (fit(rest.width, rest.height)?, Words::Under),
    };
    title(model, area, paint);
    // A picture shows no more notes than the signs of a small board.
    let small = Picture::fit(&drawn.scene, model.look, None, u16::MAX, u16::MAX);
    let seen = words::Seen {
        drawn,
        below: &small.below,
    };
    let mut place = rest;
    match words {
        Words::Beside => {
            let (left, right) = split_left(rest, board.width() + 1);
            let words = Rect {
                x: right.x + 1,
                width: right.width.saturating_sub(1).min(WORDS_MOST),
                ..right
            };
            place = left;
            page::beside(model, &seen, words, paint);
        }
        Words::Below => {
            let (top, bottom) = split_bottom(rest, rest.height - board.height());
            place = top;
            page::beside(model, &seen, bottom, paint);
        }
        Words::Under if model.is_turned => {
            page::beside(model, &seen, rest, paint);
            return Some(false);
        }
        Words::Under => {}
    }
    if let Some(cursor) = cursor(drawn, model) {
        board.add_cursor(cursor, model.look);
    }
    let (image, grid) = board.put(place);
    model.image = Some(image);
    model.grid = grid.map(Grid::Pixels);
    Some(words != Words::Under)
}

/// The board in large cells with the words beside it; false if there is no room for that.
fn large(
    model: &mut Model<'_>,
    drawn: &Drawn,
    area: Rect,
    rest: Rect,
    paint: &mut Paint<'_>,
) -> bool {
    let room = rest.width.saturating_sub(WORDS_WIDTH + 1);
    let Some(board) = Large::fit(&drawn.scene, model.look, room, rest.height) else {
        return false;
    };
    title(model, area, paint);
    let (left, right) = split_left(rest, board.width() + 1);
    let grid = board.put(left, paint);
    if let Some(cursor) = cursor(drawn, model) {
        board.put_cursor(cursor, &grid, paint);
    }
    model.grid = Some(Grid::Cells(grid));
    // Large cells show what the signs of a small board show.
    let small = Picture::fit(&drawn.scene, model.look, None, u16::MAX, u16::MAX);
    let seen = words::Seen {
        drawn,
        below: &small.below,
    };
    let words = Rect {
        x: right.x + 1,
        width: right.width.saturating_sub(1).min(WORDS_MOST),
        ..right
    };
    page::beside(model, &seen, words, paint);
    true
}

/// The first line; the rest of the area.
fn title(model: &Model<'_>, area: Rect, paint: &mut Paint<'_>) -> Rect {
    let (head, rest) = split_bottom(area, area.height - 1);
    let games = model.collection.len();
    // The folder would take the room of the players.
    let path = Path::new(&model.name);
    let name = path.file_name().map_or(path, Path::new).display();
    let right = if games > 1 {
        format!("{name} · game {} of {games} ", model.tree.number() + 1)
    } else {
        format!("{name} ")
    };
    let bar = paint.bar();
    paint.fill(head, bar);
    let width = paint.width(&right).min(head.width / 2);
    let (left, side) = split_left(head, head.width - width);
    paint.line(left, &format!(" {}", words::title(model.tree)), bar);
    paint.line(side, &right, bar);
    rest
}

/// The last line: a question, the keys of a task or a page, or where the game stands.
fn status(model: &Model<'_>, area: Rect, has_both: bool, paint: &mut Paint<'_>) {
    let bar = paint.bar();
    paint.fill(area, bar);
    let text = match &model.mode {
        Mode::Ask(question, answer) => {
            let question = match question {
                Question::Number => "go to move",
                Question::Text => "search",
                Question::Label(_) => "label",
            };
            // What is typed last must be seen.
            let room = usize::from(area.width).saturating_sub(question.len() + 5);
            let skip = answer.chars().count().saturating_sub(room);
            let tail = answer.chars().skip(skip).collect::<String>();
            format!(" {question}: {tail}_")
        }
        Mode::Play if model.task != Task::Read => format!(" {}", model.task_line()),
        Mode::Help(_) => " up and down scroll; any other key goes back".to_owned(),
        Mode::Info => " up, down scroll  esc goes back  ? help".to_owned(),
        Mode::Games(_) => " up, down, enter  esc goes back  ? help".to_owned(),
        Mode::Play => stand(model, area.width, has_both, paint),
    };
    paint.line(area, &text, bar);
}

/// Where the game stands, as much as the width takes.
fn stand(model: &Model<'_>, width: u16, has_both: bool, paint: &Paint<'_>) -> String {
    let mut text = format!(" {}/{}", model.number(), model.last_number());
    if let Some((is_black, name)) = words::played(model) {
        let _ = write!(text, " {} {name}", paint.stone(is_black));
    }
    let parent = model.node.parent().filter(kifu::Node::is_branch_point);
    let mut more = Vec::new();
    if let Some(parent) = parent {
        let number = model.node.siblings_before() + 1;
        more.push(format!("variation {number}/{}", parent.child_count()));
    }
    let children = model.node.child_count();
    if children > 1 {
        more.push(format!("{children} variations follow"));
    }
    match (has_both, model.is_turned) {
        (true, _) => {}
        (false, true) => more.push("tab board".to_owned()),
        (false, false) if model.node.has("C") => more.push("tab comment".to_owned()),
        (false, false) => more.push("tab words".to_owned()),
    }
    more.push("? help".to_owned());
    for part in more {
        let longer = format!("{text}  {part}");
        if paint.width(&longer) <= width {
            text = longer;
        }
    }
    text
}
