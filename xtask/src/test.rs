//! `cargo xtask test`: every test, with what it needs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Programs that tests open files with, each with the Debian package it comes in.
const TOOLS: [(&str, &str); 6] = [
    ("identify", "imagemagick"),
    ("pdftotext", "poppler-utils"),
    ("xmllint", "libxml2-utils"),
    ("fc-list", "fontconfig"),
    ("xz", "xz-utils"),
    ("java", "default-jre-headless"),
];

/// Fonts that diagrams with Chinese, Japanese and Korean text are tested with.
const FONTS: &str = "fonts-noto-cjk";

/// Python packages that read the tables of an index in tests.
const PACKAGES: [&str; 4] = ["duckdb", "polars", "pandas", "pyarrow"];

/// One more, which is large and needs Java: the others do without it.
const SPARK: [&str; 1] = ["pyspark"];

/// Runs all tests.
pub(crate) fn run(root: &Path) -> Result<()> {
    install_tools();
    let mut variables = Vec::new();
    match python(root) {
        Some(python) => variables.push(("KIFU_PYTHON", python)),
        None => eprintln!(
            "no Python with {}: its test is skipped",
            PACKAGES.join(", ")
        ),
    }
    let tests = ["test", "--workspace", "--all-features"];
    cargo_with(root, &tests, &variables)?;
    without_std(root, "kifu-syntax")?;
    without_std(root, "kifu-go")?;
    // A million nodes in a row, nested or side by side, and a gigabyte in one value; all positions
    // and games of small boards: too slow without optimisation.
    optimised(root, "kifu-sgf", "shapes")?;
    // The largest real file.
    optimised(root, "kifu-syntax", "real_files")?;
    optimised(root, "kifu-sgf", "real_files")?;
    optimised(root, "kifu-go", "enumerate")
}

/// An interpreter with the packages, in a folder of its own in the target folder; `None` where they cannot be
/// had.
fn python(root: &Path) -> Option<PathBuf> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = root.join(target).join("python");
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let does = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let has = |packages: &[&str]| {
        let imports = format!("import {}", packages.join(", "));
        does(&python, &["-c", &imports])
    };
    let folder = folder.to_str()?;
    let install = |packages: &[&str]| {
        eprintln!("installing for the tests: {}", packages.join(" "));
        let words = ["-m", "pip", "install", "-q"];
        let patience = ["--timeout", "15", "--retries", "1"];
        does(&python, &[&words[..], &patience, packages].concat()) && has(packages)
    };
    let is_there =
        has(&PACKAGES) || does(Path::new("python3"), &["-m", "venv", folder]) && install(&PACKAGES);
    if is_there && !has(&SPARK) && !install(&SPARK) {
        eprintln!("no {}: its test is skipped", SPARK.join(", "));
    }
    is_there.then_some(python)
}

/// Checks that a package needs no `std`: a library that brings a panic handler of its own cannot be
/// compiled with one in which `std` is.
fn without_std(root: &Path, package: &str) -> Result<()> {
    let probe = tempfile::tempdir()?;
    let path = root.join("crates").join(package);
    let manifest = format!(
        "[package]\nname = \"probe\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         {package} = {{ path = '{}', default-features = false }}\n",
        path.display()
    );
    let name = package.replace('-', "_");
    let library = format!(
        "#![no_std]\npub use {name};\n#[panic_handler]\nfn panic(_: &core::panic::PanicInfo<'_>) -> ! \
         {{\n    loop {{}}\n}}\n"
    );
    std::fs::create_dir(probe.path().join("src"))?;
    std::fs::write(probe.path().join("Cargo.toml"), manifest)?;
    std::fs::write(probe.path().join("src/lib.rs"), library)?;
    // The versions of the workspace.
    std::fs::copy(root.join("Cargo.lock"), probe.path().join("Cargo.lock"))?;
    cargo(probe.path(), &["check", "--quiet"])
        .with_context(|| format!("{package} is to be compiled without `std`"))
}

/// Runs the tests of a package that are left out of its other ones, those of this name.
fn optimised(root: &Path, package: &str, name: &str) -> Result<()> {
    let tests = ["test", "--release", "--all-features", "--package", package];
    let ignored = ["--test", "it", "--", "--ignored", name];
    cargo(root, &[&tests[..], &ignored[..]].concat())
}

/// Runs cargo in the workspace.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Result<()> {
    cargo_with(root, arguments, &[])
}

/// The same, with variables in its environment.
fn cargo_with(root: &Path, arguments: &[&str], variables: &[(&str, PathBuf)]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .current_dir(root)
        .status()
        .context("cargo cannot be started")?;
    if !status.success() {
        bail!("`cargo {}` failed", arguments.join(" "));
    }
    Ok(())
}

/// Installs what is missing, where this is Debian and we may. Tests that need what cannot be had
/// are skipped with a word.
fn install_tools() {
    let has = |program: &str| {
        Command::new("sh")
            .args(["-c", &format!("command -v {program} >/dev/null")])
            .status()
            .is_ok_and(|status| status.success())
    };
    let mut missing = TOOLS
        .iter()
        .filter(|(program, _)| !has(program))
        .map(|(_, package)| *package)
        .collect::<Vec<_>>();
    let has_font = Path::new("/usr/share/fonts/opentype/noto").exists();
    if !has_font {
        missing.push(FONTS);
    }
    if missing.is_empty() {
        return;
    }
    eprintln!("installing for the tests: {}", missing.join(" "));
    let script = format!(
        "command -v apt-get >/dev/null && [ \"$(id -u)\" = 0 ] && apt-get update -q >/dev/null && \
         DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends {} >/dev/null",
        missing.join(" ")
    );
    let installed = Command::new("sh").args(["-c", &script]).status();
    if !installed.is_ok_and(|status| status.success()) {
        eprintln!("they could not be installed: tests that need them will be skipped");
    }
}
