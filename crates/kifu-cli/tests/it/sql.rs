//! `kifu sql` becomes the program `kifu-sql`.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;

use crate::place::{Place, text};

#[test]
fn arguments_go_to_the_program_and_its_status_comes_back() {
    let place = Place::new();
    place.file("bin/kifu-sql", "#!/bin/sh\nprintf '[%s]' \"$@\"\nexit 2\n");
    let bin = place.path().join("bin");
    let program = bin.join("kifu-sql");
    std::fs::set_permissions(program, PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = place.command();
    command.env("PATH", format!("{}:/usr/bin:/bin", bin.display()));
    command.args([
        "sql",
        "games.kifu",
        "-c",
        "SELECT 'a b'",
        "--help",
        "-j",
        "3",
    ]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stdout),
        "[games.kifu][-c][SELECT 'a b'][--help][-j][3]"
    );
}

#[test]
fn a_missing_program_is_named() {
    let place = Place::new();
    let mut command = place.command();
    command
        .env("PATH", place.path())
        .args(["sql", "games.kifu"]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    assert!(message.contains("`kifu-sql` is not installed"), "{message}");
}
