//! Deciding the encoding of each game of a file that is not simply UTF-8.

use std::cell::OnceCell;

use encoding_rs::Encoding;
use kifu_syntax::Span;
use memchr::memmem;

use super::charset::Kind;
use super::encode::LastShift;
use super::guess::{Evidence, Guess, weighed_as};
use super::hz::HzPairs;
use super::segment::{Decision, Form, Segment};
use super::split::{Chunks, Place, begins_next_game, declarations, values};
use super::stretch::Stretches;
use super::walk::{decode, ends_value, walk};
use super::{Charset, DecodeOptions, EncodingProblem, EncodingProblemKind, utf16};

/// How much of a whole file is looked at for what its games have in common.
const POOL: usize = 4096;

/// What it counts for an encoding that the game before is in it, or that the file as a whole looks
/// like it, in the units of [`guess`](super::guess).
const NEIGHBOUR: u32 = 60;

/// What it counts that `CA` names an encoding.
const DECLARED: u32 = 150;

/// The mean cost of a byte beyond ASCII up to which a reading is surely right, and from which on it is
/// doubtful.
const RIGHT: u32 = 36;
const DOUBTFUL: u32 = 50;

/// How much text may tell that it is in another encoding than that of the game before, although it could be
/// in that one.
const TELLING: usize = 24;

/// The text of a file and where it came from.
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

