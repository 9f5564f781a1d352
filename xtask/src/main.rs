//! Chores of the Kifu workspace.

#![expect(clippy::print_stderr, reason = "a program speaks")]

mod fuzz;
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
    /// Try the laws of `fuzz/` on made-up inputs, all targets one after the other.
    Fuzz {
        /// Only this one: `encoding`, `events`, `fixes`, `formats`, `go`, `linear`, `tree` or `values`.
        target: Option<String>,
        /// How long each is tried.
        #[arg(long, default_value_t = 120)]
        seconds: u32,
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
        Verb::Fuzz { target, seconds } => fuzz::run(root, target.as_deref(), seconds),
        Verb::Test => test::run(root),
    }
}
