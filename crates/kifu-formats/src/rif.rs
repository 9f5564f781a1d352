//! The XML of the Renju database of RIF: lists of players and tournaments, and games with their moves in one text.

use std::borrow::Cow;
use std::collections::HashMap;

use kifu_sgf::NodeId;
use kifu_sgf::schema::Game;
use kifu_sgf::value::{Color, Point, Size};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::definition::Definition;
use crate::draft::Draft;
use crate::head::Head;
use crate::note::quote;
use crate::text::Text;
use crate::{Confidence, Support, xml};

pub(crate) const DEFINITION: Definition = Definition {
    name: "rif",
    title: "Renju RIF",
    extensions: &["rif"],
    support: Support {
        games: &[Game::Gomoku],
        many: true,
        variations: false,
        root: &["SZ", "RU", "PB", "PW", "EV", "RO", "RE", "GC"],
        nodes: &["B", "W"],
    },
    detect,
    read,
    write: None,
};

fn detect(head: &Head<'_>) -> Confidence {
    let begins = head.text.trim_start().starts_with('<');
    let has = |tag: &str| head.text.contains(tag);
    let is_own = has("<database") && (has("<games") || has("<players") || has("<countries"));
    Confidence::Certain.when(begins && is_own)
}

/// Attributes of an element, with entities replaced.
type Attributes = HashMap<String, String>;

fn attributes(element: &BytesStart<'_>) -> Attributes {
    let known = element.attributes().filter_map(Result::ok);
    known
        .map(|own| {
            let name = own.key.as_ref().to_lowercase();
            let value = quick_xml::escape::unescape(&own.value).map(Cow::into_owned);
            (name, value.unwrap_or_else(|_| own.value.to_string()))
        })
        .collect()
}

/// The text that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Moves,
    Info,
    Other,
}

/// A game that is being read: its attributes, moves and text.
type Open = (Attributes, String, String);

/// Adds text to the element it stands in.
fn add_text(text: &str, inside: Inside, game: &mut Option<Open>) {
    match (game, inside) {
        (Some((_, moves, _)), Inside::Moves) => moves.push_str(text),
        (Some((_, _, info)), Inside::Info) => info.push_str(text),
        _ => {}
    }
}

fn read(bytes: &[u8], draft: &mut Draft) {
    let text = Text::new(bytes, None);
    let text = text.whole();
    let mut reader = Reader::from_str(&text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let (mut players, mut tournaments, mut rules) =
        (HashMap::new(), HashMap::new(), HashMap::new());
    let mut game: Option<Open> = None;
    let mut games = 0;
    let mut inside = Inside::Other;
    loop {
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                draft
                    .notes
                    .file(format_args!("the rest is ignored, not XML: {error}"));
                break;
            }
        };
        match event {
            Event::Start(element) | Event::Empty(element) => {
                let own = attributes(&element);
                let get = |name: &str| own.get(name).map(String::as_str).unwrap_or_default();
                let id = get("id").to_owned();
                inside = Inside::Other;
                match element.local_name().as_ref() {
                    "player" => {
                        let name = format!("{} {}", get("name"), get("surname"));
                        players.insert(id, name.trim().to_owned());
                    }
                    "tournament" => {
                        tournaments.insert(id, get("name").to_owned());
                    }
                    "rule" => {
                        rules.insert(id, get("name").to_owned());
                    }
                    "game" => game = Some((own, String::new(), String::new())),
                    "move" => inside = Inside::Moves,
                    "info" => inside = Inside::Info,
                    _ => {}
                }
            }
            Event::Text(own) => add_text(&own, inside, &mut game),
            Event::CData(own) => add_text(&own, inside, &mut game),
            Event::GeneralRef(name) => add_text(&xml::reference(&name), inside, &mut game),
            Event::End(element) => {
                inside = Inside::Other;
                if element.local_name().as_ref() == "game"
                    && let Some((own, moves, info)) = game.take()
                {
                    games += 1;
                    let names = [&players, &tournaments, &rules];
                    write_game(games, &own, &moves, &info, names, draft);
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
}

fn write_game(
    number: usize,
    own: &Attributes,
    moves: &str,
    info: &str,
    [players, tournaments, rules]: [&HashMap<String, String>; 3],
    draft: &mut Draft,
) {
    let size = Size::of::<15, 15>();
    let mut record = draft.begin(Game::Gomoku, size);
    let root = NodeId::ROOT;
    for (identifier, attribute, names) in [
        ("PB", "black", players),
        ("PW", "white", players),
        ("EV", "tournament", tournaments),
        ("RU", "rule", rules),
    ] {
        if let Some(id) = own.get(attribute).filter(|id| !id.is_empty()) {
            record.text(root, identifier, names.get(id).unwrap_or(id));
        }
    }
    if let Some(round) = own.get("round") {
        record.text(root, "RO", round);
    }
    match own.get("bresult").map(|result| result.trim()) {
        Some("1") => record.set(root, "RE", "B+"),
        Some("0") => record.set(root, "RE", "W+"),
        Some("0.5") => record.set(root, "RE", "Draw"),
        _ => {}
    }
    record.lines(root, "GC", info.trim());
    let (mut node, mut color) = (root, Color::Black);
    for word in moves.split_whitespace() {
        // All letters of the alphabet count here, `i` too.
        match (word, named(word, size)) {
            ("--" | "pass", _) => node = record.play(node, color, None),
            (_, Some(point)) => node = record.play(node, color, Some(point)),
            _ => record.notes.file(format_args!(
                "game {number}: {} is not a move and is ignored",
                quote(word)
            )),
        }
        // The turn passes even if the move was not understood.
        color = color.opponent();
    }
}

/// `h8`: all letters, and rows from the bottom.
fn named(word: &str, size: Size) -> Option<Point> {
    let letter = word.bytes().next()?.to_ascii_lowercase();
    let column = u16::from(letter.checked_sub(b'a')?);
    let row: u16 = word.get(1..)?.parse().ok()?;
    let point = Point::new(column, size.rows().checked_sub(row)?);
    size.contains(point).then_some(point)
}
