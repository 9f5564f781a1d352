//! Formatting, as `kifu fmt` does it.

use gen_lsp_types::{Range, TextEdit};
use kifu_lint::Edit;
use kifu_lint::format::{FormatError, Options, format as formatted, is_kept};
use kifu_syntax::{EventKind, Parser};

use crate::document::Document;
use crate::edits;

/// The edits that format the text.
///
/// # Errors
/// Formatting would lose content.
pub(crate) fn format(document: &Document) -> Result<Vec<TextEdit>, FormatError> {
    Ok(to_protocol(document, &all(document)?))
}

/// The edits for the nodes that a range touches. Empty if the text would be read differently with only these edits.
///
/// # Errors
/// Formatting would lose content.
pub(crate) fn format_range(
    document: &Document,
    range: Range,
) -> Result<Vec<TextEdit>, FormatError> {
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
    let mut edits = all(document)?;
    edits.retain(|edit| from <= edit.span.start && edit.span.end <= to);
    if !is_kept(document.collection(), &edits::apply(text, &edits)) {
        edits.clear();
    }
    Ok(to_protocol(document, &edits))
}

fn all(document: &Document) -> Result<Vec<Edit>, FormatError> {
    let collection = document.collection();
    if collection.is_empty() {
        return Ok(Vec::new());
    }
    let new = formatted(collection, &Options::default())?;
    Ok(edits::between(document.text(), &new))
}

fn to_protocol(document: &Document, edits: &[Edit]) -> Vec<TextEdit> {
    edits.iter().map(|edit| document.edit(edit)).collect()
}
