//! Kifu: the toolkit for game records in Smart Game Format.
//!
//! This crate re-exports the crates of the workspace, so that a program needs one dependency. Game trees are at the
//! root; events, the rules of Go, diagnostics and the rest have a module each, most of them with a feature.
//!
//! ```
//! use kifu::Collection;
//!
//! let collection = Collection::from("(;FF[4]PB[Shusaku]PW[Gennan]RE[B+2];B[qd];W[dc];B[pq])");
//! for game in collection.games() {
//!     let moves = game.main_line().filter(|node| node.play().is_some()).count();
//!     assert_eq!(game.info().result().unwrap().value().unwrap().to_string(), "B+2");
//!     assert_eq!(moves, 3);
//! }
//! ```
//!
//! # Features
//! Without features, `kifu` reads, edits and writes game trees, and has fewer than twenty dependencies. Points, colors,
//! sizes and coordinates such as `Q16` are in [`board`], events without a tree in [`syntax`], points and moves of the
//! games as SGF writes them in [`notation`].
//!
//! | feature | module | what it adds |
//! |---|---|---|
//! | `batch` | [`batch`](https://docs.rs/kifu-batch) | folders, archives and many files in parallel |
//! | `collection` | [`collection`](https://docs.rs/kifu-collection) | dedupe, merge, split, join, transform and compare games |
//! | `diagram` | [`diagram`](https://docs.rs/kifu-diagram) | positions as text, SVG and LaTeX |
//! | `formats` | [`formats`](https://docs.rs/kifu-formats) | GIB, NGF, UGF and other formats, in and out |
//! | `go` | [`go`](https://docs.rs/kifu-go), [`games`](https://docs.rs/kifu-games) | boards, rules, captures, scoring; positions of game trees |
//! | `learn` | [`learn`](https://docs.rs/kifu-learn) | Go records as training data |
//! | `lint` | [`lint`](https://docs.rs/kifu-lint) | diagnostics and fixes |
//! | `pictures` | | diagrams as PNG, WebP, PDF, GIF and APNG |
//! | `select` | [`select`](https://docs.rs/kifu-select) | expressions that select games |
//! | `store` | [`store`](https://docs.rs/kifu-store) | the game database, with position search |
//! | `serde` | | `Serialize` and `Deserialize` for [`Collection`] |
//!
//! The folder `examples` has ten short programs, one for each common task.

#[cfg(feature = "batch")]
pub use kifu_batch as batch;
pub use kifu_board as board;
#[cfg(feature = "collection")]
pub use kifu_collection as collection;
#[cfg(feature = "diagram")]
pub use kifu_diagram as diagram;
#[cfg(feature = "formats")]
pub use kifu_formats as formats;
#[cfg(feature = "go")]
pub use kifu_games as games;
#[cfg(feature = "go")]
pub use kifu_go as go;
#[cfg(feature = "learn")]
pub use kifu_learn as learn;
#[cfg(feature = "lint")]
pub use kifu_lint as lint;
#[cfg(feature = "select")]
pub use kifu_select as select;
pub use kifu_sgf::games as notation;
pub use kifu_sgf::*;
#[cfg(feature = "store")]
pub use kifu_store as store;
pub use kifu_syntax as syntax;

/// Hides the module of `kifu-sgf` of this name, which is [`notation`] here: with the feature `go`, `games` is another one,
/// and a feature must not change what a path names.
#[cfg(not(feature = "go"))]
#[expect(hidden_glob_reexports, reason = "it is hidden on purpose")]
mod games {}

/// The programs of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The programs of the chapter for programmers are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/programs.md")]
struct Programs;
