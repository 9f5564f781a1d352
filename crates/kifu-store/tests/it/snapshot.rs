//! Reading an index by other engines, and adding up answers of its parts.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;

use kifu_select::Selection;
use kifu_store::{
    Anchor, Cell, Change, GameId, Indexer, Pattern, Query, Snapshot, Store, Text, Values,
};

use crate::make;

const GAMES: &str = "(;SZ[9]PB[Ann]DT[2001-02-03]KM[6.5];B[ab];W[aa];B[ba])(;SZ[9]PB[Bob];AW[aa]AB[ab];B[ba];W[])\
                     (;SZ[13]PB[Cid];B[ab])";

/// Columns of all games that are not deleted, as one row each.
fn rows(store: &Store, games: Option<&[u64]>) -> Vec<(GameId, String, Option<i32>, Option<f64>)> {
    let mut rows = Vec::new();
    for segment in store.snapshot().segments() {
        let names = ["black", "date_first", "komi", "nothing"];
        let take = |batch: kifu_store::Batch| {
            assert!(batch.games.len() <= 1 && batch.columns.len() == 3);
            let (Values::Bytes(black), Values::Ints(date), Values::Doubles(komi)) = (
                &batch.columns["black"],
                &batch.columns["date_first"],
                &batch.columns["komi"],
            ) else {
                panic!("{batch:?}");
            };
            for (row, game) in batch.games.iter().enumerate() {
                let id = GameId {
                    segment: segment.number(),
                    game: *game,
                };
                let black = black.get(row).unwrap_or_default();
                let black = String::from_utf8(black.to_vec()).unwrap();
                rows.push((id, black, date[row], komi[row]));
            }
            ControlFlow::Continue(())
        };
        segment.read(&names, games, 1, take).unwrap();
    }
    rows
}

#[test]
fn columns_are_those_of_the_games_that_count() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sgf");
    let index = folder.path().join("games.kifu");
    fs::write(&file, "(;SZ[9]PB[Gone])").unwrap();
    make(&index, &[&file]);
    fs::write(&file, GAMES).unwrap();
    make(&index, &[&file]);
    let store = Store::open(&index).unwrap();
    let snapshot = store.snapshot();
    assert_eq!(snapshot.games(), 3);
    let games: usize = snapshot.segments().map(|segment| segment.games()).sum();
    assert_eq!(games, 3);
    let read = rows(&store, None);
    let named: Vec<_> = read.iter().map(|(_, name, ..)| name.as_str()).collect();
    assert_eq!(named.len(), 3);
    assert!(!named.contains(&"Gone"));
    let ann = read.iter().find(|(_, name, ..)| name == "Ann").unwrap();
    assert_eq!((ann.2, ann.3), (Some(11_356), Some(6.5)));
    for (id, name, ..) in &read {
        let info = store.games(&[*id]).unwrap().remove(0);
        assert_eq!(info.text(Text::Black).unwrap_or_default(), name);
    }
    assert_eq!(rows(&store, Some(&[])), []);
    assert!(
        Snapshot::columns()
            .iter()
            .any(|(name, _)| *name == "events")
    );

    let mut lines = Vec::new();
    for segment in snapshot.segments() {
        let take = |game, changes: &[(u32, Change)]| {
            assert!(!segment.is_deleted(game as usize));
            lines.push(format!("{changes:?}"));
            ControlFlow::Continue(())
        };
        segment.main_lines(None, take).unwrap();
    }
    assert!(
        lines.iter().any(|line| line.contains("Capture(")),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.contains("Setup(") && line.contains("Pass")),
        "{lines:?}"
    );
}

