//! Parts shared by the formats in JSON.

use serde_json::Value;

use crate::head::Head;

/// Whether a file may be JSON: an object or an array.
pub(crate) fn begins(head: &Head<'_>) -> bool {
    head.text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with(['{', '['])
}

/// Whether a key occurs anywhere in the file.
pub(crate) fn has_key(head: &Head<'_>, key: &str) -> bool {
    memchr::memmem::find(head.bytes, format!("\"{key}\"").as_bytes()).is_some()
}

/// All values of a file: one, or one a line. What is no JSON is an error with its line.
pub(crate) fn values(bytes: &[u8]) -> (Vec<Value>, Option<serde_json::Error>) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut all = Vec::new();
    for value in serde_json::Deserializer::from_slice(bytes).into_iter() {
        match value {
            Ok(value) => all.push(value),
            Err(error) => return (all, Some(error)),
        }
    }
    (all, None)
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
