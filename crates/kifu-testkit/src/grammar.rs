//! The grammar of the standard, production by production, and nothing else: the oracle for every reader.
//!
//! ```text
//! Collection = GameTree { GameTree }
//! GameTree   = "(" Sequence { GameTree } ")"
//! Sequence   = Node { Node }
//! Node       = ";" { Property }
//! Property   = PropIdent PropValue { PropValue }
//! PropIdent  = Letter { Letter }, at least one of them a capital
//! PropValue  = "[" anything up to the first "]" without a "\" before it "]"
//! ```
//!
//! White space may stand anywhere but within an identifier. (Small letters in identifiers were allowed up to FF\[3\].)
//!
//! Two limits keep work and memory bounded: trees inside trees (here alone), and the letters of an identifier (Kifu's
//! own limit; a longer one is unexpected text).

use std::ops::Range;

/// A terminal of the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// `(`.
    Open,
    /// `;`.
    Node,
    /// The letters of an identifier.
    Identifier,
    /// Text between the brackets of a value.
    Value,
    /// `)`.
    Close,
}

/// Trees within trees at the most: the productions call each other.
const DEEPEST: usize = 200;

/// Letters in an identifier at the most: `kifu_syntax::IDENTIFIER_LIMIT`.
const LONGEST_IDENTIFIER: usize = 256;

/// Returns the tokens of `text`; `None` if the grammar does not allow it.
///
/// A text with a value that [looks cut off](looks_cut_off), which Kifu reads differently, is not accepted.
#[must_use]
pub fn tokens(text: &[u8]) -> Option<Vec<(Token, Range<usize>)>> {
    let mut grammar = Grammar {
        text,
        at: 0,
        tokens: Vec::new(),
    };
    grammar.collection()?;
    (grammar.peek().is_none()).then_some(grammar.tokens)
}

/// A node of a game tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Number of the parent in its game; `None` for the root.
    pub parent: Option<usize>,
    /// Identifiers with their raw values, in file order.
    pub properties: Vec<(Vec<u8>, Vec<Vec<u8>>)>,
}

/// The nodes of each game of `text` in file order, if the grammar allows the text.
#[must_use]
pub fn games(text: &[u8]) -> Option<Vec<Vec<Node>>> {
    let mut games = Vec::<Vec<Node>>::new();
    // The last node of each open sequence.
    let mut open = Vec::<Option<usize>>::new();
    for (token, span) in tokens(text)? {
        let raw = text[span].to_vec();
        match token {
            Token::Open => {
                if open.is_empty() {
                    games.push(Vec::new());
                }
                open.push(open.last().copied().flatten());
            }
            Token::Close => drop(open.pop()),
            Token::Node => {
                let (nodes, parent) = (games.last_mut()?, open.last_mut()?);
                let parent = parent.replace(nodes.len());
                nodes.push(Node {
                    parent,
                    properties: Vec::new(),
                });
            }
            Token::Identifier => {
                let node = games.last_mut()?.last_mut()?;
                node.properties.push((raw, Vec::new()));
            }
            Token::Value => {
                let node = games.last_mut()?.last_mut()?;
                node.properties.last_mut()?.1.push(raw);
            }
        }
    }
    Some(games)
}

/// Whether the raw value ends with the beginning of a game: a line that begins with `(;`, an identifier and `[`, and
/// no `]`, which is escaped, after that.
#[must_use]
pub fn looks_cut_off(value: &[u8]) -> bool {
    let Some(bracket) = value.iter().rposition(|byte| *byte == b'[') else {
        return false;
    };
    let before = |text: &'_ [u8], is_meant: fn(&u8) -> bool| {
        text.iter()
            .rposition(|byte| !is_meant(byte))
            .map_or(0, |at| at + 1)
    };
    let is_blank: fn(&u8) -> bool = |byte| *byte <= b' ';
    let name = &value[..before(&value[..bracket], is_blank)];
    let head = &name[..before(name, u8::is_ascii_alphabetic)];
    let line = head[..before(head, is_blank)]
        .strip_suffix(b";")
        .and_then(|head| head[..before(head, is_blank)].strip_suffix(b"("));
    let begins_line = |line: &[u8]| {
        let line = &line[..before(line, |byte| matches!(byte, b' ' | b'\t'))];
        matches!(line.last(), Some(b'\n' | b'\r' | 0)) || line.ends_with("\u{feff}".as_bytes())
    };
    head.len() < name.len() && line.is_some_and(begins_line) && !value[bracket..].contains(&b']')
}

struct Grammar<'a> {
    text: &'a [u8],
    at: usize,
    tokens: Vec<(Token, Range<usize>)>,
}

impl Grammar<'_> {
    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t'..=b'\r') = self.text.get(self.at) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn sign(&mut self, sign: u8, token: Token) -> Option<()> {
        (self.peek()? == sign).then(|| {
            self.tokens.push((token, self.at..self.at + 1));
            self.at += 1;
        })
    }

    fn collection(&mut self) -> Option<()> {
        self.game_tree(0)?;
        while self.peek() == Some(b'(') {
            self.game_tree(0)?;
        }
        Some(())
    }

    fn game_tree(&mut self, depth: usize) -> Option<()> {
        if depth == DEEPEST {
            return None;
        }
        self.sign(b'(', Token::Open)?;
        self.sequence()?;
        while self.peek() == Some(b'(') {
            self.game_tree(depth + 1)?;
        }
        self.sign(b')', Token::Close)
    }

    fn sequence(&mut self) -> Option<()> {
        self.node()?;
        while self.peek() == Some(b';') {
            self.node()?;
        }
        Some(())
    }

    fn node(&mut self) -> Option<()> {
        self.sign(b';', Token::Node)?;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.property()?;
        }
        Some(())
    }

    fn property(&mut self) -> Option<()> {
        let rest = &self.text[self.at..];
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let length = letters.count();
        if length > LONGEST_IDENTIFIER || !rest[..length].iter().any(u8::is_ascii_uppercase) {
            return None;
        }
        self.tokens
            .push((Token::Identifier, self.at..self.at + length));
        self.at += length;
        self.value()?;
        while self.peek() == Some(b'[') {
            self.value()?;
        }
        Some(())
    }

    fn value(&mut self) -> Option<()> {
        if self.peek()? != b'[' {
            return None;
        }
        let start = self.at + 1;
        let mut end = start;
        while *self.text.get(end)? != b']' {
            end += if self.text[end] == b'\\' { 2 } else { 1 };
        }
        self.tokens.push((Token::Value, start..end));
        self.at = end + 1;
        (!looks_cut_off(&self.text[start..end])).then_some(())
    }
}
