//! Character encodings: from the bytes of a file to text, with a way back.
//!
//! The encoding comes before everything else. In `Shift_JIS`, GBK and Big5 the second byte of a
//! character may be `[`, `\` or `]`: who looks for brackets first cuts characters in two. And `CA`,
//! which names the encoding of a game, is missing or wrong in so many files that it is one voice
//! among several. So the encoding is decided first, game by game:
//!
//! 1. by a byte order mark, or the NUL bytes of UTF-16 and UTF-32;
//! 2. by escape sequences, if they make sense (ISO-2022-JP, HZ) and `CA` does not say otherwise; a file may
//!    be cut off within HZ;
//! 3. UTF-8, if the bytes are valid UTF-8, which other text hardly ever is;
//! 4. by `CA`, if the bytes agree with it;
//! 5. by what the text looks like, alone and beside its neighbours;
//! 6. or else it is Windows-1252, which contains the standard's default, ISO-8859-1.
//!
//! A [`Source`] holds the bytes and the text. The text of a file in UTF-8 is its very bytes;
//! nothing is copied and offsets are the same. For other files a map leads from offsets in the text
//! to offsets in the bytes and back. It is made when it is first asked for.
//!
//! ```
//! use kifu_sgf::encoding::{Charset, DecodeOptions, Decision, Source};
//! use kifu_syntax::Span;
//!
//! // 井山裕太 in Shift_JIS, and no word about it.
//! let bytes = b"(;PB[\x88\xE4\x8ER\x97T\x91\xBE];B[pd])".to_vec();
//! let source = Source::new(bytes, &DecodeOptions::default());
//! assert_eq!(source.text(), "(;PB[井山裕太];B[pd])");
//!
//! let segment = source.segment_at(0);
//! assert_eq!(segment.charset, Charset::SHIFT_JIS);
//! assert_eq!(segment.decision, Decision::Guessed);
//! assert_eq!(source.problems()[0].kind.code(), "E103");
//!
//! // A place in the text is a place in the file, and what is written there is Shift_JIS again.
//! let name = Span::new(5, 17);
//! assert_eq!(source.to_bytes_span(name), Span::new(5, 13));
//! assert_eq!(source.encode(name, "武宮").unwrap(), &b"\x95\x90\x8B{"[..]);
//! ```

mod charset;
mod decide;
mod encode;
mod frequent;
mod guess;
mod hz;
mod map;
mod problem;
mod segment;
mod source;
mod split;
mod stretch;
mod survey;
mod utf16;
mod utf8;
mod walk;

pub use charset::Charset;
pub(crate) use encode::LastShift;
pub use encode::Unencodable;
pub use problem::{EncodingProblem, EncodingProblemKind};
pub use segment::{Decision, Segment};
pub(crate) use source::wide;
pub use source::{DecodeOptions, Source};
