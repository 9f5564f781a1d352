//! Files and records that cannot be read are left out and reported.

use std::fs;

use crate::place::{Place, rows};
use crate::program::{run, text};

const GAME: &str = "(;FF[4]GM[1]SZ[9]PB[Eve];B[aa])";

#[test]
fn unread_files_of_folders_are_reported() {
    let place = Place::of(&[]);
    fs::create_dir(place.path("x")).unwrap();
    for (name, bytes) in [
        ("a.sgf", GAME.as_bytes()),
        ("junk.sgf", b"hello"),
        ("broken.zip", b"PK\x03\x04 and no more"),
    ] {
        fs::write(place.path("x").join(name), bytes).unwrap();
    }
    let output = run(
        &place,
        &[
            "-c",
            "SELECT count(*) AS n FROM sgf_files('x')",
            "--format",
            "csv",
        ],
    );
    let message = text(&output.stderr);
    assert_eq!(text(&output.stdout), "n\n1\n");
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("junk.sgf: not SGF"), "{message}");
    assert!(message.contains("broken.zip: "), "{message}");
    assert_eq!(message.lines().count(), 2, "{message}");

    // The other statements are executed, and each reports its own.
    let sql = "SELECT count(*) AS n FROM sgf_files('x/junk.sgf'); SELECT 1 AS one";
    let output = run(&place, &["-c", sql, "--format", "csv"]);
    let message = text(&output.stderr);
    assert_eq!(text(&output.stdout), "n\n0\none\n1\n");
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.starts_with("error: x/junk.sgf: not SGF"),
        "{message}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_text_are_reported() {
    use std::os::unix::ffi::OsStrExt as _;

    let place = Place::of(&[]);
    let name = std::ffi::OsStr::from_bytes(b"x/\xff.sgf");
    fs::create_dir(place.path("x")).unwrap();
    fs::write(place.path("").join(name), GAME).unwrap();
    let output = run(&place, &["-c", "SELECT count(*) FROM sgf_files('x')"]);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("not UTF-8"), "{message}");
}

/// A folder is read again after it has changed.
#[test]
fn folders_are_as_they_are_now() {
    let place = Place::of(&[]);
    let folder = place.path("x");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.sgf"), GAME).unwrap();
    let session = kifu_sql::Session::open(None).unwrap();
    let sql = format!(
        "SELECT black, move_at(1) FROM sgf_files('{}') ORDER BY 1",
        folder.display()
    );
    assert_eq!(rows(&session, &sql), ["Eve|aa"]);
    fs::write(folder.join("b.sgf"), "(;FF[4]GM[1]SZ[9]PB[Fay];B[bb])").unwrap();
    assert_eq!(rows(&session, &sql), ["Eve|aa", "Fay|bb"]);
    fs::write(folder.join("a.sgf"), "(;FF[4]GM[1]SZ[9]PB[Eva Lu];B[cc])").unwrap();
    assert_eq!(rows(&session, &sql), ["Eva Lu|cc", "Fay|bb"]);
    fs::remove_file(folder.join("b.sgf")).unwrap();
    assert_eq!(rows(&session, &sql), ["Eva Lu|cc"]);
    assert_eq!(session.take_unread().len(), 0);
    fs::write(folder.join("c.sgf"), "nothing").unwrap();
    for _ in 0..2 {
        assert_eq!(rows(&session, &sql), ["Eva Lu|cc"]);
        assert_eq!(session.take_unread().len(), 1);
    }
}