/// Decodes `bytes` from `start` on, game by game. `wide` says in which encoding it begins if its units are wider
/// than a byte.
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
    /// The value of `CA` of the game, and what it names.
    declared: Option<Span>,
    named: Option<Charset>,
    /// What the text of the game so far is in.
    game: Option<(Charset, Decision)>,
    /// What the last text beyond ASCII was in, when it was no Latin alphabet.
    previous: Option<Charset>,
    /// Whether it was in a Latin alphabet.
    latin: bool,
    /// What there is to look at in the whole file; found when it is first asked for.
    pool: Option<Pool>,
    /// How many guesses may still be made, so that a file of many tiny games takes no longer than
    /// another one.
    guesses: usize,
    /// Whether the last segment is ASCII of a game whose encoding is still open.
    open: bool,
    /// The escape sequence in the midst of which the last segment ends: what comes next is not read behind it.
    left: Option<&'static [u8]>,
}

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
            open: false,
            left: None,
        }
    }

    /// Games in units of a byte.
    fn stretch(&mut self, range: Range) {
        for chunk in Chunks::new(&self.bytes[range.clone()]) {
            let chunk = range.start + chunk.start..range.start + chunk.end;
            let end = self.end_of_declared(chunk.clone());
            self.chunk(chunk.start..end);
            if end < chunk.end {
                self.chunk(end..chunk.end);
            }
        }
    }

    /// Games in UTF-16 or UTF-32.
    fn wide(&mut self, range: Range, charset: Charset) {
        self.settle();
        self.declared = None;
        self.named = None;
        self.game = None;
        self.append(range, charset, Form::Whole, Decision::Mark);
        self.place = Place::default();
    }

    fn chunk(&mut self, range: Range) {
        let chunk = &self.bytes[range.clone()];
        if !self.place.is_outside()
            && begins_next_game(self.bytes, range.start, self.place.in_value)
        {
            self.place = Place::default();
        }
        let own = if !self.place.in_value {
            declarations(chunk).next()
        } else if self.declared.is_none() && self.place.depth == 1 {
            // A value before `CA` holds what looks like a game.
            self.place.behind_value(chunk).and_then(|behind| {
                let span = declarations(&chunk[behind..]).next();
                span.map(|span| span.offset_by(behind))
            })
        } else {
            None
        };
        if self.place.is_outside() || own.is_some() {
            self.settle();
            self.declared = own.map(|span| span.offset_by(range.start));
            self.named = own.and_then(|span| Charset::for_label_bytes(span.of(chunk)));
            self.game = None;
            if !self.place.in_value {
                // What comes next is a game, whatever was left open before.
                self.place.depth = 0;
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
            self.ascii(range);
        } else if std::str::from_utf8(chunk).is_ok() {
            let decision = self.utf8();
            self.decided(range, Charset::UTF_8, decision);
        } else if let Some((charset, decision)) = self.game
            && charset != Charset::UTF_8
            && is_valid(charset, chunk)
        {
            self.decided(range, charset, decision);
        } else {
            let (charset, decision) = self.weigh(chunk);
            self.decided(range, charset, decision);
        }
    }

    /// Where the game ends that begins with a chunk, if it is in the encoding that its `CA` names, and what comes
    /// behind it is not: that is no part of the game. Else where the chunk ends.
    fn end_of_declared(&self, range: Range) -> usize {
        let chunk = &self.bytes[range.clone()];
        if chunk.is_ascii() || self.place.in_value {
            return range.end;
        }
        let label = declarations(chunk).next();
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

    fn utf8(&self) -> Decision {
        if self.marked {
            Decision::Mark
        } else if self.named == Some(Charset::UTF_8) {
            Decision::Declared
        } else {
            Decision::Valid
        }
    }

    /// A chunk in an encoding of seven bits that is not ASCII.
    ///
    /// Where `CA` names another one, with which all bytes of seven bits agree, it is believed, unless
    /// escape characters say otherwise, which no text has.
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
            // What ends with a `)` is whole, and may be a game that is read by itself.
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

    /// How many frequent characters tell of HZ that the file ends within, if there is nothing else of it in the
    /// chunk.
    fn least_of_cut_hz(&self) -> usize {
        let is_hz = self.game.is_some_and(|(charset, _)| charset == Charset::HZ);
        if is_hz { 0 } else { 3 }
    }

    /// Whether `CA` lets a chunk be HZ that has such `pairs`.
    fn may_be_hz(&self, pairs: HzPairs) -> bool {
        let Some(named) = self.named else {
            return pairs.all > 0;
        };
        // The standard's default is also written by programs that do not think of it.
        let is_plain = named == Charset::WINDOWS_1252;
        let is_chinese = [Charset::GBK, Charset::GB18030].contains(&named);
        (is_chinese && pairs.all > 0)
            || (is_plain && pairs.all >= 4 && pairs.common * 4 >= pairs.all * 3)
    }

    /// A chunk of ASCII is in whatever the rest of its game is in.
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

    /// Notes the encoding of the game and decodes.
    fn decided(&mut self, range: Range, charset: Charset, decision: Decision) {
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
        self.previous = Some(charset).filter(|charset| !is_latin(*charset));
        let form = self.form(charset, range.clone());
        self.append(range, charset, form, decision);
    }

    /// The encoding of text beyond ASCII that is not valid UTF-8.
    fn weigh(&mut self, chunk: &[u8]) -> (Charset, Decision) {
        let Utf8Signs { good, bad, begun } = Utf8Signs::of(chunk);
        let evidence = Evidence::of(chunk);
        let named = self
            .named
            .filter(|charset| charset.extends_ascii() && *charset != Charset::UTF_8);
        let likely = if self.named == Some(Charset::UTF_8) || self.marked {
            good + begun > bad
        } else {
            let is_in_pairs = |named: Charset| {
                let cost = evidence.cost(named);
                has_pairs(named) && cost.invalid == 0 && cost.mean() <= RIGHT
            };
            good > 2 * bad && !named.is_some_and(is_in_pairs)
        };
        if likely {
            return (Charset::UTF_8, self.utf8());
        }
        let mut trusted = None;
        let mut neighbour = None;
        if let Some(charset) = named {
            let cost = evidence.cost(charset);
            if cost.invalid == 0 {
                if cost.mean() <= RIGHT || self.guesses == 0 {
                    return (charset, Decision::Declared);
                }
                trusted = Some(cost);
            }
        } else if let Some(charset) = self.previous {
            let cost = evidence.cost(charset);
            if cost.invalid == 0 && (cost.mean() <= RIGHT || self.guesses == 0) {
                if evidence.len() < TELLING || self.guesses == 0 {
                    return (charset, Decision::Guessed);
                }
                neighbour = Some((charset, cost.all));
            }
        }
        if self.guesses == 0 {
            return (self.options.fallback, Decision::Fallback);
        }
        self.guesses -= 1;
        let pool = self.pool(evidence.len());
        let previous = self.previous;
        let latin = self.latin && named.is_none();
        let declared = named.map(weighed_as);
        let favour = |charset| {
            u32::from(declared == Some(charset)) * DECLARED
                + u32::from(previous == Some(charset)) * NEIGHBOUR
                + u32::from(pool == Some(charset)) * NEIGHBOUR
                + u32::from(latin && charset == Charset::WINDOWS_1252) * NEIGHBOUR
        };
        let Some(Guess {
            charset,
            weighed,
            cost: found,
        }) = evidence.guess(favour)
        else {
            return (self.options.fallback, Decision::Fallback);
        };
        if let Some(named) = named.filter(|_| declared == Some(charset)) {
            return (named, Decision::Declared);
        }
        if let (Some(named), Some(trusted)) = (named, trusted) {
            let clear = found.beyond_ascii + found.beyond_ascii / 4 + DECLARED;
            let is_worse = found.invalid > 0 && has_pairs(named);
            if is_worse || found.mean() > DOUBTFUL || clear > trusted.beyond_ascii {
                return (named, Decision::Declared);
            }
        }
        if let Some((neighbour, right)) = neighbour
            && weighed + DECLARED > right
        {
            return (neighbour, Decision::Guessed);
        }
        if found.invalid > 0 && is_latin(charset) {
            return (self.options.fallback, Decision::Fallback);
        }
        let charset = if charset == Charset::GBK && has_four_byte_characters(chunk) {
            Charset::GB18030
        } else {
            charset
        };
        (charset, Decision::Guessed)
    }

    /// What all the text that is not UTF-8, and of which no `CA` says anything, looks like together.
    /// Nothing if that is hardly more than the `length` of evidence at hand.
    fn pool(&mut self, length: usize) -> Option<Charset> {
        let pool = self.pool.get_or_insert_with(|| Pool::of(self.bytes));
        if pool.evidence.len() < 2 * length {
            return None;
        }
        pool.looks_like()
    }

    /// Which of the two readings of a `\` behind a lead byte is the right one for `range`.
    ///
    /// Most programs escape the characters of a text and encode it afterwards: a trail byte that is
    /// a `\` has what follows the character behind it. So this is the reading to take unless it
    /// makes trouble that the other one does not, or a value goes on where another property begins
    /// and letters are escaped that need it not, and every trail byte could be an escaped one.
    fn form(&self, charset: Charset, range: Range) -> Form {
        let bytes = &self.bytes[range];
        if !has_syntax_in_trail_bytes(charset, bytes) {
            return Form::Whole;
        }
        let mut differ = false;
        let mut whole_form = Form::Whole;
        walk(charset, Form::Whole, bytes, |step| {
            if step.end - step.start == 2 {
                differ |= bytes[step.end - 1] == b'\\'
                    && matches!(bytes.get(step.end), Some(b'[' | b'\\' | b']'));
                if ends_value(&bytes[step.end - 1..]) {
                    whole_form = Form::CutLeads;
                }
            }
        });
        if !differ {
            return whole_form;
        }
        let (whole, odd) = self.trouble(charset, Form::Whole, bytes);
        let (escaped, odd_escaped) = self.trouble(charset, Form::EscapedTrails, bytes);
        let better = odd_escaped < odd && escapes_every_trail(charset, bytes);
        if escaped < whole || (escaped == whole && better) {
            Form::EscapedTrails
        } else {
            whole_form
        }
    }

    /// What is wrong with a reading of `bytes`, and what is not wrong but odd.
    fn trouble(&self, charset: Charset, form: Form, bytes: &[u8]) -> (usize, usize) {
        let mut text = String::new();
        let mut invalid = 0;
        decode(charset, form, bytes, &mut text, |_, _| invalid += 1);
        let mut place = self.place;
        let odd = place.pass_and_count_odd(text.as_bytes());
        let open = usize::from(place.in_value);
        (place.strange - self.place.strange + open + invalid, odd)
    }

    /// Reads a game of ASCII whose values are in UTF-16, and says in which. `CA` says so, or there
    /// are the NUL bytes that no other text has. On which side of a letter they stand tells the order of the
    /// bytes, which few names of the encoding say.
    fn in_values(&mut self, range: Range) -> Option<Charset> {
        let chunk = &self.bytes[range.clone()];
        let named = self
            .named
            .filter(|named| [Charset::UTF_16LE, Charset::UTF_16BE].contains(named));
        let decision = if named.is_some() {
            Decision::Declared
        } else {
            memchr::memchr(0, chunk)?;
            if self.named == Some(Charset::UTF_8) && is_valid(Charset::UTF_8, chunk) {
                return None;
            }
            Decision::Guessed
        };
        let charset = utf16::order(chunk).or(named)?;
        self.values_only(range, charset, decision)
            .then_some(charset)
    }

    fn values_only(&mut self, range: Range, charset: Charset, decision: Decision) -> bool {
        let chunk = &self.bytes[range.clone()];
        let found: Vec<Range> = values(chunk)
            .filter(|value| utf16::is_value(charset, &chunk[value.clone()], decision))
            .map(|value| range.start + value.start..range.start + value.end)
            .collect();
        let mut at = range.start;
        let plain = found.iter().all(|value| {
            let between = &self.bytes[at..value.start];
            at = value.end;
            between.is_ascii() && !between.contains(&0)
        });
        if found.is_empty() || !plain {
            return false;
        }
        if let Some(declared) = self.declared {
            self.problem(EncodingProblemKind::ValuesOnly, declared);
        }
        self.settle();
        let mut at = range.start;
        for value in found {
            self.append(
                at..value.start,
                Charset::UTF_8,
                Form::Whole,
                Decision::Valid,
            );
            at = value.end;
            self.append(value, charset, Form::Value, decision);
        }
        self.append(at..range.end, Charset::UTF_8, Form::Whole, Decision::Valid);
        true
    }

    /// The encoding of the last segment is not open any more.
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
            let span = Span::new(range.start + start, range.start + end);
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
                Span::from(range.clone()),
            );
        }
        self.place.pass(&self.out.text.as_bytes()[from..]);
        let segment = Segment {
            text: Span::new(from, self.out.text.len()),
            bytes: Span::from(range),
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

    fn problem(&mut self, kind: EncodingProblemKind, span: Span) {
        self.out.problems.push(EncodingProblem::new(kind, span));
    }
}

