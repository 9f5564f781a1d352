//! Archives are read in place. The files in `tests/archives` were written by zip, 7z, tar, xz, zstd and gzip.

mod hostile;
mod members;

use std::collections::BTreeSet;
use std::fs;
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
    let output = place.run(["stats", "--group-by", "player", "."]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).ends_with("18 games of 12 files, 18 moves.\n"));
}

#[test]
fn a_name_that_an_archive_does_not_have_is_reported() {
    let place = place_with(&ARCHIVES);
    for name in ARCHIVES {
        let member = format!("{name}/games/z.sgf");
        for verb in ["show", "list", "check"] {
            let output = place.run([verb, &member]);
            assert_eq!(output.status.code(), Some(2), "{verb} {name}");
            let expected =
                format!("kifu: error: {member}: no such file or folder in the archive\n");
            assert_eq!(text(&output.stderr), expected, "{verb} {name}");
        }
    }
    // In an archive inside, below a record, and of a file that is only compressed.
    let inner = tape(&[("a.sgf", "(;GM[1]SZ[9];B[bb])")]);
    let inner = String::from_utf8(inner).unwrap();
    place.file("n.tar", tape(&[("in/inner.tar", &inner)]));
    place.file("a.sgf.gz", fixture("a.sgf.gz"));
    for member in [
        "n.tar/in/inner.tar/z.sgf",
        "n.tar/in/inner.tar/a.sgf/b.sgf",
        "n.tar/in/z.sgf",
        "a.sgf.gz/x.sgf",
    ] {
        let output = place.run(["list", "--count", member]);
        assert_eq!(output.status.code(), Some(2), "{member}");
        let expected = format!("kifu: error: {member}: no such file or folder in the archive\n");
        assert_eq!(text(&output.stderr), expected);
        assert_eq!(text(&output.stdout), "0\n");
    }
    let output = place.run(["list", "--count", "n.tar/in/inner.tar/a.sgf"]);
    assert_eq!(text(&output.stdout), "1\n");
}

/// A tape archive of these files.
fn tape(files: &[(&str, &str)]) -> Vec<u8> {
    let mut tape = Vec::new();
    for (name, text) in files {
        let mut head = [0; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[100..108].copy_from_slice(b"0000644\0");
        head[124..136].copy_from_slice(format!("{:011o}\0", text.len()).as_bytes());
        head[156] = b'0';
        head[257..265].copy_from_slice(b"ustar\x0000");
        // The sum of the head, with blanks in its own place.
        head[148..156].fill(b' ');
        let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        tape.extend(head);
        tape.extend(text.as_bytes());
        tape.resize(tape.len().next_multiple_of(512), 0);
    }
    tape.resize(tape.len() + 1024, 0);
    tape
}

#[test]
fn a_record_of_another_format_is_shown_by_its_name_in_the_archive() {
    let place = Place::new();
    let gib = "\\HS\n\\HE\n\\GS\n2 1 0\n3 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n\\GE\n";
    place.file(
        "m.tar",
        tape(&[("a.gib", gib), ("b.sgf", "(;GM[1]SZ[9];B[bb])")]),
    );
    let output = place.run(["render", "-o", "a.svg", "m.tar/a.gib"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = place.run(["show", "m.tar/a.gib"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = place.run(["show", "m.tar"]);
    assert_eq!(
        text(&output.stderr),
        "kifu: error: m.tar: the archive holds several records; name one, for example m.tar/a.gib\n"
    );
    // A command that reads only SGF counts the others.
    let output = place.run(["check", "m.tar"]);
    let skipped = "Skipped 1 other file: m.tar/a.gib. `--all` reads them.\nRead 1 file, 1 game";
    assert!(text(&output.stdout).contains(skipped), "{output:?}");
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
    let message = text(&output.stderr);
    assert!(
        message.contains(
            "folder/games.sgf: this is an archive, but its name ends like that of a record"
        ),
        "{message}"
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
        let message = text(&output.stderr);
        assert!(
            message.contains("the archive holds several records; name one"),
            "{message}"
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
fn collections_are_made_of_archives() {
    let place = place_with(&ARCHIVES);
    let run = |args: &[&str], exit: i32| {
        let output = place.run(args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(exit), "{args:?}: {message}");
        (text(&output.stdout), message)
    };
    let players = |path: &str| {
        let args = ["list", "-f", "black", "--format", "csv", path];
        let listed = text(&place.run(args).stdout);
        listed.lines().skip(1).collect::<BTreeSet<_>>().len()
    };
    for name in ARCHIVES {
        let out = format!("{name}.out");
        run(&["split", "--output", &out, "-t", "{n} {black}", name], 0);
        assert_eq!(fs::read_dir(place.path().join(&out)).unwrap().count(), 3);
        let all = format!("{name}.sgf");
        let (_, message) = run(&["join", "-o", &all, name], 0);
        assert!(message.contains("3 games of 2 files joined"), "{message}");
        assert_eq!(players(&all), 3);
        // Split and joined games equal those of the archive.
        let again = format!("{name}.again.sgf");
        run(&["join", "-o", &again, &out], 0);
        run(&["diff", &all, &again], 0);
        let tree = format!("{name}.tree.sgf");
        let (_, message) = run(&["merge", "--opening", "-o", &tree, name], 0);
        assert!(message.contains("3 games in"), "{message}");
        let (lines, _) = run(&["extract", "main-lines", name], 0);
        assert_eq!(lines.matches("(;").count(), 3, "{lines}");
        let file = format!("{name}/games/a.sgf");
        run(&["diff", &file, "games.zip/games/a.sgf"], 0);
        let other = format!("{name}/games/inner/两.sgf");
        let (message, _) = run(&["diff", &file, &other], 1);
        assert!(message.contains("Ada"), "{message}");
        let (_, message) = run(&["diff", name, &file], 2);
        assert!(
            message.contains("the archive holds several records"),
            "{message}"
        );
    }
}
