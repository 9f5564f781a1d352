//! Archives that are encrypted, broken or made to harm are reported, and nothing else suffers.

use std::fs;
use std::io::Write as _;

use super::{ARCHIVES, fixture, place_with};
use crate::place::{Place, text};

#[test]
fn encrypted_archives_are_one_line() {
    let names = ["encrypted.zip", "encrypted.7z", "encrypted-names.7z"];
    let place = place_with(&names);
    for name in names {
        let output = place.run(["list", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let message = text(&output.stderr);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(
            message.contains(name) && message.contains("ncrypted"),
            "{message}"
        );
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
            let message = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{name} {part}: {message}");
            // The error, and the count of files that failed.
            assert_eq!(message.lines().count(), 2, "{name} {part}: {message}");
            assert!(message.contains(name), "{message}");
            assert!(
                message.ends_with("kifu: 1 file not read, see above\n"),
                "{message}"
            );
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
        let message = text(&output.stderr);
        assert!(!message.contains("panicked"), "{message}");
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
        let message = text(&output.stderr);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(
            message
                .contains("larger than 20 MB uncompressed; raise the limit with `--member-limit`"),
            "{message}"
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
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{verb}: {message}");
        for name in ["games.zip", "a.sgf.gz"] {
            let line = format!("error: ./{name}: cannot write into an archive");
            assert_eq!(message.matches(&line).count(), 1, "{verb}: {message}");
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
