//! Segments: at most 65,536 games of one board size, in immutable files.

use std::path::Path;

mod once;
mod read;
mod write;

pub(crate) use self::read::{Segment, read_dead as read_dead_games};
pub(crate) use self::write::{SegmentBuilder, write_dead};

/// Prefix of the names of lists of deleted games.
pub(crate) const DEAD: &str = "dead.";

/// The name of a list of deleted games.
pub(crate) fn dead_name(generation: u32) -> String {
    format!("{DEAD}{generation:08}")
}

/// Whether a folder contains a segment, or a part of one.
pub(crate) fn is_segment(folder: &Path) -> bool {
    [SEARCH_FILE, TABLE_FILE]
        .iter()
        .any(|name| folder.join(name).is_file())
}

/// Maximum number of games in a segment: a row group, and the range of 16 bits.
pub(crate) const MOST_GAMES: usize = 65_536;

/// Number of games in a block.
pub(crate) const BLOCK: usize = 4096;

const MAGIC: &[u8; 8] = b"KIFUSEGM";
const DEAD_MAGIC: &[u8; 8] = b"KIFUDEAD";
const VERSION: u32 = 3;
/// The version without checksums of the table of games.
const FIRST: u32 = 1;
/// Size in bytes of the header, and of an entry of the table of sections.
const HEADER: usize = 32;
/// Offset of the checksum in the header.
const CHECKSUM: usize = 24;

/// The kinds of sections.
mod kind {
    use crate::error::Part;

    pub(super) const DIRECTORY: u32 = 1;
    pub(super) const EVENTS: u32 = 2;
    pub(super) const OCCUPANCY: u32 = 3;
    pub(super) const KEYS: u32 = 4;
    pub(super) const STARTS: u32 = 5;
    pub(super) const POSTINGS: u32 = 6;
    pub(super) const TABLE: u32 = 7;

    /// The part of the index in a section. Unused kinds are attributed to the table of sections.
    pub(super) const fn part(kind: u32, block: usize) -> Part {
        match kind {
            DIRECTORY => Part::Directory,
            EVENTS => Part::Events { block },
            OCCUPANCY => Part::Occupancy { block },
            KEYS | STARTS | POSTINGS => Part::Positions,
            TABLE => Part::Checksums,
            _ => Part::Sections,
        }
    }
}

pub(crate) const SEARCH_FILE: &str = "search.kfs";
pub(crate) const TABLE_FILE: &str = "games.parquet";
