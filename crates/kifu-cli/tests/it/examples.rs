//! The examples as `kifu show` draws them, beside each of them. `KIFU_UPDATE=1 cargo test` writes
//! the drawings anew; they are looked at before they are kept.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::place::{Place, text};

/// Options that show most of a game: problems with their first lines, games with the numbers of a figure, others at
/// their end.
const SHOWN: [(&str, &[&str]); 12] = [
    (
        "go/1835-blood-vomiting",
        &["--move", "74", "--numbers", "last:9"],
    ),
    (
        "go/1846-ear-reddening",
        &["--move", "127", "--numbers", "100-127"],
    ),
    (
        "go/1846-shusaku-gennan-shift-jis",
        &["--info", "--beside", "--coordinates", "east-asian"],
    ),
    (
        "go/1933-go-seigen-shusai",
        &["--move", "5", "--info", "--ascii"],
    ),
    ("go/1945-atomic-bomb", &["--numbers", "all"]),
    (
        "go/2003-broken-ladder",
        &["--numbers", "51-100", "--print-mode", "modulo"],
    ),
    (
        "go/2016-alphago-lee-sedol-2-gb18030",
        &["--move", "37", "--numbers", "figure"],
    ),
    (
        "go/2016-alphago-lee-sedol-4",
        &["--move", "78", "--info", "--beside"],
    ),
    ("joseki", &["--path", "A.B", "--crop", "kd:sj"]),
    ("other-games/gomoku", &["--numbers", "all"]),
    ("other-games/hex", &["--ascii"]),
    ("problems/life-and-death", &["--problem", "--solution=2"]),
];

/// The records in a folder and below it, in order.
fn records(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            records(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "sgf") {
            found.push(path);
        }
    }
}

#[test]
fn every_example_is_drawn_as_it_was_looked_at() {
    let root = kifu_testkit::workspace().join("examples");
    let mut paths = Vec::new();
    records(&root, &mut paths);
    assert!(paths.len() > 18);
    let mut named = 0;
    let mut failed = String::new();
    for path in paths {
        let name = path.strip_prefix(&root).unwrap().with_extension("");
        let name = name.to_str().unwrap().replace('\\', "/");
        let asked = SHOWN.iter().find(|(shown, _)| *shown == name);
        named += usize::from(asked.is_some());
        let args = asked.map_or(&[][..], |(_, args)| *args);
        let mut all = vec!["show", path.to_str().unwrap()];
        all.extend(args);
        let output = Place::new().run(all);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{name}");
        let shown = text(&output.stdout).replace('\u{1b}', "^");
        let drawing = path.with_extension("txt");
        if std::env::var_os("KIFU_UPDATE").is_some() {
            std::fs::write(&drawing, &shown).unwrap();
        }
        let wanted = std::fs::read_to_string(&drawing).unwrap_or_default();
        if shown != wanted.replace("\r\n", "\n") {
            let _ = write!(failed, "--- {name} should be\n{wanted}\nit is\n{shown}\n");
        }
    }
    assert!(failed.is_empty(), "{failed}");
    assert_eq!(named, SHOWN.len());
}
