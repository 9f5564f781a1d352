//! Spans of variations.

use kifu_sgf::Node;
use kifu_syntax::Span;

/// Whether a node begins a variation: a child of a branch point.
pub(crate) fn begins_variation(node: Node<'_>) -> bool {
    node.previous_sibling().is_some() || node.next_sibling().is_some()
}

/// The span from the `;` of a node to the end of its subtree.
pub(crate) fn subtree(node: Node<'_>) -> Span {
    let start = node.span().unwrap_or_default();
    let end = node.last_in_file().span().unwrap_or_default();
    Span::new(start.start, end.end.max(start.end))
}

/// The label of a node in a list: its move, its name, or the first words of its comment.
pub(crate) fn label(node: Node<'_>) -> String {
    let mut parts = Vec::new();
    if let Some((identifier, raw)) = node.play() {
        let value = if raw.is_empty() { "pass" } else { raw };
        parts.push(format!("{identifier} {}", short(value)));
    }
    if let Some(name) = node.simple_text("N") {
        parts.push(short(&name));
    } else if let Some(comment) = node.comment() {
        parts.push(short(&comment));
    }
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        return format!("node {}", node.id().get());
    }
    parts.join(": ")
}

/// The first words of a text, on one line.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut words = String::new();
    // Enough words for 60 characters, whatever separates them.
    for word in text.split_whitespace().take(LONGEST) {
        if !words.is_empty() {
            words.push(' ');
        }
        let left = LONGEST.saturating_sub(words.chars().count());
        let mut chars = word.chars();
        words.extend(chars.by_ref().take(left));
        if chars.next().is_some() {
            words.push('…');
            return words;
        }
    }
    words
}
