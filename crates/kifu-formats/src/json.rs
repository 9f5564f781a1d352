//! Parts shared by the formats in JSON.

use serde_json::Value;

use crate::Notes;
use crate::head::Head;
use crate::text::narrow;

/// Whether a file may be JSON: an object or an array.
pub(crate) fn begins(head: &Head<'_>) -> bool {
    head.text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with(['{', '['])
}

/// Whether a key occurs anywhere in the file.
pub(crate) fn has_key(head: &Head<'_>, key: &str) -> bool {
    memchr::memmem::find(&head.bytes, format!("\"{key}\"").as_bytes()).is_some()
}

/// The first characters of each text in a file, without white space before them; `None` stands for one that is not
/// ASCII.
pub(crate) fn beginnings<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [Option<u8>; N]> {
    memchr::memchr_iter(b'"', bytes).map(|quote| {
        let mut text = unescaped(&bytes[quote + 1..]).peekable();
        let is_space = |byte: &Option<u8>| byte.is_some_and(|byte| byte.is_ascii_whitespace());
        while text.next_if(is_space).is_some() {}
        std::array::from_fn(|_| text.next().flatten())
    })
}

/// The characters of a text up to its closing quote.
fn unescaped(mut rest: &[u8]) -> impl Iterator<Item = Option<u8>> {
    std::iter::from_fn(move || {
        let (character, length) = match rest {
            [] | [b'"', ..] => return None,
            [b'\\', b'u', digits @ ..] => {
                let digits = digits
                    .get(..4)
                    .and_then(|digits| str::from_utf8(digits).ok());
                let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                (code, 6)
            }
            [b'\\', b'n', ..] => (Some(b'\n'), 2),
            [b'\\', b'r', ..] => (Some(b'\r'), 2),
            [b'\\', b't', ..] => (Some(b'\t'), 2),
            [b'\\', escaped, ..] => (Some(*escaped), 2),
            [byte, ..] => (Some(*byte).filter(u8::is_ascii), 1),
        };
        rest = rest.get(length..).unwrap_or_default();
        Some(character)
    })
}

/// All values of a file: one, or one a line. Text that is no JSON is noted, and reading goes on at the next line that
/// begins with `{`, as the other games of a log or of a broken list are whole.
pub(crate) fn values(bytes: &[u8], notes: &mut Notes) -> Vec<Value> {
    let bytes = &*narrow(bytes);
    let mut rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut line = 1;
    let mut all = Vec::new();
    loop {
        let mut stream = serde_json::Deserializer::from_slice(rest).into_iter();
        let error = loop {
            match stream.next() {
                Some(Ok(value)) => all.push(value),
                Some(Err(error)) => break error,
                None => return all,
            }
        };
        let (before, broken) = rest.split_at(stream.byte_offset());
        let is_separator = |byte: &u8| byte.is_ascii_whitespace() || b",]".contains(byte);
        if line == 1
            || !broken
                .iter()
                .take_while(|byte| **byte != b'\n')
                .all(is_separator)
        {
            let message = error.to_string();
            let reason = message.split(" at line ").next().unwrap_or_default();
            let place = line + error.line().saturating_sub(1);
            notes.line(place, format_args!("ignored, not JSON: {reason}"));
        }
        let Some(next) = memchr::memmem::find(broken, b"\n{") else {
            return all;
        };
        let (skipped, next) = broken.split_at(next + 1);
        let is_end = |byte: &&u8| **byte == b'\n';
        line += before.iter().chain(skipped).filter(is_end).count();
        rest = next;
    }
}

/// A text, or a number as text.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A whole number that fits.
pub(crate) fn whole<T: TryFrom<i64>>(value: &Value) -> Option<T> {
    let whole = value
        .as_i64()
        .or_else(|| value.as_str()?.trim().parse().ok())?;
    T::try_from(whole).ok()
}

/// A number.
pub(crate) fn number(value: &Value) -> Option<f64> {
    let number = value
        .as_f64()
        .or_else(|| value.as_str()?.trim().parse().ok())?;
    number.is_finite().then_some(number)
}
