//! Other formats: reading, writing, and limits.

mod capabilities;
mod detection;
mod golden;
mod laws;
mod real;
mod round_trip;
