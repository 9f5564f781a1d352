use kifu_sgf::GameTree;
use kifu_sgf::value::{Color, DateList, GameResult, Rank, Reason, Size, rank::Grade};
use serde_json::{Map, Value, json};

use super::RULES;
use crate::loss::Losses;
use crate::{Refusal, go, words};

pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut all = Vec::new();
    for game in games {
        let size = go::size(*game)?;
        if size.columns() > 26 || size.rows() > 26 {
            return Err(Refusal::board(
                "OGS JSON has boards of up to 26 rows and columns; write XML instead",
            ));
        }
        all.push(one(*game, size, losses));
    }
    let value = match <[Value; 1]>::try_from(all) {
        Ok([one]) => one,
        Err(all) => all.into(),
    };
    Ok(format!("{value:#}\n").into_bytes())
}

fn one(game: GameTree<'_>, size: Size, losses: &mut Losses) -> Value {
    let root = game.root();
    let mut own = Map::new();
    let mut set = |key: &str, value: Value| own.insert(key.to_owned(), value);
    set("width", size.columns().into());
    set("height", size.rows().into());
    if let Some(name) = root.simple_text("GN") {
        set("game_name", name.trim().into());
    }
    let player = |name: &str, rank: &str, losses: &mut Losses| {
        let mut player = Map::new();
        if let Some(name) = root.simple_text(name) {
            player.insert("username".to_owned(), name.trim().into());
        }
        if let Some(written) = root.simple_text(rank) {
            match number_of(&written) {
                Some(number) => {
                    player.insert("rank".to_owned(), number.into());
                }
                None => losses.property(rank),
            }
        }
        Value::from(player)
    };
    let black = player("PB", "BR", losses);
    let white = player("PW", "WR", losses);
    set("players", json!({ "black": black, "white": white }));
    if let Some(written) = root.simple_text("KM") {
        match words::number(&written) {
            Some(komi) => {
                set("komi", komi.get().into());
            }
            None => losses.property("KM"),
        }
    }
    let stones = root
        .simple_text("HA")
        .map(|written| written.trim().parse::<u16>());
    match stones {
        Some(Ok(stones)) => {
            set("handicap", stones.into());
        }
        Some(Err(_)) => losses.property("HA"),
        None => {}
    }
    if let Some(rules) = root.simple_text("RU") {
        let known = RULES.iter().find(|(_, name)| *name == rules.trim());
        set("rules", known.map_or(rules.trim(), |(name, _)| name).into());
    }
    if let Some(written) = root.simple_text("DT") {
        let dates = DateList::parse_lenient(&written).map(|read| read.value);
        match dates.as_ref().map(DateList::dates) {
            Ok([_, ..]) => {
                set("start_time", written.trim().into());
            }
            _ => losses.property("DT"),
        }
    }
    result(game, &mut set, losses);
    let black = go::points(root, "AB", size, losses);
    let white = go::points(root, "AW", size, losses);
    let letters = |points: kifu_sgf::value::PointSet| {
        let points = points.iter().map(|point| point.to_string());
        points.collect::<String>()
    };
    let natural = match (black.is_empty(), white.is_empty()) {
        (false, true) => Color::White,
        _ => Color::Black,
    };
    let mut steps = Vec::new();
    let mut colors = Vec::new();
    for node in game.main_line() {
        for (color, point) in go::moves(node, size, losses) {
            let [x, y] = point.map_or([-1, -1], |point| [i32::from(point.x), i32::from(point.y)]);
            steps.push([x, y]);
            colors.push(color);
        }
    }
    let written = root.value("PL").map(|raw| raw.trim().to_ascii_uppercase());
    let first = match (written.as_deref(), colors.first()) {
        (Some("B" | "BLACK"), _) => Color::Black,
        (Some("W" | "WHITE"), _) => Color::White,
        (Some(_), _) => {
            losses.property("PL");
            natural
        }
        (None, _) => natural,
    };
    set("initial_player", first.name().to_lowercase().into());
    set(
        "initial_state",
        json!({ "black": letters(black), "white": letters(white) }),
    );
    let mut expected = first;
    let moves = steps.iter().zip(&colors).map(|([x, y], color)| {
        // The player is named if the colors do not alternate.
        let step = if *color == expected {
            json!([x, y, 0])
        } else {
            let number = if *color == Color::Black { 1 } else { 2 };
            json!([x, y, 0, { "player": number }])
        };
        expected = color.opponent();
        step
    });
    set("moves", moves.collect::<Vec<_>>().into());
    own.into()
}

/// The number of a rank: 30 is the first dan.
fn number_of(text: &str) -> Option<i64> {
    let rank = Rank::parse_lenient(text.trim()).ok()?.value;
    // `3d?` says more than a number can.
    if rank.to_string() != Rank::new(rank.number, rank.grade).to_string() {
        return None;
    }
    let number = i64::from(rank.number);
    match rank.grade {
        Grade::Kyu if number <= 30 => Some(30 - number),
        Grade::Dan => Some(29 + number),
        Grade::Professional => Some(1036 + number),
        Grade::Kyu => None,
    }
}

fn result(
    game: GameTree<'_>,
    set: &mut impl FnMut(&str, Value) -> Option<Value>,
    losses: &mut Losses,
) {
    let Some(raw) = game.root().value("RE") else {
        return;
    };
    let Ok(read) = GameResult::parse_lenient(raw) else {
        losses.property("RE");
        return;
    };
    match read.value {
        GameResult::Win {
            winner,
            margin,
            reason,
        } => {
            let outcome = match (reason, margin) {
                (Some(Reason::Resignation), _) => "Resignation".to_owned(),
                (Some(Reason::Time), _) => "Timeout".to_owned(),
                (Some(Reason::Forfeit), _) => "Forfeit".to_owned(),
                (None, Some(margin)) => format!("{margin} points"),
                (None, None) => String::new(),
            };
            set("outcome", outcome.into());
            set("winner", winner.name().to_lowercase().into());
        }
        GameResult::Draw => {
            set("outcome", "Draw".into());
        }
        GameResult::Void => {
            set("outcome", "Annulled".into());
        }
        GameResult::Unknown => losses.property("RE"),
    }
}
