//! The server as clients see it, over real connections.

mod client;
mod edits;
mod hostile;
mod library;
mod restart;
mod search;
mod table;
