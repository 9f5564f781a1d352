//! The program: formats, files, status.

use std::process::{Command, Output};

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::RowAccessor as _;

use crate::place::Place;

pub(crate) fn run(place: &Place, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu-sql"));
    command.current_dir(place.path(""));
    command.args(arguments);
    command.stdin(std::process::Stdio::null());
    command.output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> String {
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
             \"PB\",\"PW\",\"RE\",\"SZ\",\"W\"]},{\"black\":\"Dan\",\"komi\":null,\"properties\":[\"FF\",\"GM\",\"KM\",\"PB\",\
             \"PW\",\"RE\",\"SZ\"]}]\n",
        ),
        (
            "markdown",
            "| black | komi | properties |\n| --- | --: | --- |\n\
             | Ann Lee | 6.5 | \\[AB, B, BR, DT, FF, GM, KM, PB, PW, RE, SZ, W\\] |\n\
             | Dan |  | \\[FF, GM, KM, PB, PW, RE, SZ\\] |\n",
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

#[test]
fn markdown_shows_the_text() {
    let place = Place::new();
    let sql = r"SELECT '\ <b> *a* _b_ `c` [d](e) ~~f~~ &lt; | g' || chr(13) || chr(10) || 'h' || chr(13) || 'i' AS a_b";
    let output = run(&place, &["-c", sql, "--format", "markdown"]);
    let cell = r"\\ \<b> \*a\* \_b\_ \`c\` \[d\](e) \~\~f\~\~ \&lt; \| g<br>h<br>i";
    assert_eq!(
        text(&output.stdout),
        format!("| a\\_b |\n| --- |\n| {cell} |\n")
    );
}

/// An error has its statement, if there are several.
#[test]
fn errors_name_their_statement() {
    let place = Place::new();
    for (sql, expected) in [
        (
            "SELECT 1;\n\n-- no\nSELECT nope;\nSELECT 2",
            "error: statement 2 (line 4): ",
        ),
        (
            ";;SELECT 1; SELECT 'a' + DATE '2000-01-01'",
            "error: statement 2 (line 1): ",
        ),
        (";\nSELECT nope", "error: Schema error: "),
    ] {
        std::fs::write(place.path("a.sql"), sql).unwrap();
        let output = run(&place, &["-f", "a.sql"]);
        let message = text(&output.stderr);
        assert!(message.starts_with(expected), "{sql}: {message}");
        assert_eq!(output.status.code(), Some(2));
    }
}

/// A comment at the end of one text does not join it to the next.
#[test]
fn each_text_has_its_own_statements() {
    let place = Place::new();
    let run = |first, second| {
        run(
            &place,
            &["--format", "json-lines", "-c", first, "-c", second],
        )
    };
    let output = run("SELECT 1 AS a -- one", "SELECT 2 AS b; SELECT 3 AS c");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(text(&output.stdout), "{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n");
    for (first, second) in [("SELECT 1 -- one", "EXCEPT SELECT 2"), ("SELECT 'a", "b'")] {
        let output = run(first, second);
        assert!(text(&output.stderr).starts_with("error: not valid SQL"));
        assert_eq!(output.status.code(), Some(2));
    }
    let output = run("-- a\nSELECT 1 AS a", "--b\nSELECT 2 AS b");
    assert_eq!(text(&output.stdout), "{\"a\":1}\n{\"b\":2}\n");
    let output = run("SELECT 1;\n", "SELECT nope");
    let message = text(&output.stderr);
    assert!(
        message.starts_with("error: statement 2 (line 2): "),
        "{message}"
    );
}

/// Control characters of records do not reach the terminal, in whatever type of value.
#[test]
fn control_characters_are_not_shown() {
    let place = Place::new();
    let sql = "SELECT E'a\\x1bb' AS t, struct(E'a\\x1bb') AS s, map(['k'], [E'a\\x1bb']) AS m, \
               arrow_cast(E'a\\x1bb', 'Dictionary(Int32, Utf8)') AS d, [[E'a\\x1bb']] AS l, 1 AS \"n\u{1b}\"";
    for format in ["table", "markdown", "line"] {
        let output = run(&place, &["-c", sql, "--format", format]);
        assert_eq!(text(&output.stderr), "", "{format}");
        let shown = text(&output.stdout);
        assert!(!shown.contains('\u{1b}'), "{format}: {shown:?}");
        assert_eq!(shown.matches("a\u{fffd}b").count(), 5, "{format}: {shown}");
    }
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let place = Place::new();
    std::fs::write(place.path("a.sql"), "\u{feff}SELECT 1 AS one").unwrap();
    let output = run(&place, &["-f", "a.sql", "--format", "csv"]);
    assert_eq!(text(&output.stdout), "one\n1\n");
}

#[test]
fn commands_of_the_prompt_are_named() {
    let place = Place::new();
    for (sql, name) in [
        ("\\d", "`\\d`"),
        (".mode csv", "`.mode`"),
        ("SELECT 1;\n.read a.sql", "`.read`"),
    ] {
        let output = run(&place, &["-c", sql]);
        let message = text(&output.stderr);
        let expected = format!("error: {name}: a command of the prompt");
        assert!(message.starts_with(&expected), "{sql}: {message}");
    }
    let output = run(&place, &["-c", "SELECT\n.5 AS half", "--format", "csv"]);
    assert_eq!(text(&output.stdout), "half\n0.5\n");
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
    let file = std::fs::File::open(place.path("parquet")).unwrap();
    let rows = SerializedFileReader::new(file).unwrap();
    let rows = rows.get_row_iter(None).unwrap();
    let names: Vec<String> = rows
        .map(|row| row.unwrap().get_string(0).unwrap().clone())
        .collect();
    assert_eq!(names, ["Ann Lee", "Bob", "Cem", "Dan"]);
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
        "-- a comment\nSET datafusion.execution.batch_size = 10;\nSELECT 1 AS one;\n",
    )
    .unwrap();
    let output = run(&place, &["-f", "a.sql", "--format", "csv"]);
    assert_eq!(text(&output.stdout), "one\n1\n");
    let missing = run(&place, &["nothing.kifu", "-c", "SELECT 1"]);
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(
        text(&missing.stderr),
        "error: nothing.kifu: no such file or folder\n"
    );
}

/// Formats with one header or one document hold one answer, and nothing is executed before that is known.
#[test]
fn a_file_holds_one_answer() {
    let place = Place::new();
    let sql = "SELECT 1 AS a; SELECT 2 AS b";
    for (format, is_file, holds) in [
        ("parquet", true, false),
        ("parquet", false, false),
        ("arrow", false, false),
        ("json", true, false),
        ("json", false, false),
        ("csv", true, false),
        ("csv", false, true),
        ("json-lines", true, true),
        ("table", true, true),
        ("markdown", true, true),
        ("line", false, true),
    ] {
        let name = format!("two.{format}");
        let mut arguments = vec!["-c", sql, "--format", format];
        if is_file {
            arguments.extend(["-o", &name]);
        }
        let output = run(&place, &arguments);
        let message = text(&output.stderr);
        assert_eq!(
            output.status.success(),
            holds,
            "{format} {is_file}: {message}"
        );
        assert_eq!(place.path(&name).exists(), holds && is_file, "{format}");
        assert_eq!(message.contains("hold several"), !holds, "{message}");
        assert!(holds || output.stdout.is_empty(), "{format}");
    }
    // A setting has no answer.
    let set = "SET datafusion.execution.batch_size = 10; SELECT 1 AS a";
    let output = run(&place, &["-c", set, "--format", "json"]);
    assert_eq!(text(&output.stdout), "[{\"a\":1}]\n");
    let set = "SET datafusion.execution.batch_size = 10";
    let output = run(&place, &["-c", set, "--format", "parquet", "-o", "set"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!place.path("set").exists());
}

#[test]
fn json_has_all_columns() {
    let place = Place::new();
    let sql = "SELECT NULL AS a, CAST('NaN' AS DOUBLE) AS b, CAST('inf' AS DOUBLE) AS c, 1.5 AS d";
    for (format, expected) in [
        ("json", "[{\"a\":null,\"b\":null,\"c\":null,\"d\":1.5}]\n"),
        (
            "json-lines",
            "{\"a\":null,\"b\":null,\"c\":null,\"d\":1.5}\n",
        ),
    ] {
        let output = run(&place, &["-c", sql, "--format", format]);
        assert_eq!(text(&output.stdout), expected, "{}", text(&output.stderr));
    }
}

#[cfg(unix)]
#[test]
fn written_files_have_the_usual_mode() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = Place::new();
    let mode = |name: &str| place.path(name).metadata().unwrap().permissions().mode();
    std::fs::write(place.path("plain"), "").unwrap();
    run(&place, &["-c", "SELECT 1", "-o", "new"]);
    assert_eq!(mode("new"), mode("plain"));
}

/// A copy in the cache that is damaged unnoticed is made again by the next run.
#[cfg(unix)]
#[test]
fn a_damaged_copy_is_reported_and_made_again() {
    let place = Place::new();
    let share = place.path("share");
    let (cache, other) = (place.path("cache"), place.path("other"));
    let published = kifu::store::Published::new(kifu::store::Folder::new(&share), &other);
    published.commit(&place.index_path(), None).unwrap();
    let address = format!("file://{}", share.display());
    let ask = || {
        let sql = "SELECT count(*) FROM position_search('XO', 'edges=yes')";
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu-sql"));
        command.env("KIFU_CACHE", &cache);
        command.args([&address, "-c", sql, "--format", "csv"]);
        command.output().unwrap()
    };
    let expected = text(&ask().stdout);
    let mut damaged = 0;
    for file in std::fs::read_dir(cache.join("files")).unwrap() {
        let path = file.unwrap().path();
        let mut bytes = std::fs::read(&path).unwrap();
        if !bytes.starts_with(b"KIFU") {
            continue;
        }
        let time = path.metadata().unwrap().modified().unwrap();
        // After the header and the sections.
        for byte in bytes.iter_mut().skip(300) {
            *byte ^= 0x55;
        }
        std::fs::write(&path, bytes).unwrap();
        let file = std::fs::File::options().append(true).open(&path).unwrap();
        file.set_modified(time).unwrap();
        damaged += 1;
    }
    assert!(damaged > 0);
    let output = ask();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("a copy in the cache"), "{message}");
    // Each run finds one of the segments.
    let mut last = ask();
    for _ in 1..damaged {
        last = ask();
    }
    assert_eq!(text(&last.stdout), expected, "{}", text(&last.stderr));
}

