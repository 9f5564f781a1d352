use kifu_syntax::text::{brackets_to_escape, escape_brackets};
use kifu_syntax::{Properties, Span};

use super::{Care, Output};
use crate::tree::{OwnProperty, Raw, is_blank};

impl<'a> Output<'a> {
    /// Writes a property that was changed, or is repaired.
    pub(super) fn property(&mut self, property: &OwnProperty) {
        if let Some(token) = property.token {
            self.gap(Span::new(token.gap, token.span.start));
        }
        let before = self.end;
        // After a text with an unescaped `[` such a word would be read as part of the text.
        let is_lower = |byte: u8| !byte.is_ascii_uppercase();
        let identifier = property.identifier.of(self.text);
        self.is_in_doubt |= identifier.bytes().all(is_lower);
        self.separate(identifier);
        self.new_text(identifier);
        let mut gaps = self.gaps(property).into_iter();
        for value in &property.values {
            self.new_text(gaps.next().unwrap_or_default());
            self.new_text("[");
            self.value(value);
            self.new_text("]");
        }
        if property.values.is_empty() {
            if self.care == Care::Keep {
                self.is_in_doubt = true;
            } else {
                self.new_text("[]");
            }
        }
        // The next property keeps its position after the new one.
        self.end = property.token.map(|token| token.span.end).or(before);
    }

    /// The white space before each value of a property in the text; nothing if it had another number of values there.
    fn gaps(&self, property: &OwnProperty) -> Vec<&'a str> {
        let token = property.token.filter(|token| {
            let is_compact = property.values.len() == 1 && self.is_compact(token.span);
            self.care == Care::Keep && !is_compact
        });
        let written = token.and_then(|token| {
            let node = Properties::of_node(self.text.as_bytes(), token.span.start);
            node.within(token.span.end).next()
        });
        let Some(written) = written.filter(|written| written.len() == property.values.len()) else {
            return Vec::new();
        };
        let mut end = written.identifier_span().end;
        let gaps = written.value_spans().map(|span| {
            let gap = self.text.get(end..span.start.saturating_sub(1));
            end = span.end + 1;
            gap.filter(|gap| is_blank(gap)).unwrap_or_default()
        });
        gaps.collect()
    }

    /// Whether the first value of the property at `span` of the text follows its identifier without white space.
    fn is_compact(&self, span: Span) -> bool {
        let mut bytes = span.of(self.text.as_bytes()).iter();
        let is_sign = |byte: &&u8| !(byte.is_ascii_alphanumeric() || **byte == b'_');
        bytes.find(is_sign) == Some(&b'[')
    }

    /// Writes a raw value with its brackets escaped. Text from the file is not encoded again: its bytes may be
    /// invalid.
    fn value(&mut self, value: &Raw) {
        let Some(span) = value.span() else {
            self.new_text(&escape_brackets(value.of(self.text)));
            return;
        };
        let raw = span.of_str(self.text);
        let mut start = span.start;
        for at in brackets_to_escape(raw) {
            self.text(Span::new(start, span.start + at));
            self.new_text("\\");
            self.new_text(&raw[at..=at]);
            start = span.start + at + 1;
        }
        self.text(Span::new(start, span.end));
    }
}
