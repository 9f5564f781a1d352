use std::ops::Range;

use kifu_syntax::plain;

use super::iter::GameNodes;
use super::node::Links;
use super::offsets::OffsetsFrom;
use super::property::is_plain;
use super::{GameTree, NodeId, Properties, Property};

/// All properties of a game, each with the number of its node, from [`GameTree::properties`].
#[derive(Clone, Debug)]
pub struct GameProperties<'a> {
    nodes: Nodes<'a>,
    /// The current node, and its remaining properties.
    node: NodeId,
    properties: Properties<'a>,
}

/// The remaining nodes.
#[derive(Clone, Debug)]
enum Nodes<'a> {
    Written(Written<'a>),
    Edited(GameNodes<'a>),
}

/// Nodes of an index.
#[derive(Clone, Debug)]
struct Written<'a> {
    text: &'a str,
    /// Number of the next one.
    next: u32,
    /// Number after the last one.
    end: u32,
    /// Offset of the next one.
    start: usize,
    /// Offsets of those after it.
    starts: OffsetsFrom<'a>,
}

impl<'a> GameTree<'a> {
    /// All properties of the game, each with the number of its node, in the order of the file.
    ///
    /// It returns the results of [`nodes`](Self::nodes) and [`Node::properties`](super::Node::properties), but is
    /// faster, because it creates no handles of nodes; it is fastest in [`for_each`](Iterator::for_each) and
    /// [`fold`](Iterator::fold).
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let collection = Collection::from("(;GM[1]SZ[9];B[ee](;W[ec])(;W[ge]C[Calm.]))");
    /// let mut moves = 0;
    /// for (_, property) in collection.game(0).unwrap().properties() {
    ///     moves += usize::from(property.is("B") || property.is("W"));
    /// }
    /// assert_eq!(moves, 3);
    /// ```
    #[must_use]
    pub fn properties(&self) -> GameProperties<'a> {
        let nodes = match self.links {
            Links::Indexed {
                first_node,
                sequences,
            } => {
                let mut starts = self.collection.index().offsets.from(first_node);
                Nodes::Written(Written {
                    text: self.text,
                    next: 0,
                    end: sequences.nodes(),
                    start: starts.next().unwrap_or(usize::MAX),
                    starts,
                })
            }
            Links::Edited(_) => Nodes::Edited(self.nodes()),
        };
        GameProperties {
            nodes,
            node: NodeId::ROOT,
            properties: Properties::none(self.text),
        }
    }
}

impl<'a> GameProperties<'a> {
    /// Returns the next property, of a node of any form.
    // Out of line, so that a loop over moves is small enough to be inlined with its body.
    #[inline(never)]
    fn next_of_any(&mut self) -> Option<(NodeId, Property<'a>)> {
        loop {
            if let Some(property) = self.properties.next() {
                return Some((self.node, property));
            }
            match &mut self.nodes {
                Nodes::Written(written) => {
                    if written.next == written.end {
                        self.properties = Properties::none(written.text);
                        return None;
                    }
                    self.node = NodeId(written.next);
                    let (start, end) = written.pass();
                    self.properties = Properties::written(written.text, (start, end));
                }
                Nodes::Edited(nodes) => {
                    let node = nodes.next()?;
                    (self.node, self.properties) = (node.id(), node.properties());
                }
            }
        }
    }
}

impl Written<'_> {
    /// Returns the start and the end of the next node, and advances to the one after it.
    #[inline]
    fn pass(&mut self) -> (usize, usize) {
        let start = self.start;
        self.start = self.starts.next().unwrap_or(usize::MAX);
        self.next += 1;
        (start, self.start)
    }

    /// Returns the offset and the numbers of the next nodes if they are a row of `;X[yz]`, and advances to the node after
    /// them.
    #[inline]
    fn row(&mut self) -> Option<(usize, Range<u32>)> {
        let first = self.start;
        let (count, next) = plain::nodes(self.text.as_bytes(), first)?;
        let nodes = self.next..self.next + count as u32;
        if nodes.end >= self.end {
            return None;
        }
        self.start = next;
        self.starts.pass(count);
        self.next = nodes.end;
        Some((first, nodes))
    }
}

impl<'a> Iterator for GameProperties<'a> {
    type Item = (NodeId, Property<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.properties.is_none()
            && let Nodes::Written(written) = &mut self.nodes
            && written.next < written.end
        {
            let node = NodeId(written.next);
            let (start, end) = written.pass();
            if let Some(property) = Property::of_plain_node(written.text, start, end) {
                return Some((node, property));
            }
            self.node = node;
            self.properties = Properties::written(written.text, (start, end));
        }
        self.next_of_any()
    }

    // Nodes of one move each stay in a small loop, which is inlined with its body.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let (mut written, node, properties) = match self {
            Self {
                nodes: Nodes::Written(written),
                node,
                properties,
            } => (written, node, properties),
            edited => return fold_any(edited, init, &mut f),
        };
        let mut folded = fold_rest(node, properties, init, &mut f);
        while written.next < written.end {
            let (first, nodes) = if let Some(row) = written.row() {
                row
            } else {
                let node = written.next;
                let (start, end) = written.pass();
                if !is_plain(written.text.as_bytes(), start, end) {
                    folded = fold_node(written.text, NodeId(node), (start, end), folded, &mut f);
                    continue;
                }
                (start, node..node + 1)
            };
            for (place, node) in nodes.enumerate() {
                let property = Property::plain(written.text, first + place * plain::NODE_LENGTH);
                folded = f(folded, (NodeId(node), property));
            }
        }
        folded
    }
}

/// Folds the remaining properties of a node.
#[cold]
#[inline(never)]
fn fold_rest<'a, B>(
    node: NodeId,
    properties: Properties<'a>,
    init: B,
    f: &mut impl FnMut(B, (NodeId, Property<'a>)) -> B,
) -> B {
    properties.fold(init, |folded, property| f(folded, (node, property)))
}

/// Folds the properties of one node of an index.
#[inline(never)]
fn fold_node<'a, B>(
    text: &'a str,
    node: NodeId,
    (start, end): (usize, usize),
    init: B,
    f: &mut impl FnMut(B, (NodeId, Property<'a>)) -> B,
) -> B {
    let mut folded = init;
    for property in kifu_syntax::Properties::of_node(text.as_bytes(), start).within(end) {
        folded = f(folded, (node, Property::written(text, property)));
    }
    folded
}

/// Folds properties of any form.
#[cold]
#[inline(never)]
fn fold_any<'a, B>(
    mut properties: GameProperties<'a>,
    init: B,
    f: &mut impl FnMut(B, (NodeId, Property<'a>)) -> B,
) -> B {
    let mut folded = init;
    while let Some(property) = properties.next_of_any() {
        folded = f(folded, property);
    }
    folded
}

impl std::iter::FusedIterator for GameProperties<'_> {}
