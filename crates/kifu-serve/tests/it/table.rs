use std::io::Cursor;

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Date32Type, Int32Type};
use arrow_ipc::reader::StreamReader;

use crate::client::{Served, game};

fn batches(bytes: Vec<u8>) -> Vec<RecordBatch> {
    let reader = StreamReader::try_new(Cursor::new(bytes), None).unwrap();
    reader.map(Result::unwrap).collect()
}

#[test]
fn selected_games_as_a_stream_of_arrow() {
    let games: Vec<String> = (1..=3).map(|year| game(year, "cc")).collect();
    let served = Served::new(&games);
    let response =
        served.get("/api/v1/games.arrow?where=date%3E%3D1902&columns=black,date_first,moves,key");
    assert_eq!(response.status, 200);
    assert_eq!(
        response.header("content-type"),
        Some("application/vnd.apache.arrow.stream")
    );
    let batches = batches(response.bytes);
    let mut rows = Vec::new();
    for batch in &batches {
        let names: Vec<_> = batch
            .schema()
            .fields()
            .iter()
            .map(|f| f.name().clone())
            .collect();
        assert_eq!(names, ["black", "date_first", "moves", "key"]);
        let black = batch.column(0).as_string::<i64>();
        let day = batch.column(1).as_primitive::<Date32Type>();
        let moves = batch.column(2).as_primitive::<Int32Type>();
        let key = batch.column(3).as_string::<i64>();
        for row in 0..batch.num_rows() {
            assert_ne!(key.value(row), "");
            rows.push((
                black.value(row).to_owned(),
                day.value(row),
                moves.value(row),
            ));
        }
    }
    // 2 January of 1902 and 1903, in days since 1970.
    let expected = [("Black 2", -24836, 3), ("Black 3", -24471, 3)];
    let expected = expected.map(|(name, day, moves)| (name.to_owned(), day, moves));
    assert_eq!(rows, expected);
}

#[test]
fn all_usual_columns_of_an_index_without_games_and_with() {
    for games in [vec![], vec![game(1, "cc")]] {
        let served = Served::new(&games);
        let response = served.get("/api/v1/games.arrow");
        let reader = StreamReader::try_new(Cursor::new(response.bytes), None).unwrap();
        let names: Vec<_> = reader
            .schema()
            .fields()
            .iter()
            .map(|f| f.name().clone())
            .collect();
        assert!(names.iter().any(|name| name == "result"), "{names:?}");
        assert!(!names.iter().any(|name| name == "sgf"), "{names:?}");
        let rows: usize = reader.map(|batch| batch.unwrap().num_rows()).sum();
        assert_eq!(rows, games.len());
    }
}

#[test]
fn mistakes_in_the_request_of_a_table() {
    let served = Served::new(&[game(1, "cc")]);
    for wrong in [
        "where=%3D%3D",
        "columns=",
        "columns=black,nothing",
        "sort=date",
    ] {
        let response = served.get(&format!("/api/v1/games.arrow?{wrong}"));
        assert_eq!(response.status, 400, "{wrong}");
    }
}
