//! What is done with whole game records.
//!
//! | module | what it does |
//! |---|---|
//! | [`dedupe`] | finds records of one game |
//! | [`transform`] | shortens games, and strips them of properties |
//!
//! # Promises
//! - Nothing recurses over the depth of a tree, and nothing takes more than linear time in what it
//!   reads and writes.
//! - What is not asked for is not changed: where a game is changed, all else stays byte for byte.
//! - What cannot be done is said, not passed over.
#![forbid(unsafe_code)]

pub mod dedupe;
pub mod transform;
mod walk;
