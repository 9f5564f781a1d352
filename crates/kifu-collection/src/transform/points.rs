//! Values with points, according to the tables of the standard.

use kifu_sgf::games::{amazons, ataxx, gess, hex, lines_of_action, twixt};
use kifu_sgf::schema::{BasicType, Game, PropertyDef};
use kifu_sgf::value::{self, Move};
use kifu_syntax::text::split_compose;

use super::board::Board;

/// Whether values of a property contain points.
pub(super) fn has_points(definition: &PropertyDef) -> bool {
    let is_place = |basic| matches!(basic, BasicType::Point | BasicType::Move | BasicType::Stone);
    definition.value.single.is_some_and(is_place)
        || definition
            .value
            .compose
            .is_some_and(|(first, second)| is_place(first) || is_place(second))
}

/// The transformed raw value of a property with points; `None` if it cannot be read.
pub(super) fn turned(board: Board, definition: &PropertyDef, raw: &str) -> Option<String> {
    let is_list = definition.value.is_list();
    if is_list && raw.trim().is_empty() {
        return Some(raw.to_owned());
    }
    if let Some((first, second)) = definition.value.compose {
        let (left, right) = split_compose(raw)?;
        let part = |basic, raw: &str| match basic {
            BasicType::Point | BasicType::Stone => board.point(raw),
            _ => Some(raw.to_owned()),
        };
        return Some(format!("{}:{}", part(first, left)?, part(second, right)?));
    }
    if definition.value.single == Some(BasicType::Move) {
        return play(board, raw);
    }
    if !definition.allows_rectangles(board.game) {
        return board.point(raw);
    }
    // Some programs write several points into one value, with commas between them.
    let items: Option<Vec<String>> = raw.split(',').map(|item| rectangle(board, item)).collect();
    Some(items?.join(","))
}

/// A point, or a rectangle by two of its corners.
fn rectangle(board: Board, item: &str) -> Option<String> {
    match item.split_once(':') {
        None => board.point(item),
        Some((first, second)) => {
            let (upper_left, lower_right) = board.corners(first, second)?;
            Some(format!("{upper_left}:{lower_right}"))
        }
    }
}

/// A move.
fn play(board: Board, raw: &str) -> Option<String> {
    let size = board.size;
    let is_move = match board.game {
        Game::Ataxx => ataxx::Move::parse_lenient(raw, size).is_ok(),
        Game::Amazons => amazons::Move::parse_lenient(raw, size).is_ok(),
        Game::Gess => gess::Move::parse_lenient(raw, size).is_ok(),
        Game::Hex => hex::Move::parse_lenient(raw, size).is_ok(),
        Game::TwixT => twixt::Move::parse_lenient(raw, size).is_ok(),
        Game::LinesOfAction => lines_of_action::Move::parse_lenient(raw, size).is_ok(),
        _ => {
            return match value::r#move::parse_lenient(raw, size).ok()?.value {
                Move::Pass => Some(raw.to_owned()),
                Move::Play(_) => board.point(raw),
            };
        }
    };
    if !is_move {
        return None;
    }
    match board.game {
        Game::Ataxx if raw.trim().eq_ignore_ascii_case("pass") => Some(raw.to_owned()),
        Game::Ataxx | Game::Amazons | Game::Gess => pairs(board, raw),
        _ => tokens(board, raw),
    }
}

/// A sequence of points of two letters each, and the text between them.
fn pairs(board: Board, raw: &str) -> Option<String> {
    let mut turned = String::with_capacity(raw.len());
    let mut pair = String::new();
    let mut letters = 0;
    for char in raw.chars() {
        let is_within = letters == 1 && char.is_whitespace();
        if !char.is_ascii_alphabetic() && !is_within {
            turned.push(char);
            continue;
        }
        pair.push(char);
        letters += usize::from(!is_within);
        if letters == 2 {
            turned.push_str(&board.point(&pair)?);
            pair.clear();
            letters = 0;
        }
    }
    Some(turned)
}

/// Points of letters and numbers, with punctuation and white space between and after them; words are unchanged.
fn tokens(board: Board, raw: &str) -> Option<String> {
    // White space within a point is not kept.
    each_token(board, raw).or_else(|| {
        let compact: String = raw.chars().filter(|char| !char.is_whitespace()).collect();
        each_token(board, &compact)
    })
}

fn each_token(board: Board, raw: &str) -> Option<String> {
    let mut turned = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(first) = rest.chars().next() {
        let length = rest
            .find(|char: char| !char.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let (token, after) = rest.split_at(length.max(first.len_utf8()));
        if token.bytes().any(|byte| byte.is_ascii_digit()) {
            turned.push_str(&board.point(token)?);
        } else {
            turned.push_str(token);
        }
        rest = after;
    }
    Some(turned)
}
