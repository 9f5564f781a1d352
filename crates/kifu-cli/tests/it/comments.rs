//! Selections that ask an index for comments.

use std::fs;

use crate::place::{Place, text};

/// Runs the command, and gives what it writes to standard output and standard error.
fn run(place: &Place, args: &[&str], exit: i32) -> (String, String) {
    let output = place.run(args);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{args:?}: {errors}");
    (text(&output.stdout), errors)
}

fn archive(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archives");
    fs::read(folder.join(name)).unwrap()
}

/// Games with comments in files, folders and archives.
fn place() -> Place {
    let place = Place::new();
    place.file(
        "games/a.sgf",
        "(;SZ[9]PB[Ann]RE[B+R];B[gc]C[a ko];W[cg];B[gg])
         (;SZ[9]PB[Bob]RE[W+R];B[gc];W[cg]C[no fight])
         (;SZ[9]PB[Bob];B[gc];W[cg](;B[gg])(;B[ge]C[KO]))",
    );
    place.file(
        "games/b.sgf",
        "(;SZ[13]PB[Cid];B[gc]C[ko!])(;PB[Cid];B[pd])",
    );
    for name in ["games.zip", "games.tar.gz", "games.7z", "a.sgf.gz"] {
        place.file(format!("games/{name}"), archive(name));
    }
    for (name, sgf) in [("all.kifu", None), ("kept.kifu", Some("--sgf"))] {
        let args = ["index", "games", "-o", name].into_iter().chain(sgf);
        run(&place, &args.collect::<Vec<_>>(), 0);
    }
    place
}

#[test]
fn an_index_lists_what_the_files_list() {
    let place = place();
    let folder = dunce::canonicalize(place.path()).unwrap();
    let games = folder.join("games");
    let games = games.to_str().unwrap();
    for selection in [
        "comment~ko",
        "comment!~ko",
        "comment",
        "not comment",
        "comment~ko and player=Bob",
        "player=Bob or comment=*!",
        "not (comment~ko or size=9) has(B)",
    ] {
        let shown = "--format=csv";
        let (files, _) = run(&place, &["list", games, shown, "-w", selection], 0);
        let mut files: Vec<_> = files.lines().collect();
        files.sort_unstable();
        for index in ["all.kifu", "kept.kifu"] {
            let (own, _) = run(
                &place,
                &["list", "--format", "csv", index, "-w", selection],
                0,
            );
            let mut own: Vec<_> = own.lines().collect();
            own.sort_unstable();
            assert_eq!(own, files, "{selection} {index}");
            let count = ["list", index, "-w", selection, "--count"];
            let (count, _) = run(&place, &count, 0);
            assert_eq!(count.trim(), (files.len() - 1).to_string(), "{selection}");
        }
    }
    // Archives have games of their own in the answer.
    let (packed, _) = run(
        &place,
        &[
            "list",
            "--format",
            "csv",
            "all.kifu",
            "-w",
            "not comment~ko",
        ],
        0,
    );
    assert!(
        packed.contains("games.zip/") && packed.contains("a.sgf.gz"),
        "{packed}"
    );
}

#[test]
fn columns_that_an_index_lacks_come_from_the_records() {
    let place = place();
    let fields = "--fields=number,black,SZ,C,move:1,move:3";
    let sorted = ["--format", "csv", "--sort", "file,number"];
    let (files, _) = run(
        &place,
        &[&["list", "games", fields], &sorted[..]].concat(),
        0,
    );
    assert!(files.contains("1,Ann,9,a ko,B gc,B gg\n"), "{files}");
    for index in ["all.kifu", "kept.kifu"] {
        let (own, _) = run(&place, &[&["list", index, fields], &sorted[..]].concat(), 0);
        assert_eq!(own, files, "{index}");
        let (first, _) = run(&place, &["list", index, "--fields=SZ", "--limit=1"], 0);
        assert_eq!(first, "SZ\n9\n", "{index}");
    }
    // The fields of the index stand without the record.
    fs::remove_file(place.path().join("games/b.sgf")).unwrap();
    let args = ["list", "all.kifu", "--fields=black,SZ", "-w", "player=Cid"];
    let (rest, errors) = run(&place, &args, 2);
    let rest: Vec<_> = rest.split_whitespace().collect();
    assert_eq!(rest, ["black", "SZ", "Cid", "?", "Cid", "?"]);
    assert!(errors.contains("b.sgf"), "{errors}");
}

