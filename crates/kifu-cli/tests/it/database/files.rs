//! An index follows its files: they come, change, move and go.

use super::{place, run};
use crate::place::{Place, text};

/// A path that is not whole means the same of files and of an index, which has whole paths.
#[test]
fn files_are_selected_alike_in_an_index() {
    let place = place();
    for (selection, count) in [
        ("file=games/*", 3),
        ("file=a.sgf", 3),
        ("file=ames/*", 0),
        ("file=/games/*", 0),
    ] {
        let list = run(&place, &["list", "-w", selection, "games/a.sgf"], 0, "");
        assert_eq!(list.lines().count(), count + 1, "{selection}: {list}");
        let games = run(
            &place,
            &["list", "--format", "csv", "all.kifu", "-w", selection],
            0,
            "",
        );
        assert_eq!(games.lines().count(), count + 1, "{selection}: {games}");
    }
}

/// A move without a value is one in both, and a limit is one of both.
#[test]
fn lists_of_files_and_of_an_index_are_alike() {
    let place = place();
    place.file("w/a.sgf", "(;FF[4]SZ[19]B[aa];W)(;FF[4]SZ[19];W B[cc])");
    run(&place, &["index", "w", "-o", "w.kifu"], 0, "2 games");
    for args in [
        &["--fields", "moves,mainline,move:2"][..],
        &["--count", "--limit", "1"],
        &["--count", "--limit", "0"],
        &["--count", "--where", "moves=2"],
    ] {
        let list = |path| run(&place, &[&["list", path], args].concat(), 0, "");
        assert_eq!(list("w"), list("w.kifu"), "{args:?}");
    }
}

#[test]
fn files_come_and_go() {
    let place = place();
    place.file("games/b.sgf", "(;SZ[9];B[ee])");
    place.file("games/c.sgf", "no record");
    run(&place, &["index", "games", "-o", "all.kifu"], 2, "not SGF");
    std::fs::remove_file(place.path().join("games/a.sgf")).unwrap();
    std::fs::remove_file(place.path().join("games/c.sgf")).unwrap();
    run(
        &place,
        &["index", "games", "-o", "all.kifu", "--compact"],
        0,
        "1 game; 0 files read with 0 games, 1 unchanged, 1 removed",
    );
}

/// Games of a given path that is gone are removed and reported; games of other paths stay.
#[test]
fn games_of_what_is_gone_itself_are_removed() {
    let place = place();
    place.file("others/b.sgf", "(;SZ[9];B[ee])");
    place.file("others/c.sgf", "(;SZ[9];B[ee])");
    let index = |paths: &[&str], exit, message: &str| {
        let args = [&["index", "-o", "all.kifu"], paths].concat();
        run(&place, &args, exit, message);
    };
    let at = |name: &str| place.path().join(name);
    index(&["others/b.sgf", "others/c.sgf"], 0, "5 games; 2 files");
    std::fs::remove_file(at("others/b.sgf")).unwrap();
    let message = "others/b.sgf: not found; removed the games of 1 file";
    index(&["others/b.sgf", "others/c.sgf"], 0, message);
    index(
        &["others"],
        0,
        "4 games; 0 files read with 0 games, 1 unchanged, 0 removed",
    );
    // That something is gone is no news of it twice.
    index(&["others/b.sgf"], 2, "no such file or folder");
    std::fs::rename(at("games"), at("moved")).unwrap();
    index(&["others"], 0, "4 games; ");
    index(&["moved"], 0, "7 games; 1 file read with 3 games");
    // The target of `..` is unknown there, except on Windows, and similar paths are different files.
    for near in [
        #[cfg(not(windows))]
        "games/inner/../../games",
        "gam",
        "games/a.sgf/b",
        "others/games",
    ] {
        index(&[near], 2, "no such file or folder");
    }
    let message = "games/: not found; removed the games of 1 file";
    index(&["games/", "others"], 0, message);
    index(
        &["moved"],
        0,
        "4 games; 0 files read with 0 games, 1 unchanged, 0 removed",
    );
}

/// Games of other kinds have boards too, but no positions of Go.
#[test]
fn boards_of_other_games_do_not_count() {
    let place = Place::new();
    let othello = "(;GM[2]SZ[8];B[D3])".repeat(3);
    place.file("games/a.sgf", format!("{othello}(;SZ[9];B[ee])"));
    run(&place, &["index", "games", "-o", "all.kifu"], 0, "4 games");
    for filter in ["", "size>1"] {
        let args = ["openings", "all.kifu", "--least", "1", "-w", filter];
        let output = place.run(args);
        assert_eq!(text(&output.stderr), "");
        let tree = text(&output.stdout);
        assert!(tree.contains("SZ[9]C[1 game];B[ee]"), "{tree}");
    }
}

#[test]
fn archives_are_indexed_in_place() {
    let place = Place::new();
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/archives/games.tar.gz");
    place.file("games/games.tar.gz", std::fs::read(archive).unwrap());
    place.file("games/b.sgf", "(;SZ[9];B[ee])");
    let index = ["index", "games", "-o", "all.kifu"];
    let message = "4 games; 2 files read with 4 games, 0 unchanged, 0 removed";
    run(&place, &index, 0, message);
    let list = [
        "list",
        "--format",
        "csv",
        "all.kifu",
        "-f",
        "number,file",
        "-w",
        "size=19",
    ];
    let mut shown: Vec<_> = run(&place, &list, 0, "")
        .lines()
        .map(str::to_owned)
        .collect();
    shown.sort();
    let expected = [
        "1,FOLDER/games/games.tar.gz/games/a.sgf",
        "1,FOLDER/games/games.tar.gz/games/inner/两.sgf",
        "2,FOLDER/games/games.tar.gz/games/inner/两.sgf",
        "number,file",
    ];
    assert_eq!(shown, expected);
    let message = "4 games; 0 files read with 0 games, 2 unchanged, 0 removed";
    run(&place, &index, 0, message);
    // An archive is one file: what is in it goes when it goes, and is not taken by halves.
    let inner = ["index", "games/games.tar.gz/games/a.sgf", "-o", "all.kifu"];
    run(&place, &inner, 2, "cannot index a part of an archive");
    std::fs::remove_file(place.path().join("games/games.tar.gz")).unwrap();
    run(
        &place,
        &index,
        0,
        "1 game; 0 files read with 0 games, 1 unchanged, 1 removed",
    );
}

#[test]
fn an_index_takes_what_the_other_verbs_take() {
    let place = Place::new();
    let page = "<!DOCTYPE html><p>to be; or not</p>";
    let packed = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/archives/a.sgf.gz");
    place.file("games/page.sgf", page);
    place.file("games/packed.sgf", std::fs::read(packed).unwrap());
    place.file("games/notes.txt", "(;B[aa])");
    place.file("games/a.sgf", "(;SZ[9];B[ee])");
    let index = ["index", "games", "-o", "games/all.kifu"];
    let output = place.run(index);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    for message in [
        "page.sgf: not SGF",
        "packed.sgf: this is an archive, but its name ends like that of a record",
        "1 game; 1 file read",
    ] {
        assert!(errors.contains(message), "{errors}");
    }
    // The index itself is no part of the folder.
    let all = ["index", "--all", "games", "-o", "games/all.kifu"];
    let output = place.run(all);
    let errors = text(&output.stderr);
    assert!(
        errors.contains("2 games; 1 file read with 1 game"),
        "{errors}"
    );
    assert!(!errors.contains("all.kifu"), "{errors}");
}
