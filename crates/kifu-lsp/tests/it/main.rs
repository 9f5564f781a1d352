//! The server as a whole: messages as data, and laws.

mod client;
mod data;
mod laws;
mod torture;
