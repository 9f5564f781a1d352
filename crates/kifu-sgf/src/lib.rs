//! Smart Game Format: encodings, game trees, typed values, writer.
//!
//! # Promises
//! - All text that is valid by the grammar of the standard is read by that grammar. Any other bytes can be read too:
//!   invalid text is repaired while it is read, and reported. A broken game does not affect the next one if that one
//!   begins with root properties, as games usually do.
//! - Unchanged parts are written byte for byte as they were, in their own encoding.
//! - Nothing panics, recurses over the depth of a tree, or takes more than linear time to read or write, and there is
//!   no unsafe code.
//! - All types are `Send` and `Sync`: several threads can read one collection.
//!
//! # Phases
//! The bytes of a file become text ([`encoding`]); the text becomes an index of games and nodes ([`Collection`]);
//! properties are read from the text on demand; raw values become typed ones ([`value`]) by the tables of the standard
//! ([`schema`]).
//!
//! # Program 1: print the players of every game
//! ```
//! use kifu_sgf::Collection;
//!
//! let collection = Collection::from("(;PB[Honinbo Shusaku]PW[Gennan Inseki])(;PB[Go Seigen])");
//! let mut lines = Vec::new();
//! for game in collection.games() {
//!     let name = |id| game.root().simple_text(id).unwrap_or("?".into()).into_owned();
//!     lines.push(format!("{} - {}", name("PB"), name("PW")));
//! }
//! assert_eq!(lines, ["Honinbo Shusaku - Gennan Inseki", "Go Seigen - ?"]);
//! ```
//!
//! # Program 2: make a game, and comment on a move
//! ```
//! use kifu_sgf::Builder;
//!
//! let game = Builder::go(19)
//!     .players("Shusaku", "Gennan")
//!     .komi("0")
//!     .black("qd")
//!     .white("dc")
//!     .comment("A common answer [at the time].")
//!     .finish();
//! assert_eq!(
//!     game.to_compact(),
//!     "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Shusaku]PW[Gennan]KM[0];B[qd]\
//!      ;W[dc]C[A common answer [at the time\\].])\n"
//! );
//! ```
//!
//! # Features
//! - `encodings`, on by default: all encodings. Without it text is UTF-8, and the tables of the others, 150 kB compressed,
//!   are omitted.
//! - `serde`: [`Collection`] can be serialized, as a flat list of nodes.

mod builder;
pub mod encoding;
mod flat;
mod game_reader;
pub mod games;
mod info;
pub mod schema;
mod tree;
pub mod value;
mod visit;
mod write;

pub use builder::{BuildError, Builder};
pub use flat::{FlatCollection, FlatError, FlatGame, FlatNode};
pub use game_reader::GameReader;
pub use info::{GameInfo, InfoValue, PlayerInfo};
pub use tree::{
    Ancestors, Children, Collection, Compare, EditError, GameNodes, GameProperties, GameTree,
    GameTreeMut, Games, Moves, Node, NodeId, Nodes, Properties, Property, Siblings, Values,
};
pub use visit::visit;
pub use write::{
    Preserved, Style, UnencodableValue, WIDTH, WriteError, canonical_order_of, save_bytes,
    setup_may_share_point,
};
