use alloc::borrow::Cow;
use alloc::string::String;
#[cfg(feature = "std")]
use std::io;

#[cfg(feature = "std")]
use crate::Reader;
use crate::text::{unescape_simple_text, unescape_text};
use crate::visiting::Visiting;
use crate::{Parser, Part, ProblemSink, Span};

/// The next step, returned by a [`Visitor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Continue with the next call.
    Enter,
    /// Skip the rest of the innermost open item, and continue with its end.
    ///
    /// From [`property_begin`](Visitor::property_begin) that is the property, from a `node_end` the rest of the tree,
    /// and after the end of a game the rest of the input.
    Skip,
    /// Make no further call.
    Stop,
}

/// Position of a [`Visitor`] call in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// Number of open trees around the item: 0 for a game, 1 for its nodes outside of variations, their properties and
    /// values.
    pub depth: usize,
    /// Number of earlier items of the same kind in the same parent, from 0: games before a game, nodes before a node
    /// of its tree, values before a value of its property.
    pub index: usize,
    /// Offset at which the item begins.
    pub start: usize,
    /// Bytes of the item: a `(`, `;`, identifier or raw value where an item begins, and the `)` where a tree ends.
    /// Empty if a sign is missing, and at the end of a node or property, after its last `]`.
    pub span: Span,
}

impl Context {
    /// The span from the beginning of the item to this call: in an end call, the whole item.
    #[must_use]
    pub const fn whole(&self) -> Span {
        Span::new(self.start, self.span.end)
    }
}

/// A value passed to a [`Visitor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'a> {
    /// The identifier of its property as written.
    pub identifier: &'a str,
    /// Bytes between `[` and `]`, still escaped.
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

/// Receives a collection as calls: begin and end of each tree, node and property, and each value.
///
/// A visitor is a type with its state in fields. It implements the calls it needs; the defaults continue. Each begin
/// is followed by its end, after a [`Visit::Skip`] too, unless the visit stops.
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
    /// Calls `visitor` for the rest of the input, or until it stops: then the parser continues after the last call.
    ///
    /// Trees, nodes and properties that began before the visit get no end call from it. Nothing is allocated while no
    /// more than 32 trees are open; each further one takes three words of memory.
    pub fn visit(&mut self, visitor: &mut impl Visitor) {
        let Ok(next) = Visiting::new(self, visitor).run();
        if let Some(event) = next {
            self.hold(event);
        }
    }
}

impl<S: ProblemSink> Part<'_, S> {
    /// Calls `visitor` for the tree, sequence, node or property, or until it stops.
    ///
    /// The context counts from the part: a tree has depth 0 and other parts depth 1, wherever they are. Nothing is
    /// allocated while no more than 32 trees are open.
    ///
    /// ```
    /// use kifu_syntax::{Context, Part, Value, Visit, Visitor};
    ///
    /// struct Values(Vec<String>);
    ///
    /// impl Visitor for Values {
    ///     fn value(&mut self, value: Value<'_>, _: Context) -> Visit {
    ///         self.0.push(value.text().into());
    ///         Visit::Enter
    ///     }
    /// }
    ///
    /// let sgf = b"(;AB[aa][bb]C[x];B[cc])";
    /// let mut values = Values(Vec::new());
    /// Part::node(sgf, 1).visit(&mut values);
    /// assert_eq!(values.0, ["aa", "bb", "x"]);
    /// ```
    pub fn visit(&mut self, visitor: &mut impl Visitor) {
        let is_property = self.is_property();
        let visiting = Visiting::new(self, visitor);
        let Ok(_) = if is_property {
            visiting.run_property()
        } else {
            visiting.run()
        };
    }
}

#[cfg(feature = "std")]
impl<R: io::Read, S: ProblemSink> Reader<R, S> {
    /// Calls `visitor` for the rest of the input, or until it stops: then the reader continues after the last call.
    ///
    /// # Errors
    /// The error of the input. It ends the visit without end calls for open items.
    ///
    /// ```
    /// use kifu_syntax::{Context, Reader, Value, Visit, Visitor};
    ///
    /// struct Moves(usize);
    ///
    /// impl Visitor for Moves {
    ///     fn value(&mut self, value: Value<'_>, _: Context) -> Visit {
    ///         self.0 += usize::from(matches!(value.identifier, "B" | "W"));
    ///         Visit::Enter
    ///     }
    /// }
    ///
    /// let mut moves = Moves(0);
    /// Reader::new(&b"(;B[aa];W[bb](;B[cc])(;B[dd]))"[..]).visit(&mut moves)?;
    /// assert_eq!(moves.0, 4);
    /// # std::io::Result::Ok(())
    /// ```
    pub fn visit(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        if let Some(event) = Visiting::new(self, visitor).run()? {
            self.hold(event);
        }
        Ok(())
    }
}
