//! Finds records of one game: the same bytes, the same tree, the same moves in another orientation, one that
//! breaks off, one with a slip of the pen.
//!
//! Games are processed in two passes. First, each leaves a [`Fingerprint`] of fixed size in the [`Finder`]. Where
//! fingerprints are not conclusive, the finder requests the moves of the few similar games. A million games thus cost
//! about a hundred bytes each, and the games are not compared pair by pair.
//!
//! ```
//! use kifu_collection::dedupe::{Fingerprint, Finder, Kind, Line, Options};
//! use kifu_sgf::Collection;
//!
//! let games = Collection::from(
//!     "(;SZ[9];B[cc];W[gg];B[gc];W[cg];B[ee])
//!      (;SZ[9]PB[Ada];B[gc];W[cg];B[cc];W[gg];B[ee])
//!      (;SZ[9];B[ee];W[gg];B[gc];W[cg];B[cc])",
//! );
//! let mut finder = Finder::new(Options::default().with_least_moves(5));
//! for game in games.games() {
//!     finder.add(Fingerprint::of(game));
//! }
//! for number in finder.games_to_read().to_vec() {
//!     finder.give(number, Line::of(games.game(number as usize).unwrap()));
//! }
//! let groups = finder.groups();
//! assert_eq!(groups.len(), 1);
//! assert_eq!(groups[0].best, 1);
//! assert_eq!(groups[0].others[0].number, 0);
//! assert_eq!(groups[0].others[0].relation.kind(), Kind::Moves);
//! ```

mod bucket;
mod finder;
mod fingerprint;
mod group;
mod line;
mod options;
mod relation;
mod sets;

pub use finder::Finder;
pub use fingerprint::Fingerprint;
pub use group::{Group, Member};
pub use line::Line;
pub use options::Options;
pub use relation::{Kind, Relation};