/// All the text of a file that is not UTF-8, and of which no `CA` says anything, as far as it is looked at.
#[derive(Debug)]
struct Pool {
    evidence: Evidence,
    /// What it looks like; found when it is first asked for.
    guess: OnceCell<Option<Charset>>,
}

impl Pool {
    fn of(bytes: &[u8]) -> Self {
        let mut evidence = Evidence::default();
        for chunk in Chunks::new(bytes) {
            if evidence.len() >= POOL {
                break;
            }
            let chunk = &bytes[chunk];
            if std::str::from_utf8(chunk).is_err() && declarations(chunk).next().is_none() {
                evidence.add(chunk, POOL);
            }
        }
        Self {
            evidence,
            guess: OnceCell::new(),
        }
    }

    /// The encoding it looks like, if that says something about each game.
    fn looks_like(&self) -> Option<Charset> {
        *self.guess.get_or_init(|| {
            let guess = self.evidence.guess(|_| 0)?;
            Some(guess.charset).filter(|charset| !is_latin(*charset))
        })
    }
}

/// Whether characters beyond ASCII are two bytes long and more, so that text in another encoding is hardly valid.
fn has_pairs(charset: Charset) -> bool {
    match charset.0 {
        Kind::Web(encoding) => charset != Charset::UTF_8 && !encoding.is_single_byte(),
        _ => false,
    }
}

