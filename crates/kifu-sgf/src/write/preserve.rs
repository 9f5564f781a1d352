//! Writes unchanged parts byte for byte.
//!
//! The output is assembled from pieces: spans of the text, and new text. Tokens that are adjacent in the output and in
//! the text keep the text between them, and so do properties of a node around a removed or new one.
//!
//! Recovery of a broken text depends on up to 64 KiB after it. So a change can make an unchanged value, or unexpected
//! text, read differently. The output must read back as the same tree: in cases of doubt it is read back, and if it
//! differs, the broken nodes are written in repaired form, first those of the changed games, then all, and at last
//! without the text between games.
//!
//! Bytes have the same problem: in encodings other than UTF-8, the text after half a character can become its other
//! half, and without a `CA` the encoding is guessed from the text. If the new bytes may not give the new text, they
//! are read back too. If they differ, the broken nodes are written in repaired form, and the collection is refused if
//! that does not help.

mod encode;
mod left_out;
mod of_text;
mod property;
mod recoded;
mod undeclared;

use std::borrow::Cow;

use kifu_syntax::text::brackets_to_escape;
use kifu_syntax::{Properties, Span};

use self::of_text::encoded;
use self::recoded::recoded;

use super::{Preserved, UnencodableValue, WriteError};
use crate::encoding::{Named, Source};
use crate::tree::{
    Collection, Compare, Content, Edited, EditedNode, Slot, Token, is_blank, written_properties,
};

/// A piece of the output: a span of the text, or of what is new.
enum Piece {
    Text(Span),
    New(Span),
    /// Of a game that is new, and in the encoding that the text ends with.
    Game(Span),
    /// Of a game whose `CA` was changed to name this encoding.
    Recoded(Named, Span),
}

/// Treatment of broken nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    /// Written unchanged.
    Keep,
    /// Unexpected text inside of a game is omitted, values are closed, brackets in them escaped.
    Mend,
    /// Text between games is omitted too.
    MendAll,
}

/// Returns the output for `collection`; games whose new text needs a `CA` get one.
pub(super) fn written(collection: &Collection) -> Result<Preserved, WriteError> {
    match collection.declared() {
        Cow::Borrowed(_) => encoded(collection),
        Cow::Owned(declared) => match encoded(&declared) {
            Err(WriteError::Unencodable(_) | WriteError::Misread) => encoded(collection),
            written => written,
        },
    }
}

/// Returns the output for `collection`, with the bytes that were read where they did not change.
fn written_as_read(collection: &Collection) -> Result<Preserved, WriteError> {
    let untouched = collection.slots().len() == collection.index().games.len()
        && collection
            .slots()
            .iter()
            .enumerate()
            .all(|(number, slot)| matches!(slot, Slot::Indexed(entry) if *entry == number));
    if untouched {
        return Ok(Preserved {
            bytes: collection.source().bytes().to_vec(),
            left_out: Vec::new(),
        });
    }
    let kept = Output::of(collection, Care::Keep);
    let is_certain = !kept.is_in_doubt;
    if let Some(written) = kept.if_understood(collection, is_certain) {
        return written;
    }
    let mended = Output::of(collection, Care::Mend);
    if let Some(written) = mended.if_understood(collection, false) {
        return written;
    }
    let mut open = collection.clone();
    for number in 0..open.len() {
        open.game_to_change(number);
    }
    let mended = Output::of(&open, Care::Mend);
    if let Some(written) = mended.if_understood(&open, false) {
        return written;
    }
    let mended = Output::of(&open, Care::MendAll);
    let written = mended.if_understood(&open, false);
    written.unwrap_or(Err(WriteError::Misread))
}

/// Returns the output for `collection`, as text.
pub(super) fn text(collection: &Collection) -> String {
    let kept = Output::of(collection, Care::Keep);
    if !kept.is_in_doubt || kept.reads_back(collection) {
        return kept.put_together();
    }
    let mut open = collection.clone();
    for number in 0..open.len() {
        open.game_to_change(number);
    }
    let mended = Output::of(&open, Care::Mend);
    if mended.reads_back(&open) {
        mended.put_together()
    } else {
        Output::of(&open, Care::MendAll).put_together()
    }
}

struct Output<'a> {
    text: &'a str,
    care: Care,
    pieces: Vec<Piece>,
    /// The new text of all pieces.
    new: String,
    /// End of the last token in the text; `None` after a new one.
    end: Option<usize>,
    /// Whether the output might read differently.
    is_in_doubt: bool,
    /// Whether the game being written is not from the text.
    is_new_game: bool,
    /// The encoding that the `CA` of the game names, if its bytes are in another one.
    recode: Option<Named>,
}

