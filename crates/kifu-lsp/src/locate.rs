//! Finds the game, node, property and value at an offset.

use kifu_sgf::{Collection, GameTree, Node, NodeId, Property};
use kifu_syntax::Span;

/// The game, node, property and value at an offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) game: GameTree<'a>,
    /// The last node that begins at or before the offset.
    pub(crate) node: Node<'a>,
    /// From its `;` to its last `]`.
    pub(crate) node_span: Span,
    /// The property at the offset.
    pub(crate) property: Option<Property<'a>>,
    /// The raw value at the offset, with its number.
    pub(crate) value: Option<(usize, Span)>,
}

impl<'a> Place<'a> {
    /// The place of an offset; `None` outside of games.
    pub(crate) fn at(collection: &'a Collection, offset: usize) -> Option<Self> {
        Self::of(collection, offset, offset)
    }

    /// The place of a caret: at the `;` of a node, it is still in the node before.
    pub(crate) fn of_caret(collection: &'a Collection, offset: usize) -> Option<Self> {
        Self::of(collection, offset, offset.saturating_sub(1))
    }

    /// The place of an offset, in the node at another offset.
    fn of(collection: &'a Collection, offset: usize, of_node: usize) -> Option<Self> {
        let game = game_at(collection, offset)?;
        let node = node_at(game, of_node);
        let node_span = node.span().unwrap_or_default();
        let mut place = Self {
            game,
            node,
            node_span,
            property: None,
            value: None,
        };
        if offset > node_span.end {
            return Some(place);
        }
        place.property = node
            .properties()
            .take_while(|property| property.span().is_some_and(|span| span.start <= offset))
            .last()
            .filter(|property| property.span().is_some_and(|span| offset <= span.end));
        if let Some(property) = place.property {
            place.value = property
                .value_spans()
                .enumerate()
                .find(|(_, span)| span.start <= offset && offset <= span.end);
        }
        Some(place)
    }

    /// Whether the offset is in the node, not in the parentheses after it.
    pub(crate) const fn is_in_node(&self, offset: usize) -> bool {
        offset <= self.node_span.end
    }

    /// The raw value at the offset.
    pub(crate) fn raw(&self) -> Option<&'a str> {
        let (_, span) = self.value?;
        Some(span.of_str(self.game.collection().text()))
    }
}

/// The game at an offset; `None` between games.
fn game_at(collection: &Collection, offset: usize) -> Option<GameTree<'_>> {
    last_game_before(collection, offset)
        .filter(|game| game.span().is_some_and(|span| offset <= span.end))
}

/// The last game that begins at or before an offset.
pub(crate) fn last_game_before(collection: &Collection, offset: usize) -> Option<GameTree<'_>> {
    let after = first_game(collection, |span| span.start > offset);
    collection.game(after.checked_sub(1)?)
}

/// The number of the first game whose span satisfies a condition that all games after it satisfy too.
fn first_game(collection: &Collection, is_there: impl Fn(Span) -> bool) -> usize {
    let (mut low, mut high) = (0, collection.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        let span = collection.game(middle).and_then(|game| game.span());
        if span.is_some_and(&is_there) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The last node of a game that begins at or before an offset; the root if there is none.
pub(crate) fn node_at(game: GameTree<'_>, offset: usize) -> Node<'_> {
    let (mut low, mut high) = (0, u32::try_from(game.node_count()).unwrap_or(u32::MAX));
    let begins_before = |number: u32| {
        game.node(NodeId::new(number))
            .and_then(|node| node.span())
            .is_some_and(|span| span.start <= offset)
    };
    while low < high {
        let middle = u32::midpoint(low, high);
        if begins_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low.checked_sub(1)
        .and_then(|number| game.node(NodeId::new(number)))
        .unwrap_or_else(|| game.root())
}

/// The games that a span touches.
pub(crate) fn games_in(
    collection: &Collection,
    span: Span,
) -> impl Iterator<Item = GameTree<'_>> + '_ {
    let first = first_game(collection, |game| game.end >= span.start);
    (first..collection.len())
        .filter_map(|number| collection.game(number))
        .take_while(move |game| game.span().is_some_and(|game| game.start <= span.end))
}
