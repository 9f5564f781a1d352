use std::borrow::Cow;

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, DateList, Move, Point, Size};
use serde_json::Value;

use super::RULES;
use super::review::Review;
use crate::draft::{Draft, Record};
use crate::json;
use crate::words;

pub(super) fn read(bytes: &[u8], draft: &mut Draft) {
    let values = json::values(bytes, &mut draft.notes);
    let mut open: Vec<&Value> = values.iter().rev().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Object(all) => {
                let alone = Source {
                    own: value,
                    outer: None,
                };
                // The API nests the game inside of its metadata; a review is next to it.
                let nested = all.get("gamedata").map(|own| Source {
                    own,
                    outer: Some(value),
                });
                let mut sources = [Some(alone), nested].into_iter().flatten();
                match sources.find(Source::is_game) {
                    Some(source) => game(source, draft),
                    None => open.extend(all.values().rev()),
                }
            }
            Value::Array(all) => open.extend(all.iter().rev()),
            _ => {}
        }
    }
}

/// A game, and the object with its metadata that it is nested in.
#[derive(Clone, Copy)]
struct Source<'a> {
    own: &'a Value,
    outer: Option<&'a Value>,
}

impl<'a> Source<'a> {
    /// Returns the value of the first path that leads to one: in the game, or else in the metadata.
    fn find(&self, paths: &[&[&str]]) -> Option<&'a Value> {
        let objects = [Some(self.own), self.outer].into_iter().flatten();
        let mut found = objects.flat_map(|object| {
            paths
                .iter()
                .filter_map(move |path| path.iter().try_fold(object, |value, key| value.get(key)))
        });
        found.find(|value| !value.is_null())
    }

    fn get(&self, key: &str) -> Option<&'a Value> {
        self.find(&[&[key]])
    }

    fn is_game(&self) -> bool {
        let has_moves = |moves: &Value| moves.is_array() || moves.is_string();
        self.own.get("moves").is_some_and(has_moves)
            && (self.get("width").is_some() || self.get("initial_state").is_some())
    }
}

fn game(source: Source<'_>, draft: &mut Draft) {
    let side = |key: &str| source.get(key).and_then(json::whole::<u16>);
    let size = side("width")
        .zip(side("height"))
        .and_then(|(columns, rows)| Size::new(columns, rows).ok())
        .filter(|size| size.has_letters())
        .unwrap_or_default();
    let mut record = draft.begin(Game::Go, size);
    info(source, &mut record);
    let first = setup(source, size, &mut record);
    let mut node = NodeId::ROOT;
    let mut color = first;
    let mut official = Vec::new();
    let free = source
        .get("free_handicap_placement")
        .and_then(Value::as_bool)
        .unwrap_or_default();
    let handicap = source
        .get("handicap")
        .and_then(json::whole::<usize>)
        .unwrap_or(0);
    for (number, step) in moves(source.own).iter().enumerate() {
        // An object, or a fifth value of a list, may name the player.
        let named = step.get("player").or_else(|| step.get(3)?.get("player"));
        match named.and_then(json::whole::<u8>) {
            Some(1) => color = Color::Black,
            Some(2) => color = Color::White,
            _ => {}
        }
        let own = point(step);
        match own.map(Move::point) {
            None => record.notes.file(format_args!(
                "move {} is not a move and is ignored",
                number + 1
            )),
            Some(Some(point)) if !size.contains(point) => record.notes.file(format_args!(
                "move {} is off the board and ignored",
                number + 1
            )),
            Some(point) => node = record.play(node, color, point),
        }
        // The turn passes even if the move was ignored. Handicap stones that the players place are the first moves.
        color = if free && number + 1 < handicap {
            Color::Black
        } else {
            color.opponent()
        };
        official.push((own.unwrap_or(Move::Pass), (node, color)));
    }
    let log = source.outer.and_then(|outer| outer.get("full_log"));
    if let Some(Value::Array(log)) = log.or_else(|| source.own.get("full_log")) {
        Review::new(&mut record, size, first, &official).read(log);
    }
}

/// The moves: a list, or a text with two letters for each.
fn moves(own: &Value) -> Cow<'_, [Value]> {
    match own.get("moves") {
        Some(Value::Array(all)) => Cow::Borrowed(all),
        Some(Value::String(text)) => {
            let pairs = text.trim().as_bytes().chunks(2);
            let pair = |pair| Value::String(String::from_utf8_lossy(pair).into_owned());
            pairs.map(pair).collect()
        }
        _ => Cow::default(),
    }
}

/// `[3, 4, 1200]`, `{"x": 3, "y": 4}` or `"de"`.
pub(super) fn point(step: &Value) -> Option<Move> {
    let (x, y) = match step {
        Value::Array(all) => (
            json::whole::<i32>(all.first()?)?,
            json::whole::<i32>(all.get(1)?)?,
        ),
        Value::Object(all) => (
            json::whole::<i32>(all.get("x")?)?,
            json::whole::<i32>(all.get("y")?)?,
        ),
        Value::String(text) => return letters(text.as_bytes()),
        _ => return None,
    };
    if x < 0 || y < 0 {
        return Some(Move::Pass);
    }
    let place = |number: i32| u16::try_from(number).ok();
    Some(Move::Play(Point::new(place(x)?, place(y)?)))
}

/// Two letters; `..` is a pass.
pub(super) fn letters(text: &[u8]) -> Option<Move> {
    let [column, row] = text else { return None };
    match (column, row) {
        (b'.', b'.') => Some(Move::Pass),
        _ => Point::from_letters(*column, *row).map(Move::Play),
    }
}