#[test]
fn positions_are_found_in_games_with_comments() {
    let place = place();
    let corner = "-----/....|/....|/.X..|/....|";
    let search = ["search", "all.kifu", corner, "-w", "comment~ko"];
    let (shown, _) = run(&place, &search, 0);
    assert!(shown.contains("6 hits in 2 games of at most "), "{shown}");
    let unread = " without the pattern are not read";
    assert!(shown.contains(unread), "{shown}");
    let lines = [&search[..], &["--format", "json-lines"]].concat();
    assert_eq!(run(&place, &lines, 0).0.lines().count(), 2);
    // Nobody reads what the comments of games without the pattern are.
    let (shown, _) = run(
        &place,
        &[&search[..2], &["XXX", "-w", "comment~ko"]].concat(),
        0,
    );
    assert!(shown.contains("0 hits in 0 games of at most "), "{shown}");
    assert!(shown.contains(unread), "{shown}");
    let json = [
        &search[..2],
        &["XXX", "-w", "comment~ko", "--format", "json"],
    ]
    .concat();
    assert!(run(&place, &json, 0).0.contains("\"unread\":"));
    let openings = ["openings", "all.kifu", "-w", "comment~ko", "--least", "1"];
    let (tree, errors) = run(&place, &openings, 0);
    assert!(tree.contains("SZ[9]") && tree.contains("2 games"), "{tree}");
    assert!(errors.contains("1 game on 13×13"), "{errors}");
}

#[test]
fn missing_files_are_reported_and_the_rest_is_answered() {
    let place = place();
    fs::remove_file(place.path().join("games/b.sgf")).unwrap();
    place.file("games/games.zip", [archive("games.zip"), vec![0]].concat());
    let gone = "b.sgf: the file is gone since it was indexed";
    for args in [
        &["list", "--format", "csv", "all.kifu", "-w", "comment~ko"][..],
        &["list", "all.kifu", "-w", "comment~ko", "--count"],
        &[
            "list",
            "--format",
            "csv",
            "all.kifu",
            "-f",
            "number,comment",
        ],
        &["search", "all.kifu", "X", "-w", "comment~ko"],
        &[
            "search",
            "all.kifu",
            "X",
            "-w",
            "comment~ko",
            "--format",
            "json-lines",
        ],
        &["openings", "all.kifu", "-w", "comment~ko"],
    ] {
        let (shown, errors) = run(&place, args, 2);
        assert!(!shown.is_empty(), "{args:?}");
        assert_eq!(errors.matches(gone).count(), 1, "{args:?}: {errors}");
        assert!(errors.contains("run `kifu index` again"), "{errors}");
    }
    let (shown, _) = run(
        &place,
        &["list", "--format", "csv", "all.kifu", "-w", "comment~ko"],
        2,
    );
    assert_eq!(shown.lines().count(), 3, "{shown}");
    // Where the columns say it, or the index has the record, nothing is amiss.
    run(
        &place,
        &[
            "list",
            "--format",
            "csv",
            "all.kifu",
            "-w",
            "comment~ko and player=Ann",
        ],
        0,
    );
    let (shown, _) = run(
        &place,
        &["list", "--format", "csv", "kept.kifu", "-w", "comment~ko"],
        0,
    );
    assert_eq!(shown.lines().count(), 4, "{shown}");
    // Made again, it is as it should be.
    run(&place, &["index", "games", "-o", "all.kifu"], 0);
    run(
        &place,
        &["list", "--format", "csv", "all.kifu", "-w", "comment~ko"],
        0,
    );
}

#[test]
fn of_many_files_that_are_gone_some_are_named() {
    let place = Place::new();
    for n in 0..25 {
        place.file(format!("games/{n}.sgf"), "(;B[cc]C[ko])");
    }
    run(&place, &["index", "games", "-o", "all.kifu"], 0);
    fs::remove_dir_all(place.path().join("games")).unwrap();
    let (_, errors) = run(
        &place,
        &["list", "--format", "csv", "all.kifu", "-w", "comment~ko"],
        2,
    );
    assert_eq!(errors.lines().count(), 11, "{errors}");
    assert!(errors.contains("15 more files were deleted"), "{errors}");
}
