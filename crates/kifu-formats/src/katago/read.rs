use std::collections::HashMap;
use std::fmt::Write as _;

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Point, Real, Size};
use serde_json::Value;

use super::RULES;
use crate::draft::{Draft, Record};
use crate::{json, west};

/// Moves of an answer that are named.
const NAMED: usize = 5;

/// Number of moves shown from the expected continuation of each.
const FORESEEN: usize = 8;

pub(super) fn read(bytes: &[u8], draft: &mut Draft) {
    let values = json::values(bytes, &mut draft.notes);
    let mut open: Vec<&Value> = values.iter().rev().collect();
    let (mut queries, mut answers) = (Vec::new(), HashMap::<String, Vec<&Value>>::new());
    while let Some(value) = open.pop() {
        match value {
            Value::Array(all) => open.extend(all.iter().rev()),
            _ if value.get("moveInfos").is_some() => {
                answers.entry(id(value)).or_default().push(value);
            }
            _ if value.get("moves").is_some_and(Value::is_array) => queries.push(value),
            _ => {}
        }
    }
    for query in queries {
        let answers = answers.remove(&id(query)).unwrap_or_default();
        game(query, &answers, draft);
    }
    let left: usize = answers.values().map(Vec::len).sum();
    if left > 0 {
        draft.notes.file(format_args!(
            "{left} answers are ignored: the file has no query for them"
        ));
    }
}

fn id(value: &Value) -> String {
    value.get("id").and_then(json::text).unwrap_or_default()
}

/// `["B", "Q16"]`; the inner `None` is a pass.
fn step(value: &Value, size: Size) -> Option<(Color, Option<Point>)> {
    let color = match value.get(0)?.as_str()?.to_ascii_lowercase().as_str() {
        "b" | "black" => Color::Black,
        "w" | "white" => Color::White,
        _ => return None,
    };
    let word = value.get(1)?.as_str()?;
    if word.eq_ignore_ascii_case("pass") {
        return Some((color, None));
    }
    point(word, size).map(|point| (color, Some(point)))
}

/// `Q16`, or `(15,3)` with columns and rows from 0 and the top.
fn point(word: &str, size: Size) -> Option<Point> {
    if let Some(inner) = word.strip_prefix('(') {
        let (x, y) = inner.trim_end_matches(')').split_once(',')?;
        let point = Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
        return size.contains(point).then_some(point);
    }
    west::parse(word, size)
}

fn game(query: &Value, answers: &[&Value], draft: &mut Draft) {
    let side = |key: &str| query.get(key).and_then(json::whole::<u16>);
    let size = side("boardXSize")
        .zip(side("boardYSize"))
        .and_then(|(columns, rows)| Size::new(columns, rows).ok())
        .filter(|size| size.has_letters())
        .unwrap_or_default();
    let mut record = draft.begin(Game::Go, size);
    let root = NodeId::ROOT;
    if let Some(komi) = query.get("komi").and_then(json::number)
        && let Some(komi) = Real::new(komi)
    {
        record.set(root, "KM", &komi.to_string());
    }
    match query.get("rules") {
        Some(Value::String(rules)) => {
            let known = RULES.iter().find(|(name, _)| name == rules);
            record.text(root, "RU", known.map_or(rules, |(_, name)| name));
        }
        Some(rules @ Value::Object(_)) => record.text(root, "RU", &rules.to_string()),
        _ => {}
    }
    let stones: Vec<_> = query
        .get("initialStones")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|stone| step(stone, size))
        .collect();
    for (identifier, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let own = stones.iter().filter(|(own, _)| *own == color);
        record.add_points(root, identifier, own.filter_map(|(_, point)| *point));
    }
    match query.get("initialPlayer").and_then(Value::as_str) {
        Some("B" | "b" | "black") => record.set(root, "PL", "B"),
        Some("W" | "w" | "white") => record.set(root, "PL", "W"),
        _ => {}
    }
    let mut nodes = vec![root];
    for (number, own) in query
        .get("moves")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .enumerate()
    {
        match step(own, size) {
            Some((color, point)) => {
                let above = nodes.last().copied().unwrap_or(root);
                nodes.push(record.play(above, color, point));
            }
            None => record.notes.file(format_args!(
                "move {} is not a move on the board and is ignored",
                number + 1
            )),
        }
    }
    for answer in answers {
        comment(answer, &nodes, &mut record);
    }
}

/// Writes an answer as a comment of its node.
fn comment(answer: &Value, nodes: &[NodeId], record: &mut Record<'_>) {
    let turn = answer.get("turnNumber").and_then(json::whole::<usize>);
    let Some(node) = nodes.get(turn.unwrap_or(nodes.len() - 1)) else {
        record
            .notes
            .file("an answer is ignored: the game has no such move");
        return;
    };
    let mut text = String::new();
    let root = answer.get("rootInfo");
    let number = |value: Option<&Value>, key: &str| json::number(value?.get(key)?);
    if let Some(rate) = number(root, "winrate") {
        // Writing to a string does not fail.
        let _ = write!(text, "win rate {:.1} %", rate * 100.0);
    }
    if let Some(lead) = number(root, "scoreLead") {
        let _ = write!(text, ", lead {lead:.1}");
    }
    if let Some(visits) = number(root, "visits") {
        let _ = write!(text, ", {visits} visits");
    }
    let mut infos: Vec<&Value> = answer
        .get("moveInfos")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .collect();
    let order = |info: &Value| {
        let order = info.get("order").and_then(json::whole::<usize>);
        order.unwrap_or(usize::MAX)
    };
    for _ in 0..NAMED {
        let Some(next) = (0..infos.len()).min_by_key(|place| order(infos[*place])) else {
            break;
        };
        let info = infos.remove(next);
        let Some(own) = info.get("move").and_then(Value::as_str) else {
            continue;
        };
        let _ = write!(text, "\n{own}");
        if let Some(rate) = number(Some(info), "winrate") {
            let _ = write!(text, " {:.1} %", rate * 100.0);
        }
        if let Some(lead) = number(Some(info), "scoreLead") {
            let _ = write!(text, ", lead {lead:.1}");
        }
        let line = info
            .get("pv")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let line: Vec<_> = line.filter_map(Value::as_str).take(FORESEEN).collect();
        if line.len() > 1 {
            let _ = write!(text, ": {}", line.join(" "));
        }
    }
    record.lines(*node, "C", text.trim_start_matches(", "));
}
