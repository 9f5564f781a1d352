//! Answers for some of the segments, sent to another process, add up to the answer for all.

use std::fmt::Write as _;
use std::fs;

use kifu_store::{Answer, Order, Query, Store};
use proptest::prelude::*;

use crate::laws::{games, query};
use crate::stream::two_segments;
use crate::{index, make};

const ORDERS: [Order; 5] = [
    Order::Index,
    Order::Rank,
    Order::Newest,
    Order::Oldest,
    Order::Novelty,
];

/// The answer as it comes out of another process.
fn sent(answer: &Answer) -> Answer {
    let text = serde_json::to_string(answer).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The answers for parts of the segments: each goes to the part of its number.
fn merged(store: &Store, query: &Query, parts: &[usize], samples: usize) -> Answer {
    let segments = store.snapshot().segments().len();
    let mut all = Answer::default();
    let most = parts.iter().copied().max().unwrap_or(0);
    for part in (0..=most).rev() {
        let is_own = |segment: &u32| parts[*segment as usize % parts.len()] == part;
        let own = Query {
            segments: Some((0..segments as u32).filter(is_own).collect()),
            ..query.clone()
        };
        all.add(sent(&store.partial_answer(&own, samples).unwrap()));
    }
    all
}

fn whole(store: &Store, query: &Query) -> Answer {
    let mut whole = store.search(query).unwrap();
    store.reached(query, &mut whole).unwrap();
    whole
}

fn compare(whole: &Answer, merged: &Answer, samples: usize) -> Result<(), TestCaseError> {
    prop_assert_eq!(whole.main, merged.main);
    prop_assert_eq!(whole.variations, merged.variations);
    prop_assert_eq!(whole.continued, merged.continued);
    prop_assert_eq!(whole.without, merged.without);
    prop_assert_eq!(&whole.years, &merged.years);
    prop_assert_eq!(whole.searched, merged.searched);
    prop_assert_eq!(whole.unread, merged.unread);
    prop_assert_eq!(whole.continuations(), merged.continuations());
    prop_assert_eq!(&whole.hits, &merged.hits);
    prop_assert_eq!(whole.found.len(), merged.found.len());
    for order in ORDERS {
        prop_assert_eq!(whole.sample(order, samples), merged.sample(order, samples));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_partition_of_the_segments_gives_the_whole_answer(
        text in games(),
        mut query in query(),
        lists in any::<bool>(),
        parts in proptest::collection::vec(0..3_usize, 1..6),
        samples in 0..4_usize,
    ) {
        query.lists_hits = lists;
        let (_folder, store) = index(&text);
        let merged = merged(&store, &query, &parts, samples);
        compare(&whole(&store, &query), &merged, samples)?;
    }
}

/// Many games with dates, ranks and every kind of result, in several segments; positions come about in several orders.
#[test]
fn samples_and_transpositions_are_those_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.kifu");
    let results = ["B+R", "W+0.5", "0", "?", "Void", ""];
    let moves = [
        "B[aa];W[bb];B[cc]",
        "B[cc];W[bb];B[aa]",
        "B[bb];W[aa]",
        "B[cc]",
    ];
    for file in 0..4 {
        let mut text = String::new();
        for game in 0..40 {
            let n = file * 40 + game;
            let size = if game % 9 == 0 { 7 } else { 5 };
            let (date, rank) = (1990 + n * 7 % 31, n * 5 % 9 + 1);
            write!(
                text,
                "(;SZ[{size}]RE[{}]DT[{date}]BR[{rank}d]WR[{}d];{})",
                results[n % 6],
                n % 7 + 1,
                moves[n % 4]
            )
            .unwrap();
        }
        let name = folder.path().join(format!("{file}.sgf"));
        fs::write(&name, text).unwrap();
        make(&path, &[&name]);
    }
    let store = Store::open(&path).unwrap();
    assert!(store.snapshot().segments().len() > 3);
    for drawing in [
        "...../...../...../...../.....",
        "X",
        "X./.O",
        "X..../...../...../...../.....",
    ] {
        let drawing: kifu_store::Drawing = drawing.parse().unwrap();
        let mut pattern = drawing.pattern().unwrap();
        if pattern.columns() == 5 {
            pattern = pattern.anchored(kifu_store::Anchor::FULL).unwrap();
        }
        let query = Query::new(pattern);
        let whole = whole(&store, &query);
        assert!(whole.main.games > 10, "{}", query.pattern);
        for parts in [vec![0], vec![0, 1], vec![2, 0, 1], vec![1, 0, 0]] {
            for samples in [0, 1, 3, 1000] {
                let merged = merged(&store, &query, &parts, samples);
                compare(&whole, &merged, samples).unwrap();
            }
        }
    }
}

#[test]
fn what_no_search_answers_is_refused() {
    let (_folder, store) = index("(;SZ[5]RE[B+R];B[aa];W[bb])");
    let drawing: kifu_store::Drawing = "X".parse().unwrap();
    let query = Query::new(drawing.pattern().unwrap());
    let answer = store.partial_answer(&query, 5).unwrap();
    let form = serde_json::to_value(&answer).unwrap();
    assert!(serde_json::from_value::<Answer>(form.clone()).is_ok());
    for (key, value) in [
        ("version", serde_json::json!(2)),
        ("places", serde_json::json!(u64::MAX)),
        ("games", serde_json::json!(0)),
        ("tallies", serde_json::json!([[5000, answer.without]])),
        (
            "found",
            serde_json::json!([[0, 70_000, 0, 0, 0, 0, false, 0, null, null]]),
        ),
        ("found", serde_json::json!([])),
    ] {
        let is_lawful = value == serde_json::json!([]);
        let mut form = form.clone();
        form[key] = value;
        let read = serde_json::from_value::<Answer>(form);
        assert_eq!(read.is_ok(), is_lawful, "{key}");
    }
}

#[test]
fn damage_of_one_part_is_reported_by_the_sum() {
    let (_folder, path, second) = two_segments();
    let store = Store::open(&path).unwrap();
    let second = fs::File::options().write(true).open(second);
    second.unwrap().set_len(200).unwrap();
    let drawing: kifu_store::Drawing = "X".parse().unwrap();
    let query = Query::new(drawing.pattern().unwrap());
    let whole = store.search_partial(&query).unwrap();
    let merged = merged(&store, &query, &[0, 1], 5);
    assert_eq!(whole.main, merged.main);
    assert_eq!((whole.damaged.len(), merged.damaged.len()), (1, 1));
    assert_eq!(whole.damaged[0].to_string(), merged.damaged[0].to_string());
    assert!(!merged.damaged[0].is_of_records());
}
