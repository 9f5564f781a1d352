//! The properties that are valid in a node.

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTag, Documentation, InsertTextFormat,
    MarkupContent, MarkupKind,
};
use kifu_sgf::Node;
use kifu_sgf::schema::{
    self, BasicType, Count, Game, Limits, PROPERTIES, PropertyDef, PropertyType,
};
use kifu_sgf::value::number;
use kifu_syntax::Span;

use super::item;
use crate::client::Client;
use crate::document::Document;
use crate::hover;
use crate::locate::Place;
use crate::sheet;

/// The most frequent properties, in this order; others follow by name.
const USED: [&str; 36] = [
    "B", "W", "C", "AB", "AW", "LB", "TR", "CR", "MA", "SQ", "N", "FF", "GM", "CA", "SZ", "PB",
    "PW", "BR", "WR", "KM", "HA", "RE", "DT", "RU", "EV", "RO", "PC", "GN", "TM", "OT", "AP", "ST",
    "BL", "WL", "AE", "PL",
];

/// Properties that must not stand in a node without a move.
const OF_MOVES: [&str; 5] = ["BM", "DO", "IT", "TE", "KO"];

/// Maximum number of ancestors, and of nodes below, that are searched for game info.
const FAR: usize = 10_000;

/// The properties of a node, as far as they determine which others may be added.
struct Present {
    kind: Option<Game>,
    version: u8,
    is_root: bool,
    definitions: Vec<&'static PropertyDef>,
    /// Whether a node above or below has game info.
    has_info_elsewhere: bool,
}

impl Present {
    /// The node at a place, without the property being written.
    fn new(place: &Place<'_>, written: Span) -> Self {
        let kind = place.game.kind();
        let root = place.game.root();
        let version = root
            .value("FF")
            .and_then(|raw| number::parse_lenient(raw).ok());
        let properties = place.node.properties().filter(|property| {
            property
                .span()
                .is_none_or(|span| span.start != written.start || written.is_empty())
        });
        let mut definitions: Vec<_> = properties
            .filter_map(|property| schema::lookup(kind, &property.identifier()))
            .collect();
        // What follows the caret without a gap, `B[aa]` in `A|B[aa]`, stays a property.
        let after = place
            .game
            .collection()
            .text()
            .get(written.end..)
            .unwrap_or_default();
        if let Some((identifier, _)) = after.split_once('[').filter(|_| !written.is_empty()) {
            definitions.extend(schema::lookup(kind, identifier));
        }
        Self {
            kind,
            version: version.map_or(4, |read| u8::try_from(read.value).unwrap_or(4)),
            is_root: place.node.is_root(),
            definitions,
            has_info_elsewhere: place
                .node
                .ancestors()
                .take(FAR)
                .chain(place.node.subtree().skip(1).take(FAR))
                .any(|node| has_info(kind, node)),
        }
    }

    fn has(&self, property_type: PropertyType) -> bool {
        self.definitions
            .iter()
            .any(|definition| definition.property_type == property_type)
    }

    fn has_move(&self) -> bool {
        let is_move = |definition: &&PropertyDef| ["B", "W"].contains(&definition.identifier);
        self.definitions.iter().any(is_move)
    }

    /// Whether a property may be added.
    fn allows(&self, definition: &'static PropertyDef) -> bool {
        let is_known_here = schema::lookup(self.kind, definition.identifier)
            .is_some_and(|found| found == definition);
        let excludes = |other: &&PropertyDef| {
            definition.identifier == other.identifier
                || definition
                    .group
                    .is_some_and(|group| group.excludes_properties() && other.group == Some(group))
        };
        is_known_here
            && definition.versions.contains(self.version)
            && !self.definitions.iter().any(excludes)
            && match definition.property_type {
                PropertyType::Root => self.is_root,
                PropertyType::GameInfo => !self.has_info_elsewhere,
                PropertyType::Move => {
                    let is_move = ["B", "W"].contains(&definition.identifier);
                    !self.is_root
                        && !self.has(PropertyType::Setup)
                        && (is_move
                            || self.has_move()
                            || !OF_MOVES.contains(&definition.identifier))
                }
                PropertyType::Setup => !self.has(PropertyType::Move),
                PropertyType::None => true,
            }
    }
}

fn has_info(kind: Option<Game>, node: Node<'_>) -> bool {
    node.properties().any(|property| {
        schema::lookup(kind, &property.identifier())
            .is_some_and(|definition| definition.property_type == PropertyType::GameInfo)
    })
}

/// The properties that may be added to a node, most frequent first.
pub(super) fn of(
    document: &Document,
    place: &Place<'_>,
    prefix: Span,
    client: &Client,
) -> Vec<CompletionItem> {
    let present = Present::new(place, prefix);
    let all = PROPERTIES
        .iter()
        .filter(|definition| present.allows(definition));
    // The values after the caret become those of the new property.
    let has_value = document.text()[prefix.end..].starts_with('[');
    all.map(|definition| {
        let place = USED
            .iter()
            .position(|identifier| *identifier == definition.identifier);
        let (text, format) = if has_value {
            (
                definition.identifier.to_owned(),
                InsertTextFormat::PlainText,
            )
        } else if client.snippets {
            (snippet(definition), InsertTextFormat::Snippet)
        } else {
            (
                format!("{}[]", definition.identifier),
                InsertTextFormat::PlainText,
            )
        };
        let page = sheet::page(present.kind, definition.identifier);
        let page = if client.markdown_completions {
            MarkupContent::new(MarkupKind::Markdown, page)
        } else {
            MarkupContent::new(MarkupKind::PlainText, hover::plain(&page))
        };
        CompletionItem {
            kind: Some(CompletionItemKind::Property),
            detail: Some(definition.name.to_owned()),
            documentation: Some(Documentation::MarkupContent(page)),
            sort_text: Some(format!(
                "{:02}{}",
                place.unwrap_or(USED.len()),
                definition.identifier
            )),
            insert_text_format: Some(format),
            tags: definition
                .is_obsolete()
                .then(|| vec![CompletionItemTag::Deprecated]),
            ..item(document, definition.identifier, prefix, &text)
        }
    })
    .collect()
}

/// A property with the shape of its value, as a snippet.
fn snippet(definition: &PropertyDef) -> String {
    let identifier = definition.identifier;
    let value = match (definition.limits, definition.value.single) {
        (Limits::Words(words), _) => format!("${{1|{}|}}", words.join(",")),
        (_, Some(BasicType::None)) if definition.value.count == Count::One => String::new(),
        (_, Some(BasicType::Double)) => "${1|1,2|}".to_owned(),
        (_, Some(BasicType::Color)) => "${1|B,W|}".to_owned(),
        _ => match identifier {
            "FF" => "${1:4}".to_owned(),
            "GM" => "${1:1}".to_owned(),
            "CA" => "${1:UTF-8}".to_owned(),
            "SZ" => "${1:19}".to_owned(),
            _ => "$1".to_owned(),
        },
    };
    format!("{identifier}[{value}]$0")
}
