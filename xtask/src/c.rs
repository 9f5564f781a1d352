//! `cargo xtask c`: the C library, built, installed and tested.

mod abi;
mod generated;
mod install;
mod library;
mod prototypes;
mod sources;
mod test;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use self::library::{Library, Profile};

/// Task to run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Folder to install to.
    pub(crate) prefix: Option<PathBuf>,
    /// Whether `libkifu_full` is built and installed too.
    pub(crate) full: bool,
    /// Whether to run the tests.
    pub(crate) test: bool,
    /// Whether to write the committed list of symbols and sizes.
    pub(crate) bless: bool,
    /// The files to measure the speed of the events on.
    pub(crate) bench: Option<Vec<PathBuf>>,
}

/// Builds the library for a release and installs it below the prefix, or tests it.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let target = target(root);
    if let Some(prefix) = &options.prefix {
        std::fs::create_dir_all(prefix)?;
        let prefix = std::fs::canonicalize(prefix)?;
        for library in [Library::Main, Library::Full] {
            if library == Library::Main || options.full {
                let built = library.build(root, &target, Profile::Release)?;
                install::install(root, library, &built, &prefix)?;
            }
        }
    }
    if let Some(files) = &options.bench {
        let built = Library::Main.build(root, &target, Profile::Release)?;
        test::bench(root, &built, files)?;
    }
    if options.test || options.bless {
        return test::run(root, &target, options.bless);
    }
    if options.prefix.is_none() && options.bench.is_none() {
        bail!("nothing to do: give `--prefix DIR`, `--test` or `--bench`");
    }
    Ok(())
}

/// Folder for build output.
fn target(root: &Path) -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root.join(folder.unwrap_or_else(|| root.join("bindings/c/target")))
}

/// Returns the output of a command, which must succeed.
fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .with_context(|| format!("cannot start `{program}`"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("`{program}` failed: {command:?}\n{errors}");
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
