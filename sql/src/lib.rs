//! SQL over an index of game records.
//!
//! A [`Session`] opens an index and answers SQL by DataFusion: tables of games, moves, setup stones, problems and
//! players; table functions that search for positions; scalar functions of the position after a move. All tables start
//! from the manifest of the index, so deleted games never count. `docs/sql.md` describes them with examples.
//!
//! # Example
//! ```no_run
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use kifu_sql::Session;
//!
//! let session = Session::open(Some("games.kifu".as_ref()))?;
//! let answer = session.query("SELECT year, count(*) FROM games GROUP BY year").await?;
//! answer.show().await?;
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod arrays;
#[cfg(feature = "cluster")]
pub mod cluster;
mod database;
mod error;
mod functions;
mod memory;
mod origin;
pub mod output;
mod row;
mod scan;
mod session;
mod tables;

pub use error::{Result, SqlError};
pub use session::{Options, Session};
