//! The answer as JSON and as comma-separated values.

use kifu::store::{Answer, Continuation, Counts, Found, IndexedGame, Pattern, Query, Tally};
use serde_json::{Value, json};

use super::{Games, Search, percent};
use crate::database::found_json;
use crate::harmless;

/// The games of an answer as JSON before they are written.
const NO_GAMES: &str = "\"games\":[]";

impl Search {
    /// The answer as JSON: what comes before its games, and what comes after.
    pub(super) fn json(&self, games: &Games, answer: &Answer, query: &Query) -> (String, String) {
        let pattern = &query.pattern;
        let of = |(info, found): &(IndexedGame, Found)| found_json(info, found, pattern);
        let years: Vec<Value> = answer
            .years
            .iter()
            .map(|(year, counts)| {
                json!({
                    "year": year,
                    "hits": counts.hits,
                    "black_wins": counts.black_wins,
                    "white_wins": counts.white_wins,
                })
            })
            .collect();
        let mut object = json!({
            "pattern": pattern.to_string().lines().collect::<Vec<_>>(),
            "searched": answer.searched,
            "main": counts_json(answer.main),
            "continuations": answer
                .continuations()
                .iter()
                .take(self.top(0))
                .map(|next| next_json(next, answer.main.hits))
                .collect::<Vec<_>>(),
            "without_continuation": answer.without.hits,
            "years": years,
            "first": games.first.as_ref().map(of),
            "first_is_sure": games.is_first_sure,
            "games": [],
        });
        if answer.unread > 0 {
            object["unread"] = answer.unread.into();
        }
        if query.in_variations {
            object["without_continuation_in_variations"] = answer.without.in_variations.into();
            object["variations"] = counts_json(answer.variations);
        }
        if self.kombilo {
            object["once_for_each_continuation"] = json!({
                "hits": answer.continued.hits,
                "black_wins": answer.continued.black_wins,
                "white_wins": answer.continued.white_wins,
            });
        }
        let text = format!("{}\n", harmless::json(&object.to_string()));
        // Quotes are escaped inside of strings, and no other key has this name.
        let (start, end) = text.split_once(NO_GAMES).unwrap_or((&text, ""));
        (format!("{start}\"games\":["), format!("]{end}"))
    }

    /// The continuations, and the hits without one.
    pub(super) fn csv(&self, answer: &Answer, pattern: &Pattern) -> anyhow::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([
            "point",
            "color",
            "hits",
            "black_wins",
            "white_wins",
            "tenuki",
            "average_move",
            "in_variations",
            "position_in_games",
        ])?;
        for next in answer.continuations().iter().take(self.top(0)) {
            debug_assert!(next.point.x < pattern.columns(), "a point of the pattern");
            let (point, color) = (next.point.to_string(), next.color.to_string());
            writer.write_record(csv_row(point, color, next.tally, next.reached))?;
        }
        let without = answer.without;
        if without.hits + without.in_variations > 0 {
            writer.write_record(csv_row("none".to_owned(), String::new(), without, None))?;
        }
        Ok(String::from_utf8_lossy(&writer.into_inner()?).into_owned())
    }
}

fn csv_row(point: String, color: String, tally: Tally, reached: Option<u64>) -> [String; 9] {
    let average = tally.average_move();
    [
        point,
        color,
        tally.hits.to_string(),
        tally.black_wins.to_string(),
        tally.white_wins.to_string(),
        tally.tenuki.to_string(),
        average.map_or_else(String::new, |average| format!("{average:.2}")),
        tally.in_variations.to_string(),
        reached.map_or_else(String::new, |reached| reached.to_string()),
    ]
}

fn counts_json(counts: Counts) -> Value {
    json!({
        "games": counts.games,
        "hits": counts.hits,
        "black_wins": counts.black_wins,
        "white_wins": counts.white_wins,
        "undecided": counts.hits - counts.black_wins - counts.white_wins,
        "swapped": counts.swapped,
    })
}

fn next_json(next: &Continuation, hits: u64) -> Value {
    let tally = next.tally;
    let share = tally.black_share();
    json!({
        "point": next.point.to_string(),
        "color": next.color.to_string(),
        "hits": tally.hits,
        "percent": percent(tally.hits, hits),
        "black_wins": tally.black_wins,
        "white_wins": tally.white_wins,
        "undecided": tally.hits - tally.black_wins - tally.white_wins,
        "black_share": share.map(|share| share.share),
        "black_share_low": share.map(|share| share.low),
        "black_share_high": share.map(|share| share.high),
        "tenuki": tally.tenuki,
        "average_move": tally.average_move(),
        "in_variations": tally.in_variations,
        "position_in_games": next.reached,
    })
}
