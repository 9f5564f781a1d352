//! The program: formats, files, status.

use std::process::{Command, Output};

use crate::place::Place;

fn run(place: &Place, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu-sql"));
    command.current_dir(place.path(""));
    command.args(arguments);
    command.stdin(std::process::Stdio::null());
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn formats_have_their_form() {
    let place = Place::new();
    let sql = "SELECT black, komi, properties FROM games WHERE black IN ('Ann Lee', 'Dan') ORDER BY black";
    for (format, expected) in [
        (
            "csv",
            "black,komi,properties\nAnn Lee,6.5,\"[AB, B, BR, DT, FF, GM, KM, PB, PW, RE, SZ, W]\"\n\
             Dan,,\"[FF, GM, KM, PB, PW, RE, SZ]\"\n",
        ),
        (
            "json",
            "[{\"black\":\"Ann Lee\",\"komi\":6.5,\"properties\":[\"AB\",\"B\",\"BR\",\"DT\",\"FF\",\"GM\",\"KM\",\
             \"PB\",\"PW\",\"RE\",\"SZ\",\"W\"]},{\"black\":\"Dan\",\"properties\":[\"FF\",\"GM\",\"KM\",\"PB\",\
             \"PW\",\"RE\",\"SZ\"]}]\n",
        ),
        (
            "markdown",
            "| black | komi | properties |\n| --- | --: | --- |\n\
             | Ann Lee | 6.5 | [AB, B, BR, DT, FF, GM, KM, PB, PW, RE, SZ, W] |\n\
             | Dan |  | [FF, GM, KM, PB, PW, RE, SZ] |\n",
        ),
    ] {
        let output = run(&place, &["games.kifu", "-c", sql, "--format", format]);
        assert_eq!(text(&output.stderr), "");
        assert_eq!(text(&output.stdout), expected, "{format}");
    }
    let empty = run(
        &place,
        &[
            "games.kifu",
            "-c",
            "SELECT black FROM games WHERE false",
            "--format",
            "csv",
        ],
    );
    assert_eq!(text(&empty.stdout), "black\n");
}

/// A written Parquet file can be read again, as the format specifies.
#[test]
fn files_are_written_whole_or_not_at_all() {
    let place = Place::new();
    let sql = "SELECT black, properties, date_first FROM games ORDER BY path, number";
    for format in ["parquet", "arrow"] {
        let arguments = ["games.kifu", "-c", sql, "--format", format, "-o", format];
        let output = run(&place, &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(place.path(format).metadata().unwrap().len() > 200);
        let again = run(&place, &arguments);
        assert_eq!(again.status.code(), Some(2));
        assert!(text(&again.stderr).contains("exists"));
    }
    let create = "CREATE EXTERNAL TABLE written STORED AS PARQUET LOCATION 'parquet'; SELECT black FROM written";
    let read = run(&place, &["-c", create, "--format", "csv"]);
    assert_eq!(
        text(&read.stdout),
        "black\nAnn Lee\nBob\nCem\nDan\n",
        "{}",
        text(&read.stderr)
    );
    let failed = run(
        &place,
        &[
            "games.kifu",
            "-c",
            "SELECT nothing",
            "-o",
            "never.csv",
            "--format",
            "csv",
        ],
    );
    assert_eq!(failed.status.code(), Some(2));
    assert!(!place.path("never.csv").exists());
}

#[test]
fn text_from_games_cannot_command_a_terminal() {
    let place = Place::of(&[("a.sgf", "(;FF[4]GM[1]SZ[9]PB[a\u{1b}[31mb\u{7}])")]);
    let output = run(&place, &["games.kifu", "-c", "SELECT black FROM games"]);
    let shown = text(&output.stdout);
    assert!(!shown.contains(['\u{1b}', '\u{7}']), "{shown:?}");
    assert!(shown.contains('a'), "{shown:?}");
}

#[test]
fn statements_come_from_files_and_standard_input() {
    let place = Place::new();
    std::fs::write(
        place.path("a.sql"),
        "-- a comment\nCREATE VIEW v AS SELECT 1 AS one;\nSELECT one FROM v;\n",
    )
    .unwrap();
    let output = run(&place, &["-f", "a.sql", "--format", "csv"]);
    assert_eq!(text(&output.stdout), "one\n1\n");
    let missing = run(&place, &["nothing.kifu", "-c", "SELECT 1"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        text(&missing.stderr).contains("nothing.kifu"),
        "{}",
        text(&missing.stderr)
    );
}
