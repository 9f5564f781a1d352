//! Logs of `PandaNet` (IGS) as the server prints them: `15(B): Q16`, one or several moves on a line.

use std::collections::HashMap;

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Point, Size};

use crate::definition::Definition;
use crate::draft::{Draft, Record};
use crate::head::Head;
use crate::text::Text;
use crate::{Confidence, Support, go, west, words};

pub(crate) const DEFINITION: Definition = Definition {
    name: "igs",
    title: "PandaNet log",
    extensions: &["igs"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: false,
        root: &["SZ", "HA", "AB", "KM", "PB", "PW", "BR", "WR", "GN", "RE"],
        nodes: &["B", "W"],
    },
    detect,
    read,
    write: None,
};

fn detect(head: &Head<'_>) -> Confidence {
    let moves: usize = head.words().map(|line| moves(line).count()).sum();
    let has_game = head.words().any(|line| title(line).is_some());
    match moves {
        0 => Confidence::No,
        _ if has_game => Confidence::Certain,
        1 => Confidence::Possible,
        _ => Confidence::Likely,
    }
}

/// Splits a line into moves: number, color, and the words after the colon up to the next move. Captured stones after
/// the point are dropped, as they follow from the moves.
fn moves(line: &str) -> impl Iterator<Item = (usize, Color, &str)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        loop {
            let at = rest.find('(')?;
            let (before, after) = rest.split_at(at);
            let color = match after.get(..4) {
                Some("(B):") => Color::Black,
                Some("(W):") => Color::White,
                _ => {
                    rest = &after[1..];
                    continue;
                }
            };
            let digits = before.trim_end();
            let start = digits
                .trim_end_matches(|sign: char| sign.is_ascii_digit())
                .len();
            rest = &after[4..];
            let Ok(number) = digits[start..].parse() else {
                continue;
            };
            let word = rest
                .trim_start()
                .split(|sign: char| sign.is_whitespace())
                .next()?;
            return Some((number, color, word));
        }
    })
}

/// `Game 12 (I): ann [3d*] vs ben [ 2k ] (5 6.5 ...)` or `Game 12: ben [2k] vs ann [3d]`: the white player is first.
fn title(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches(|sign: char| !sign.is_ascii_alphabetic());
    let rest = line.strip_prefix("Game ")?;
    let (_, rest) = rest.split_once(':')?;
    let (white, black) = rest.split_once(" vs ")?;
    Some((white.trim(), black.trim()))
}

/// A name and the rank in brackets after it.
fn player(text: &str) -> (&str, Option<String>) {
    let Some((name, rest)) = text.split_once('[') else {
        let name = text.split_whitespace().next().unwrap_or_default();
        return (name, None);
    };
    let rank = rest.split(']').next().unwrap_or_default();
    (name.trim(), words::rank(rank.trim().trim_end_matches('*')))
}

/// A line with its number in the file.
type Line<'a> = (usize, &'a str);

fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let lines: Vec<_> = text.lines().collect();
    for stream in streams(lines.iter().map(|(number, line)| (*number, &**line))) {
        read_stream(&stream, draft);
    }
}

/// The lines of each observed game: those after a title of its number, and the notices that name it. Games on the same
/// table after each other are in one stream. Lines before the first title belong to the first game.
fn streams<'a>(lines: impl Iterator<Item = Line<'a>>) -> Vec<Vec<Line<'a>>> {
    let mut streams: Vec<Vec<Line<'a>>> = vec![Vec::new()];
    let mut places: HashMap<u32, usize> = HashMap::new();
    let mut current = 0;
    for (number, line) in lines {
        let named = title(line).and_then(|_| game_number(line));
        let place = match named {
            // A notice is sent for games that are not observed, too.
            Some(game) if is_notice(line) => match places.get(&game) {
                Some(place) => *place,
                None if places.is_empty() => 0,
                None => continue,
            },
            Some(game) => {
                if places.is_empty() {
                    let is_other = |line| is_notice(line) && game_number(line) != Some(game);
                    streams[0].retain(|(_, line)| !is_other(line));
                    places.insert(game, 0);
                }
                current = *places.entry(game).or_insert(streams.len());
                if current == streams.len() {
                    streams.push(Vec::new());
                }
                current
            }
            None => current,
        };
        streams[place].push((number, line));
    }
    streams
}

/// `{Game 12: ann vs ben : Black resigns.}`.
fn is_notice(line: &str) -> bool {
    line.contains("{Game ")
}

/// The number after `Game`.
fn game_number(line: &str) -> Option<u32> {
    let (_, rest) = line.split_once("Game ")?;
    let rest = rest.trim_start();
    let end = rest.find(|sign: char| !sign.is_ascii_digit());
    rest[..end.unwrap_or(rest.len())].parse().ok()
}

