use std::fmt::Write as _;

use kifu_sgf::GameTree;
use kifu_sgf::value::{Color, GameResult, Overtime, Point, PointSet, Reason, Size};

use crate::loss::{Losses, Words};
use crate::{Refusal, go, west, words};

/// Rules in `kgs-rules`, and their names in SGF.
pub(super) const RULES: [(&str, &str); 4] = [
    ("japanese", "Japanese"),
    ("chinese", "Chinese"),
    ("aga", "AGA"),
    ("new_zealand", "NZ"),
];

/// Commands that hold for later games too, unlike those for the board, and the loss of a later game without them.
const LASTING: [(&str, Words); 3] = [
    (
        "komi ",
        [
            "game without a `KM` of GTP, in which the komi of an earlier one holds",
            "games without a `KM` of GTP, in which the komi of an earlier one holds",
        ],
    ),
    (
        "kgs-rules ",
        [
            "game without a `RU` of GTP, in which the rules of an earlier one hold",
            "games without a `RU` of GTP, in which the rules of an earlier one hold",
        ],
    ),
    (
        "time_settings ",
        [
            "game without a `TM` of GTP, in which the time of an earlier one holds",
            "games without a `TM` of GTP, in which the time of an earlier one holds",
        ],
    ),
];

/// Writes the main line as commands.
pub(super) fn write(games: &[GameTree<'_>], losses: &mut Losses) -> Result<Vec<u8>, Refusal> {
    let mut script = String::new();
    let mut holds = [false; LASTING.len()];
    for &game in games {
        let size = go::square_western_size(game, "GTP")?;
        let start = script.len();
        // Writing to a string does not fail.
        let _ = one(&mut script, game, size, losses);
        for (holds, (command, words)) in holds.iter_mut().zip(LASTING) {
            let mut lines = script[start..].lines();
            if lines.any(|line| line.starts_with(command)) {
                *holds = true;
            } else if *holds {
                losses.other(words);
            }
        }
    }
    Ok(script.into_bytes())
}

fn one(
    script: &mut String,
    game: GameTree<'_>,
    size: Size,
    losses: &mut Losses,
) -> std::fmt::Result {
    let root = game.root();
    writeln!(script, "boardsize {}", size.columns())?;
    writeln!(script, "clear_board")?;
    if let Some(rules) = root.simple_text("RU") {
        let own = kifu_games::go::read_rules(&rules);
        match own.and_then(|own| RULES.iter().find(|(_, name)| *name == own.name)) {
            Some((name, _)) => writeln!(script, "kgs-rules {name}")?,
            None => losses.property("RU"),
        }
    }
    if let Some(komi) = root.simple_text("KM") {
        match words::number(&komi) {
            Some(komi) => writeln!(script, "komi {komi}")?,
            None => losses.property("KM"),
        }
    }
    time(script, game, losses)?;
    let black = go::points(root, "AB", size, losses);
    let white = go::points(root, "AW", size, &mut Losses::default());
    handicap(script, game, size, &black, &white, losses)?;
    for node in game.main_line() {
        for (color, point) in go::moves(node, size, losses) {
            play(script, color, point, size)?;
        }
    }
    let Some(result) = root.simple_text("RE") else {
        return Ok(());
    };
    if let Ok(GameResult::Win {
        winner,
        reason: Some(Reason::Resignation),
        ..
    }) = GameResult::parse_lenient(&result).map(|read| read.value)
    {
        writeln!(script, "play {} resign", winner.opponent())
    } else {
        losses.property("RE");
        Ok(())
    }
}

fn time(script: &mut String, game: GameTree<'_>, losses: &mut Losses) -> std::fmt::Result {
    let root = game.root();
    let main = root.simple_text("TM").map(|main| words::number(&main));
    let overtime = root.simple_text("OT").map(|text| Overtime::parse(&text));
    let is_whole =
        |seconds: f64| (0.0..=4_294_967_295.0).contains(&seconds) && seconds.fract() == 0.0;
    let main = match main {
        Some(Some(main)) if is_whole(main.get()) => main,
        None => {
            if overtime.is_some() {
                losses.property("OT");
            }
            return Ok(());
        }
        Some(_) => {
            losses.property("TM");
            return Ok(());
        }
    };
    match overtime {
        Some(Ok(Overtime::Canadian { moves, seconds }))
            if is_whole(seconds.get()) && moves > 0 && seconds.get() > 0.0 =>
        {
            writeln!(script, "time_settings {main} {seconds} {moves}")
        }
        None => writeln!(script, "time_settings {main} 0 0"),
        Some(_) => {
            losses.property("OT");
            writeln!(script, "time_settings {main} 0 0")
        }
    }
}

/// Writes the stones of a fixed handicap as such; any other setup stone by stone, as moves.
fn handicap(
    script: &mut String,
    game: GameTree<'_>,
    size: Size,
    black: &PointSet,
    white: &PointSet,
    losses: &mut Losses,
) -> std::fmt::Result {
    let handicap = game.root().simple_text("HA");
    let handicap = handicap.map(|text| text.trim().parse::<usize>().unwrap_or(0));
    if black.len() >= 2 && white.is_empty() && handicap == Some(black.len()) {
        write!(script, "set_free_handicap")?;
        for point in black.iter() {
            write!(script, " {}", west::name(point, size).unwrap_or_default())?;
        }
        return writeln!(script);
    }
    if handicap.is_some() {
        losses.property("HA");
    }
    for (color, points, identifier) in [(Color::Black, black, "AB"), (Color::White, white, "AW")] {
        if points.is_empty() {
            continue;
        }
        if identifier == "AB" {
            // `AW` is counted already, as it has no place.
            losses.property(identifier);
        }
        losses.other(["setup, written as moves", "setup, written as moves"]);
        for point in points.iter() {
            play(script, color, Some(point), size)?;
        }
    }
    Ok(())
}

fn play(script: &mut String, color: Color, point: Option<Point>, size: Size) -> std::fmt::Result {
    let vertex = point.map_or(Some("pass".to_owned()), |point| west::name(point, size));
    writeln!(
        script,
        "play {} {}",
        color.letter(),
        vertex.unwrap_or_default()
    )
}
