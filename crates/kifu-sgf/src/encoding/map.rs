use kifu_syntax::Span;

use super::ByteSpan;

/// Maps offsets in the text to offsets in the bytes, and back.
///
/// A run of characters with equal lengths on either side shares one entry, so a stretch of ASCII of any length takes
/// one.
#[derive(Clone, Debug, Default)]
pub(super) struct OffsetMap {
    runs: Vec<Run>,
    text_end: usize,
    bytes_end: usize,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    text: usize,
    bytes: usize,
    /// Bytes of text a character; 1 where text and bytes are the same.
    text_step: u32,
    byte_step: u32,
}

impl OffsetMap {
    /// Adds a stretch that is identical in the text and in the bytes.
    pub(super) fn push_same(&mut self, length: usize) {
        self.extend(length, length, (1, 1));
    }

    /// Adds the `text` decoded from that many bytes. If the text is two characters, all of the bytes belong to the
    /// first one, and the second one is an empty span after them: so every offset in the bytes leads to one offset in
    /// the text, and no byte is in two characters.
    pub(super) fn push(&mut self, text: &str, bytes: usize) {
        let first = text.chars().next().map_or(0, char::len_utf8);
        self.push_lengths(first, bytes);
        for char in text[first..].chars() {
            self.push_lengths(char.len_utf8(), 0);
        }
    }

    fn push_lengths(&mut self, text: usize, bytes: usize) {
        // One step is never longer than a character and the escape sequences around it.
        let steps = (
            u32::try_from(text).unwrap_or(u32::MAX),
            u32::try_from(bytes).unwrap_or(u32::MAX),
        );
        self.extend(text, bytes, steps);
    }

    fn extend(&mut self, text: usize, bytes: usize, steps: (u32, u32)) {
        let extends = self.runs.last().is_some_and(|run| {
            (run.text_step, run.byte_step) == steps && steps.0 > 0 && steps.1 > 0
        });
        if !extends {
            self.runs.push(Run {
                text: self.text_end,
                bytes: self.bytes_end,
                text_step: steps.0,
                byte_step: steps.1,
            });
        }
        self.text_end += text;
        self.bytes_end += bytes;
    }

    /// Skips bytes that are not text: a byte order mark.
    pub(super) fn skip_bytes_to(&mut self, bytes: usize) {
        self.bytes_end = self.bytes_end.max(bytes);
    }

    /// The offset in the bytes of the character that `text` is in, or after it with `up`.
    pub(super) fn to_bytes(&self, text: usize, up: bool) -> usize {
        if text >= self.text_end {
            return self.bytes_end;
        }
        let index = self.runs.partition_point(|run| run.text <= text);
        let Some(run) = index.checked_sub(1).map(|index| self.runs[index]) else {
            return self.runs.first().map_or(0, |run| run.bytes);
        };
        scale(text - run.text, run.text_step, run.byte_step, up) + run.bytes
    }

    /// The offset in the text of the character that `bytes` is in, or after it with `up`.
    pub(super) fn to_text(&self, bytes: usize, up: bool) -> usize {
        if bytes >= self.bytes_end {
            return self.text_end;
        }
        let index = self.runs.partition_point(|run| run.bytes <= bytes);
        let Some(run) = index.checked_sub(1).map(|index| self.runs[index]) else {
            return 0;
        };
        let next = self.runs.get(index).map_or(self.text_end, |run| run.text);
        // The bytes of a mark between two segments belong to no character.
        (scale(bytes - run.bytes, run.byte_step, run.text_step, up) + run.text).min(next)
    }

    pub(super) fn to_bytes_span(&self, span: Span) -> ByteSpan {
        let start = self.to_bytes(span.start, false);
        if span.is_empty() {
            return ByteSpan::at(start);
        }
        ByteSpan::new(start, self.to_bytes(span.end, true).max(start))
    }

    pub(super) fn to_text_span(&self, span: ByteSpan) -> Span {
        let start = self.to_text(span.start, false);
        if span.is_empty() {
            return Span::at(start);
        }
        Span::new(start, self.to_text(span.end, true).max(start))
    }
}

fn scale(distance: usize, from: u32, to: u32, up: bool) -> usize {
    if from == 0 {
        return 0;
    }
    let (from, to) = (from as usize, to as usize);
    let count = if up {
        distance.div_ceil(from)
    } else {
        distance / from
    };
    count * to
}
