//! PGN, the notation of chess games, and PDN, which has the same form for other games: chess as `GM[3]` and Othello
//! (`GameType "50"`) as `GM[2]`.
//!
//! Moves of chess stay in SAN, as written. Tags without an SGF property are kept in `XPGN`, and the numbers of
//! annotations (`$7`) in `XNAG`.
//!
//! Source: *Portable Game Notation Specification and Implementation Guide* (Edwards 1994); *PDN 3.0* for the types of
//! games.

mod read;
mod token;
mod write;

use kifu_sgf::schema::Game;

use crate::definition::Definition;
use crate::head::Head;
use crate::{Confidence, Support};

pub(crate) const DEFINITION: Definition = Definition {
    name: "pgn",
    title: "PGN",
    extensions: &["pgn", "pdn"],
    support: Support {
        games: &[Game::Chess, Game::Othello],
        many: true,
        variations: true,
        root: &[
            "SZ", "EV", "PC", "DT", "RO", "PW", "PB", "RE", "WR", "BR", "AN", "C", "PL", "XPGN",
        ],
        nodes: &["B", "W", "C", "XNAG"],
    },
    detect,
    read: read::read,
    write: Some(write::write),
};

/// Tags, and the equivalent properties.
const TAGS: [(&str, &str); 9] = [
    ("Event", "EV"),
    ("Site", "PC"),
    ("Date", "DT"),
    ("Round", "RO"),
    ("White", "PW"),
    ("Black", "PB"),
    ("WhiteElo", "WR"),
    ("BlackElo", "BR"),
    ("Annotator", "AN"),
];

/// The number of Othello among the types of games.
const OTHELLO: &str = "50";

/// Whether a text without tags is the moves of a game of chess: numbered from 1, with a move of a piece among them,
/// which no list of points has.
fn is_movetext(head: &Head<'_>) -> bool {
    let text = head.text.trim();
    // The last word may be cut short.
    let end = text.rfind(char::is_whitespace).unwrap_or(text.len());
    let text = if head.is_whole { text } else { &text[..end] };
    if !text.starts_with("1.") {
        return false;
    }
    let (mut moves, mut pieces) = (0, 0);
    for (_, token) in token::Tokens::new(text) {
        match token {
            token::Token::Move(word) if token::is_san(&word) => {
                moves += 1;
                pieces +=
                    usize::from(word.starts_with(['K', 'Q', 'R', 'B', 'N', 'O']) && word.len() > 2);
            }
            token::Token::Move(_) | token::Token::Tag(..) => return false,
            _ => {}
        }
    }
    moves >= 2 && pieces >= 1
}

fn detect(head: &Head<'_>) -> Confidence {
    if is_movetext(head) {
        return Confidence::Likely;
    }
    let mut lines = head.words().filter(|line| !line.starts_with('%'));
    let mut tags = lines.by_ref().map_while(token::tag);
    let Some((name, _)) = tags.next() else {
        return Confidence::No;
    };
    let is_roster = |name: &str| TAGS.iter().any(|(tag, _)| *tag == name) || name == "Result";
    if is_roster(&name) {
        return Confidence::Certain;
    }
    Confidence::Likely.when(tags.any(|(name, _)| is_roster(&name)))
}