/// The points of a text of letters: `ddpp`.
pub(super) fn points(text: &str, size: Size) -> Vec<Point> {
    let pairs = text.as_bytes().as_chunks::<2>().0.iter();
    pairs
        .filter_map(|pair| letters(pair)?.point())
        .filter(|point| size.contains(*point))
        .collect()
}

fn info(own: Source<'_>, record: &mut Record<'_>) {
    let root = NodeId::ROOT;
    for (color, name, rank) in [("black", "PB", "BR"), ("white", "PW", "WR")] {
        let paths = ["username", "name"].map(|key| ["players", color, key]);
        if let Some(written) = own.find(&[&paths[0], &paths[1]]).and_then(Value::as_str) {
            record.text(root, name, written);
        }
        let paths = ["rank", "ranking"].map(|key| ["players", color, key]);
        if let Some(own) = own.find(&[&paths[0], &paths[1]]).and_then(rank_of) {
            record.set(root, rank, &own);
        }
    }
    let name = own.get("game_name").or_else(|| own.outer?.get("name"));
    if let Some(name) = name.and_then(Value::as_str) {
        record.text(root, "GN", name);
    }
    if let Some(komi) = own.get("komi").and_then(json::number)
        && let Some(komi) = kifu_sgf::value::Real::new(komi)
    {
        record.set(root, "KM", &komi.to_string());
    }
    if let Some(stones @ 1..) = own.get("handicap").and_then(json::whole::<u16>) {
        record.set(root, "HA", &stones.to_string());
    }
    if let Some(rules) = own.get("rules").and_then(Value::as_str) {
        let known = RULES.iter().find(|(name, _)| *name == rules);
        record.text(root, "RU", known.map_or(rules, |(_, name)| name));
    }
    let date = own.find(&[&["start_time"], &["started"]]);
    if let Some(date) = date.and_then(date_of) {
        record.set(root, "DT", &date);
    }
    if let Some(result) = result(own) {
        record.set(root, "RE", &result);
    }
}

/// `23.4` is 7 kyu: thirty and more are dan.
fn rank_of(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str().filter(|text| text.parse::<f64>().is_err()) {
        return words::rank(text);
    }
    let number = json::number(value)?.floor();
    if !(0.0..=1e6).contains(&number) {
        return None;
    }
    let number = number as i64;
    Some(match number {
        // The server numbers professionals from 1037 on.
        1000.. => format!("{}p", number.checked_sub(1036)?),
        30.. => format!("{}d", number - 29),
        _ => format!("{}k", 30 - number),
    })
}

/// Seconds since 1970, or a date as text.
fn date_of(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str() {
        let dates = DateList::parse_lenient(text.trim()).ok();
        let dates = dates.map(|read| read.value.to_string());
        return dates.or_else(|| words::date(text).map(|date| date.to_string()));
    }
    let seconds = value.as_i64().filter(|seconds| *seconds > 0)?;
    words::day_of(u64::try_from(seconds).ok()?).map(|date| date.to_string())
}

/// From `outcome` and the winner.
fn result(own: Source<'_>) -> Option<String> {
    let outcome = own.get("outcome")?.as_str()?;
    let lower = outcome.to_lowercase();
    if lower.starts_with("draw") || lower.starts_with("0 points") {
        return Some("Draw".to_owned());
    }
    if lower.contains("annul") || lower.contains("cancel") {
        return Some("Void".to_owned());
    }
    let letter = winner(own)?.letter();
    let how = if lower.contains("resign") {
        "R".to_owned()
    } else if lower.contains("timeout") || lower.contains("time") {
        "T".to_owned()
    } else if lower.contains("disconnect")
        || lower.contains("forfeit")
        || lower.contains("moderator")
    {
        "F".to_owned()
    } else {
        words::points(&lower)
            .map(|points| points.to_string())
            .unwrap_or_default()
    };
    Some(format!("{letter}+{how}"))
}

/// The winner, by color, by the identifier of the player, or as the only one who did not lose.
fn winner(own: Source<'_>) -> Option<Color> {
    let colors = [
        (Color::Black, "black", "black_player_id"),
        (Color::White, "white", "white_player_id"),
    ];
    if let Some(winner) = own.get("winner") {
        let mut named = colors.into_iter().filter(|(_, color, key)| {
            let id = own.find(&[&[*key], &["players", *color, "id"]]);
            winner.as_str() == Some(*color) || id == Some(winner)
        });
        return named.next().map(|(color, ..)| color);
    }
    let has_lost = |key| own.get(key).and_then(Value::as_bool);
    match (has_lost("black_lost")?, has_lost("white_lost")?) {
        (false, true) => Some(Color::Black),
        (true, false) => Some(Color::White),
        _ => None,
    }
}

/// Sets up the position at the start; who moves first.
fn setup(own: Source<'_>, size: Size, record: &mut Record<'_>) -> Color {
    let root = NodeId::ROOT;
    let state = own.get("initial_state");
    let text = |color: &str| state?.get(color)?.as_str();
    let mut first = match own.get("initial_player").and_then(Value::as_str) {
        Some("white") => Color::White,
        _ => Color::Black,
    };
    let black = points(text("black").unwrap_or_default(), size);
    let white = points(text("white").unwrap_or_default(), size);
    let natural = match (black.is_empty(), white.is_empty()) {
        (false, true) => Color::White,
        _ => Color::Black,
    };
    if own.get("initial_player").is_none() {
        first = natural;
    }
    record.add_points(root, "AB", black);
    record.add_points(root, "AW", white);
    if first != natural {
        record.set(root, "PL", first.letter());
    }
    first
}
