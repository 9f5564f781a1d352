//! Damage to an index is reported, the rest is served, and nothing is lost.

use super::{CORNER, CORNERS, mixed, place, run};
#[cfg(target_os = "linux")]
use crate::place::Place;
use crate::place::text;

#[test]
fn openings_and_similar_serve_what_is_left() {
    let place = mixed();
    place.file("own.sgf", "(;SZ[13];B[ba];W[dd])");
    // The games of 9×9 are in the first segment.
    let damaged = place.path().join("all.kifu/00000000/search.kfs");
    let mut bytes = std::fs::read(&damaged).unwrap();
    let last = bytes.len() - 1;
    for byte in &mut bytes[last / 2..] {
        *byte ^= 1;
    }
    std::fs::write(&damaged, bytes).unwrap();
    for (args, shown) in [
        (&["openings", "all.kifu"][..], "SZ[13]C[2 games]"),
        (&["openings", "all.kifu", CORNER], "SZ[13]AB[ba]C[2 games]"),
        (
            &["search", "all.kifu", "--novelty", "--file", "own.sgf"],
            "2 W dd      new",
        ),
    ] {
        let all = [args, &["--partial"]].concat();
        let served = run(&place, &all, 2, "is damaged");
        assert!(served.contains(shown), "{args:?}: {served}");
    }
    for args in [
        &["openings", "all.kifu", CORNER][..],
        &["search", "all.kifu", "--novelty", "--file", "own.sgf"],
    ] {
        let served = run(&place, args, 2, "is damaged");
        assert_eq!(served, "");
    }
    std::fs::remove_file(&damaged).unwrap();
    for args in [
        &["openings", "all.kifu", CORNER][..],
        &["search", "all.kifu", "--novelty", "--file", "own.sgf"],
    ] {
        assert_eq!(run(&place, args, 2, "00000000"), "");
        let all = [args, &["--partial"]].concat();
        assert_ne!(run(&place, &all, 2, "00000000"), "");
    }
}

/// A game that cannot be named leaves the rest of the answer as it is.
#[test]
fn similar_serves_what_is_left_of_the_games() {
    let place = mixed();
    let own = "(;SZ[13];B[ba];W[dd])";
    place.file("own.sgf", own);
    place.file("games/c.sgf", own);
    run(&place, &["index", "games", "-o", "all.kifu"], 0, "");
    // The last segment is that of the game that is the same.
    let segments = std::fs::read_dir(place.path().join("all.kifu")).unwrap();
    let last = segments
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .max();
    let table = last.unwrap().join("games.parquet");
    let mut bytes = std::fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(table, bytes).unwrap();
    let message = "games.parquet: the table of games is damaged";
    for format in ["table", "json"] {
        let args = [
            "search",
            "all.kifu",
            "--novelty",
            "--file",
            "own.sgf",
            "--format",
            format,
            "--partial",
        ];
        let shown = run(&place, &args, 2, message);
        assert!(
            shown.contains("new") || shown.contains("novelty"),
            "{shown}"
        );
        assert!(!shown.contains("c.sgf"), "{shown}");
        assert_eq!(run(&place, &args[..5], 2, message), "");
    }
}

#[test]
fn a_damaged_manifest_is_reported_and_written_again() {
    let place = place();
    let manifest = place.path().join("all.kifu/manifest");
    let whole = std::fs::read(&manifest).unwrap();
    // The version, and a byte after its line.
    for flipped in [11, whole.len() - 4] {
        let mut bytes = whole.clone();
        bytes[flipped] ^= 1;
        std::fs::write(&manifest, bytes).unwrap();
        let message = "all.kifu/manifest: the manifest is damaged; `kifu index` over all folders of the index mends it";
        let search = ["search", "all.kifu", CORNERS];
        assert_eq!(run(&place, &search, 2, message), "");
        let left = [&search[..], &["--partial"]].concat();
        let shown = run(&place, &left, 2, message);
        assert!(shown.contains("2 hits in 2 games of 3"), "{shown}");
        let index = ["index", "games", "-o", "all.kifu"];
        let message = "all.kifu: the manifest was damaged or missing; it was rebuilt";
        run(&place, &index, 0, message);
        let output = place.run(index);
        assert!(!text(&output.stderr).contains("manifest"));
        let shown = run(&place, &search, 0, "");
        assert!(shown.contains("2 hits in 2 games of 3"), "{shown}");
    }
}

