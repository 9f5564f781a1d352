//! Escapes inside two-byte characters.

use encoding_rs::Encoding;

use super::super::Charset;
use super::super::segment::Form;
use super::super::walk::{decode, ends_value, walk};
use super::{Decider, Range};

impl Decider<'_> {
    /// Whether a `\` after a lead byte is the trail byte or an escape before the trail byte.
    ///
    /// Most programs escape the characters of a text first and encode it afterwards, so `\` is the trail byte.
    /// The other reading is taken if it has fewer errors, or as many and fewer needless escapes while every trail
    /// byte that needs an escape has one.
    pub(super) fn form(&self, charset: Charset, range: Range) -> Form {
        let bytes = &self.bytes[range];
        if !has_syntax_in_trail_bytes(charset, bytes) {
            return Form::Whole;
        }
        let mut differ = false;
        let mut whole_form = Form::Whole;
        walk(charset, Form::Whole, bytes, |step| {
            if step.end - step.start == 2 {
                differ |= bytes[step.end - 1] == b'\\'
                    && matches!(bytes.get(step.end), Some(b'[' | b'\\' | b']'));
                if ends_value(&bytes[step.end - 1..]) {
                    whole_form = Form::CutLeads;
                }
            }
        });
        if !differ {
            return whole_form;
        }
        let (whole, odd) = self.trouble(charset, Form::Whole, bytes);
        let (escaped, odd_escaped) = self.trouble(charset, Form::EscapedTrails, bytes);
        let better = odd_escaped < odd && escapes_every_trail(charset, bytes);
        if escaped < whole || (escaped == whole && better) {
            Form::EscapedTrails
        } else {
            whole_form
        }
    }

    /// The number of errors in a reading of `bytes`, and the number of needless escapes.
    pub(super) fn trouble(&self, charset: Charset, form: Form, bytes: &[u8]) -> (usize, usize) {
        let mut text = String::new();
        let mut invalid = 0;
        decode(charset, form, bytes, &mut text, |_, _| invalid += 1);
        let mut place = self.place;
        let odd = place.pass_and_count_odd(text.as_bytes());
        let open = usize::from(place.in_value);
        (place.strange - self.place.strange + open + invalid, odd)
    }
}

/// Whether a trail byte in `bytes` may be a `\` or a `]`: a scan, since decoding is several times slower.
fn has_syntax_in_trail_bytes(charset: Charset, bytes: &[u8]) -> bool {
    if !charset.has_syntax_in_trail_bytes() {
        return false;
    }
    let mut rest = bytes;
    loop {
        rest = match rest {
            [] => return false,
            [lead, b'\\' | b']', ..] if charset.is_lead(*lead) => return true,
            // Any other byte cannot be a trail byte.
            [lead, 0x40..=0xFF, after @ ..] if charset.is_lead(*lead) => after,
            [0x80..=0xFF, after @ ..] => after,
            _ => &rest[Encoding::ascii_valid_up_to(rest)..],
        };
    }
}

/// Whether every trail byte that is a `\` or a `]` has a `\` before it.
fn escapes_every_trail(charset: Charset, bytes: &[u8]) -> bool {
    let mut every = true;
    walk(charset, Form::EscapedTrails, bytes, |step| {
        if step.end - step.start == 2 && !step.invalid {
            every &= !matches!(bytes[step.end - 1], b'\\' | b']');
        }
    });
    every
}
