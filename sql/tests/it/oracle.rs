//! Questions about game info, answered by `DuckDB` from the same tables.
//!
//! The interpreter is what `KIFU_PYTHON` names, or `python3`. Without `duckdb` the test is skipped with a word.

use std::path::Path;
use std::process::Command;

use crate::place::{Place, examples, python_with, rows};

/// Expressions, groups and conditions that both understand; `FROM games` is added.
const QUESTIONS: &[&str] = &[
    "SELECT count(*), count(black), count(date_first), min(moves), max(moves), sum(moves) {}",
    "SELECT black, white, result {} ORDER BY ALL_COLUMNS",
    "SELECT winner, count(*) {} GROUP BY winner ORDER BY ALL_COLUMNS",
    "SELECT how, avg(margin), count(*) {} GROUP BY how ORDER BY ALL_COLUMNS",
    "SELECT extract(year FROM date_first) AS y, count(*) {} GROUP BY y ORDER BY ALL_COLUMNS",
    "SELECT black_key, count(*) {} WHERE komi IS NOT NULL GROUP BY black_key ORDER BY ALL_COLUMNS",
    "SELECT width, height, handicap, count(*) {} GROUP BY width, height, handicap ORDER BY ALL_COLUMNS",
    "SELECT black {} WHERE black LIKE '%a%' AND moves > 3 ORDER BY ALL_COLUMNS",
    "SELECT black {} WHERE date_first < DATE '1940-01-01' OR komi > 6 ORDER BY ALL_COLUMNS",
    "SELECT main_hash, dyer_signature {} WHERE variations = 1 ORDER BY ALL_COLUMNS",
    "SELECT count(DISTINCT event), count(DISTINCT place) {}",
    "SELECT date_last - date_first AS days {} WHERE date_first IS NOT NULL ORDER BY ALL_COLUMNS",
];

#[test]
fn answers_are_those_of_duckdb() {
    let Some(python) = python_with("duckdb") else {
        return;
    };
    let changed = Place::new();
    std::fs::write(
        changed.path("b.sgf"),
        "(;FF[4]GM[1]SZ[13]PB[New]RE[B+T];B[aa])",
    )
    .unwrap();
    changed.index(["a.sgf", "b.sgf"]);
    let questions: Vec<String> = QUESTIONS.iter().map(|question| ordered(question)).collect();
    for place in [examples(), changed] {
        let session = place.session();
        let output = Command::new(&python)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracle.py"))
            .arg(place.index_path())
            .args(&questions)
            .env("PYTHONIOENCODING", "utf-8")
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        let all = String::from_utf8(output.stdout).unwrap();
        let mut answers = all.split("====\n");
        for question in &questions {
            let own = rows(&session, question).join("\n");
            assert_eq!(own, answers.next().unwrap().trim_end(), "{question}");
        }
    }
}

/// A question over all games, with its rows in the order of its columns.
fn ordered(question: &str) -> String {
    let columns = question.split("{}").next().unwrap_or(question);
    let order: Vec<String> = (1..=depth_commas(columns) + 1)
        .map(|number| format!("{number} NULLS LAST"))
        .collect();
    let question = question.replace("ALL_COLUMNS", &order.join(", "));
    question.replace("{}", "FROM games")
}

/// The commas of a text outside of brackets.
fn depth_commas(text: &str) -> usize {
    let mut depth = 0;
    let commas = text.chars().filter(|character| {
        depth += i32::from(*character == '(') - i32::from(*character == ')');
        depth == 0 && *character == ','
    });
    commas.count()
}
