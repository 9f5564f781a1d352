//! The server as clients see it, over real connections.

mod client;
mod contract;
mod edits;
mod hostile;
mod http;
mod library;
mod restart;
mod search;
mod table;
