//! Text rules of the standard: unescaping, escaping, line breaks, Compose.
//!
//! A *raw* value is the text between `[` and `]` in the file, with its escapes. Reading it gives a *value*, the text
//! that the author wrote:
//!
//! | in the raw value | Text | `SimpleText` |
//! |---|---|---|
//! | LF, CR, CRLF or LFCR | one LF | one space |
//! | `\` and a line break | nothing: the line was only wrapped | nothing |
//! | tabulator, vertical tabulator, form feed | a space | a space |
//! | `\` and any other character | that character (a space, if it is white space) | the same |
//!
//! A pair of *different* line break characters counts as one break, paired from the left. A lone
//! `\` at the very end escapes nothing and is kept.
//!
//! Nothing is trimmed: the standard says nothing about blanks at either end.
//!
//! ```
//! use kifu_syntax::text;
//!
//! assert_eq!(text::unescape_text(r"2\] is \\better\\"), r"2] is \better\");
//! assert_eq!(text::unescape_simple_text("two\r\nlines"), "two lines");
//! assert_eq!(text::split_compose("dd:a label"), Some(("dd", "a label")));
//! ```

mod compose;
mod escape;
mod unescape;
mod wrap;

pub use compose::{find_colon, split_compose};
pub use escape::{
    brackets_to_escape, ends_in_escape, escape_brackets, escape_compose_simple_text,
    escape_compose_text, escape_simple_text, escape_text, normalize_simple_text, normalize_text,
};
pub use unescape::{unescape_simple_text, unescape_text};
pub use wrap::soft_wrap;

/// Returns the offset of the first byte for which `special` returns true; `None` if there is none.
///
/// Whole blocks are tested without branches, which compilers turn into vector instructions; most texts have no special
/// bytes.
#[inline]
fn find(bytes: &[u8], special: impl Fn(u8) -> bool) -> Option<usize> {
    const BLOCK: usize = 32;
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let plain = blocks
        .iter()
        .take_while(|block| !block.iter().fold(false, |any, &byte| any | special(byte)))
        .count();
    let from = plain * BLOCK;
    let found = bytes[from..].iter().position(|&byte| special(byte))?;
    Some(from + found)
}

/// Whether `byte` is white space in the sense of the standard, the blank itself excepted: TAB,
/// LF, VT, FF, CR.
#[inline]
fn is_white_space(byte: u8) -> bool {
    byte.wrapping_sub(b'\t') < 5
}

/// Whether `byte` is one of the two line break characters.
#[inline]
fn is_line_break(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Length of the line break that begins at `bytes[at]`: two for CRLF and LFCR, else one.
#[inline]
fn line_break_len(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at + 1) {
        Some(&next) if is_line_break(next) && next != bytes[at] => 2,
        _ => 1,
    }
}
