//! A node during its check: its properties with their definitions in the schema.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

pub(crate) use kifu_sgf::schema::normal_identifier as identifier;
use kifu_sgf::schema::{self, Game, Group, PropertyDef, PropertyType};
use kifu_syntax::Span;
use kifu_syntax::text::escape_brackets;

use crate::rules::loss::has_no_content;

/// A property of the current node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prop {
    /// The identifier as written.
    pub(crate) id: Span,
    /// After the `]` of the last value.
    pub(crate) end: usize,
    first: u32,
    count: u32,
    /// The identifier without lower-case letters, if that has one or two letters.
    short: [u8; 2],
    /// Definition in the standard for this game.
    pub(crate) def: Option<&'static PropertyDef>,
}

impl Prop {
    /// Whether the identifier is `identifier`.
    #[inline]
    pub(crate) fn is(&self, identifier: &str) -> bool {
        match *identifier.as_bytes() {
            [first] => self.short == [first, 0],
            [first, second] => self.short == [first, second],
            _ => false,
        }
    }

    /// From the identifier to the last `]`.
    #[inline]
    pub(crate) const fn span(&self) -> Span {
        Span::new(self.id.start, self.end)
    }

    /// Number of values.
    #[inline]
    pub(crate) const fn count(&self) -> usize {
        self.count as usize
    }

    /// Whether it is of this property type.
    pub(crate) fn has_type(&self, property_type: PropertyType) -> bool {
        self.def
            .is_some_and(|def| def.property_type == property_type)
    }

    /// The group of properties it must not contradict.
    pub(crate) fn group(&self) -> Option<Group> {
        self.def.and_then(|def| def.group)
    }
}

/// The memory of a node.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    props: Vec<Prop>,
    values: Vec<Span>,
}

/// The current node. One is used for all nodes of a file, so most nodes need no allocation.
#[derive(Debug, Default)]
pub(crate) struct Node<'a> {
    pub(crate) text: &'a str,
    /// The `;`, or an empty span where it is missing.
    pub(crate) start: Span,
    /// After the last property, or after the `;`.
    pub(crate) end: usize,
    pub(crate) is_root: bool,
    /// Bits of the identifiers of one or two letters that occur; other identifiers may share a bit.
    shorts: u64,
    pub(crate) props: Vec<Prop>,
    values: Vec<Span>,
    /// The first property of each identifier of one or two letters, if there are more than [`FEW`].
    firsts: OnceCell<HashMap<[u8; 2], usize>>,
}

/// Maximum number of properties for a linear search: a rule may search for another property at each of them.
const FEW: usize = 64;

impl<'a> Node<'a> {
    /// A node of `text`, kept in these buffers.
    pub(crate) fn new(text: &'a str, buffers: Buffers) -> Self {
        Self {
            text,
            props: buffers.props,
            values: buffers.values,
            ..Self::default()
        }
    }

    /// The buffers, for the next file.
    pub(crate) fn into_buffers(self) -> Buffers {
        Buffers {
            props: self.props,
            values: self.values,
        }
    }

    /// Begins with the next node.
    #[inline]
    pub(crate) fn begin(&mut self, start: Span, is_root: bool) {
        self.start = start;
        self.end = start.end;
        self.is_root = is_root;
        self.shorts = 0;
        self.firsts.take();
        self.props.clear();
        self.values.clear();
    }

    #[inline]
    pub(crate) fn push_identifier(&mut self, id: Span) {
        let mut short = [0; 2];
        match *id.of(self.text.as_bytes()) {
            [first @ b'A'..=b'Z'] => short[0] = first,
            [first @ b'A'..=b'Z', second @ b'A'..=b'Z'] => short = [first, second],
            ref written => short_of(written, &mut short),
        }
        self.shorts |= bit(short);
        self.props.push(Prop {
            id,
            end: id.end,
            // More values than that do not fit a text whose offsets do.
            first: self.values.len() as u32,
            count: 0,
            short,
            def: None,
        });
        self.end = id.end;
    }

    #[inline]
    pub(crate) fn push_value(&mut self, value: Span) {
        let closed = self.text.as_bytes().get(value.end) == Some(&b']');
        let end = value.end + usize::from(closed);
        if let Some(prop) = self.props.last_mut() {
            prop.count += 1;
            prop.end = end;
            self.values.push(value);
            self.end = end;
        }
    }

    /// Looks up the definitions of all properties in `game`.
    pub(crate) fn resolve(&mut self, game: Option<Game>) {
        for prop in &mut self.props {
            let identifier = match &prop.short {
                [0, _] => continue,
                [first, 0] => std::slice::from_ref(first),
                both => &both[..],
            };
            if let Ok(identifier) = std::str::from_utf8(identifier) {
                prop.def = schema::lookup(game, identifier);
            }
        }
    }

    /// The first property of this identifier.
    #[inline]
    pub(crate) fn get(&self, identifier: &str) -> Option<&Prop> {
        let short = match *identifier.as_bytes() {
            [first] => [first, 0],
            [first, second] => [first, second],
            _ => return None,
        };
        if self.shorts & bit(short) == 0 {
            return None;
        }
        if self.props.len() > FEW {
            let firsts = self.firsts.get_or_init(|| self.firsts());
            return firsts.get(&short).map(|index| &self.props[*index]);
        }
        self.props.iter().find(|prop| prop.short == short)
    }

    #[cold]
    fn firsts(&self) -> HashMap<[u8; 2], usize> {
        let mut firsts = HashMap::new();
        for (index, prop) in self.props.iter().enumerate() {
            firsts.entry(prop.short).or_insert(index);
        }
        firsts
    }

