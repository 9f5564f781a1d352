//! Writing edits into the bytes of a file.

use std::borrow::Cow;

use kifu_sgf::encoding::Source;
use kifu_syntax::Span;

use super::Chosen;
use super::undeclared::Undeclared;
use crate::Edit;
use crate::reading::Written;

/// Result of applying fixes to a file.
pub(super) struct Applied {
    pub(super) bytes: Vec<u8>,
    /// The text that the bytes must read as.
    pub(super) text: String,
    /// The codes of the fixes that could be written in the encoding.
    pub(super) used: Vec<&'static str>,
    /// The edits of the text.
    pub(super) edits: Vec<Written>,
}

/// Applies fixes to the bytes of a file and to its text.
pub(super) fn apply(source: &Source, fixes: &[&Chosen]) -> Applied {
    let undeclared = Undeclared::of(source, fixes.iter().flat_map(|(_, fix)| fix));
    let mut edits: Vec<&Edit> = Vec::new();
    let mut used = Vec::new();
    for (code, fix) in fixes {
        if fix.iter().all(|edit| undeclared.can_write(source, edit)) {
            edits.extend(fix);
            used.push(*code);
        }
    }
    let declarations = undeclared.declarations(&edits);
    edits.extend(&declarations);
    // Insertions come before a replacement at the same place: first what closes a value, then further values of the
    // property before, further properties and nodes, and then signs of trees. After other text they would belong to
    // something else.
    edits.sort_by_key(|edit| {
        let rank = match edit.replacement.trim_start().as_bytes() {
            [b']', ..] | [b'\\', b']', ..] => 0,
            [b'[', ..] => 1,
            [b')', ..] => 3,
            [b'(', ..] => 4,
            b";" => 5,
            _ => 2,
        };
        (edit.span.start, edit.span.end, rank)
    });
    let bytes = source.bytes();
    let mut result = Vec::with_capacity(bytes.len() + 64);
    let mut text = String::with_capacity(source.text().len() + 64);
    let mut written = Vec::new();
    let (mut at, mut text_at) = (0, 0);
    let mut encoder = source.encoder();
    // Edits at one offset are written together: two returns to ASCII must not follow each other.
    for here in edits.chunk_by(|one, next| one.span.start == next.span.start) {
        let end = here.iter().map(|edit| edit.span.end).max();
        let Some(span) = here
            .first()
            .zip(end)
            .map(|(first, end)| Span::new(first.span.start, end))
        else {
            continue;
        };
        let replacement: Cow<'_, str> = match here {
            [one] => (&one.replacement).into(),
            several => several.iter().map(|edit| &edit.replacement[..]).collect(),
        };
        let encoded = if undeclared.holds(span) {
            Ok(replacement.as_bytes().into())
        } else {
            encoder.encode(span, &replacement)
        };
        if let Ok(encoded) = encoded {
            text.push_str(source.text().get(text_at..span.start).unwrap_or_default());
            text.push_str(&replacement);
            text_at = text_at.max(span.end);
            written.push((span, replacement.len()));
            let span = source.to_bytes_span(span);
            result.extend_from_slice(bytes.get(at..span.start).unwrap_or_default());
            result.extend_from_slice(&encoded);
            at = at.max(span.end);
        }
    }
    text.push_str(source.text().get(text_at..).unwrap_or_default());
    result.extend_from_slice(bytes.get(at..).unwrap_or_default());
    Applied {
        bytes: result,
        text,
        used,
        edits: written,
    }
}
