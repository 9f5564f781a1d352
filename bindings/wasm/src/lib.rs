//! Kifu for JavaScript: signatures, defaults and error mapping; the work is done by the crates below.
//!
//! Values cross the border in bulk: a tree is one typed array, a position is one string of JSON. `web/src/core`
//! wraps this module in types and documentation.

mod cursor;
#[cfg(feature = "page")]
mod edit;
#[cfg(feature = "full")]
pub mod full;
mod nodes;
#[cfg(feature = "page")]
mod picture;
mod record;
mod scene;

pub use cursor::Cursor;
pub use record::Record;

use wasm_bindgen::JsError;

/// An error of a library as an `Error` of JavaScript.
fn js(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// A value as JSON. Types of this crate have string keys only, so writing cannot fail.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
