//! Changes of the text, not of values: line ends, and the order of properties in a node.
//!
//! Both move or replace pieces of the text. The result is read again, and dropped if it does not read as the same
//! games.

use std::borrow::Cow;

use kifu_sgf::encoding::Source;
use kifu_sgf::schema;
use kifu_sgf::{Collection, GameTree, canonical_order_of};
use kifu_syntax::{EventKind, Parser, ProblemKind, Span};

use crate::change::{Change, Outcome, Place};

/// Replacement of a span.
enum Piece {
    /// Text moved from another span.
    Moved(Span),
    LineFeed,
}

/// Writes every line end as one line feed, except inside values of properties that the standard does not define,
/// because their program may need them.
pub(super) fn line_ends(collection: &mut Collection, changes: &mut Vec<Change>) {
    // Edits can have brought one in.
    if !collection.to_text().contains('\r') {
        return;
    }
    apply(
        collection,
        changes,
        |collection| line_feeds(collection.text()),
        |count| {
            let places = if count == 1 { "place" } else { "places" };
            (
                format!("end lines with a line feed, in {count} {places}"),
                "the standard writes line ends so",
            )
        },
    );
}

/// Puts the properties of every node in the order of the canonical form.
pub(super) fn order(collection: &mut Collection, changes: &mut Vec<Change>) {
    apply(
        collection,
        changes,
        |collection| {
            let games = collection.games();
            games.flat_map(|game| sorted(collection, game)).collect()
        },
        |count| {
            let moved = if count == 1 { "property" } else { "properties" };
            (
                format!("put {count} {moved} in another place of their node"),
                "one order is easier to read and to compare; it has no meaning",
            )
        },
    );
}

/// Adds the `CA` that the writer would add, so that the text reads back as the collection.
pub(super) fn declare(collection: &mut Collection) {
    if let Cow::Owned(declared) = collection.declared() {
        *collection = declared;
    }
}

fn apply(
    collection: &mut Collection,
    changes: &mut Vec<Change>,
    find: impl Fn(&Collection) -> Vec<(Span, Piece)>,
    say: impl Fn(usize) -> (String, &'static str),
) {
    declare(collection);
    // The writer reports characters that the encoding lacks.
    let Ok(bytes) = collection.to_bytes() else {
        return;
    };
    let options = collection.decode_options();
    let read = Collection::from_bytes_with(bytes, &options);
    let pieces = find(&read);
    let Some(first) = read.game(0).filter(|_| !pieces.is_empty()) else {
        return;
    };
    let (what, why) = say(pieces.len());
    let place = Place::of_file(&first.root());
    let new = rebuilt(read.source(), &pieces);
    let new = new.map(|bytes| Collection::from_bytes_with(bytes, &options));
    changes.push(if new.is_some_and(|new| collection.rebase(new)) {
        place.change(Outcome::Changed, what, why)
    } else {
        place.change(
            Outcome::Kept,
            format!("do not {what}"),
            "the file would not read as the same games",
        )
    });
}

/// The bytes of the file with the pieces in it; `None` if one cannot be written in its encoding.
fn rebuilt(source: &Source, pieces: &[(Span, Piece)]) -> Option<Vec<u8>> {
    let bytes = source.bytes();
    let mut new = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for (span, piece) in pieces {
        let place = source.to_bytes_span(*span);
        new.extend_from_slice(bytes.get(at..place.start)?);
        match piece {
            Piece::Moved(from) => new.extend_from_slice(source.to_bytes_span(*from).of(bytes)),
            Piece::LineFeed => new.extend_from_slice(&source.encode(*span, "\n").ok()?),
        }
        at = place.end;
    }
    new.extend_from_slice(bytes.get(at..)?);
    Some(new)
}

/// Line breaks to be replaced, each by a line feed.
fn line_feeds(text: &str) -> Vec<(Span, Piece)> {
    if !text.contains('\r') {
        return Vec::new();
    }
    // Values of unknown properties, which stay.
    let mut private = Vec::new();
    let mut is_private = false;
    Parser::new(text.as_bytes()).for_each(|event| match event.kind {
        EventKind::Identifier => {
            let written = event.span.of_str(text);
            let short = schema::short_identifier(written);
            is_private = schema::definitions(&short).is_empty();
        }
        EventKind::Value if is_private => private.push(event.span),
        _ => {}
    });
    let breaks = line_breaks(text, Span::new(0, text.len()), &private);
    breaks.map(|span| (span, Piece::LineFeed)).collect()
}

/// Returns the line breaks in `whole`, a part of `text`, that are not one line feed, except those in the values
/// `private`, which are in order. CR and LF side by side, in either order, are one.
pub(crate) fn line_breaks(text: &str, whole: Span, private: &[Span]) -> impl Iterator<Item = Span> {
    let mut private = private.iter().peekable();
    let bytes = text.as_bytes();
    let mut at = whole.start;
    std::iter::from_fn(move || {
        loop {
            let mut rest = bytes.get(at..whole.end)?.iter();
            let start = at + rest.position(|byte| matches!(byte, b'\r' | b'\n'))?;
            while private.next_if(|span| span.end <= start).is_some() {}
            if let Some(span) = private.peek().filter(|span| span.start <= start) {
                at = span.end;
                continue;
            }
            let is_pair = matches!(
                (bytes[start], bytes.get(start + 1)),
                (b'\r', Some(b'\n')) | (b'\n', Some(b'\r'))
            );
            at = start + if is_pair { 2 } else { 1 };
            if is_pair || bytes[start] == b'\r' {
                return Some(Span::new(start, at));
            }
        }
    })
}

/// Returns the spans of properties that get new contents.
fn sorted(collection: &Collection, game: GameTree<'_>) -> Vec<(Span, Piece)> {
    let problems = collection.problems().iter();
    // Long identifiers are valid in old files, and harmless in others.
    let mut problems = problems
        .filter(|problem| problem.kind != ProblemKind::LowercaseIdentifier)
        .map(|problem| problem.span)
        .peekable();
    let mut pieces = Vec::new();
    for node in game.nodes() {
        // If the grammar is broken, a property depends on the text before it.
        let is_broken = node.span().is_none_or(|span| {
            while problems
                .next_if(|problem| problem.end < span.start)
                .is_some()
            {}
            problems
                .peek()
                .is_some_and(|problem| problem.start <= span.end)
        });
        if is_broken {
            continue;
        }
        let properties = node.properties().map(|property| property.span());
        let Some(spans) = properties.collect::<Option<Vec<_>>>() else {
            continue;
        };
        let properties = node.properties();
        let order = canonical_order_of(
            game.kind(),
            properties.map(|property| (property.identifier(), property.values())),
        );
        for (there, from) in spans.iter().zip(order) {
            if *there != spans[from] {
                pieces.push((*there, Piece::Moved(spans[from])));
            }
        }
    }
    pieces
}
