//! The integration tests of this crate, in one binary.

mod text;

mod laws;
mod oracle;
mod readings;
mod real_files;
mod repairs;
mod shapes;
mod suite;
mod visits;
