//! Text that the reference grammar accepts is read by it in every way of reading.
//!
//! Mutations are rarely lawful: so a second text is made of the input, without what the grammar does not allow there.

use kifu_sgf::encoding::{Charset, DecodeOptions};
use kifu_sgf::{Collection, GameReader, GameTree};
use kifu_syntax::{Event, EventKind, EventSink, IDENTIFIER_LIMIT, Parser, Reader};
use kifu_testkit::grammar::{self, Node, Token};

use crate::Choices;

/// Trees inside trees in the text that is made: fewer than the games that a part of a text may have open.
const DEEPEST: usize = 30;

/// Checks all laws of lawful text.
pub fn check(data: &[u8]) {
    let mut choices = Choices::of(data);
    against_grammar(data, &mut choices);
    let lawful = lawful(data);
    assert!(
        lawful.is_empty() || grammar::tokens(&lawful).is_some(),
        "{}",
        lawful.escape_ascii()
    );
    against_grammar(&lawful, &mut choices);
}

fn against_grammar(text: &[u8], choices: &mut Choices) {
    let Some(tokens) = grammar::tokens(text) else {
        return;
    };
    let tokens = tokens.into_iter();
    let tokens = tokens.map(|(token, span)| Event::new(kind(token), span.into()));
    let tokens = tokens.collect::<Vec<_>>();
    let mut parser = Parser::new(text);
    let found = std::iter::from_fn(|| parser.next());
    assert!(found.eq(tokens.iter().copied()), "one by one");
    let mut all = Vec::new();
    Parser::new(text).for_each(|event| all.push(event));
    assert_eq!(all, tokens, "all at once");
    let mut fed = Fed(Vec::new());
    Parser::new(text).feed(&mut fed);
    assert_eq!(fed.0, tokens, "fed");
    streamed(text, &tokens, choices);
    if let Ok(text) = std::str::from_utf8(text) {
        trees(text);
    }
}

const fn kind(token: Token) -> EventKind {
    match token {
        Token::Open => EventKind::TreeBegin,
        Token::Node => EventKind::NodeBegin,
        Token::Identifier => EventKind::Identifier,
        Token::Value => EventKind::Value,
        Token::Close => EventKind::TreeEnd,
    }
}

/// Collects events.
struct Fed(Vec<Event>);

impl EventSink for Fed {
    fn event(&mut self, event: Event) {
        self.0.push(event);
    }
}

fn streamed(text: &[u8], tokens: &[Event], choices: &mut Choices) {
    let pieces = crate::events::Pieces::new(text, choices, 8);
    let mut reader = Reader::new(pieces);
    let mut found = Vec::new();
    while let Some(event) = reader.next_event().expect("pieces can be read") {
        found.push(event);
    }
    assert_eq!(found, tokens, "in pieces");
}

fn trees(text: &str) {
    let games = grammar::games(text.as_bytes()).expect("the grammar accepts it");
    let mut collection = Collection::from(text);
    assert!(
        collection.games().map(nodes).eq(games.iter().cloned()),
        "as a tree"
    );
    for (number, expected) in games.iter().enumerate() {
        let game = collection.game_mut(number).expect("the game exists");
        assert_eq!(&nodes(game.tree()), expected, "under change");
    }
    let options = DecodeOptions::default().with_charset(Charset::UTF_8);
    let pieces = GameReader::with_options(text.as_bytes(), options);
    let pieces = pieces.collect::<Result<Vec<_>, _>>();
    let pieces = pieces.expect("a slice can be read");
    let found = pieces.iter().flat_map(Collection::games).map(nodes);
    assert!(found.eq(games), "game by game");
}

fn nodes(game: GameTree<'_>) -> Vec<Node> {
    let nodes = game.nodes().map(|node| Node {
        parent: node.parent().map(|parent| parent.number()),
        properties: node
            .properties()
            .map(|property| {
                let values = property.values().map(|value| value.as_bytes().to_vec());
                let identifier = property.written_identifier().as_bytes().to_vec();
                (identifier, values.collect())
            })
            .collect(),
    });
    nodes.collect()
}

/// The text of `data` without the bytes that the grammar does not allow where they are; what is missing is added.
fn lawful(data: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(data.len() + DEEPEST);
    let mut depth = 0;
    let mut needs_node = false;
    let mut after_tree = false;
    let mut after_value = false;
    let mut at = 0;
    while at < data.len() {
        let byte = data[at];
        let is_blank = matches!(byte, b' ' | b'\t'..=b'\r');
        if needs_node && !is_blank {
            needs_node = false;
            text.push(b';');
            at += usize::from(byte == b';');
            continue;
        }
        let in_node = depth > 0 && !after_tree;
        let letters = data[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic());
        let letters = letters.count();
        let blanks = data[at + letters..].iter();
        let blanks = blanks
            .take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r'))
            .count();
        let is_name = letters <= IDENTIFIER_LIMIT
            && data[at..at + letters].iter().any(u8::is_ascii_uppercase);
        let value_at = at + letters + blanks;
        match byte {
            _ if is_blank => text.push(byte),
            b'(' if depth < DEEPEST => {
                text.push(byte);
                depth += 1;
                (needs_node, after_tree, after_value) = (true, false, false);
            }
            b')' if depth > 0 => {
                text.push(byte);
                depth -= 1;
                after_tree = depth > 0;
                after_value = false;
            }
            b';' if in_node => {
                text.push(byte);
                after_value = false;
            }
            _ if in_node
                && (is_name || (letters == 0 && after_value))
                && let Some(end) = value_end(data, value_at) =>
            {
                text.extend_from_slice(&data[at..end]);
                after_value = true;
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    if needs_node {
        text.push(b';');
    }
    text.extend(std::iter::repeat_n(b')', depth));
    if !text.contains(&b'(') {
        text.clear();
    }
    text
}

/// Where the value ends that begins at `at`, if there is one and it does not look cut off.
fn value_end(data: &[u8], at: usize) -> Option<usize> {
    if data.get(at) != Some(&b'[') {
        return None;
    }
    let mut end = at + 1;
    while *data.get(end)? != b']' {
        end += if data[end] == b'\\' { 2 } else { 1 };
    }
    (!grammar::looks_cut_off(&data[at + 1..end])).then_some(end + 1)
}
