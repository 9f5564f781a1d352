//! Table of players and their names.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};

/// The table as Rust.
pub(super) fn table(tsv: &str) -> Result<String> {
    let mut out = String::from(
        "// Written by `cargo xtask gen`; change `data/players.tsv` instead.

use super::Known;

#[rustfmt::skip]
pub(super) const PLAYERS: &[Known] = &[
",
    );
    let rows = tsv.lines().filter(|line| !line.starts_with('#')).skip(1);
    for (number, row) in rows.enumerate() {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().map(str::trim);
        let (name, born, others) = (cell(), cell(), cell());
        let name = name
            .filter(|name| !name.is_empty())
            .with_context(|| format!("row {number} of the players has no name"))?;
        let born = match born.unwrap_or_default() {
            "" => "None".to_owned(),
            year => format!(
                "Some({})",
                year.parse::<u16>().with_context(|| name.to_owned())?
            ),
        };
        let others: Vec<_> = others
            .unwrap_or_default()
            .split('|')
            .map(str::trim)
            .filter(|other| !other.is_empty())
            .collect();
        ensure!(!name.contains('|'), "{name}: one name is shown");
        let _ = writeln!(
            out,
            "    Known {{ name: {name:?}, born: {born}, others: &{others:?} }},"
        );
    }
    out.push_str("];\n");
    Ok(out)
}
