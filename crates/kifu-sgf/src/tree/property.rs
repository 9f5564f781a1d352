use std::borrow::Cow;
use std::mem;

use kifu_syntax::text::{unescape_simple_text, unescape_text};
use kifu_syntax::{Properties as Written, Property as WrittenProperty, Span, ValueSpans, plain};

use super::edited::OwnProperty;
use crate::encoding::Charset;
use crate::schema::normal_identifier;

/// A property of a node: an identifier and its values.
///
/// Values are raw, the text between `[` and `]`: the types of [`value`](crate::value) parse them, [`text`](Self::text)
/// and [`simple_text`](Self::simple_text) unescape them.
#[derive(Clone, Copy, Debug)]
pub struct Property<'a>(Form<'a>);

#[derive(Clone, Copy, Debug)]
enum Form<'a> {
    /// The property of a node `;X[yz]`. This form takes few words, which stay in registers.
    Plain {
        text: &'a str,
        /// Offset of its identifier.
        at: usize,
    },
    Written {
        text: &'a str,
        property: WrittenProperty<'a>,
    },
    Own {
        text: &'a str,
        property: &'a OwnProperty,
    },
}

/// The spans of the identifier and of the value of the property at `at` of a node `;X[yz]`.
#[inline]
const fn plain_spans(at: usize) -> [Span; 2] {
    [Span::new(at, at + 1), Span::new(at + 2, at + 4)]
}

impl<'a> Property<'a> {
    /// Returns the property of the node from `start` to `end`, the start of the next one, if it is `;X[yz]` and
    /// nothing else.
    #[inline]
    pub(crate) fn of_plain_node(text: &'a str, start: usize, end: usize) -> Option<Self> {
        is_plain(text.as_bytes(), start, end).then_some(Self::plain(text, start))
    }

    /// The property of the node `;X[yz]` at `start`.
    #[inline]
    pub(crate) const fn plain(text: &'a str, start: usize) -> Self {
        let at = start + 1;
        Self(Form::Plain { text, at })
    }

    #[inline]
    pub(crate) const fn written(text: &'a str, property: WrittenProperty<'a>) -> Self {
        Self(Form::Written { text, property })
    }

    #[inline]
    pub(crate) const fn own(text: &'a str, property: &'a OwnProperty) -> Self {
        Self(Form::Own { text, property })
    }

