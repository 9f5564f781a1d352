//! Package files of each published crate: a README and both license texts.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// The license texts, which `cargo package` only takes from the folder of a crate.
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Path below `root` and content of every such file, sorted by path.
pub(super) fn files(root: &Path) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    let folder = root.join("crates");
    for entry in fs::read_dir(&folder).context("cannot list `crates`")? {
        let folder = entry?.file_name();
        let folder = Path::new("crates").join(folder);
        let manifest = folder.join("Cargo.toml");
        let Ok(manifest) = fs::read_to_string(root.join(&manifest)) else {
            continue;
        };
        if manifest.contains("publish = false") {
            continue;
        }
        let path = |name: &str| folder.join(name).to_string_lossy().replace('\\', "/");
        let readme = readme(&manifest).with_context(|| path("Cargo.toml"))?;
        files.push((path("README.md"), readme));
        for name in LICENSES {
            let text = fs::read_to_string(root.join(name))
                .with_context(|| format!("cannot read `{name}`"))?;
            files.push((path(name), text));
        }
    }
    files.sort();
    Ok(files)
}

/// The README of a crate, from the name and description in its manifest.
fn readme(manifest: &str) -> Result<String> {
    let field = |name: &str| {
        let line = manifest.lines().find_map(|line| {
            let value = line.strip_prefix(name)?.trim_start().strip_prefix('=')?;
            Some(value.trim().trim_matches('"'))
        });
        line.with_context(|| format!("a manifest has no `{name}`"))
    };
    let (name, description) = (field("name")?, field("description")?);
    let documentation = field("documentation")?;
    let about = if name == "kifu" {
        face(manifest)
    } else {
        "This crate is part of Kifu, the toolkit for records of Go and other board games in Smart Game\n\
         Format (SGF). Most programs depend on [`kifu`](https://docs.rs/kifu).\n\n"
            .to_owned()
    };
    Ok(format!(
        "# {name}\n\n\
         {description}.\n\n\
         {about}\
         - [Documentation]({documentation})\n\
         - [Changes](https://github.com/kifu-sgf/kifu/blob/main/CHANGELOG.md)\n\n\
         ## License\n\n\
         MIT or Apache-2.0, at your option.{}\n",
        if name == "kifu-diagram" {
            " The fonts in `fonts` are under the SIL Open Font License 1.1."
        } else {
            ""
        }
    ))
}

/// What the crate that re-exports the others has: an example, and its features with the comments in its manifest.
fn face(manifest: &str) -> String {
    let mut text = "It reads records of Go and other board games in Smart Game Format (SGF) as they are, broken ones too,\n\
                    edits and writes them, and keeps what it does not change byte for byte.\n\n\
                    ```rust\n\
                    use kifu::Collection;\n\n\
                    let collection = Collection::open(\"game.sgf\")?;\n\
                    for game in &collection {\n\
                    \x20   let moves = game.main_line().filter(|node| node.play().is_some()).count();\n\
                    \x20   println!(\"{:?}: {moves} moves\", game.info().black().name);\n\
                    }\n\
                    ```\n\n\
                    Without features, `kifu` has fewer than twenty dependencies.\n\n\
                    | feature | what it adds |\n|---|---|\n"
        .to_owned();
    let lines = manifest.lines().zip(manifest.lines().skip(1));
    for (comment, line) in lines {
        if let Some(comment) = comment.strip_prefix("## ")
            && let Some((feature, _)) = line.split_once(" = ")
        {
            text.extend(["| `", feature, "` | ", comment, " |\n"]);
        }
    }
    text.push('\n');
    text
}
