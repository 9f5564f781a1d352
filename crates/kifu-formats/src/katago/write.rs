use kifu_games::go::{in_points, may_count_stones};
use kifu_go::Rules;
use kifu_sgf::GameTree;
use kifu_sgf::value::{Color, Point, Real, Size};
use serde_json::{Map, Value, json};

use super::{RULES, TROMP_TAYLOR};
use crate::loss::{Losses, Words};
use crate::{Refusal, go, west, words};

/// A query a line, for all positions of the main line.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut lines = String::new();
    for (number, game) in games.iter().enumerate() {
        let size = go::western_size(*game, "KataGo analysis")?;
        let query = one(number, *game, size, losses);
        lines.push_str(&query.to_string());
        lines.push('\n');
    }
    Ok(lines.into_bytes())
}

const NO_RULES: Words = [
    "game without rules that KataGo knows, written with `tromp-taylor`",
    "games without rules that KataGo knows, written with `tromp-taylor`",
];

/// The largest komi of a query.
const MOST_KOMI: f64 = 150.0;

/// The nearest komi that the engine accepts: a multiple of half a point.
fn half_points(komi: f64) -> Option<f64> {
    (komi.abs() <= MOST_KOMI).then(|| (komi * 2.0).round() / 2.0)
}

/// The rules of a value of `RU`: a name that the engine knows, its own text, or the object of a query that was read.
fn known_rules(text: &str) -> Option<Value> {
    let own = kifu_games::go::read_rules(text);
    let named = own.and_then(|own| RULES.iter().find(|(_, name)| *name == own.name));
    if let Some((name, _)) = named {
        return Some((*name).into());
    }
    if Rules::from_katago(text).is_some() {
        return Some(text.into());
    }
    let object: Option<Value> = serde_json::from_str(text).ok();
    object.filter(Value::is_object)
}

fn step(color: Color, point: Option<Point>, size: Size) -> Value {
    let name = point.map_or(Some("pass".to_owned()), |point| west::name(point, size));
    json!([color.letter(), name])
}

fn one(number: usize, game: GameTree<'_>, size: Size, losses: &mut Losses) -> Value {
    let root = game.root();
    let mut query = Map::new();
    let mut set = |key: &str, value: Value| {
        query.insert(key.to_owned(), value);
    };
    set("id", format!("game-{}", number + 1).into());
    set("boardXSize", size.columns().into());
    set("boardYSize", size.rows().into());
    let rules = root.simple_text("RU").map(|rules| rules.trim().to_owned());
    if let Some(known) = rules.as_deref().and_then(known_rules) {
        set("rules", known);
    } else {
        // A query without rules is refused.
        set("rules", TROMP_TAYLOR.into());
        losses.other(NO_RULES);
        losses.properties("RU", usize::from(rules.is_some()));
    }
    if let Some(written) = root.simple_text("KM") {
        let own = words::number(&written).map(Real::get);
        let points = own.map(|komi| in_points(komi, may_count_stones(root.value("RU"))));
        let komi = points.and_then(half_points);
        if own.is_none() || komi != points {
            losses.property("KM");
        }
        if let Some(komi) = komi {
            set("komi", komi.into());
        }
    }
    let stones = [("AB", Color::Black), ("AW", Color::White)].map(|(identifier, color)| {
        let points = go::points(root, identifier, size, losses);
        points
            .iter()
            .map(|point| step(color, Some(point), size))
            .collect::<Vec<_>>()
    });
    let stones = stones.concat();
    if !stones.is_empty() {
        set("initialStones", stones.into());
    }
    match root
        .value("PL")
        .map(|raw| raw.trim().to_ascii_uppercase())
        .as_deref()
    {
        Some("B" | "BLACK") => set("initialPlayer", "B".into()),
        Some("W" | "WHITE") => set("initialPlayer", "W".into()),
        Some(_) => losses.property("PL"),
        None => {}
    }
    let mut moves = Vec::new();
    for node in game.main_line() {
        let own = go::moves(node, size, losses).into_iter();
        moves.extend(own.map(|(color, point)| step(color, point, size)));
    }
    let turns: Vec<usize> = (0..=moves.len()).collect();
    set("moves", moves.into());
    set("analyzeTurns", turns.into());
    query.into()
}
