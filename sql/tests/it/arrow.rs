//! Python reads `--format arrow`: types and nulls, by pyarrow, polars and `DuckDB`.
//!
//! The interpreter is what `KIFU_PYTHON` names, or `python3`. Without pyarrow the test is skipped with a word.

use std::process::Command;

use crate::place::{Place, python_with};
use crate::program::{run, text};

const READER: &str = r#"
import datetime, sys
import pyarrow as pa
with open(sys.argv[1], "rb") as file:
    games = pa.ipc.open_stream(file).read_all()
types = {field.name: field.type for field in games.schema}
assert pa.types.is_date32(types["date_first"]), types
assert pa.types.is_floating(types["komi"]), types
assert pa.types.is_integer(types["moves"]), types
assert pa.types.is_list(types["properties"]), types
assert pa.types.is_boolean(types["is_long"]), types
rows = games.to_pylist()
assert [row["black"] for row in rows] == ["Ann Lee", "Bob", "Cem", "Dan"], rows
assert [row["komi"] for row in rows] == [6.5, None, None, None], rows
assert [row["moves"] for row in rows] == [3, 4, 3, 0], rows
assert rows[0]["date_first"] == datetime.date(2001, 2, 3) and rows[2]["date_first"] is None, rows
assert "AB" in rows[0]["properties"] and "HA" in rows[1]["properties"], rows
assert [row["is_long"] for row in rows] == [False, True, False, False], rows
try:
    import polars
    frame = polars.from_arrow(games)
    assert frame["komi"].null_count() == 3 and frame["moves"].sum() == 10, frame
except ImportError:
    print("no polars")
try:
    import duckdb
    found = duckdb.sql("SELECT count(komi), sum(moves), max(date_first) FROM games").fetchall()
    assert found == [(1, 10, datetime.date(2001, 2, 3))], found
except ImportError:
    print("no duckdb")
"#;

#[test]
fn python_reads_streams_of_arrow() {
    let Some(python) = python_with("pyarrow") else {
        return;
    };
    let place = Place::new();
    let sql = "SELECT black, komi, moves, date_first, properties, moves > 3 AS is_long FROM games ORDER BY black";
    let output = run(
        &place,
        &[
            "games.kifu",
            "-c",
            sql,
            "--format",
            "arrow",
            "-o",
            "games.arrows",
        ],
    );
    assert_eq!(text(&output.stderr), "");
    let output = Command::new(&python)
        .args(["-c", READER])
        .arg(place.path("games.arrows"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}
