//! `cargo xtask book`: the documentation as a book, with its links checked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The version of mdBook that the book is built with.
const MDBOOK: &str = "0.5.4";

/// Checks the links between files of the project, and builds the book into `book` of the target folder.
pub(crate) fn run(root: &Path) -> Result<()> {
    let broken = broken_links(root)?;
    if !broken.is_empty() {
        bail!("links to files that are missing:\n{}", broken.join("\n"));
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let target = root.join(target);
    let program = mdbook(root, &target)?;
    let status = Command::new(program)
        .arg("build")
        .arg(root.join("docs"))
        .arg("--dest-dir")
        .arg(target.join("book"))
        .status()
        .context("cannot start mdbook")?;
    if !status.success() {
        bail!("mdbook failed");
    }
    Ok(())
}

/// The program, installed into the target folder if it is not there.
fn mdbook(root: &Path, target: &Path) -> Result<PathBuf> {
    let folder = target.join("tools");
    let program = folder.join("bin").join(if cfg!(windows) {
        "mdbook.exe"
    } else {
        "mdbook"
    });
    if !program.exists() {
        eprintln!("installing mdbook {MDBOOK} into `{}`", folder.display());
        let folder = folder.to_string_lossy();
        let install = [
            "install",
            "mdbook",
            "--version",
            MDBOOK,
            "--locked",
            "--no-default-features",
            "--features",
            "search",
            "--root",
            &folder,
        ];
        crate::test::cargo(root, &install)?;
    }
    Ok(program)
}

/// Links of the documentation to files of the project that do not exist, as `file: link`.
fn broken_links(root: &Path) -> Result<Vec<String>> {
    let mut pages = [
        "README.md",
        "DESIGN.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "conformance/README.md",
    ]
    .map(|name| root.join(name))
    .to_vec();
    for entry in fs::read_dir(root.join("docs"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
    pages.sort();
    let mut broken = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
        let folder = page.parent().context("a page lies in a folder")?;
        for link in links(&text) {
            if !folder.join(link).exists() {
                let page = page.strip_prefix(root).unwrap_or(&page);
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    Ok(broken)
}

/// Targets of `[text](target)` that name files: no address, no anchor of the same page. Code blocks have none.
fn links(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for (at, _) in line.match_indices("](") {
            if is_in_code(line, at) {
                continue;
            }
            let target = &line[at + 2..];
            let Some(end) = target.find(')') else {
                continue;
            };
            let target = target[..end].split('#').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                links.push(target);
            }
        }
    }
    links
}

/// Whether the byte at `at` of a line is inside of a code span, between two runs of as many backticks.
fn is_in_code(line: &str, at: usize) -> bool {
    let mut place = 0;
    while let Some(found) = line[place..].find('`') {
        let start = place + found;
        let length = line[start..]
            .bytes()
            .take_while(|byte| *byte == b'`')
            .count();
        let after = start + length;
        let Some(end) = line[after..].find(&line[start..after]) else {
            return false;
        };
        if (start..after + end).contains(&at) {
            return true;
        }
        place = after + end + length;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_files() {
        let text =
            "[a](b.md) [c](https://d) [e](#f) [g](h.md#i) `[j](k)` ``[a`](b)``\n```\n[l](m)\n```\n";
        assert_eq!(links(text), ["b.md", "h.md"]);
    }
}
