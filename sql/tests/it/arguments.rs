//! Arbitrary arguments of the functions have an answer or an error in plain words, in time.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use kifu_sql::Session;
use proptest::prelude::*;
use proptest::sample::select;

use crate::place::{Place, answer};

/// Longer than any of these statements takes, also on a busy machine.
const LONG: Duration = Duration::from_secs(30);

/// Words that only a message about a fault of the program has.
const FAULTS: &[&str] = &[
    "Internal error",
    "panicked",
    "bug in DataFusion",
    "Arrow error",
];

/// Functions that are tables and read no files.
const TABLES: &[&str] = &["position_search", "continuations", "openings", "similar"];

const SCALARS: &[&str] = &[
    "where_kifu",
    "has_position",
    "board_at",
    "move_at",
    "position_hash",
    "diagram",
    "sgf",
    "game_key",
    "symmetry",
];

const AGGREGATES: &[&str] = &["opening_tree", "continuation_tree"];

const OPTIONS: &[&str] = &[
    "anchor",
    "next",
    "moves",
    "symmetry",
    "colors",
    "edges",
    "variations",
    "strict",
    "sequence",
    "then",
    "where",
    "depth",
    "least",
    "size",
    "pattern",
    "speed",
    "",
];

/// Values of options, and arguments of their own.
const VALUES: &[&str] = &[
    "NE",
    "black",
    "white",
    "-50",
    "10-30",
    "9-3",
    "0-99999999999999999999",
    "yes",
    "no",
    "fixed",
    "B:cc ~",
    "B:zz",
    "XO/OX",
    "X*/.?",
    "----/..X./..../.O..",
    "19",
    "7x9",
    "0",
    "-1",
    "99999999999999999999",
    "1e9",
    "9x0",
    "rotate90",
    "mirror_rows",
    "(;SZ[9];B[ee];W[ec])",
    "(;SZ[99:1]AB[aa:zz])",
    "(((",
    "player~bob",
    "not (has(C) or komi>6)",
    "comment~ko",
    "date<1900",
    "result=B",
    "komi=1)(komi=2",
    "((((((((((",
    "''",
    "\0",
    "\u{202e}",
    "碁",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        select(VALUES).prop_map(str::to_owned),
        (select(OPTIONS), select(VALUES)).prop_map(|(name, value)| format!("{name}={value}")),
        (select(OPTIONS), any::<String>()).prop_map(|(name, value)| format!("{name}={value}")),
        "[-XO.*?|/+ ]{0,40}",
        "[-a-z0-9:~<>=()\\[\\]\"'!*; ]{0,40}",
        any::<String>(),
    ]
}

/// A text as a literal of SQL.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn argument() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => text().prop_map(|text| quoted(&text)),
        2 => (-3..400_i64).prop_map(|number| number.to_string()),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => any::<f64>().prop_map(|number| format!("CAST('{number}' AS DOUBLE)")),
        1 => select(&["NULL", "true", "DATE '2001-02-03'", "X'00ff'", "[1, 2]", "1e999", "-0.5"][..])
            .prop_map(str::to_owned),
        1 => select(&["game", "segment", "black", "moves", "komi", "properties", "date_first"][..])
            .prop_map(str::to_owned),
    ]
}

fn call(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let arguments = prop::collection::vec(argument(), 0..5);
    (select(names), arguments).prop_map(|(name, own)| format!("{name}({})", own.join(", ")))
}

fn statement() -> impl Strategy<Value = String> {
    prop_oneof![
        call(TABLES).prop_map(|call| format!("SELECT * FROM {call}")),
        call(SCALARS).prop_map(|call| format!("SELECT {call} FROM games")),
        call(SCALARS)
            .prop_map(|call| format!("SELECT count(*) FROM moves WHERE {call} IS NOT NULL")),
        call(AGGREGATES).prop_map(|call| format!("SELECT {call} FROM games GROUP BY size")),
        (call(AGGREGATES), text()).prop_map(|(call, pattern)| {
            format!("SELECT {call} FROM position_search({})", quoted(&pattern))
        }),
        call(AGGREGATES)
            .prop_map(|call| format!("SELECT {call} OVER (ORDER BY segment, game) FROM games")),
        // Only files below the folder of the test are read.
        text().prop_map(|path| {
            let path = format!("FOLDER/{}", path.replace("..", "."));
            format!("SELECT * FROM sgf_files({})", quoted(&path))
        }),
    ]
}

/// Executes a statement in a thread of its own, so that one that never ends is noticed.
fn outcome(session: &Arc<Session>, sql: &str) -> Result<Vec<String>, String> {
    let (sender, receiver) = channel();
    let (session, own) = (session.clone(), sql.to_owned());
    std::thread::spawn(move || sender.send(answer(&session, &own)));
    receiver
        .recv_timeout(LONG)
        .unwrap_or_else(|error| match error {
            RecvTimeoutError::Timeout => panic!("{sql}: no answer in {LONG:?}"),
            RecvTimeoutError::Disconnected => panic!("{sql}: it panics"),
        })
}

#[test]
fn arguments_have_an_answer_or_an_error() {
    let place = Place::new();
    let session = Arc::new(place.session());
    // More by `PROPTEST_CASES`.
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default().cases
    } else {
        300
    };
    proptest!(ProptestConfig::with_cases(cases), |(sql in statement())| {
        let sql = sql.replace("FOLDER", &place.path("").display().to_string());
        if let Err(message) = outcome(&session, &sql) {
            let fault = FAULTS.iter().find(|fault| message.contains(**fault));
            prop_assert!(fault.is_none() && !message.is_empty(), "{sql}: {message}");
        }
    });
}
