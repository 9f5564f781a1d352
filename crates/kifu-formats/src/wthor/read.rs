use kifu_games::othello::Board;
use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Date, GameResult, Point, Real, Size};

use super::{GAME, HEADER, PLAYER, TOURNAMENT};
use crate::draft::Draft;

pub(super) fn read(bytes: &[u8], draft: &mut Draft) {
    let Some((header, body)) = bytes.split_first_chunk::<HEADER>() else {
        draft
            .notes
            .file("the file is shorter than its header of 16 bytes");
        return;
    };
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let year = Date::of_year(u16::from_le_bytes([header[10], header[11]]));
    if header[12] == 10 {
        draft
            .notes
            .file("games on 10×10 are omitted: the numbers of their moves are undocumented");
        return;
    }
    if header[13] == 1 {
        draft
            .notes
            .file("these are solitaires; they are read as games");
    }
    let (games, rest) = body.as_chunks::<GAME>();
    if usize::try_from(count) != Ok(games.len()) || !rest.is_empty() {
        draft.notes.file(format_args!(
            "the header announces {count} games; the file has {} and {} more bytes",
            games.len(),
            rest.len()
        ));
    }
    let mut theories = 0_usize;
    for (number, game) in games.iter().enumerate() {
        theories += usize::from(game[6] != game[7]);
        one(number + 1, game, year, draft);
    }
    if theories > 0 {
        draft.notes.file(format_args!(
            "the perfect-play scores of {theories} games are omitted: SGF has no property for them"
        ));
    }
}

fn one(number: usize, game: &[u8; GAME], year: Option<Date>, draft: &mut Draft) {
    let index = |at: usize| u16::from_le_bytes([game[at], game[at + 1]]);
    let mut record = draft.begin(Game::Othello, Size::of::<8, 8>());
    let root = NodeId::ROOT;
    for (at, property, words) in [(0, "EV", TOURNAMENT), (2, "PB", PLAYER), (4, "PW", PLAYER)] {
        // The first of each list means unknown.
        let index = index(at);
        if index > 0 {
            record.text(root, property, &format!("{words}{index}"));
        }
    }
    if let Some(year) = year {
        record.set(root, "DT", &year.to_string());
    }
    if let Some(result) = result(game[6]) {
        record.set(root, "RE", &result.to_string());
    }
    let mut board = Board::new(Size::of::<8, 8>());
    let (mut node, mut color) = (root, Color::Black);
    for &byte in game[8..].iter().take_while(|byte| **byte != 0) {
        let (row @ 1..=8, column @ 1..=8) = (byte / 10, byte % 10) else {
            record.notes.file(format_args!(
                "game {number}: {byte} is not a point; the rest of the moves is ignored"
            ));
            return;
        };
        let point = Point::new(u16::from(column) - 1, u16::from(row) - 1);
        if !board.can_move(color) {
            node = record.play(node, color, None);
            color = color.opponent();
        }
        if !board.play(point, color) {
            record.notes.file(format_args!(
                "game {number}: a move turns no disc; the rest of the moves is ignored"
            ));
            return;
        }
        node = record.play(node, color, Some(point));
        color = color.opponent();
    }
}

/// Returns the result for this number of Black's discs.
fn result(discs: u8) -> Option<GameResult> {
    let margin = i16::from(discs) * 2 - 64;
    let points = Real::new(f64::from(margin.abs()))?;
    match margin {
        0 => Some(GameResult::Draw),
        1..=64 => Some(GameResult::win_by(Color::Black, points)),
        -64..0 => Some(GameResult::win_by(Color::White, points)),
        _ => None,
    }
}
