//! Generated files: the tables of the schema as Rust and as documentation, and what each crate is packaged with.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use self::data::Data;

mod data;
mod docs;
mod package;
mod rust;

/// Writes every generated file below `root`; with `check`, compares instead.
pub(crate) fn run(root: &Path, check: bool) -> Result<()> {
    let read = |path: &str| {
        fs::read_to_string(root.join(&path)).with_context(|| format!("cannot read `{path}`"))
    };
    let data = Data::parse(&read("data/games.tsv")?, &read("data/properties.tsv")?)?;
    let mut files = vec![
        (
            "crates/kifu-sgf/src/schema/game.rs".to_owned(),
            rust::games(&data),
        ),
        (
            "crates/kifu-sgf/src/schema/properties.rs".to_owned(),
            rust::properties(&data),
        ),
        ("docs/properties.md".to_owned(), docs::properties(&data)),
    ];
    files.extend(package::files(root)?);
    let mut stale = Vec::new();
    for (path, text) in files {
        if fs::read_to_string(root.join(&path)).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            stale.push(path);
        } else {
            fs::create_dir_all(
                root.join(&path)
                    .parent()
                    .context("a file lies in a folder")?,
            )?;
            fs::write(root.join(&path), text).with_context(|| format!("cannot write `{path}`"))?;
        }
    }
    if !stale.is_empty() {
        bail!("out of date, run `cargo xtask gen`: {}", stale.join(", "));
    }
    Ok(())
}
