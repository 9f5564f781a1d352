//! Decides the encoding of each game of a file that is not plain UTF-8.

mod form;
mod game;
mod signs;
mod unmarked;
mod values;
mod weigh;

use std::rc::Rc;

use kifu_syntax::Span;
use kifu_syntax::undecoded::begins_next_game;
use memchr::memmem;

pub(super) use self::unmarked::may_not_be_utf8;
use self::weigh::{Pool, is_latin};
use super::charset::Kind;
use super::encode::LastShift;
use super::hz::HzPairs;
use super::lawful::LawfulGames;
use super::segment::{Decision, Form, Segment};
use super::split::{Chunks, Place};
use super::stretch::Stretches;
use super::walk::{decode, walk};
use super::{ByteSpan, Charset, DecodeOptions, EncodingProblem, EncodingProblemKind};

/// The text of a file, with its segments.
#[derive(Debug, Default)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) segments: Vec<Segment>,
    pub(super) problems: Vec<EncodingProblem>,
}

/// Decodes `bytes` from `start` on as one segment.
pub(super) fn as_one(bytes: &[u8], start: usize, charset: Charset, decision: Decision) -> Decoded {
    let mut decider = Decider::new(bytes, DecodeOptions::default());
    let form = decider.form(charset, start..bytes.len());
    decider.append(start..bytes.len(), charset, form, decision);
    decider.out
}

/// Decodes `bytes` from `start` on, game by game. `wide` is the encoding at the start if its units are wider than a
/// byte.
pub(super) fn by_games(
    bytes: &[u8],
    start: usize,
    wide: Option<Charset>,
    options: &DecodeOptions,
) -> Decoded {
    let mut decider = Decider::new(bytes, *options);
    decider.marked = start > 0 && wide.is_none();
    for stretch in Stretches::new(bytes, start, wide) {
        match stretch.wide {
            Some(charset) => decider.wide(stretch.range, charset),
            None => decider.stretch(stretch.range),
        }
    }
    decider.settle();
    decider.out
}

type Range = std::ops::Range<usize>;

struct Decider<'a> {
    bytes: &'a [u8],
    options: DecodeOptions,
    /// Whether the file begins with the byte order mark of UTF-8.
    marked: bool,
    out: Decoded,
    place: Place,
    /// The value of `CA` of the game, and the encoding it names.
    declared: Option<ByteSpan>,
    named: Option<Charset>,
    /// The encoding of the game.
    game: Option<(Charset, Decision)>,
    /// The encoding of the last text beyond ASCII, unless it is for Latin letters.
    previous: Option<(Charset, Decision)>,
    /// Whether the last text beyond ASCII was in an encoding for Latin letters.
    latin: bool,
    /// Evidence from the whole file, collected on demand.
    pool: Option<Pool>,
    /// Number of guesses still allowed: bounds the time for a file of many tiny games.
    guesses: usize,
    /// Number of bytes that may still be read ahead to find ends of games: keeps the time linear.
    ahead: usize,
    /// End of the games in byte-sized units.
    end: usize,
    /// Valid games, which no evidence may split.
    lawful: Rc<LawfulGames>,
    /// Whether the last segment is ASCII of a game whose encoding is still open.
    open: bool,
    /// The escape sequence in which the last segment ends: the text after it is not read under that sequence.
    left: Option<&'static [u8]>,
}

/// Escape, and shift out: they begin the escape sequences of encodings of seven bits.
pub(super) const SHIFTS: [u8; 2] = [0x1B, 0x0E];

impl<'a> Decider<'a> {
    fn new(bytes: &'a [u8], options: DecodeOptions) -> Self {
        Self {
            bytes,
            options,
            marked: false,
            out: Decoded::default(),
            place: Place::default(),
            declared: None,
            named: None,
            game: None,
            previous: None,
            latin: false,
            pool: None,
            guesses: 256 + bytes.len() / 512,
            ahead: bytes.len().saturating_mul(4),
            end: bytes.len(),
            lawful: Rc::default(),
            open: false,
            left: None,
        }
    }

    /// Handles a stretch of games in byte-sized units.
    fn stretch(&mut self, range: Range) {
        self.end = range.end;
        let lawful = Rc::new(LawfulGames::of(self.bytes, range.clone()));
        self.lawful = Rc::clone(&lawful);
        for chunk in Chunks::new(&self.bytes[range.clone()], &lawful, range.start) {
            let chunk = range.start + chunk.start..range.start + chunk.end;
            let end = self.end_of_declared(chunk.clone());
            self.chunk(chunk.start..end);
            if end < chunk.end {
                self.chunk(end..chunk.end);
            }
        }
    }

    /// Handles a stretch of games in UTF-16 or UTF-32.
    fn wide(&mut self, range: Range, charset: Charset) {
        self.settle();
        self.declared = None;
        self.named = None;
        self.game = None;
        self.append(range, charset, Form::Whole, Decision::Mark);
        self.place = Place::default();
    }

