//! Byte order marks, and UTF-16 and UTF-32 without one.

use super::Charset;

/// Returns the byte order mark of an encoding; empty if it has none.
pub(crate) fn mark_of(charset: Charset) -> &'static [u8] {
    const MARKS: [(Charset, &[u8]); 5] = [
        (Charset::UTF_8, b"\xEF\xBB\xBF"),
        (Charset::UTF_16LE, b"\xFF\xFE"),
        (Charset::UTF_16BE, b"\xFE\xFF"),
        (Charset::UTF_32LE, b"\xFF\xFE\0\0"),
        (Charset::UTF_32BE, b"\0\0\xFE\xFF"),
    ];
    MARKS
        .iter()
        .find(|(of, _)| *of == charset)
        .map_or(b"", |(_, mark)| mark)
}

/// UTF-16 or UTF-32 that `bytes` begin in, and the length of the byte order mark.
pub(crate) fn wide(bytes: &[u8]) -> Option<(Charset, usize)> {
    // The mark of UTF-32LE begins like that of UTF-16LE.
    for charset in [
        Charset::UTF_32LE,
        Charset::UTF_32BE,
        Charset::UTF_16LE,
        Charset::UTF_16BE,
    ] {
        let mark = mark_of(charset);
        if bytes.starts_with(mark) {
            return Some((charset, mark.len()));
        }
    }
    // Without a mark: the first `(` is a whole unit, and so is the next character.
    let head = &bytes[..bytes.len().min(4096)];
    let open = memchr::memchr(b'(', head)?;
    let is_unit = |start: usize, length: usize, low: usize| {
        head.get(start..start + length).is_some_and(|unit| {
            (0..length).all(|index| (unit[index] != 0) == (index == low) && unit[low].is_ascii())
        })
    };
    for (charset, length, low) in [
        (Charset::UTF_32LE, 4, 0),
        (Charset::UTF_32BE, 4, 3),
        (Charset::UTF_16LE, 2, 0),
        (Charset::UTF_16BE, 2, 1),
    ] {
        if open >= low
            && (open - low).is_multiple_of(length)
            && is_unit(open - low, length, low)
            && is_unit(open - low + length, length, low)
        {
            return Some((charset, 0));
        }
    }
    None
}
