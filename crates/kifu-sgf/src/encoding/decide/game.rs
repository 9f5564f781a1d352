//! Decides the encoding game by game.

use kifu_syntax::Span;
use kifu_syntax::undecoded::begins_next_game;

use super::super::Charset;
use super::super::declaration::{declaration, declarations};
use super::super::segment::{Decision, Form};
use super::super::split::{Chunks, Place};
use super::super::walk::decode;
use super::weigh::is_utf8_after_all;
use super::{Decider, Range, is_valid};

impl Decider<'_> {
    /// Returns the `CA` that takes effect with a chunk, as a span of the bytes from its start on.
    pub(super) fn own_declaration(&mut self, chunk: &Range) -> Option<Span> {
        let bytes = self.bytes;
        if self.place.in_value {
            let is_open = self.declared.is_none() && self.place.depth == 1;
            let is_between = self.lawful.hold(chunk.start);
            return declaration(&bytes[chunk.clone()], true).filter(|_| is_open && !is_between);
        }
        if self.lawful.hold(chunk.start) {
            return None;
        }
        let own = declaration(&bytes[chunk.clone()], false);
        if own.is_some() || !self.place.is_outside() {
            return own;
        }
        let mut place = Place::default();
        place.pass(&bytes[chunk.clone()]);
        if !place.in_value {
            return None;
        }
        // A value holds what looks like the end of the game.
        let end = self.end_of_game(chunk);
        let game = &bytes[chunk.start..end];
        declaration(game, false).filter(|label| {
            let mut place = Place::default();
            place.pass(&game[..label.start]);
            place.depth == 1
        })
    }

    /// Decides the encoding of the game that begins with a chunk, as far as one encoding can read all of it. Returns
    /// whether the chunk is the whole game.
    pub(super) fn decide_game(&mut self, chunk: &Range) -> bool {
        let end = self.end_of_game(chunk);
        let game = &self.bytes[chunk.start..end];
        if game.is_ascii() {
            return false;
        }
        let named = self
            .named
            .filter(|charset| charset.extends_ascii() && *charset != Charset::UTF_8);
        if std::str::from_utf8(game).is_ok() {
            let is_read = |named: &Charset| {
                is_valid(*named, game)
                    && !is_utf8_after_all(game, *named)
                    && self.is_sound(*named, chunk.start..end)
            };
            self.game = Some(match named.filter(is_read) {
                Some(named) => (named, Decision::Declared),
                None => self.unmarked(&(chunk.start..end)),
            });
            return end == chunk.end;
        }
        let found = self.weigh(game);
        let is_whole = end == chunk.end;
        let is_named = named.is_none_or(|named| named == found.0) || found.0 == Charset::UTF_8;
        if is_whole || is_named && self.fits(found.0, game) {
            self.game = Some(found);
        }
        is_whole
    }

    /// Returns the end of the game that begins with `first`, as far as it can be known before the game is decoded:
    /// brackets are found in the encoding that `CA` names.
    fn end_of_game(&mut self, first: &Range) -> usize {
        if let Some(end) = self.lawful.end_of(self.bytes, first.start) {
            return end.max(first.end);
        }
        let named = self
            .named
            .filter(|charset| charset.has_syntax_in_trail_bytes());
        let mut text = String::new();
        let mut place = Place::default();
        let mut pass = |part: &[u8]| {
            if let Some(named) = named.filter(|_| !part.is_ascii()) {
                text.clear();
                decode(named, Form::Whole, part, &mut text, |_, _| {});
                place.pass(text.as_bytes());
            } else {
                place.pass(part);
            }
            place
        };
        let mut place = pass(&self.bytes[first.clone()]);
        let mut end = first.end;
        for chunk in Chunks::new(&self.bytes[end..self.end], &self.lawful, end) {
            let start = first.end + chunk.start;
            let part = &self.bytes[start..first.end + chunk.end];
            let is_next = place.is_outside()
                || !place.in_value && declarations(part).next().is_some()
                || begins_next_game(self.bytes, start, place.in_value);
            if is_next || self.ahead < part.len() {
                break;
            }
            self.ahead -= part.len();
            place = pass(part);
            end = start + part.len();
        }
        end
    }

    /// Whether a part of a game is in the encoding of the game.
    pub(super) fn fits(&self, charset: Charset, part: &[u8]) -> bool {
        if charset == Charset::UTF_8 {
            return self.is_damaged_utf8(part);
        }
        is_valid(charset, part)
            && (std::str::from_utf8(part).is_err() || !is_utf8_after_all(part, charset))
    }

    /// Returns the end of the game that begins with a chunk, if it is valid in the encoding that its `CA` names and
    /// the text after it is not; otherwise the end of the chunk.
    pub(super) fn end_of_declared(&self, range: Range) -> usize {
        let chunk = &self.bytes[range.clone()];
        if chunk.is_ascii() || self.place.in_value {
            return range.end;
        }
        let label = declaration(chunk, false);
        let named = label.and_then(|label| Charset::for_label_bytes(label.of(chunk)));
        let Some(named) = named.filter(|named| named.extends_ascii() && !is_valid(*named, chunk))
        else {
            return range.end;
        };
        let mut text = String::new();
        let mut place = Place::default();
        let mut at = 0;
        for close in memchr::memchr_iter(b')', chunk) {
            text.clear();
            let mut is_valid = true;
            let part = at..close + 1;
            decode(named, Form::Whole, &chunk[part], &mut text, |_, _| {
                is_valid = false;
            });
            place.pass(text.as_bytes());
            at = close + 1;
            if !is_valid {
                break;
            }
            if place.is_outside() {
                return range.start + at;
            }
        }
        range.end
    }
}
