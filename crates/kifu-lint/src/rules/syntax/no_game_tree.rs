//! ## What it does
//!
//! Checks for a file that holds no game tree at all: a page of the web, an image, nothing.
//!
//! ## Why is this bad
//!
//! No program can read it.
//!
//! ## Example
//!
//! ```text
//! <html>404 Not Found</html>
//! ```
//!
//! ## Use instead
//!
//! ```text
//! (;FF[4]GM[1])
//! ```
//!
//! ## Fix safety
//!
//! There is no fix.
//!
//! ## References
//!
//! FF[4], "Game trees" and the EBNF.
//!
//! ## SGFC equivalent
//!
//! Message 7.

use crate::{Rule, Severity};

pub(crate) const RULE: Rule = Rule::new(
    "P101",
    "no-game-tree",
    Severity::Error,
    Some(7),
    page!("no_game_tree.rs"),
);