/// What tells for and against UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Utf8Signs {
    /// How many bytes go on with a character.
    good: usize,
    /// How many places mean nothing.
    bad: usize,
    /// What tells for characters that are cut, at the end of a value or of the bytes: how many bytes go on with them,
    /// and those that are no small letters in Latin alphabets, as in `André]`.
    begun: usize,
}

impl Utf8Signs {
    fn of(bytes: &[u8]) -> Self {
        let mut signs = Self::default();
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            let goes_on = |char: char| char.len_utf8() - 1;
            signs.good += chunk.valid().chars().map(goes_on).sum::<usize>();
            let invalid = chunk.invalid();
            at += chunk.valid().len() + invalid.len();
            let begins =
                std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
            match (bytes.get(at), invalid) {
                (None, []) => {}
                (None | Some(b']'), [0xC2..0xDF]) => signs.begun += 1,
                (None | Some(b']'), _) if begins => signs.begun += invalid.len() - 1,
                _ => signs.bad += 1,
            }
        }
        signs
    }
}

/// Whether a trail byte in `bytes` may be a `\` or a `]`. It is found without decoding, which takes far longer.
fn has_syntax_in_trail_bytes(charset: Charset, bytes: &[u8]) -> bool {
    if !charset.has_syntax_in_trail_bytes() {
        return false;
    }
    let mut rest = bytes;
    loop {
        rest = match rest {
            [] => return false,
            [lead, b'\\' | b']', ..] if charset.is_lead(*lead) => return true,
            // A byte that no trail byte is begins anew.
            [lead, 0x40..=0xFF, behind @ ..] if charset.is_lead(*lead) => behind,
            [0x80..=0xFF, behind @ ..] => behind,
            _ => &rest[Encoding::ascii_valid_up_to(rest)..],
        };
    }
}

