use kifu_syntax::Span;

use super::{Output, Piece};
use crate::encoding::{LastShift, Unencodable};
use crate::tree::Collection;

impl Output<'_> {
    /// Returns the bytes of the output, each game in its encoding.
    pub(super) fn encode(&self, collection: &Collection) -> Result<Vec<u8>, Unencodable> {
        let source = collection.source();
        let mut bytes = source.bytes()[..source.mark()].to_vec();
        let mut end = 0;
        let mut shift = LastShift::default();
        for (number, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Text(span) => {
                    end = span.end;
                    bytes.extend_from_slice(source.to_bytes_span(*span).of(source.bytes()));
                }
                Piece::New(_) => {
                    let new = self.text_of(piece);
                    // It replaces the bytes between two spans of the text, but its encoding follows the text before it.
                    let next = match self.pieces.get(number + 1) {
                        Some(Piece::Text(span))
                            if span.start >= end && source.segment_at(end).text.start < end =>
                        {
                            span.start
                        }
                        _ => end,
                    };
                    bytes.extend_from_slice(&source.encode_after(
                        Span::new(end, next),
                        new,
                        &mut shift,
                    )?);
                }
                Piece::Recoded(charset, _) => {
                    bytes.extend_from_slice(&charset.encode(self.text_of(piece))?);
                }
                Piece::Game(_) => {
                    let (end, new) = (Span::at(self.text.len()), self.text_of(piece));
                    bytes.extend_from_slice(&source.encode_after(end, new, &mut shift)?);
                }
            }
        }
        Ok(bytes)
    }
}
