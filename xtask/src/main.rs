//! Chores of the Kifu workspace.

#![expect(clippy::print_stderr, reason = "a program speaks")]

mod r#gen;
mod test;

use std::path::Path;

use clap::{Parser, Subcommand};

/// Chores of the Kifu workspace.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Write what is generated from the tables in `data`.
    Gen {
        /// Write nothing; fail if what is committed differs.
        #[arg(long)]
        check: bool,
    },
    /// Run all tests, and install what they need.
    Test,
}

fn main() -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate lies in the workspace");
    match Args::parse().verb {
        Verb::Gen { check } => r#gen::run(root, check),
        Verb::Test => test::run(root),
    }
}
