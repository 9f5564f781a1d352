//! Push-down into the tables: plans as text.

use kifu_sql::{Options, Session};

use crate::place::{Place, answer, rows};

/// Statements, and the line of their plan that reads.
const PLANS: &[(&str, &str)] = &[
    (
        "SELECT black FROM games",
        "KifuScan: games, columns=[black]",
    ),
    (
        "SELECT black FROM games LIMIT 3",
        "KifuScan: games, columns=[black], limit=3",
    ),
    (
        "SELECT black FROM games WHERE komi > 7 AND where_kifu('date<1850') LIMIT 2",
        "KifuScan: games, columns=[black], where=[date<1850], filter=[komi > Float64(7)], limit=2",
    ),
    (
        "SELECT count(*) FROM games WHERE has_position('XO', 'edges=yes')",
        "KifuScan: games, columns=[], position=[XO, edges=yes]",
    ),
    (
        "SELECT point FROM moves WHERE where_kifu('size=9') AND color = 'B'",
        "KifuScan: moves, columns=[color, point], where=[size=9]",
    ),
    (
        "SELECT move_number FROM position_search('XO/OX', 'where=size=9') WHERE where_kifu('komi>6') LIMIT 5",
        "KifuScan: position_search(XO/OX, where=size=9), columns=[move_number], where=[komi>6], limit=5",
    ),
    (
        "SELECT g.black FROM position_search('XO') h JOIN games g USING (segment, game) \
         WHERE where_kifu('komi>6', h.segment, h.game)",
        "KifuScan: position_search(XO), columns=[segment, game], where=[komi>6]",
    ),
    (
        "SELECT rule FROM problems WHERE segment = 0 AND game = 5",
        "KifuScan: problems, columns=[rule], filter=[segment = UInt32(0) AND game = UInt32(5)]",
    ),
    (
        "SELECT node FROM moves WHERE game IN (1, 2) LIMIT 3",
        "KifuScan: moves, columns=[node], filter=[game = UInt32(1) OR game = UInt32(2)], limit=3",
    ),
    (
        "SELECT node FROM position_search('XO') WHERE game BETWEEN 3 AND 5 AND where_kifu('komi>6')",
        "KifuScan: position_search(XO), columns=[node], where=[komi>6], \
         filter=[game >= UInt32(3) AND game <= UInt32(5)]",
    ),
];

#[test]
fn what_is_asked_reaches_the_scan() {
    let place = Place::new();
    let session = place.session();
    for (sql, expected) in PLANS {
        let plan = rows(&session, &format!("EXPLAIN {sql}")).join("\n");
        let is_there = plan.lines().any(|line| line.trim() == *expected);
        assert!(is_there, "{sql}: expected `{expected}` in\n{plan}");
        let has_filter = plan.contains("FilterExec");
        assert_eq!(has_filter, sql.contains("color ="), "{sql}: {plan}");
    }
}

/// The number of games is known without reading them.
#[test]
fn a_count_reads_nothing() {
    let place = Place::new();
    let plan = rows(&place.session(), "EXPLAIN SELECT count(*) FROM games").join("\n");
    assert!(!plan.contains("KifuScan"), "{plan}");
}

