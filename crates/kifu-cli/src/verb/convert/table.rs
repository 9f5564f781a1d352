use std::io::Write as _;

use kifu_formats::Format;

use crate::exit::Exit;
use crate::output::Output;

/// Lists the formats: name, title, whether they are written, and the properties they hold.
pub(super) fn show(output: &mut Output) -> anyhow::Result<Exit> {
    let palette = output.palette;
    let (strong, faint) = (palette.strong, palette.faint);
    for format in Format::ALL {
        let support = format.support();
        let ways = if format.writes() { "both ways" } else { "read" };
        let mut can = Vec::new();
        can.extend(support.many.then_some("several games"));
        can.extend(support.variations.then_some("variations"));
        let can = if can.is_empty() {
            String::new()
        } else {
            format!(", {}", can.join(" and "))
        };
        writeln!(
            output,
            "{strong}{:11}{strong:#}  {}, {ways}{can}",
            format.name(),
            format.title()
        )?;
        for (place, list) in [("root", support.root), ("nodes", support.nodes)] {
            let list = match list {
                ["*"] => "everything".to_owned(),
                [] => continue,
                list => list.join(" "),
            };
            writeln!(output, "{:13}{faint}{place:5}{faint:#}  {list}", "")?;
        }
    }
    Ok(Exit::Clean)
}
