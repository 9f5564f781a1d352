//! `cargo xtask deploy`: the files of `deploy/` have the form that Kubernetes and Compose expect.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::command::succeed;

/// Python packages with the schemas; they need no network.
const PACKAGES: [&str; 2] = ["kubernetes-validate>=1.37,<2", "check-jsonschema>=0.39,<1"];

/// Validates the manifests and the compose file, with packages of a virtual environment.
pub(crate) fn run(root: &Path) -> Result<()> {
    let python = environment(root)?;
    let deploy = root.join("deploy");
    let mut manifests = Vec::new();
    for file in std::fs::read_dir(deploy.join("kubernetes"))? {
        let path = file?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            manifests.push(path);
        }
    }
    ensure!(!manifests.is_empty(), "deploy/kubernetes has no manifests");
    manifests.sort();
    let mut kubernetes = Command::new(python.with_file_name("kubernetes-validate"));
    succeed(kubernetes.args(["--strict", "--quiet"]).args(manifests))?;
    let mut compose = Command::new(python.with_file_name("check-jsonschema"));
    compose.args(["--builtin-schema", "vendor.compose-spec"]);
    succeed(compose.arg(deploy.join("compose.yaml")))
}

/// The interpreter of a virtual environment with the packages, which are installed if they are missing.
fn environment(root: &Path) -> Result<PathBuf> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = root.join(target).join("deploy-python");
    let python = folder.join("bin/python");
    let has_packages = Command::new(&python)
        .args(["-c", "import kubernetes_validate, check_jsonschema"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_packages {
        let venv = ["-m", "venv", "--clear"].map(OsStr::new);
        succeed(Command::new("python3").args(venv).arg(&folder))?;
        let install = ["-m", "pip", "install", "--quiet"];
        succeed(Command::new(&python).args(install).args(PACKAGES))?;
    }
    Ok(python)
}
