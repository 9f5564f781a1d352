use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use kifu::collection::dedupe::{Fingerprint, Group, Kind};
use serde_json::json;

use super::find::Found;
use super::{Dedupe, Format};
use crate::harmless;
use crate::output::{Output, Palette, count, grouped};

impl Dedupe {
    pub(super) fn show(&self, found: &Found, output: &mut Output) -> anyhow::Result<()> {
        let palette = output.palette;
        for (number, group) in (1..).zip(&found.groups) {
            let shown = match self.format {
                Format::Full => full(number, group, found, &palette),
                Format::JsonLines => {
                    format!("{}\n", harmless::json(&json_line(group, found)))
                }
            };
            output.write_all(shown.as_bytes())?;
        }
        if self.format == Format::Full {
            output.write_all(summary(found).as_bytes())?;
        }
        Ok(())
    }
}

fn full(number: usize, group: &Group, found: &Found, palette: &Palette) -> String {
    let Palette {
        strong,
        faint,
        good,
        ..
    } = palette;
    let mut shown = String::new();
    let title = harmless::line(found.title(group.best)).into_owned();
    let title = if title.is_empty() {
        String::new()
    } else {
        format!(": {title}")
    };
    // Writing to a string cannot fail.
    let _ = writeln!(shown, "{strong}{number}{title}{strong:#}");
    let name = |number| harmless::line(&found.name(number)).into_owned();
    let worth = found.finder.get(group.best).map_or(String::new(), |best| {
        let mut worth = vec![count(best.moves(), "move")];
        worth.push(match best.info() {
            1 => "1 game-info property".to_owned(),
            info => format!("{info} game-info properties"),
        });
        if best.comments() > 0 {
            worth.push(format!("{} of comments", count(best.comments(), "byte")));
        }
        if best.variation_nodes() > 0 {
            worth.push(format!(
                "{} in variations",
                count(best.variation_nodes(), "node")
            ));
        }
        worth.join(", ")
    });
    let _ = writeln!(
        shown,
        "  {good}{}{good:#}  {faint}best: {worth}{faint:#}",
        name(group.best)
    );
    for member in &group.others {
        let by = if member.to == group.best {
            String::new()
        } else {
            format!(" as {}", name(member.to))
        };
        let _ = writeln!(
            shown,
            "  {}  {faint}{}{by}{faint:#}",
            name(member.number),
            member.relation
        );
    }
    shown.push('\n');
    shown
}

fn json_line(group: &Group, found: &Found) -> String {
    let record = |number: u32| {
        let place = found.places[number as usize];
        let print = found.finder.get(number);
        json!({
            "file": found.files[place.file as usize].0,
            "game": place.game + 1,
            "moves": print.map(Fingerprint::moves),
            "info": print.map(Fingerprint::info),
            "comments": print.map(Fingerprint::comments),
            "title": found.title(number),
        })
    };
    let others = group.others.iter().map(|member| {
        let mut other = record(member.number);
        other["kind"] = member.relation.kind().name().into();
        other["why"] = member.relation.to_string().into();
        if member.to != group.best {
            other["as"] = record(member.to);
        }
        other
    });
    let others: Vec<_> = others.collect();
    json!({"kind": group.kind().name(), "best": record(group.best), "others": others}).to_string()
}

fn summary(found: &Found) -> String {
    let mut by_kind: BTreeMap<Kind, usize> = BTreeMap::new();
    for member in found.groups.iter().flat_map(|group| &group.others) {
        *by_kind.entry(member.relation.kind()).or_default() += 1;
    }
    let counts = by_kind
        .iter()
        .map(|(kind, number)| format!("{} {}", grouped(*number), common(*kind)));
    let counts: Vec<_> = counts.collect();
    if found.finder.is_empty() {
        return "No games.\n".to_owned();
    }
    let games = count(found.finder.len(), "game");
    if counts.is_empty() {
        return format!("No duplicates among {games}.\n");
    }
    let others: usize = by_kind.values().sum();
    format!(
        "{} with {} among {games}: {}.\n",
        count(found.groups.len(), "group"),
        count(others, "duplicate"),
        counts.join(", ")
    )
}

/// What duplicates have in common with another record of their group.
const fn common(kind: Kind) -> &'static str {
    match kind {
        Kind::Bytes => "with the same bytes",
        Kind::Tree => "with the same tree",
        Kind::Moves => "with the same moves",
        Kind::Prefix => "truncated",
        Kind::Near => "nearly equal",
        Kind::Dyer => "with the same signature (Dyer)",
        Kind::Players => "with the same players and date, but other moves",
    }
}
