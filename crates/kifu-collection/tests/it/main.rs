//! What is done with whole games, by examples and by laws.

mod dedupe;
mod diff;
mod join;
mod merge;
mod split;
mod transform;
