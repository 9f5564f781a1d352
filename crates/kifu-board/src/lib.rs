//! Points, colors, moves, board sizes, coordinates, symmetries and chess pieces.
//!
//! All crates of Kifu share these types.
//!
//! # Promises
//!
//! No dependency, `no_std` without `alloc`, no unsafe code, no panic.
//!
//! # Coordinates
//!
//! A [`Point`] counts columns from the left and rows from the top, both from 0. It prints and parses in SGF notation;
//! [`Coordinates`] has the other notations of points.
//!
//! ```
//! use kifu_board::{Coordinates, Point, Size};
//!
//! let point: Point = "pd".parse()?;
//! assert_eq!(point, Point::new(15, 3));
//! assert_eq!(point.to_string(), "pd");
//! assert_eq!(Coordinates::Board.name(point, Size::GO).to_string(), "Q16");
//! assert_eq!(Coordinates::Japanese.name(point, Size::GO).to_string(), "16の四");
//! assert_eq!(Coordinates::Board.parse("q16", Size::GO), Ok(point));
//! # Ok::<(), kifu_board::ParseError>(())
//! ```
//!
//! # Symmetries
//!
//! ```
//! use kifu_board::{Point, Size, Symmetry};
//!
//! let corner = Point::new(2, 3);
//! let turned = Symmetry::Rotate90.apply(corner, Size::GO);
//! assert_eq!(turned, Point::new(15, 2));
//! assert_eq!(Symmetry::Rotate90.inverse().apply(turned, Size::GO), corner);
//! ```
#![no_std]
#![forbid(unsafe_code)]

mod axis;
mod color;
mod coordinates;
mod error;
mod r#move;
mod point;
mod role;
mod size;
mod symmetry;

pub use self::{
    axis::{Axis, LineName},
    color::Color,
    coordinates::{Coordinates, PointName},
    error::ParseError,
    r#move::{Move, SgfMove},
    point::Point,
    role::Role,
    size::{OffBoard, Size, SizeError},
    symmetry::Symmetry,
};
