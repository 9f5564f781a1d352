//! `cargo xtask test`: all tests, with the programs and packages that some of them need.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::command::install_packages;

/// Programs that tests open files with, each with the Debian package it comes in.
const TOOLS: [(&str, &str); 6] = [
    ("identify", "imagemagick"),
    ("pdftotext", "poppler-utils"),
    ("qpdf", "qpdf"),
    ("xmllint", "libxml2-utils"),
    ("fc-list", "fontconfig"),
    ("xz", "xz-utils"),
];

/// Fonts that diagrams with Chinese, Japanese and Korean text are tested with.
const FONTS: &str = "fonts-noto-cjk";

/// Python packages that read the tables of an index in tests.
const PACKAGES: [&str; 4] = ["duckdb", "polars", "pandas", "pyarrow"];

/// Programs and packages that a run may install.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Installs {
    /// Debian packages as root, and Python packages in a folder of their own.
    Everything,
    /// Nothing: tests without their tools are skipped, each with a word.
    Nothing,
}

/// Runs the tests: of the Rust crates if `core`, of everything otherwise.
pub(crate) fn run(root: &Path, core: bool, installs: Installs) -> Result<()> {
    let needed = Needed::find(root);
    needed.announce(installs);
    if installs == Installs::Everything {
        needed.install();
    }
    let mut variables = Vec::new();
    if does(&needed.python, &["-c", &imports()]) {
        variables.push(("KIFU_PYTHON", needed.python));
    } else {
        eprintln!(
            "no Python with {}: its test is skipped",
            PACKAGES.join(", ")
        );
    }
    let tests = ["test", "--workspace", "--all-features"];
    cargo_with(root, &tests, &variables)?;
    if core {
        return Ok(());
    }
    without_std(root, "kifu-syntax")?;
    without_std(root, "kifu-go")?;
    // A million nodes in a row, nested or side by side, and a gigabyte in one value; all positions
    // and games of small boards: too slow without optimization.
    optimized(root, "kifu-sgf", "shapes")?;
    // The largest real file.
    optimized(root, "kifu-syntax", "real_files")?;
    optimized(root, "kifu-sgf", "real_files")?;
    optimized(root, "kifu-go", "enumerate")
}

/// Requirements of the tests that this machine lacks.
struct Needed {
    /// Debian packages.
    packages: Vec<&'static str>,
    /// The interpreter of a folder for these tests.
    python: PathBuf,
    /// Whether that interpreter lacks packages.
    lacks_python: bool,
}

impl Needed {
    fn find(root: &Path) -> Self {
        let mut packages = TOOLS
            .iter()
            .filter(|(program, _)| {
                !does(Path::new("sh"), &["-c", &format!("command -v {program}")])
            })
            .map(|(_, package)| *package)
            .collect::<Vec<_>>();
        if !Path::new("/usr/share/fonts/opentype/noto").exists() {
            packages.push(FONTS);
        }
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let python = root.join(target).join("python").join(if cfg!(windows) {
            "Scripts/python.exe"
        } else {
            "bin/python"
        });
        Self {
            packages,
            lacks_python: !does(&python, &["-c", &imports()]),
            python,
        }
    }

    /// Prints the missing requirements before anything is installed. Sizes are those on Debian 12.
    fn announce(&self, installs: Installs) {
        let verb = match installs {
            Installs::Everything => "installing",
            Installs::Nothing => "missing, so their tests are skipped",
        };
        if !self.packages.is_empty() {
            eprintln!(
                "{verb}: Debian packages {} (up to 190 MB), as root",
                self.packages.join(" ")
            );
        }
        if self.lacks_python {
            eprintln!(
                "{verb}: Python packages {} (500 MB), in `{}`",
                PACKAGES.join(" "),
                self.python.display()
            );
        }
    }

    fn install(&self) {
        let packages = self.packages.join(" ");
        if !self.packages.is_empty() && install_packages(&packages).is_err() {
            eprintln!("cannot install {packages}: tests that need them are skipped");
        }
        if self.lacks_python {
            let folder = self.python.parent().and_then(Path::parent);
            let folder = folder.map(|folder| folder.to_string_lossy().into_owned());
            let folder = folder.unwrap_or_default();
            let words = [
                "-m",
                "pip",
                "install",
                "-q",
                "--timeout",
                "15",
                "--retries",
                "1",
            ];
            let _ = does(Path::new("python3"), &["-m", "venv", &folder])
                && does(&self.python, &[&words[..], &PACKAGES].concat());
        }
    }
}

fn imports() -> String {
    format!("import {}", PACKAGES.join(", "))
}

/// Whether a program can be started and succeeds.
fn does(program: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Checks that a package needs no `std`: a library with its own panic handler cannot be compiled together with one
/// that uses `std`.
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
        .with_context(|| format!("{package} does not compile without `std`"))
}

/// Runs the ignored tests of a package whose names contain `name`, with optimization.
fn optimized(root: &Path, package: &str, name: &str) -> Result<()> {
    let tests = ["test", "--release", "--all-features", "--package", package];
    let ignored = ["--test", "it", "--", "--ignored", name];
    cargo(root, &[&tests[..], &ignored[..]].concat())
}

/// Runs cargo in the workspace.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Result<()> {
    cargo_with(root, arguments, &[])
}

/// Runs cargo in the workspace, with additional environment variables.
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
