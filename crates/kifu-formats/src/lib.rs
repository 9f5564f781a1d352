//! Other formats of game records, from servers, programs and people.
//!
//! Every format is a module with the same functions. It rates its confidence that bytes are in this format. It reads
//! them into a [`Collection`](kifu_sgf::Collection), with notes on text that was not understood. Some formats also
//! write a game, with a list of losses. [`Support`] declares the contents that a format can hold.
//!
//! # Promises
//! - Any bytes can be read by any format: text that is not understood is omitted and noted with its line. Nothing
//!   panics, recurses over the depth of a tree, or takes more than linear time.
//! - Nothing is dropped without a report: notes when reading, losses when writing.
//! - Formats are detected by their content, never by the name of a file.
//!
//! # Read a file of a format that is not known
//! ```
//! use kifu_formats::Format;
//!
//! let bytes = b"boardsize 9\nkomi 5.5\nplay B E5\nplay W G3\n";
//! let format = Format::of(bytes).expect("the commands of GTP are known");
//! assert_eq!(format, Format::Gtp);
//! let import = format.read(bytes);
//! assert_eq!(
//!     import.collection.to_compact(),
//!     "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[5.5];B[ee];W[gg])\n"
//! );
//! assert!(import.notes.is_empty());
//! ```
//!
//! # Write a game, and see what is lost
//! ```
//! use kifu_formats::Format;
//! use kifu_sgf::Collection;
//!
//! let collection = Collection::from("(;SZ[9]PB[Shusaku];B[ee]C[The middle.];W[gg])");
//! let export = Format::Gtp.write(collection.game(0).unwrap())?;
//! assert_eq!(export.bytes, b"boardsize 9\nclear_board\nplay B E5\nplay W G3\n");
//! let lost: Vec<_> = export.losses.iter().map(ToString::to_string).collect();
//! assert_eq!(lost, ["1 `C`", "1 `PB`"]);
//! # Ok::<(), kifu_formats::Refusal>(())
//! ```
#![forbid(unsafe_code)]

mod confidence;
mod copy;
mod definition;
mod draft;
mod format;
mod go;
mod head;
mod json;
mod loss;
mod note;
mod refusal;
mod support;
mod text;
mod west;
mod words;

mod coordinates;
mod fox;
mod ggf;
mod gib;
mod gotools;
mod gtp;
mod hsgf;
mod igs;
mod ishi;
mod katago;
mod ngf;
mod nip;
mod nk;
mod ogs;
mod pgn;
mod psq;
mod renlib;
mod rif;
mod sensei;
mod ugf;
pub mod wthor;
mod xml;

pub use confidence::Confidence;
pub use format::{Export, Format, Import};
pub use loss::{Loss, Lost};
pub use note::{Note, Notes};
pub use refusal::Refusal;
pub use support::Support;
