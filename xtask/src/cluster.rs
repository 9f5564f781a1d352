//! `cargo xtask cluster`: queries on several processes, with a server of S3.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

use crate::command::{python_with, succeed};

/// The bucket of the server, and a prefix in it.
const BUCKET: &str = "s3://games/cluster";

/// A server of S3, which ends with the value.
struct Server {
    child: Child,
    variables: Vec<(String, String)>,
}

impl Server {
    fn start(root: &Path) -> Result<Self> {
        let mut command = Command::new("cargo");
        command.current_dir(root).args([
            "run",
            "--quiet",
            "--package",
            "kifu-testkit",
            "--features",
            "s3",
            "--example",
            "s3_server",
        ]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().context("cannot start `cargo`")?;
        let output = child.stdout.take().context("the server has no output")?;
        let mut variables = Vec::new();
        for line in BufReader::new(output).lines() {
            let line = line?;
            let Some((name, value)) = line.split_once('=') else {
                break;
            };
            variables.push((name.to_owned(), value.to_owned()));
        }
        Ok(Self { child, variables })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server ends with its input.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Runs the tests of the cluster, in a target folder of their own: workers turn on features of `DataFusion`.
pub(crate) fn run(root: &Path) -> Result<()> {
    let server = Server::start(root)?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mut build = Command::new("cargo");
    build.args(["build", "--package", "kifu-cli", "--features", "s3"]);
    succeed(build.current_dir(root))?;
    let program = root.join(&target).join("debug").join("kifu");
    // Another server of S3.
    let moto = python_with(&root.join(&target).join("moto"), &["moto[server]", "boto3"])?;
    let mut buckets = Command::new("cargo");
    buckets.args(["test", "--package", "kifu-remote", "--features", "s3"]);
    succeed(buckets.env("KIFU_TEST_MOTO", moto).current_dir(root))?;
    let tests = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.current_dir(root.join("sql")).args(arguments);
        command.args(["--locked", "--features", "cluster"]);
        command.env("CARGO_TARGET_DIR", root.join(&target).join("cluster"));
        command.envs(server.variables.iter().cloned());
        command.env("KIFU_TEST_S3", BUCKET);
        command.env("KIFU_TEST_KIFU", &program);
        command
    };
    succeed(tests(&["clippy", "--all-targets"]).args(["--", "-D", "warnings"]))?;
    succeed(&mut tests(&["test"]))
}
