//! What the viewer shows.
//!
//! Where there is room, the board stands left and the words right of it; where the window is
//! narrow, the words stand below the board, or take its place.

mod board;
mod page;
mod paint;
mod tree;
mod wrap;

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::paint::Paint;
use super::model::{Mode, Model, Question};
use super::words;

/// The least width of the words beside a board, and the least height of words below one.
const WORDS_WIDTH: u16 = 24;
const WORDS_HEIGHT: u16 = 6;
/// The most width of the words: long lines are hard to read.
const WORDS_MOST: u16 = 76;

/// Draws all; scrolls back what was scrolled too far.
pub(crate) fn draw(model: &mut Model<'_>, area: Rect, buffer: &mut Buffer) {
    let mut paint = Paint::new(buffer, model.look);
    if area.width < 2 || area.height < 2 {
        return;
    }
    let (body, bottom) = split_bottom(area, 1);
    let mut has_both = true;
    match model.mode.clone() {
        Mode::Help => page::help(model, body, &mut paint),
        Mode::Info => page::info(model, body, &mut paint),
        Mode::Games(chosen) => page::games(model, chosen, body, &mut paint),
        Mode::Play | Mode::Ask(..) => has_both = play(model, body, &mut paint),
    }
    status(model, bottom, has_both, &mut paint);
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

/// A game; whether there was room for the board and the words.
fn play(model: &mut Model<'_>, mut area: Rect, paint: &mut Paint<'_>) -> bool {
    let Some(replay) = &model.replay else {
        page::without_board(model, area, paint);
        return true;
    };
    let size = replay.game().board().size();
    let rows = u16::from(size.height());
    let (full, wide) = (board::width(size, 1), board::width(size, 2));
    let room = area.width;
    let beside = |width: u16| room >= width + 1 + WORDS_WIDTH;
    let has_words_beside = beside(wide) || (beside(full) && wide > room);
    if area.height > rows {
        area = title(model, area, paint);
    }
    if has_words_beside {
        let board = if beside(wide) { wide } else { full };
        let (left, right) = split_left(area, board + 1);
        board::draw(model, left, paint);
        let width = (right.width - 1).min(WORDS_MOST);
        let words = Rect {
            x: right.x + 1,
            width,
            ..right
        };
        page::beside(model, words, paint);
        return true;
    }
    let below = area.height.saturating_sub(rows);
    if below >= WORDS_HEIGHT {
        let (top, bottom) = split_bottom(area, below);
        board::draw(model, top, paint);
        page::beside(model, bottom, paint);
        return true;
    }
    if model.is_turned {
        page::beside(model, area, paint);
    } else {
        board::draw(model, area, paint);
    }
    false
}

/// The first line; the rest of the area.
fn title(model: &Model<'_>, area: Rect, paint: &mut Paint<'_>) -> Rect {
    let (head, rest) = split_bottom(area, area.height - 1);
    let games = model.collection.len();
    let right = if games > 1 {
        format!(
            "{} · game {} of {games} ",
            model.name,
            model.tree.number() + 1
        )
    } else {
        format!("{} ", model.name)
    };
    let bar = paint.bar();
    paint.fill(head, bar);
    let width = paint.width(&right).min(head.width / 2);
    let (left, side) = split_left(head, head.width - width);
    paint.line(left, &format!(" {}", words::title(model.tree)), bar);
    paint.line(side, &right, bar);
    rest
}

/// The last line: a question, what came of the last key, or where the game stands.
fn status(model: &Model<'_>, area: Rect, has_both: bool, paint: &mut Paint<'_>) {
    let bar = paint.bar();
    paint.fill(area, bar);
    let text = match &model.mode {
        Mode::Ask(question, answer) => {
            let question = match question {
                Question::Number => "go to move",
                Question::Text => "search",
            };
            // What is typed last must be seen.
            let room = usize::from(area.width).saturating_sub(question.len() + 5);
            let skip = answer.chars().count().saturating_sub(room);
            let tail = answer.chars().skip(skip).collect::<String>();
            format!(" {question}: {tail}_")
        }
        _ if !model.message.is_empty() => format!(" {}", model.message),
        Mode::Help | Mode::Info => " up and down scroll; any other key goes back".to_owned(),
        Mode::Games(_) => " up, down, enter; any other key goes back".to_owned(),
        Mode::Play => stand(model, area.width, has_both, paint),
    };
    paint.line(area, &text, bar);
}

/// Where the game stands, as much as the width takes.
fn stand(model: &Model<'_>, width: u16, has_both: bool, paint: &Paint<'_>) -> String {
    let mut text = format!(" {}/{}", model.number(), model.last_number());
    if let Some((color, name)) = words::played(model) {
        let _ = write!(text, " {} {name}", paint.stone(color == "B"));
    }
    let parent = model.node.parent().filter(kifu::Node::is_branch_point);
    let mut more = Vec::new();
    if let Some(parent) = parent {
        let number = model.node.siblings_before() + 1;
        more.push(format!("variation {number}/{}", parent.child_count()));
    }
    let children = model.node.child_count();
    if children > 1 {
        more.push(format!("{children} ways on"));
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
