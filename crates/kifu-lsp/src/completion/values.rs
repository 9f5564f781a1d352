//! Values: words, common numbers, points.

use gen_lsp_types::{CompletionItem, CompletionItemKind};
use kifu_board::{Color, Point};
use kifu_games::{Notation, Replay, go};
use kifu_sgf::schema::{self, BasicType, Game, Group, Limits, PropertyDef};
use kifu_sgf::value::RulesName;
use kifu_sgf::{Node, Property};
use kifu_syntax::Span;

use super::item;
use crate::document::Document;
use crate::locate::Place;
use crate::meaning;
use crate::points::{Area, Points, is_place, names_points};

/// What no value with completions has: it belongs to the text after an unclosed value.
const FOREIGN: [char; 4] = [';', '[', '\n', '\r'];

/// The possible values of a property at a place, each replacing the raw value there, or the point of it at the caret.
///
/// Of a value that is not closed where it seems to end, only the word at the caret is replaced.
pub(super) fn of(
    document: &Document,
    place: &Place<'_>,
    property: Property<'_>,
    span: Span,
    caret: usize,
) -> Vec<CompletionItem> {
    let kind = place.game.kind();
    let Some(definition) = schema::lookup(kind, &property.identifier()) else {
        return Vec::new();
    };
    let Some(span) = written_span(document.text(), span, caret) else {
        return Vec::new();
    };
    if names_points(definition) {
        let text = document.text();
        return match point_span(definition, kind, span, text, caret) {
            Some(point) => {
                let before = &text[span.start..point.start];
                points(document, place, definition, point, before.strip_suffix(':'))
            }
            None => Vec::new(),
        };
    }
    let reader = kifu_sgf::value::ValueReader::new(place.game);
    words(definition)
        .into_iter()
        .enumerate()
        .map(|(number, word)| CompletionItem {
            kind: Some(CompletionItemKind::EnumMember),
            detail: meaning::of(reader, None, definition, &word),
            sort_text: Some(format!("{number:03}")),
            ..item(document, &word, span, &word)
        })
        .collect()
}

/// The part of a value that was written as such: an unclosed value goes on over the nodes after it. `None` if there are
/// such nodes before the caret.
fn written_span(text: &str, value: Span, caret: usize) -> Option<Span> {
    let is_closed = text[value.end..].starts_with(']');
    if is_closed && !value.of_str(text).contains(FOREIGN) {
        return Some(value);
    }
    let before = &text[value.start..caret];
    if before.contains(FOREIGN) || before.contains(['(', ')']) {
        return None;
    }
    let rest = text[caret..value.end].trim_start_matches(|char: char| char.is_ascii_alphanumeric());
    // Letters before a `[` are an identifier.
    let end = if rest.starts_with('[') {
        caret
    } else {
        value.end - rest.len()
    };
    Some(Span::new(value.start, end))
}

/// The part of a value that the caret is in; `None` if it is no point, as the text of a label.
fn point_span(
    definition: &PropertyDef,
    kind: Option<Game>,
    span: Span,
    text: &str,
    caret: usize,
) -> Option<Span> {
    let Some(colon) = span.of_str(text).find(':') else {
        return Some(span);
    };
    let colon = span.start + colon;
    if caret <= colon {
        return Some(Span::new(span.start, colon));
    }
    let is_point = match definition.value.compose {
        Some((_, second)) => is_place(second),
        None => definition.allows_rectangles(kind),
    };
    is_point.then_some(Span::new(colon + 1, span.end))
}

/// The words and numbers of a property.
fn words(definition: &PropertyDef) -> Vec<String> {
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    if let Limits::Words(words) = definition.limits {
        return own(words);
    }
    match definition.identifier {
        "FF" => own(&["4", "3", "1"]),
        "GM" => Game::ALL
            .iter()
            .map(|game| game.number().to_string())
            .collect(),
        "CA" => own(&[
            "UTF-8",
            "ISO-8859-1",
            "GB18030",
            "GBK",
            "Big5",
            "Shift_JIS",
            "EUC-JP",
            "EUC-KR",
            "windows-1251",
            "windows-1252",
        ]),
        "SZ" => own(&["19", "13", "9"]),
        "ST" => own(&["0", "1", "2", "3"]),
        "PM" => own(&["0", "1", "2"]),
        "HA" => own(&["2", "3", "4", "5", "6", "7", "8", "9"]),
        "KM" => own(&["6.5", "7.5", "5.5", "0.5", "0", "3.75"]),
        "RU" => RulesName::ALL
            .iter()
            .map(|rules| rules.name().to_owned())
            .collect(),
        "RE" => own(&[
            "B+R", "W+R", "B+0.5", "W+0.5", "B+T", "W+T", "B+F", "W+F", "B+", "W+", "Draw", "Void",
            "?",
        ]),
        "OT" => own(&[
            "5x30 byo-yomi",
            "25/600 Canadian",
            "10 fischer",
            "60 simple",
        ]),
        "TM" => own(&["600", "1800", "3600", "7200"]),
        _ => match definition.value.single {
            Some(BasicType::Double) => own(&["1", "2"]),
            Some(BasicType::Color) => own(&["B", "W"]),
            _ => Vec::new(),
        },
    }
}

