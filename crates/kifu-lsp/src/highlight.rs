//! Occurrences of a point, and the moves of its group.

use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, Position};
use kifu_board::Point;
use kifu_sgf::schema;
use kifu_syntax::Span;

use crate::document::Document;
use crate::locate::Place;
use crate::points::Points;

/// A value at a position that contains one point.
struct AtPoint<'d> {
    place: Place<'d>,
    points: Points,
    point: Point,
}

impl<'d> AtPoint<'d> {
    fn new(document: &'d Document, position: Position) -> Option<Self> {
        Self::of(document, document.offset(position))
    }

    fn of(document: &'d Document, offset: usize) -> Option<Self> {
        let place = Place::at(document.collection(), offset)?;
        let raw = place.raw()?;
        let (_, span) = place.value?;
        let definition = schema::lookup(place.game.kind(), &place.property?.identifier())?;
        let points = Points::of(place.game)?;
        let areas = points.areas(definition, raw);
        // Of two points, the one at the caret.
        let is_second = raw.get(..offset.saturating_sub(span.start))?.contains(':');
        let area = areas[usize::from(is_second && areas[1].is_some())]?;
        let corner = raw
            .split_once(':')
            .and_then(|(first, second)| points.point(if is_second { second } else { first }));
        let point = area.single().or(corner)?;
        Some(Self {
            place,
            points,
            point,
        })
    }
}

/// The stones of the group at the point of a value, and the other occurrences of the point in the game.
pub(crate) fn highlights(document: &Document, position: Position) -> Vec<DocumentHighlight> {
    let Some(at) = AtPoint::new(document, position) else {
        return Vec::new();
    };
    let group = at.points.group(at.place.node, at.point);
    let same = at.points.occurrences(at.place.game, at.point);
    let mut all: Vec<(Span, DocumentHighlightKind)> = group
        .iter()
        .map(|span| (*span, DocumentHighlightKind::Write))
        .collect();
    let others = same
        .into_iter()
        .filter(|span| group.binary_search(span).is_err());
    all.extend(others.map(|span| (span, DocumentHighlightKind::Read)));
    all.sort_unstable_by_key(|(span, _)| *span);
    all.into_iter()
        .map(|(span, kind)| DocumentHighlight::new(document.range(span), Some(kind)))
        .collect()
}

/// The occurrences of the point of a value in the game, with or without its [`definition`].
pub(crate) fn references(
    document: &Document,
    position: Position,
    includes_definition: bool,
) -> Vec<Span> {
    let Some(at) = AtPoint::new(document, position) else {
        return Vec::new();
    };
    let mut all = at.points.occurrences(at.place.game, at.point);
    if !includes_definition {
        let definition = at.points.first_put(at.place.node, at.point);
        all.retain(|span| Some(*span) != definition);
    }
    all
}

/// The first move or setup at the point of a value, on the path from the root.
pub(crate) fn definition(document: &Document, position: Position) -> Option<Span> {
    let at = AtPoint::new(document, position)?;
    at.points.first_put(at.place.node, at.point)
}

/// The move or setup that placed the stone on whose point a later move is played.
pub(crate) fn stone_before(document: &Document, offset: usize) -> Option<Span> {
    let at = AtPoint::of(document, offset)?;
    at.points.last_put_above(at.place.node, at.point)
}
