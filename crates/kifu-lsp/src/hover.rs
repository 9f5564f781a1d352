//! Hovers: the text shown at a position.

use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind, Position};
use kifu_sgf::Property;
use kifu_sgf::schema::{self, PropertyType};
use kifu_sgf::value::ValueReader;
use kifu_syntax::Span;

use crate::board::Board;
use crate::client::Client;
use crate::document::Document;
use crate::locate::Place;
use crate::meaning;
use crate::points::{Points, names_points};
use crate::settings::{BoardForm, Settings};
use crate::sheet;

/// The hover at a position: the board at moves, setup, markup and the beginning of a node; the meaning of a value; the
/// page of a property.
pub(crate) fn hover(
    document: &Document,
    position: Position,
    client: &Client,
    settings: &Settings,
) -> Option<Hover> {
    if document.is_before_text(position) {
        return None;
    }
    let offset = document.offset(position);
    let place = Place::at(document.collection(), offset)?;
    if !place.is_in_node(offset) {
        return None;
    }
    let (parts, span) = if let Some(property) = place.property {
        of_property(&place, property, offset, client, settings)?
    } else {
        (board(&place, client, settings)?, of_node(&place, offset))
    };
    let text = parts.join("\n\n");
    if text.is_empty() {
        return None;
    }
    let (kind, text) = if client.markdown {
        (MarkupKind::Markdown, text)
    } else {
        (MarkupKind::PlainText, plain(&text))
    };
    Some(Hover {
        contents: Contents::MarkupContent(MarkupContent::new(kind, text)),
        range: Some(document.range(span)),
    })
}

/// The span of a hover in a node, outside of its properties: the `;`, unless the offset is farther on.
fn of_node(place: &Place<'_>, offset: usize) -> Span {
    let start = place.node_span.start;
    if offset <= start + 1 {
        Span::new(start.min(offset), start + 1)
    } else {
        place.node_span
    }
}

/// The hover at an offset in a property, in paragraphs, and its span: the value or the identifier, between them the
/// whole property.
fn of_property(
    place: &Place<'_>,
    property: Property<'_>,
    offset: usize,
    client: &Client,
    settings: &Settings,
) -> Option<(Vec<String>, Span)> {
    let written = property.written_identifier();
    let kind = place.game.kind();
    let definition = schema::lookup(kind, &property.identifier());
    let mut parts = Vec::new();
    let span = if let (Some((_, span)), Some(raw)) = (place.value, place.raw()) {
        if let Some(definition) = definition {
            let points = Points::of(place.game);
            let reader = ValueReader::new(place.game);
            if let Some(meaning) = meaning::of(reader, points, definition, raw) {
                parts.push(format!("`{written}`: {meaning}"));
            } else {
                parts.push(format!("`{written}`: {}", definition.name));
            }
            let shows_board = names_points(definition)
                || matches!(
                    definition.property_type,
                    PropertyType::Move | PropertyType::Setup
                );
            if shows_board {
                parts.extend(board(place, client, settings).unwrap_or_default());
            }
        } else {
            parts.push(sheet::page(kind, written));
        }
        span
    } else {
        parts.push(sheet::page(kind, written));
        let whole = property.span()?;
        let identifier = Span::new(whole.start, whole.start + written.len());
        if offset <= identifier.end {
            identifier
        } else {
            whole
        }
    };
    Some((parts, span))
}

/// The board at a node, in paragraphs; `None` if it is not shown.
fn board(place: &Place<'_>, client: &Client, settings: &Settings) -> Option<Vec<String>> {
    let is_picture = match settings.board {
        BoardForm::None => return None,
        BoardForm::Auto => client.pictures && client.markdown,
        BoardForm::Svg => client.markdown,
        BoardForm::Text => false,
    };
    let board = Board::at(place.node)?;
    let mut parts = Vec::new();
    let notes = board.notes.join("; ");
    if !board.title.is_empty() {
        let captures = match board.captured {
            0 => String::new(),
            1 => ", captures 1 stone".to_owned(),
            stones => format!(", captures {stones} stones"),
        };
        let notes = if notes.is_empty() {
            notes
        } else {
            format!(" ({notes})")
        };
        parts.push(format!("{}{captures}{notes}", board.title));
    } else if !notes.is_empty() {
        parts.push(notes);
    }
    parts.push(board.to_markdown(is_picture));
    Some(parts)
}

/// Plain text for clients that do not support Markdown.
pub(crate) fn plain(markdown: &str) -> String {
    let lines = markdown.lines().filter(|line| !line.starts_with("```"));
    let lines: Vec<String> = lines.map(|line| line.replace("**", "")).collect();
    lines.join("\n")
}
