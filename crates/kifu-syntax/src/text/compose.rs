/// Offset of the first colon of `raw` that is not escaped.
#[must_use]
pub fn find_colon(raw: &str) -> Option<usize> {
    let bytes = raw.as_bytes();
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'\\', b':', bytes.get(at..)?)?;
        if bytes[at] == b':' {
            return Some(at);
        }
        at += 2;
    }
}

/// The two parts of a raw Compose value, still escaped; `None` without an unescaped colon.
///
/// The first unescaped colon divides. A second one is wrong by the letter of the standard, and
/// read by everybody as part of the second part: `AP[MultiGo:3:9]` has the version `3:9`.
#[must_use]
pub fn split_compose(raw: &str) -> Option<(&str, &str)> {
    let colon = find_colon(raw)?;
    Some((&raw[..colon], &raw[colon + 1..]))
}
