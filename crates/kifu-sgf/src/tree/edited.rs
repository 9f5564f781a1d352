//! A game that is being changed: linked nodes on top of the text.
//!
//! The first change of a game builds this from its text, once. Unchanged parts stay spans of the text, so they are
//! written byte for byte. Node numbers stay the same; new nodes get new numbers, and those of removed nodes are not
//! used again.

use kifu_syntax::{EventKind, Part, Properties, Span};

use super::sequences::NONE;

/// An identifier or a raw value: a span of the text, or new.
#[derive(Clone, Debug)]
pub(crate) enum Raw {
    Written(Span),
    Own(String),
}

impl Raw {
    #[inline]
    pub(crate) fn of<'a>(&'a self, text: &'a str) -> &'a str {
        match self {
            Self::Written(span) => span.of_str(text),
            Self::Own(value) => value,
        }
    }

    pub(crate) const fn span(&self) -> Option<Span> {
        match self {
            Self::Written(span) => Some(*span),
            Self::Own(_) => None,
        }
    }
}

/// A property of a node that was touched.
#[derive(Clone, Debug)]
pub(crate) struct OwnProperty {
    pub(crate) identifier: Raw,
    pub(crate) values: Vec<Raw>,
    /// Token in the text, kept after a change; `None` for a new property.
    pub(crate) token: Option<Token>,
    /// Whether it differs from the text.
    pub(crate) touched: bool,
}

impl OwnProperty {
    /// A property that is new.
    pub(crate) const fn new(identifier: String, values: Vec<Raw>) -> Self {
        Self {
            identifier: Raw::Own(identifier),
            values,
            token: None,
            touched: true,
        }
    }

    /// Span in the text; `None` if it is new or was changed.
    pub(crate) fn source(&self) -> Option<Span> {
        self.token.filter(|_| !self.touched).map(|token| token.span)
    }
}

/// Content of a node.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// Unchanged text, from the `;` to the last `]`.
    Written(Span),
    /// Properties, each from the text or new.
    Own(Vec<OwnProperty>),
}

/// A token of the text, and the end of the token before it: the gap is between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) gap: usize,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct EditedNode {
    pub(crate) parent: u32,
    pub(crate) first_child: u32,
    pub(crate) last_child: u32,
    pub(crate) previous_sibling: u32,
    pub(crate) next_sibling: u32,
    /// Number of children.
    pub(crate) children: u32,
    pub(crate) content: Content,
    /// The `;` in the text.
    pub(crate) token: Option<Token>,
    /// The `(` and the `)` in the text, if the node is the first of a tree.
    pub(crate) open: Option<Token>,
    pub(crate) close: Option<Token>,
    /// Whether its text breaks the grammar: unexpected text is inside of it or before the next token, or a value is
    /// not closed.
    pub(crate) broken: bool,
    pub(crate) removed: bool,
}

impl EditedNode {
    pub(crate) const fn new(content: Content) -> Self {
        Self {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            previous_sibling: NONE,
            next_sibling: NONE,
            children: 0,
            content,
            token: None,
            open: None,
            close: None,
            broken: false,
            removed: false,
        }
    }
}

/// A game under change. It always has a root.
#[derive(Clone, Debug)]
pub(crate) struct Edited {
    pub(crate) nodes: Vec<EditedNode>,
    pub(crate) root: u32,
    /// Number of nodes that were not removed.
    pub(crate) live: u32,
    /// Its number among the games of the text; `None` for a new game.
    pub(crate) entry: Option<usize>,
    /// Text after its last token.
    pub(crate) tail: Span,
}

impl Edited {
    /// Whether the root has a property of this identifier that is not from the text.
    pub(crate) fn has_set(&self, text: &str, identifier: &str) -> bool {
        let Content::Own(properties) = &self.node(self.root).content else {
            return false;
        };
        let mut found = properties.iter();
        found.any(|property| property.touched && property.identifier.of(text) == identifier)
    }
}

/// A tree that is open in the text.
struct Open {
    token: Token,
    /// Its first node, once it has one.
    first: Option<u32>,
    /// End of the token before the `(`.
    before: usize,
}

/// Placeholder for a token that is missing in the text.
const fn missing(at: usize) -> Token {
    Token {
        gap: at,
        span: Span::at(at),
    }
}

impl Edited {
    /// A game of one empty node.
    pub(crate) fn empty() -> Self {
        Self {
            nodes: vec![EditedNode::new(Content::Own(Vec::new()))],
            root: 0,
            live: 1,
            entry: None,
            tail: Span::at(0),
        }
    }

