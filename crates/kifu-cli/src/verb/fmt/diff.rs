use std::fmt::Write as _;

use kifu::encoding::{Charset, Source};
use similar::{ChangeTag, TextDiff};

use crate::harmless;
use crate::output::Palette;

/// Returns the lines that differ, with three lines of context. If the encodings differ, they follow the
/// file name.
pub(in crate::verb) fn diff(name: &str, old: &Source, new: &Source, palette: &Palette) -> Vec<u8> {
    let mut remarks = [encoding(old), encoding(new)];
    if remarks[0] == remarks[1] {
        remarks = Default::default();
        if old.text() == new.text() {
            "equal text, other bytes".clone_into(&mut remarks[1]);
        }
    }
    let remarks = remarks.each_ref().map(String::as_str);
    let mut shown = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut shown, name, remarks, old.text(), new.text(), palette);
    shown.into_bytes()
}

/// The encodings of a file.
fn encoding(source: &Source) -> String {
    let charsets = source.charsets();
    let mut names: Vec<&str> = charsets.into_iter().map(Charset::name).collect();
    if source.mark() > 0 {
        names.push("byte order mark");
    }
    names.join(", ")
}

fn write(
    shown: &mut String,
    name: &str,
    remarks: [&str; 2],
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
    for (sign, remark) in ["---", "+++"].into_iter().zip(remarks) {
        // A tabulator ends the name for programs that read diffs.
        let tab = if remark.is_empty() { "" } else { "\t" };
        writeln!(shown, "{strong}{sign} {name}{tab}{remark}{strong:#}")?;
    }
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
            let line = change.value();
            let line = match change.tag() {
                ChangeTag::Equal => line.trim_end_matches(['\n', '\r']),
                // The difference may be the line end.
                ChangeTag::Delete | ChangeTag::Insert => line.strip_suffix('\n').unwrap_or(line),
            };
            writeln!(shown, "{style}{sign}{}{style:#}", harmless::line(line))?;
            if change.missing_newline() {
                writeln!(shown, "\\ No newline at end of file")?;
            }
        }
    }
    Ok(())
}
