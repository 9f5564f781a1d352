//! Checks of the Rust sources of the binding: unsafe code in one file, a guard at each entry.

use std::path::Path;

use anyhow::{Result, bail};

/// Checks the sources; returns how many entries there are.
pub(super) fn check(root: &Path) -> Result<usize> {
    let mut entries = 0;
    for file in std::fs::read_dir(root.join("bindings/c/src"))? {
        let path = file?.path();
        let text = std::fs::read_to_string(&path)?;
        let name = path.display();
        let is_border = path.ends_with("ffi.rs");
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or(line);
            let is_attribute = code.trim() == "#[unsafe(no_mangle)]";
            // The types of callbacks say that calling them is unsafe; nothing is called there.
            let is_type = code.contains("unsafe extern \"C\" fn(");
            if code.contains("unsafe") && !is_border && !is_attribute && !is_type {
                bail!("{name}:{}: unsafe code outside of `ffi.rs`", number + 1);
            }
        }
        for entry in text.split("\n#[unsafe(no_mangle)]\n").skip(1) {
            entries += 1;
            let Some((head, body)) = entry.split_once("{\n") else {
                bail!("{name}: an entry without a body");
            };
            let first = body.trim_start();
            let is_guarded = ["ffi::call(", "ffi::guard(", "crate::ffi::guard("]
                .iter()
                .any(|guard| first.starts_with(guard));
            // These call `ffi::call` first thing.
            let helpers = [
                "step(",
                "ask(",
                "info(",
                "first(",
                "made(",
                "draw(",
                "crate::node::ask(",
                "kifu_replay::step(",
                "let pick",
                "let drawn",
                "let on_board",
            ];
            if !is_guarded && !helpers.iter().any(|helper| first.starts_with(helper)) {
                bail!("{name}: `{}` has no guard against panics", head.trim());
            }
        }
    }
    Ok(entries)
}