    /// The identifier as written: `B`, or `Black` in an old file.
    #[must_use]
    #[inline]
    pub fn written_identifier(&self) -> &'a str {
        match self.0 {
            Form::Plain { text, at } => plain_spans(at)[0].of_str(text),
            Form::Written { text, property } => property.identifier_span().of_str(text),
            Form::Own { text, property } => property.identifier.of(text),
        }
    }

    /// The normalized identifier: the upper-case letters of the written one. If there are none (`b[dd]`), all its
    /// letters in upper case.
    #[must_use]
    #[inline]
    pub fn identifier(&self) -> Cow<'a, str> {
        normal_identifier(self.written_identifier())
    }

    /// Whether the identifier is `identifier`, in any [spelling](crate::GameTreeMut#identifiers).
    #[must_use]
    #[inline]
    pub fn is(&self, identifier: &str) -> bool {
        if let Form::Plain { text, at } = self.0
            && !may_be_long(identifier.as_bytes())
        {
            // It is a capital letter.
            return matches!(*identifier.as_bytes(), [letter] if text.as_bytes().get(at) == Some(&letter));
        }
        self.is_any(identifier)
    }

    /// [`is`](Self::is) for any form.
    // Out of line, like the rare forms of values, so that a loop over moves stays in registers.
    #[inline(never)]
    fn is_any(&self, identifier: &str) -> bool {
        // Bytes are compared: to slice text costs more than the comparison.
        let written = match &self.0 {
            Form::Plain { text, at } => plain_spans(*at)[0].of(text.as_bytes()),
            Form::Written { property, .. } => property.identifier(),
            Form::Own { text, property } => property.identifier.of(text).as_bytes(),
        };
        written == identifier.as_bytes()
            || ((may_be_long(written) || may_be_long(identifier.as_bytes()))
                && is_spelling(self.written_identifier(), identifier))
    }

    /// The first raw value; empty if there is none.
    #[must_use]
    #[inline]
    pub fn value(&self) -> &'a str {
        match self.0 {
            Form::Plain { text, at } => plain_spans(at)[1].of_str(text),
            Form::Written { text, property } => {
                property.value_span().map_or("", |span| span.of_str(text))
            }
            Form::Own { text, property } => {
                property.values.first().map_or("", |value| value.of(text))
            }
        }
    }

    /// Number of values.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        match self.0 {
            Form::Plain { .. } => 1,
            Form::Written { property, .. } => property.len(),
            Form::Own { property, .. } => property.values.len(),
        }
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the property has no value but the name of an encoding, so that another name can replace it in `CA`.
    ///
    /// ```
    /// use kifu_sgf::Collection;
    ///
    /// let collection = Collection::from("(;CA[Latin1])(;CA[UTF-8][Kept by Bob])");
    /// let mut roots = collection.games().map(|game| game.root());
    /// assert!(roots.next().unwrap().get("CA").unwrap().is_charset_name());
    /// assert!(!roots.next().unwrap().get("CA").unwrap().is_charset_name());
    /// ```
    #[must_use]
    pub fn is_charset_name(&self) -> bool {
        self.len() <= 1 && Charset::is_label(&self.simple_text())
    }

    /// Whether the name of an encoding can replace this `CA` of a root, the first one or a later one, without a loss: an
    /// unknown name is text if it follows another.
    pub(crate) fn is_replaced_charset(&self, is_first: bool) -> bool {
        let name = self.simple_text();
        self.is_charset_name()
            && (is_first || name.trim().is_empty() || Charset::for_label(&name).is_some())
    }

    /// All raw values, in order.
    #[must_use]
    #[inline]
    pub fn values(&self) -> Values<'a> {
        let later = match self.0 {
            Form::Plain { .. } => Later::None,
            Form::Written { text, property } => {
                let mut spans = property.value_spans();
                spans.next();
                Later::Written { text, spans }
            }
            Form::Own { text, property } => Later::Own {
                text,
                values: property.values.get(1..).unwrap_or_default().iter(),
            },
        };
        Values {
            next: self.value(),
            left: self.len(),
            later,
        }
    }

    /// The first value as Text.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        unescape_text(self.value())
    }

    /// The first value as SimpleText.
    #[must_use]
    pub fn simple_text(&self) -> Cow<'a, str> {
        unescape_simple_text(self.value())
    }

    /// All values as Text, in order.
    pub fn texts(&self) -> impl Iterator<Item = Cow<'a, str>> + use<'a> {
        self.values().map(unescape_text)
    }

    /// Span of the property in the text of the collection, from its identifier to the `]` of its last value. `None` if
    /// it was not read from text.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        match self.0 {
            Form::Plain { at, .. } => Some(Span::new(at, at + plain::NODE_LENGTH - 1)),
            Form::Written { property, .. } => Some(property.span()),
            Form::Own { property, .. } => property.source(),
        }
    }

    /// The spans of the raw values in the text of the collection; empty for a property that was
    /// not read but made.
    pub fn value_spans(&self) -> impl Iterator<Item = Span> + use<'a> {
        let (plain, written, own) = match self.0 {
            Form::Plain { at, .. } => (Some(plain_spans(at)[1]), None, None),
            Form::Written { property, .. } => (None, Some(property.value_spans()), None),
            Form::Own { property, .. } => (None, None, Some(property.values.iter())),
        };
        let own = own.into_iter().flatten();
        plain
            .into_iter()
            .chain(written.into_iter().flatten())
            .chain(own.filter_map(super::edited::Raw::span))
    }
}

/// Whether the node at `start`, which the next one follows at `end`, is `;X[yz]` and nothing else.
#[inline]
pub(crate) fn is_plain(text: &[u8], start: usize, end: usize) -> bool {
    /// Maximum number of parentheses and line ends examined.
    const BETWEEN: usize = 4;
    let Some(between) = end.checked_sub(start + plain::NODE_LENGTH) else {
        return false;
    };
    text.get(start..).is_some_and(plain::begins_node)
        && (between == 0
            || between <= BETWEEN
                && text
                    .get(start + plain::NODE_LENGTH..end)
                    .is_some_and(|rest| rest.iter().all(|byte| b"\r\n()".contains(byte))))
}

