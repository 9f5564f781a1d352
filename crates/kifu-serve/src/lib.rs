//! The HTTP server of Kifu: a library of game records, with search by position, in the browser.
//!
//! # Promises
//! - A client names games by number, and never a path: no file is opened because a request names it.
//! - Nothing is written unless [`Options::edits`] is set, and then only fixes of files that the index names.
//! - Bodies, headers, time, waiting searches and connections are limited ([`Limits`]); a request beyond them gets 4xx
//!   or 503, and does not disturb others.
//! - A search ends when its client leaves, when its time is over, and when the server stops.
//! - An index that is replaced while it is served is opened again; requests that run finish on the old one.
//!
//! # Phases
//! A connection is accepted under the limits (`server`), a request passes the checks of names, origins and tokens
//! (`guard`), the router finds its handler (`api`), and the handler asks the open index (`library`) on a thread of its
//! own, if the gate (`gate`) lets it.
//!
//! # Program: serve an index
//! ```no_run
//! use kifu_serve::{Options, Server};
//!
//! let server = Server::bind(Options::new("games.kifu"))?;
//! println!("http://{}/", server.address());
//! server.run()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod api;
mod assets;
mod error;
mod gate;
mod guard;
mod identity;
mod library;
mod metrics;
mod options;
mod server;
mod stall;

pub use api::ROUTES;
pub use options::{Edits, Limits, Options, Reindex};
pub use server::{ServeError, Server, Stopper};

/// Returns a hash of a path, used as the key of cached data.
#[must_use]
pub fn path_hash(path: &std::path::Path) -> u64 {
    xxhash_rust::xxh3::xxh3_64(path.as_os_str().as_encoded_bytes())
}

/// Functions for fuzz targets: they read what clients send, and never panic.
#[doc(hidden)]
pub mod fuzzing {
    pub use crate::api::request::fuzz as request;
    pub use crate::guard::fuzz as guard;
}