/// Points of the board: for a move the legal ones, for `AE` those with stones, in a list those that it has not yet.
/// `first` is the point before the colon of a value.
fn points(
    document: &Document,
    place: &Place<'_>,
    definition: &PropertyDef,
    span: Span,
    first: Option<&str>,
) -> Vec<CompletionItem> {
    let Some(points) = Points::of(place.game) else {
        return Vec::new();
    };
    let notation = points.notation();
    let Some(size) = notation.size() else {
        return Vec::new();
    };
    let mut is_legal: Box<dyn FnMut(Point) -> bool + '_> = match definition.identifier {
        "B" => legal(place.node, Color::Black, notation),
        "W" => legal(place.node, Color::White, notation),
        "AE" => occupied(place.node),
        _ => Box::new(|_| true),
    };
    let taken = taken(points, place, definition, span);
    let first = first.and_then(|raw| points.point(raw));
    let is_rectangle = definition.value.compose.is_none();
    let follows = |point: Point| {
        first.is_none_or(|first| {
            point != first && (!is_rectangle || (first.x <= point.x && first.y <= point.y))
        })
    };
    size.points()
        .filter(|point| is_legal(*point) && follows(*point))
        .filter(|point| !taken.iter().any(|area| area.contains(*point)))
        .map(|point| {
            let value = notation.name(point);
            CompletionItem {
                kind: Some(CompletionItemKind::Value),
                detail: points.name(point),
                ..item(document, &value, span, &value)
            }
        })
        .collect()
}

/// The points that a list must not have, because another value of it or of an excluding list has them. Values with two
/// points may share one.
fn taken(points: Points, place: &Place<'_>, definition: &PropertyDef, span: Span) -> Vec<Area> {
    let is_list = |group: &Group| {
        !group.excludes_properties() && !matches!(group, Group::Arrow | Group::Line)
    };
    let Some(group) = definition.group.filter(is_list) else {
        return Vec::new();
    };
    let kind = place.game.kind();
    let excludes = |property: &Property<'_>| {
        schema::lookup(kind, &property.identifier())
            .is_some_and(|definition| definition.group == Some(group))
    };
    let properties = place.node.properties().filter(excludes);
    properties
        .flat_map(|property| points.values(property))
        .filter(|(other, _)| span.end < other.start || other.end < span.start)
        .filter_map(|(_, areas)| areas[0])
        .collect()
}

/// The points where a player may move before a node, by the rules of the game. None where a move names more than a point.
fn legal(node: Node<'_>, color: Color, notation: Notation) -> Box<dyn FnMut(Point) -> bool + '_> {
    let Some(parent) = node.parent() else {
        return Box::new(|_| true);
    };
    if node.game().kind() == Some(Game::Go) {
        let replay = go::Replay::at(parent);
        let legal: Vec<Point> = replay.game().legal_points(color).collect();
        return Box::new(move |point| legal.contains(&point));
    }
    let Ok(mut replay) = Replay::of(node.game()) else {
        return Box::new(|_| true);
    };
    replay.go_to(parent);
    Box::new(move |point| replay.allows(color, &notation.name(point)))
}

/// The points with stones before a node.
fn occupied(node: Node<'_>) -> Box<dyn FnMut(Point) -> bool + '_> {
    let Some(parent) = node.parent() else {
        return Box::new(|_| true);
    };
    let Ok(mut replay) = Replay::of(node.game()) else {
        return Box::new(|_| true);
    };
    replay.go_to(parent);
    let mut pieces = Vec::new();
    replay.position().pieces(&mut |point, _| pieces.push(point));
    Box::new(move |point| pieces.contains(&point))
}
