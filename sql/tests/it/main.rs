//! SQL over small indexes: answers, laws and plans.

mod answers;
mod laws;
mod oracle;
mod place;
mod plans;
mod program;
