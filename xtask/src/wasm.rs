//! `cargo xtask wasm`: the WebAssembly modules, and the package around them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian packages of a compiler that can build `std` for WebAssembly, with its sources. They are unpacked, not
/// installed, so that they replace no other compiler.
const COMPILER: [&str; 13] = [
    "cargo-web",
    "libgit2-1.5",
    "libhttp-parser2.9",
    "libllvm22",
    "libmbedcrypto7",
    "libmbedtls14",
    "libmbedx509-1",
    "libstd-rust-web-1.96",
    "libstd-rust-web-dev",
    "lld-22",
    "rust-web-llvm",
    "rust-web-src",
    "rustc-web",
];

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
    let toolchain = Toolchain::find()?;
    for &(name, features) in MODULES {
        let mut build = toolchain.cargo();
        build
            .args(["build", "--locked", "--release", "--target", TARGET])
            .args(["--no-default-features", "--features", features])
            .arg("--manifest-path")
            .arg(&manifest)
            // A folder of its own: the compilers take turns in it otherwise.
            .env("CARGO_TARGET_DIR", built.join("wasm"));
        finish(&mut build)?;
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
    let mut check = toolchain.cargo();
    check
        .args(["check", "--locked", "--target", TARGET])
        .args(["--package", "kifu-lsp", "--manifest-path"])
        .arg(root.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", built.join("wasm"));
    finish(&mut check)?;
    crate::web::install(root)?;
    crate::web::npm(root, &["run", "build"])?;
    crate::web::npm(root, &["run", "stamp"])
}

/// Toolchains that compile for WebAssembly.
enum Toolchain {
    /// The toolchain of rustup, which has the target.
    Rustup,
    /// The packages of Debian, in this folder. They can build `std` for size and without the texts of panics, which no
    /// page shows: an eighth of the size.
    Debian(PathBuf),
}

impl Toolchain {
    fn find() -> Result<Self> {
        let installed = Command::new("rustc")
            .args(["--print", "target-libdir", "--target", TARGET])
            .output()
            .context("cannot start `rustc`")?;
        let folder = String::from_utf8_lossy(&installed.stdout).trim().to_owned();
        if Path::new(&folder).is_dir() {
            return Ok(Self::Rustup);
        }
        let folder = cache()?.join("wasm");
        if !folder.join("root/usr/bin/rustc").exists() {
            unpack(&folder)?;
        }
        Ok(Self::Debian(folder.join("root")))
    }

    fn cargo(&self) -> Command {
        match self {
            Self::Rustup => Command::new("cargo"),
            Self::Debian(root) => {
                let programs = root.join("usr/bin");
                let paths = std::env::var_os("PATH").unwrap_or_default();
                let mut all = vec![programs.clone()];
                all.extend(std::env::split_paths(&paths));
                let mut command = Command::new(programs.join("cargo"));
                command
                    .args([
                        "-Zbuild-std=std,panic_abort",
                        "-Zbuild-std-features=optimize_for_size",
                        "-Zpanic-immediate-abort",
                    ])
                    .env("CARGO_PROFILE_RELEASE_PANIC", "immediate-abort")
                    .env("RUSTFLAGS", "-Zlocation-detail=none -Zfmt-debug=none")
                    .env(
                        "LD_LIBRARY_PATH",
                        root.join("usr/lib").join(format!("{}-linux-gnu", arch())),
                    )
                    .env("RUSTC", programs.join("rustc"))
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env("PATH", std::env::join_paths(all).unwrap_or(paths))
                    .env_remove("CARGO")
                    .env_remove("RUSTUP_TOOLCHAIN");
                command
            }
        }
    }
}

const fn arch() -> &'static str {
    std::env::consts::ARCH
}

/// Loads and unpacks the compiler: 150 MB, 880 MB unpacked.
fn unpack(folder: &Path) -> Result<()> {
    eprintln!(
        "rustup has no {TARGET}: loading a compiler of Debian (150 MB) into `{}`",
        folder.display()
    );
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    let download = || {
        let mut command = Command::new("apt-get");
        command.args(["download", "-q"]).args(COMPILER);
        finish(command.current_dir(&packages))
    };
    if download().is_err() {
        // The lists of packages may be missing or old; only root can update them.
        let _ = finish(Command::new("apt-get").args(["update", "-q"]));
        download()
            .with_context(|| format!("install the target instead: `rustup target add {TARGET}`"))?;
    }
    for package in fs::read_dir(&packages)? {
        finish(
            Command::new("dpkg")
                .arg("-x")
                .arg(package?.path())
                .arg(folder.join("root")),
        )?;
    }
    fs::remove_dir_all(&packages)?;
    Ok(())
}

/// Folder for downloads.
fn cache() -> Result<PathBuf> {
    let base = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    Ok(base.or(home).context("`HOME` is not set")?.join("kifu"))
}

fn finish(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .with_context(|| format!("cannot start `{program}`"))?;
    if !status.success() {
        bail!("`{program}` failed");
    }
    Ok(())
}
