//! Operations on whole games: examples and invariants.

mod dedupe;
mod diff;
mod extract;
mod join;
mod merge;
mod split;
mod transform;
