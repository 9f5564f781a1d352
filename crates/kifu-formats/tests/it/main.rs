//! Other formats: reading, writing, and limits.

mod capabilities;
mod golden;
mod laws;
mod real;
mod round_trip;
