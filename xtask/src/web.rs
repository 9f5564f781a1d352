//! `cargo xtask web`: tests of the package for browsers.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::command::{has, install_packages};

/// Installs the requirements of the tests, checks that `web/dist` is current, and runs the tests in Node and in
/// Chromium.
pub(crate) fn run(root: &Path) -> Result<()> {
    install(root)?;
    install_browser()?;
    // The program of the release profile, which the first command of the README has built.
    crate::test::cargo(
        root,
        &["build", "--quiet", "--release", "--package", "kifu-cli"],
    )?;
    let built =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    npm_with(
        root,
        &["test"],
        &[("KIFU_BIN", root.join(built).join("release/kifu"))],
    )
}

/// Installs Chromium as root, unless it is there or `KIFU_CHROMIUM` names a browser.
pub(crate) fn install_browser() -> Result<()> {
    if std::env::var_os("KIFU_CHROMIUM").is_some() || has("chromium") {
        return Ok(());
    }
    eprintln!("installing: Debian package chromium (350 MB), as root");
    install_packages("chromium").context("no browser; `KIFU_CHROMIUM` can name one")
}

/// Installs the npm packages of the lock file, if they are not there.
pub(crate) fn install(root: &Path) -> Result<()> {
    if root.join("web/node_modules/.package-lock.json").exists() {
        return Ok(());
    }
    npm(root, &["ci", "--no-audit", "--no-fund"])
}

/// Runs npm in `web`.
pub(crate) fn npm(root: &Path, arguments: &[&str]) -> Result<()> {
    npm_with(root, arguments, &[])
}

/// Runs npm in `web`, with variables in its environment.
fn npm_with(root: &Path, arguments: &[&str], variables: &[(&str, PathBuf)]) -> Result<()> {
    let status = Command::new("npm")
        .args(arguments)
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .current_dir(root.join("web"))
        .status()
        .context("cannot start `npm`; install Node 20 or later")?;
    if !status.success() {
        bail!("`npm {}` failed", arguments.join(" "));
    }
    Ok(())
}
