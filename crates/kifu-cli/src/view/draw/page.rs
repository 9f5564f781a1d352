use std::fmt::Write as _;

use kifu::value::Color;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::paint::Paint;
use super::{split_bottom, title, tree};
use crate::view::keys::{BINDINGS, GAMES_KEYS, INFO_KEYS};
use crate::view::model::{Mode, Model};
use crate::view::task::Task;
use crate::view::words::{self, Seen, TextLine, Tone};
use crate::wrap::wrap;

/// The words that stand by a board: players, event, comment, tree.
pub(super) fn beside(model: &mut Model<'_>, seen: &Seen<'_>, area: Rect, paint: &mut Paint<'_>) {
    let head = heading(model, seen, paint);
    let room = usize::from(area.height) / 2;
    let lines = lay_out(&head, area.width, 0, room.min(7)).shown;
    let height = lines.len() as u16;
    print(&lines, area, paint);
    let rest = Rect {
        y: area.y + height,
        height: area.height - height,
        ..area
    };
    if rest.height < 2 {
        return;
    }
    let rest = split_bottom(rest, rest.height - 1).1;
    let most = (rest.height / 2).max(3).min(rest.height);
    // Whoever guesses or solves does not see what comes.
    let drawn = if matches!(model.task, Task::Read | Task::Mark { .. }) {
        tree::rows(model.node, rest.width, most)
    } else {
        Vec::new()
    };
    let below = if drawn.len() > 1 && rest.height > 4 {
        (drawn.len() as u16 + 1).min(most)
    } else {
        0
    };
    let (text, branches) = split_bottom(rest, below);
    scrolled(model, &words::node(model, Some(seen)), text, paint);
    if below > 1 {
        let branches = split_bottom(branches, below - 1).1;
        tree::draw(model, &drawn, branches, paint);
    }
}

/// Who plays, what they took, and what is known of the game.
fn heading(model: &Model<'_>, seen: &Seen<'_>, paint: &Paint<'_>) -> Vec<TextLine> {
    let scene = &seen.drawn.scene;
    let mut text_lines = Vec::new();
    for (is_black, name, rank) in [(true, "PB", "BR"), (false, "PW", "WR")] {
        let mut text = format!(
            "{} {}",
            paint.stone(is_black),
            words::player(model.node, name, rank)
        );
        let side = if is_black { Color::Black } else { Color::White };
        let taken = scene.prisoners.map_or(0, |taken| taken[side as usize]);
        if taken > 0 {
            let _ = write!(text, " +{taken}");
        }
        if scene.to_play == Some(side) {
            text.push(' ');
            text.push(paint.sign('◂', '<'));
        }
        text_lines.push(TextLine::new(Tone::Heading, text));
    }
    let event = words::event(model.node);
    if !event.is_empty() {
        text_lines.push(TextLine::new(Tone::Faint, event));
    }
    let mut place = words::place(model);
    if let Some((_, name)) = words::played(model) {
        let _ = write!(place, ": {name}");
    }
    text_lines.push(TextLine::new(Tone::Plain, place));
    text_lines
}

/// A game whose board cannot be drawn: its properties and its tree.
pub(super) fn without_board(model: &mut Model<'_>, area: Rect, paint: &mut Paint<'_>) {
    let area = title(model, area, paint);
    let kind = match model.tree.kind() {
        Some(game) => format!("the board of {}", game.name()),
        None => "a game that the standard does not know".to_owned(),
    };
    let mut text_lines = vec![
        TextLine::new(
            Tone::Faint,
            format!("Kifu cannot draw {kind}; this is what the file says."),
        ),
        TextLine::new(Tone::Heading, words::place(model)),
    ];
    if let Some((is_black, name)) = words::played(model) {
        let color = if is_black { "B" } else { "W" };
        text_lines.push(TextLine::new(Tone::Plain, format!("{color} {name}")));
    }
    text_lines.extend(words::node(model, None));
    text_lines.push(TextLine::new(Tone::Plain, ""));
    text_lines.extend(words::everything(model));
    let most = (area.height / 3).max(2);
    let drawn = tree::rows(model.node, area.width, most);
    let below = (drawn.len() as u16 + 1).min(most + 1).min(area.height);
    let (text, branches) = split_bottom(area, below);
    scrolled(model, &text_lines, text, paint);
    if branches.height > 1 {
        let branches = split_bottom(branches, branches.height - 1).1;
        tree::draw(model, &drawn, branches, paint);
    }
}

pub(super) fn info(model: &mut Model<'_>, area: Rect, paint: &mut Paint<'_>) {
    let text_lines = words::everything(model);
    scrolled(model, &text_lines, area, paint);
}

