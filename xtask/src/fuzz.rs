//! `cargo xtask fuzz`: tests the laws of `fuzz/` on inputs that libFuzzer generates.
//!
//! It needs no nightly compiler: coverage counters are a pass of LLVM that the stable compiler has too. Sanitizers are
//! not available, but there is no unsafe code for them to check. It needs a C++ compiler to build libFuzzer.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

/// Flags that count the branches taken, and the values compared.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Ccodegen-units=1 \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Clink-arg=-Wl,-z,nostart-stop-gc";

/// Runs one target, or all, each for so many seconds.
pub(crate) fn run(root: &Path, target: Option<&str>, seconds: u32) -> Result<()> {
    let folder = root.join("fuzz");
    let targets = targets(&folder)?;
    if let Some(name) = target {
        ensure!(
            targets.iter().any(|known| known == name),
            "there is no target `{name}`; there are {}",
            targets.join(", ")
        );
    }
    let seeds = folder.join("corpus/seeds");
    let manifest = folder.join("Cargo.toml");
    let mut write_seeds = cargo("run");
    write_seeds
        .args(["--quiet", "--package", "kifu-fuzz-seeds"])
        .arg("--manifest-path")
        .arg(&manifest)
        .arg("--")
        .arg(&seeds);
    succeed(&mut write_seeds, "the seeds could not be written")?;

    let host = host()?;
    for name in targets
        .iter()
        .filter(|name| target.is_none_or(|wanted| wanted == *name))
    {
        let corpus = folder.join("corpus").join(name);
        let artifacts = folder.join("artifacts").join(name);
        fs::create_dir_all(&corpus)?;
        fs::create_dir_all(&artifacts)?;
        let mut fuzz = cargo("run");
        fuzz.env("RUSTFLAGS", COVERAGE)
            .args(["--release", "--target", &host, "--bin", name])
            .arg("--manifest-path")
            .arg(&manifest)
            .arg("--")
            .arg(format!("-max_total_time={seconds}"))
            .args(["-max_len=4096", "-timeout=20", "-rss_limit_mb=4096"])
            .args(["-print_final_stats=1", "-use_value_profile=1"])
            .arg(format!("-artifact_prefix={}/", artifacts.display()))
            .args([&corpus, &seeds]);
        succeed(
            &mut fuzz,
            &format!(
                "`{name}` is broken by the input in `{}`",
                artifacts.display()
            ),
        )?;
    }
    Ok(())
}

/// The names of all targets, one a file.
fn targets(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder.join("targets"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs")
            && let Some(name) = path.file_stem()
        {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The platform of the compiler. With `--target` the flags are for the targets alone, and not for
/// the build scripts.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output()?;
    String::from_utf8(output.stdout)?
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .context("`rustc -vV` does not name the host")
}

fn cargo(verb: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg(verb);
    command
}

fn succeed(command: &mut Command, otherwise: &str) -> Result<()> {
    let status = command.status().context("cargo cannot be started")?;
    if !status.success() {
        bail!("{otherwise}");
    }
    Ok(())
}
