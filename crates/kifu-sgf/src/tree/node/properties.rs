//! Properties of a node.

use std::borrow::Cow;

use super::{Links, Node};
use crate::tree::edited::Content;
use crate::tree::{Properties, Property};

impl<'a> Node<'a> {
    /// The properties, in the order of the file.
    #[must_use]
    #[inline]
    pub fn properties(&self) -> Properties<'a> {
        let text = self.text;
        match self.links {
            Links::Indexed { first_node, .. } => {
                let bounds = match self.bounds {
                    Some(bounds) => bounds,
                    None => self
                        .collection
                        .index()
                        .bounds(first_node + self.id as usize),
                };
                Properties::written(text, bounds)
            }
            Links::Edited(edited) => match &edited.node(self.id).content {
                Content::Written(span) => Properties::written(text, (span.start, span.end)),
                Content::Own(properties) => Properties::own(text, properties),
            },
        }
    }

    /// The first property of this identifier, in any [spelling](crate::GameTreeMut#identifiers).
    #[must_use]
    pub fn get(&self, identifier: &str) -> Option<Property<'a>> {
        self.properties().find(|property| property.is(identifier))
    }

    /// Whether there is a property of this identifier.
    #[must_use]
    pub fn has(&self, identifier: &str) -> bool {
        self.get(identifier).is_some()
    }

    /// The first raw value of a property.
    #[must_use]
    pub fn value(&self, identifier: &str) -> Option<&'a str> {
        self.get(identifier).map(|property| property.value())
    }

    /// The first value of a property as Text.
    #[must_use]
    pub fn text(&self, identifier: &str) -> Option<Cow<'a, str>> {
        self.get(identifier).map(|property| property.text())
    }

    /// The first value of a property as SimpleText.
    #[must_use]
    pub fn simple_text(&self, identifier: &str) -> Option<Cow<'a, str>> {
        self.get(identifier).map(|property| property.simple_text())
    }

    /// The move of the node: the identifier (`B` or `W`) and its raw value.
    #[must_use]
    pub fn play(&self) -> Option<(&'static str, &'a str)> {
        self.properties().find_map(|property| {
            if property.is("B") {
                Some(("B", property.value()))
            } else if property.is("W") {
                Some(("W", property.value()))
            } else {
                None
            }
        })
    }

    /// Number of moves from the root to this node: of nodes with `B` or `W`, the node itself included. `MN` is ignored.
    ///
    /// This walks up to the root. A loop over a whole line should count moves itself.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let games = Collection::from("(;AB[dd];W[pp];AE[dd];B[dp])");
    /// let numbers = games.game(0).unwrap().main_line().map(|node| node.move_number());
    /// assert_eq!(numbers.collect::<Vec<_>>(), [0, 1, 1, 2]);
    /// ```
    #[must_use]
    pub fn move_number(&self) -> usize {
        let moves = self.path_up().filter(|node| node.play().is_some());
        moves.count()
    }

    /// Span of the node in the text of the collection, from its `;` to its last `]`. `None` for a node that was
    /// created or changed.
    #[must_use]
    pub fn span(&self) -> Option<kifu_syntax::Span> {
        match self.links {
            Links::Indexed { first_node, .. } => {
                let index = self.collection.index();
                let (start, end) = index.bounds(first_node + self.id as usize);
                let text = self.text.as_bytes();
                let mut part = kifu_syntax::Part::node(text, start).within(end);
                part.by_ref().for_each(drop);
                Some(kifu_syntax::Span::new(start, part.end()))
            }
            Links::Edited(edited) => match edited.node(self.id).content {
                Content::Written(span) => Some(span),
                Content::Own(_) => None,
            },
        }
    }
}
