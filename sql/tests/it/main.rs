//! SQL over small indexes: answers, laws and plans.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

mod answers;
mod arguments;
mod arrow;
mod interrupts;
mod laws;
mod oracle;
mod place;
mod plans;
mod program;
mod unread;
