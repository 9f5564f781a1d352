//! Other formats: what they read, what they write, what they never do.

mod capabilities;
mod golden;
mod laws;
mod real;
mod round_trip;