/// Records that are gone or have changed are left out, the others are answered.
#[test]
fn unread_records_are_reported() {
    let place = Place::of(&[]);
    let mut indexer = kifu::store::Indexer::open(place.path("plain.kifu"), false).unwrap();
    let names = ["a.sgf", "b.sgf", "c.sgf"];
    for name in names {
        fs::write(
            place.path(name),
            format!("(;FF[4]GM[1]SZ[9]PB[{name}]RE[nobody];B[ee]C[ko])"),
        )
        .unwrap();
    }
    let paths = names.map(|name| place.path(name));
    indexer.add(paths, |_| ()).unwrap();
    indexer.finish(false).unwrap();
    let ask = |sql: &str| run(&place, &["plain.kifu", "-c", sql, "--format", "csv"]);
    let sgf = "SELECT black, sgf() IS NULL AS is_lost FROM games ORDER BY black";
    let problems = "SELECT count(DISTINCT game) AS n FROM problems";
    assert_eq!(text(&ask(problems).stdout), "n\n3\n");
    fs::remove_file(place.path("a.sgf")).unwrap();
    fs::write(place.path("b.sgf"), "(;FF[4]GM[1]SZ[9]PB[other];B[bb])").unwrap();
    for (sql, expected) in [
        (sgf, "black,is_lost\na.sgf,true\nb.sgf,true\nc.sgf,false\n"),
        (problems, "n\n1\n"),
        (
            "SELECT black FROM games WHERE where_kifu('comment~ko')",
            "black\nc.sgf\n",
        ),
        (
            "SELECT black FROM games WHERE where_kifu('comment~ko') OR komi = 1",
            "black\nc.sgf\n",
        ),
        (
            "SELECT count(*) AS n FROM moves WHERE where_kifu('comment~ko')",
            "n\n1\n",
        ),
        (
            "SELECT count(DISTINCT game) AS n FROM position_search('X', 'where=comment~ko')",
            "n\n1\n",
        ),
        (
            "SELECT count(DISTINCT game) AS n FROM position_search('X') WHERE where_kifu('comment~ko')",
            "n\n1\n",
        ),
        (
            "SELECT black FROM games WHERE has_position('X', 'where=comment~ko')",
            "black\nc.sgf\n",
        ),
        (
            "SELECT sum(hits) > 0 AS has_hits FROM continuations('X', 'where=comment~ko')",
            "has_hits\ntrue\n",
        ),
        (
            "SELECT games FROM openings('least=1', 'where=comment~ko') WHERE depth = 0",
            "games\n1\n",
        ),
    ] {
        let output = ask(sql);
        let message = text(&output.stderr);
        assert_eq!(text(&output.stdout), expected, "{message}");
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("a.sgf: the file is gone"), "{message}");
        assert!(message.contains("b.sgf: "), "{message}");
        assert_eq!(message.lines().count(), 2, "{message}");
    }
}

/// A record that was missing for one statement can be there for the next.
#[test]
fn selections_read_missing_records_again() {
    let place = Place::of(&[]);
    let mut indexer = kifu::store::Indexer::open(place.path("plain.kifu"), false).unwrap();
    let file = place.path("a.sgf");
    let record = "(;FF[4]GM[1]SZ[9];B[ee]C[ko])";
    fs::write(&file, record).unwrap();
    indexer.add([file.clone()], |_| ()).unwrap();
    indexer.finish(false).unwrap();
    let session = kifu_sql::Session::open(Some(&place.path("plain.kifu"))).unwrap();
    let sql = "SELECT count(*) FROM games WHERE where_kifu('comment~ko')";
    fs::remove_file(&file).unwrap();
    for _ in 0..2 {
        assert_eq!(rows(&session, sql), ["0"]);
        assert_eq!(session.take_unread().len(), 1);
    }
    fs::write(&file, record).unwrap();
    assert_eq!(rows(&session, sql), ["1"]);
    assert_eq!(session.take_unread().len(), 0);
}

/// A condition, its negation and `IS NULL` split the games, pushed down or not: only an unreadable record makes it null.
#[test]
fn undecided_games_are_in_neither_part() {
    let place = Place::of(&[]);
    let mut indexer = kifu::store::Indexer::open(place.path("plain.kifu"), false).unwrap();
    let games = [("a", "ko"), ("b", "go"), ("c", "ko"), ("d", "go")];
    let files = games.map(|(name, _)| place.path(name));
    for (file, (name, comment)) in files.iter().zip(games) {
        let record = format!("(;FF[4]GM[1]SZ[9]PB[{name}];B[ee]C[{comment}])");
        fs::write(file, record).unwrap();
    }
    indexer.add(files.clone(), |_| ()).unwrap();
    indexer.finish(false).unwrap();
    files[..2]
        .iter()
        .for_each(|file| fs::remove_file(file).unwrap());
    let session = kifu_sql::Session::open(Some(&place.path("plain.kifu"))).unwrap();
    for (condition, expected) in [
        ("where_kifu('comment~ko')", "c|d|ab"),
        ("where_kifu('not comment~ko')", "d|c|ab"),
        ("where_kifu('comment~ko or black=a')", "ac|d|b"),
        ("where_kifu('comment~ko and black=a')", "-|bcd|a"),
        ("where_kifu('black=a')", "a|bcd|-"),
        ("has_position('X', 'where=comment~ko')", "c|d|ab"),
        (
            "has_position('O', 'colors=fixed', 'where=comment~ko')",
            "-|abcd|-",
        ),
    ] {
        let parts = [
            condition.to_owned(),
            format!("NOT {condition}"),
            format!("{condition} IS NULL"),
        ];
        for suffix in ["", " OR komi = 1"] {
            let names = parts.each_ref().map(|part| {
                let sql = format!(
                    "SELECT string_agg(black, '' ORDER BY black) FROM games WHERE ({part}){suffix}"
                );
                rows(&session, &sql).join("")
            });
            assert_eq!(names.join("|"), expected, "{condition}{suffix}");
        }
    }
}
