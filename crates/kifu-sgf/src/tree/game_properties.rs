use std::ops::ControlFlow;

use super::iter::GameNodes;
use super::node::Links;
use super::offsets::OffsetsFrom;
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
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        loop {
            if self.properties.is_none()
                && let Nodes::Written(written) = &mut self.nodes
            {
                while written.next < written.end {
                    let node = NodeId(written.next);
                    let (start, end) = written.pass();
                    let Some(property) = Property::of_plain_node(written.text, start, end) else {
                        self.node = node;
                        self.properties = Properties::written(written.text, (start, end));
                        break;
                    };
                    folded = f(folded, (node, property));
                }
            }
            (self, folded) = match self.fold_nodes(folded, &mut f) {
                ControlFlow::Continue(rest) => rest,
                ControlFlow::Break(folded) => return folded,
            };
        }
    }
}

impl<'a> GameProperties<'a> {
    /// Folds the properties up to the next node that may be a move.
    #[cold]
    #[inline(never)]
    fn fold_nodes<B, F: FnMut(B, (NodeId, Property<'a>)) -> B>(
        mut self,
        init: B,
        f: &mut F,
    ) -> ControlFlow<B, (Self, B)> {
        let mut folded = init;
        while let Some(next) = self.next_of_any() {
            folded = f(folded, next);
            if self.properties.is_none() {
                return ControlFlow::Continue((self, folded));
            }
        }
        ControlFlow::Break(folded)
    }
}

impl std::iter::FusedIterator for GameProperties<'_> {}
