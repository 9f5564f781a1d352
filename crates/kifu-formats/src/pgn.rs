//! PGN, the notation of chess games, and PDN, which has the same form for other games: chess as `GM[3]` and Othello
//! (`GameType "50"`) as `GM[2]`.
//!
//! Moves of chess stay in SAN, as written. Tags without an SGF property are kept in `XPGN`, and the numbers of
//! annotations (`$7`) in `XNAG`.
//!
//! Source: *Portable Game Notation Specification and Implementation Guide* (Edwards 1994); *PDN 3.0* for the types of
//! games.

mod parts;
mod read;
mod token;
mod write;

use kifu_sgf::schema::Game;
use kifu_sgf::value::Reason;

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

/// The tag of the reason for a result, and the values that have an equivalent in `RE`.
const TERMINATION: &str = "Termination";
const REASONS: [(&str, Reason); 3] = [
    ("time forfeit", Reason::Time),
    ("resignation", Reason::Resignation),
    ("forfeit", Reason::Forfeit),
];

/// The reason that a value of the tag [`TERMINATION`] gives.
fn reason_of(value: &str) -> Option<Reason> {
    let mut reasons = REASONS.iter();
    let own = reasons.find(|(own, _)| own.eq_ignore_ascii_case(value.trim()));
    own.map(|(_, reason)| *reason)
}

/// The number of Othello among the types of games.
const OTHELLO: &str = "50";

/// Other tags that no other format begins with.
const OTHERS: [&str; 4] = ["Result", "FEN", "SetUp", "GameType"];

/// The beginning of a game after text of another kind, as of a letter or a page.
const EVENT: &str = "[Event \"";

/// Maximum number of lines of such a text.
const PREAMBLE: usize = 40;

/// Whether a text without tags is the moves of a game of chess, perhaps after comments: numbered from 1, with a move of a
/// piece among them, which no list of points has. One word of eight may be something else.
fn is_movetext(head: &Head<'_>) -> bool {
    let mut text = head.text.trim();
    while let Some((_, after)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) {
        text = after.trim_start();
    }
    if !text.starts_with("1.") {
        return false;
    }
    let [moves, pieces, others] = counts(whole_words(head, text));
    moves >= 2 && pieces >= 1 && others * 8 <= moves
}

/// Whether a text after tags is the moves of a game of chess, from any number on.
fn is_movetext_after_tags(head: &Head<'_>, text: &str) -> bool {
    let digits = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if digits.len() == text.len() || !digits.starts_with('.') {
        return false;
    }
    let [moves, _, others] = counts(whole_words(head, text));
    moves >= 1 && others * 8 <= moves
}

/// A text at the end of the head without its last word, which may be cut short.
fn whole_words<'t>(head: &Head<'_>, text: &'t str) -> &'t str {
    let end = text.rfind(char::is_whitespace).unwrap_or(text.len());
    if head.is_whole { text } else { &text[..end] }
}

/// Numbers of moves of chess, of those by a piece, and of other words and tags.
fn counts(text: &str) -> [usize; 3] {
    let [mut moves, mut pieces, mut others] = [0; 3];
    for (_, token) in token::Tokens::new(text) {
        match token {
            token::Token::Move(word) if token::is_san(&word) => {
                moves += 1;
                pieces +=
                    usize::from(word.starts_with(['K', 'Q', 'R', 'B', 'N', 'O']) && word.len() > 2);
            }
            token::Token::Move(_) | token::Token::Tag(..) => others += 1,
            _ => {}
        }
    }
    [moves, pieces, others]
}

fn detect(head: &Head<'_>) -> Confidence {
    if is_movetext(head) {
        return Confidence::Certain;
    }
    let mut lines = head.words().filter(|line| !line.starts_with('%'));
    let mut tags = lines.by_ref().map_while(token::tag);
    let Some((name, _)) = tags.next() else {
        let mut first = head.words().take(PREAMBLE);
        return Confidence::Likely.when(first.any(|line| line.starts_with(EVENT)));
    };
    let is_own = |name: &str| TAGS.iter().any(|(tag, _)| *tag == name) || OTHERS.contains(&name);
    if is_own(&name) {
        return Confidence::Certain;
    }
    let is_known = tags.any(|(name, _)| is_own(&name));
    Confidence::Likely.when(is_known || is_movetext_after_tags(head, after_tags(&head.text)))
}

/// The text from the first line on that is neither blank nor has a tag.
fn after_tags(text: &str) -> &str {
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n')
        && (line.trim().is_empty() || token::tag(line).is_some())
    {
        rest = after;
    }
    rest.trim_start()
}