    #[inline]
    pub(crate) fn node(&self, id: u32) -> &EditedNode {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: u32) -> &mut EditedNode {
        &mut self.nodes[id as usize]
    }

    /// Whether the node `id` is part of the game.
    pub(crate) fn contains(&self, id: u32) -> bool {
        self.nodes
            .get(id as usize)
            .is_some_and(|node| !node.removed)
    }

    /// Builds the tree from the links in `parents` (one for each node, in file order), and reads the tokens of the
    /// game at `place` of the text. `bounds` are the start of a node, and the latest end of its last value.
    pub(crate) fn read(
        text: &str,
        place: Span,
        bounds: impl Fn(usize) -> (usize, usize),
        parents: &[u32],
        entry: usize,
    ) -> Self {
        let mut edited = Self {
            nodes: Vec::with_capacity(parents.len()),
            root: 0,
            live: parents.len() as u32,
            entry: Some(entry),
            tail: Span::at(place.end),
        };
        let (_, end) = bounds(parents.len() - 1);
        let events = Part::tree(text.as_bytes(), place.start).within(end.min(place.end));
        let last = edited.read_tokens(text, place.start, events, parents.len());
        edited.tail = Span::new(last.min(place.end), place.end);
        if edited.nodes.len() < parents.len() {
            // If the tokens of the nodes are not found, the nodes keep their content.
            let nodes = (0..parents.len()).map(|number| {
                let (start, end) = bounds(number);
                let mut node = Part::node(text.as_bytes(), start).within(end);
                node.by_ref().for_each(drop);
                EditedNode::new(Content::Written(Span::new(start, node.end())))
            });
            edited.nodes = nodes.collect();
            edited.tail = Span::at(place.end);
        }
        for (id, &parent) in parents.iter().enumerate() {
            if parent != NONE {
                edited.link_last(id as u32, parent);
            }
        }
        edited
    }

    /// Creates a node for each of the first `count` nodes of `events`, which begin at `start`. Returns the end of the
    /// last of their tokens.
    ///
    /// A tree without its own node has no token: its `(` and `)` are in the gaps.
    fn read_tokens(
        &mut self,
        text: &str,
        start: usize,
        mut events: Part<'_>,
        count: usize,
    ) -> usize {
        let mut open: Vec<Open> = Vec::new();
        let mut end = start;
        let mut behind_variation = false;
        while let Some(event) = events.next() {
            let before = end;
            let token = Token {
                gap: end,
                span: event.span,
            };
            if event.kind == EventKind::NodeBegin && self.nodes.len() == count {
                break;
            }
            end = events.end();
            let is_open = event.kind == EventKind::Value && end == event.span.end;
            let gap = &text[token.gap..token.span.start];
            let gap = match event.kind {
                EventKind::Value => gap.strip_suffix('[').unwrap_or(gap),
                _ => gap,
            };
            if (is_open || !is_blank(gap))
                && let Some(node) = self.nodes.last_mut()
            {
                node.broken = true;
            }
            match event.kind {
                EventKind::TreeBegin => {
                    let gap = match open.last() {
                        Some(outer) if outer.is_empty(before) => outer.token.gap,
                        _ => before,
                    };
                    open.push(Open {
                        token: Token { gap, ..token },
                        first: None,
                        before,
                    });
                }
                EventKind::TreeEnd => {
                    behind_variation = true;
                    let is_missing = event.span.is_empty();
                    match open.pop() {
                        Some(Open {
                            first: Some(first), ..
                        }) if is_missing => {
                            self.node_mut(first).close = Some(missing(before));
                            end = before;
                        }
                        Some(Open {
                            first: Some(first), ..
                        }) => self.node_mut(first).close = Some(token),
                        Some(tree) if tree.is_empty(before) => end = tree.before,
                        _ => end = before,
                    }
                }
                EventKind::NodeBegin => {
                    let id = self.nodes.len() as u32;
                    let mut node = EditedNode::new(Content::Written(event.span));
                    node.token = Some(token);
                    match open.last_mut() {
                        Some(tree) if tree.is_empty(before) => {
                            node.open = Some(tree.token);
                            tree.first = Some(id);
                        }
                        // After a variation: a variation itself, without signs of its own.
                        _ if behind_variation => {
                            node.open = Some(missing(before));
                            node.close = Some(missing(before));
                        }
                        _ => {}
                    }
                    self.nodes.push(node);
                    behind_variation = false;
                }
                EventKind::Identifier | EventKind::Value => {
                    if let Some(EditedNode {
                        content: Content::Written(span),
                        ..
                    }) = self.nodes.last_mut()
                    {
                        span.end = end;
                    }
                }
            }
        }
        while let Some(tree) = open.pop() {
            if tree.is_empty(end) {
                end = tree.before;
            }
        }
        end
    }

