//! Every statement has the answer that one process gives.

use crate::database::{Database, ask, session};
use crate::queries::{ORDERED, UNORDERED};
use crate::workers::{Process, addresses};

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_those_of_one_process() {
    let database = Database::new();
    let alone = session(&database.index(), &[], 2);
    let mut expected = Vec::new();
    for sql in UNORDERED.iter().chain(ORDERED) {
        let (mut rows, _) = ask(&alone, sql).await.unwrap();
        if UNORDERED.contains(sql) {
            rows.sort_unstable();
        }
        expected.push((*sql, rows));
    }
    let processes = Process::several(&database.index(), 5);
    let all = addresses(&processes);
    for workers in [1, 2, 5] {
        for partitions in [1, 2, 16] {
            let session = session(&database.index(), &all[..workers], partitions);
            for (sql, expected) in &expected {
                let case = format!("{sql} ({workers} workers, {partitions} partitions)");
                let answer = ask(&session, sql).await;
                let (mut rows, notes) = answer.unwrap_or_else(|error| panic!("{case}: {error}"));
                if UNORDERED.contains(sql) {
                    rows.sort_unstable();
                }
                assert_eq!(&rows, expected, "{case}");
                assert_eq!(notes, [""; 0], "{case}");
            }
        }
    }
}

/// A scan is shared by the workers: each reads some of the segments.
#[tokio::test(flavor = "multi_thread")]
async fn workers_read_some_of_the_segments_each() {
    let database = Database::new();
    let processes = Process::several(&database.index(), 2);
    let session = session(&database.index(), &addresses(&processes), 2);
    for sql in [
        "SELECT sum(moves) FROM games",
        "SELECT sum(x) FROM position_search('XO')",
        "SELECT sum(hits) FROM continuations('XO', 'edges=yes')",
    ] {
        let (plan, _) = ask(&session, &format!("EXPLAIN ANALYZE {sql}"))
            .await
            .unwrap();
        let plan = plan.join("\n");
        assert!(plan.contains("DistributedExec"), "{sql}: {plan}");
        assert!(plan.contains("segments=0..6"), "{sql}: {plan}");
    }
}
