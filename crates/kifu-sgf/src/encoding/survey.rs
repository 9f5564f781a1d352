//! What there is to say about the encodings of a file once its text is known.

use kifu_syntax::Span;

use super::segment::{Decision, Form, Segment};
use super::split::{Place, declarations};
use super::{Charset, EncodingProblem, EncodingProblemKind, Source};

/// The segments of a text that is UTF-8 as it is.
pub(super) fn segments(source: &Source) -> Vec<Segment> {
    let text = source.text();
    let mark = source.mark();
    let segment = |span: Span, charset, decision, declared: Option<Span>| Segment {
        text: span,
        bytes: span.offset_by(mark),
        charset,
        decision,
        declared: declared.map(|label| label.offset_by(mark)),
        form: Form::Whole,
    };
    let plain = if mark > 0 {
        Decision::Mark
    } else {
        Decision::Valid
    };
    let mut segments: Vec<Segment> = Vec::new();
    // A file whose games say the same, and it is what is in it: no need to look for the games.
    let mut labels = declarations(text.as_bytes());
    let first = labels.next();
    let same = labels.all(|label| Some(label.of_str(text)) == first.map(|span| span.of_str(text)));
    drop(labels);
    if same && (text.is_ascii() || first.is_none()) {
        let (charset, decision) = of_game(text.is_ascii(), named(text, first), plain);
        segments.push(segment(Span::new(0, text.len()), charset, decision, first));
        return segments;
    }
    for game in games(text) {
        let (charset, decision) = of_game(
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

/// The encoding of a game that is valid UTF-8: if it is no more than ASCII, what `CA` names.
fn of_game(ascii: bool, named: Option<Charset>, plain: Decision) -> (Charset, Decision) {
    match named {
        Some(charset) if charset == Charset::UTF_8 => (charset, Decision::Declared),
        Some(charset) if ascii && charset.extends_ascii() => (charset, Decision::Declared),
        _ => (Charset::UTF_8, plain),
    }
}

fn named(text: &str, label: Option<Span>) -> Option<Charset> {
    Charset::for_label(label?.of_str(text))
}

/// What is wrong with `CA`, game by game.
pub(super) fn problems(source: &Source) -> Vec<EncodingProblem> {
    let text = source.text();
    let mut problems = Vec::new();
    if source.mark() > 0 {
        problems.push(EncodingProblem::new(
            EncodingProblemKind::ByteOrderMark,
            Span::new(0, source.mark()),
        ));
    }
    let mut put = |kind, span| {
        problems.push(EncodingProblem::new(kind, source.to_bytes_span(span)));
    };
    if text.is_ascii() && source.segments().len() <= 1 {
        let charset = source.segment_at(0).charset;
        for label in declarations(text.as_bytes()) {
            if let Some(kind) = wrong(named(text, Some(label)), charset) {
                put(kind, label);
            }
        }
        return problems;
    }
    let mut before = None;
    for game in games(text) {
        let place = game.beyond_ascii.unwrap_or(game.span);
        let segment = source.segment_at(place.start);
        let charset = segment.charset;
        match (game.declared, game.beyond_ascii) {
            // What the values are in was said already.
            (Some(_), _) if segment.form == Form::Value => {}
            (Some(label), _) => {
                if let Some(kind) = wrong(named(text, Some(label)), charset) {
                    put(kind, label);
                }
            }
            (None, Some(place)) => put(EncodingProblemKind::MissingCharset, place),
            (None, None) => {}
        }
        if game.beyond_ascii.is_some() {
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

/// A game, and what stands before it.
struct Game {
    span: Span,
    /// The value of its `CA`.
    declared: Option<Span>,
    /// Its first character beyond ASCII.
    beyond_ascii: Option<Span>,
}

/// The games of `text`, without gaps.
fn games(text: &str) -> impl Iterator<Item = Game> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        if rest == text.len() {
            return None;
        }
        let span = Span::new(rest, next_game(text, rest));
        rest = span.end;
        let inside = span.of_str(text);
        let ascii = encoding_rs::Encoding::ascii_valid_up_to(inside.as_bytes());
        Some(Game {
            span,
            declared: declarations(inside.as_bytes())
                .next()
                .map(|label| label.offset_by(span.start)),
            beyond_ascii: inside[ascii..]
                .chars()
                .next()
                .map(|char| Span::new(ascii, ascii + char.len_utf8()).offset_by(span.start)),
        })
    })
}

/// Where the game that `start` is in or before ends and the next one begins.
fn next_game(text: &str, start: usize) -> usize {
    let mut place = Place::default();
    let mut at = start;
    // A `)` outside of values is where a game may end; `pass` skips values quickly.
    for end in memchr::memchr_iter(b'(', &text.as_bytes()[start..]) {
        let end = start + end;
        let was_inside = at > start;
        place.pass(&text.as_bytes()[at..end]);
        at = end;
        if was_inside && place.is_outside() {
            return end;
        }
    }
    text.len()
}
