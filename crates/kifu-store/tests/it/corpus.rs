//! Every count of Kombilo's engine.

use std::fs;

use kifu_store::{Anchor, Cell, Pattern, Query, Store};
use kifu_testkit::corpus;

use crate::make;

#[test]
fn answers_are_those_of_kombilo() {
    let (Some(answers), Some(games)) = (
        corpus::path("kombilo-answers.tsv"),
        corpus::compressed("tygem100k.sgf"),
    ) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tygem.kifu");
    let report = make(&path, &[&games]);
    assert_eq!(report.games, 100_000);
    let store = Store::open(&path).unwrap();
    let without_tables = Store::open(&path).unwrap().limit_memory(0);
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in fs::read_to_string(answers).unwrap().lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let [anchor, width, _, pattern, colors, counts @ ..] = fields.as_slice() else {
            panic!("{line}");
        };
        let cells = pattern
            .chars()
            .map(|letter| Cell::from_char(letter).unwrap())
            .collect();
        let anchor = Anchor::from_name(anchor).unwrap();
        let pattern = Pattern::new(width.parse().unwrap(), cells, anchor).unwrap();
        let mut query = Query::new(pattern);
        query.swaps_colors = *colors == "both";
        let answer = store.search(&query).unwrap();
        let main = answer.main;
        let own = [
            main.games,
            main.hits,
            main.black_wins,
            main.white_wins,
            main.swapped,
        ];
        assert_eq!(without_tables.search(&query).unwrap().main, main, "{line}");
        let theirs: Vec<u64> = counts.iter().map(|count| count.parse().unwrap()).collect();
        let continued: u64 = answer
            .continuations()
            .iter()
            .map(|next| next.tally.hits)
            .sum();
        assert_eq!(continued + answer.without.hits, main.hits, "{line}");
        let of_years: u64 = answer.years.values().map(|year| year.hits).sum();
        assert_eq!(of_years, main.hits, "{line}");
        assert_eq!(answer.found.len() as u64, main.games, "{line}");
        rows += 1;
        if own[..] != theirs[..] {
            wrong.push(format!("{own:?} for {theirs:?}: {line:.200}"));
        }
    }
    assert_eq!(rows, 60);
    assert!(
        wrong.is_empty(),
        "{} of {rows} rows:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
