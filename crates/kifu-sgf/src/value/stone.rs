//! Stone in Go and the games written like it: a point.

use super::Point;

/// A stone. In Go the color comes from the property, so that a stone is just its point.
pub type Stone = Point;
