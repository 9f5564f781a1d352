//! System features: pipes, links, names, permissions.

use std::fs;
use std::io::Read as _;
use std::process::Stdio;

use crate::place::{Place, text};

const GAME: &str = "(;FF[4]GM[1]SZ[9];B[aa])\n";

#[test]
fn a_broken_pipe_is_success() {
    let place = Place::new();
    // More than a pipe holds.
    place.file("game.sgf", format!("(;FF[4]{})", ";B[aa]".repeat(100_000)));
    for args in [
        &["debug", "events", "game.sgf"][..],
        &["json", "game.sgf"],
        &["debug", "tree", "--moves", "game.sgf"],
    ] {
        let mut command = place.command();
        command
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut some = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut some).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(text(&output.stderr), "", "{args:?}");
    }
}

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
    let said = text(&output.stdout);
    assert!(
        said.starts_with("1 file could not be read.\nRead 0 files, "),
        "{said}"
    );

    fs::create_dir(place.path().join("empty")).unwrap();
    let output = place.run(["check", "empty"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stdout);
    assert!(
        said.starts_with("Found no game record to read.\nRead 0 files, "),
        "{said}"
    );
}

#[test]
fn reasons_and_fixes_fit_into_a_terminal() {
    let place = Place::new();
    place.file(
        "fox.sgf",
        "(;FF[4]GM[1]SZ[19]AP[foxwq]TC[3]TT[30]KM[375];B[aa])",
    );
    let output = place.run(["check", "fox.sgf"]);
    let said = text(&output.stdout);
    let wide = |line: &&str| line.chars().count() > 80;
    assert!(said.contains("\n  = why: Fox Weiqi"), "{said}");
    assert_eq!(said.lines().find(wide), None, "{said}");
}