/// The keys of a mode.
pub(super) fn help(model: &mut Model<'_>, of: &Mode, area: Rect, paint: &mut Paint<'_>) {
    let keys = match of {
        Mode::Info => INFO_KEYS,
        Mode::Games(_) => GAMES_KEYS,
        _ => model.task.keys(),
    };
    if !keys.is_empty() {
        let heading = match (of, model.task) {
            (Mode::Info, _) => "Keys while you read about the game",
            (Mode::Games(_), _) => "Keys in the list of games",
            (_, Task::Guess { .. }) => "Keys while you guess moves",
            (_, Task::Mark { .. }) => "Keys while you put marks",
            _ => "Keys while you solve a problem",
        };
        let mut text_lines = vec![TextLine::new(Tone::Heading, heading)];
        let rows = keys
            .iter()
            .map(|(keys, words)| format!("{keys:<16} {words}"));
        text_lines.extend(rows.map(|row| TextLine::new(Tone::Plain, row)));
        scrolled(model, &text_lines, area, paint);
        return;
    }
    let rows = BINDINGS.iter().filter(|binding| !binding.words.is_empty());
    let rows = rows
        .map(|binding| {
            // Rows without words belong to the row before: 1 to 9.
            let keys = match binding.keys {
                ["1"] => "1-9".to_owned(),
                keys => keys.join(" "),
            };
            format!("{keys:<16} {}", binding.words)
        })
        .collect::<Vec<_>>();
    let columns = usize::from(area.width / 40).max(1);
    let height = rows.len().div_ceil(columns);
    let width = usize::from(area.width) / columns;
    let lines = (0..height).map(|n| {
        let parts = rows.iter().skip(n).step_by(height);
        let line = parts.map(|part| format!("{part:<width$}"));
        TextLine::new(Tone::Plain, line.collect::<String>().trim_end())
    });
    let mut text_lines = vec![TextLine::new(Tone::Heading, "Keys")];
    text_lines.extend(lines);
    scrolled(model, &text_lines, area, paint);
}

pub(super) fn games(model: &Model<'_>, chosen: usize, area: Rect, paint: &mut Paint<'_>) {
    let area = title(model, area, paint);
    let rows = usize::from(area.height);
    let count = model.collection.len();
    let from = chosen
        .saturating_sub(rows / 2)
        .min(count.saturating_sub(rows));
    let digits = count.to_string().len();
    for (y, number) in (area.y..area.bottom()).zip(from..count) {
        let Some(tree) = model.collection.game(number) else {
            return;
        };
        let event = words::event(tree.root());
        let text = format!(" {:>digits$}  {}  {event}", number + 1, words::title(tree));
        let row = Rect {
            y,
            height: 1,
            ..area
        };
        let style = if number == chosen {
            Paint::chosen()
        } else {
            Style::new()
        };
        paint.fill(row, style);
        paint.line(row, &text, style);
    }
}

/// Lines of a text.
struct Lines {
    shown: Vec<TextLine>,
    /// How many lines come before; less than was asked for where the text has no more.
    skipped: usize,
    /// Whether lines follow.
    has_more: bool,
}

/// The lines of a text that fit a width: at most `most` of them, after the first `skip`.
fn lay_out(text_lines: &[TextLine], width: u16, skip: usize, most: usize) -> Lines {
    let lines = || {
        text_lines.iter().flat_map(|part| {
            wrap(&part.text, width.into()).map(|line| TextLine::new(part.tone, line))
        })
    };
    let mut rest = lines().skip(skip);
    let shown = rest.by_ref().take(most).collect::<Vec<_>>();
    if skip == 0 || shown.len() == most {
        return Lines {
            shown,
            skipped: skip,
            has_more: rest.next().is_some(),
        };
    }
    let skipped = skip.min(lines().count().saturating_sub(most));
    Lines {
        shown: lines().skip(skipped).collect(),
        skipped,
        has_more: false,
    }
}

/// Text that can be scrolled, with a sign where there is more.
fn scrolled(model: &mut Model<'_>, text_lines: &[TextLine], area: Rect, paint: &mut Paint<'_>) {
    let rows = usize::from(area.height);
    if rows == 0 || area.width < 3 {
        return;
    }
    let lines = lay_out(text_lines, area.width - 1, model.scroll, rows);
    model.scroll = lines.skipped;
    print(&lines.shown, area, paint);
    let edge = area.right() - 1;
    let faint = paint.tone(Tone::Heading);
    if model.scroll > 0 {
        paint.put(edge, area.y, paint.sign('▴', '^'), faint);
    }
    if lines.has_more {
        paint.put(edge, area.bottom() - 1, paint.sign('▾', 'v'), faint);
    }
}

fn print(lines: &[TextLine], area: Rect, paint: &mut Paint<'_>) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        let row = Rect {
            y,
            height: 1,
            ..area
        };
        paint.line(row, &line.text, paint.tone(line.tone));
    }
}