#[test]
fn parts_of_an_older_version_are_reported() {
    let place = place();
    let search = place.path().join("all.kifu/00000000/search.kfs");
    let mut bytes = std::fs::read(&search).unwrap();
    // Without the checksums of the table of games, which are the last section, and with one of the table of sections
    // alone.
    bytes[8] = 1;
    bytes[20] -= 1;
    let end = 32 + 32 * usize::from(bytes[20]);
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[32..end]);
    bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
    std::fs::write(&search, bytes).unwrap();
    place.file("more/b.sgf", "(;SZ[13];B[ee])");
    let other = ["index", "more", "-o", "all.kifu"];
    for _ in 0..2 {
        let message = "3 games are in parts of an older version without checksums of their info; give \
                    all folders of the index to rebuild them";
        run(&place, &other, 0, message);
    }
    let all = ["index", "games", "more", "-o", "all.kifu"];
    let message = "updated the index from an older version without checksums of game info; read the files of 3 games again";
    run(&place, &all, 0, message);
    let errors = place.run(all).stderr;
    assert!(!text(&errors).contains("older version"));
    let shown = run(
        &place,
        &["list", "--format", "csv", "all.kifu", "--count"],
        0,
        "",
    );
    assert_eq!(shown, "4\n");
}

/// A mistyped folder takes nothing away of an index that can only begin anew.
#[test]
fn an_index_begins_anew_only_with_what_was_read() {
    let place = place();
    let index = place.path().join("all.kifu");
    for name in ["manifest", "sources.00000001"] {
        std::fs::remove_file(index.join(name)).unwrap();
    }
    let count = ["list", "all.kifu", "--count", "--partial"];
    for _ in 0..2 {
        let message = "all.kifu: its manifest and its list of files are lost, so that it can only begin anew, and no file \
                    was read for that; it is unchanged; name the folders it was made of";
        run(&place, &["index", "nonesuch", "-o", "all.kifu"], 2, message);
        assert_eq!(
            run(&place, &count, 2, "nothing says which games count"),
            "3\n"
        );
    }
    let message = "the old data (3 games in 1 segment) was moved to ";
    run(&place, &["index", "games", "-o", "all.kifu"], 0, message);
    assert!(index.join("lost.1/00000000/games.parquet").is_file());
    assert_eq!(run(&place, &count, 0, ""), "3\n");
}

#[test]
fn records_that_an_index_does_not_begin_to_keep_are_reported() {
    let place = place();
    let message = "all.kifu: `--sgf` is ignored: an index keeps records from its creation, and this one does not";
    run(
        &place,
        &["index", "games", "--sgf", "-o", "all.kifu"],
        0,
        message,
    );
    for _ in 0..2 {
        let output = place.run(["index", "games", "--sgf", "-o", "new.kifu"]);
        assert!(!text(&output.stderr).contains("--sgf"));
    }
}

/// A damaged segment does not affect the others.
#[test]
fn a_segment_that_cannot_be_opened_blocks_nothing() {
    let place = place();
    place.file("others/b.sgf", "(;SZ[9]PB[Dan];B[cc];W[gg])");
    let index = |args: &[&str], exit, message: &str| {
        let args = [&["index", "-o", "all.kifu"], args].concat();
        run(&place, &args, exit, message);
    };
    index(&["others"], 0, "4 games");
    place.file("all.kifu/00000001/search.kfs", "");
    place.file("games/a.sgf", "(;SZ[9]PB[new];B[ee])");
    index(&["games"], 2, "2 games; 1 file read with 1 game");
    index(
        &["games", "--compact"],
        2,
        "00000001/search.kfs: the header is damaged",
    );
    let args = ["search", "all.kifu", "X", "--edges", "--partial"];
    let shown = run(&place, &args, 2, "the header is damaged");
    assert!(
        shown.contains("new") && shown.contains("in 1 game of 1"),
        "{shown}"
    );
    std::fs::remove_dir_all(place.path().join("others")).unwrap();
    let message = "the header was damaged; its games were removed with their files";
    index(&["games", "others"], 0, message);
    let shown = run(&place, &args[..4], 0, "");
    assert!(shown.contains("in 1 game of 1"), "{shown}");
}

