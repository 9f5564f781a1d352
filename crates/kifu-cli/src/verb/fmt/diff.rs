use std::fmt::Write as _;

use similar::{ChangeTag, TextDiff};

use crate::harmless;
use crate::output::Palette;

/// The lines that differ, with three lines around them.
pub(in crate::verb) fn diff(name: &str, old: &str, new: &str, palette: &Palette) -> Vec<u8> {
    let mut shown = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut shown, name, old, new, palette);
    shown.into_bytes()
}

fn write(
    shown: &mut String,
    name: &str,
    old: &str,
    new: &str,
    palette: &Palette,
) -> std::fmt::Result {
    let Palette {
        strong,
        accent,
        error,
        good,
        ..
    } = palette;
    let name = harmless::line(name);
    writeln!(shown, "{strong}--- {name}{strong:#}")?;
    writeln!(shown, "{strong}+++ {name}{strong:#}")?;
    let diff = TextDiff::configure()
        .timeout(std::time::Duration::from_secs(2))
        .diff_lines(old, new);
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        writeln!(shown, "{accent}{}{accent:#}", hunk.header())?;
        for change in hunk.iter_changes() {
            let (sign, style) = match change.tag() {
                ChangeTag::Equal => (' ', anstyle::Style::new()),
                ChangeTag::Delete => ('-', *error),
                ChangeTag::Insert => ('+', *good),
            };
            let line = change.value().trim_end_matches(['\n', '\r']);
            writeln!(shown, "{style}{sign}{}{style:#}", harmless::line(line))?;
            if change.missing_newline() {
                writeln!(shown, "\\ No newline at end of file")?;
            }
        }
    }
    Ok(())
}
