use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::text::{unescape_simple_text, unescape_text};
use crate::{Event, EventKind, Parser, ProblemSink, Span};

/// What a [`Visitor`] wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Go on with what follows.
    Enter,
    /// Skip the rest of the innermost item that is open, and go on with its end.
    ///
    /// From [`property_begin`](Visitor::property_begin) that is the property, from a `node_end` the rest of the tree,
    /// and after the end of a game the rest of the input.
    Skip,
    /// Make no further call.
    Stop,
}

/// Where a call of a [`Visitor`] stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// How many trees are open around the item: 0 for a game, 1 for its nodes outside of variations, their properties
    /// and values.
    pub depth: usize,
    /// How many items of the same kind come before it in the same parent: the number of the game among the games, of
    /// the node in its tree, of the value in its property.
    pub index: usize,
    /// Offset at which the item begins.
    pub start: usize,
    /// The bytes that the call stands for: a `(`, `;`, identifier or raw value where an item begins, and the `)` where a
    /// tree ends. It is empty where a sign is missing, and at the end of a node or property, after its last `]`.
    pub span: Span,
}

impl Context {
    /// The span from the begin of the item to this call: at its end, all of it.
    #[must_use]
    pub const fn whole(&self) -> Span {
        Span::new(self.start, self.span.end)
    }
}

/// A value as a [`Visitor`] gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'a> {
    /// The identifier of its property as written.
    pub identifier: &'a str,
    /// What stands between `[` and `]`, still escaped.
    pub raw: &'a [u8],
}

impl<'a> Value<'a> {
    /// The value as Text. Bytes that are not UTF-8 become U+FFFD.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        self.unescaped(unescape_text)
    }

    /// The value as SimpleText. Bytes that are not UTF-8 become U+FFFD.
    #[must_use]
    pub fn simple_text(&self) -> Cow<'a, str> {
        self.unescaped(unescape_simple_text)
    }

    fn unescaped(&self, unescape: impl Fn(&str) -> Cow<'_, str>) -> Cow<'a, str> {
        match String::from_utf8_lossy(self.raw) {
            Cow::Borrowed(raw) => unescape(raw),
            Cow::Owned(raw) => Cow::Owned(unescape(&raw).into_owned()),
        }
    }
}

/// Takes a collection as calls: begin and end of each tree, node and property, and each value.
///
/// A visitor is a type with its own fields as state, and implements the calls it wants; the others go on. Each begin is
/// followed by its end, after a [`Visit::Skip`] too, unless the visit stops.
#[expect(unused_variables, reason = "parameters of calls that do nothing")]
pub trait Visitor {
    /// A game or a variation begins.
    fn tree_begin(&mut self, tree: Context) -> Visit {
        Visit::Enter
    }

    /// A game or a variation ends.
    fn tree_end(&mut self, tree: Context) -> Visit {
        Visit::Enter
    }

    /// A node begins.
    fn node_begin(&mut self, node: Context) -> Visit {
        Visit::Enter
    }

    /// A node ends; its variations, if any, come after.
    fn node_end(&mut self, node: Context) -> Visit {
        Visit::Enter
    }

    /// A property begins; its values are not read yet.
    fn property_begin(&mut self, identifier: &str, property: Context) -> Visit {
        Visit::Enter
    }

    /// A value.
    fn value(&mut self, value: Value<'_>, context: Context) -> Visit {
        Visit::Enter
    }

    /// A property ends.
    fn property_end(&mut self, property: Context) -> Visit {
        Visit::Enter
    }
}

impl<S: ProblemSink> Parser<'_, S> {
    /// Calls `visitor` for the rest of the input, or until it stops: then the parser goes on after the last call.
    ///
    /// Trees, nodes and properties that began before the visit are not ended by it. It takes three words of memory for
    /// each open tree.
    pub fn visit(&mut self, visitor: &mut impl Visitor) {
        let begun = self.depth() + 1;
        let mut visiting = Visiting {
            levels: alloc::vec![Level::default(); begun],
            begun,
            next: self.next(),
            parser: self,
            visitor,
        };
        visiting.run();
        if let Some(event) = visiting.next {
            self.hold(event);
        }
    }
}

/// An open tree, or the collection around all of them.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    start: usize,
    trees: usize,
    nodes: usize,
}

struct Visiting<'v, 'a, S: ProblemSink, V> {
    parser: &'v mut Parser<'a, S>,
    visitor: &'v mut V,
    /// The collection, and each open tree.
    levels: Vec<Level>,
    /// How many of these, the first ones, began before the visit.
    begun: usize,
    /// The event that was read but not handled.
    next: Option<Event>,
}

