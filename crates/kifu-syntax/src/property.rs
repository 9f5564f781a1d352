use alloc::boxed::Box;

use crate::class::is_blank;
use crate::shortcut::{is_plain_node, plain_value_end, short_identifier};
use crate::{Event, EventKind, PLAIN_NODE, Part, Span};

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
        ValueSpans::new(self)
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
    input: &'a [u8],
    identifier: Span,
    /// Offset after the last value, or after the identifier.
    place: usize,
    count: usize,
    left: usize,
    /// Offset after the property.
    end: usize,
    slow: Option<Box<Part<'a>>>,
}

impl<'a> ValueSpans<'a> {
    const fn new(property: &Property<'a>) -> Self {
        Self {
            input: property.input,
            identifier: property.identifier,
            place: property.identifier.end,
            count: property.count,
            left: property.count,
            end: property.end,
            slow: None,
        }
    }

    /// The next value, if nothing about it is unusual.
    #[inline]
    fn plain_value(&mut self) -> Option<Span> {
        let bracket = skip_blanks(self.input, self.place);
        if self.slow.is_some() || self.input.get(bracket) != Some(&b'[') {
            return None;
        }
        let end = plain_value_end(self.input, bracket + 1)?;
        self.place = end + 1;
        Some(Span::new(bracket + 1, end))
    }

    /// The next value, by the parser.
    #[cold]
    fn any_value(&mut self) -> Option<Span> {
        let (input, start, done) = (self.input, self.identifier.start, self.count - self.left);
        let end = self.end;
        let values = self.slow.get_or_insert_with(|| {
            let mut part = Part::property(input, start).within(end);
            // The identifier, and the values handed out already.
            part.by_ref().take(1 + done).for_each(drop);
            Box::new(part)
        });
        values.next().map(|event| event.span)
    }
}

impl Iterator for ValueSpans<'_> {
    type Item = Span;

    #[inline]
    fn next(&mut self) -> Option<Span> {
        if self.left == 0 {
            return None;
        }
        let span = self.plain_value().or_else(|| self.any_value());
        self.left -= 1;
        span
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for ValueSpans<'_> {}

impl core::iter::FusedIterator for ValueSpans<'_> {}

/// The properties of one node, in order.
///
/// Properties that are written as the standard has it are read in place; from the first one that is
/// not on, the parser takes over, and is allocated for it.
#[derive(Clone, Debug)]
pub struct Properties<'a> {
    input: &'a [u8],
    /// Offset after the last property.
    place: usize,
    /// Offset after which no property ends.
    end: usize,
    slow: Option<Box<Slow<'a>>>,
}

/// The rest of a node, as the parser reads it.
#[derive(Clone, Debug)]
struct Slow<'a> {
    part: Part<'a>,
    identifier: Option<Span>,
}

impl<'a> Properties<'a> {
    /// The properties of the node at `offset`: its `;`, or its first property where the `;` is
    /// missing.
    ///
    /// Where the node is broken the parser looks up to 64 KiB ahead, each time it is read; see
    /// [`within`](Self::within).
    #[must_use]
    #[inline]
    pub fn of_node(input: &'a [u8], offset: usize) -> Self {
        let place = offset + usize::from(input.get(offset) == Some(&b';'));
        Self {
            input,
            place,
            end: usize::MAX,
            slow: None,
        }
    }

    /// These properties, with the knowledge that the node ends at `end` or before: the place of
    /// the next node, say. Nothing is searched for after it, so that reading all nodes of a text
    /// one by one takes time linear in its length.
    #[must_use]
    #[inline]
    pub const fn within(mut self, end: usize) -> Self {
        self.end = end;
        self
    }

    /// The property of a node that holds a move and nothing else, and is followed by such.
    #[inline]
    fn plain_move(&mut self) -> Option<Property<'a>> {
        let at = self.place.checked_sub(1)?;
        if !is_plain_node(self.input, at) {
            return None;
        }
        let mut property = Property::new(self.input, Span::new(at + 1, at + 2));
        property.push(Span::new(at + 3, at + 5), at + PLAIN_NODE);
        self.place = at + PLAIN_NODE;
        Some(property)
    }

    /// The next property, if nothing about it is unusual.
    #[inline]
    fn plain_property(&mut self, start: usize) -> Option<Property<'a>> {
        let length = short_identifier(self.input.get(start..)?)?;
        let identifier = Span::new(start, start + length);
        let mut property = Property::new(self.input, identifier);
        let mut place = start + length;
        while self.input.get(place) == Some(&b'[') {
            let end = plain_value_end(self.input, place + 1)?;
            property.push(Span::new(place + 1, end), end + 1);
            place = skip_blanks(self.input, end + 1);
        }
        self.place = place;
        Some(property)
    }

    #[cold]
    fn any_property(&mut self) -> Option<Property<'a>> {
        let (input, place, end) = (self.input, self.place, self.end);
        let Slow { part, identifier } = &mut **self.slow.get_or_insert_with(|| {
            let mut part = Part::rest_of_node(input, place).within(end);
            let identifier = part.next().map(|event| event.span);
            Box::new(Slow { part, identifier })
        });
        let mut property = Property::new(input, identifier.take()?);
        *identifier = loop {
            match part.next() {
                Some(Event {
                    kind: EventKind::Value,
                    span,
                }) => property.push(span, part.end()),
                other => break other.map(|event| event.span),
            }
        };
        Some(property)
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    #[inline]
    fn next(&mut self) -> Option<Property<'a>> {
        if self.slow.is_none() {
            if let Some(property) = self.plain_move() {
                return Some(property);
            }
            let start = skip_blanks(self.input, self.place);
            if matches!(self.input.get(start), None | Some(b';' | b'(' | b')')) {
                return None;
            }
            if let Some(property) = self.plain_property(start) {
                return Some(property);
            }
        }
        self.any_property()
    }
}

impl core::iter::FusedIterator for Properties<'_> {}

/// The first place from `place` on that holds no white space.
#[inline]
fn skip_blanks(input: &[u8], place: usize) -> usize {
    let mut place = place;
    while input.get(place).copied().is_some_and(is_blank) {
        place += 1;
    }
    place
}
