//! Compilers for other targets than this machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::succeed;

/// Debian packages of a compiler that can build `std` for other targets, with its sources. They are unpacked, not
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

/// Toolchains that compile for a target.
pub(crate) enum Toolchain {
    /// The toolchain of rustup, which has the target.
    Rustup,
    /// The packages of Debian, in this folder. They build `std` from its sources.
    Debian(PathBuf),
}

impl Toolchain {
    pub(crate) fn find(target: &str) -> Result<Self> {
        let installed = Command::new("rustc")
            .args(["--print", "target-libdir", "--target", target])
            .output()
            .context("cannot start `rustc`")?;
        let folder = String::from_utf8_lossy(&installed.stdout).trim().to_owned();
        if Path::new(&folder).is_dir() {
            return Ok(Self::Rustup);
        }
        let folder = cache()?.join("wasm");
        if !folder.join("root/usr/bin/rustc").exists() {
            eprintln!("rustup has no {target}");
            unpack(&folder).with_context(|| {
                format!("install the target instead: `rustup target add {target}`")
            })?;
        }
        Ok(Self::Debian(folder.join("root")))
    }

    /// Cargo, which builds these crates of `std` if it has to.
    pub(crate) fn cargo(&self, std: &str) -> Command {
        match self {
            Self::Rustup => Command::new("cargo"),
            Self::Debian(root) => {
                let programs = root.join("usr/bin");
                let paths = std::env::var_os("PATH").unwrap_or_default();
                let mut all = vec![programs.clone()];
                all.extend(std::env::split_paths(&paths));
                let mut command = Command::new(programs.join("cargo"));
                command
                    .arg(format!("-Zbuild-std={std}"))
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
        "loading a compiler of Debian (150 MB) into `{}`",
        folder.display()
    );
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    let download = || {
        let mut command = Command::new("apt-get");
        command.args(["download", "-q"]).args(COMPILER);
        succeed(command.current_dir(&packages))
    };
    if download().is_err() {
        // The lists of packages may be missing or old; only root can update them.
        let _ = succeed(Command::new("apt-get").args(["update", "-q"]));
        download()?;
    }
    for package in fs::read_dir(&packages)? {
        succeed(
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
