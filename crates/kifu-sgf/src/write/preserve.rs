//! What was not touched comes out byte for byte.
//!
//! The output is put together from pieces: spans of the text, and what is new. Signs that follow
//! each other in the output as they did in the text keep what lay between them.

use kifu_syntax::text::escape_brackets;
use kifu_syntax::{GAME_OPENERS, Properties, Span};

use crate::encoding::Unencodable;
use crate::tree::{Collection, Content, Edited, EditedNode, Slot, Token};

enum Piece {
    Text(Span),
    New(String),
}

/// The bytes of `collection`.
pub(super) fn bytes(collection: &Collection) -> Result<Vec<u8>, Unencodable> {
    let untouched = collection.slots().len() == collection.index().games.len()
        && collection
            .slots()
            .iter()
            .enumerate()
            .all(|(number, slot)| matches!(slot, Slot::Indexed(entry) if *entry == number));
    if untouched {
        return Ok(collection.source().bytes().to_vec());
    }
    let mut output = Output {
        text: collection.text(),
        pieces: Vec::new(),
        end: None,
    };
    output.collection(collection);
    encode(collection, &output.pieces)
}

fn encode(collection: &Collection, pieces: &[Piece]) -> Result<Vec<u8>, Unencodable> {
    let source = collection.source();
    let mut bytes = source.bytes()[..source.mark()].to_vec();
    let mut end = 0;
    for (number, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Text(span) => {
                end = span.end;
                bytes.extend_from_slice(source.to_bytes_span(*span).of(source.bytes()));
            }
            Piece::New(new) => {
                // It stands between two spans of the text, in the place of what lay there.
                let next = match pieces.get(number + 1) {
                    Some(Piece::Text(span)) if span.start >= end => span.start,
                    _ => end,
                };
                bytes.extend_from_slice(&source.encode(Span::new(end, next), new)?);
            }
        }
    }
    Ok(bytes)
}

struct Output<'a> {
    text: &'a str,
    pieces: Vec<Piece>,
    /// Where the last sign ended in the text; `None` behind a new one.
    end: Option<usize>,
}

