//! Building the shared and the static library.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// The two libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Library {
    /// `libkifu`: all of `kifu.h` but PNG.
    Main,
    /// `libkifu_full`: PNG and `kifu_db.h` too.
    Full,
}

/// Profile of the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    /// Quickly, for tests.
    Dev,
    /// Small, for people.
    Release,
}

/// Results of the build.
#[derive(Clone, Debug)]
pub(super) struct Built {
    /// The shared library.
    pub(super) shared: PathBuf,
    /// The static library.
    pub(super) archive: PathBuf,
}

impl Library {
    /// The name after `lib`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Main => "kifu",
            Self::Full => "kifu_full",
        }
    }

    /// The headers that it comes with.
    pub(super) const fn headers(self) -> &'static [&'static str] {
        match self {
            Self::Main => &["include/kifu.h", "compat/kifu_classic.h"],
            Self::Full => &[
                "include/kifu.h",
                "include/kifu_db.h",
                "compat/kifu_classic.h",
            ],
        }
    }

    const fn features(self) -> &'static [&'static str] {
        match self {
            Self::Main => &[],
            Self::Full => &["--features", "db,png"],
        }
    }

    /// The file of the shared library, without versions.
    pub(super) fn file(self) -> String {
        let name = self.name();
        if cfg!(target_os = "macos") {
            format!("lib{name}.dylib")
        } else if cfg!(windows) {
            format!("{name}.dll")
        } else {
            format!("lib{name}.so")
        }
    }

    /// The name that programs look for when they start: with the number of the interface.
    pub(super) fn soname(self, version: &str) -> String {
        let major = version.split('.').next().unwrap_or("0");
        let name = self.name();
        if cfg!(target_os = "macos") {
            format!("lib{name}.{major}.dylib")
        } else {
            format!("lib{name}.so.{major}")
        }
    }

    /// Builds the library, and keeps a copy that no other build overwrites.
    pub(super) fn build(self, root: &Path, target: &Path, profile: Profile) -> Result<Built> {
        let manifest = root.join("bindings/c/Cargo.toml");
        let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        build
            .args(["rustc", "--quiet", "--locked", "--lib"])
            .args(self.features())
            .arg("--manifest-path")
            .arg(&manifest)
            .arg("--target-dir")
            .arg(target);
        if profile == Profile::Release {
            build.arg("--release");
            build.env("CARGO_ENCODED_RUSTFLAGS", flags_without_paths(root));
        }
        // Rust names no soname, and a build script only for that is no help: it runs with any build.
        let soname = self.soname(&version(root)?);
        build.arg("--");
        if cfg!(target_os = "macos") {
            build.arg(format!("-Clink-arg=-Wl,-install_name,@rpath/{soname}"));
        } else if cfg!(unix) {
            build.arg(format!("-Clink-arg=-Wl,-soname,{soname}"));
        }
        if profile == Profile::Release {
            // The profile says so too, but cargo does not pass it on to a package with a level of its own.
            build.arg("-Cstrip=symbols");
        }
        crate::command::succeed(&mut build)?;
        let folder = match profile {
            Profile::Dev => "debug",
            Profile::Release => "release",
        };
        let from = target.join(folder);
        let kept = target.join("c").join(folder).join(self.name());
        std::fs::create_dir_all(&kept)?;
        let copy = |own: String, into: String| {
            let into = kept.join(into);
            let _ = std::fs::remove_file(&into);
            std::fs::copy(from.join(&own), &into)
                .with_context(|| format!("`{own}` was not built"))?;
            anyhow::Ok(into)
        };
        let archive = |name: &str| {
            if cfg!(windows) {
                format!("{name}.lib")
            } else {
                format!("lib{name}.a")
            }
        };
        Ok(Built {
            shared: copy(Self::Main.file(), self.file())?,
            archive: copy(archive("kifu"), archive(self.name()))?,
        })
    }
}

/// The flags of the compiler, with the folders of the sources and of the registry left out of messages: they would name
/// folders of the machine that builds, and the size of the library would depend on them.
fn flags_without_paths(root: &Path) -> OsString {
    let registry = std::env::var_os("CARGO_HOME").map_or_else(
        || std::env::home_dir().unwrap_or_default().join(".cargo"),
        PathBuf::from,
    );
    let encoded = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let plain = std::env::var("RUSTFLAGS").unwrap_or_default();
    // Cargo prefers the encoded flags, too.
    let given: Vec<_> = if encoded.is_empty() {
        plain.split_whitespace().collect()
    } else {
        encoded.split('\u{1f}').collect()
    };
    let mut flags: Vec<OsString> = given.into_iter().map(OsString::from).collect();
    for folder in [root.to_owned(), registry.join("registry").join("src")] {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(folder);
        flag.push("=");
        flags.push(flag);
    }
    flags.join(OsStr::new("\u{1f}"))
}

/// The version of the library.
pub(super) fn version(root: &Path) -> Result<String> {
    let manifest = std::fs::read_to_string(root.join("bindings/c/Cargo.toml"))?;
    let manifest: toml::Table = manifest.parse()?;
    let version = manifest["package"]["version"].as_str();
    Ok(version.context("bindings/c has no version")?.to_owned())
}