    /// The first raw value of a property of this identifier.
    pub(crate) fn value(&self, identifier: &str) -> Option<&'a str> {
        self.get(identifier).map(|prop| self.first_value(prop))
    }

    /// The spans of the values.
    #[inline]
    pub(crate) fn spans(&self, prop: &Prop) -> &[Span] {
        let first = prop.first as usize;
        &self.values[first..first + prop.count as usize]
    }

    /// The raw values.
    pub(crate) fn values(&self, prop: &Prop) -> impl Iterator<Item = &'a str> + '_ {
        self.spans(prop).iter().map(|span| span.of_str(self.text))
    }

    /// The first raw value; empty if there is none.
    #[inline]
    pub(crate) fn first_value(&self, prop: &Prop) -> &'a str {
        match self.spans(prop) {
            [first, ..] => first.of_str(self.text),
            [] => "",
        }
    }

    /// The identifier without lower-case letters.
    pub(crate) fn identifier(&self, prop: &Prop) -> Cow<'a, str> {
        identifier(prop.id.of_str(self.text))
    }

    /// Whether the identifier has lower-case letters, as in FF\[1\] to FF\[3\].
    #[inline]
    pub(crate) fn has_lower_case(&self, prop: &Prop) -> bool {
        let written = prop.id.of(self.text.as_bytes());
        written.iter().any(u8::is_ascii_lowercase)
    }

    /// The properties of a type, in order.
    pub(crate) fn of_type(&self, property_type: PropertyType) -> impl Iterator<Item = &Prop> {
        self.props
            .iter()
            .filter(move |prop| prop.has_type(property_type))
    }

    /// The move: `B` or `W`.
    pub(crate) fn play(&self) -> Option<&Prop> {
        self.props.iter().find(|prop| prop.is("B") || prop.is("W"))
    }

    /// The value with its brackets.
    pub(crate) fn bracketed(&self, value: Span) -> Span {
        Span::new(
            value.start.saturating_sub(1),
            value.end + usize::from(self.is_closed(value)),
        )
    }

    /// The property as a fix can write it elsewhere: each `]` of its texts is escaped, and a blank follows an identifier
    /// without value, which the next one would join. `None` if unexpected text is between its values.
    pub(crate) fn written(&self, prop: &Prop) -> Option<Cow<'a, str>> {
        if self.spans(prop).is_empty() {
            return Some(Cow::Owned(format!("{} ", prop.id.of_str(self.text))));
        }
        let mut at = prop.id.end;
        let mut is_as_read = true;
        for value in self.spans(prop) {
            let gap = self.text.get(at..value.start)?.strip_suffix('[')?;
            if !has_no_content(gap) {
                return None;
            }
            let whole = self.bracketed(*value);
            is_as_read &= matches!(escape_brackets(value.of_str(self.text)), Cow::Borrowed(_));
            at = whole.end;
        }
        if is_as_read {
            return Some(Cow::Borrowed(prop.span().of_str(self.text)));
        }
        let mut text = prop.id.of_str(self.text).to_owned();
        for value in self.values(prop) {
            text.push('[');
            text.push_str(&escape_brackets(value));
            text.push(']');
        }
        Some(Cow::Owned(text))
    }

    /// Whether a property can be written after the last one: no value is open there.
    pub(crate) fn can_append(&self) -> bool {
        let last = self.props.last().and_then(|prop| self.spans(prop).last());
        last.is_none_or(|value| self.is_closed(*value))
    }

    /// Whether the value has its `]`.
    fn is_closed(&self, value: Span) -> bool {
        self.text.as_bytes().get(value.end) == Some(&b']')
    }

    /// The end of the last value, if it has no `]`.
    pub(crate) fn unclosed_value(&self) -> Option<usize> {
        let last = *self.spans(self.props.last()?).last()?;
        (!self.is_closed(last)).then_some(last.end)
    }
}

/// The bit of an identifier of one or two letters.
#[inline]
const fn bit([first, second]: [u8; 2]) -> u64 {
    1 << (first.wrapping_add(second.wrapping_mul(5)) & 63)
}

/// Returns the significant letters of an identifier with other characters.
#[cold]
fn short_of(written: &[u8], short: &mut [u8; 2]) {
    let has_upper = written.iter().any(u8::is_ascii_uppercase);
    let mut letters = written
        .iter()
        .filter(|byte| !has_upper || !byte.is_ascii_lowercase())
        .map(u8::to_ascii_uppercase);
    if let (Some(first), second, None) = (letters.next(), letters.next(), letters.next()) {
        *short = [first, second.unwrap_or_default()];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_many_properties_is_found_as_that_of_few() {
        for count in [FEW - 2, FEW, 100 * FEW] {
            let text = format!(";{}KM[2]KM[3]", "KI[1]".repeat(count));
            let mut node = Node::new(&text, Buffers::default());
            for _ in 0..2 {
                node.begin(Span::new(0, 1), true);
                for at in 0..count {
                    let start = 1 + 5 * at;
                    node.push_identifier(Span::new(start, start + 2));
                    node.push_value(Span::new(start + 3, start + 4));
                }
                let end = 1 + 5 * count;
                for start in [end, end + 5] {
                    node.push_identifier(Span::new(start, start + 2));
                    node.push_value(Span::new(start + 3, start + 4));
                }
                assert_eq!(node.value("KI"), Some("1"));
                assert_eq!(node.get("KI").map(|prop| prop.id.start), Some(1));
                assert_eq!(node.value("KM"), Some("2"));
                assert_eq!(node.value("GM"), None);
            }
            node.begin(Span::new(0, 1), false);
            assert_eq!(node.value("KM"), None);
        }
    }
}
