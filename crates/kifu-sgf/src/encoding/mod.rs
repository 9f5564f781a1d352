//! Character encodings: from the bytes of a file to text, and back.
//!
//! The encoding comes before everything else. In `Shift_JIS`, GBK and Big5 the second byte of a
//! character may be `[`, `\` or `]`: a search for brackets in the bytes cuts characters in two. `CA`, which names the
//! encoding of a game, is missing or wrong in many files. So the encoding is decided first, for each game as a whole:
//!
//! 1. by a byte order mark, or the NUL bytes of UTF-16 and UTF-32;
//! 2. by escape sequences, if they are well-formed (ISO-2022-JP, HZ) and `CA` does not contradict them; a file may
//!    be cut off within HZ;
//! 3. by `CA`, if the whole game decodes in the encoding that it names, unless another reading is far more plausible
//!    (see below);
//! 4. UTF-8, if the bytes are valid UTF-8 and not by chance, or damaged UTF-8;
//! 5. by a guess from the text, alone and beside its neighbors;
//! 6. or else it is Windows-1252, which contains the standard's default, ISO-8859-1.
//!
//! Only the parts of a game that are invalid in its encoding are decided by themselves.
//!
//! # What is a declaration
//! The `CA` of a root is: one inside a value is text. The nearest bracket before a `CA` shows where it is: an unescaped
//! `]` closed a value; `[` and `\]` are parts of one. In `Shift_JIS`, GBK and Big5 a `\` may be half of a character, so a
//! `CA` that names one of them is read in that encoding, and must be the first of the game there.
//!
//! # Another encoding than the declared one
//! A declared encoding of a European language (Windows-1252, Macintosh, ISO-8859-2 and so on) can read every byte. It
//! is believed if the text has fewer than two positions that no European text has: symbols beside letters beyond
//! ASCII, a capital letter after a small one, four letters beyond ASCII in a row, control characters. Otherwise, and
//! for other alphabets, a guess must be far cheaper to override the declaration. Such a guess is always in
//! [doubt](Source::doubt).
//!
//! # UTF-8 under a wrong declaration
//! Careless programs write `CA[ISO-8859-1]` or `CA[GB2312]` over UTF-8. A few bytes of any encoding are valid UTF-8 by
//! chance, so validity alone is no evidence. Both readings get a cost: ten times the negative logarithm of the
//! probability of each character in a game record. UTF-8 is taken if 1.25 times the cost of its characters beyond
//! ASCII, and a lead, is less than the cost of the declared reading:
//!
//! - the lead is 20 over an encoding of one byte a character, which can read anything (`Ã©` against `é`);
//! - an encoding of a European language is believed if the text has no position that no European text has, such as
//!   `Ã©` or `Ãœ`, and no UTF-8 of three bytes (`ÚŽASNÝ` is Czech, although `ÚŽ` is valid UTF-8);
//! - it is 150 over an encoding of several bytes, less 40 for each character that takes three bytes and more in UTF-8;
//! - a declared ideograph beside a lower-case letter of ASCII costs 150 more (`M眉ller`);
//! - a declared reading that leaves brackets open, or has more unexpected text, is not taken.
//!
//! So `CA[GBK]C[图1]` is Chinese although its bytes are also `ͼ1`, and `CA[GB2312]PB[Müller]` is UTF-8. Text in UTF-8
//! of one or two letters under a wrong `CA` of several bytes is read as declared.
//!
//! # UTF-8 by chance
//! `毛` in GBK is valid UTF-8 (`ë`). A game without `CA` that has up to 24 bytes beyond ASCII is weighed too. It is read in
//! the encoding of its neighbors if it costs less there; alone it is in doubt if an encoding of several bytes is nearly
//! as cheap.
//!
//! # Words of two languages
//! `Poznañ` and `Æosiæ` are no Western European words, but `Poznań` and `Ćosić` have the same bytes in Windows-1250. A
//! guess is in doubt if a letter is where its languages have none, if a word has letters that no single one of them has,
//! if a box-drawing sign is inside a word, or if the letters of another alphabet cost as little. Text under a `CA` that
//! names an unknown encoding is in doubt too, and escape sequences of an unknown encoding without `CA`.
//!
//! Korean names in hanja are also Cyrillic, Greek or Thai letters, or rare Chinese characters: `李昌鎬` in EUC-KR has the
//! bytes of `знѓућр`. So a guess of letters or of East Asian characters is in doubt if another encoding reads characters
//! that are as frequent in any language of East Asia.
//!
//! # Neighbors
//! A game without `CA` is rather in the encoding of the game before it. If its own text does not say so, or is valid
//! UTF-8, it is in doubt.
//!
//! # Names of narrow encodings
//! Under ISO-8859-1, ISO-8859-9, ISO-8859-11 and US-ASCII all of Windows-1252, Windows-1254 and Windows-874 is read, but
//! no new character that the named encoding lacks is written: other programs take these names literally. GB2312, EUC-KR
//! and `Shift_JIS` are the names of the code pages of Windows in real files, and are written as such.
//!
//! # Damaged UTF-8
//! A conversion through Windows-1252 replaces 0x81, 0x8D, 0x8F, 0x90 and 0x9D by `?`, and programs cut names to so
//! many
//! bytes. Text that is not valid UTF-8 is UTF-8 with U+FFFD if the continuation bytes of its whole and damaged
//! characters outnumber its other invalid places, by two to one where `CA` does not say UTF-8. [`Source::doubt`]
//! reports such a text.
//!
//! A [`Source`] holds the bytes and the text. The text of a file in UTF-8 is its very bytes;
//! nothing is copied and offsets are the same. For other files a map leads from offsets in the text
//! to offsets in the bytes and back. It is made when it is first asked for.
//!
//! ```
//! use kifu_sgf::encoding::{ByteSpan, Charset, DecodeOptions, Decision, Source};
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
//! assert_eq!(source.to_bytes_span(name), ByteSpan::new(5, 13));
//! assert_eq!(source.encode(name, "武宮").unwrap(), &b"\x95\x90\x8B{"[..]);
//! ```
#![cfg_attr(
    not(feature = "encodings"),
    allow(dead_code, unused_imports, reason = "UTF-8 needs no decision")
)]

mod byte_span;
mod charset;
mod decide;
mod declaration;
mod doubt;
mod encode;
mod frequent;
mod guess;
mod hz;
mod lawful;
mod map;
mod mark;
mod narrow;
mod problem;
mod segment;
mod source;
mod split;
mod stretch;
mod survey;
mod utf16;
mod utf8;
mod walk;

pub use byte_span::ByteSpan;
pub use charset::Charset;
pub use doubt::{Doubt, DoubtKind};
pub(crate) use encode::LastShift;
pub use encode::{Encoder, Unencodable};
pub(crate) use mark::{mark_of, wide};
pub(crate) use narrow::Named;
pub use problem::{EncodingProblem, EncodingProblemKind};
pub use segment::{Decision, Segment};
pub use source::{DecodeOptions, Source};
