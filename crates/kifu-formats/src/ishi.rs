//! Ishi, the *Standard Format for Go Data Files* (1990), of files `.go` and `.prb`.
//!
//! Lines begin with a keyword; case and white space matter only in comments. A file has one or more events. Only the
//! beginning of the specification was available: beyond the common keywords, a line is read if its form is known, and
//! otherwise kept as `XISHI`.

mod comment;
mod event;
mod write;

use kifu_sgf::schema::Game;
use kifu_sgf::value::Size;

use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::text::Text;
use crate::{Confidence, Support, west};

pub(crate) const DEFINITION: Definition = Definition {
    name: "ishi",
    title: "Ishi",
    extensions: &["go", "prb"],
    support: Support {
        games: &[Game::Go],
        many: true,
        variations: true,
        root: &[
            "SZ", "EV", "PB", "PW", "BR", "WR", "DT", "RE", "KM", "RO", "PC", "RU", "HA", "AB",
            "AW", "SO", "C", "B", "W",
        ],
        nodes: &["B", "W", "MN", "C"],
    },
    detect,
    read,
    write: Some(write::write),
};

/// Keywords of the header, and the properties they are. Those after `RULES` are not sure.
const FIELDS: [(&str, &str); 13] = [
    ("EVENT", "EV"),
    ("BLACK", "PB"),
    ("WHITE", "PW"),
    ("DATE", "DT"),
    ("RESULT", "RE"),
    ("ROUND", "RO"),
    ("PLACE", "PC"),
    ("RULES", "RU"),
    ("SOURCE", "SO"),
    ("TITLE", "GN"),
    ("GAME", "GN"),
    ("AUTHOR", "US"),
    ("INFO", "GC"),
];

/// The private property for lines that are not understood.
const UNKNOWN: &str = "XISHI";

/// The first word of a line in upper case, and the rest.
fn keyword(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_uppercase(), rest.trim())
}

/// Whether a line is one of a header: one of those after moves begins the next event.
fn is_header(keyword: &str) -> bool {
    matches!(keyword, "BOARDSIZE" | "KOMI" | "HANDICAP" | "TIME")
        || FIELDS.iter().any(|(name, _)| *name == keyword)
}

fn detect(head: &Head<'_>) -> Confidence {
    let Some(first) = head.words().next() else {
        return Confidence::No;
    };
    let (word, _) = keyword(first);
    let is_one = is_header(&word) || matches!(&*word, "SETUP" | "COM");
    let is_gtp = |line: &str| line.starts_with("play ") || line.starts_with("clear_board");
    // A comment may quote anything.
    let mut in_comment = false;
    let mut outside = head.words().filter(|line| {
        let (word, _) = keyword(line);
        let is_inside = in_comment && word != "ENDCOM";
        in_comment = is_inside || word == "COM";
        !is_inside
    });
    if !is_one || outside.any(is_gtp) {
        return Confidence::No;
    }
    let is_upper = |line: &str| line.starts_with(&keyword(line).0);
    // Letters and pages begin with `White to play` and have `Komi 6.5`, too.
    if head.words().any(is_own) {
        match &*word {
            "EVENT" | "BOARDSIZE" if is_upper(first) => Confidence::Certain,
            _ => Confidence::Likely,
        }
    } else {
        let is_plain = |line: &str| is_upper(line) && is_header(&keyword(line).0);
        Confidence::Possible.when(word == "EVENT" && head.words().all(is_plain))
    }
}

/// Whether a line is a size, setup stones or a move, as no other text has them.
fn is_own(line: &str) -> bool {
    let (word, rest) = keyword(line);
    let is_point = |word: &str| west::parse(word, Size::of::<25, 25>()).is_some();
    let mut parts = rest
        .split(|sign: char| sign.is_whitespace() || matches!(sign, '.' | ':'))
        .filter(|part| !part.is_empty());
    match &*word {
        "BOARDSIZE" => rest.parse::<u16>().is_ok(),
        "SETUP" => {
            matches!(parts.next(), Some("B" | "W" | "b" | "w"))
                && parts.next().is_some_and(is_point)
                && parts.all(is_point)
        }
        "B" | "W" => {
            let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
            let mut parts = parts.skip_while(is_number);
            let is_place = |part: &str| is_point(part) || part.eq_ignore_ascii_case("pass");
            parts.next().is_some_and(is_place) && parts.next().is_none()
        }
        _ => false,
    }
}

/// A line and its number.
type Line = (usize, String);

fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    for lines in events(&text) {
        event::read(&lines, draft);
    }
}

/// The lines of each event.
fn events(text: &Text<'_>) -> Vec<Vec<Line>> {
    let mut events: Vec<Vec<Line>> = Vec::new();
    let (mut has_setup, mut has_moves, mut has_name, mut has_size) = (false, false, false, false);
    let (mut depth, mut in_comment) = (0_usize, false);
    for (number, line) in text.lines() {
        // Files of DOS may end with Ctrl-Z.
        let line = line.trim_matches('\u{1A}');
        let (word, _) = keyword(line);
        if in_comment {
            in_comment = word != "ENDCOM";
        } else {
            let is_next = match &*word {
                "EVENT" => has_setup || has_moves || has_name,
                "BOARDSIZE" if has_size && has_setup => true,
                // A handicap may be named after its stones.
                word => has_moves && depth == 0 && is_header(word),
            };
            if is_next || events.is_empty() {
                if !is_next && word.is_empty() {
                    continue;
                }
                events.push(Vec::new());
                (has_setup, has_moves, has_name, has_size, depth) = (false, false, false, false, 0);
            }
            match &*word {
                "EVENT" => has_name = true,
                "BOARDSIZE" => has_size = true,
                "SETUP" => has_setup = true,
                "B" | "W" => has_moves = true,
                "VAR" => depth += 1,
                "ENDVAR" => depth = depth.saturating_sub(1),
                "COM" => in_comment = true,
                _ => {}
            }
        }
        if let Some(event) = events.last_mut() {
            event.push((number, line.to_owned()));
        }
    }
    events
}
