//! Selection ranges: value, property, node, variations, game.

use gen_lsp_types::{Position, SelectionRange};
use kifu_sgf::Node;
use kifu_syntax::Span;

use crate::document::Document;
use crate::lines::{begins_variation, subtree};
use crate::locate::Place;

/// Maximum number of variation levels. Clients parse nested JSON by recursion.
const DEEPEST: usize = 30;

/// The ranges around each position, innermost first.
pub(crate) fn selections(document: &Document, positions: &[Position]) -> Vec<SelectionRange> {
    positions
        .iter()
        .map(|position| around(document, *position))
        .collect()
}

fn around(document: &Document, position: Position) -> SelectionRange {
    let offset = document.offset(position);
    let mut spans = vec![Span::at(offset)];
    if let Some(place) = Place::at(document.collection(), offset) {
        spans.extend(place.value.map(|(_, span)| span));
        spans.extend(place.property.and_then(|property| property.span()));
        if place.is_in_node(offset) {
            spans.push(place.node_span);
        }
        spans.extend(variations(place.node).take(DEEPEST));
        spans.extend(place.game.span());
    }
    spans.push(Span::new(0, document.text().len()));
    let mut outer: Option<SelectionRange> = None;
    let mut inner_first: Vec<Span> = Vec::new();
    for span in spans {
        let grows = inner_first
            .last()
            .is_none_or(|last| span != *last && span.start <= last.start && last.end <= span.end);
        if grows {
            inner_first.push(span);
        }
    }
    for span in inner_first.into_iter().rev() {
        let mut range = document.range(span);
        if span.start == 0 {
            // A byte order mark is before the text.
            range.start = Position::new(0, 0);
        }
        outer = Some(SelectionRange {
            range,
            parent: outer.map(Box::new),
        });
    }
    outer.unwrap_or_default()
}

/// The variations around a node, innermost first.
fn variations(node: Node<'_>) -> impl Iterator<Item = Span> {
    node.path_up()
        .filter(|node| begins_variation(*node))
        .map(subtree)
}
