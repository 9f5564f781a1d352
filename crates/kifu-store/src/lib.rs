//! The game database of Kifu: an index of game records that finds any position.
//!
//! # Promises
//! - Results are exact: the same as those of a replay of every game.
//! - An index can be read while it is written; a killed writer leaves the last valid state.
//! - No recursion, no unsafe code; memory is bounded by the size of the data read. Damaged files are detected, and the
//!   intact ones are still served on request.
//! - Results do not depend on the number of threads.
//!
//! # Phases
//! An [`Indexer`] turns records into events and game info, and writes them as segments of up to 65,536
//! games: a Parquet file that other tools read, and beside it what makes search quick. A [`Store`] opens
//! them and answers a [`Query`] with an [`Answer`]. All files are described in `docs/store-format.md`.
//!
//! # Program 1: make an index, and count a corner
//! ```
//! use kifu_store::{Drawing, Indexer, Query, Store};
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! std::fs::write(folder.join("a.sgf"), "(;SZ[9]RE[B+R];B[gc];W[gd];B[fd];W[ge])")?;
//! let mut indexer = Indexer::open(folder.join("games.kifu"), false)?;
//! indexer.add([folder.join("a.sgf")], |_| ())?;
//! indexer.finish(false)?;
//!
//! let store = Store::open(folder.join("games.kifu"))?;
//! let drawing: Drawing = "
//!     ------
//!     . . . |
//!     . . . |
//!     X . . |
//!     O . . |
//! ".parse()?;
//! let answer = store.search(&Query::new(drawing.pattern()?))?;
//! assert_eq!((answer.main.games, answer.main.hits, answer.main.black_wins), (1, 1, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Program 2: what follows, and in which games
//! ```no_run
//! use kifu_store::{Order, Pattern, Query, Store};
//!
//! let store = Store::open("games.kifu")?;
//! let board = kifu_go::Board::new(kifu_go::Size::GO);
//! let answer = store.search(&Query::new(Pattern::of_board(&board)))?;
//! for next in answer.continuations() {
//!     println!("{} {}: {} games", next.color, next.point, next.tally.hits);
//! }
//! let newest: Vec<_> = answer.sample(Order::Newest, 10).iter().map(|found| found.game).collect();
//! for info in store.games(&newest)? {
//!     println!("{} game {}", info.path, info.number + 1);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod answer;
mod aside;
mod bits;
mod choice;
mod deleted;
mod directory;
mod error;
mod event;
mod events;
mod found;
mod handle;
mod indexer;
mod info;
mod ingest;
mod instance;
mod list;
mod manifest;
mod occupancy;
mod opening;
mod pattern;
mod players;
mod positions;
mod projection;
mod published;
mod query;
mod records;
mod root;
mod rows;
mod salvage;
mod sample;
mod search;
mod segment;
mod selected;
mod similar;
mod sizes;
mod snapshot;
mod storage;
mod store;
mod table;
mod times;
mod walk;
mod wire;
mod won;
mod write_whole;

pub use answer::{Answer, Continuation, Continued, Counts, Share, Tally, Year};
pub use aside::SetAside;
pub use directory::Winner;
pub use error::{Cause, Part, Result, StoreError, StoreErrorKind};
pub use found::{Found, FoundGames, GameId};
pub use indexer::{
    ChangedFile, FileDone, Indexer, Input, Piece, Pieces, Report, ShareNumbers, Unpack, Unpacked,
};
pub use info::{IndexedGame, Text};
pub use opening::{Opening, OpeningNode};
pub use pattern::{Anchor, Cell, Drawing, Orientation, Pattern, PatternError};
pub use players::player_key;
pub use published::{Published, Upload};
pub use query::{NoPlace, OptionError, Query, SequenceError, Step};
pub use records::Origin;
pub use sample::Order;
pub use selected::Selected;
pub use similar::{Novelty, Similar, SimilarStep};
pub use sizes::SizeCounts;
pub use snapshot::{Change, GameKey, GameKeyError, PartialSelection, SegmentView, Snapshot};
pub use storage::{Folder, Storage, Stored};
pub use store::Store;
pub use table::{Batch, ColumnType, Strings, Values};