impl Output<'_> {
    fn text(&mut self, span: Span) {
        if span.is_empty() {
            return;
        }
        if let Some(Piece::Text(last)) = self.pieces.last_mut()
            && last.end == span.start
        {
            last.end = span.end;
            return;
        }
        self.separate(span.of_str(self.text));
        self.pieces.push(Piece::Text(span));
    }

    /// Keeps an identifier without a value apart from the next one.
    fn separate(&mut self, next: &str) {
        let last = match self.pieces.last() {
            Some(Piece::Text(span)) => span.of_str(self.text),
            Some(Piece::New(new)) => new,
            None => return,
        };
        let is_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        if is_word(last.as_bytes().last()) && is_word(next.as_bytes().first()) {
            self.pieces.push(Piece::New(" ".to_owned()));
        }
    }

    fn new_text(&mut self, new: &str) {
        match self.pieces.last_mut() {
            Some(Piece::New(last)) => last.push_str(new),
            _ => self.pieces.push(Piece::New(new.to_owned())),
        }
        self.end = None;
    }

    /// What lay before a sign in the text, if the sign before is the same as it was.
    fn gap(&mut self, gap: usize, start: usize) {
        let span = Span::new(gap, start);
        // Characters that were skipped as meaningless where they stood might not be elsewhere.
        let is_plain = span.of_str(self.text).bytes().all(|byte| byte <= b' ');
        if self.end == Some(gap) && is_plain {
            self.text(span);
        }
    }

    /// A sign that stands in the text.
    fn token(&mut self, token: Token) {
        self.gap(token.gap, token.span.start);
        self.text(token.span);
        self.end = Some(token.span.end);
    }

    /// A sign that stands in the text, or is missing there.
    fn sign(&mut self, token: Option<Token>, new: &str) {
        match token {
            Some(token) if !token.span.is_empty() => self.token(token),
            _ => self.new_text(new),
        }
    }

    fn collection(&mut self, collection: &Collection) {
        let games = &collection.index().games;
        let text_start = games.first().map_or(self.text.len(), |game| game.start);
        self.text(Span::new(0, text_start));
        let mut before: Option<usize> = None;
        for (number, slot) in collection.slots().iter().enumerate() {
            let entry = match slot {
                Slot::Indexed(entry) => Some(*entry),
                Slot::Edited(edited) => edited.entry,
            };
            match (before, entry) {
                (Some(before), Some(entry)) if before + 1 == entry => {
                    self.text(Span::new(games[before].end, games[entry].start));
                }
                _ if number > 0 => self.new_text("\n"),
                _ => {}
            }
            match slot {
                Slot::Indexed(entry) => {
                    let game = &games[*entry];
                    self.text(Span::new(game.start, game.end));
                }
                Slot::Edited(edited) => {
                    self.end = edited.entry.map(|entry| games[entry].start);
                    self.game(edited);
                }
            }
            before = entry;
        }
        if let Some(last) = games.last() {
            self.text(Span::new(last.end, self.text.len()));
        }
        if games.is_empty() && !collection.slots().is_empty() {
            self.new_text("\n");
        }
    }

    fn game(&mut self, edited: &Edited) {
        // Nodes to write, and `)` to write when their subtree is done.
        enum Step {
            Node(u32),
            Close(u32),
        }
        let mut steps = vec![Step::Node(edited.root)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close(id) => self.sign(edited.node(id).close, ")"),
                Step::Node(id) => {
                    let node = edited.node(id);
                    let is_variation = node.parent == crate::tree::NONE
                        || edited.node(node.parent).children > 1
                        || node.open.is_some_and(|open| !open.span.is_empty());
                    if is_variation {
                        let on_new_line = id != edited.root && !self.opens_game(node);
                        self.sign(node.open, if on_new_line { "\n(" } else { "(" });
                        steps.push(Step::Close(id));
                    }
                    self.node(edited, id);
                    let mut child = node.last_child;
                    while child != crate::tree::NONE {
                        steps.push(Step::Node(child));
                        child = edited.node(child).previous_sibling;
                    }
                }
            }
        }
    }

    /// Whether a node could be taken for the root of a game if its `(` began a line.
    fn opens_game(&self, node: &EditedNode) -> bool {
        match &node.content {
            Content::Written(span) => Properties::of_node(self.text.as_bytes(), span.start)
                .any(|property| GAME_OPENERS.contains(&property.identifier())),
            Content::Own(properties) => properties
                .iter()
                .any(|property| GAME_OPENERS.contains(&property.identifier.as_bytes())),
        }
    }

    fn node(&mut self, edited: &Edited, id: u32) {
        let node = edited.node(id);
        match &node.content {
            Content::Written(span) => {
                let gap = node.token.map_or(span.start, |token| token.gap);
                if span.of_str(self.text).starts_with(';') {
                    self.token(Token { gap, span: *span });
                } else {
                    self.new_text(";");
                    self.text(*span);
                    self.end = Some(span.end);
                }
            }
            Content::Own(properties) => {
                self.sign(node.token, ";");
                for property in properties {
                    match property.token {
                        Some(token) if !property.touched => self.token(token),
                        _ => {
                            if let Some(token) = property.token {
                                self.gap(token.gap, token.span.start);
                            }
                            self.separate(&property.identifier);
                            self.new_text(&property.identifier);
                            for value in &property.values {
                                self.new_text("[");
                                self.new_text(&escape_brackets(value.of(self.text)));
                                self.new_text("]");
                            }
                            if property.values.is_empty() {
                                self.new_text("[]");
                            }
                            self.end = property.token.map(|token| token.span.end);
                        }
                    }
                }
            }
        }
    }
}
