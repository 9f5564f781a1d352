//! Runs other programs, and installs missing ones.

use std::process::Command;

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
