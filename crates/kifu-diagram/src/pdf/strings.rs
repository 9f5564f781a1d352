//! Strings of page contents.

use super::number::{Number, write};

/// Returns the length of the string in brackets at the start of a text.
pub(super) fn end(text: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0);
    loop {
        match text.get(at)? {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + 1),
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
}

/// Returns the operand of an operator that shows text: one string if there is no distance between its strings, or else an
/// array. Distances are rounded to a ten-thousandth of the font size; the sum does not change.
pub(super) fn shorten(operand: &[u8]) -> Option<Vec<u8>> {
    let array = operand.strip_prefix(b"[");
    let array = array.map_or(Some(operand), |array| array.strip_suffix(b"]"))?;
    let mut rest = array.trim_ascii_start();
    let mut out = vec![b'['];
    let (mut carry, mut is_open, mut parts) = (Number::default(), false, 0);
    while let Some(first) = rest.first() {
        let length = match first {
            b'(' => end(rest)?,
            b'<' => 1 + rest.iter().position(|&byte| byte == b'>')?,
            _ => rest
                .iter()
                .position(|byte| matches!(byte, b'(' | b'<') || byte.is_ascii_whitespace())
                .unwrap_or(rest.len()),
        };
        let (part, after) = rest.split_at(length);
        rest = after.trim_ascii_start();
        if matches!(first, b'(' | b'<') {
            if !core::mem::replace(&mut is_open, true) {
                out.push(b'(');
                parts += 1;
            }
            escape(&mut out, &decode(part)?);
            continue;
        }
        let distance = Number::parse(part)?.round(&mut carry);
        if distance != Number::default() {
            if core::mem::take(&mut is_open) {
                out.push(b')');
            }
            // Two numbers in a row are one word otherwise.
            if out.last().is_some_and(u8::is_ascii_digit) {
                out.push(b' ');
            }
            write(&mut out, distance);
            parts += 1;
        }
    }
    if is_open {
        out.push(b')');
    }
    if parts == 1 && is_open {
        out.remove(0);
    } else {
        out.push(b']');
    }
    Some(out)
}

/// The bytes of a string, in brackets or in hexadecimal digits.
fn decode(string: &[u8]) -> Option<Vec<u8>> {
    if let [b'<', digits @ .., b'>'] = string {
        let digits = core::str::from_utf8(digits).ok()?;
        let pairs = (0..digits.len()).step_by(2);
        let bytes = pairs.map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok());
        return bytes.collect();
    }
    let mut rest = string.get(1..string.len() - 1)?;
    let mut bytes = Vec::with_capacity(rest.len());
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let (escaped, after) = rest.split_first()?;
        let octal = rest
            .iter()
            .take(3)
            .take_while(|byte| matches!(byte, b'0'..=b'7'));
        let length = octal.count();
        if length > 0 {
            let digits = rest[..length].iter();
            let value = digits.fold(0, |value, digit| value * 8 + u32::from(digit - b'0'));
            bytes.push(u8::try_from(value).ok()?);
            rest = &rest[length..];
            continue;
        }
        rest = after;
        bytes.push(match escaped {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            other => *other,
        });
    }
    Some(bytes)
}

/// Adds bytes to a string in brackets. All others than these may be in it as they are.
fn escape(out: &mut Vec<u8>, bytes: &[u8]) {
    for &byte in bytes {
        match byte {
            b'\r' => out.extend_from_slice(b"\\r"),
            b'(' | b')' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            _ => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn strings_are_raw_and_joined() {
        for (operand, short) in [
            (r"(\000A\000B)", "(\0A\0B)"),
            ("<0041000D>", "(\0A\0\\r)"),
            (r"[(\000\()]", "(\0\\()"),
            (r"[(\)\\\n\377)]", "(\\)\\\\\n\u{ff})"),
            ("[(a(b)c)]", r"(a\(b\)c)"),
            ("[(A) 0.02(B) 0.24(C)]", "[(AB).3(C)]"),
            ("[-120.4 (A) 17 (B)]", "[-120.4(A)17(B)]"),
            ("[12 -3.26(A)]", "[12 -3.3(A)]"),
            ("[]", "[]"),
        ] {
            let out = shorten(operand.as_bytes()).expect(operand);
            let out: String = out.into_iter().map(char::from).collect();
            assert_eq!(out, short, "{operand}");
        }
        for operand in ["[(A)", "[(A]", "(A", "[<0g>]", "[A]"] {
            assert_eq!(shorten(operand.as_bytes()), None, "{operand}");
        }
    }
}
