use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::{Event, EventKind, Parser, ProblemSink, Property, Span};

/// Whether a [`Visitor`] wants to see what is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Go in.
    Enter,
    /// Go on after it. Its end is not visited either.
    Skip,
}

/// A tree as a [`Visitor`] meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeContext {
    /// How many trees are open around it: 0 for a game.
    pub depth: usize,
    /// How many trees came before it within the same parent: the number of the game at depth 0. Those that were read
    /// before the visit do not count.
    pub index: usize,
    /// The span of its `(` or, at its end, of its `)`.
    pub span: Span,
}

/// Takes a collection as calls. Each answer goes on with [`ControlFlow::Continue`] or stops with
/// [`ControlFlow::Break`] and a value of the visitor's choice.
///
/// Every method does nothing by default, so that a visitor names only what it wants.
pub trait Visitor {
    /// What stopping early brings.
    type Break;

    /// A game or a variation begins.
    fn tree_begin(&mut self, tree: TreeContext) -> ControlFlow<Self::Break, Visit> {
        let _ = tree;
        ControlFlow::Continue(Visit::Enter)
    }

    /// A game or a variation ends.
    fn tree_end(&mut self, tree: TreeContext) -> ControlFlow<Self::Break> {
        let _ = tree;
        ControlFlow::Continue(())
    }

    /// A node begins, at the span of its `;`.
    fn node_begin(&mut self, span: Span) -> ControlFlow<Self::Break, Visit> {
        let _ = span;
        ControlFlow::Continue(Visit::Enter)
    }

    /// A node ends; its variations, if any, come after.
    fn node_end(&mut self) -> ControlFlow<Self::Break> {
        ControlFlow::Continue(())
    }

    /// A property with all its values.
    fn property(&mut self, property: Property<'_>) -> ControlFlow<Self::Break> {
        let _ = property;
        ControlFlow::Continue(())
    }
}

impl<S: ProblemSink> Parser<'_, S> {
    /// Drives `visitor` through the rest of the input.
    ///
    /// The visitor is given as many levels of memory as trees are open at once: one word each.
    pub fn visit<V: Visitor>(&mut self, visitor: &mut V) -> ControlFlow<V::Break> {
        let mut indices: Vec<usize> = alloc::vec![0; self.depth() + 1];
        let mut in_node = false;
        let mut next = self.next();
        while let Some(Event { kind, span }) = next {
            if in_node && kind != EventKind::Identifier {
                in_node = false;
                visitor.node_end()?;
            }
            match kind {
                EventKind::TreeBegin => {
                    let depth = indices.len() - 1;
                    let index = indices[depth];
                    indices[depth] += 1;
                    if visitor.tree_begin(TreeContext { depth, index, span })? == Visit::Skip {
                        self.skip_tree();
                    } else {
                        indices.push(0);
                    }
                }
                EventKind::TreeEnd => {
                    if indices.len() > 1 {
                        indices.pop();
                    }
                    let depth = indices.len() - 1;
                    let index = indices[depth].saturating_sub(1);
                    visitor.tree_end(TreeContext { depth, index, span })?;
                }
                EventKind::NodeBegin => {
                    if visitor.node_begin(span)? == Visit::Skip {
                        self.skip_node();
                    } else {
                        in_node = true;
                    }
                }
                EventKind::Identifier => {
                    let mut property = Property::new(self.bytes(), span);
                    next = loop {
                        match self.next() {
                            Some(Event {
                                kind: EventKind::Value,
                                span,
                            }) => property.push(span, self.offset()),
                            other => break other,
                        }
                    };
                    visitor.property(property)?;
                    continue;
                }
                EventKind::Value => {}
            }
            next = self.next();
        }
        if in_node {
            visitor.node_end()?;
        }
        ControlFlow::Continue(())
    }
}