/// Whether `written` may have a letter in lower case.
#[inline]
const fn may_be_long(written: &[u8]) -> bool {
    match written {
        [first] => first.is_ascii_lowercase(),
        [first, second] => first.is_ascii_lowercase() || second.is_ascii_lowercase(),
        _ => true,
    }
}

/// Whether two identifiers are spellings of one.
#[cold]
pub(super) fn is_spelling(written: &str, identifier: &str) -> bool {
    normal_identifier(written) == normal_identifier(identifier)
}

/// The raw values of a [`Property`].
#[derive(Clone, Debug)]
pub struct Values<'a> {
    /// The next one, if any is left.
    next: &'a str,
    left: usize,
    later: Later<'a>,
}

/// The values after the next one.
#[derive(Clone, Debug)]
enum Later<'a> {
    None,
    Written {
        text: &'a str,
        spans: ValueSpans<'a>,
    },
    Own {
        text: &'a str,
        values: std::slice::Iter<'a, super::edited::Raw>,
    },
}

impl<'a> Iterator for Values<'a> {
    type Item = &'a str;

    // The last value is returned without a look at those after it, so that a loop over moves stays in registers.
    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        if self.left == 0 {
            return None;
        }
        let value = self.next;
        self.left -= 1;
        if self.left > 0 {
            (self.next, self.later) = mem::replace(&mut self.later, Later::None).next();
        }
        Some(value)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<'a> Later<'a> {
    /// Returns the next value, which must exist, and those after it.
    // State that changes is passed by value, so that the state of the fast path can stay in registers.
    #[inline(never)]
    fn next(mut self) -> (&'a str, Self) {
        let next = match &mut self {
            Later::None => None,
            Later::Written { text, spans } => spans.next().map(|span| span.of_str(text)),
            Later::Own { text, values } => values.next().map(|value| value.of(text)),
        };
        (next.unwrap_or_default(), self)
    }
}

impl ExactSizeIterator for Values<'_> {}

impl std::iter::FusedIterator for Values<'_> {}

/// The properties of a node, in order.
#[derive(Clone, Debug)]
pub struct Properties<'a>(PropertiesForm<'a>);

#[derive(Clone, Debug)]
enum PropertiesForm<'a> {
    /// The property of a node `;X[yz]`, by the offset of its identifier.
    Plain { text: &'a str, at: Option<usize> },
    Written {
        text: &'a str,
        properties: Written<'a>,
    },
    Own {
        text: &'a str,
        properties: std::slice::Iter<'a, OwnProperty>,
    },
}

impl<'a> Properties<'a> {
    #[inline]
    pub(crate) fn written(text: &'a str, (start, end): (usize, usize)) -> Self {
        if is_plain(text.as_bytes(), start, end) {
            let at = Some(start + 1);
            return Self(PropertiesForm::Plain { text, at });
        }
        let properties = Written::of_node(text.as_bytes(), start).within(end);
        Self(PropertiesForm::Written { text, properties })
    }

    /// No properties.
    #[inline]
    pub(crate) const fn none(text: &'a str) -> Self {
        Self(PropertiesForm::Plain { text, at: None })
    }

    /// Whether it is known that no properties are left.
    #[inline]
    pub(crate) const fn is_none(&self) -> bool {
        matches!(self.0, PropertiesForm::Plain { at: None, .. })
    }

    pub(crate) fn own(text: &'a str, properties: &'a [OwnProperty]) -> Self {
        Self(PropertiesForm::Own {
            text,
            properties: properties.iter(),
        })
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    #[inline]
    fn next(&mut self) -> Option<Property<'a>> {
        match &mut self.0 {
            PropertiesForm::Plain { text, at } => {
                let at = at.take()?;
                Some(Property(Form::Plain { text, at }))
            }
            PropertiesForm::Written { text, properties } => properties
                .next()
                .map(|property| Property::written(text, property)),
            PropertiesForm::Own { text, properties } => properties
                .next()
                .map(|property| Property::own(text, property)),
        }
    }
}

impl std::iter::FusedIterator for Properties<'_> {}
