//! The tables of the schema, as Rust and as documentation.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use self::data::Data;

mod data;
mod docs;
mod rust;

/// Writes every generated file below `root`; with `check`, compares instead.
pub(crate) fn run(root: &Path, check: bool) -> Result<()> {
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).with_context(|| format!("cannot read `{path}`"))
    };
    let data = Data::parse(&read("data/games.tsv")?, &read("data/properties.tsv")?)?;
    let files = [
        ("crates/kifu-sgf/src/schema/game.rs", rust::games(&data)),
        (
            "crates/kifu-sgf/src/schema/properties.rs",
            rust::properties(&data),
        ),
        ("docs/properties.md", docs::properties(&data)),
    ];
    let mut stale = Vec::new();
    for (path, text) in files {
        if fs::read_to_string(root.join(path)).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            stale.push(path);
        } else {
            fs::create_dir_all(
                root.join(path)
                    .parent()
                    .context("a file lies in a folder")?,
            )?;
            fs::write(root.join(path), text).with_context(|| format!("cannot write `{path}`"))?;
        }
    }
    if !stale.is_empty() {
        bail!(
            "not what `data` says, run `cargo xtask gen`: {}",
            stale.join(", ")
        );
    }
    Ok(())
}