    /// Makes `id` the last child of `parent`. It must have no parent.
    pub(crate) fn link_last(&mut self, id: u32, parent: u32) {
        self.link_before(id, parent, NONE);
    }

    /// Makes `id` a child of `parent`, before the child `next`, or the last one. It must have no
    /// parent.
    pub(crate) fn link_before(&mut self, id: u32, parent: u32, next: u32) {
        let previous = if next == NONE {
            self.node(parent).last_child
        } else {
            self.node(next).previous_sibling
        };
        let node = self.node_mut(id);
        node.parent = parent;
        node.previous_sibling = previous;
        node.next_sibling = next;
        match previous {
            NONE => self.node_mut(parent).first_child = id,
            _ => self.node_mut(previous).next_sibling = id,
        }
        match next {
            NONE => self.node_mut(parent).last_child = id,
            _ => self.node_mut(next).previous_sibling = id,
        }
        self.node_mut(parent).children += 1;
    }

    /// The children of `id`, in order.
    pub(crate) fn children(&self, id: u32) -> Vec<u32> {
        let mut children = Vec::with_capacity(self.node(id).children as usize);
        let mut child = self.node(id).first_child;
        while child != NONE {
            children.push(child);
            child = self.node(child).next_sibling;
        }
        children
    }

    /// Detaches `id` from its parent.
    pub(crate) fn unlink(&mut self, id: u32) {
        let EditedNode {
            parent,
            previous_sibling,
            next_sibling,
            ..
        } = *self.node(id);
        if parent == NONE {
            return;
        }
        match previous_sibling {
            NONE => self.node_mut(parent).first_child = next_sibling,
            _ => self.node_mut(previous_sibling).next_sibling = next_sibling,
        }
        match next_sibling {
            NONE => self.node_mut(parent).last_child = previous_sibling,
            _ => self.node_mut(next_sibling).previous_sibling = previous_sibling,
        }
        self.node_mut(parent).children -= 1;
        let node = self.node_mut(id);
        node.parent = NONE;
        node.previous_sibling = NONE;
        node.next_sibling = NONE;
    }

    /// Adds a node without links.
    pub(crate) fn push(&mut self, content: Content) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(EditedNode::new(content));
        self.live += 1;
        id
    }

    /// Returns the properties of `id`, splitting its text into single ones first.
    pub(crate) fn own_properties(&mut self, text: &str, id: u32) -> &mut Vec<OwnProperty> {
        let node = self.node_mut(id);
        if let Content::Written(span) = node.content {
            node.content = Content::Own(written_properties(text, node.token, span));
        }
        match &mut node.content {
            Content::Own(properties) => properties,
            Content::Written(_) => unreachable!("it was made its own above"),
        }
    }
}

impl Open {
    /// Whether no part of the tree was read yet; the last token ended at `end`.
    fn is_empty(&self, end: usize) -> bool {
        self.first.is_none() && end == self.token.span.end
    }
}

/// Whether `gap` contains only white space. A NUL is none: the `(` after it can begin a game.
pub(crate) fn is_blank(gap: &str) -> bool {
    gap.bytes()
        .all(|byte| matches!(byte, b'\t'..=b'\r' | b' ' | 0x1A))
}

/// The properties of the node at `span` of the text, whose `;` is `sign`.
pub(crate) fn written_properties(text: &str, sign: Option<Token>, span: Span) -> Vec<OwnProperty> {
    let mut gap = sign.map_or(span.start, |token| token.span.end);
    // Most nodes have one property; a vector that grows from nothing has room for four.
    let mut properties = Vec::with_capacity(1);
    for property in Properties::of_node(text.as_bytes(), span.start).within(span.end) {
        properties.push(OwnProperty {
            identifier: Raw::Written(property.identifier_span()),
            values: property.value_spans().map(Raw::Written).collect(),
            token: Some(Token {
                gap,
                span: property.span(),
            }),
            touched: false,
        });
        gap = property.span().end;
    }
    properties
}