/// A reader that needs no more rows ends the program, whatever the format.
#[test]
fn a_closed_pipe_is_no_error() {
    let place = Place::new();
    for format in ["csv", "json", "json-lines", "line", "parquet", "arrow"] {
        let sql = "SELECT value, 'some text' AS a FROM range(0, 300000)";
        let mut child = Command::new(env!("CARGO_BIN_EXE_kifu-sql"))
            .current_dir(place.path(""))
            .args(["-c", sql, "--format", format])
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "", "{format}");
        assert_eq!(output.status.code(), Some(0), "{format}");
    }
}

/// An option after `-c` is not its statement.
#[test]
fn options_are_no_statements() {
    let place = Place::new();
    for option in [
        "--help",
        "--format",
        "--format=csv",
        "-f",
        "-fa.sql",
        "-h",
        "-c",
        "--version",
    ] {
        let output = run(&place, &["games.kifu", "-c", option]);
        let message = text(&output.stderr);
        assert!(
            message.contains("an option is not a statement"),
            "{option}: {message}"
        );
        assert_eq!(output.status.code(), Some(2), "{option}");
    }
    let output = run(&place, &["--format", "csv", "-c", "--help\nSELECT 1 AS a"]);
    assert_eq!(text(&output.stdout), "a\n1\n");
}

/// Arguments of other types are errors in a sentence.
#[test]
fn wrong_types_are_named() {
    let place = Place::new();
    for (sql, expected) in [
        (
            "SELECT octet_length(events) FROM games",
            "error: `octet_length(Binary)`: the function does not take arguments of these types (expected \
             `octet_length(String)`)\n",
        ),
        (
            "SELECT octet_length(properties) FROM games",
            "error: `octet_length(List(Utf8))`: the function does not take arguments of these types (expected \
             `octet_length(String)`)\n",
        ),
    ] {
        let output = run(&place, &["games.kifu", "-c", sql]);
        assert_eq!(text(&output.stderr), expected);
    }
}
