//! Archives are read in place. The files in `tests/archives` were written by zip, 7z, tar, xz, zstd and gzip.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::place::{Place, text};

/// All that hold the same two records with three games.
const ARCHIVES: [&str; 6] = [
    "games.zip",
    "games.7z",
    "games.tar.bz2",
    "games.tar.gz",
    "games.tar.xz",
    "games.tar.zst",
];

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archives");
    fs::read(folder.join(name)).unwrap()
}

fn place_with(names: &[&str]) -> Place {
    let place = Place::new();
    for name in names {
        place.file(name, fixture(name));
    }
    place
}

#[test]
fn records_in_archives_are_listed_with_their_paths() {
    let place = place_with(&ARCHIVES);
    for name in ARCHIVES {
        let args = [
            "list",
            "--fields",
            "black,number,file",
            "--format",
            "csv",
            name,
        ];
        let output = place.run(args);
        assert_eq!(text(&output.stderr), "", "{name}");
        assert_eq!(output.status.code(), Some(0), "{name}");
        let shown = text(&output.stdout);
        let lines: BTreeSet<_> = shown.lines().skip(1).collect();
        let wanted = [
            format!("Ada,1,{name}/games/a.sgf"),
            format!("Cy,1,{name}/games/inner/两.sgf"),
            format!("Ed,2,{name}/games/inner/两.sgf"),
        ];
        assert!(
            lines.into_iter().eq(wanted.iter().map(String::as_str)),
            "{shown}"
        );
    }
    // In a folder they are found by their names.
    let output = place.run(["stats", "--by", "player", "."]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).ends_with("18 games of 12 files, 18 moves.\n"));
}

#[test]
fn compressed_records_are_read() {
    let names = ["a.sgf.gz", "a.sgf.xz", "frames.sgf.zst"];
    let place = place_with(&names);
    for name in names {
        let output = place.run(["list", "--format", "json-lines", name]);
        assert_eq!(
            text(&output.stdout),
            format!(
                "{{\"black\":\"Ada\",\"date\":\"2001-02-03\",\"file\":\"{name}\",\"moves\":2,\"number\":1,\
                 \"result\":\"B+R\",\"white\":\"Bo\"}}\n"
            )
        );
    }
    let output = place.run(["list", "--format", "json-lines", "."]);
    assert_eq!(text(&output.stdout).lines().count(), 3);
}

