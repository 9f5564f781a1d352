//! The language server of Kifu: game records in editors.
//!
//! # Promises
//! - [`Server::handle`] takes one message and returns the answers: no threads, no clock, no files. The server accesses
//!   the machine through a [`Host`], so that it also runs in a browser.
//! - No message makes it panic; an invalid message is answered with an error.
//! - No recursion over the depth of a tree, and answers of bounded size: omitted items are counted.
//! - Rules, fixes, formatting, positions and diagrams are those of `kifu check`, `fix`, `fmt` and `render`.
//!
//! # How a program runs it
//! ```
//! use kifu_lsp::{Message, NoFiles, Server};
//!
//! let mut server = Server::new(NoFiles);
//! let mut send = |json: &str| match Message::parse(json.as_bytes()) {
//!     Ok(message) => server.handle(message),
//!     Err(answer) => vec![*answer],
//! };
//! let answers = send(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
//! assert!(matches!(&answers[..], [Message::Response { result: Ok(_), .. }]));
//! // When no message is waiting, `settle` publishes what changed.
//! assert!(server.settle().is_empty());
//! ```
//!
//! # Requests beyond the protocol
//! | method | parameters | result |
//! |---|---|---|
//! | `kifu/board` | `textDocument`, and `position`, or `game` and `node`; `format`: `svg` (default) or `text` | the board at that node, its range, move number, player to move, captures |
//! | `kifu/node` | `textDocument`, `game`, `node` | the range of a node |
#![forbid(unsafe_code)]

mod board;
mod client;
mod completion;
mod diagnostics;
mod disk;
mod document;
mod edits;
mod fixes;
mod folding;
mod format;
mod highlight;
mod host;
mod hover;
mod inlay;
mod lines;
mod locate;
mod meaning;
mod message;
mod open;
mod outline;
mod points;
mod refactor;
mod selection;
mod server;
mod settings;
mod sheet;
mod symbols;
mod tokens;

pub use host::{Host, HostError, NoFiles};
pub use message::{Failure, Id, Message};
pub use server::Server;
