//! Splits collections: a file for each game, or for each line of play.
//!
//! [`game_bytes`](crate::game_bytes) returns a game as a file of its own, [`Template`] makes file names, [`Names`]
//! makes them unique, and [`lines_of_play`] turns variations into games.

mod lines;
mod names;
mod safe;
mod template;

pub use lines::{TooManyNodes, line_of_play, lines_of_play};
pub use names::Names;
pub use safe::safe_name;
pub use template::{Draft, Facts, Template, TemplateError};
