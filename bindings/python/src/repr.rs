//! Words of `__repr__`.

use std::fmt::Display;

/// A number of things: `1 game`, `2 games`.
pub(crate) fn count(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