impl<'a> Output<'a> {
    fn of(collection: &'a Collection, care: Care) -> Self {
        let mut output = Self {
            text: collection.text(),
            care,
            pieces: Vec::new(),
            new: String::new(),
            end: None,
            is_in_doubt: !collection.problems().is_empty(),
            is_new_game: false,
            recode: None,
        };
        output.collection(collection);
        output
    }

    /// The text of a piece.
    fn text_of(&self, piece: &Piece) -> &str {
        match piece {
            Piece::Text(span) => span.of_str(self.text),
            Piece::New(span) | Piece::Game(span) | Piece::Recoded(_, span) => {
                span.of_str(&self.new)
            }
        }
    }

    /// Joins the output, before it is encoded.
    fn put_together(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| self.text_of(piece))
            .collect()
    }

    /// Whether the output reads as `collection`.
    fn reads_back(&self, collection: &Collection) -> bool {
        Collection::from(self.put_together()).is_same(collection, Compare::Ordered)
    }

    /// Returns the output, or why it cannot be written; `None` if it reads differently, as text or as bytes.
    ///
    /// Games that are not closed are one unit for the encodings, so they are closed if their encodings differ.
    fn if_understood(
        &self,
        collection: &Collection,
        is_certain: bool,
    ) -> Option<Result<Preserved, WriteError>> {
        if !is_certain && !self.reads_back(collection) {
            return None;
        }
        match self.written(collection) {
            Err(WriteError::Misread) => None,
            written => Some(written),
        }
    }

    fn written(&self, collection: &Collection) -> Result<Preserved, WriteError> {
        let bytes = self
            .encode(collection)
            .map_err(|error| WriteError::Unencodable(UnencodableValue::of(error, collection)))?;
        let is_same = bytes == collection.source().bytes();
        let source = Source::new(bytes, &collection.decode_options());
        let is_understood = is_same
            || source.text() == self.put_together()
            || Collection::from_source(source.clone()).is_same(collection, Compare::Ordered);
        if !is_understood {
            return Err(WriteError::Misread);
        }
        Ok(Preserved {
            bytes: source.into_bytes(),
            left_out: self.left_out(collection),
        })
    }

    fn text(&mut self, span: Span) {
        if span.is_empty() {
            return;
        }
        if self.recode.is_some() {
            self.separate(span.of_str(self.text));
            self.put_new(span.of_str(self.text));
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
        let Some(last) = self.pieces.last().map(|piece| self.text_of(piece)) else {
            return;
        };
        let is_word = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        };
        if is_word(last.as_bytes().last()) && is_word(next.as_bytes().first()) {
            self.put_new(" ");
        }
    }

    fn new_text(&mut self, new: &str) {
        self.put_new(new);
        self.end = None;
    }

    fn put_new(&mut self, new: &str) {
        let start = self.new.len();
        self.new.push_str(new);
        let span = Span::new(start, self.new.len());
        let piece = match self.recode {
            Some(charset) => Piece::Recoded(charset, span),
            None if self.is_new_game => Piece::Game(span),
            None => Piece::New(span),
        };
        match (self.pieces.last_mut(), piece) {
            (Some(Piece::New(last)), Piece::New(_)) | (Some(Piece::Game(last)), Piece::Game(_)) => {
                last.end = span.end;
            }
            (Some(Piece::Recoded(charset, last)), Piece::Recoded(next, _)) if *charset == next => {
                last.end = span.end;
            }
            (_, piece) => self.pieces.push(piece),
        }
    }

    /// Writes the text before a token: white space if the token before is the same one, unexpected text in any case.
    fn gap(&mut self, span: Span) {
        let is_kept = if is_blank(span.of_str(self.text)) {
            self.end == Some(span.start)
        } else {
            self.care == Care::Keep
        };
        if is_kept {
            self.text(span);
        }
    }

    /// Writes a token of the text.
    fn token(&mut self, token: Token) {
        self.gap(Span::new(token.gap, token.span.start));
        self.text(token.span);
        self.end = Some(token.span.end);
    }

    /// Writes a token that is in the text, missing in it, or new.
    fn sign(&mut self, token: Option<Token>, new: &str) {
        match token {
            Some(token) if !token.span.is_empty() => self.token(token),
            Some(token) if self.care == Care::Keep => {
                self.gap(Span::new(token.gap, token.span.start));
                if self.end == Some(token.gap) {
                    self.end = Some(token.span.end);
                }
            }
            _ => self.new_text(new),
        }
    }

    fn collection(&mut self, collection: &Collection) {
        let games = &collection.index().games;
        let text_start = games.first().map_or(self.text.len(), |game| game.start);
        self.between(Span::new(0, text_start));
        let mut before: Option<usize> = None;
        for (number, slot) in collection.slots().iter().enumerate() {
            let entry = match slot {
                Slot::Indexed(entry) => Some(*entry),
                Slot::Edited(edited) => edited.entry,
            };
            self.is_new_game = entry.is_none();
            self.recode = None;
            match (before, entry) {
                (Some(before), Some(entry)) if before + 1 == entry => {
                    self.between(Span::new(games[before].end, games[entry].start));
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
                    let start = edited.entry.map(|entry| games[entry].start);
                    self.recode = recoded(collection, number, edited, start);
                    self.end = edited.entry.map(|entry| games[entry].start);
                    self.game(edited);
                    self.gap(edited.tail);
                }
            }
            before = entry;
        }
        self.is_new_game = false;
        self.recode = None;
        if let Some(last) = games.last() {
            self.between(Span::new(last.end, self.text.len()));
        }
        if games.is_empty() && !collection.slots().is_empty() {
            self.new_text("\n");
        }
    }

    /// Text between games, before the first or after the last.
    fn between(&mut self, span: Span) {
        if self.care != Care::MendAll || is_blank(span.of_str(self.text)) {
            self.text(span);
        } else {
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
                    if is_variation(edited, node) {
                        let new = if id == edited.root { "(" } else { "\n(" };
                        self.sign(node.open, new);
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

    fn node(&mut self, edited: &Edited, id: u32) {
        let node = edited.node(id);
        let is_mended = self.is_mended(node);
        let properties = match &node.content {
            Content::Written(span) if !is_mended => {
                let gap = node.token.map_or(span.start, |token| token.gap);
                self.token(Token { gap, span: *span });
                return;
            }
            Content::Written(span) => Cow::Owned(written_properties(self.text, node.token, *span)),
            Content::Own(properties) => Cow::Borrowed(properties),
        };
        self.sign(node.token, ";");
        for property in properties.iter() {
            if let (Some(token), Some(end)) = (property.token, self.end)
                && end < token.gap
            {
                // Properties before it were removed.
                self.end = Some(token.gap);
            }
            match property.token {
                Some(token) if !property.touched && !is_mended => {
                    // If the text ends in half of a game, the text after it decides how that reads.
                    let mut values = property.values.iter();
                    self.is_in_doubt |= values.any(|value| is_doubtful(value.of(self.text)));
                    self.token(token);
                }
                _ => self.property(property),
            }
        }
        // The next token keeps its distance if the last properties were removed.
        if let Some(end) = self.end
            && !self.ends_node(node, end)
        {
            self.end = self.written_end(node).max(Some(end));
        }
    }

    /// Whether the text has no property of a node after `end`.
    fn ends_node(&self, node: &EditedNode, end: usize) -> bool {
        let after = self.text.as_bytes().get(end..).unwrap_or_default();
        let next = after.iter().find(|byte| !byte.is_ascii_whitespace());
        node.token.is_some_and(|token| token.span.end <= end)
            && matches!(next, None | Some(b';' | b'(' | b')'))
    }

    /// End in the text of the last property of a sound node; `None` if it has none there.
    fn written_end(&self, node: &EditedNode) -> Option<usize> {
        let token = node
            .token
            .filter(|token| !node.broken && !token.span.is_empty())?;
        let written = Properties::of_node(self.text.as_bytes(), token.span.start);
        let last = written.last()?.value_spans().last()?;
        Some(last.end + 1)
    }

    /// Whether a node is written in repaired form instead of its text.
    fn is_mended(&self, node: &EditedNode) -> bool {
        self.care != Care::Keep && self.needs_mending(node)
    }

    /// Whether the text of a node breaks the grammar, or could be read so. A changed node may contain text from
    /// another one.
    fn needs_mending(&self, node: &EditedNode) -> bool {
        let Content::Written(span) = node.content else {
            return true;
        };
        let is_unsigned = node.token.is_some_and(|token| token.span.is_empty());
        let mut properties = Properties::of_node(self.text.as_bytes(), span.start).within(span.end);
        let is_doubtful = |value: Span| is_doubtful(value.of_str(self.text));
        node.broken
            || is_unsigned
            || properties
                .any(|property| property.is_empty() || property.value_spans().any(is_doubtful))
    }
}

/// Whether the reading of a raw value depends on the text after it.
fn is_doubtful(value: &str) -> bool {
    brackets_to_escape(value).next().is_some()
}

/// Whether a node is written with a `(` before it.
fn is_variation(edited: &Edited, node: &EditedNode) -> bool {
    node.parent == crate::tree::NONE
        || edited.node(node.parent).children > 1
        || node.open.is_some_and(|open| !open.span.is_empty())
}
