//! What each byte can be outside of values.

/// White space: every control character but NUL, and the space.
///
/// The standard names space, TAB, CR, LF and VT; a file from DOS may end with Ctrl-Z.
#[inline]
pub(crate) const fn is_space(byte: u8) -> bool {
    byte <= b' ' && byte != 0
}

/// White space or NUL, which counts as white space between tokens.
#[inline]
pub(crate) const fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// A letter an identifier can begin with.
#[inline]
pub(crate) const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic()
}

/// A character an identifier can go on with, kindly read.
#[inline]
pub(crate) const fn is_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// `;`, `(` or `)`.
#[inline]
pub(crate) const fn is_structure(byte: u8) -> bool {
    matches!(byte, b';' | b'(' | b')')
}
