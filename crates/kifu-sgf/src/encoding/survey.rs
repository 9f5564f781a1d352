//! Checks the encodings of a file once its text is known.

use encoding_rs::Encoding;
use kifu_syntax::Span;
use memchr::{memchr, memchr_iter};

use super::declaration::{declarations, declarations_in, is_outside};
use super::segment::{Decision, Form, Segment};
use super::split::Place;
use super::{ByteSpan, Charset, EncodingProblem, EncodingProblemKind, Source};

/// The segments of a text that is unchanged UTF-8.
pub(super) fn segments(source: &Source) -> Vec<Segment> {
    let text = source.text();
    let mark = source.mark();
    let segment = |span: Span, charset, decision, declared: Option<Span>| Segment {
        text: span,
        bytes: ByteSpan::from(span.range()).offset_by(mark),
        charset,
        decision,
        declared: declared.map(|label| ByteSpan::from(label.range()).offset_by(mark)),
        form: Form::Whole,
    };
    let plain = if mark > 0 {
        Decision::Mark
    } else {
        Decision::Valid
    };
    let mut segments: Vec<Segment> = Vec::new();
    // Where all games are of one kind there is no need to look for them.
    let ascii = text.is_ascii();
    let mut labels = declarations(text.as_bytes());
    let first = labels.next();
    let same = |label: Span| Some(label.of_str(text)) == first.map(|span| span.of_str(text));
    if first.is_none() || (ascii && labels.all(same)) {
        let (charset, decision) = of_game(text, ascii, named(text, first), plain);
        segments.push(segment(Span::new(0, text.len()), charset, decision, first));
        return segments;
    }
    for game in Games::all(text) {
        let (charset, decision) = of_game(
            game.span.of_str(text),
            game.beyond_ascii.is_none(),
            named(text, game.declared),
            plain,
        );
        let next = segment(game.span, charset, decision, game.declared);
        match segments.last_mut() {
            Some(last) if last.extends_to(&next, source.bytes()) => {
                last.text.end = next.text.end;
                last.bytes.end = next.bytes.end;
            }
            _ => segments.push(next),
        }
    }
    segments
}

/// Encoding of a game that is valid UTF-8: if it is only ASCII, the one that `CA` names.
fn of_game(
    game: &str,
    ascii: bool,
    named: Option<Charset>,
    plain: Decision,
) -> (Charset, Decision) {
    match named {
        Some(charset) if charset == Charset::UTF_8 => (charset, Decision::Declared),
        Some(charset) if ascii && is_ascii_in(game, charset) => (charset, Decision::Declared),
        _ => (Charset::UTF_8, plain),
    }
}

/// Whether a text of ASCII characters is written so in an encoding.
fn is_ascii_in(text: &str, charset: Charset) -> bool {
    charset.extends_ascii()
        || (charset == Charset::ISO_2022_JP && !text.contains('\x1B'))
        || (charset == Charset::HZ && !text.contains('~'))
}

fn named(text: &str, label: Option<Span>) -> Option<Charset> {
    Charset::for_label(label?.of_str(text))
}

/// Problems with `CA`, game by game.
pub(super) fn problems(source: &Source) -> Vec<EncodingProblem> {
    let text = source.text();
    let mut problems = Vec::new();
    if source.mark() > 0 {
        problems.push(EncodingProblem::new(
            EncodingProblemKind::ByteOrderMark,
            ByteSpan::new(0, source.mark()),
        ));
    }
    let mut put = |kind, span| {
        problems.push(EncodingProblem::new(kind, source.to_bytes_span(span)));
    };
    let mut before = None;
    for game in Games::with_charset(text) {
        let place = game.beyond_ascii.unwrap_or(game.span);
        let (charset, form) = if source.is_same() {
            let named = named(text, game.declared);
            let ascii = game.beyond_ascii.is_none();
            let (charset, _) = of_game(game.span.of_str(text), ascii, named, Decision::Valid);
            (charset, Form::Whole)
        } else {
            let segment = source.segment_at(place.start);
            (segment.charset, segment.form)
        };
        let is_mark = game.beyond_ascii.is_some() && is_mark_between_games(text, place);
        match (game.declared, game.beyond_ascii) {
            // The encoding of the values is already reported.
            (Some(_), _) if form == Form::Value => {}
            (Some(label), _) => {
                if let Some(kind) = wrong(named(text, Some(label)), charset) {
                    put(kind, label);
                }
            }
            (None, Some(place)) if !is_mark => put(EncodingProblemKind::MissingCharset, place),
            (None, _) => {}
        }
        if game.beyond_ascii.is_some() && !is_mark {
            if before.is_some_and(|before| before != charset) {
                put(
                    EncodingProblemKind::MixedCharsets,
                    game.declared.unwrap_or(place),
                );
            }
            before = Some(charset);
        }
    }
    problems
}

/// Whether the character at `place` is a byte order mark after a game, from joined files, and not text of the game
/// before.
fn is_mark_between_games(text: &str, place: Span) -> bool {
    place.of_str(text) == "\u{feff}"
        && text[..place.start].trim_ascii_end().ends_with(')')
        && text[place.end..].trim_ascii_start().starts_with('(')
}

