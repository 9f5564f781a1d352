//! Go records as training data.
//!
//! A [`Sampler`] walks along the main line of a game and stops before each move; a [`Preset`] turns the position into
//! feature planes. [`planes`] does so for whole collections, [`Stream`] for any number of files in a shuffled order
//! that depends on a seed alone, and [`export`] writes files for training programs.
//!
//! # Promises
//! - Handicap stones, setup positions, komi, and the first player follow the record.
//! - Every feature is from the view of the player to move.
//! - The same input, options and seed give the same bytes, with any number of threads.
//! - No panic on hostile input, no recursion; memory is bounded by the batch, the buffer and the largest file.
//!
//! ```
//! use kifu_learn::{Options, Preset, planes};
//! use kifu_sgf::Collection;
//!
//! let record = Collection::from("(;SZ[9]RE[B+R];B[ee];W[gg];B[cc])");
//! let options = Options { preset: Preset::Stones, side: 9, ..Options::default() };
//! let set = planes(record.games(), &options);
//! assert_eq!(set.len(), 3);
//! assert_eq!(set.policy, [40, 60, 20]);
//! assert_eq!(set.value, [1.0, -1.0, 1.0]);
//! ```
#![forbid(unsafe_code)]

mod alphago;
mod bits;
mod encode;
pub mod export;
mod katago;
mod moves;
mod position;
mod preset;
mod random;
mod sampler;
mod set;
mod stream;

pub use bits::{expand, plane_bytes};
pub use encode::{Expansion, Layout};
pub use moves::moves;
pub use position::Position;
pub use preset::Preset;
pub use sampler::{Sample, Sampler};
pub use set::{Options, PlaneSet, SymmetryChoice, masks, planes, planes_in_parts, planes_threaded};
pub use stream::{Opened, Stream, StreamOptions};
