//! The tables of an index, as `DuckDB`, Polars and pandas read them.
//!
//! The interpreter is what `KIFU_PYTHON` names, as `cargo xtask test` does where the packages can be had, or
//! `python3`. A program that is not there is skipped with a word.

use std::path::Path;
use std::process::Command;

use kifu_store::Indexer;

const GAMES: &str = "(;SZ[9]PB[Ann]DT[2001-02-03]RE[B+3.5]KM[6.5]HA[2];B[aa];W[ba])
(;SZ[9]PB[吴清源]DT[1999-12]RE[W+Offline]KM[0];B[])
(;SZ[19]RE[W+R];B[cc];W[dd];B[ee])
(;SZ[9]PB[O'Brien]DT[about noon]RE[Void])
";

/// Number, player, first day, winner, how, margin, komi, handicap, moves, events, record of each game; years,
/// winners and counts of those on 9×9.
const EXPECTED: &str = "\
1\tAnn\t2001-02-03\tB\tpoints\t3.5\t6.5\t2\t2\t00e000800190\tSGF1
2\t吴清源\t1999-12-01\tW\t-\t-\t0\t-\t1\t00e001e0\tSGF2
3\t-\t-\tW\tresignation\t-\t-\t-\t3\t00e028803c905080\tSGF3
4\tO'Brien\t-\tvoid\t-\t-\t-\t-\t0\t00e0\tSGF4
1999\tW\t1
2001\tB\t1
-\tvoid\t1
";

#[test]
fn other_programs_read_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (file, index) = (folder.path().join("a.sgf"), folder.path().join("a.kifu"));
    std::fs::write(&file, GAMES).unwrap();
    let mut indexer = Indexer::open(&index, true).unwrap();
    indexer.add([file], |_| ()).unwrap();
    indexer.finish(false).unwrap();
    let mut expected = EXPECTED.to_owned();
    for (number, game) in GAMES.lines().enumerate() {
        expected = expected.replace(&format!("SGF{}", number + 1), game);
    }
    let python = std::env::var_os("KIFU_PYTHON").unwrap_or_else(|| "python3".into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines.py");
    for (engine, needs) in [
        ("duckdb", "import duckdb"),
        ("polars", "import polars"),
        ("pandas", "import pandas, pyarrow"),
    ] {
        let probe = Command::new(&python).args(["-c", needs]).output();
        if !probe.is_ok_and(|probe| probe.status.success()) {
            kifu_testkit::skip(format_args!(
                "there is no {engine} for {}",
                python.display()
            ));
            continue;
        }
        let output = Command::new(&python)
            .arg(&script)
            .arg(&index)
            .arg(engine)
            .env("PYTHONIOENCODING", "utf-8")
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{engine}: {errors}");
        let shown = String::from_utf8(output.stdout).unwrap();
        assert_eq!(shown.replace('\r', ""), expected, "{engine}");
    }
}