#[test]
fn a_key_finds_its_game_after_the_index_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = ["a.sgf", "b.sgf"].map(|name| folder.path().join(name));
    let index = folder.path().join("games.kifu");
    fs::write(&a, GAMES).unwrap();
    fs::write(&b, "(;SZ[9]PB[Dan];B[ee])").unwrap();
    make(&index, &[&a, &b]);
    let keys = {
        let store = Store::open(&index).unwrap();
        let mut ids = Vec::new();
        let all = Selection::default();
        let take = |id, info: kifu_store::IndexedGame| {
            ids.push((id, info.text(Text::Black).map(str::to_owned)));
        };
        store.select(&all).for_each(take).unwrap();
        let own: Vec<GameId> = ids.iter().map(|(id, _)| *id).collect();
        let names = ids.into_iter().map(|(_, name)| name);
        store
            .keys(&own)
            .unwrap()
            .into_iter()
            .zip(names)
            .collect::<Vec<_>>()
    };
    fs::write(&b, "(;SZ[9]PB[Eve];B[ff])").unwrap();
    make(&index, &[&a, &b]);
    Indexer::open(&index, false).unwrap().finish(true).unwrap();
    let store = Store::open(&index).unwrap();
    for (key, name) in keys {
        assert_eq!(key.to_string().parse(), Ok(key));
        let found = store.find(key).unwrap();
        assert_eq!(found.is_none(), name.as_deref() == Some("Dan"), "{key}");
        if let Some(id) = found {
            let info = store.games(&[id]).unwrap().remove(0);
            assert_eq!(info.text(Text::Black), name.as_deref());
        }
    }
    for text in [
        "",
        "1",
        "1-2",
        "1-2-3",
        "+1-2-0000000000000003",
        "1-2-000000000000000G",
        "1.0-2-0000000000000003",
        "1.-2-0000000000000003",
    ] {
        let error = text.parse::<kifu_store::GameKey>().unwrap_err();
        assert!(error.to_string().contains("not the key of a game"));
    }
}

#[test]
fn answers_for_parts_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("games.kifu");
    for (number, size) in [9, 13, 19].into_iter().enumerate() {
        let file = folder.path().join(format!("{number}.sgf"));
        fs::write(
            &file,
            format!("(;SZ[{size}]RE[B+R];B[ab];W[bb])(;SZ[{size}];B[bb];W[ab])"),
        )
        .unwrap();
        make(&index, &[&file]);
    }
    let store = Store::open(&index).unwrap();
    let pattern = Pattern::new(1, vec![Cell::BLACK], Anchor::ANYWHERE).unwrap();
    let mut query = Query::new(pattern);
    let whole = store.search(&query).unwrap();
    let count = store.snapshot().segments().len() as u32;
    assert_eq!((count, whole.main.games), (3, 6));
    query.segments = Some(BTreeSet::from([0]));
    let mut sum = store.search(&query).unwrap();
    assert_eq!(sum.main.games, 2);
    query.segments = Some((1..count).collect());
    sum.add(store.search(&query).unwrap());
    assert_eq!(
        (sum.main, sum.years.clone()),
        (whole.main, whole.years.clone())
    );
    assert_eq!(sum.continuations(), whole.continuations());
    assert!(sum.found.iter().eq(whole.found.iter()));
    query.segments = Some(BTreeSet::new());
    assert_eq!(store.search(&query).unwrap().searched, 0);
}

#[test]
fn rows_come_in_the_order_of_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sgf");
    let index = folder.path().join("games.kifu");
    fs::write(&file, GAMES).unwrap();
    make(&index, &[&file]);
    let store = Store::open(&index).unwrap();
    let all = rows(&store, None);
    let mut wanted: Vec<usize> = (0..all.len()).rev().collect();
    wanted.push(1);
    let ids: Vec<GameId> = wanted.iter().map(|row| all[*row].0).collect();
    let columns = store.rows(&ids, &["black", "komi", "nothing"]).unwrap();
    assert_eq!(columns.keys().collect::<Vec<_>>(), ["black", "komi"]);
    let (Values::Bytes(black), Values::Doubles(komi)) = (&columns["black"], &columns["komi"])
    else {
        panic!("{columns:?}");
    };
    for (place, row) in wanted.into_iter().enumerate() {
        assert_eq!(black.get(place), Some(all[row].1.as_bytes()));
        assert_eq!(komi[place], all[row].3);
    }
    assert!(store.rows(&[], &["black"]).unwrap().is_empty());
    let missing = GameId {
        segment: 9,
        game: 0,
    };
    assert!(store.rows(&[missing], &["black"]).is_err());
}
