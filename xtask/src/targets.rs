//! `cargo xtask targets`: all crates compile for Windows and macOS.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::command::{python_with, succeed};
use crate::toolchain::Toolchain;

/// The targets, each with its name in zig, whose C compiler has the headers of all of them.
const TARGETS: [(&str, &str); 2] = [
    ("x86_64-pc-windows-gnu", "x86_64-windows-gnu"),
    ("aarch64-apple-darwin", "aarch64-macos"),
];

/// Checks the workspace, tests included, and the bindings to C and Python for each target. Warnings are errors.
pub(crate) fn run(root: &Path) -> Result<()> {
    let built =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let built = root.join(built).join("targets");
    let python = python_with(&built.join("zig"), &["ziglang"])?;
    for (target, name) in TARGETS {
        let toolchain = Toolchain::find(target)?;
        for (workspace, more) in [
            (
                "Cargo.toml",
                &["--workspace", "--all-targets", "--exclude", "xtask"][..],
            ),
            ("bindings/c/Cargo.toml", &[]),
            ("bindings/python/Cargo.toml", &[]),
        ] {
            let variable = target.replace('-', "_");
            let zig = |part: &str| format!("{} -m ziglang {part}", python.display());
            let mut check = toolchain.cargo("std,panic_unwind,test");
            check
                .args(["check", "--locked", "--all-features", "--target", target])
                .args(more)
                .arg("--manifest-path")
                .arg(root.join(workspace))
                .env(format!("CC_{variable}"), zig(&format!("cc -target {name}")))
                .env(
                    format!("CXX_{variable}"),
                    zig(&format!("c++ -target {name}")),
                )
                .env(format!("AR_{variable}"), zig("ar"))
                // The options that the crate `cc` would add are those of other compilers.
                .env("CRATE_CC_NO_DEFAULTS", "1")
                .env("RUSTFLAGS", "-D warnings")
                // What speeds up a second run takes gigabytes.
                .env("CARGO_INCREMENTAL", "0")
                .env("CARGO_TARGET_DIR", &built);
            succeed(&mut check)?;
        }
    }
    Ok(())
}