#[test]
fn results_are_in_order_whatever_the_number_of_threads() {
    let place = Place::new();
    for number in 0..300 {
        place.file(format!("{:02}/{number}.sgf", number % 7), "(;FF[4])x");
    }
    let lines = |jobs: &str| {
        let output = place.run(["check", "--format", "concise", "-j", jobs, "."]);
        assert_eq!(output.status.code(), Some(1));
        let text = text(&output.stdout);
        text.lines()
            .filter(|line| line.contains("P103"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let one = lines("1");
    assert_eq!(one.len(), 300);
    assert_eq!(one, lines("8"));
    let folder = |line: &String| line[..5].to_owned();
    assert!(one.is_sorted_by_key(folder));
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
fn what_cannot_be_read_is_told_once_with_the_reason_and_what_to_do() {
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
        let said = text(&output.stderr);
        let expected = format!("kifu: error: {path}: {why}\n");
        assert_eq!(said, expected, "{args:?}");
    }

    let set = |mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(place.path().join("closed"), permissions).unwrap();
    };
    set(0o000);
    if fs::read_dir(place.path().join("closed")).is_ok() {
        kifu_testkit::skip(format_args!("this user may read closed folders"));
    } else {
        let said = text(&place.run(["list", "--format", "json-lines", "."]).stderr);
        let expected = "kifu: error: ./closed: permission denied; ";
        assert!(said.starts_with(expected), "{said}");
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

#[cfg(unix)]
#[test]
fn permissions_are_kept_and_respected() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = Place::new();
    place.file("game.sgf", GAME);
    place.file("closed.sgf", GAME);
    place.file("folder/game.sgf", GAME);
    let set = |name: &str, mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(place.path().join(name), permissions).unwrap();
    };
    set("game.sgf", 0o640);
    set("closed.sgf", 0o444);
    let output = place.run(["fmt", "game.sgf", "closed.sgf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("closed.sgf: the file is read-only"));
    let mode = fs::metadata(place.path().join("game.sgf"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_ne!(
        fs::read(place.path().join("game.sgf")).unwrap(),
        GAME.as_bytes()
    );
    assert_eq!(
        fs::read(place.path().join("closed.sgf")).unwrap(),
        GAME.as_bytes()
    );

    set("folder", 0o555);
    if fs::write(place.path().join("folder/probe"), "").is_ok() {
        kifu_testkit::skip(format_args!("this user may write to read-only folders"));
    } else {
        let output = place.run(["fmt", "folder"]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            fs::read(place.path().join("folder/game.sgf")).unwrap(),
            GAME.as_bytes()
        );
    }
    set("folder", 0o755);
}

#[test]
fn huge_trees_are_no_trouble() {
    const COUNT: usize = 50_000;
    let place = Place::new();
    place.file(
        "deep.sgf",
        format!(
            "(;FF[4]{}{}",
            "(;B[aa](;W[bb])".repeat(COUNT),
            ")".repeat(COUNT + 1)
        ),
    );
    place.file("wide.sgf", format!("(;FF[4]{})", "(;B[aa])".repeat(COUNT)));
    place.file("long.sgf", format!("(;FF[4]{})", ";B[aa]".repeat(COUNT)));
    place.file("many.sgf", "(;FF[4])".repeat(COUNT));
    for args in [
        &["check"][..],
        &["list", "--format", "full"],
        &["debug", "tree"],
        &["json"],
        &["fmt", "--check"],
        &["debug", "events"],
    ] {
        let output = place.run(args.iter().copied().chain(["."]));
        assert_ne!(output.status.code(), Some(2), "{args:?}");
        assert!(output.status.code().is_some(), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_stays_and_the_others_are_rewritten() {
    use std::os::unix::fs::PermissionsExt as _;

    const OLD: &str = "(;FF[3]KM[6,5];B[tt])\n";
    for verb in ["convert", "fix"] {
        let place = Place::new();
        for name in ["a.sgf", "closed.sgf", "z.sgf", "folder/game.sgf"] {
            place.file(name, OLD);
        }
        let read = |name: &str| fs::read_to_string(place.path().join(name)).unwrap();
        let set = |name: &str, mode| {
            let permissions = fs::Permissions::from_mode(mode);
            fs::set_permissions(place.path().join(name), permissions).unwrap();
        };
        set("closed.sgf", 0o444);
        set("folder", 0o555);
        let is_almighty = fs::write(place.path().join("folder/probe"), "").is_ok();
        let output = place.run([verb, "."]);
        set("folder", 0o755);
        assert_eq!(output.status.code(), Some(2), "{verb}");
        let said = text(&output.stderr);
        assert!(
            said.contains("error: ./closed.sgf: the file is read-only"),
            "{said}"
        );
        assert_eq!(read("closed.sgf"), OLD);
        assert_ne!(read("a.sgf"), OLD);
        assert_ne!(read("z.sgf"), OLD);
        if is_almighty {
            kifu_testkit::skip(format_args!("this user may write to read-only folders"));
        } else {
            assert!(
                said.contains("./folder/game.sgf: left unchanged: "),
                "{said}"
            );
            assert_eq!(read("folder/game.sgf"), OLD);
        }
        // No temporary file remains.
        let temporary = |folder: &str| {
            let all = fs::read_dir(place.path().join(folder)).unwrap();
            all.filter(|entry| {
                let name = entry.as_ref().unwrap().file_name();
                name.to_string_lossy().starts_with(".kifu-")
            })
            .count()
        };
        assert_eq!((temporary("."), temporary("folder")), (0, 0));
    }
}

#[test]
fn an_output_that_cannot_be_written_is_named() {
    let place = Place::new();
    place.file("game.sgf", "(;FF[3])\n");
    for verb in ["convert", "fix"] {
        let output = place.run([verb, "game.sgf", "-o", "no/such/folder.sgf"]);
        assert_eq!(output.status.code(), Some(2), "{verb}");
        let said = text(&output.stderr);
        let start = "kifu: error: no/such/folder.sgf: cannot create a file in its folder: ";
        assert!(said.starts_with(start), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_may_be_a_device() {
    let place = Place::new();
    place.file("game.sgf", "(;FF[3];B[tt])\n");
    let output = place.run(["convert", "game.sgf", "-o", "/dev/stdout"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), "(;FF[4];B[])\n");
}

#[test]
fn what_is_no_record_is_said_to_be_so_in_one_line() {
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
            let said = text(&output.stdout) + &text(&output.stderr);
            let lines = said.lines().filter(|line| line.contains("not SGF"));
            assert_eq!(lines.count(), 1, "{args:?} {name}: {said}");
            let others = said
                .lines()
                .filter(|line| line.contains(&format!("{name}:")));
            assert_eq!(others.count(), 1, "{args:?} {name}: {said}");
            let after = fs::read(place.path().join(name)).unwrap();
            assert_eq!(after, content, "{args:?} {name}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_file_is_said_without_a_name_that_nobody_gave() {
    let place = Place::new();
    place.file("game.sgf", "(;FF[3]KM[6,5];B[tt])\n");
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let line = format!(
        "cp game.sgf disk; mount -o remount,ro disk; echo begin; \
         for verb in fmt fix convert; do '{kifu}' $verb disk/game.sgf; done"
    );
    let Some(output) = place.on_a_disk("64k", &line) else {
        return;
    };
    let said = text(&output.stderr);
    let errors: Vec<_> = said
        .lines()
        .filter(|line| line.contains("error: "))
        .collect();
    assert_eq!(errors.len(), 3, "{said}");
    for error in errors {
        assert!(error.starts_with("kifu: error: disk/game.sgf: "), "{error}");
        assert!(
            error.contains("cannot create a file in its folder"),
            "{error}"
        );
        assert!(!error.contains(".kifu-"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn who_rewrites_a_file_with_several_names_is_told_that_the_others_keep_theirs() {
    const OLD: &str = "(;FF[3]KM[6,5]  RE[B+];B[tt])\n";
    for verb in ["fmt", "fix"] {
        let place = Place::new();
        place.file("game.sgf", OLD);
        let kept = place.path().join("kept");
        fs::hard_link(place.path().join("game.sgf"), &kept).unwrap();
        let said = text(&place.run([verb, "game.sgf"]).stderr);
        let note = "kifu: game.sgf: its other names (hard links) keep the old content\n";
        assert!(said.contains(note), "{verb}: {said}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), OLD);
    }
}

#[test]
fn a_change_of_the_encoding_alone_is_said() {
    let place = Place::new();
    place.file("game.sgf", "(;FF[4]GM[1]SZ[9]PB[\u{e9}])");
    assert_eq!(place.run(["fmt", "game.sgf"]).status.code(), Some(0));
    let plain = fs::read_to_string(place.path().join("game.sgf")).unwrap();
    let wide: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(plain.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    for (bytes, words) in [
        (
            format!("\u{feff}{plain}").into_bytes(),
            "UTF-8, byte order mark",
        ),
        (wide, "UTF-16LE, byte order mark"),
    ] {
        place.file("game.sgf", bytes);
        let output = place.run(["fmt", "--diff", "game.sgf"]);
        assert_eq!(output.status.code(), Some(1));
        let expected = format!("--- game.sgf\t{words}\n+++ game.sgf\tUTF-8\n");
        assert_eq!(text(&output.stdout), expected);
    }
}