/// Whether no trail byte that is a `\` or a `]` is without a `\` before it.
fn escapes_every_trail(charset: Charset, bytes: &[u8]) -> bool {
    let mut every = true;
    walk(charset, Form::EscapedTrails, bytes, |step| {
        if step.end - step.start == 2 && !step.invalid {
            every &= !matches!(bytes[step.end - 1], b'\\' | b']');
        }
    });
    every
}

fn is_valid(charset: Charset, bytes: &[u8]) -> bool {
    if let Kind::Web(encoding) = charset.0 {
        return encoding
            .decode_without_bom_handling_and_without_replacement(bytes)
            .is_some();
    }
    let mut valid = true;
    walk(charset, Form::Whole, bytes, |step| valid &= !step.invalid);
    valid
}

/// Whether `charset` is for languages with the Latin alphabet: what the standard's own default is
/// among, so that one game says little about the next.
fn is_latin(charset: Charset) -> bool {
    let Kind::Web(encoding) = charset.0 else {
        return false;
    };
    [
        encoding_rs::UTF_8,
        encoding_rs::WINDOWS_1252,
        encoding_rs::ISO_8859_15,
        encoding_rs::MACINTOSH,
        encoding_rs::WINDOWS_1250,
        encoding_rs::WINDOWS_1254,
        encoding_rs::WINDOWS_1257,
        encoding_rs::ISO_8859_2,
    ]
    .contains(&encoding)
}

fn has_four_byte_characters(bytes: &[u8]) -> bool {
    let may_be_one =
        |bytes: &[u8]| matches!(bytes, [0x81..=0xFE, b'0'..=b'9', 0x81..=0xFE, b'0'..=b'9']);
    if !bytes.windows(4).any(may_be_one) {
        return false;
    }
    let mut found = false;
    walk(Charset::GB18030, Form::Whole, bytes, |step| {
        found |= step.end - step.start == 4 && step.text.chars().count() == 1;
    });
    found
}
