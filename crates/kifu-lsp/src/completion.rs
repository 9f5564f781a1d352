//! Completions: valid identifiers and values at a position.

mod identifiers;
mod values;

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, InsertTextFormat, Position,
    TextEdit,
};
use kifu_syntax::Span;

use crate::client::Client;
use crate::document::Document;
use crate::locate::Place;

/// The completions at a position.
pub(crate) fn complete(
    document: &Document,
    position: Position,
    client: &Client,
) -> Vec<CompletionItem> {
    if document.is_before_text(position) {
        return Vec::new();
    }
    let offset = document.offset(position);
    let text = document.text();
    let Some(place) = Place::of_caret(document.collection(), offset) else {
        return game(document, offset, client);
    };
    if let (Some((_, span)), Some(property)) = (place.value, place.property) {
        return values::of(document, &place, property, span, offset);
    }
    let prefix = word_before(text, offset);
    // A property follows the `;` of its node, or another property.
    let before = text[..prefix.start].trim_end().chars().next_back();
    let is_in_node = before.is_some_and(|char| matches!(char, ';' | ']') || char.is_alphabetic());
    if is_in_node {
        identifiers::of(document, &place, prefix, client)
    } else {
        Vec::new()
    }
}

/// The letters before an offset.
fn word_before(text: &str, offset: usize) -> Span {
    let before = &text[..offset];
    let start = before.trim_end_matches(|char: char| char.is_ascii_alphabetic());
    Span::new(start.len(), offset)
}

/// A new game, if the document has none.
fn game(document: &Document, offset: usize, client: &Client) -> Vec<CompletionItem> {
    if !client.snippets {
        return Vec::new();
    }
    let root = ";FF[4]GM[1]CA[UTF-8]SZ[${1:19}]KM[${2:6.5}]RU[${3:Japanese}]PB[$4]PW[$5]DT[$6]\n$0";
    let text = document.text();
    let word = word_before(text, offset);
    // Editors write the `)` with the `(`.
    let begin = if text[..word.start].ends_with('(') {
        ""
    } else {
        "("
    };
    let end = if begin.is_empty() && text[offset..].starts_with(')') {
        ""
    } else {
        ")"
    };
    vec![CompletionItem {
        kind: Some(CompletionItemKind::Snippet),
        detail: Some("a game of Go".to_owned()),
        insert_text_format: Some(InsertTextFormat::Snippet),
        ..item(document, "game", word, &format!("{begin}{root}{end}"))
    }]
}

/// A completion that replaces a span.
fn item(document: &Document, label: &str, span: Span, text: &str) -> CompletionItem {
    let edit = TextEdit::new(document.range(span), text.to_owned());
    CompletionItem {
        label: label.to_owned(),
        text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
        ..CompletionItem::default()
    }
}
