//! NIP: records of the NHK Cup on the web. Each move is followed by the whole position.
//!
//! Known from one program that reads it. No file with passes or handicaps is known.

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{self, Color, GameResult, Point, Real, Reason, Size};

use crate::definition::Definition;
use crate::draft::{Draft, Record};
use crate::head::Head;
use crate::note::quote;
use crate::text::Text;
use crate::{Confidence, Support, words};

pub(crate) const DEFINITION: Definition = Definition {
    name: "nip",
    title: "NHK Cup NIP",
    extensions: &["nip"],
    support: Support {
        games: &[Game::Go],
        many: false,
        variations: false,
        root: &["SZ", "PB", "PW", "BR", "WR", "DT", "EV", "RO", "KM", "RE"],
        nodes: &["B", "W"],
    },
    detect,
    read,
    write: None,
};

/// The points of the board.
const POINTS: usize = 361;

fn detect(head: &Head<'_>) -> Confidence {
    let first = head.words().next();
    Confidence::Certain.when(first.is_some_and(|line| line.starts_with("NIP100")))
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let mut record = draft.begin(Game::Go, Size::GO);
    // It is always the same, and not in the file.
    record.set(NodeId::ROOT, "KM", "6.5");
    let mut node = NodeId::ROOT;
    let mut next = Color::Black;
    let mut days = Vec::new();
    for (number, line) in text.lines() {
        let line = line.trim().trim_end_matches(';');
        let Some((key, value)) = line.split_once('=') else {
            if !line.is_empty() && line != "END" && !line.starts_with("NIP100") {
                record.notes.line(
                    number,
                    format_args!("ignored, not recognized: {}", quote(line)),
                );
            }
            continue;
        };
        match key {
            "p" => match step(value, next) {
                Some((color, point)) => {
                    node = record.play(node, color, Some(point));
                    next = color.opponent();
                }
                None => record
                    .notes
                    .line(number, "ignored, not a position with a move"),
            },
            "Player1" => player(value, ["PB", "BR"], &mut record),
            "Player2" => player(value, ["PW", "WR"], &mut record),
            "Title" => record.text(NodeId::ROOT, "EV", value),
            "Stage" => record.text(NodeId::ROOT, "RO", value),
            "Start" | "End" => days.extend(words::date(value)),
            "Result" => result(number, value, &mut record),
            // Prisoners follow from the moves; when it was broadcast is no day of the game.
            "h1" | "h2" | "OnAir" => {}
            _ => record.notes.line(
                number,
                format_args!("ignored, not recognized: {}", quote(line)),
            ),
        }
    }
    if let Some(dates) = words::dates(days) {
        record.set(NodeId::ROOT, "DT", &dates);
    }
}

/// Writes name and rank; the rank follows the last blank.
fn player(text: &str, [name, rank]: [&'static str; 2], record: &mut Record<'_>) {
    let split = text.trim().rsplit_once(char::is_whitespace);
    let known = split.and_then(|(before, last)| Some((before, words::rank(last)?)));
    match known {
        Some((before, level)) => {
            record.text(NodeId::ROOT, name, before);
            record.text(NodeId::ROOT, rank, &level);
        }
        None => record.text(NodeId::ROOT, name, text),
    }
}

/// 361 digits, the position after the move, and the move in two letters.
fn step(text: &str, next: Color) -> Option<(Color, Point)> {
    let bytes = text.trim().as_bytes();
    let (position, letters) = bytes.split_at_checked(POINTS)?;
    let point = value::point::parse_on(std::str::from_utf8(letters).ok()?, Size::GO).ok()?;
    let index = Size::GO.index(point);
    let color = match position[index] {
        b'1' => Color::Black,
        b'2' => Color::White,
        // It was taken at once, or the position is wrong: by turns.
        _ => next,
    };
    Some((color, point))
}

/// Reads `2`, `2:5`, `1:t`: the winner, and the margin or reason.
fn result(number: usize, text: &str, record: &mut Record<'_>) {
    let (winner, margin) = text.split_once(':').unwrap_or((text, ""));
    let winner = match winner.trim() {
        "1" => Color::Black,
        "2" => Color::White,
        _ => {
            record.notes.line(
                number,
                format_args!("ignored, not a result: {}", quote(text)),
            );
            return;
        }
    };
    let result = match margin.trim() {
        "" => GameResult::win_because(winner, Reason::Resignation),
        "t" => GameResult::win_because(winner, Reason::Time),
        // The whole points of a margin that ends with a half.
        points => match points
            .parse::<u16>()
            .ok()
            .and_then(|points| Real::new(f64::from(points) + 0.5))
        {
            Some(points) => GameResult::win_by(winner, points),
            None => GameResult::win(winner),
        },
    };
    record.set(NodeId::ROOT, "RE", &result.to_string());
}
