//! Stone, as Go and the games that follow it have it: a point.

use super::Point;

/// A stone. In Go the colour comes from the property, so that a stone is just its point.
pub type Stone = Point;
