//! `kifu search --workers`: answers of workers add up to the answer of one process.

use std::path::Path;
use std::process::Command;

use kifu::store::{Answer, Drawing, Order, Query, Store};

use crate::database::{Database, ask, session};
use crate::workers::{Process, addresses, program};

/// Patterns, and whether they may touch edges.
const PATTERNS: &[(&str, bool)] = &[
    ("X", true),
    ("XO", true),
    ("XO/OX", false),
    ("----/X...", true),
    // A whole board: the stone in its middle.
    (
        "-----------/|.........|/|.........|/|.........|/|.........|/|....X....|/|.........|/|.........|/|.........|/|.........|\
         /-----------",
        false,
    ),
];

/// Games that answers keep of each order.
const SAMPLES: usize = 6;

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_workers_add_up() {
    let database = Database::new();
    let store = Store::open(database.index()).unwrap();
    let processes = Process::several(&database.index(), 3);
    for partitions in [2, 5] {
        let session = session(&database.index(), &addresses(&processes), partitions);
        for (pattern, touches_edges) in PATTERNS {
            let edges = if *touches_edges { "yes" } else { "no" };
            let sql = format!(
                "SELECT answer FROM search_answers('{SAMPLES}', '{pattern}', 'edges={edges}')"
            );
            let (rows, _) = ask(&session, &sql).await.unwrap();
            assert!(rows.len() >= 3, "{} answers", rows.len());
            let mut sum = Answer::default();
            for row in rows {
                sum.add(serde_json::from_str(&row).unwrap());
            }
            let drawing: Drawing = pattern.parse().unwrap();
            let mut query = Query::new(drawing.pattern().unwrap());
            query.slides_onto_edges = *touches_edges;
            let mut whole = store.search(&query).unwrap();
            store.reached(&query, &mut whole).unwrap();
            assert_eq!(
                (sum.main, sum.searched),
                (whole.main, whole.searched),
                "{pattern}"
            );
            assert_eq!(sum.continuations(), whole.continuations(), "{pattern}");
            assert_eq!(sum.years, whole.years, "{pattern}");
            for order in [Order::Index, Order::Newest, Order::Oldest, Order::Rank] {
                let samples = |answer: &Answer| answer.sample(order, SAMPLES);
                assert_eq!(samples(&sum), samples(&whole), "{pattern}, {order:?}");
            }
        }
    }
}

/// The command line prints the same; `KIFU_TEST_KIFU` is the program.
#[test]
fn the_command_prints_the_same_answer() {
    let Some(kifu) = program() else { return };
    let database = Database::new();
    let processes = Process::several(&database.index(), 2);
    let workers = addresses(&processes).join(",");
    let folder = Path::new(env!("CARGO_BIN_EXE_kifu-sql")).parent().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&kifu);
        command.arg("search").arg(database.index()).args(arguments);
        let output = command.env("PATH", folder).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {message}");
        String::from_utf8(output.stdout).unwrap()
    };
    for arguments in [
        &["X", "--edges"][..],
        &["XO", "--edges", "--format", "json", "--games", "3"],
        &["XO", "--edges", "--format", "csv"],
        &[
            "X.",
            "--edges",
            "--no-symmetry",
            "--fixed-colors",
            "--moves",
            "1-9",
        ],
        &[
            "----/X...",
            "--edges",
            "-w",
            "size=9 and komi>5",
            "--next",
            "white",
        ],
        &[
            "X",
            "--edges",
            "--sequence",
            "~ W:aa",
            "--variations",
            "--format",
            "json",
        ],
        &["XO", "--edges", "--then", "X", "--sort", "oldest"],
    ] {
        let alone = run(arguments);
        let with = run(&[arguments, &["--workers", &workers]].concat());
        assert_eq!(alone, with, "{arguments:?}");
    }
}
