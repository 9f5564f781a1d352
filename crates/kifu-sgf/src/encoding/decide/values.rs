//! ASCII games with values in UTF-16.

use super::super::segment::{Decision, Form};
use super::super::split::values;
use super::super::{Charset, EncodingProblemKind, utf16};
use super::weigh::as_utf16;
use super::{Decider, Range, is_valid};

impl Decider<'_> {
    /// Reads a game in ASCII whose values are in UTF-16, and returns their encoding.
    ///
    /// The evidence is `CA`, or NUL bytes, which no other text has. Their position gives the byte order, which few
    /// names of the encoding include.
    pub(super) fn in_values(&mut self, range: Range) -> Option<Charset> {
        let chunk = &self.bytes[range.clone()];
        let named = self
            .named
            .filter(|named| [Charset::UTF_16LE, Charset::UTF_16BE].contains(named));
        let decision = if named.is_some() {
            Decision::Declared
        } else {
            memchr::memchr(0, chunk)?;
            if self.named == Some(Charset::UTF_8) && is_valid(Charset::UTF_8, chunk) {
                return None;
            }
            Decision::Guessed
        };
        let charset = utf16::order(chunk).or(named)?;
        self.values_only(range, charset, decision)
            .then_some(charset)
    }

    fn values_only(&mut self, range: Range, charset: Charset, decision: Decision) -> bool {
        let chunk = &self.bytes[range.clone()];
        let found: Vec<Range> = values(chunk)
            .filter(|value| utf16::is_value(charset, &chunk[value.clone()], decision))
            .collect();
        let decision = if decision == Decision::Declared {
            let (text, raw) = utf16::texts(charset, chunk, &found);
            match as_utf16(&text, &raw) {
                Some(decision) => decision,
                None => return false,
            }
        } else {
            decision
        };
        let found: Vec<Range> = found
            .into_iter()
            .map(|value| range.start + value.start..range.start + value.end)
            .collect();
        let mut at = range.start;
        let plain = found.iter().all(|value| {
            let between = &self.bytes[at..value.start];
            at = value.end;
            between.is_ascii() && !between.contains(&0)
        });
        if found.is_empty() || !plain {
            return false;
        }
        if let Some(declared) = self.declared {
            self.problem(EncodingProblemKind::ValuesOnly, declared);
        }
        self.settle();
        let mut at = range.start;
        for value in found {
            self.append(
                at..value.start,
                Charset::UTF_8,
                Form::Whole,
                Decision::Valid,
            );
            at = value.end;
            self.append(value, charset, Form::Value, decision);
        }
        self.append(at..range.end, Charset::UTF_8, Form::Whole, Decision::Valid);
        true
    }
}
