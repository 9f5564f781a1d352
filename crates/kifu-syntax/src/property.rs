use crate::part::Part;
use crate::{Event, EventKind, Span};

/// A property with all its values, as it stands in the input.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    input: &'a [u8],
    identifier: Span,
    first: Option<Span>,
    count: usize,
    end: usize,
}

impl<'a> Property<'a> {
    /// A property without values yet.
    #[inline]
    pub(crate) const fn new(input: &'a [u8], identifier: Span) -> Self {
        Self {
            input,
            identifier,
            first: None,
            count: 0,
            end: identifier.end,
        }
    }

    /// Adds the value at `span`, which ends with its `]` at `end`.
    #[inline]
    pub(crate) fn push(&mut self, span: Span, end: usize) {
        self.first.get_or_insert(span);
        self.count += 1;
        self.end = end;
    }

    /// The span of the identifier.
    #[must_use]
    #[inline]
    pub const fn identifier_span(&self) -> Span {
        self.identifier
    }

    /// The span of the first raw value.
    #[must_use]
    #[inline]
    pub const fn value_span(&self) -> Option<Span> {
        self.first
    }

    /// The identifier as written.
    #[must_use]
    pub fn identifier(&self) -> &'a [u8] {
        self.identifier.of(self.input)
    }

    /// The first raw value; empty where there is none.
    #[must_use]
    pub fn value(&self) -> &'a [u8] {
        self.first.unwrap_or_default().of(self.input)
    }

    /// How many values there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no value.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All raw values.
    pub fn values(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let input = self.input;
        self.value_spans().map(move |span| span.of(input))
    }

    /// The spans of all raw values.
    #[must_use]
    pub fn value_spans(&self) -> ValueSpans<'a> {
        ValueSpans {
            part: Part::property(self.input, self.identifier.start),
            left: self.count,
        }
    }

    /// From the first letter of the identifier to the `]` of the last value.
    #[must_use]
    pub const fn span(&self) -> Span {
        Span::new(self.identifier.start, self.end)
    }
}

/// The spans of the raw values of a [`Property`].
#[derive(Clone, Debug)]
pub struct ValueSpans<'a> {
    part: Part<'a>,
    left: usize,
}

impl Iterator for ValueSpans<'_> {
    type Item = Span;

    #[inline]
    fn next(&mut self) -> Option<Span> {
        self.left = self.left.checked_sub(1)?;
        self.part
            .find(|event| event.kind == EventKind::Value)
            .map(|event| event.span)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl core::iter::FusedIterator for ValueSpans<'_> {}

/// The properties of one node, in order.
#[derive(Clone, Debug)]
pub struct Properties<'a> {
    part: Part<'a>,
    input: &'a [u8],
    identifier: Option<Span>,
}

impl<'a> Properties<'a> {
    /// The properties of the node at `offset`: its `;`, or its first property where the `;` is
    /// missing.
    #[must_use]
    #[inline]
    pub fn of_node(input: &'a [u8], offset: usize) -> Self {
        let mut part = Part::node(input, offset);
        part.next();
        let identifier = part.next().map(|event| event.span);
        Self {
            part,
            input,
            identifier,
        }
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    #[inline]
    fn next(&mut self) -> Option<Property<'a>> {
        let mut property = Property::new(self.input, self.identifier?);
        self.identifier = loop {
            match self.part.next() {
                Some(Event {
                    kind: EventKind::Value,
                    span,
                }) => property.push(span, self.part.end()),
                other => break other.map(|event| event.span),
            }
        };
        Some(property)
    }
}

impl core::iter::FusedIterator for Properties<'_> {}
