//! Tasks of the Kifu workspace.

#![expect(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program speaks"
)]

mod book;
mod c;
mod cluster;
mod command;
mod deb;
mod deploy;
mod dist;
mod editors;
mod fuzz;
mod r#gen;
mod python;
mod targets;
mod test;
mod toolchain;
mod wasm;
mod web;
mod words;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use self::test::Installs;

/// Chores of the Kifu workspace.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Write the files generated from the tables in `data`.
    Gen {
        /// Write nothing; fail if a committed file differs.
        #[arg(long)]
        check: bool,
    },
    /// Try the laws of `fuzz/` on made-up inputs, all targets one after the other.
    Fuzz {
        /// Only this one: `encoding`, `events`, `fixes`, `formats`, `go`, `linear`, `tree` or `values`.
        target: Option<String>,
        /// Seconds for each target.
        #[arg(long, default_value_t = 120)]
        seconds: u32,
    },
    /// Build the Python package, install it into a virtual environment, and run its tests.
    Python {
        /// Optimize, as for a release.
        #[arg(long)]
        release: bool,
        /// Build a wheel that loads on every Linux with glibc 2.28 or later.
        #[arg(long)]
        manylinux: bool,
    },
    /// Build the C library for a release and install it, or test it.
    C {
        /// Install below this folder: `lib`, `include/kifu`, pkg-config and `CMake` files.
        #[arg(long)]
        prefix: Option<PathBuf>,
        /// Install `libkifu_full` too, which adds PNG and the game database.
        #[arg(long)]
        full: bool,
        /// Run the tests. Installs compilers, Go, `CMake` and valgrind if they are missing.
        #[arg(long)]
        test: bool,
        /// Write the list of exported functions and struct sizes anew.
        #[arg(long)]
        bless: bool,
        /// Measure the events beside a plain parser in C, on these files.
        #[arg(long, num_args = 0..)]
        bench: Option<Vec<PathBuf>>,
    },
    /// Build the command line for a release, and pack it into `dist`.
    Dist {
        /// The target triple (default: this machine).
        #[arg(long)]
        target: Option<String>,
    },
    /// Build the command line for a release, and pack it with completions and man pages into a Debian package in `dist`.
    Deb {
        /// The profile of cargo.
        #[arg(long, default_value = "dist")]
        profile: String,
    },
    /// Build the WebAssembly modules, and the package in `web/dist` from them.
    Wasm,
    /// Test the package in `web`, in Node and in a browser. Installs npm packages, and Chromium if it is missing.
    Web,
    /// Test the language server in editors, and build the extension for VS Code and test it there.
    Editors,
    /// Check that all crates compile for Windows and macOS. Loads a C compiler, and one of Rust if rustup has no target.
    Targets,
    /// Run the tests. Prints the missing tools, and their sizes, before it installs them.
    Test {
        /// Test the Rust crates only, and install nothing.
        #[arg(long)]
        core: bool,
        /// Install nothing: tests without their tools are skipped.
        #[arg(long)]
        offline: bool,
    },
    /// Check and test `kifu-sql` with workers: real processes, and a server of S3. The first run compiles `DataFusion`.
    Cluster,
    /// Validate the manifests and the compose file of `deploy` by published schemas, which Python packages have.
    Deploy,
    /// Check the links of the documentation, and build it as a book.
    Book,
    /// Look for phrases that the project does not use.
    Words,
}

fn main() -> anyhow::Result<()> {
    // Read at run time, because clones with one target folder share this program.
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let root = package.parent().expect("the crate lies in the workspace");
    match Args::parse().verb {
        Verb::Gen { check } => r#gen::run(root, check),
        Verb::Fuzz { target, seconds } => fuzz::run(root, target.as_deref(), seconds),
        Verb::Python { release, manylinux } => {
            python::run(root, python::Options { release, manylinux })
        }
        Verb::Book => book::run(root),
        Verb::Cluster => cluster::run(root),
        Verb::Deploy => deploy::run(root),
        Verb::C {
            prefix,
            full,
            test,
            bless,
            bench,
        } => {
            let options = c::Options {
                prefix,
                full,
                test,
                bless,
                bench,
            };
            c::run(root, &options)
        }
        Verb::Words => words::run(root),
        Verb::Targets => targets::run(root),
        Verb::Dist { target } => dist::run(root, target.as_deref()),
        Verb::Deb { profile } => deb::run(root, &profile),
        Verb::Wasm => wasm::run(root),
        Verb::Web => web::run(root),
        Verb::Editors => editors::run(root),
        Verb::Test { core, offline } => {
            let installs = if core || offline {
                Installs::Nothing
            } else {
                Installs::Everything
            };
            test::run(root, core, installs)
        }
    }
}
