//! The points in values, and their occurrences.

use std::collections::BTreeSet;

use kifu_board::{Point, Size};
use kifu_diagram::binding::empty_board;
use kifu_diagram::{CoordinateLabels, Scene};
use kifu_games::{Notation, Replay, go};
use kifu_sgf::schema::{self, BasicType, Game, PropertyDef};
use kifu_sgf::{GameTree, Node, Property};
use kifu_syntax::Span;
use kifu_syntax::text::split_compose;

/// Maximum number of occurrences in a game.
const MOST: usize = 2000;

/// Maximum number of ancestors that are searched for the moves of a group.
const FAR: usize = 100_000;

/// The notation of points in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Points {
    kind: Option<Game>,
    notation: Notation,
    coordinates: CoordinateLabels,
}

/// Points in a part of a value: one, or a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    low: Point,
    high: Point,
}

impl Area {
    pub(crate) const fn contains(self, point: Point) -> bool {
        self.low.x <= point.x
            && point.x <= self.high.x
            && self.low.y <= point.y
            && point.y <= self.high.y
    }

    /// The point, if there is exactly one.
    pub(crate) fn single(self) -> Option<Point> {
        (self.low == self.high).then_some(self.low)
    }

    /// The corners with the lowest and the highest column and row.
    pub(crate) const fn corners(self) -> (Point, Point) {
        (self.low, self.high)
    }

    /// Number of points.
    pub(crate) fn len(self) -> usize {
        let side = |low: u16, high: u16| usize::from(high - low) + 1;
        side(self.low.x, self.high.x) * side(self.low.y, self.high.y)
    }
}

impl Points {
    /// The notation of points in a game; `None` if its rules are unknown.
    pub(crate) fn of(game: GameTree<'_>) -> Option<Self> {
        let kind = game.kind();
        let replay = Replay::of(game).ok()?;
        let position = replay.position();
        Some(Self {
            kind,
            notation: position.notation(),
            coordinates: empty_board(position).coordinates,
        })
    }

    /// The size of the board, if points are written as in Go.
    pub(crate) const fn size(self) -> Option<Size> {
        match self.notation {
            Notation::GoLike(size) => Some(size),
            _ => None,
        }
    }

    /// The notation.
    pub(crate) const fn notation(self) -> Notation {
        self.notation
    }

    /// The coordinates of a point as shown at the edge of the board; `None` if the game has none besides its notation.
    pub(crate) fn name(self, point: Point) -> Option<String> {
        let size = self.size()?;
        let board = Scene {
            columns: size.columns(),
            rows: size.rows(),
            coordinates: self.coordinates,
            ..Scene::default()
        };
        Some(board.point_name(point))
    }

    /// The point that a text names.
    pub(crate) fn point(self, raw: &str) -> Option<Point> {
        self.notation.point(raw).ok()
    }

    /// The areas of a value; `None` for a part without points.
    pub(crate) fn areas(self, definition: &PropertyDef, raw: &str) -> [Option<Area>; 2] {
        let types = definition.value;
        if let Some((first, second)) = types.compose
            && let Some((left, right)) = split_compose(raw)
            && (is_place(first) || is_place(second))
        {
            let one = |basic, raw| is_place(basic).then(|| self.area(raw, false)).flatten();
            return [one(first, left), one(second, right)];
        }
        match types.single {
            Some(BasicType::Move) if raw.is_empty() => [None, None],
            Some(basic) if is_place(basic) => {
                let area = self.area(raw, definition.allows_rectangles(self.kind));
                [area.filter(|_| !self.is_pass(basic, raw)), None]
            }
            _ => [None, None],
        }
    }

    /// Whether a move is a pass.
    fn is_pass(self, basic: BasicType, raw: &str) -> bool {
        basic == BasicType::Move
            && raw == "tt"
            && self.kind == Some(Game::Go)
            && self.size().is_some_and(Size::has_tt_pass)
    }