    fn chunk(&mut self, range: Range) {
        let (chunk, from) = (&self.bytes[range.clone()], &self.bytes[range.start..]);
        let in_lawful_game = self.lawful.hold(range.start);
        if !self.place.is_outside()
            && !in_lawful_game
            && begins_next_game(self.bytes, range.start, self.place.in_value)
        {
            self.place = Place::default();
        }
        let own = self.own_declaration(&range);
        let mut is_whole = false;
        if self.place.is_outside() || own.is_some() {
            self.settle();
            self.declared = own.map(|span| ByteSpan::from(span.range()).offset_by(range.start));
            self.named = own.and_then(|span| Charset::for_label_bytes(span.of(from)));
            self.game = None;
            if !self.place.in_value {
                // A game follows, even if the one before is still open.
                self.place.depth = 0;
                is_whole = self.decide_game(&range);
            }
        }
        if let Some(charset) = self.in_values(range.clone()) {
            self.game = Some((charset, Decision::Declared));
            return;
        }
        if self.place.in_value
            && let Some((charset, decision)) = self.game
            && !chunk.is_ascii()
            && is_valid(charset, chunk)
        {
            self.decided(range, charset, decision);
            return;
        }
        if let Some(charset) = self.shifted(range.clone()) {
            let decision = if self.named == Some(charset) {
                Decision::Declared
            } else {
                Decision::Valid
            };
            self.decided(range, charset, decision);
        } else if chunk.is_ascii() {
            if self.is_unknown_in(&range) || self.has_unknown_shifts(chunk) {
                self.decided(range, Charset::UTF_8, Decision::Doubtful);
            } else {
                self.ascii(range);
            }
        } else if let Some((charset, decision)) = self.game
            && (is_whole || self.fits(charset, chunk))
        {
            self.decided(range, charset, decision);
        } else if std::str::from_utf8(chunk).is_ok() {
            let decision = self.utf8();
            self.decided(range, Charset::UTF_8, decision);
        } else {
            let (charset, decision) = self.weigh(chunk);
            self.decided(range, charset, decision);
        }
    }

    /// Whether `CA` names an unknown encoding, and a range has text that may be in it.
    fn is_unknown_in(&self, range: &Range) -> bool {
        let is_text = |byte: &u8| !byte.is_ascii() || SHIFTS.contains(byte);
        self.named.is_none()
            && !self.marked
            && self
                .declared
                .is_some_and(|label| !label.of(self.bytes).is_empty())
            && self.bytes[range.clone()].iter().any(is_text)
    }

    /// Whether text of seven bits without a declaration has escape sequences of an unknown encoding, such as
    /// ISO-2022-KR.
    fn has_unknown_shifts(&self, chunk: &[u8]) -> bool {
        self.named.is_none()
            && !self.marked
            && memchr::memchr2(SHIFTS[0], SHIFTS[1], chunk).is_some()
    }

    fn utf8(&self) -> Decision {
        if self.marked {
            Decision::Mark
        } else if self.named == Some(Charset::UTF_8) {
            Decision::Declared
        } else {
            Decision::Valid
        }
    }

    /// Returns the seven-bit encoding of a chunk, other than ASCII.
    ///
    /// If `CA` names another encoding, in which all seven-bit bytes are the same, that counts, unless escape
    /// characters contradict it, which no text has.
    fn shifted(&self, range: Range) -> Option<Charset> {
        let chunk = &self.bytes[range.clone()];
        if !chunk.is_ascii() {
            return None;
        }
        let jis = [&b"\x1B$B"[..], b"\x1B$@", b"\x1B(J", b"\x1B(I"]
            .iter()
            .any(|sequence| memmem::find(chunk, sequence).is_some());
        let makes_sense = || {
            let is_closed = memmem::rfind(chunk, b"\x1B")
                .is_some_and(|last| matches!(chunk[last + 1..], [b'(', b'B' | b'J', ..]));
            (self.named.is_none() || is_closed) && is_valid(Charset::ISO_2022_JP, chunk)
        };
        if jis && (self.named == Some(Charset::ISO_2022_JP) || makes_sense()) {
            return Some(Charset::ISO_2022_JP);
        }
        let hz = memmem::find(chunk, b"~{").is_some();
        let makes_sense = || {
            // A text that ends with `)` is whole, and may be a game that is read by itself.
            let is_cut = range.end == self.bytes.len() && !chunk.trim_ascii_end().ends_with(b")");
            HzPairs::of(chunk, is_cut.then(|| self.least_of_cut_hz()))
                .is_some_and(|pairs| self.may_be_hz(pairs))
                && is_valid(Charset::HZ, chunk)
        };
        if hz && (self.named == Some(Charset::HZ) || makes_sense()) {
            return Some(Charset::HZ);
        }
        None
    }

    /// Minimum number of frequent characters that counts as evidence for HZ cut off by the end of the file, if the
    /// chunk has no other HZ.
    fn least_of_cut_hz(&self) -> usize {
        if self.is_in_hz() { 0 } else { 3 }
    }

