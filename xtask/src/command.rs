//! Runs other programs, and installs missing ones.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Runs a command, and returns an error if it does not start or fails.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .with_context(|| format!("cannot start `{program}`"))?;
    if !status.success() {
        bail!("`{program}` failed: {command:?}");
    }
    Ok(())
}

/// Whether a program is installed.
pub(crate) fn has(program: &str) -> bool {
    let script = format!("command -v {program}");
    let found = Command::new("sh").args(["-c", &script]).output();
    found.is_ok_and(|found| found.status.success())
}

/// Installs Debian packages, whose names are divided by blanks. Needs root.
pub(crate) fn install_packages(packages: &str) -> Result<()> {
    let script = format!(
        "command -v apt-get >/dev/null && [ \"$(id -u)\" = 0 ] && apt-get update -q >/dev/null && \
         DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends {packages} \
         >/dev/null"
    );
    succeed(Command::new("sh").args(["-c", &script]))
        .with_context(|| format!("cannot install {packages}"))
}

/// The interpreter of a virtual environment in a folder, with packages of the Python registry. They are installed if one
/// of them is missing.
pub(crate) fn python_with(folder: &Path, packages: &[&str]) -> Result<PathBuf> {
    const PROBE: &str =
        "import sys, importlib.metadata as known; [known.version(name) for name in sys.argv[1:]]";
    let python = folder.join("bin/python");
    let names = packages
        .iter()
        .filter_map(|package| package.split(['<', '>', '=', '[']).next());
    let has_packages = Command::new(&python)
        .args(["-c", PROBE])
        .args(names)
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_packages {
        let venv = ["-m", "venv", "--clear"];
        succeed(Command::new("python3").args(venv).arg(folder))?;
        let install = ["-m", "pip", "install", "--quiet"];
        succeed(Command::new(&python).args(install).args(packages))?;
    }
    Ok(python)
}
