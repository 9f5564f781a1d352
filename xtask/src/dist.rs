//! `cargo xtask dist`: the archive of a release.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Documents that a release carries. The last one is the license of the fonts in the program.
const DOCUMENTS: [&str; 5] = [
    "README.md",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "crates/kifu-diagram/fonts/OFL.txt",
];

/// Shells that completions are packed for.
const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

/// Builds the command line for `target` and packs it into `dist/kifu-VERSION-TARGET.tar.gz`, or `.zip` for Windows,
/// with documents, completions and man pages.
pub(crate) fn run(root: &Path, target: Option<&str>) -> Result<()> {
    let host = host()?;
    let target = target.unwrap_or(&host);
    let build = [
        "build",
        "--locked",
        "--profile",
        "dist",
        "--package",
        "kifu-cli",
        "--target",
        target,
    ];
    crate::test::cargo(root, &build)?;
    let folder_of_targets = folder_of_targets(root);
    let program = if target.contains("windows") {
        "kifu.exe"
    } else {
        "kifu"
    };
    let built = folder_of_targets.join(target).join("dist").join(program);

    let name = format!("kifu-{}-{target}", env!("CARGO_PKG_VERSION"));
    let folder = root.join("dist").join(&name);
    fs::create_dir_all(&folder)?;
    fs::copy(&built, folder.join(program)).context("cannot copy the program")?;
    for document in DOCUMENTS {
        let from = root.join(document);
        let name = from.file_name().context("a path of a file")?;
        fs::copy(&from, folder.join(name))?;
    }
    // A program for another machine may not run here.
    let own = if target == host {
        built
    } else {
        crate::test::cargo(root, &["build", "--locked", "--package", "kifu-cli"])?;
        folder_of_targets
            .join("debug")
            .join(format!("kifu{}", std::env::consts::EXE_SUFFIX))
    };
    write_extras(&own, &folder)?;
    let ending = if target.contains("windows") {
        "zip"
    } else {
        "tar.gz"
    };
    let archive = format!("{name}.{ending}");
    let status = Command::new("tar")
        .args(["-a", "-c", "-f", &archive, &name])
        .current_dir(root.join("dist"))
        .status()
        .context("cannot start `tar`")?;
    if !status.success() {
        bail!("`tar` failed");
    }
    fs::remove_dir_all(&folder)?;
    println!("dist/{archive}");
    Ok(())
}

/// Writes `completions/kifu.SHELL` for each shell and the man pages in `man` to a folder.
pub(crate) fn write_extras(program: &Path, folder: &Path) -> Result<()> {
    let completions = folder.join("completions");
    fs::create_dir_all(&completions)?;
    for shell in SHELLS {
        let text = output(program, &["completions", shell])?;
        fs::write(completions.join(format!("kifu.{shell}")), text)?;
    }
    let pages = folder.join("man");
    let pages = pages.to_string_lossy();
    output(program, &["completions", "man", "--output", &pages])?;
    Ok(())
}

/// The folder that cargo builds into.
pub(crate) fn folder_of_targets(root: &Path) -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR");
    root.join(folder.map_or_else(|| PathBuf::from("target"), PathBuf::from))
}

/// The target of this machine.
fn host() -> Result<String> {
    let version = output(Path::new("rustc"), &["-vV"])?;
    let line = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(line.context("rustc names no host")?.to_owned())
}

fn output(program: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .with_context(|| format!("cannot start `{}`", program.display()))?;
    if !output.status.success() {
        bail!("`{} {}` failed", program.display(), arguments.join(" "));
    }
    Ok(String::from_utf8(output.stdout)?)
}
