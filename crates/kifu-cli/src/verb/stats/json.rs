use serde_json::{Map, Value, json};

use super::count::{Counts, LENGTH_STEP};
use super::table::{most_played, sorted};
use super::{By, Stats};

impl Stats {
    pub(super) fn json(&self, counts: &Counts) -> String {
        let mut by: Map<String, Value> = Map::new();
        let mut number = 0;
        for entry in &self.group_by {
            let value = match entry {
                By::Field(field) => {
                    let (groups, silent) = (&counts.groups[number], counts.silent[number]);
                    number += 1;
                    let groups = sorted(*field, groups, self.limit).into_iter();
                    let groups: Vec<_> = groups
                        .map(|(name, count)| json!({"value": name, "games": count}))
                        .collect();
                    json!({"groups": groups, "missing": silent})
                }
                By::Wins => {
                    let rows = most_played(counts, self.limit).into_iter();
                    let rows = rows.map(|(komi, [black, white, other])| {
                        json!({"komi": komi.0, "black": black, "white": white, "other": other})
                    });
                    rows.collect()
                }
                By::Length => {
                    let rows = counts.lengths.iter();
                    rows.map(|(step, count)| json!({"from": step * LENGTH_STEP, "games": count}))
                        .collect()
                }
                By::Problems => {
                    let rows = counts.problems.iter().map(|(code, (severity, count))| {
                        json!({"code": code, "severity": severity.name(), "count": count})
                    });
                    rows.collect()
                }
            };
            by.insert(entry.name().to_owned(), value);
        }
        json!({
            "files": counts.files,
            "games": counts.games,
            "moves": counts.moves,
            "by": by,
        })
        .to_string()
    }
}