impl<S: ProblemSink, V: Visitor> Visiting<'_, '_, S, V> {
    fn run(&mut self) {
        while let Some(Event { kind, span }) = self.next.take() {
            let visit = match kind {
                EventKind::TreeBegin => self.tree_begin(span),
                EventKind::TreeEnd => self.tree_end(span),
                EventKind::NodeBegin => self.node(span),
                EventKind::Identifier | EventKind::Value => Visit::Enter,
            };
            match visit {
                Visit::Enter if self.next.is_none() => self.next = self.parser.next(),
                Visit::Enter => {}
                Visit::Skip => self.skip_tree(),
                Visit::Stop => return,
            }
        }
    }

    fn tree_begin(&mut self, span: Span) -> Visit {
        let depth = self.levels.len() - 1;
        let Level { trees, .. } = &mut self.levels[depth];
        let index = *trees;
        *trees += 1;
        let start = span.start;
        self.levels.push(Level {
            start,
            trees: 0,
            nodes: 0,
        });
        self.visitor.tree_begin(Context {
            depth,
            index,
            start,
            span,
        })
    }

    fn tree_end(&mut self, span: Span) -> Visit {
        let Some(Level { start, .. }) = self.levels.pop() else {
            return Visit::Stop;
        };
        if self.levels.len() < self.begun {
            self.begun = self.levels.len();
            return Visit::Enter;
        }
        let depth = self.levels.len() - 1;
        let index = self.levels[depth].trees - 1;
        self.visitor.tree_end(Context {
            depth,
            index,
            start,
            span,
        })
    }

    /// Skips to the end of the innermost open tree or, outside of all, of the input.
    fn skip_tree(&mut self) {
        let depth = self.levels.len() - 1;
        if depth == 0 {
            self.next = None;
            self.parser.for_each(drop);
        } else if !self
            .next
            .is_some_and(|next| next.kind == EventKind::TreeEnd)
        {
            let end = self.parser.skip_below(depth);
            self.next = Some(Event::new(EventKind::TreeEnd, end));
        }
    }

    fn node(&mut self, span: Span) -> Visit {
        let depth = self.levels.len() - 1;
        let Level { nodes, .. } = &mut self.levels[depth];
        let mut node = Context {
            depth,
            index: *nodes,
            start: span.start,
            span,
        };
        *nodes += 1;
        let mut visit = self.visitor.node_begin(node);
        let mut end = span.end;
        let mut index = 0;
        while visit == Visit::Enter {
            if self.next.is_none() {
                self.next = self.parser.next();
            }
            let Some(Event {
                kind: EventKind::Identifier,
                span,
            }) = self.next
            else {
                break;
            };
            visit = self.property(
                Context {
                    index,
                    start: span.start,
                    span,
                    ..node
                },
                &mut end,
            );
            index += 1;
        }
        if visit == Visit::Skip {
            self.pass(&mut end, |kind| {
                matches!(kind, EventKind::Identifier | EventKind::Value)
            });
        }
        if visit == Visit::Stop {
            return visit;
        }
        node.span = Span::at(end);
        self.visitor.node_end(node)
    }

    /// The property whose identifier was read; where it ends goes to `end`.
    fn property(&mut self, mut property: Context, end: &mut usize) -> Visit {
        let identifier = property.span.of(self.parser.bytes());
        let identifier = core::str::from_utf8(identifier).unwrap_or_default();
        *end = property.span.end;
        self.next = None;
        let mut visit = self.visitor.property_begin(identifier, property);
        let mut index = 0;
        while visit == Visit::Enter {
            self.next = self.parser.next();
            let Some(Event {
                kind: EventKind::Value,
                span,
            }) = self.next
            else {
                break;
            };
            *end = self.parser.offset();
            self.next = None;
            let raw = span.of(self.parser.bytes());
            let context = Context {
                index,
                start: span.start,
                span,
                ..property
            };
            visit = self.visitor.value(Value { identifier, raw }, context);
            index += 1;
        }
        if visit == Visit::Skip {
            self.pass(end, |kind| kind == EventKind::Value);
        }
        if visit == Visit::Stop {
            return visit;
        }
        property.span = Span::at(*end);
        self.visitor.property_end(property)
    }

    /// Passes over events of the kinds that `is_passed`; `end` becomes the offset after the last one.
    fn pass(&mut self, end: &mut usize, is_passed: impl Fn(EventKind) -> bool) {
        loop {
            if self.next.is_none() {
                self.next = self.parser.next();
            }
            if !self.next.is_some_and(|next| is_passed(next.kind)) {
                return;
            }
            *end = self.parser.offset();
            self.next = None;
        }
    }
}
