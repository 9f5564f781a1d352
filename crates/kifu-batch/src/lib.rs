//! Work on many game records at a time.
//!
//! - [`Inputs`] finds records in files, folders, archives and standard input, in a fixed order.
//! - [`Piece`] is a file, or some games of a large one, so that memory stays bounded.
//! - [`Pool`] works on items in parallel and returns the results in order. It reports
//!   [`Progress`] and stops when [`Cancel`] asks for it.
//! - [`scan`] and [`Scan`] iterate over all games, read in parallel.
//! - `plan` (feature `plan`) removes, moves and merges duplicate records by a plan that can be undone.
//! - [`replace`] rewrites files atomically: the old content or the new, never half of it.
//!
//! # Count the moves of every game in a folder
//! ```
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("a.sgf"), "(;B[aa];W[bb])")?;
//! std::fs::write(folder.path().join("b.sgf"), "(;B[aa])(;B[cc])")?;
//!
//! let mut moves = Vec::new();
//! for game in kifu_batch::scan([folder.path()]) {
//!     let game = game?;
//!     moves.push(game.tree().main_line().filter(|node| node.play().is_some()).count());
//! }
//! assert_eq!(moves, [2, 1, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod archive;
mod cancel;
mod error;
#[cfg(feature = "store")]
pub mod index;
mod input;
mod inputs;
mod members;
mod name;
mod pieces;
#[cfg(feature = "plan")]
pub mod plan;
mod pool;
mod progress;
mod record;
mod record_name;
pub mod replace;
mod scan;
mod translate;

pub use archive::{is_packed, is_packed_data};
pub use cancel::Cancel;
pub use error::{Error, ErrorKind, describe};
pub use input::{Input, WHOLE_FILE_SIZE, is_stdin, is_stream};
pub use inputs::{Found, Inputs, Skipped, records_of_archive};
pub use name::{name_of, path_of, short_name};
pub use pieces::{Before, Games, Opened, PIECE_SIZE, Piece};
pub use pool::{Many, Pool, Step};
pub use progress::{FormatNotes, Progress};
pub use record::{ensure_record, has_game, is_foreign, is_page_without_game, is_record, not_sgf};
pub use record_name::{is_record_name, is_sure_record_name, may_be_record_name};
pub use scan::{Scan, ScannedFile, ScannedGame, records, scan};
pub use translate::{into_sgf, is_other_format};
