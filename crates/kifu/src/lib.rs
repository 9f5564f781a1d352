//! Kifu: the toolkit for game records in Smart Game Format.
//!
//! This crate is the face of the workspace: it re-exports the crates that do the work, so that a
//! program needs one dependency. The library of trees stands at the root; what reads events, knows
//! the rules of Go or judges records has a module of its own, most of them behind a feature.
//!
//! ```
//! use kifu::Collection;
//!
//! let collection = Collection::from("(;FF[4]PB[Shusaku]PW[Gennan]RE[B+2];B[qd];W[dc];B[pq])");
//! for game in collection.games() {
//!     let moves = game.main_line().filter(|node| node.play().is_some()).count();
//!     assert_eq!(game.root().simple_text("RE").unwrap(), "B+2");
//!     assert_eq!(moves, 3);
//! }
//! ```
//!
//! # Features
//! - `batch`: [`batch`](https://docs.rs/kifu-batch), folders, archives and many files in parallel.
//! - `collection`: [`collection`](https://docs.rs/kifu-collection), what is done with whole games.
//! - `formats`: [`formats`](https://docs.rs/kifu-formats), the sister formats of SGF, in and out.
//! - `go`: [`go`](https://docs.rs/kifu-go), boards, rules, captures, scoring, the positions
//!   of trees.
//! - `lint`: [`lint`](https://docs.rs/kifu-lint), diagnostics and repairs.
//! - `select`: [`select`](https://docs.rs/kifu-select), the language that says which games are
//!   meant.
//! - `store`: [`store`](https://docs.rs/kifu-store), the game database, which finds any position.
//! - `serde`: [`Collection`] can be serialised.

#[cfg(feature = "batch")]
pub use kifu_batch as batch;
#[cfg(feature = "collection")]
pub use kifu_collection as collection;
#[cfg(feature = "formats")]
pub use kifu_formats as formats;
#[cfg(feature = "go")]
pub use kifu_go as go;
#[cfg(feature = "lint")]
pub use kifu_lint as lint;
#[cfg(feature = "select")]
pub use kifu_select as select;
pub use kifu_sgf::*;
#[cfg(feature = "store")]
pub use kifu_store as store;
pub use kifu_syntax as syntax;

/// The programs of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