    fn is_in_hz(&self) -> bool {
        self.game.is_some_and(|(charset, _)| charset == Charset::HZ)
    }

    /// Whether `CA` allows that a chunk with these `pairs` is HZ.
    fn may_be_hz(&self, pairs: HzPairs) -> bool {
        let Some(named) = self.named else {
            // A name in ASCII may be put between `~{` and `~}`; its letters are mostly lower-case, which are rare
            // characters.
            let is_chinese = pairs.all >= 2 && pairs.common * 2 >= pairs.all;
            return is_chinese || (self.is_in_hz() && pairs.all > 0);
        };
        // The standard's default is also written by programs that do not think of it.
        let is_plain = named == Charset::WINDOWS_1252;
        let is_chinese = [Charset::GBK, Charset::GB18030].contains(&named);
        (is_chinese && pairs.all > 0)
            || (is_plain && pairs.all >= 4 && pairs.common * 4 >= pairs.all * 3)
    }

    /// Handles a chunk of ASCII: it has the encoding of the rest of its game.
    fn ascii(&mut self, range: Range) {
        if let Some((charset, decision)) = self.game {
            let charset = if charset.extends_ascii() {
                charset
            } else {
                Charset::UTF_8
            };
            self.append(range, charset, Form::Whole, decision);
        } else if let Some(charset) = self.named.filter(|charset| charset.extends_ascii()) {
            self.append(range, charset, Form::Whole, Decision::Declared);
        } else {
            let decision = self.utf8();
            let merges = self.open;
            self.append_separately(range, Charset::UTF_8, Form::Whole, decision, !merges);
            self.open = true;
        }
    }

    /// Stores the encoding of the game and decodes it.
    fn decided(&mut self, range: Range, charset: Charset, decision: Decision) {
        let decision = if self.is_unknown_in(&range) {
            Decision::Doubtful
        } else {
            decision
        };
        if self.open
            && charset.extends_ascii()
            && self.game.is_none()
            && let Some(segment) = self.out.segments.last_mut()
        {
            segment.charset = charset;
            segment.decision = decision;
        }
        self.settle();
        self.game.get_or_insert((charset, decision));
        self.latin = is_latin(charset) && charset != Charset::UTF_8;
        let neighbor = if decision.is_guess() {
            decision
        } else {
            Decision::Guessed
        };
        self.previous = Some((charset, neighbor)).filter(|(charset, _)| !is_latin(*charset));
        let form = self.form(charset, range.clone());
        self.append(range, charset, form, decision);
    }

    /// Marks the encoding of the last segment as decided.
    fn settle(&mut self) {
        self.open = false;
    }

    fn append(&mut self, range: Range, charset: Charset, form: Form, decision: Decision) {
        self.append_separately(range, charset, form, decision, false);
    }

    fn append_separately(
        &mut self,
        range: Range,
        charset: Charset,
        form: Form,
        decision: Decision,
        separately: bool,
    ) {
        if range.is_empty() {
            return;
        }
        let from = self.out.text.len();
        let bytes = &self.bytes[range.clone()];
        let problems = &mut self.out.problems;
        decode(charset, form, bytes, &mut self.out.text, |start, end| {
            let span = ByteSpan::new(range.start + start, range.start + end);
            match problems.last_mut() {
                // Together, so that a file of rubbish does not make more problems than bytes.
                Some(last)
                    if last.kind == EncodingProblemKind::InvalidBytes
                        && span.start <= last.span.end + 8 =>
                {
                    last.span.end = span.end;
                }
                _ => problems.push(EncodingProblem::new(
                    EncodingProblemKind::InvalidBytes,
                    span,
                )),
            }
        });
        if form == Form::EscapedTrails {
            self.problem(
                EncodingProblemKind::EscapedTrailByte,
                ByteSpan::from(range.clone()),
            );
        }
        self.place.pass(&self.out.text.as_bytes()[from..]);
        let segment = Segment {
            text: Span::new(from, self.out.text.len()),
            bytes: ByteSpan::from(range),
            charset,
            decision,
            declared: self.declared,
            form,
        };
        if let Some(last) = self.out.segments.last_mut()
            && !separately
            && self.left.is_none()
            && last.extends_to(&segment, self.bytes)
        {
            last.text.end = segment.text.end;
            last.bytes.end = segment.bytes.end;
        } else {
            self.out.segments.push(segment);
        }
        self.left = if charset.is_shifted() {
            LastShift::default().find(charset, bytes, bytes.len())
        } else {
            None
        };
    }

    fn problem(&mut self, kind: EncodingProblemKind, span: ByteSpan) {
        self.out.problems.push(EncodingProblem::new(kind, span));
    }
}

pub(super) fn is_valid(charset: Charset, bytes: &[u8]) -> bool {
    if let Kind::Web(encoding) = charset.0 {
        return encoding
            .decode_without_bom_handling_and_without_replacement(bytes)
            .is_some();
    }
    let mut valid = true;
    walk(charset, Form::Whole, bytes, |step| valid &= !step.invalid);
    valid
}