fn wrong(named: Option<Charset>, charset: Charset) -> Option<EncodingProblemKind> {
    match named {
        None => Some(EncodingProblemKind::UnknownCharset),
        Some(named) if named == charset => None,
        // `UTF-16` leaves the order of the bytes open, and GB 18030 goes by all its names.
        Some(named) if named.is_wide() && charset.is_wide() => None,
        Some(named) if named.is_gbk() && charset.is_gbk() => None,
        Some(_) => Some(EncodingProblemKind::WrongCharset),
    }
}

/// A game, and the text before it.
struct Game {
    span: Span,
    /// The value of its `CA`.
    declared: Option<Span>,
    /// Its first character beyond ASCII.
    beyond_ascii: Option<Span>,
}

/// The games of `text`, without gaps.
///
/// Whether a `(` starts a game depends on all text before it. Finding out is slow, and rarely needed: a `(` `;` after
/// a `)` starts one if `CA` is next. Only without `CA` is the text read, from the last known position.
struct Games<'t> {
    text: &'t str,
    /// Whether games of ASCII without `CA` are listed one by one as well.
    all: bool,
    /// Start of the next stretch.
    at: usize,
    /// The stretch that the next game begins with.
    pending: Option<Game>,
    /// The place just before `known`.
    place: Place,
    known: usize,
}

impl<'t> Games<'t> {
    /// Every game.
    fn all(text: &'t str) -> Self {
        Self {
            text,
            all: true,
            at: 0,
            pending: None,
            place: Place::default(),
            known: 0,
        }
    }

    /// Iterates over the games that have a `CA` or need one; the text between them may be part of the game before.
    fn with_charset(text: &'t str) -> Self {
        Self {
            all: false,
            ..Self::all(text)
        }
    }

    /// Returns the text up to the next `(` that may begin a game: the first one after a `)`.
    fn stretch(&mut self) -> Option<Game> {
        if self.at == self.text.len() {
            return None;
        }
        let rest = &self.text.as_bytes()[self.at..];
        let end = memchr(b')', rest)
            .and_then(|close| Some(close + memchr(b'(', &rest[close..])?))
            .map_or(self.text.len(), |open| self.at + open);
        let span = Span::new(self.at, end);
        self.at = end;
        let inside = span.of_str(self.text);
        let ascii = Encoding::ascii_valid_up_to(inside.as_bytes());
        Some(Game {
            span,
            declared: declarations_in(self.text.as_bytes(), span.range()).next(),
            beyond_ascii: inside[ascii..]
                .chars()
                .next()
                .map(|char| Span::new(ascii, ascii + char.len_utf8()).offset_by(span.start)),
        })
    }

    /// Whether a game begins with `stretch`, or began since the place was known.
    fn is_new(&mut self, stretch: &Game) -> bool {
        let start = stretch.span.start;
        let (before, from) = self.text.as_bytes().split_at(start);
        if let Some(label) = stretch.declared
            && before.trim_ascii_end().ends_with(b")")
            && from[1..].trim_ascii_start().starts_with(b";")
            && is_outside(before, start, None) != Some(false)
            && is_in_root(&from[..label.start - start])
        {
            self.place = Place::default();
            self.known = start;
            return true;
        }
        if !self.all && stretch.declared.is_none() && stretch.beyond_ascii.is_none() {
            return false;
        }
        if self.place.is_outside() && is_plain_game(&before[self.known..]) {
            self.known = start;
            return true;
        }
        let mut is_new = false;
        // The first one is that of the game itself.
        let known = self.known;
        let opens = memchr_iter(b'(', &before[known..]).map(|open| known + open);
        for open in opens.skip(1).chain([start]) {
            self.place.pass(&before[self.known..open]);
            self.known = open;
            is_new |= self.place.is_outside();
        }
        is_new
    }
}

/// Whether `bytes`, outside of a game, are one game without variations and nothing more. Its last value ends where no
/// text could: right before the only `)`.
fn is_plain_game(bytes: &[u8]) -> bool {
    let Some((b'(', inside)) = bytes.split_first() else {
        return false;
    };
    memchr(b')', inside).is_some_and(|close| {
        let values = inside[..close].trim_ascii_end();
        values.ends_with(b"]")
            && !values.ends_with(b"\\]")
            && inside[close + 1..].trim_ascii().is_empty()
            && memchr(b'(', values).is_none()
    })
}

/// Whether the text after `head`, which begins with `(` `;`, is a value of the same node, and `head` is not text by
/// itself.
fn is_in_root(head: &[u8]) -> bool {
    let mut place = Place::default();
    place.pass(head);
    place.in_value && place.depth == 1 && place.strange == 0
}

impl Iterator for Games<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let mut game = self.pending.take().or_else(|| self.stretch())?;
        while let Some(next) = self.stretch() {
            if self.is_new(&next) {
                self.pending = Some(next);
                break;
            }
            game.span.end = next.span.end;
            game.declared = game.declared.or(next.declared);
            game.beyond_ascii = game.beyond_ascii.or(next.beyond_ascii);
        }
        Some(game)
    }
}
