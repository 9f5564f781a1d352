//! Collections taken apart: a file for each game, or for each line of play.
//!
//! [`game_bytes`](crate::game_bytes) is a game as a file of its own; [`Template`] says how the files
//! are called, [`Names`] gives no name twice, and [`lines_of_play`] makes games of variations.

mod lines;
mod names;
mod safe;
mod template;

pub use lines::{TooManyNodes, line_of_play, lines_of_play};
pub use names::Names;
pub use safe::safe_name;
pub use template::{Draft, Facts, Template, TemplateError};