#[test]
fn archives_are_known_by_their_content() {
    let place = Place::new();
    place.file("games", fixture("games.zip"));
    place.file("folder/games.sgf", fixture("games.tar.gz"));
    let count = |path: &str| {
        text(&place.run(["list", "--format", "json-lines", path]).stdout)
            .lines()
            .count()
    };
    assert_eq!(count("games"), 3);
    assert_eq!(count("folder/games.sgf"), 3);
    // In a folder the file name decides, and a mismatch is reported.
    let output = place.run(["list", "--format", "json-lines", "folder"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains(
            "folder/games.sgf: this is an archive, but its name ends like that of a record"
        ),
        "{said}"
    );
    assert_eq!(
        text(
            &place
                .run(["list", "--format", "json-lines", "--all", "."])
                .stdout
        )
        .lines()
        .count(),
        3
    );
    // One that is none is read as what it is.
    place.file("plain.sgf.gz", "(;PB[Ada])");
    assert_eq!(count("plain.sgf.gz"), 1);
}

#[test]
fn a_path_may_lead_into_an_archive() {
    let place = place_with(&ARCHIVES);
    for name in ARCHIVES {
        let inner = format!("{name}/games/inner");
        let output = place.run(["list", "--format", "json-lines", &inner]);
        assert_eq!(text(&output.stdout).lines().count(), 2, "{name}");
        let file = format!("{name}/games/a.sgf");
        for args in [
            &["show", &file][..],
            &["debug", "tree", &file],
            &["check", &file],
            &["json", &file],
        ] {
            let output = place.run(args);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{args:?}: {}",
                text(&output.stderr)
            );
        }
        let output = place.run(["show", name]);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(
            said.contains("the archive holds several records; name one"),
            "{said}"
        );
        let output = place.run([
            "list",
            "--format",
            "json-lines",
            &format!("{name}/games/missing.sgf"),
        ]);
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn encrypted_archives_are_one_line() {
    let names = ["encrypted.zip", "encrypted.7z", "encrypted-names.7z"];
    let place = place_with(&names);
    for name in names {
        let output = place.run(["list", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let said = text(&output.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(name) && said.contains("ncrypted"), "{said}");
    }
}

#[test]
fn broken_archives_are_one_line_and_the_others_are_read() {
    for name in ARCHIVES
        .into_iter()
        .chain(["a.sgf.gz", "a.sgf.xz", "frames.sgf.zst"])
    {
        let bytes = fixture(name);
        let place = Place::new();
        place.file("z.sgf", "(;PB[Zoe])");
        for part in 1..8 {
            place.file(name, &bytes[..bytes.len() * part / 8]);
            let output = place.run(["list", "--fields", "black", name, "z.sgf"]);
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{name} {part}: {said}");
            assert_eq!(said.lines().count(), 1, "{name} {part}: {said}");
            assert!(said.contains(name), "{said}");
            assert!(text(&output.stdout).ends_with("Zoe\n"), "{name} {part}");
        }
    }
}

#[test]
fn bytes_that_are_changed_do_no_harm() {
    for name in ARCHIVES {
        let bytes = fixture(name);
        let place = Place::new();
        for at in (0..bytes.len()).step_by(11) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x55;
            place.file(format!("{at:03}-{name}"), bytes);
        }
        let output = place.run(["list", "."]);
        assert!(
            matches!(output.status.code(), Some(0 | 2)),
            "{name}: {:?}",
            output.status
        );
        let said = text(&output.stderr);
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn bombs_are_stopped() {
    let place = Place::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(b"(;C[").unwrap();
    for _ in 0..40 {
        packed.write_all(&vec![b'x'; 1_000_000]).unwrap();
    }
    place.file("bomb.sgf.gz", packed.finish().unwrap());
    for verb in ["list", "check"] {
        let output = place.run([verb, "--member-limit", "20", "bomb.sgf.gz"]);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(
            said.contains("larger than 20 MB uncompressed; raise the limit with `--member-limit`"),
            "{said}"
        );
    }
    let output = place.run(["list", "--member-limit", "50", "bomb.sgf.gz"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn archives_are_not_written_into() {
    let place = place_with(&["games.zip", "a.sgf.gz"]);
    place.file("b.sgf", "(;FF[3]KM[6,5];B[tt])\n");
    for verb in ["fix", "fmt", "convert"] {
        let output = place.run([verb, "."]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{verb}: {said}");
        for name in ["games.zip", "a.sgf.gz"] {
            let line = format!("error: ./{name}: cannot write into an archive");
            assert_eq!(said.matches(&line).count(), 1, "{verb}: {said}");
            assert_eq!(fs::read(place.path().join(name)).unwrap(), fixture(name));
        }
        // A preview is printed.
        let output = place.run([verb, "--diff", "games.zip"]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{verb}");
    }
    assert_ne!(
        fs::read(place.path().join("b.sgf")).unwrap(),
        b"(;FF[3]KM[6,5];B[tt])\n"
    );
    // To another place it goes.
    let output = place.run(["convert", "-o", "new.sgf", "a.sgf.gz"]);
    assert_eq!(text(&output.stderr).lines().count(), 1);
}

#[test]
fn collections_are_made_of_archives() {
    let place = place_with(&ARCHIVES);
    let run = |args: &[&str], exit: i32| {
        let output = place.run(args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(exit), "{args:?}: {said}");
        (text(&output.stdout), said)
    };
    let players = |path: &str| {
        let args = ["list", "-f", "black", "--format", "csv", path];
        let listed = text(&place.run(args).stdout);
        listed.lines().skip(1).collect::<BTreeSet<_>>().len()
    };
    for name in ARCHIVES {
        let out = format!("{name}.out");
        run(&["split", "--into", &out, "-t", "{n} {black}", name], 0);
        assert_eq!(fs::read_dir(place.path().join(&out)).unwrap().count(), 3);
        let all = format!("{name}.sgf");
        let (_, said) = run(&["join", "-o", &all, name], 0);
        assert!(said.contains("3 games of 2 files joined"), "{said}");
        assert_eq!(players(&all), 3);
        // Split and joined games equal those of the archive.
        let again = format!("{name}.again.sgf");
        run(&["join", "-o", &again, &out], 0);
        run(&["diff", &all, &again], 0);
        let tree = format!("{name}.tree.sgf");
        let (_, said) = run(&["merge", "--opening", "-o", &tree, name], 0);
        assert!(said.contains("3 games in"), "{said}");
        let (lines, _) = run(&["extract", "main-lines", name], 0);
        assert_eq!(lines.matches("(;").count(), 3, "{lines}");
        let file = format!("{name}/games/a.sgf");
        run(&["diff", &file, "games.zip/games/a.sgf"], 0);
        let other = format!("{name}/games/inner/两.sgf");
        let (told, _) = run(&["diff", &file, &other], 1);
        assert!(told.contains("Ada"), "{told}");
        let (_, said) = run(&["diff", name, &file], 2);
        assert!(said.contains("the archive holds several records"), "{said}");
    }
}

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
    let (files, said) = list("outer.zip");
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
        said.contains("outer.zip/old/inner.zip/deep.zip: this is an archive inside"),
        "{said}"
    );
    assert!(
        said.contains("outer.zip/broken.zip: cannot unpack"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 2, "{said}");
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
    let said = text(&output.stderr);
    assert!(
        said.contains("games.7z.001") && !said.contains("Method("),
        "{said}"
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
        assert_eq!(text(&output.stderr), "", "{source}");
        let shown = text(&output.stdout);
        let names = shown.lines().skip(1).map(|row| {
            let at = row.find("games/").unwrap_or(0);
            row[at..].to_owned()
        });
        names.collect::<BTreeSet<_>>()
    };
    let files = rows("games");
    assert_eq!(files.len(), 8, "{files:#?}");
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
    let output = place.run(["stats", "--by", "game", "games"]);
    assert!(
        text(&output.stdout).contains("8 games of 6 files"),
        "{}",
        text(&output.stdout)
    );
}
