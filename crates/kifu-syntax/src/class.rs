//! Byte classes outside of values.

/// White space: space, TAB, LF, VT, FF, CR, and the Ctrl-Z that ends files from DOS.
#[inline]
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ' | 0x1A)
}

/// Returns whether a look ahead skips `byte` between tokens: white space, or another control character.
///
/// The machine reports control characters when it reads them.
#[inline]
pub(crate) const fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// A letter that can begin an identifier.
#[inline]
pub(crate) const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic()
}

/// A character inside of an identifier, including those that are tolerated.
#[inline]
pub(crate) const fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// `;`, `(` or `)`.
#[inline]
pub(crate) const fn is_structure(byte: u8) -> bool {
    matches!(byte, b';' | b'(' | b')')
}
