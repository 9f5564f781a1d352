//! Queries on several processes of this machine: what they answer is what one process answers.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

mod database;
mod equal;
mod failures;
mod index;
mod published;
mod queries;
mod search;
mod secure;
mod tls;
mod workers;
