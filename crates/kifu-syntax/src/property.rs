use alloc::boxed::Box;

use crate::class::{is_blank, is_structure};
use crate::fast::moves::{listed_value_end, move_property, short_identifier};
use crate::{Event, EventKind, Part, Span};

/// A property with all its values, as written in the input.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    input: &'a [u8],
    identifier: Span,
    /// The span of the first value, if there is any.
    first: Span,
    count: usize,
    end: usize,
}

impl<'a> Property<'a> {
    /// A property without values yet.
    #[inline]
    const fn new(input: &'a [u8], identifier: Span) -> Self {
        Self {
            input,
            identifier,
            first: Span::at(identifier.end),
            count: 0,
            end: identifier.end,
        }
    }

    /// Adds the value at `span`, which ends with its `]` at `end`.
    #[inline]
    const fn push(&mut self, span: Span, end: usize) {
        if self.count == 0 {
            self.first = span;
        }
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
        if self.count == 0 {
            None
        } else {
            Some(self.first)
        }
    }

    /// The identifier as written.
    #[must_use]
    #[inline]
    pub fn identifier(&self) -> &'a [u8] {
        self.identifier.of(self.input)
    }

    /// The first raw value; empty if there is none.
    #[must_use]
    #[inline]
    pub fn value(&self) -> &'a [u8] {
        self.first.of(self.input)
    }

    /// Number of values; 0 if the identifier has none.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no value.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All raw values.
    #[inline]
    pub fn values(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let input = self.input;
        self.value_spans().map(move |span| span.of(input))
    }

    /// The spans of all raw values.
    #[must_use]
    #[inline]
    pub const fn value_spans(&self) -> ValueSpans<'a> {
        ValueSpans {
            property: *self,
            last: self.first,
            left: self.count,
            slow: None,
        }
    }

    /// From the first letter of the identifier to the `]` of the last value.
    #[must_use]
    #[inline]
    pub const fn span(&self) -> Span {
        Span::new(self.identifier.start, self.end)
    }
}

/// The spans of the raw values of a [`Property`].
#[derive(Clone, Debug)]
pub struct ValueSpans<'a> {
    property: Property<'a>,
    /// The one before the next.
    last: Span,
    left: usize,
    slow: Option<Box<Part<'a>>>,
}

impl Iterator for ValueSpans<'_> {
    type Item = Span;

    #[inline]
    fn next(&mut self) -> Option<Span> {
        if self.left == 0 {
            return None;
        }
        self.last = if self.left == self.property.count {
            self.property.first
        } else {
            self.later()
        };
        self.left -= 1;
        Some(self.last)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ValueSpans<'_> {
    /// The value after the last one.
    #[inline]
    fn later(&mut self) -> Span {
        if self.slow.is_none() {
            let bracket = skip_blanks(self.property.input, self.last.end + 1);
            if let Some(next) = plain_value(self.property.input, bracket) {
                return next;
            }
        }
        let (next, slow) = any_value(self.property, self.left, self.slow.take());
        self.slow = Some(slow);
        next
    }
}

impl ExactSizeIterator for ValueSpans<'_> {}

impl core::iter::FusedIterator for ValueSpans<'_> {}

/// Returns the value whose `[` is at `bracket`; `None` if it is unusual in any way.
#[inline]
fn plain_value(input: &[u8], bracket: usize) -> Option<Span> {
    if input.get(bracket) != Some(&b'[') {
        return None;
    }
    let end = listed_value_end(input, bracket + 1)?;
    Some(Span::new(bracket + 1, end))
}

/// The first of the last `left` values of `property`, by the parser.
// State that changes is passed by value, so that it can stay in registers; so in `any_property`.
#[cold]
#[inline(never)]
fn any_value<'a>(
    property: Property<'a>,
    left: usize,
    slow: Option<Box<Part<'a>>>,
) -> (Span, Box<Part<'a>>) {
    let mut part = slow.unwrap_or_else(|| {
        let start = property.identifier.start;
        let mut part = Part::property(property.input, start).within(property.end);
        // The identifier, and the values before.
        part.by_ref().take(1 + property.count - left).for_each(drop);
        Box::new(part)
    });
    let next = part.next().map(|event| event.span);
    (next.unwrap_or_default(), part)
}

