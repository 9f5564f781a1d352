use std::fmt::Write as _;

use kifu_sgf::games::hex;
use kifu_sgf::value::{self, Color, DateList, GameResult, Point, PointSet, Real, Reason, Size};
use kifu_sgf::{GameTree, Node};

use super::game::start;
use crate::loss::Losses;
use crate::{Refusal, go, words};

/// Writes each game of Othello on a separate line.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut out = String::new();
    for &game in games {
        let raw = game.root().value("SZ").unwrap_or("8");
        let size = value::size::parse_lenient(raw).map(|read| read.value);
        let size = match size {
            Ok(size) if size.is_square() && size.columns() <= 26 => size,
            _ => {
                return Err(Refusal::board(format_args!(
                    "GGF supports square boards of up to 26 points a side, and this one is `SZ[{raw}]`"
                )));
            }
        };
        // Writing to a string does not fail.
        let _ = one(&mut out, game, size, losses);
    }
    Ok(out.into_bytes())
}

fn one(out: &mut String, game: GameTree<'_>, size: Size, losses: &mut Losses) -> std::fmt::Result {
    let root = game.root();
    write!(out, "(;GM[Othello]")?;
    for (field, property) in [
        ("PC", "PC"),
        ("PB", "PB"),
        ("PW", "PW"),
        ("RB", "BR"),
        ("RW", "WR"),
    ] {
        if let Some(text) = root.simple_text(property) {
            // There is no way to write a bracket.
            if text.contains(']') {
                losses.property(property);
            } else {
                write!(out, "{field}[{}]", text.trim())?;
            }
        }
    }
    let date = root
        .value("DT")
        .map(|raw| DateList::parse_lenient(raw).map(|read| read.value));
    match date {
        Some(Ok(list)) if list.dates().len() == 1 && list.dates()[0].day().is_some() => {
            write!(out, "DT[{}]", list.to_string().replace('-', "."))?;
        }
        Some(_) => losses.property("DT"),
        None => {}
    }
    if let Some(main) = root.simple_text("TM") {
        match main.trim().parse::<u32>() {
            Ok(seconds) => write!(out, "TI[{:02}:{:02}]", seconds / 60, seconds % 60)?,
            Err(_) => losses.property("TM"),
        }
    }
    write!(out, "TY[{}]RE[{}]", size.columns(), result(root, losses))?;
    board(out, root, size, losses)?;
    for node in game.main_line().skip(1) {
        let value = node.value("V").map(words::number);
        let moves = go::moves(node, size, losses);
        if node.has("V") && (moves.is_empty() || value == Some(None)) {
            losses.property("V");
        }
        for (color, point) in moves {
            let played =
                point.map_or_else(|| "PA".to_owned(), |point| hex::name(point).to_string());
            write!(out, "{}[{played}", color.letter())?;
            if let Some(Some(value)) = value {
                let own = if color == Color::White {
                    -value.get()
                } else {
                    value.get()
                };
                write!(out, "/{}", Real::new(own).unwrap_or_default())?;
            }
            out.push(']');
        }
    }
    writeln!(out, ";)")
}

/// The result for Black. A game that was resigned or lost on time counts all discs.
fn result(root: Node<'_>, losses: &mut Losses) -> String {
    let Some(raw) = root.value("RE") else {
        return "?".to_owned();
    };
    let all = |winner, reason| {
        format!(
            "{}64.00:{reason}",
            if winner == Color::Black { '+' } else { '-' }
        )
    };
    match GameResult::parse_lenient(raw).map(|read| read.value) {
        Ok(GameResult::Draw) => "0.00".to_owned(),
        Ok(GameResult::Win {
            winner,
            reason: Some(Reason::Resignation),
            ..
        }) => all(winner, 'r'),
        Ok(GameResult::Win {
            winner,
            reason: Some(Reason::Time),
            ..
        }) => all(winner, 't'),
        Ok(GameResult::Win {
            winner,
            margin: Some(margin),
            reason: None,
        }) if margin.get() > 0.0 => {
            let sign = if winner == Color::Black { '+' } else { '-' };
            format!("{sign}{margin}")
        }
        _ => {
            losses.property("RE");
            "?".to_owned()
        }
    }
}

/// The position at the start, and who plays.
fn board(out: &mut String, root: Node<'_>, size: Size, losses: &mut Losses) -> std::fmt::Result {
    let is_set = root.has("AB") || root.has("AW");
    let (black, white): (PointSet, PointSet) = if is_set {
        (
            go::points(root, "AB", size, losses),
            go::points(root, "AW", size, losses),
        )
    } else {
        start(size)
    };
    write!(out, "BO[{}", size.columns())?;
    for row in 0..size.rows() {
        out.push(' ');
        for column in 0..size.columns() {
            // Below 26.
            let point = Point::new(column, row);
            out.push(match (black.contains(point), white.contains(point)) {
                (true, _) => '*',
                (false, true) => 'O',
                (false, false) => '-',
            });
        }
    }
    let to_play = root
        .value("PL")
        .and_then(|raw| value::color::parse_lenient(raw).ok());
    let sign = match to_play.map(|read| read.value) {
        Some(Color::White) => 'O',
        _ => '*',
    };
    write!(out, " {sign}]")
}
