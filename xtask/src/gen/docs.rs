use std::fmt::Write as _;

use super::data::{Data, Limits, Property};

/// `docs/properties.md`.
pub(super) fn properties(data: &Data) -> String {
    let mut out = String::from(
        "<!-- Written by `cargo xtask gen`; change the tables in `data` instead. -->

# Properties and games

Every property of Smart Game Format, FF[1] to FF[4]. *Type* says where a property may stand:
`move` and `setup` never share a node, `root` stands in root nodes only, `game-info` in one node
of each way from the root to a leaf. *FF* names the versions of the format that have it.

",
    );
    out.push_str("## All games\n\n");
    table(&mut out, data, |property| {
        property.games.is_empty() && !obsolete(property)
    });
    for game in &data.games {
        let of_game =
            |property: &Property| property.games.contains(&game.key) && !obsolete(property);
        if data.properties.iter().any(of_game) {
            let _ = writeln!(out, "\n## {}\n", game.name);
            table(&mut out, data, of_game);
        }
    }
    out.push_str("\n## Obsolete\n\n");
    table(&mut out, data, obsolete);
    out.push_str(
        "
## Games

The numbers of `GM`. *Size* is the board where `SZ` is missing, *largest* the longest side that
points can be named on.

| GM | game | size | largest | notes |
|---|---|---|---|---|
",
    );
    for game in &data.games {
        let number = |n: Option<u16>| n.map_or_else(String::new, |n| n.to_string());
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            game.number,
            game.name,
            number(game.size),
            number(game.max),
            game.notes
        );
    }
    out
}

fn obsolete(property: &Property) -> bool {
    !property.versions.contains(&4)
}

fn table(out: &mut String, data: &Data, keep: impl Fn(&Property) -> bool) {
    out.push_str("| ID | name | type | value | FF | meaning |\n|---|---|---|---|---|---|\n");
    for property in data.properties.iter().filter(|property| keep(property)) {
        let mut place = property.place.clone();
        if property.inherit {
            place.push_str(", inherit");
        }
        let limits = match &property.limits {
            Limits::None | Limits::Range(None, None) => String::new(),
            Limits::Range(Some(min), None) => format!(", at least {min}"),
            Limits::Range(None, Some(max)) => format!(", at most {max}"),
            Limits::Range(Some(min), Some(max)) => format!(", {min} to {max}"),
            Limits::Words(words) => format!(": {}", words.join(", ")),
        };
        let versions: String = match (property.versions.first(), property.versions.last()) {
            (Some(first), Some(last)) if first == last => first.to_string(),
            (Some(first), Some(last)) => format!("{first}–{last}"),
            _ => "–".to_owned(),
        };
        let _ = writeln!(
            out,
            "| `{}` | {} | {place} | {}{limits} | {versions} | {} |",
            property.identifier, property.name, property.value.text, property.notes
        );
    }
}
