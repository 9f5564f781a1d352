//! Go, and the games that are written as it is: Othello, Gomoku and Renju.
//!
//! A stone is a point, a move is a point or a pass.

pub use crate::value::{Move, Point, Stone};
