//! Permissions, links and devices, when files are written.

use std::fs;

#[cfg(unix)]
use super::GAME;
use crate::place::{Place, text};

#[test]
fn diagrams_of_comments_that_are_not_written_are_removed() {
    let place = Place::new();
    place.file("a.sgf", "(;SZ[9];B[aa]C[x])");
    place.file("c.sgf", "(;SZ[9];B[aa]C[y])");
    // A folder takes the name of the second diagram.
    place.file("out/c-1-1.svg/kept", "");
    let options = ["extract", "comments", "--diagrams", "svg", "--overwrite"];
    let output = place.run([&options[..], &["-o", "out/book.md", "a.sgf", "c.sgf"]].concat());
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("c-1-1.svg"), "{message}");
    let names = fs::read_dir(place.path().join("out")).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["c-1-1.svg"]);
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
        let message = text(&output.stderr);
        assert!(
            message.contains("error: ./closed.sgf: the file is read-only"),
            "{message}"
        );
        assert_eq!(read("closed.sgf"), OLD);
        assert_ne!(read("a.sgf"), OLD);
        assert_ne!(read("z.sgf"), OLD);
        if is_almighty {
            kifu_testkit::skip(format_args!("this user may write to read-only folders"));
        } else {
            assert!(
                message.contains("./folder/game.sgf: left unchanged: "),
                "{message}"
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
        let message = text(&output.stderr);
        let start = "kifu: error: no/such/folder.sgf: cannot create a file in its folder: ";
        assert!(message.starts_with(start), "{message}");
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

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_file_is_reported_by_its_own_name() {
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
    let message = text(&output.stderr);
    let errors: Vec<_> = message
        .lines()
        .filter(|line| line.contains("error: "))
        .collect();
    assert_eq!(errors.len(), 3, "{message}");
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
fn rewriting_a_file_with_several_names_warns_of_the_others() {
    const OLD: &str = "(;FF[3]KM[6,5]  RE[B+];B[tt])\n";
    for verb in ["fmt", "fix"] {
        let place = Place::new();
        place.file("game.sgf", OLD);
        let kept = place.path().join("kept");
        fs::hard_link(place.path().join("game.sgf"), &kept).unwrap();
        let message = text(&place.run([verb, "game.sgf"]).stderr);
        let note = "kifu: game.sgf: its other names (hard links) keep the old content\n";
        assert!(message.contains(note), "{verb}: {message}");
        assert_eq!(fs::read_to_string(&kept).unwrap(), OLD);
    }
}

#[test]
fn a_change_of_the_encoding_alone_is_reported() {
    let place = Place::new();
    place.file("game.sgf", "(;FF[4]GM[1]SZ[9]PB[Ren\u{e9}])");
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
