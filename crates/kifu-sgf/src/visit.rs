use kifu_syntax::{Parser, Visitor};

use crate::encoding::{DecodeOptions, Source};

/// Decodes `bytes` of any encoding, and calls `visitor` for the games, nodes, properties and values of their text.
///
/// No tree is built. The result has the encodings, and converts spans of the text to spans of the bytes. To get the
/// grammar problems, or to choose the encoding, make a [`Source`], and let a [`Parser`] of its text be visited.
///
/// ```
/// use kifu_syntax::{Context, Value, Visit, Visitor};
///
/// #[derive(Default)]
/// struct Names(Vec<String>);
///
/// impl Visitor for Names {
///     fn property_begin(&mut self, identifier: &str, _: Context) -> Visit {
///         if identifier == "PB" { Visit::Enter } else { Visit::Skip }
///     }
///
///     fn value(&mut self, value: Value<'_>, _: Context) -> Visit {
///         self.0.push(value.simple_text().into_owned());
///         Visit::Enter
///     }
/// }
///
/// let mut names = Names::default();
/// let source = kifu_sgf::visit(*b"(;CA[Shift_JIS]PB[\x95\x90\x8B{];B[qd])", &mut names);
/// assert_eq!(names.0, ["武宮"]);
/// assert_eq!(source.charsets()[0].name(), "Shift_JIS");
/// ```
pub fn visit(bytes: impl Into<Vec<u8>>, visitor: &mut impl Visitor) -> Source {
    let source = Source::new(bytes.into(), &DecodeOptions::default());
    Parser::new(source.text().as_bytes()).visit(visitor);
    source
}
