use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Date, GameResult, Point, PointSet, Real, Reason, Size};
use kifu_syntax::text::escape_simple_text;

use super::{Field, GAMES};
use crate::draft::{Draft, Record, identifier};
use crate::note::quote;
use crate::words;

/// Makes a game of properties.
pub(super) fn read(line: usize, fields: &[Field<'_>], draft: &mut Draft) {
    let get = |name: &str| {
        let mut all = fields.iter();
        all.find(|(found, _)| *found == name)
            .map_or("", |(_, value)| value.trim())
    };
    let name = get("GM");
    let Some((_, kind)) = GAMES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
    else {
        draft.notes.line(
            line,
            format_args!("the game is omitted: SGF has no number for {}", quote(name)),
        );
        return;
    };
    let side = get("TY").trim_start_matches(|char: char| !char.is_ascii_digit());
    let end = side
        .find(|char: char| !char.is_ascii_digit())
        .unwrap_or(side.len());
    let usual = kind.default_size().unwrap_or(8);
    let side = match side[..end].parse::<u16>() {
        Ok(side @ 2..=52) => side,
        _ => usual,
    };
    let size = Size::square(side).unwrap_or_default();
    let mut record = draft.begin(*kind, size);
    let root = NodeId::ROOT;
    for (field, property) in [
        ("PB", "PB"),
        ("PW", "PW"),
        ("RB", "BR"),
        ("RW", "WR"),
        ("PC", "PC"),
    ] {
        record.text(root, property, get(field));
    }
    match date(get("DT")) {
        Some(day) => record.set(root, "DT", &day.to_string()),
        None => record.text(root, "DT", get("DT")),
    }
    if let Some(komi) = words::number(get("KM")) {
        record.set(root, "KM", &komi.to_string());
    }
    time(get("TI"), &mut record);
    if let Some(result) = result(get("RE")) {
        record.set(root, "RE", &result.to_string());
    }
    let plain = side.to_string();
    if !matches!(get("TY"), "") && get("TY") != plain {
        record.lines(root, "GC", &format!("TY[{}]", get("TY")));
    }
    if *kind == Game::Othello {
        board(line, get("BO"), size, &mut record);
    }
    moves(line, fields, *kind, size, &mut record);
    for (name, _) in fields {
        let is_known = [
            "GM", "PC", "DT", "PB", "PW", "RB", "RW", "TI", "TB", "TW", "TY", "RE", "BO", "B", "W",
            "KM",
        ]
        .contains(name);
        if !is_known {
            record.notes.line(
                line,
                format_args!("the property {} is ignored", quote(name)),
            );
        }
    }
}

/// `2003.12.15_12:33:18.MST`, or seconds since 1970.
fn date(text: &str) -> Option<Date> {
    let is_seconds = text.len() >= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_seconds {
        return words::date(text);
    }
    words::day_of(text.parse().ok()?)
}

/// `main/increment/extension`, each in minutes and seconds.
fn time(text: &str, record: &mut Record<'_>) {
    let (main, rest) = text.split_once('/').unwrap_or((text, ""));
    let seconds = main.split(':').try_fold(0_u32, |all, part| {
        let part = part.trim().parse::<u32>().ok()?;
        all.checked_mul(60)?.checked_add(part)
    });
    match seconds {
        Some(seconds) if main.contains(':') => {
            record.set(NodeId::ROOT, "TM", &seconds.to_string());
            if rest.bytes().any(|byte| byte.is_ascii_digit()) {
                record.text(NodeId::ROOT, "OT", text);
            }
        }
        _ => record.text(NodeId::ROOT, "OT", text),
    }
}

/// `+12.00`, `-64.00:r`: from the view of Black.
fn result(text: &str) -> Option<GameResult> {
    let (points, reason) = text.split_once(':').unwrap_or((text, ""));
    let points = words::number(points)?.get();
    let winner = if points < 0.0 {
        Color::White
    } else {
        Color::Black
    };
    Some(match reason {
        "r" if points != 0.0 => GameResult::win_because(winner, Reason::Resignation),
        "t" if points != 0.0 => GameResult::win_because(winner, Reason::Time),
        _ if points == 0.0 => GameResult::Draw,
        _ => GameResult::win_by(winner, Real::new(points.abs())?),
    })
}

/// The board `BO`: its size, row by row, and who plays. The usual start is not written.
fn board(line: usize, text: &str, size: Size, record: &mut Record<'_>) {
    let signs: Vec<char> = text.chars().filter(|char| !char.is_whitespace()).collect();
    let digits = signs
        .iter()
        .take_while(|char| char.is_ascii_digit())
        .count();
    let signs = &signs[digits..];
    let area = usize::from(size.columns()) * usize::from(size.rows());
    if text.is_empty() {
        return;
    }
    if signs.len() < area {
        record.notes.line(
            line,
            "the board is ignored: it has fewer points than its size",
        );
        return;
    }
    let (mut black, mut white) = (PointSet::default(), PointSet::default());
    for (place, sign) in signs[..area].iter().enumerate() {
        let columns = usize::from(size.columns());
        // Below 52.
        let point = Point::new((place % columns) as u16, (place / columns) as u16);
        match sign {
            '*' => {
                black.insert(point);
            }
            'O' | 'o' => {
                white.insert(point);
            }
            _ => {}
        }
    }
    let to_play = match signs.get(area) {
        Some('O' | 'o') => Color::White,
        _ => Color::Black,
    };
    let is_usual = to_play == Color::Black && (black.clone(), white.clone()) == start(size);
    if !is_usual {
        record.add_points(NodeId::ROOT, "AB", black.iter());
        record.add_points(NodeId::ROOT, "AW", white.iter());
        record.set(NodeId::ROOT, "PL", to_play.letter());
    }
}

/// The four discs of the usual start.
pub(super) fn start(size: Size) -> (PointSet, PointSet) {
    let (mut black, mut white) = (PointSet::default(), PointSet::default());
    if size.columns() >= 2 && size.rows() >= 2 {
        // Below 52.
        let (x, y) = (size.columns() / 2 - 1, size.rows() / 2 - 1);
        white.extend([Point::new(x, y), Point::new(x + 1, y + 1)]);
        black.extend([Point::new(x + 1, y), Point::new(x, y + 1)]);
    }
    (black, white)
}

/// `d3/1.5/2.0`: move, evaluation, seconds.
fn moves(line: usize, fields: &[Field<'_>], kind: Game, size: Size, record: &mut Record<'_>) {
    let mut node = NodeId::ROOT;
    let mut timed = 0_usize;
    for (name, value) in fields {
        let color = match *name {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        let mut parts = value.split('/');
        let played = parts.next().unwrap_or_default().trim();
        let is_pass = ["pa", "pass"]
            .iter()
            .any(|pass| played.eq_ignore_ascii_case(pass));
        if kind != Game::Othello || is_pass {
            node = record.child(node);
            let raw = if is_pass {
                ""
            } else {
                &*escape_simple_text(played)
            };
            record.set(node, identifier(color), raw);
        } else if let Some(point) = point(played, size) {
            node = record.play(node, color, Some(point));
        } else {
            record.notes.line(
                line,
                format_args!("ignored, not a move on the board: {}", quote(value)),
            );
            continue;
        }
        if let Some(value) = parts.next().and_then(words::number) {
            let own = if color == Color::White {
                -value.get()
            } else {
                value.get()
            };
            if let Some(own) = Real::new(own) {
                record.set(node, "V", &own.to_string());
            }
        }
        timed += usize::from(
            parts
                .next()
                .is_some_and(|seconds| !seconds.trim().is_empty()),
        );
    }
    if timed > 0 {
        record.notes.line(
            line,
            format_args!(
                "the seconds used for {timed} moves are omitted: SGF has no property for them"
            ),
        );
    }
}

/// `d3`: row 1 is at the top.
fn point(text: &str, size: Size) -> Option<Point> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let column = letter.checked_sub(b'a').filter(|column| *column < 26)?;
    let row = text.get(1..)?.parse::<u16>().ok()?.checked_sub(1)?;
    let point = Point::new(column.into(), row);
    size.contains(point).then_some(point)
}

#[cfg(test)]
mod tests {
    use super::{date, result};

    #[test]
    fn dates_in_two_ways() {
        let text = |text| date(text).map(|date| date.to_string());
        assert_eq!(
            text("2003.12.15_12:33:18.MST").as_deref(),
            Some("2003-12-15")
        );
        assert_eq!(text("945277754").as_deref(), Some("1999-12-15"));
        assert_eq!(text("951782400").as_deref(), Some("2000-02-29"));
        assert_eq!(text("99999999999999999999"), None);
    }

    #[test]
    fn results_are_those_of_black() {
        for (text, expected) in [
            ("+12.00", "B+12"),
            ("-64.00:r", "W+R"),
            ("0", "Draw"),
            ("+2.00:s", "B+2"),
            ("-1:t", "W+T"),
        ] {
            assert_eq!(
                result(text).map(|result| result.to_string()).as_deref(),
                Some(expected)
            );
        }
        assert_eq!(result("?"), None);
    }
}
