//! `cargo xtask wasm`: the WebAssembly modules, and the package around them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::command::succeed;
use crate::toolchain::Toolchain;

const TARGET: &str = "wasm32-unknown-unknown";

/// The modules, and the features of each.
const MODULES: &[(&str, &str)] = &[
    ("core", "view"),
    ("page", "page"),
    ("full", "page,encodings"),
    ("check", "check"),
    ("convert", "convert"),
];

/// Builds the modules, generates their JavaScript into `web/wasm`, and builds `web/dist`.
pub(crate) fn run(root: &Path) -> Result<()> {
    let manifest = root.join("bindings/wasm/Cargo.toml");
    let built = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("bindings/wasm/target"), PathBuf::from);
    let built = root.join(built);
    let into = root.join("web/wasm");
    fs::create_dir_all(&into)?;
    let toolchain = Toolchain::find(TARGET)?;
    for &(name, features) in MODULES {
        let mut build = cargo(&toolchain);
        build
            .args(["build", "--locked", "--release", "--target", TARGET])
            .args(["--no-default-features", "--features", features])
            .arg("--manifest-path")
            .arg(&manifest)
            // A folder of its own: the compilers take turns in it otherwise.
            .env("CARGO_TARGET_DIR", built.join("wasm"));
        succeed(&mut build)?;
        let module = built
            .join("wasm")
            .join(TARGET)
            .join("release/kifu_wasm.wasm");
        let module = module.to_string_lossy().into_owned();
        let generate = [
            "run",
            "--quiet",
            "--locked",
            "--release",
            "--package",
            "kifu-wasm-bindgen",
            "--manifest-path",
            &manifest.to_string_lossy(),
            "--",
            &module,
            &into.to_string_lossy(),
            name,
        ];
        crate::test::cargo(root, &generate)?;
    }
    // The language server has no threads and reads no files, so that a page can run it.
    let mut check = cargo(&toolchain);
    check
        .args(["check", "--locked", "--target", TARGET])
        .args(["--package", "kifu-lsp", "--manifest-path"])
        .arg(root.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", built.join("wasm"));
    succeed(&mut check)?;
    crate::web::install(root)?;
    crate::web::npm(root, &["run", "build"])?;
    crate::web::npm(root, &["run", "stamp"])
}

/// Cargo of a toolchain. Debian's can build `std` for size and without the texts of panics, which no page shows: an eighth
/// of the size.
fn cargo(toolchain: &Toolchain) -> Command {
    let mut cargo = toolchain.cargo("std,panic_abort");
    if let Toolchain::Debian(_) = toolchain {
        cargo
            .args([
                "-Zbuild-std-features=optimize_for_size",
                "-Zpanic-immediate-abort",
            ])
            .env("CARGO_PROFILE_RELEASE_PANIC", "immediate-abort")
            .env("RUSTFLAGS", "-Zlocation-detail=none -Zfmt-debug=none");
    }
    cargo
}
