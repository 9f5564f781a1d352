//! Files that cannot be read, links, and names that are no text.

use std::fs;

use super::GAME;
use crate::place::{Place, text};

#[test]
fn a_file_that_is_not_there_is_named_and_the_others_are_read() {
    let place = Place::new();
    place.file("game.sgf", GAME);
    let output = place.run(["check", "--format", "concise", "missing.sgf", "game.sgf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("kifu: error: missing.sgf: "));
    assert!(text(&output.stdout).contains("Read 1 file, 1 game, 2 nodes, 1 move."));
}

#[test]
fn what_was_not_read_is_not_called_clean() {
    let place = Place::new();
    let output = place.run(["check", "missing.sgf"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stdout);
    assert!(
        message.starts_with("1 file could not be read.\nRead 0 files, "),
        "{message}"
    );

    fs::create_dir(place.path().join("empty")).unwrap();
    let output = place.run(["check", "empty"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stdout);
    assert!(
        message.starts_with("Found no game record to read.\nRead 0 files, "),
        "{message}"
    );
}

#[test]
fn a_folder_without_records_is_a_failure_of_every_verb() {
    let place = Place::new();
    place.file("folder/notes.txt", "no game");
    let verbs: &[&[&str]] = &[
        &["check"],
        &["fix"],
        &["fix", "--check"],
        &["fmt"],
        &["fmt", "--check"],
        &["convert"],
        &["convert", "--to", "gtp"],
        &["transform", "--symmetry", "rotate-90"],
        &["list"],
        &["list", "--count"],
        &["stats"],
        &["json"],
        &["split", "--output", "parts"],
        &["dedupe"],
        &["extract", "main-lines"],
        &["debug", "tree"],
        &["debug", "events"],
    ];
    for verb in verbs {
        let output = place.run(verb.iter().copied().chain(["folder"]));
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{verb:?}: {stderr}{stdout}");
        let messages = format!("{stderr}{stdout}").to_lowercase();
        assert!(
            messages.contains("no game record to read"),
            "{verb:?}: {messages}"
        );
        // Other formats are found by their content among all files.
        let has_read_all = verb.contains(&"--to");
        assert_eq!(
            messages.contains("`--all` reads"),
            !has_read_all,
            "{verb:?}: {messages}"
        );
    }
}

#[test]
fn rules_of_git_count_if_asked_for() {
    let place = Place::new();
    place.file(".gitignore", "old/\n");
    place.file("old/a.sgf", GAME);
    place.file(".hidden/b.sgf", GAME);
    place.file("c.sgf", GAME);
    place.file("notes.txt", "no game");
    let files = |args: &[&str]| {
        let output = place.run(args);
        let text = text(&output.stdout);
        text.lines().filter(|line| line.contains(".sgf")).count()
    };
    assert_eq!(files(&["list", "--format", "json-lines", "."]), 3);
    assert_eq!(
        files(&["list", "--format", "json-lines", "--gitignore", "."]),
        1
    );
    assert_eq!(
        place
            .run(["list", "--format", "json-lines", "."])
            .status
            .code(),
        Some(0)
    );
    assert_eq!(
        place
            .run(["list", "--format", "json-lines", "--all", "."])
            .status
            .code(),
        Some(2)
    );
}

#[cfg(unix)]
#[test]
fn links_that_are_not_followed_are_reported() {
    use std::os::unix::fs::symlink;

    let place = Place::new();
    place.file("a.sgf", GAME);
    place.file("links/note.txt", "");
    symlink("../a.sgf", place.path().join("links/b.sgf")).unwrap();
    let all = "`--all` reads 1 other file, and `--follow` reads 1 symbolic link";
    for args in [
        &["list", "links"][..],
        &["render", "links", "-o", "a.svg", "--book"],
    ] {
        let output = place.run(args);
        assert_eq!(
            text(&output.stderr),
            format!("kifu: error: found no game record to read; {all}\n")
        );
    }
    fs::remove_file(place.path().join("links/note.txt")).unwrap();
    let output = place.run(["list", "links"]);
    assert_eq!(
        text(&output.stderr),
        "kifu: error: found no game record to read; `--follow` reads 1 symbolic link\n"
    );
    let output = place.run(["check", "links"]);
    let shown = text(&output.stdout);
    assert!(
        shown.contains("Skipped 1 symbolic link. `--follow` reads it.\n"),
        "{shown}"
    );
    assert_eq!(
        place.run(["list", "--follow", "links"]).status.code(),
        Some(0)
    );
}

/// A file without problems but for one `V207`.
const OFF_THE_BOARD: &str = "(;GM[1]FF[4]SZ[9];B[zz])";

#[cfg(unix)]
#[test]
fn patterns_of_a_configuration_name_links_or_what_they_lead_to() {
    use std::os::unix::fs::symlink;

    let place = Place::new();
    place.file("real/a.sgf", OFF_THE_BOARD);
    symlink("real", place.path().join("old")).unwrap();
    for (pattern, status) in [("old/**", 0), ("real/**", 0), ("new/**", 1)] {
        let rules = format!("[per-file-ignores]\n\"{pattern}\" = [\"V207\"]\n");
        place.file("kifu.toml", rules);
        let output = place.run(["check", "old"]);
        assert_eq!(output.status.code(), Some(status), "{pattern}");
    }
}

#[test]
fn a_broken_configuration_leaves_other_files_alone() {
    let place = Place::new();
    place.file("bad/kifu.toml", "broken");
    for file in ["bad/a.sgf", "bad/b.sgf", "good/a.sgf"] {
        place.file(file, OFF_THE_BOARD);
    }
    for (format, parts) in [
        ("concise", ["good/a.sgf", "V207"]),
        ("sarif", ["\"executionSuccessful\":false", "V207"]),
    ] {
        let output = place.run(["check", "--format", format, "bad", "good"]);
        assert_eq!(output.status.code(), Some(2), "{format}");
        let (shown, errors) = (text(&output.stdout), text(&output.stderr));
        for part in parts {
            assert!(shown.contains(part), "{format}: {shown}");
        }
        assert_eq!(errors.matches("kifu.toml").count(), 1, "{errors}");
    }
}

#[cfg(unix)]
#[test]
fn loops_of_links_are_survived() {
    use std::os::unix::fs::symlink;

    let place = Place::new();
    place.file("games/a.sgf", GAME);
    symlink("..", place.path().join("games/up")).unwrap();
    symlink("self", place.path().join("games/self")).unwrap();
    symlink("games", place.path().join("again")).unwrap();
    let found = |args: &[&str]| {
        let output = place.run(args);
        let lines = text(&output.stdout).lines().count();
        (output.status.code(), lines)
    };
    assert_eq!(
        found(&["list", "--format", "json-lines", "."]),
        (Some(0), 1)
    );
    // `self` is a broken link, which is reported; the game is found once.
    assert_eq!(
        found(&["list", "--format", "json-lines", "--follow", "."]),
        (Some(2), 1)
    );
    fs::remove_file(place.path().join("games/self")).unwrap();
    assert_eq!(
        found(&["list", "--format", "json-lines", "--follow", "."]),
        (Some(0), 1)
    );
}

#[cfg(unix)]
#[test]
fn unreadable_files_are_reported_once_with_the_reason_and_advice() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let place = Place::new();
    place.file("sub/a.sgf", GAME);
    place.file("closed/b.sgf", GAME);
    symlink("nowhere", place.path().join("sub/x.sgf")).unwrap();
    let missing = "no such file or folder";
    let broken = "broken symbolic link: its target does not exist";
    for (args, path, why) in [
        (&["check", "no/such.sgf"][..], "no/such.sgf", missing),
        (
            &["list", "--format", "json-lines", "no/such.sgf"],
            "no/such.sgf",
            missing,
        ),
        (&["fmt", "sub/x.sgf"], "sub/x.sgf", broken),
        (&["show", "no/such.sgf"], "no/such.sgf", missing),
        (&["json", "--follow", "sub"], "sub/x.sgf", broken),
        (&["show", "sub"], "sub", "this is a folder, not a file"),
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let message = text(&output.stderr);
        let mut expected = format!("kifu: error: {path}: {why}\n");
        if args.contains(&"--follow") {
            // Another file of the folder was read.
            expected.push_str("kifu: 1 file not read, see above\n");
        }
        assert_eq!(message, expected, "{args:?}");
    }

    let set = |mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(place.path().join("closed"), permissions).unwrap();
    };
    set(0o000);
    if fs::read_dir(place.path().join("closed")).is_ok() {
        kifu_testkit::skip(format_args!("this user may read closed folders"));
    } else {
        let message = text(&place.run(["list", "--format", "json-lines", "."]).stderr);
        let expected = "kifu: error: ./closed: permission denied; ";
        assert!(message.starts_with(expected), "{message}");
    }
    set(0o755);
}

#[cfg(unix)]
#[test]
fn links_that_multiply_are_followed_once() {
    use std::os::unix::fs::symlink;

    // Each level can be entered in two ways: 2^40 paths to the last one.
    let place = Place::new();
    for level in 0..40 {
        fs::create_dir(place.path().join(level.to_string())).unwrap();
    }
    for level in 0..39 {
        for side in ["left", "right"] {
            let link = place.path().join(format!("{level}/{side}"));
            symlink(format!("../{}", level + 1), link).unwrap();
        }
    }
    place.file("39/game.sgf", GAME);
    let output = place.run(["list", "--format", "json-lines", "--follow", "."]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout).lines().count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let place = Place::new();
    let name = OsStr::from_bytes(b"\x88\xE4\x8ER.sgf");
    place.file(name, GAME);
    for args in [
        [OsStr::new("check"), OsStr::new(".")],
        [OsStr::new("check"), name],
    ] {
        let output = place.run(args);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Read 1 file, 1 game"));
    }
    // In JSON there is a way back to the name: see `kifu_batch::name_of`.
    let output = place.run(["list", "--format", "json-lines", "."]);
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(line["file"], "./\u{EF88}\u{EFE4}\u{EF8E}R.sgf");
    let output = place.run([OsStr::new("fmt"), name]);
    assert_eq!(output.status.code(), Some(0));
    let after = fs::read(place.path().join(name)).unwrap();
    assert!(text(&after).contains("CA[UTF-8]"));
}

#[cfg(unix)]
#[test]
fn names_are_harmless_too() {
    let place = Place::new();
    place.file("a\u{1B}[31m\n.sgf", "(;FF[4])x");
    let output = place.run(["check", "--format", "concise", "."]);
    let text = text(&output.stdout);
    assert!(
        text.starts_with("./a\\u{1b}[31m\\n.sgf:1:9: P103 "),
        "{text}"
    );
}

#[test]
fn files_that_are_no_records_are_reported_in_one_line() {
    let place = Place::new();
    let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1F\x15\xC4\x89";
    let jpeg = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xFF\xDB";
    let page = "<!DOCTYPE html>\n<html><head><script>f(1); a[0] = (x);</script></head>\n\
                <body>404 (Not Found)</body></html>\n";
    let open = "(".repeat(100_000);
    let files: [(&str, &[u8]); 11] = [
        ("empty.sgf", b""),
        ("blank.sgf", b" \r\n\n"),
        ("image.sgf", png),
        ("photo.sgf", jpeg),
        ("page.sgf", page.as_bytes()),
        ("words.sgf", b"no game here\n"),
        ("hollow.sgf", b"()"),
        ("two.sgf", b"()()"),
        ("nested.sgf", b"(()\n(\n"),
        ("open.sgf", open.as_bytes()),
        ("text-first.sgf", b"a word, and then ()"),
    ];
    for (name, content) in files {
        place.file(name, content);
        for args in [
            &["check", "--format", "concise"][..],
            &["fix"],
            &["fmt"],
            &["convert"],
            &["list", "--format", "json-lines"],
        ] {
            let output = place.run(args.iter().copied().chain([name]));
            assert!(
                matches!(output.status.code(), Some(1 | 2)),
                "{args:?} {name}: {:?}",
                output.status
            );
            let message = text(&output.stdout) + &text(&output.stderr);
            let lines = message.lines().filter(|line| line.contains("not SGF"));
            assert_eq!(lines.count(), 1, "{args:?} {name}: {message}");
            let others = message
                .lines()
                .filter(|line| line.contains(&format!("{name}:")));
            assert_eq!(others.count(), 1, "{args:?} {name}: {message}");
            let after = fs::read(place.path().join(name)).unwrap();
            assert_eq!(after, content, "{args:?} {name}");
        }
    }
}