#[test]
fn a_damaged_index_is_made_again_from_its_files() {
    let place = place();
    place.file("others/b.sgf", "(;SZ[9]PB[Dan]PW[Eve]DT[1998];B[cc];W[gg])");
    let search = place.path().join("all.kifu/00000000/search.kfs");
    let mut bytes = std::fs::read(&search).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&search, &bytes).unwrap();
    let message = "search.kfs: block 0: the occupancy is damaged; ";
    for compact in [&[][..], &["--compact"]] {
        let index = ["index", "others", "-o", "all.kifu"];
        run(&place, &[&index[..], compact].concat(), 2, message);
    }
    run(
        &place,
        &["index", "games", "-o", "all.kifu"],
        0,
        "search.kfs: block 0: the occupancy was damaged; the games were read again",
    );
    run(
        &place,
        &["index", "games", "others", "-o", "all.kifu", "--compact"],
        0,
        "4 games; 0 files read with 0 games, 2 unchanged, 0 removed",
    );
    let shown = run(&place, &["search", "all.kifu", "X", "--edges"], 0, "");
    assert!(shown.contains("in 4 games of 4"), "{shown}");
}

#[test]
fn the_rest_of_a_damaged_index_is_served() {
    let place = place();
    place.file("games/b.sgf", "(;SZ[13]PB[Dan]PW[Eve]DT[1998];B[cc];W[kk])");
    run(&place, &["index", "games", "-o", "all.kifu"], 0, "4 games");
    let table = place.path().join("all.kifu/00000000/games.parquet");
    let mut bytes = std::fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(table, bytes).unwrap();
    let message = "games.parquet: the table of games is damaged; ";
    let games = ["list", "--format", "csv", "all.kifu", "-f", "black,date"];
    let search = ["search", "all.kifu", "X", "--edges", "--format"];
    for format in ["table", "json", "json-lines"] {
        run(&place, &[&search[..], &[format]].concat(), 2, message);
    }
    run(&place, &games, 2, message);

    let left = ["--partial"];
    let shown = run(&place, &[&games[..], &left].concat(), 2, message);
    assert_eq!(shown, "black,date\nDan,1998\n");
    let count = ["--count", "-w", "date>1900"];
    let shown = run(&place, &[&games[..], &left, &count].concat(), 2, message);
    assert_eq!(shown, "1\n");
    // The stones are found all the same; of the games, only the good ones can be shown.
    for (format, hits) in [
        ("table", "4 hits in 4 games of 4"),
        ("json", "\"hits\":4"),
        ("json-lines", ""),
    ] {
        let shown = run(
            &place,
            &[&search[..], &[format], &left].concat(),
            2,
            message,
        );
        assert!(shown.contains(hits) && shown.contains("Dan"), "{shown}");
        assert!(!shown.contains("Ann"), "{shown}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_index_as_it_was() {
    let place = Place::new();
    let game = |number: usize| format!("(;PB[{number}]C[x];{})\n", "B[aa];W[bb];".repeat(100));
    place.file("few.sgf", (0..20).map(game).collect::<String>());
    place.file("many.sgf", (0..3000).map(game).collect::<String>());
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let index = format!("'{kifu}' index -o disk/all.kifu");
    let line = format!(
        "{index} few.sgf; echo exit $?; {index} few.sgf many.sgf; echo exit $?; \
         '{kifu}' list disk/all.kifu --count; ls -A disk/all.kifu; \
         {index} few.sgf; echo exit $?"
    );
    let Some(output) = place.on_a_disk("200k", &line) else {
        return;
    };
    let (shown, message) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(
        shown,
        "exit 0\nexit 2\n20\n00000000\ndeleted.csv\nlock\nmanifest\nsources.00000001\nexit 0\n",
        "{message}"
    );
    let full: Vec<_> = message
        .lines()
        .filter(|line| line.contains("the disk is full"))
        .collect();
    assert!(full.len() == 1 && full[0].contains("all.kifu"), "{message}");
    assert!(
        message.ends_with("20 games; 0 files read with 0 games, 1 unchanged, 0 removed\n"),
        "{message}"
    );
}
