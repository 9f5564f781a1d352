//! `cargo xtask deb`: the Debian package.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::command::succeed;
use crate::dist;

/// Folder of the completions and man pages while they are packed. The manifest of `kifu-cli` names it.
const EXTRAS: &str = "dist/deb";

/// Builds the command line and packs it with completions and man pages into `dist/kifu_VERSION_ARCHITECTURE.deb`.
pub(crate) fn run(root: &Path, profile: &str) -> Result<()> {
    let build = ["build", "--locked", "--package", "kifu-cli", "--profile"];
    crate::test::cargo(root, &[&build[..], &[profile]].concat())?;
    // Cargo has another name for the folder of this profile.
    let folder = if profile == "dev" { "debug" } else { profile };
    let program = dist::folder_of_targets(root).join(folder).join("kifu");
    let extras = root.join(EXTRAS);
    // Man pages of removed commands would be packed too.
    if extras.exists() {
        fs::remove_dir_all(&extras)?;
    }
    dist::write_extras(&program, &extras)?;
    let mut pack = Command::new("cargo");
    pack.args(["deb", "--package", "kifu-cli", "--no-build", "--profile"])
        .args([profile, "--output", "dist/"])
        .current_dir(root);
    succeed(&mut pack).context("`cargo install cargo-deb --locked` installs the packer")?;
    fs::remove_dir_all(&extras)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::EXTRAS;

    #[test]
    fn the_package_has_completions_and_man_pages() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let manifest = std::fs::read_to_string(root.join("crates/kifu-cli/Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let assets = manifest["package"]["metadata"]["deb"]["assets"].as_array();
        let assets = assets.unwrap().iter().map(|asset| {
            let part = |index: usize| asset[index].as_str().unwrap();
            (part(0), part(1))
        });
        let assets: Vec<_> = assets.collect();
        for (from, to) in [
            (
                "completions/kifu.bash",
                "usr/share/bash-completion/completions/kifu",
            ),
            (
                "completions/kifu.zsh",
                "usr/share/zsh/vendor-completions/_kifu",
            ),
            (
                "completions/kifu.fish",
                "usr/share/fish/vendor_completions.d/kifu.fish",
            ),
            ("man/*.1", "usr/share/man/man1/"),
        ] {
            let from = format!("../../{EXTRAS}/{from}");
            assert!(assets.contains(&(&*from, to)), "{from} goes to {to}");
        }
    }
}
