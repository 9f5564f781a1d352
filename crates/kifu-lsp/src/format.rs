//! Formatting, as `kifu fmt` does it.

use gen_lsp_types::{Range, TextEdit};
use kifu_lint::Edit;
use kifu_lint::format::{FormatError, Options, format as formatted, is_kept};
use kifu_sgf::{Collection, EditError};
use kifu_syntax::{EventKind, Parser};

use crate::document::Document;
use crate::edits;
use crate::open::Open;

/// The edits that format the text.
///
/// # Errors
/// Formatting would lose content.
pub(crate) fn format(open: &Open) -> Result<Vec<TextEdit>, FormatError> {
    Ok(to_protocol(&open.document, &all(open)?))
}

/// The edits for the nodes that a range touches. Empty if the text would be read differently with only these edits.
///
/// # Errors
/// Formatting would lose content.
pub(crate) fn format_range(open: &Open, range: Range) -> Result<Vec<TextEdit>, FormatError> {
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
    if !is_kept(document.collection(), &edits::apply(text, &edits)) {
        edits.clear();
    }
    Ok(to_protocol(document, &edits))
}

fn all(open: &Open) -> Result<Vec<Edit>, FormatError> {
    let collection = open.document.collection();
    if collection.is_empty() {
        return Ok(Vec::new());
    }
    let mut new = formatted(collection, &Options::default())?;
    if open
        .disk
        .as_ref()
        .is_some_and(|disk| disk.foreign().is_some())
    {
        // The editor saves the text in the encoding of the file, so `CA[UTF-8]` would be wrong.
        new = with_charsets_of(collection, new).map_err(|_| FormatError::Differs)?;
    }
    Ok(edits::between(open.document.text(), &new))
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

fn to_protocol(document: &Document, edits: &[Edit]) -> Vec<TextEdit> {
    edits.iter().map(|edit| document.edit(edit)).collect()
}
