//! Piskvork: the records of Gomocup, a line `column,row,milliseconds` for each move of Gomoku.
//!
//! After the moves follow both players and, with some programs, `winner,rule`. The last number of the first line is 1 if
//! the player named second has the first move.

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Point, Size};

use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::note::quote;
use crate::text::Text;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "psq",
    title: "Piskvork",
    extensions: &["psq"],
    support: Support {
        games: &[Game::Gomoku],
        many: false,
        variations: false,
        root: &["SZ", "PB", "PW", "RE", "RU"],
        nodes: &["B", "W"],
    },
    detect,
    read,
    write: None,
};

/// The word with which the first line begins.
const NAME: &str = "piskvorky";

fn detect(head: &Head<'_>) -> Confidence {
    Confidence::Certain.when(head.words().next().is_some_and(|line| size(line).is_some()))
}

/// The size in the first line: `Piskvorky 20x20, 11:11, 0`.
fn size(line: &str) -> Option<Size> {
    let (name, rest) = line.split_once(' ')?;
    if !name.eq_ignore_ascii_case(NAME) {
        return None;
    }
    let (columns, rows) = rest.split(',').next()?.trim().split_once('x')?;
    let size = Size::new(columns.trim().parse().ok()?, rows.trim().parse().ok()?).ok()?;
    size.has_letters().then_some(size)
}

/// Whether the player who is named second made the first move.
fn has_second_the_first_move(line: &str) -> bool {
    line.rsplit(',')
        .next()
        .is_some_and(|last| last.trim() == "1")
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let mut lines = text.lines().filter(|(_, line)| !line.trim().is_empty());
    let first = lines.next();
    let is_second_first = first
        .as_ref()
        .is_some_and(|(_, line)| has_second_the_first_move(line));
    let size = first.and_then(|(_, line)| size(line.trim()));
    let size = size.unwrap_or(Size::of::<20, 20>());
    let [(own, own_wins), (other, other_wins)] = if is_second_first {
        [("PW", "W+"), ("PB", "B+")]
    } else {
        [("PB", "B+"), ("PW", "W+")]
    };
    let mut record = draft.begin(Game::Gomoku, size);
    let (mut node, mut color) = (NodeId::ROOT, Color::Black);
    let mut players = 0;
    let lines: Vec<_> = lines.collect();
    let end = lines
        .iter()
        .rposition(|(_, line)| is_like_move(line))
        .map_or(0, |last| last + 1);
    let (moves, rest) = lines.split_at(end);
    for (number, line) in moves {
        let line = line.trim();
        match place(line).map(|(column, row)| on_board(column, row, size)) {
            Some(Some(point)) => node = record.play(node, color, Some(point)),
            Some(None) => record.notes.line(
                *number,
                format_args!("{} is off the board and ignored", quote(line)),
            ),
            None => record.notes.line(
                *number,
                format_args!("{} is not a move and is ignored", quote(line)),
            ),
        }
        // The turn passes even if the move was not understood.
        color = color.opponent();
    }
    for (number, line) in rest {
        let line = line.trim();
        if players == 0 && is_cut_move(line, rest.len() == 1) {
            let quoted = quote(line);
            record.notes.line(
                *number,
                format_args!("{quoted} is not a move and is ignored"),
            );
            continue;
        }
        let fields: Vec<_> = line.split(',').map(str::trim).collect();
        let figures: Vec<Option<i64>> = fields.iter().map(|field| field.parse().ok()).collect();
        match (figures.as_slice(), players) {
            (_, 0 | 1) => {
                let identifier = if players == 0 { own } else { other };
                record.text(NodeId::ROOT, identifier, line);
                players += 1;
            }
            // After the players there is a number of unknown meaning, and then the result.
            ([Some(_)], _) => {}
            ([Some(winner), _], _) => {
                match winner {
                    1 => record.set(NodeId::ROOT, "RE", own_wins),
                    2 => record.set(NodeId::ROOT, "RE", other_wins),
                    0 => record.set(NodeId::ROOT, "RE", "Draw"),
                    _ => {}
                }
                record.text(NodeId::ROOT, "RU", fields[1]);
            }
            _ => record
                .notes
                .line(*number, format_args!("{} is ignored", quote(line))),
        }
    }
}

/// Column and row of a line `column,row,milliseconds`.
fn place(line: &str) -> Option<(i64, i64)> {
    let mut fields = line.split(',').map(|field| field.trim().parse().ok());
    let (column, row, _) = (fields.next()??, fields.next()??, fields.next()??);
    fields.next().is_none().then_some((column, row))
}

/// The point of a column and a row, both counted from 1.
fn on_board(column: i64, row: i64, size: Size) -> Option<Point> {
    let place = |figure: i64| u16::try_from(figure.checked_sub(1)?).ok();
    let point = Point::new(place(column)?, place(row)?);
    size.contains(point).then_some(point)
}

/// Whether a line after the moves is the beginning of another one, cut off, and not the name of a player.
fn is_cut_move(line: &str, is_last: bool) -> bool {
    let is_figure = |sign: char| sign.is_ascii_digit() || " ,".contains(sign);
    line.chars().all(is_figure) && (is_last || line.contains(','))
}

/// Whether a line is three numbers, whatever separates them.
fn is_like_move(line: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_digit() || " \t,;-".contains(sign);
    let numbers = line.split(|sign: char| !sign.is_ascii_digit());
    let count = numbers.filter(|number| !number.is_empty()).count();
    line.trim().chars().all(is_sign) && count == 3
}
