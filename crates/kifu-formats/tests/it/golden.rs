//! Small files of `testdata/formats`, and the results of reading them: `NAME.sgf` next to each, and the notes after
//! it.
//!
//! `KIFU_UPDATE=1` rewrites them; check the changes.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use kifu_formats::{Confidence, Format};
use kifu_testkit::{corpus, workspace};

fn folder() -> PathBuf {
    workspace().join("testdata/formats")
}

#[test]
fn files_are_read() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in corpus::files(&folder(), "") {
        let is_answer = path.to_string_lossy().ends_with(".read.txt");
        if is_answer || path.extension().is_some_and(|ending| ending == "md") {
            continue;
        }
        seen += 1;
        let bytes = fs::read(&path).expect("it is there");
        let format = Format::of(&bytes);
        let mut found = format!("format: {}\n", format.map_or("none", Format::name));
        if let Some(format) = format {
            assert!(format.confidence(&bytes) > Confidence::No);
            let import = format.read(&bytes);
            for note in &import.notes {
                let _ = writeln!(found, "note: {note}");
            }
            found.push_str(&import.collection.to_canonical());
        }
        let answer = PathBuf::from(format!("{}.read.txt", path.display()));
        if std::env::var_os("KIFU_UPDATE").is_some() {
            fs::write(&answer, &found).expect("it can be written");
        }
        let expected = fs::read_to_string(&answer).unwrap_or_default();
        if found != expected {
            wrong.push(format!(
                "{}\n--- expected\n{expected}--- found\n{found}",
                path.display()
            ));
        }
    }
    assert!(seen > 10, "the files are not there");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every format has a file that it knows.
#[test]
fn each_format_has_a_file() {
    let files = corpus::files(&folder(), "");
    let formats: Vec<_> = files
        .iter()
        .filter_map(|path| Format::of(&fs::read(path).expect("it is there")))
        .collect();
    for format in Format::ALL {
        assert!(formats.contains(format), "{} has no file", format.title());
    }
}
