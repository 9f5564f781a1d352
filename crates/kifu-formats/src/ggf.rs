//! GGF, the Generic Game Format of the server GGS: Othello, and other games with unconverted moves.
//!
//! It looks like SGF but has no trees, and moves follow each other without a `;`.
//!
//! Source: *Generic Game Format* at skatgame.net.

mod game;
mod write;

use kifu_sgf::schema::Game;
use kifu_syntax::{Event, EventKind, Parser};

use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::text::Text;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "ggf",
    title: "GGF",
    extensions: &["ggf"],
    support: Support {
        games: &[Game::Othello],
        many: true,
        variations: false,
        root: &[
            "SZ", "PB", "PW", "BR", "WR", "DT", "PC", "RE", "TM", "AB", "AW", "PL",
        ],
        nodes: &["B", "W", "V"],
    },
    detect,
    read,
    write: Some(write::write),
};

fn detect(head: &Head<'_>) -> Confidence {
    // Read as SGF, because values may contain any signs.
    let text = head.text.as_bytes();
    let events: Vec<Event> = Parser::new(text).collect();
    let begins = events.first().is_some_and(|begin| !begin.span.is_empty());
    Confidence::Certain.when(begins && is_game(&events, text))
}

/// Whether the first game is GGF: one node has all properties, moves too, and a `;` without properties ends it.
///
/// Some programs write a name in `GM` of SGF; they give its version (`FF`), and no moves in the root.
fn is_game(events: &[Event], text: &[u8]) -> bool {
    let mut nodes = (0..).zip(events).filter(|(_, event)| {
        // A node that was inserted has an empty span.
        event.kind == EventKind::NodeBegin && !event.span.is_empty()
    });
    let (Some((root, _)), Some((last, _))) = (nodes.next(), nodes.next()) else {
        return false;
    };
    let ends = events
        .get(last + 1)
        .is_some_and(|end| end.kind == EventKind::TreeEnd && !end.span.is_empty());
    let game = &events[root..last];
    let is_sequence = game.iter().all(|event| event.kind != EventKind::TreeBegin);
    let names_game = game.array_windows().any(|[identifier, value]| {
        let name = value.span.of(text).trim_ascii();
        identifier.span.of(text) == b"GM"
            && value.kind == EventKind::Value
            && !name.is_empty()
            && name.iter().all(u8::is_ascii_alphabetic)
    });
    let has = |names: &[&[u8]]| {
        game.iter().any(|event| {
            event.kind == EventKind::Identifier && names.contains(&event.span.of(text))
        })
    };
    ends && is_sequence && names_game && has(&[b"TY", b"BO", b"B", b"W"]) && !has(&[b"FF"])
}

/// A property: name and value.
type Field<'a> = (&'a str, &'a str);

fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let text = text.whole();
    let mut line = 1;
    let mut counted = 0;
    let mut rest = &text[..];
    while let Some(start) = rest.find("(;") {
        let (fields, behind) = fields(&rest[start + 2..]);
        let offset = text.len() - rest.len() + start;
        line += text[counted..offset].matches('\n').count();
        counted = offset;
        game::read(line, &fields, draft);
        rest = behind;
    }
}

/// Returns the properties of a game up to its `;)`, and the text after it.
fn fields(text: &str) -> (Vec<Field<'_>>, &str) {
    let mut fields = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let end = rest
            .find(|char: char| !char.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let Some(value) = behind.trim_start().strip_prefix('[') else {
            // The end, or unexpected text.
            let Some(sign) = behind.chars().next() else {
                return (fields, "");
            };
            if behind.starts_with("(;") {
                return (fields, behind);
            }
            rest = &behind[sign.len_utf8()..];
            if sign == ')' {
                return (fields, rest);
            }
            continue;
        };
        let (value, behind) = value.split_once(']').unwrap_or((value, ""));
        fields.push((name, value));
        rest = behind;
    }
}

/// The names of games that have a number in SGF.
const GAMES: [(&str, Game); 5] = [
    ("Othello", Game::Othello),
    ("Amazons", Game::Amazons),
    ("Chess", Game::Chess),
    ("Go", Game::Go),
    ("Ataxx", Game::Ataxx),
];
