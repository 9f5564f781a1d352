//! The command as it is used: every verb, every exit status, every place it may run in.

#[cfg(feature = "database")]
mod alike;
mod archives;
mod baseline;
mod cases;
mod collections;
#[cfg(feature = "database")]
mod comments;
mod corpus;
#[cfg(feature = "database")]
mod database;
mod dedupe;
mod encodings;
mod events;
mod examples;
#[cfg(feature = "database")]
mod explore;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod keys;
mod large;
mod pages;
mod pictures;
#[cfg(unix)]
mod pipes;
#[cfg(all(unix, feature = "pictures"))]
mod pixels;
mod place;
#[cfg(feature = "database")]
mod published;
#[cfg(all(
    feature = "database",
    feature = "lsp",
    feature = "pictures",
    feature = "serve",
    feature = "watch",
    feature = "web"
))]
mod reference;
#[cfg(feature = "database")]
mod search;
mod sgfinfo;
mod sql;
mod system;
mod terminal;
mod view;
#[cfg(all(unix, feature = "watch"))]
mod watch;
mod widths;