/// Statements, and their whole plans for one thread. Statistics are those of the manifest.
const WHOLE: &[(&str, &str)] = &[
    (
        "SELECT black FROM games",
        "
CooperativeExec, statistics=[Rows=Exact(4), Bytes=Absent, [(Col[0]:)]]
  KifuScan: games, columns=[black], statistics=[Rows=Exact(4), Bytes=Absent, [(Col[0]:)]]
",
    ),
    (
        "SELECT black FROM games WHERE komi > 7 LIMIT 2",
        "
GlobalLimitExec: skip=0, fetch=2, statistics=[Rows=Inexact(2), Bytes=Absent, [(Col[0]:)]]
  CooperativeExec, statistics=[Rows=Absent, Bytes=Absent, [(Col[0]:)]]
    KifuScan: games, columns=[black], filter=[komi > Float64(7)], limit=2, statistics=[Rows=Absent, Bytes=Absent, [(Col[0]:)]]
",
    ),
    (
        "SELECT winner, count(*) FROM games WHERE where_kifu('date<1850') GROUP BY winner",
        "
ProjectionExec: expr=[winner@0 as winner, count(Int64(1))@1 as count(*)], statistics=[Rows=Absent, Bytes=Absent, [(Col[0]:),(Col[1]:)]]
  AggregateExec: mode=Single, gby=[winner@0 as winner], aggr=[count(Int64(1))], statistics=[Rows=Absent, Bytes=Absent, [(Col[0]:),(Col[1]:)]]
    CooperativeExec, statistics=[Rows=Absent, Bytes=Absent, [(Col[0]:)]]
      KifuScan: games, columns=[winner], where=[date<1850], statistics=[Rows=Absent, Bytes=Absent, [(Col[0]:)]]
",
    ),
    (
        "SELECT move_number FROM position_search('XO/OX') LIMIT 5",
        "
GlobalLimitExec: skip=0, fetch=5, statistics=[Rows=Inexact(5), Bytes=Absent, [(Col[0]:)]]
  CooperativeExec, statistics=[Rows=Absent, Bytes=Absent, [(Col[0]:)]]
    KifuScan: position_search(XO/OX), columns=[move_number], limit=5, statistics=[Rows=Absent, Bytes=Absent, [(Col[0]:)]]
",
    ),
];

#[test]
fn whole_plans_are_these() {
    let place = Place::new();
    let options = Options {
        threads: Some(1),
        ..Options::default()
    };
    let session = Session::with(Some(&place.index_path()), options).unwrap();
    for (sql, expected) in WHOLE {
        let sql = format!(
            "SET datafusion.explain.show_statistics = true; SET datafusion.explain.physical_plan_only = true; \
             EXPLAIN {sql}"
        );
        let plan = rows(&session, &sql).join("\n");
        assert_eq!(
            plan,
            format!("physical_plan|{}", expected.trim_start()),
            "{sql}"
        );
    }
}

/// Sorting and grouping use temporary files; of joins DataFusion would execute parts of a plan twice, which it refuses for
/// most and which repeats rows of outer joins.
#[test]
fn statements_that_need_more_memory_than_they_may_use_are_errors() {
    let options = Options {
        memory: Some(8 << 20),
        ..Options::default()
    };
    let session = Session::with(None, options.clone()).unwrap();
    let sorted = "SELECT sum(n) FROM (SELECT value, count(*) AS n FROM range(0, 2000000) GROUP BY 1 ORDER BY 1)";
    assert_eq!(rows(&session, sorted), ["2000000"]);
    // Each of many threads gets the memory from which it starts.
    let place = Place::new();
    let options = Options {
        threads: Some(16),
        ..options
    };
    let many = Session::with(Some(&place.index_path()), options).unwrap();
    let sizes = "SELECT size FROM games ORDER BY size";
    assert_eq!(rows(&many, sizes), ["5", "9", "9", "9"]);
    for sql in [
        "SELECT count(*) FROM range(0, 2000000) a JOIN range(0, 2000000) b ON a.value < b.value - 1999990",
        "SELECT count(*) FROM range(0, 2000000) a LEFT JOIN range(0, 2000000) b ON a.value < b.value - 1999990",
        "SELECT count(*) FROM range(0, 2000000) a JOIN range(0, 2000000) b ON a.value = b.value",
    ] {
        assert_eq!(
            answer(&session, sql).unwrap_err(),
            "the statement needs more than 8 MB of memory for sorting, grouping or joining; a larger `--sort-memory` \
             allows it",
            "{sql}"
        );
    }
}

/// DataFusion plans `IS TRUE` of what may be null without nulls, and executes it with them.
#[test]
fn aggregates_over_truth_values_have_answers() {
    let session = Session::open(None).unwrap();
    let sql = "SELECT bool_and(v), bool_or(v), count(*) FILTER (WHERE v) \
               FROM (SELECT (column1 > 1) IS TRUE AS v FROM (VALUES (1), (2), (NULL)))";
    assert_eq!(rows(&session, sql), ["false|true|1"]);
}
