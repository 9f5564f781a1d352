//! Kifu for JavaScript: signatures, defaults and error mapping; the work is done by the crates below.
//!
//! Values cross the border in bulk: a tree is one typed array, a position is one string of JSON. `web/src/core`
//! wraps this module in types and documentation.

#[cfg(feature = "check")]
pub mod check;
#[cfg(feature = "convert")]
pub mod convert;
#[cfg(feature = "view")]
mod cursor;
#[cfg(feature = "page")]
mod edit;
#[cfg(feature = "encodings")]
mod encodings;
#[cfg(feature = "view")]
mod nodes;
#[cfg(feature = "page")]
mod picture;
#[cfg(feature = "view")]
mod record;
#[cfg(feature = "view")]
mod scene;

#[cfg(feature = "view")]
pub use cursor::Cursor;
#[cfg(feature = "view")]
pub use record::Record;

#[cfg(any(feature = "view", feature = "convert"))]
use wasm_bindgen::JsError;

/// An error of a library as an `Error` of JavaScript.
#[cfg(any(feature = "view", feature = "convert"))]
fn js(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// A value as JSON. Types of this crate have string keys only, so writing cannot fail.
#[cfg(any(feature = "view", feature = "check"))]
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
