use std::io::{Cursor, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

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

/// A server of games with 24 MB of text, more than sockets hold for a client that does not read.
fn large(change: impl FnOnce(&mut kifu_serve::Limits)) -> Served {
    let comment = "x".repeat(1 << 20);
    let games: Vec<String> = (0..24)
        .map(|number| game(number, "cc").replace("FF[4]", &format!("FF[4]GC[{number} {comment}]")))
        .collect();
    Served::with(&games, |options| {
        options.limits.searches = 1;
        options.limits.patience = Duration::from_secs(2);
        options.limits.time = Duration::from_mins(5);
        change(&mut options.limits);
    })
}

/// Asks for a table, and does not read it.
fn stalled(served: &Served) -> TcpStream {
    let mut stream = TcpStream::connect(served.address).unwrap();
    let request = "GET /api/v1/games.arrow?columns=about HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

fn metric(served: &Served, name: &str) -> u64 {
    let text = served.get("/metrics").body;
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap().trim().parse().unwrap()
}

#[test]
fn tables_that_are_not_read_hold_no_place() {
    let served = large(|limits| limits.stall = Duration::from_mins(5));
    let mut streams: Vec<TcpStream> = (0..4).map(|_| stalled(&served)).collect();
    let begin = Instant::now();
    while metric(&served, "kifu_connections ") < 5 || metric(&served, "kifu_searches_running ") > 0
    {
        assert!(begin.elapsed() < Duration::from_mins(1), "a place is held");
        std::thread::sleep(Duration::from_millis(20));
    }
    for size in 5..10 {
        let answer = served.get(&format!("/api/v1/search?size={size}"));
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    // All of them have a turn; others wait for one, and are refused.
    assert_eq!(served.get("/api/v1/games.arrow?columns=key").status, 503);
    // A client that reads again has the whole table.
    let mut read = Vec::new();
    streams.pop().unwrap().read_to_end(&mut read).unwrap();
    assert!(read.len() > 24 << 20 && read.ends_with(b"\r\n0\r\n\r\n"));
    assert_eq!(served.get("/api/v1/games.arrow?columns=key").status, 200);
}

#[test]
fn clients_that_do_not_read_are_disconnected() {
    let served = large(|limits| limits.stall = Duration::from_millis(500));
    let mut stream = stalled(&served);
    let begin = Instant::now();
    while metric(&served, "kifu_connections ") < 2 {
        assert!(begin.elapsed() < Duration::from_mins(1));
    }
    while metric(&served, "kifu_connections ") > 1 {
        assert!(begin.elapsed() < Duration::from_mins(1), "still connected");
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut read = Vec::new();
    let _ = stream.read_to_end(&mut read);
    assert!(read.len() < 24 << 20 && !read.ends_with(b"\r\n0\r\n\r\n"));
    assert_eq!(served.get("/api/v1/games.arrow?columns=key").status, 200);
}