    fn area(self, raw: &str, allows_rectangles: bool) -> Option<Area> {
        let (first, last) = match raw.split_once(':') {
            Some((first, last)) if allows_rectangles => (
                self.notation.point(first).ok()?,
                self.notation.point(last).ok()?,
            ),
            _ => {
                let point = self.notation.point(raw).ok()?;
                (point, point)
            }
        };
        Some(Area {
            low: Point::new(first.x.min(last.x), first.y.min(last.y)),
            high: Point::new(first.x.max(last.x), first.y.max(last.y)),
        })
    }

    /// The values of a property that contain points.
    pub(crate) fn values(
        self,
        property: Property<'_>,
    ) -> impl Iterator<Item = (Span, [Option<Area>; 2])> {
        let definition = schema::lookup(self.kind, &property.identifier())
            .filter(|definition| names_points(definition));
        definition.into_iter().flat_map(move |definition| {
            property
                .value_spans()
                .zip(property.values())
                .map(move |(span, raw)| (span, self.areas(definition, raw)))
        })
    }

    /// The occurrences of a point in a game, in text order.
    pub(crate) fn occurrences(self, game: GameTree<'_>, point: Point) -> Vec<Span> {
        let mut found = Vec::new();
        for node in game.nodes() {
            for property in node.properties() {
                for (span, areas) in self.values(property) {
                    if areas.into_iter().flatten().any(|area| area.contains(point)) {
                        found.push(span);
                    }
                }
            }
            if found.len() >= MOST {
                found.truncate(MOST);
                break;
            }
        }
        found
    }

    /// The first value on the path from the root to a node that places something on a point.
    pub(crate) fn first_put(self, node: Node<'_>, point: Point) -> Option<Span> {
        let mut first = None;
        for node in node.path_up() {
            let put = self.puts(node).find(|(_, area)| area.contains(point));
            first = put.map(|(span, _)| span).or(first);
        }
        first
    }

    /// The last value above a node that places something on a point.
    pub(crate) fn last_put_above(self, node: Node<'_>, point: Point) -> Option<Span> {
        node.ancestors().take(FAR).find_map(|node| {
            let put = self.puts(node).find(|(_, area)| area.contains(point));
            put.map(|(span, _)| span)
        })
    }

    /// Moves and setup of a node.
    fn puts(self, node: Node<'_>) -> impl Iterator<Item = (Span, Area)> {
        let puts = |property: &Property<'_>| {
            ["B", "W", "AB", "AW"]
                .iter()
                .any(|identifier| property.is(identifier))
        };
        node.properties()
            .filter(puts)
            .flat_map(move |property| self.values(property))
            .filter_map(|(span, areas)| Some((span, areas[0]?)))
    }

    /// The values that placed the stones of the group at a point of Go: the group after the node, or, if the node
    /// captures it, the group before.
    pub(crate) fn group(self, node: Node<'_>, point: Point) -> Vec<Span> {
        if self.kind != Some(Game::Go) {
            return Vec::new();
        }
        let mut replay = go::Replay::at(node);
        let stones = |replay: &go::Replay<'_>| -> BTreeSet<Point> {
            let group = replay.game().board().group(point);
            group
                .map(|group| group.stones().collect())
                .unwrap_or_default()
        };
        let mut left = stones(&replay);
        if left.is_empty() && replay.back() {
            left = stones(&replay);
        }
        let mut found = Vec::new();
        for node in node.path_up().take(FAR) {
            if left.is_empty() || found.len() >= MOST {
                break;
            }
            for (span, area) in self.puts(node) {
                let before = left.len();
                match area.single() {
                    Some(point) => {
                        left.remove(&point);
                    }
                    None => left.retain(|point| !area.contains(*point)),
                }
                if left.len() < before {
                    found.push(span);
                }
            }
        }
        found.sort_unstable();
        found
    }
}

/// Whether a value of this type is a point.
pub(crate) const fn is_place(basic: BasicType) -> bool {
    matches!(basic, BasicType::Point | BasicType::Move | BasicType::Stone)
}

/// Whether the values of a property contain points.
pub(crate) fn names_points(definition: &PropertyDef) -> bool {
    let types = definition.value;
    types.single.is_some_and(is_place)
        || types
            .compose
            .is_some_and(|(first, second)| is_place(first) || is_place(second))
}