/// Reads the games of one table: the numbers of the moves start again with each.
fn read_stream(lines: &[Line<'_>], draft: &mut Draft) {
    let mut from = 0;
    let mut last = None;
    // The first title after the last move: it belongs to the next game, if its moves start again.
    let mut next_title = None;
    for (at, (_, line)) in lines.iter().enumerate() {
        let first = moves(line).next().map(|(number, ..)| number);
        if let (Some(first), Some(before)) = (first, last)
            && first <= before
        {
            let end = next_title.unwrap_or(at);
            write_game(&lines[from..end], draft);
            from = end;
        }
        if first.is_some() {
            last = moves(line).last().map(|(number, ..)| number);
            next_title = None;
        } else if title(line).is_some() && result(line).is_none() {
            next_title.get_or_insert(at);
        }
    }
    if last.is_some() {
        write_game(&lines[from..], draft);
    }
}

fn write_game(lines: &[Line<'_>], draft: &mut Draft) {
    let size = size_of(lines);
    let mut record = draft.begin(Game::Go, size);
    let mut node = NodeId::ROOT;
    let mut next = 0;
    for &(number, line) in lines {
        if let Some((white, black)) = title(line) {
            for (own, name, rank) in [(white, "PW", "WR"), (black, "PB", "BR")] {
                let (player, own) = player(own);
                record.text(NodeId::ROOT, name, player);
                if let Some(own) = own {
                    record.set(NodeId::ROOT, rank, &own);
                }
            }
            komi(line, &mut record);
        }
        if let Some(result) = result(line) {
            record.set(NodeId::ROOT, "RE", &result);
        }
        for (own, color, word) in moves(line) {
            if own != next && next > 0 {
                record.notes.line(
                    number,
                    format_args!("move {own} follows move {}", next.saturating_sub(1)),
                );
            }
            next = own + 1;
            match word {
                "Pass" | "pass" => node = record.play(node, color, None),
                "Handicap" => handicap(line, size, &mut record),
                _ => match west::parse(word, size) {
                    Some(point) => node = record.play(node, color, Some(point)),
                    None => record.notes.line(
                        number,
                        format_args!("`{word}` is not a move and is ignored"),
                    ),
                },
            }
        }
    }
}

/// `0(B): Handicap 3`.
fn handicap(line: &str, size: Size, record: &mut Record<'_>) {
    let stones = line
        .split("Handicap")
        .nth(1)
        .and_then(|rest| rest.split_whitespace().next()?.parse::<u32>().ok());
    let Some(stones @ 2..=9) = stones else { return };
    record.set(NodeId::ROOT, "HA", &stones.to_string());
    record.add_points(NodeId::ROOT, "AB", go::handicap_stones(size, stones));
}

/// `(… handicap size komi …)` of a line with a title is not read; `komi 6.5` is.
fn komi(line: &str, record: &mut Record<'_>) {
    let lower = line.to_ascii_lowercase();
    let figure = lower.split("komi").nth(1);
    let figure = figure.and_then(|rest| rest.split_whitespace().next());
    if let Some(komi) = figure.and_then(words::number) {
        record.set(NodeId::ROOT, "KM", &komi.to_string());
    }
}

/// `{Game 12: ben vs ann : W 60.5 B 71.0}`, `… : Black resigns. W …` or `… : White lost by 1.5`.
fn result(line: &str) -> Option<String> {
    let rest = line.split(" vs ").nth(1)?;
    let (_, end) = rest.split_once(':')?;
    let end = end.trim().trim_end_matches('}');
    let lower = end.to_ascii_lowercase();
    for (loser, winner) in [("black", "W"), ("white", "B")] {
        if lower.contains(&format!("{loser} resigns")) {
            return Some(format!("{winner}+R"));
        }
        if lower.contains(&format!("{loser} forfeits on time")) {
            return Some(format!("{winner}+T"));
        }
        if let Some((_, how)) = lower.split_once(&format!("{loser} lost by ")) {
            let how = match how.trim() {
                "resign" => "R".to_owned(),
                "time" => "T".to_owned(),
                points => words::number(points)?.to_string(),
            };
            return Some(format!("{winner}+{how}"));
        }
    }
    let mut words = end.split_whitespace();
    let (Some("W"), Some(white), Some("B"), Some(black)) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return None;
    };
    let (white, black): (f64, f64) = (white.parse().ok()?, black.parse().ok()?);
    let margin = kifu_sgf::value::Real::new((white - black).abs())?;
    Some(if white > black {
        format!("W+{margin}")
    } else if black > white {
        format!("B+{margin}")
    } else {
        "Draw".to_owned()
    })
}

/// The least usual board that has all points.
fn size_of(lines: &[Line<'_>]) -> Size {
    let largest = Size::of::<25, 25>();
    let points = lines
        .iter()
        .flat_map(|(_, line)| moves(line).collect::<Vec<_>>())
        .filter_map(|(_, _, word)| west::parse(word, largest));
    // Rows are counted from the bottom.
    let side = points.map(|Point { x, y }| x.max(24 - y) + 1).max();
    let sizes = [9, 13, 19, 25].into_iter();
    let sides = sizes.filter(|own| side.is_some_and(|side| side <= *own) && *own >= 19);
    sides
        .min()
        .and_then(|side| Size::square(side).ok())
        .unwrap_or(Size::GO)
}
