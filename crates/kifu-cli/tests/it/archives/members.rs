//! Members of unusual names and kinds, and archives inside archives.

use std::collections::BTreeSet;
use std::fs;

use super::fixture;
use crate::place::{Place, text};

/// A ZIP archive of members that are not compressed, in the order given.
fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in members {
        let place = u32::try_from(bytes.len()).unwrap();
        let size = u32::try_from(content.len()).unwrap().to_le_bytes();
        let mut checksum = flate2::Crc::new();
        checksum.update(content);
        // Version, flags, method, time, date, checksum, both sizes, and the lengths of name and extra field.
        let mut header = vec![10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        header.extend(checksum.sum().to_le_bytes());
        header.extend([size, size].concat());
        header.extend([u8::try_from(name.len()).unwrap(), 0, 0, 0]);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&header);
        bytes.extend([name.as_bytes(), content].concat());
        directory.extend(b"PK\x01\x02\x0A\0");
        directory.extend(&header);
        // Comment, disk and attributes.
        directory.extend([0; 10]);
        directory.extend(place.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let place = u32::try_from(bytes.len()).unwrap();
    let size = u32::try_from(directory.len()).unwrap();
    let count = u8::try_from(members.len()).unwrap();
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count, 0, count, 0]);
    bytes.extend(size.to_le_bytes());
    bytes.extend(place.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

#[test]
fn members_of_one_name_are_all_read() {
    let place = Place::new();
    let members: [(&str, &[u8]); 4] = [
        ("a.sgf", b"(;PB[Ada];B[aa])"),
        ("b.sgf", b"(;PB[Bob];B[aa])"),
        ("a.sgf", b"(;PB[Cy];B[aa])"),
        ("a.sgf", b"(;PB[Dan];B[aa])"),
    ];
    place.file("games.zip", zip_of(&members));
    let output = place.run(["list", "-f", "black,file", "--format", "csv", "games.zip"]);
    assert_eq!(text(&output.stderr), "");
    let shown = "black,file\nAda,games.zip/a.sgf\nBob,games.zip/b.sgf\nCy,games.zip/a.sgf\nDan,games.zip/a.sgf\n";
    assert_eq!(text(&output.stdout), shown);
    let output = place.run(["index", "games.zip", "-o", "all.kifu"]);
    assert!(
        text(&output.stderr).contains("4 games; 1 file read with 4 games"),
        "{output:?}"
    );
}

#[test]
fn archives_inside_archives_are_read() {
    let place = Place::new();
    let deepest = zip_of(&[("d.sgf", b"(;PB[Dan];B[aa])")]);
    let inner = zip_of(&[
        ("b.sgf", b"(;PB[Bob];B[aa])"),
        ("deep.zip", &deepest),
        ("notes.txt", b"(;PB[no record by its name])"),
    ]);
    let outer = zip_of(&[
        ("a.sgf", b"(;PB[Ada];B[aa])"),
        ("old/inner.zip", &inner),
        ("games.tar.gz", &fixture("games.tar.gz")),
        ("c.sgf.gz", &fixture("a.sgf.gz")),
        ("broken.zip", b"PK\x03\x04 and nothing else"),
    ]);
    place.file("outer.zip", &outer);
    let list = |path: &str| {
        let output = place.run(["list", "-f", "file", "--format", "csv", path]);
        let shown = text(&output.stdout);
        let rows = shown.lines().skip(1).map(str::to_owned);
        (rows.collect::<Vec<_>>(), text(&output.stderr))
    };
    let (files, message) = list("outer.zip");
    let expected = [
        "outer.zip/a.sgf",
        "outer.zip/old/inner.zip/b.sgf",
        "outer.zip/games.tar.gz/",
        "outer.zip/c.sgf.gz",
    ];
    for wanted in expected {
        assert!(
            files.iter().any(|file| file.starts_with(wanted)),
            "{wanted}: {files:?}"
        );
    }
    assert!(
        !files
            .iter()
            .any(|file| file.contains("d.sgf") || file.contains("notes")),
        "{files:?}"
    );
    // Skipped members are reported with their place.
    assert!(
        message.contains("outer.zip/old/inner.zip/deep.zip: this is an archive inside"),
        "{message}"
    );
    assert!(
        message.contains("outer.zip/broken.zip: cannot unpack"),
        "{message}"
    );
    assert_eq!(message.lines().count(), 3, "{message}");
    assert!(
        message.ends_with("kifu: 2 files not read, see above\n"),
        "{message}"
    );
    // A path leads into it.
    for (path, file) in [
        ("outer.zip/old/inner.zip", "outer.zip/old/inner.zip/b.sgf"),
        (
            "outer.zip/old/inner.zip/b.sgf",
            "outer.zip/old/inner.zip/b.sgf",
        ),
        ("outer.zip/c.sgf.gz", "outer.zip/c.sgf.gz"),
    ] {
        let (files, _) = list(path);
        assert_eq!(files, [file], "{path}");
    }
    // An index finds its records again.
    let output = place.run(["index", "outer.zip", "-o", "all.kifu"]);
    assert!(
        text(&output.stderr).contains("6 games; 1 file read"),
        "{output:?}"
    );
    let output = place.run([
        "list",
        "-f",
        "file",
        "-w",
        "player=Bob",
        "--format",
        "csv",
        "all.kifu",
    ]);
    assert!(
        text(&output.stdout).contains("outer.zip/old/inner.zip/b.sgf"),
        "{output:?}"
    );
}

#[test]
fn members_without_extension_are_known_by_their_content() {
    let place = Place::new();
    let members: [(&str, &[u8]); 6] = [
        ("game1", b"(;PB[Ada];B[aa])"),
        ("folder/1846-09-11", b"\xEF\xBB\xBF\n( ;PB[Bob];B[aa])"),
        ("README", b"Games of (;PB[no])"),
        ("Makefile", b"all:\n\tfor (;;) do true; done\n"),
        ("loop", b"(;;)"),
        ("script", b"boardsize 9\nplay B E5\n"),
    ];
    place.file("games.zip", zip_of(&members));
    let output = place.run(["list", "-f", "file,moves", "--format", "csv", "games.zip"]);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(
        text(&output.stdout),
        "file,moves\ngames.zip/game1,1\ngames.zip/folder/1846-09-11,1\ngames.zip/script,1\n"
    );
    // Without other formats the script is no record.
    let output = place.run(["check", "--format", "json-lines", "games.zip"]);
    assert!(text(&output.stdout).contains("\"games\":2"), "{output:?}");
}

#[test]
fn archives_in_parts_are_joined() {
    let place = Place::new();
    let whole = fixture("games.7z");
    let (first, rest) = whole.split_at(100);
    place.file("games.7z.001", first);
    place.file("games.7z.002", rest);
    let output = place.run(["list", "--count", "."]);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(text(&output.stdout).trim(), "3");
    fs::remove_file(place.path().join("games.7z.002")).unwrap();
    let output = place.run(["list", "--count", "games.7z.001"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(
        message.contains("games.7z.001") && !message.contains("Method("),
        "{message}"
    );
}

#[test]
fn other_formats_are_listed_and_indexed() {
    let place = Place::new();
    let formats = kifu_testkit::workspace().join("testdata/formats");
    for name in [
        "tygem.gib",
        "cyberoro.ngf",
        "pandanet.ugf",
        "match.pgn",
        "game.ogs.json",
    ] {
        place.file(
            format!("games/{name}"),
            fs::read(formats.join(name)).unwrap(),
        );
    }
    place.file("games/a.sgf", "(;PB[Ada];B[aa])");
    place.file("games/main.go", "package main\n\nfunc main() {}\n");
    place.file("games/settings.json", "{\"theme\": \"dark\"}");
    let rows = |source: &str| {
        let args = [
            "list",
            "-f",
            "file,game,black,moves",
            "--format",
            "csv",
            source,
        ];
        let output = place.run(args);
        let notes = text(&output.stderr);
        if source == "games" {
            let has = |note: &str| notes.lines().any(|line| line == note);
            assert!(
                has("kifu: games/game.ogs.json: move 4 is off the board and ignored"),
                "{notes}"
            );
            let more =
                "kifu: 3 more notes on files of other formats: `kifu convert --to sgf` lists them";
            assert!(notes.ends_with(&format!("{more}\n")), "{notes}");
        } else {
            assert_eq!(notes, "", "{source}");
        }
        let shown = text(&output.stdout);
        let names = shown.lines().skip(1).map(|row| {
            let at = row.find("games/").unwrap_or(0);
            row[at..].to_owned()
        });
        names.collect::<BTreeSet<_>>()
    };
    let files = rows("games");
    assert_eq!(files.len(), 9, "{files:#?}");
    assert!(files.contains("games/match.pgn,chess,Ben,7"), "{files:#?}");
    let output = place.run(["index", "games", "-o", "all.kifu"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(rows("all.kifu"), files);
    // Comments are read from the files again.
    let output = place.run(["list", "--count", "-w", "C~mate or captures>=0", "all.kifu"]);
    assert_eq!(text(&output.stderr), "");
    let again = place.run(["index", "games", "-o", "all.kifu"]);
    assert!(
        text(&again.stderr).contains("0 files read"),
        "{}",
        text(&again.stderr)
    );
    let output = place.run(["stats", "--group-by", "game", "games"]);
    assert!(
        text(&output.stdout).contains("9 games of 6 files"),
        "{}",
        text(&output.stdout)
    );
}
