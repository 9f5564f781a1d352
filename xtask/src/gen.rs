//! Generated files: the tables of the schema as Rust and as documentation, the package files of each crate, and the
//! conformance suite.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use self::data::Data;

mod conformance;
mod data;
mod docs;
mod header;
mod package;
mod players;
mod rust;

/// Writes every generated file below `root`; with `check`, compares instead.
pub(crate) fn run(root: &Path, check: bool) -> Result<()> {
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).with_context(|| format!("cannot read `{path}`"))
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
        (
            "crates/kifu-select/src/players/table.rs".to_owned(),
            players::table(&read("data/players.tsv")?)?,
        ),
    ];
    files.extend(header::files(root)?);
    files.extend(package::files(root)?);
    let mut files = files
        .into_iter()
        .map(|(path, text)| (path, text.into_bytes()))
        .collect::<BTreeMap<_, _>>();
    files.extend(conformance::files(root)?);
    if check {
        conformance::check_scoreboard(root, &files)?;
    }
    let mut stale = Vec::new();
    for path in unknown(root, conformance::FOLDER, &files)? {
        if check {
            stale.push(path);
        } else {
            fs::remove_file(root.join(&path)).with_context(|| format!("cannot remove `{path}`"))?;
        }
    }
    for (path, content) in files {
        if fs::read(root.join(&path)).is_ok_and(|old| old == content) {
            continue;
        }
        if check {
            stale.push(path);
        } else {
            let folder = root.join(&path);
            let folder = folder.parent().context("a file lies in a folder")?;
            fs::create_dir_all(folder)?;
            fs::write(root.join(&path), content)
                .with_context(|| format!("cannot write `{path}`"))?;
        }
    }
    if !stale.is_empty() {
        bail!("out of date, run `cargo xtask gen`: {}", stale.join(", "));
    }
    Ok(())
}

/// The files in `folder`, which holds generated files only, that are not generated any more.
fn unknown(root: &Path, folder: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<String>> {
    let mut unknown = Vec::new();
    let Ok(topics) = fs::read_dir(root.join(folder)) else {
        return Ok(unknown);
    };
    for topic in topics {
        let topic = topic?;
        for file in fs::read_dir(topic.path())? {
            let (topic, file) = (topic.file_name(), file?.file_name());
            let path = format!(
                "{folder}/{}/{}",
                topic.to_string_lossy(),
                file.to_string_lossy()
            );
            if !files.contains_key(&path) {
                unknown.push(path);
            }
        }
    }
    unknown.sort();
    Ok(unknown)
}
