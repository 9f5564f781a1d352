//! Go, and the games written like it: Othello, Gomoku and Renju.
//!
//! A stone is a point, a move is a point or a pass.

pub use crate::value::{Move, Point, Stone};
