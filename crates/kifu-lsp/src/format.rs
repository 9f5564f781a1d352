//! Formatting, as `kifu fmt` does it.

use std::fmt::Display;

use gen_lsp_types::{Range, TextEdit};
use kifu_lint::Edit;
use kifu_lint::format::{Options, format as formatted, is_kept};
use kifu_sgf::{Collection, EditError};
use kifu_syntax::{EventKind, Parser};

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

/// The edits for the nodes that a range touches. Empty if the text would be read differently with only these edits.
///
/// # Errors
/// Formatting would lose content: a message for the user.
pub(crate) fn format_range(open: &Open, range: Range) -> Result<Vec<TextEdit>, Failure> {
    let document = &open.document;
    let wanted = document.span(range);
    let text = document.text();
    let (mut from, mut to) = (0, text.len());
    let nodes = Parser::new(text.as_bytes()).filter(|event| event.kind == EventKind::NodeBegin);
    for node in nodes {
        if node.span.start <= wanted.start {
            from = node.span.start;
        } else if node.span.start > wanted.end {
            to = node.span.start;
            break;
        }
    }
    let mut edits = all(open)?;
    edits.retain(|edit| from <= edit.span.start && edit.span.end <= to);
    if !Edit::apply_all(&edits, text).is_some_and(|new| is_kept(document.collection(), &new)) {
        edits.clear();
    }
    Ok(document.edits(&edits))
}

fn all(open: &Open) -> Result<Vec<Edit>, Failure> {
    let collection = open.document.collection();
    if collection.is_empty() {
        return Ok(Vec::new());
    }
    open.ensure_decoded()?;
    let failed = |error: &dyn Display| Failure::failed(error.to_string());
    let mut new = formatted(collection, &Options::default()).map_err(|error| failed(&error))?;
    let text = open.document.text();
    if open.foreign().is_some() {
        // The editor saves the text in the encoding of the file, so `CA[UTF-8]` would be wrong.
        new = with_charsets_of(collection, new).map_err(|error| failed(&error))?;
    }
    if text.contains('\n') && text.matches('\n').count() == text.matches("\r\n").count() {
        // An editor keeps the line ends of a document, so others would come back with each formatting.
        new = new.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    Ok(edits::between(text, &new))
}

/// The canonical text of a collection, with its own `CA` in each game instead of `CA[UTF-8]`.
fn with_charsets_of(collection: &Collection, canonical: String) -> Result<String, EditError> {
    let mut new = Collection::from(canonical);
    for game in collection.games() {
        let Some(mut other) = new.game_mut(game.number()) else {
            continue;
        };
        let root = other.root();
        let values: Vec<&str> = match game.root().get("CA") {
            Some(property) => property.values().collect(),
            None => Vec::new(),
        };
        if values.is_empty() {
            other.remove_property(root, "CA")?;
        } else {
            other.set(root, "CA", &values)?;
        }
    }
    Ok(new.to_text())
}
