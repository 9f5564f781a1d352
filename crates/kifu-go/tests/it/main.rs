//! The integration tests of this crate, in one binary.

mod corpus;
mod enumerate;
mod frozen;
mod laws;
mod naive;
mod promises;
mod rules;
mod scoring;
