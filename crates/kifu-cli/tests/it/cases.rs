//! The cases of `tests/cases/*.toml`: files, arguments, and what comes out.
//!
//! | key | meaning |
//! |---|---|
//! | `name` | unique in the file |
//! | `files`, `hex` | what lies in the folder; `hex` for bytes that are no text |
//! | `args` | the command line |
//! | `stdin` | standard input; without it there is none |
//! | `exit` | the exit status |
//! | `stdout`, `stderr` | what is written, exactly; nothing if left out. Figures of time are masked, and the folder is `FOLDER` |
//! | `after` | the content of files when it is done |

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

use crate::place::{Place, text};

#[derive(Deserialize)]
struct Suite {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    hex: BTreeMap<String, String>,
    args: Vec<String>,
    stdin: Option<String>,
    exit: i32,
    #[serde(default)]
    stdout: String,
    #[serde(default)]
    stderr: String,
    #[serde(default)]
    after: BTreeMap<String, String>,
}

/// `text` with figures that differ from run to run left out.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    for line in text.lines() {
        if line.ends_with(" MB/s") {
            masked.push_str("TIME");
        } else if let Some((before, after)) = line.split_once("\"seconds\":") {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c));
            let _ = write!(masked, "{before}\"seconds\":TIME{rest}");
        } else {
            masked.push_str(line);
        }
        masked.push('\n');
    }
    masked
}

fn bytes(hex: &str) -> Vec<u8> {
    hex.split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

/// The failures of a case; empty if it passes.
fn failures(case: &Case) -> String {
    let place = Place::new();
    for (name, content) in &case.files {
        place.file(name, content);
    }
    for (name, content) in &case.hex {
        place.file(name, bytes(content));
    }
    let output = match &case.stdin {
        Some(stdin) => place.run_with(&case.args, stdin.as_bytes()),
        None => place.run(&case.args),
    };
    let mut failures = String::new();
    let mut expect = |what: &str, expected: &str, found: &str| {
        if expected != found {
            let _ = write!(
                failures,
                "{what} should be\n{expected}\n{what} is\n{found}\n"
            );
        }
    };
    let exit = output.status.code();
    expect(
        "exit",
        &format!("{:?}", Some(case.exit)),
        &format!("{exit:?}"),
    );
    expect("stdout", &case.stdout, &masked(&text(&output.stdout)));
    let folder = dunce::canonicalize(place.path()).unwrap();
    let stderr = text(&output.stderr).replace(&*folder.to_string_lossy(), "FOLDER");
    expect("stderr", &case.stderr, &masked(&stderr));
    for (name, content) in &case.after {
        let found = std::fs::read(place.path().join(name)).unwrap_or_default();
        expect(name, content, &text(&found));
    }
    failures
}

#[test]
fn every_case_comes_out_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut failed = String::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let suite: Suite = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for case in suite.case {
            count += 1;
            let failures = failures(&case);
            if !failures.is_empty() {
                let _ = write!(failed, "--- {stem}/{}\n{failures}", case.name);
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
    assert!(count > 20);
}