/// The properties of one node, in order.
///
/// Valid properties are read in place. From the first other one on, the parser reads them, and is allocated for it.
#[derive(Clone, Debug)]
pub struct Properties<'a> {
    input: &'a [u8],
    /// Offset after the last property.
    place: usize,
    /// Offset after which no property ends.
    end: usize,
    slow: Option<Box<Slow<'a>>>,
}

/// The rest of a node, read by the parser.
#[derive(Clone, Debug)]
struct Slow<'a> {
    part: Part<'a>,
    identifier: Option<Span>,
}

impl<'a> Properties<'a> {
    /// Creates an iterator over the properties of the node at `offset`: its `;`, or its first property if the `;` is
    /// missing.
    ///
    /// In a broken node the parser looks up to 64 KiB ahead, each time it is read; see [`within`](Self::within).
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

    /// Sets an offset at which the node must have ended, such as the offset of the next node. Text after it is not
    /// searched, so reading all nodes of a text one by one takes time linear in its length.
    #[must_use]
    #[inline]
    pub const fn within(mut self, end: usize) -> Self {
        self.end = end;
        self
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    #[inline]
    fn next(&mut self) -> Option<Property<'a>> {
        if self.slow.is_none() {
            let (input, start) = (self.input, self.place);
            if move_property(input, start) {
                let mut property = Property::new(input, Span::new(start, start + 1));
                property.push(Span::new(start + 2, start + 4), start + 5);
                self.place = start + 5;
                return Some(property);
            }
            let start = skip_blanks(input, start);
            match input.get(start) {
                Some(byte) if !is_structure(*byte) => {}
                _ => return None,
            }
            if let Some((property, place)) = plain_property(input, start) {
                self.place = place;
                return Some(property);
            }
        }
        let (property, slow) = any_property(self.input, self.place, self.end, self.slow.take());
        self.slow = Some(slow);
        property
    }
}

impl core::iter::FusedIterator for Properties<'_> {}

/// Returns the property at `start`, and the offset at which the next one may begin; `None` if it is unusual in any
/// way.
#[inline]
fn plain_property(input: &[u8], start: usize) -> Option<(Property<'_>, usize)> {
    let length = short_identifier(input.get(start..)?)?;
    let identifier = Span::new(start, start + length);
    let mut property = Property::new(input, identifier);
    let mut place = start + length;
    while input.get(place) == Some(&b'[') {
        let end = listed_value_end(input, place + 1)?;
        property.push(Span::new(place + 1, end), end + 1);
        place = skip_blanks(input, end + 1);
    }
    Some((property, place))
}

/// The next property, by the parser.
#[cold]
#[inline(never)]
fn any_property<'a>(
    input: &'a [u8],
    place: usize,
    end: usize,
    slow: Option<Box<Slow<'a>>>,
) -> (Option<Property<'a>>, Box<Slow<'a>>) {
    let mut slow = slow.unwrap_or_else(|| {
        let mut part = Part::rest_of_node(input, place).within(end);
        let identifier = part.next().map(|event| event.span);
        Box::new(Slow { part, identifier })
    });
    let Slow { part, identifier } = &mut *slow;
    let property = identifier.take().map(|span| {
        let mut property = Property::new(input, span);
        *identifier = loop {
            match part.next() {
                Some(Event {
                    kind: EventKind::Value,
                    span,
                }) => property.push(span, part.end()),
                other => break other.map(|event| event.span),
            }
        };
        property
    });
    (property, slow)
}

/// Returns the first offset from `place` on that is not white space.
#[inline]
fn skip_blanks(input: &[u8], place: usize) -> usize {
    let mut place = place;
    while input.get(place).copied().is_some_and(is_blank) {
        place += 1;
    }
    place
}
