//! Formatting, as `kifu fmt` does it.

use std::fmt::Display;

use gen_lsp_types::{Range, TextEdit};
use kifu_lint::Edit;
use kifu_lint::format::{Options, format as formatted, is_kept};
use kifu_sgf::{Collection, EditError};
use kifu_syntax::{EventKind, Parser, Span};

use crate::edits;
use crate::message::Failure;
use crate::open::Open;

/// The edits that format the text.
///
/// # Errors
/// Formatting would lose content: a message for the user.
pub(crate) fn format(open: &Open) -> Result<Vec<TextEdit>, Failure> {
    let document = &open.document;
    if document.collection().is_empty() {
        return Ok(Vec::new());
    }
    let mark = document.mark_range();
    let mut edits: Vec<TextEdit> = mark
        .map(|range| TextEdit::new(range, String::new()))
        .into_iter()
        .collect();
    edits.extend(document.edits(&all(open)?));
    Ok(edits)
}

/// The edits for the nodes that a range touches; only their games are formatted. Empty if the text would be read
/// differently with only these edits.
///
/// # Errors
/// Formatting would lose content: a message for the user.
pub(crate) fn format_range(open: &Open, range: Range) -> Result<Vec<TextEdit>, Failure> {
    let document = &open.document;
    let wanted = document.span(range);
    let text = document.text();
    let part = part(document.collection(), wanted);
    let own = part.games.as_ref().unwrap_or(document.collection());
    let own_text = part.span.of_str(text);
    let mut edits = edits_of(open, own, part.span)?;
    let nodes = nodes_at(own_text, part.span.start, wanted);
    edits.retain(|edit| {
        let start = part.span.start + edit.span.start;
        nodes.start <= start && part.span.start + edit.span.end <= nodes.end
    });
    let is_read_alike = Edit::apply_all(&edits, own_text).is_some_and(|new| is_kept(own, &new));
    for edit in &mut edits {
        edit.span = Span::new(
            part.span.start + edit.span.start,
            part.span.start + edit.span.end,
        );
    }
    // Games are read alike alone and among others if nothing is wrong with any.
    let is_same = is_read_alike
        && (document.collection().problems().is_empty()
            || Edit::apply_all(&edits, text)
                .is_some_and(|new| is_kept(document.collection(), &new)));
    if !is_same {
        edits.clear();
    }
    Ok(document.edits(&edits))
}

/// The games that a span touches.
struct Part {
    span: Span,
    /// The games, if they are not all.
    games: Option<Collection>,
}

fn part(collection: &Collection, wanted: Span) -> Part {
    let text = collection.text();
    let spans: Vec<Span> = collection.games().filter_map(|game| game.span()).collect();
    let up_to = |offset: usize| spans.partition_point(|span| span.start <= offset);
    let first = up_to(wanted.start).saturating_sub(1);
    let after = up_to(wanted.end).max(first + 1);
    let all = Part {
        span: Span::new(0, text.len()),
        games: None,
    };
    if spans.len() != collection.len() || (first == 0 && after >= spans.len()) {
        return all;
    }
    let start = if first == 0 { 0 } else { spans[first].start };
    let end = match spans.get(after) {
        Some(_) => spans[after - 1].end,
        None => text.len(),
    };
    let span = Span::new(start, end);
    let games = Collection::from(span.of_str(text));
    if games.len() == after - first {
        Part {
            span,
            games: Some(games),
        }
    } else {
        all
    }
}

/// The nodes of a part of a text, which begins at an offset, that a span touches.
fn nodes_at(part: &str, start: usize, wanted: Span) -> Span {
    let mut nodes = Span::new(start, start + part.len());
    let events = Parser::new(part.as_bytes()).filter(|event| event.kind == EventKind::NodeBegin);
    for node in events {
        let at = start + node.span.start;
        if at <= wanted.start {
            nodes.start = at;
        } else if at > wanted.end {
            nodes.end = at;
            break;
        }
    }
    nodes
}

fn all(open: &Open) -> Result<Vec<Edit>, Failure> {
    let collection = open.document.collection();
    if collection.is_empty() {
        return Ok(Vec::new());
    }
    edits_of(open, collection, Span::new(0, open.document.text().len()))
}

/// The edits of a part of the document that format its games.
fn edits_of(open: &Open, games: &Collection, part: Span) -> Result<Vec<Edit>, Failure> {
    open.ensure_decoded()?;
    let failed = |error: &dyn Display| Failure::failed(error.to_string());
    let mut new = formatted(games, &Options::default()).map_err(|error| failed(&error))?;
    if open.foreign().is_some() {
        // The editor saves the text in the encoding of the file, so `CA[UTF-8]` would be wrong.
        new = with_charsets_of(games, new).map_err(|error| failed(&error))?;
    }
    let text = open.document.text();
    if has_crlf(text) {
        // An editor keeps the line ends of a document, so others would come back with each formatting.
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    if part.end < text.len() {
        // The line end after the last game of the document is not one between games.
        new.truncate(new.trim_end().len());
    }
    Ok(edits::between(part.of_str(text), &new))
}

/// Whether all lines of a text end with a carriage return and a line feed.
fn has_crlf(text: &str) -> bool {
    text.contains('\n') && text.matches('\n').count() == text.matches("\r\n").count()
}

/// The canonical text of a collection, with its own `CA` in each game instead of `CA[UTF-8]`.
fn with_charsets_of(collection: &Collection, canonical: String) -> Result<String, EditError> {
    let mut new = Collection::from(canonical);
    for game in collection.games() {
        let Some(mut other) = new.game_mut(game.number()) else {
            continue;
        };
        let root = other.tree().root();
        let (id, mut properties) = (root.id(), root.properties());
        let Some(place) = properties.position(|property| property.is("CA")) else {
            continue;
        };
        // A `CA` with other text was kept after the new one.
        let own = game.root().get("CA");
        match own.filter(|own| !own.is_empty() && own.is_charset_name()) {
            Some(own) => other.set_property_at(id, place, "CA", &[own.value()])?,
            None => other.remove_property_at(id, place)?,
        }
    }
    Ok(new.to_text())
}
