//! `cargo xtask deploy`: the files of `deploy/` have the form that Kubernetes and Compose expect.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use crate::command::{python_with, succeed};

/// Python packages with the schemas; they need no network.
const PACKAGES: [&str; 2] = ["kubernetes-validate>=1.37,<2", "check-jsonschema>=0.39,<1"];

/// Validates the manifests and the compose file, with packages of a virtual environment.
pub(crate) fn run(root: &Path) -> Result<()> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let python = python_with(&root.join(target).join("deploy-python"), &PACKAGES)?;
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
