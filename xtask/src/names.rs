//! Names of the files of the project.

use std::process::Command;

/// Names of devices on Windows, with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A file with such a name makes a clone fail on Windows.
#[test]
fn windows_allows_all_names() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--full-name", ".."])
        .current_dir(folder)
        .output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        eprintln!("no repository: skipped");
        return;
    };
    let listed = String::from_utf8(listed.stdout).expect("names are UTF-8");
    let is_bad = |name: &&str| name.split('/').any(|part| !is_allowed(part));
    let bad: Vec<_> = listed.split_terminator('\0').filter(is_bad).collect();
    assert!(!listed.is_empty() && bad.is_empty(), "{bad:?}");
}

fn is_allowed(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    let is_port = |kind| {
        let number = stem.strip_prefix(kind);
        number.is_some_and(|number| number.len() == 1 && number.parse::<u8>().is_ok())
    };
    !(DEVICES.contains(&&*stem)
        || is_port("com")
        || is_port("lpt")
        || name.ends_with(['.', ' '])
        || name.contains(['<', '>', ':', '"', '|', '?', '*', '\\'])
        || name.contains(char::is_control))
}

#[test]
fn names_of_devices_are_found() {
    for bad in ["nul", "NUL.toml", "com1.x.sgf", "a:b", "a.", "a?", "Aux.c"] {
        assert!(!is_allowed(bad), "{bad}");
    }
    for good in [
        "nul-byte.toml",
        "com.toml",
        "com10",
        "annul",
        ".ci",
        "a.sgf",
    ] {
        assert!(is_allowed(good), "{good}");
    }
}
