//! Points, colors, moves and sizes: their text forms, packed forms and symmetries.

mod laws;
mod text;
