//! Changes of whole games that keep the rest byte for byte.

mod crop;
mod strip;

pub use crop::{crop_comments, crop_variations, keep_main_line, truncate};
pub use strip::{Kind, Strip, ValuePattern};
