//! Operations on whole game records.
//!
//! | module | what it does |
//! |---|---|
//! | [`dedupe`] | finds records of one game |
//! | [`transform`] | turns boards, exchanges colors, shortens games, strips them of properties |
//! | [`split`] | a file for each game, or for each line of play |
//! | [`join`] | many files in one |
//! | [`diff`] | differences between two records, by tree |
//! | [`extract`] | main lines, positions, problems |
//! | [`merge`] | many records in one tree, two changed records in one |
//!
//! # Promises
//! - Nothing recurses over the depth of a tree, and nothing takes more than linear time in what it
//!   reads and writes.
//! - A change of a game affects only what was requested; the rest stays identical, byte for byte.
//! - Changes that cannot be made are reported.
#![forbid(unsafe_code)]

mod copy;
pub mod dedupe;
pub mod diff;
mod edits;
pub mod extract;
mod fingerprint;
mod flat;
pub mod join;
mod key;
pub mod merge;
pub mod split;
pub mod transform;
mod walk;

pub use copy::{game_bytes, game_bytes_with_text, joined_bytes, utf8_bytes};
pub use fingerprint::fingerprint;
